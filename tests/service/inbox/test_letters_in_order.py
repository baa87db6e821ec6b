"""Letters that wait together come to the same as letters that come one by one, whatever they say of whom."""

import hashlib
import itertools
import random
import shutil
import threading
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import SQLModel, col, select

from moderator.core import codec
from moderator.service.context import Limits
from moderator.service.facts import LetterFacts
from moderator.service.inbox import desk, identify, intake
from moderator.store import letter_queries
from moderator.store.session import Store
from moderator.store.statuses import LetterStatus
from moderator.store.tables import Address, Letter, Match, OrderSet, Outbox, Player, SeatAssignment, Vote
from tests.support.world import ADDRESS, World

SENDERS = ("ann@pbem.test", "ann@pbem.test", "anna@work.test", "bob@pbem.test", "bob@pbem.test", "eve@evil.test")
TEXTS = (
    *("SEEK Mill", "SEEK Gate", "SEEK Quay", "SEEK Mil", "ADD SEEK Gate", "SEEK Mill\nSTATUS", "SEEK Quay\nWAIT"),
    *("STATUS", "CLEAR", "READY", "WAIT", "DRAW", "CONCEDE", "CONFIRM 1", "PRESS TO ALL: hello", "hello there"),
    *("TAG NEW", "RESIGN", "SET TEXT-ONLY on", "VACATION 24 Dec 28 Dec", "JOIN endor"),
)


def written(world: World, chance: random.Random, *, apart: bool) -> None:
    """Let letters of all sorts arrive, all before the first is read, or ``apart``."""
    tags = [world.tag(seat, match) for match in ("hoth", "endor") for seat in ("Ann", "Bob")]
    for _ in range(chance.randint(8, 20)):
        sender = chance.choice(SENDERS)
        to = chance.choice([*tags, *tags, ADDRESS, tags[0].replace(".ann.", ".bob.")])
        answers = {"Auto-Submitted": "auto-replied"} if chance.random() < 0.05 else {}
        raw = world.raw(chance.choice(TEXTS), sender, to=to, headers=answers)
        world.put(raw, trusted=chance.random() < 0.05)
        if apart:
            world.read()


def outcome(world: World) -> list[Any]:
    """Return all that letters can change, in words that two databases share."""
    found: list[Any] = []
    tables: tuple[type[SQLModel], ...] = (Letter, OrderSet, Outbox, SeatAssignment, Player, Address, Match, Vote)
    with world.store.read() as session:
        for table in tables:
            rows = session.exec(select(table).order_by(col(table.id)))  # type: ignore[attr-defined]
            found += [(table.__name__, row.model_dump()) for row in rows]
    for name, row in found:
        if name == "Outbox":
            row["payload"] = codec.unpack(row["payload"], LetterFacts | None)
    return found


def acted(store: Store, seed: int, monkeypatch: pytest.MonkeyPatch, *, apart: bool = False) -> list[Any]:
    """Return what came of the letters of a seed."""
    numbers = itertools.count()
    monkeypatch.setattr("secrets.token_bytes", lambda size: hashlib.sha256(b"%d" % next(numbers)).digest()[:size])
    chance = random.Random(seed)  # noqa: S311 - a test
    world = World(store)
    if chance.random() < 0.3:
        world.settings(limits=Limits(letters_per_hour=chance.randint(2, 5)))
    if chance.random() < 0.3:
        world.settings(trust="address")
    world.match()
    world.match("endor")
    written(world, chance, apart=apart)
    world.read()
    return outcome(world)


@pytest.mark.parametrize("seed", range(12))
def test_letters_that_wait_together_act_one_by_one(
    seed: int, migrated: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Orders, commands, withdrawn tags, strangers and machines: each finds what the one before it left."""
    came_of = []
    for apart in (False, True):
        store = Store(f"sqlite:///{shutil.copy(migrated, tmp_path / f'{apart}.sqlite')}")
        came_of.append(acted(store, seed, monkeypatch, apart=apart))
        store.close()
    together, alone = came_of
    for one, other in zip(together, alone, strict=True):
        assert one == other


@pytest.mark.parametrize("seed", range(3))
def test_databases_come_to_the_same(
    seed: int, store: Store, postgres_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL locks matches row by row, and letters still act on what those before them left."""
    kinds = [acted(each, seed, monkeypatch) for each in (store, postgres_store)]
    for one, other in zip(*kinds, strict=True):
        assert one == other


def test_nobody_withdraws_a_tag_that_a_letter_in_hand_was_judged_by(postgres_store: Store) -> None:
    """All matches that a letter claims with a code are locked from the moment at which its tags are looked up."""
    world = World(postgres_store)
    world.match()
    world.match("endor")
    world.put(world.raw("SEEK Mill", to=", ".join(world.tag("Bob", match) for match in ("hoth", "endor"))))
    world.inbound.drain(world.keep)
    (row,) = world.letters()
    with postgres_store.write() as session:
        identify.identify(session, world.ctx, row, intake.read_stored(world.ctx, intake.raw_of(row)))
        with postgres_store.read() as other:
            free = other.exec(select(Match.name).with_for_update(skip_locked=True)).all()
    assert free == []


def test_a_letter_waits_for_the_one_before_it_in_another_process(postgres_store: Store) -> None:
    """Who finds a letter in somebody else's hands waits for it, and acts on none of those behind it before."""
    world = World(postgres_store)
    world.match()
    world.says("Ann", "SEEK Mill")
    for text in ("WAIT", "READY"):
        world.move(minutes=1)
        world.put(world.raw(text, "ann@pbem.test", to=world.tag("Ann")))
        world.inbound.drain(world.keep)
    with postgres_store.read() as session:
        first, *rest = letter_queries.letters_to_read(session)
    other = threading.Thread(target=desk.process, args=(postgres_store, world.ctx, [first, *rest]))
    with postgres_store.write() as session:
        row = letter_queries.lock_letter(session, first)
        assert row is not None
        other.start()
        other.join(0.3)
        with postgres_store.read() as looking:
            assert letter_queries.letters_to_read(looking) == [first, *rest]
        row.status = LetterStatus.IGNORED
    other.join(60)
    order_set = world.order_set_row("Ann")
    assert order_set is not None
    assert not order_set.wait
    with postgres_store.read() as session:
        assert letter_queries.letters_to_read(session) == []
