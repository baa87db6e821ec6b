"""Who is written to in which language: players choose, then the match, then the moderator; and nothing else changes."""

import email.policy
from collections.abc import Mapping, Sequence
from contextlib import closing
from email import message_from_bytes
from email.message import EmailMessage
from pathlib import Path
from sqlite3 import connect
from typing import Any

import pytest
from msgspec.structs import replace
from sqlmodel import select

from moderator.rendering.mail import MailRenderer
from moderator.scheduling.clock import FrozenClock
from moderator.service import proof
from moderator.service.context import MatchPlan, SeatPlan
from moderator.service.matches import matches
from moderator.service.outgoing import digests
from moderator.store.session import Store
from moderator.store.tables import Record
from moderator.testing.memory import SentLetter
from tests.support.world import SETTINGS, START, World

_RENDERER = MailRenderer(FrozenClock(START))


def _seats(*names: str, preferences: Mapping[str, str] | None = None) -> Sequence[SeatPlan]:
    plans = [SeatPlan(seat=name, player=name, addresses=(f"{name.lower()}@pbem.test",)) for name in names]
    return [replace(plans[0], preferences={**(preferences or {})}), *plans[1:]]


def _match(
    world: World,
    name: str = "hoth",
    game: str = "rebel-commander",
    language: str = "",
    preferences: Mapping[str, str] | None = None,
) -> None:
    seats = _seats("Red", "Empire" if game == "rebel-commander" else "Blue", preferences=preferences)
    plan = MatchPlan(name=name, game=game, schedule="every 48h", zone="UTC", seats=tuple(seats), language=language)
    with world.store.write() as session:
        matches.create(session, world.ctx, plan)


def _languages(letters: Sequence[Any]) -> set[str]:
    return {letter.head.language for letter in letters}


def _facts(world: World, kind: str) -> list[Any]:
    """Return what the letters of a kind tell."""
    return [world.facts_of(row) for row in world.rows(kind)]


def _to(letters: Sequence[SentLetter], seat: str) -> str:
    """Return the text of the newest letter to a seat."""
    raw = next(each.raw for each in reversed(letters) if f"{seat.lower()}@pbem.test" in each.dispatch.to)
    letter = message_from_bytes(raw, policy=email.policy.default)
    assert isinstance(letter, EmailMessage)
    text = letter.get_body(("plain",))
    return str(text.get_content()) if text else ""


@pytest.mark.parametrize("name", ["de", "DE", "German", "deutsch"])
def test_a_player_chooses_a_language_and_is_answered_in_it(empty_world: World, name: str) -> None:
    """By its code, or its name in any language; the others go on as before, and EN takes it back."""
    _match(empty_world)
    assert empty_world.says("Red", f"SET LANGUAGE {name}").head.language == "de"
    assert empty_world.says("Empire", "STATUS").head.language == "en"
    assert empty_world.says("Red", "SET LANGUAGE en").head.language == "en"
    assert empty_world.says("Red", "SET LANGUAGE tlh").answers[0].lines == ("SET LANGUAGE EN", "SET LANGUAGE DE")


def test_the_language_of_a_match_is_for_who_has_chosen_none(empty_world: World) -> None:
    """A player's own choice comes before it, and the moderator's is for matches that have none."""
    _match(empty_world, "hoth", language="de", preferences={"LANGUAGE": "EN"})
    assert {letter.head.seat: letter.head.language for letter in _facts(empty_world, "welcome")} == {
        "Red": "en",
        "Empire": "de",
    }
    empty_world.settings(language="de")
    _match(empty_world, "endor")
    assert [letter.head.language for letter in _facts(empty_world, "welcome")[2:]] == ["en", "de"]


def test_reports_posts_and_memos_are_in_the_language_of_their_reader(empty_world: World) -> None:
    """The GM's is the moderator's."""
    empty_world.settings(language="de")
    _match(empty_world)
    empty_world.post(_RENDERER)
    empty_world.move(hours=49)
    empty_world.look()
    letters = empty_world.post(_RENDERER)
    assert "Truppen" in _to(letters, "Red")
    assert "Troops" not in _to(letters, "Red")
    assert _languages(_facts(empty_world, "turn-report")) == {"de"}
    empty_world.says("Red", "EXTEND 24h")
    assert [memo.language for memo in empty_world.facts("memo")] == ["de"]


def test_a_game_without_a_catalogue_goes_out_in_english_whole(empty_world: World) -> None:
    """Not half of a letter: its frame would be in one language, and what happened in another."""
    _match(empty_world, "mars", "buck-rogers", language="de")
    empty_world.settings(language="en")
    english = empty_world.post(_RENDERER)
    assert "Reply to this letter" in _to(english, "Red")


def test_a_letter_of_the_day_has_each_match_in_its_language(empty_world: World) -> None:
    """The frame is in the reader's; a match whose game is not translated is in English within it."""
    _match(empty_world, "hoth", "rebel-commander", preferences={"LANGUAGE": "DE", "DIGEST": "07:00"})
    _match(empty_world, "mars", "buck-rogers")
    empty_world.post(_RENDERER)
    for name, other in (("hoth", "Empire"), ("mars", "Blue")):
        empty_world.says(other, "PRESS TO Red: Good morning", match=name)
    empty_world.post(_RENDERER)
    empty_world.move(hours=12)
    with empty_world.store.write() as session:
        digests.gather(session, empty_world.ctx)
    words = _to(empty_world.post(_RENDERER), "Red")
    hoth, mars = words.split("MARS")
    assert "Um zu antworten" in hoth
    assert "To answer" in mars


def _play(world: World) -> None:
    for text in ("BUILD TROOPS C4\nPRESS TO Empire: I am at C4", "ATTACK C4\nSTATUS\nHELP"):
        world.says("Red", text)
        world.move(hours=49)
        world.look()


def test_records_proofs_and_tags_are_the_same_in_every_language(empty_world: World, tmp_path: Path) -> None:
    """A language changes words alone."""
    _match(empty_world)
    copy = tmp_path / "copy.sqlite"
    with closing(connect(str(empty_world.store.reading.url.database))) as here, closing(connect(copy)) as there:
        here.backup(there)
    german = World(Store(f"sqlite:///{copy}"), replace(SETTINGS, language="de"))
    for world in (empty_world, german):
        _play(world)
    for kind in ("turn-report", "acknowledgement"):
        for one, other in zip(_facts(empty_world, kind), _facts(german, kind), strict=True):
            assert (one.head.language, other.head.language) == ("en", "de")
            assert proof.lines(one) == proof.lines(other)
            assert one.form == other.form
    assert [row.message_id for row in empty_world.rows()] == [row.message_id for row in german.rows()]
    assert _records(empty_world) == _records(german)


def _records(world: World) -> list[tuple[str, bytes]]:
    with world.store.read() as session:
        return [(row.digest, row.body) for row in session.exec(select(Record)).all()]
