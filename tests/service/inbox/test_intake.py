"""A letter is kept once, whatever transports and mail servers do twice."""

from typing import Any

import pytest
from sqlalchemy import event

from moderator.ports import Delivery
from moderator.service.inbox import intake
from moderator.store import queries
from moderator.store.session import Store
from moderator.store.statuses import LetterStatus
from tests.support.world import START, World


def delivery(raw: bytes, origin: str = "1", transport: str = "imap") -> Delivery:
    """Return a delivery."""
    return Delivery(transport=transport, origin=origin, arrived=START, raw=raw)


def keep(world: World, delivery: Delivery) -> int | None:
    """Keep one letter."""
    (number,) = world.keep([delivery])
    if isinstance(number, Exception):
        raise number
    return number


def test_a_letter_is_kept_whole(any_store: Store) -> None:
    """The raw bytes come back exactly, and the letter waits to be acted on."""
    world = World(any_store)
    raw = world.raw("SEEK Mill ☃")
    assert keep(world, delivery(raw)) is not None
    (letter,) = world.letters()
    assert intake.raw_of(letter) == raw
    assert letter.status is LetterStatus.KEPT
    assert letter.arrived == START


def test_the_same_origin_is_kept_once(any_store: Store) -> None:
    """A transport that brings a letter again, as after a crash, is told that it is here."""
    world = World(any_store)
    raw = world.raw("SEEK Mill", headers={"Message-ID": ""})
    assert keep(world, delivery(raw)) is not None
    assert keep(world, delivery(raw)) is None
    assert len(world.letters()) == 1


def test_a_copy_by_another_road_is_kept_once(any_store: Store) -> None:
    """The same letter with other trace headers, from another folder or transport, is a duplicate."""
    world = World(any_store)
    raw = world.raw("SEEK Mill")
    traced = b"Received: from here by there\r\nDelivered-To: x@pbem.test\r\n" + raw
    assert keep(world, delivery(raw)) is not None
    assert keep(world, delivery(traced, "2", "folder")) is None


def test_a_reused_message_id_loses_no_letter(any_store: Store) -> None:
    """Broken programs give several letters one Message-ID: with other content they are other letters."""
    world = World(any_store)
    same = {"Message-ID": "<same@client.test>"}
    assert keep(world, delivery(world.raw("SEEK Mill", headers=same), "1")) is not None
    assert keep(world, delivery(world.raw("SEEK Gate", headers=same), "2")) is not None


def test_letters_without_message_id_are_told_apart_by_origin(any_store: Store) -> None:
    """Without a Message-ID equal content proves nothing: somebody may well say READY twice."""
    world = World(any_store)
    raw = world.raw("READY", headers={"Message-ID": ""})
    assert keep(world, delivery(raw, "1")) is not None
    assert keep(world, delivery(raw, "2")) is not None


def test_rubbish_is_kept(any_store: Store) -> None:
    """Bytes that are no letter at all are kept like one, so that nothing is lost."""
    world = World(any_store)
    for number, raw in enumerate((b"", b"\xff\xfe\x00", b"From: \r\n\r\n", b"Message-ID: <a\0b@c>\r\n\r\nx")):
        assert keep(world, delivery(raw, str(number))) is not None


def test_of_a_huge_letter_the_beginning_is_kept(world: World) -> None:
    """A letter over the size limit is cut, one byte over the limit, so that it is still seen to be too long."""
    raw = world.raw("x" * 3_000_000)
    keep(world, delivery(raw))
    (letter,) = world.letters()
    assert len(intake.raw_of(letter)) == world.ctx.settings.limits.letter_bytes + 1


def test_letters_kept_together_share_a_commit_and_are_told_in_order(any_store: Store) -> None:
    """A commit costs more than all else; of each letter stands the number where the letter stood."""
    world = World(any_store)
    commits: list[object] = []
    event.listen(any_store.writing, "commit", commits.append)
    numbers = world.keep([delivery(world.raw(f"SEEK Mill {number}"), str(number)) for number in range(5)])
    assert numbers == [letter.id for letter in world.letters()]
    assert [letter.origin for letter in world.letters()] == ["0", "1", "2", "3", "4"]
    assert len(commits) == 1


def test_of_copies_that_come_together_the_first_is_kept(any_store: Store) -> None:
    """The same origin, or the same letter by another road, twice at once: the later one is here already."""
    world = World(any_store)
    raw, nameless = world.raw("SEEK Mill"), world.raw("SEEK Gate", headers={"Message-ID": ""})
    traced = b"Received: from here by there\r\n" + raw
    first, copy, other, again = world.keep(
        [delivery(raw, "1"), delivery(traced, "2"), delivery(nameless, "3"), delivery(nameless, "3")]
    )
    assert (copy, again) == (None, None)
    assert [first, other] == [letter.id for letter in world.letters()]


def failing(monkeypatch: pytest.MonkeyPatch, origin: str) -> None:
    """Let the database fail at a letter, after the insertion of it."""
    insert_new = queries.insert_new

    def insert(session: Any, table: Any, row: Any) -> int | None:  # noqa: ANN401 - as the product has it
        number = insert_new(session, table, row)
        if row["origin"] == origin:
            raise RuntimeError(origin)
        return number

    monkeypatch.setattr(queries, "insert_new", insert)


def test_a_letter_that_raises_stops_no_other(any_store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """In its place stands what it raised; it is not kept, and those before and after it are."""
    world = World(any_store)
    failing(monkeypatch, "1")
    first, fault, last = world.keep([delivery(world.raw("SEEK Mill"), str(number)) for number in range(3)])
    assert isinstance(fault, RuntimeError)
    assert [first, last] == [letter.id for letter in world.letters()]
    assert [letter.origin for letter in world.letters()] == ["0", "2"]
