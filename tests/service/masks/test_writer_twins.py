"""Who plays behind a mask shows in nothing that others get: ``tests/support/writer_twins.py`` has two of everything."""

from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace
from sqlmodel import Session, col, select

from moderator.service import masks
from moderator.service.outgoing import envelopes
from moderator.service.outgoing.envelopes import Envelope
from moderator.store.tables import Player
from moderator.testing.stages import Heard, Part
from moderator.web.site import Site
from tests.support.writer_twins import ALL_CHAPTERS, ANN, BORIS, CARL, DINA, Chapter, Writer, told

TALK, FIDGET, CROSS_DEADLINE, END_TURN, COME_BACK, CHANGE_HANDS = ALL_CHAPTERS
LETTERS = {
    "welcome",
    "acknowledgement",
    "press-letter",
    "notice",
    "turn-report",
    "watched-report",
    "thread",
    "chronicle",
}
PAGES = {"matches", "match", "feed", "dates", "desk", "seat", "press", "json"}

Hear = Callable[..., Heard]


@pytest.fixture
def hear(migrated: Path, tmp_path: Path) -> Hear:
    """Give what others get of some chapters if one person or another plays Red."""

    def heard(other: Writer, *chapters: Chapter) -> Heard:
        return Heard(*(told(writer, migrated, tmp_path, chapters) for writer in (ANN, other)))

    return heard


def test_others_get_the_same_whether_somebody_writes_by_mail_or_in_a_forum(hear: Hear) -> None:
    """Orders and messages, at the beginning of a match."""
    heard = hear(CARL, TALK)
    heard.assert_alike()
    assert heard.names == LETTERS - {"turn-report"} | PAGES


@pytest.mark.proof
@pytest.mark.parametrize("other", [BORIS, CARL, DINA], ids=lambda writer: writer.by)
def test_others_get_the_same_from_everybody_behind_a_mask(hear: Hear, other: Writer) -> None:
    """All that somebody in a seat can do, by mail, in the forum and on the web; and all kinds of things were got."""
    heard = hear(other, *ALL_CHAPTERS)
    heard.assert_alike()
    assert heard.names == LETTERS | PAGES


# ---- that the law sees everything ------------------------------------------------------------------------------


def assert_seen(heard: Heard, *names: str) -> None:
    """See that the law fails, and that these differ: in what they say, or in their order."""
    assert heard.difference
    assert {name for name in names if _of_kind(heard.mine, name) == _of_kind(heard.theirs, name)} == set()


def _of_kind(parts: Sequence[Part], kind: str) -> list[bytes]:
    return [part for name, part in parts if name == kind]


def name_of_red(session: Session) -> str:
    """Return who plays Red."""
    return session.exec(select(Player.name).order_by(col(Player.id))).first() or ""


@pytest.mark.proof
def test_a_name_in_a_letter_or_post_of_any_kind_is_seen(hear: Hear, monkeypatch: pytest.MonkeyPatch) -> None:
    """The moderator calls itself by the name of who plays Red."""
    plain = envelopes._ready

    def leaking(session: Session, *rest: Any) -> Envelope:  # noqa: ANN401 - passed on
        ready = plain(session, *rest)
        facts: Any = ready.facts
        if not hasattr(facts, "head"):
            return ready
        return replace(ready, facts=replace(facts, head=replace(facts.head, moderator=name_of_red(session))))

    monkeypatch.setattr(envelopes, "_ready", leaking)
    assert_seen(hear(CARL, *ALL_CHAPTERS), *LETTERS)


@pytest.mark.proof
def test_a_name_on_a_page_of_any_kind_is_seen(hear: Hear, monkeypatch: pytest.MonkeyPatch) -> None:
    """The foot of every page tells who plays Red."""
    plain = Site.words

    def leaking(site: Site, name: str, **facts: Any) -> str:  # noqa: ANN401 - passed on
        with site.backend.store.read() as session:
            return plain(site, name, **facts) + name_of_red(session)

    monkeypatch.setattr(Site, "words", leaking)
    assert_seen(hear(CARL, TALK), "matches", "match", "feed", "dates", "desk", "seat", "press")


BARE = SimpleNamespace(are_worn=lambda _: False, hide=lambda *_: False, told_at=lambda ctx, *_: ctx.now())
"""Stands in one module for masks that nobody wears."""

LEAKS: dict[str, tuple[str, Any, Chapter, tuple[str, ...]]] = {
    "names": ("masks.hide", lambda *_: False, TALK, ("welcome", "match", "seat", "acknowledgement", "chronicle")),
    "when letters are made": (
        "outgoing.renewing.renew",
        lambda _, __, letter, **___: letter,
        FIDGET,
        ("press-letter",),
    ),
    "times of letters": ("masks.delay", lambda *_, **__: False, TALK, ("press-letter", "press", "chronicle")),
    "times of turns": ("matches.deadlines.masks", BARE, END_TURN, ("turn-report",)),
    "who is ready": ("matches.letterhead.masks", BARE, END_TURN, ("match",)),
    "votes": ("commands.ending.masks", BARE, END_TURN, ("notice", "thread")),
    "who is back": ("matches.absences.masks", BARE, COME_BACK, ("notice", "thread")),
    "numbers of records": ("matches.records.masks", BARE, COME_BACK, ("acknowledgement",)),
    "blanks": ("masks.even_out", lambda text: text, TALK, ("press-letter",)),
    "the forum": ("matches.chronicle.wanted_in", lambda _, __, played: played, TALK, ("chronicle",)),
    "other names": ("overrides.progress.masks", BARE, CHANGE_HANDS, ("notice", "thread")),
    "other players": ("overrides.carry_out.masks", BARE, CHANGE_HANDS, ("notice", "thread")),
}
"""What is put in place of what; the chapter that shows it, and the kinds of letters and pages in which it does."""


@pytest.mark.proof
@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_is_seen(hear: Hear, leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each part of the masks is taken off by itself."""
    place, instead, chapter, names = LEAKS[leak]
    monkeypatch.setattr(f"moderator.service.{place}", instead)
    assert_seen(hear(CARL, chapter), *names)


@pytest.mark.proof
def test_who_wrote_first_is_seen(hear: Hear, monkeypatch: pytest.MonkeyPatch) -> None:
    """Letters of one quarter of an hour go in the order of writing."""
    monkeypatch.setattr(masks, "told_at", lambda ctx, *_, **__: masks.next_quarter(ctx.now()))
    assert_seen(hear(BORIS, TALK), "press-letter")
