"""Matches that were played to their end and kept: what they came to once, they must come to for ever.

A match is kept as it is exported, in one small file. It is brought into an empty instance, which plays it again: the
same orders, dice, events and digests. ``made`` plays one; the same release always makes the same one.
"""

import hashlib
import secrets
import tarfile
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch

from msgspec import Struct

from moderator.app import transfer
from moderator.core.dice import Dice
from moderator.core.errors import ModeratorError
from moderator.games.simulate import bot_orders
from moderator.service.admin.export_layout import Carried, CarriedRecord
from moderator.service.admin.transfer import bring_in
from moderator.service.context import OverridePlan, SeatPlan
from moderator.service.matches import order_requests, records
from moderator.service.overrides.apply import apply
from moderator.store.session import Store, migrate
from moderator.store.statuses import MatchStatus
from moderator.store.tables import Match
from moderator.testing.world import World

_TRIES = 2_000


class Entry(Struct, frozen=True, kw_only=True):
    """A match to be kept: who plays what how, and how it must end (the winners and the reason).

    Seats with an empty text for a bot have people in them, who write what ``people`` lets them.
    """

    name: str
    seats: dict[str, str]
    options: dict[str, Any]
    ends: str
    people: Callable[[World, int], None] | None = None


# ---- playing again ---------------------------------------------------------------------------------------


def unpack(data: bytes, folder: Path) -> tuple[Carried, tuple[CarriedRecord, ...]]:
    """Return what a kept match holds; ``folder`` is where it is laid out."""
    with tarfile.open(fileobj=BytesIO(data)) as archive:
        for info in archive:
            file = archive.extractfile(info)
            target = folder / info.name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(file.read() if file else b"")
    return transfer.read(folder)


def import_and_replay(path: Path, world: World, folder: Path) -> Match:
    """Bring a kept match into an empty instance, where it is played again; raises ModeratorError."""
    carried, rows = unpack(path.read_bytes(), folder)
    with world.store.write() as session:
        return bring_in(session, world.ctx, carried, rows)


def ending(world: World, match: Match) -> str:
    """Return how a match ended: the winners and the reason, or how its players or the GM ended it."""
    game = world.ctx.game(match.game)
    outcome = game.outcome(records.position(game, match.state))
    if outcome is not None:
        return f"{' and '.join(outcome.winners)} {outcome.reason}"
    with world.store.read() as session:
        last = records.by_number(session, match, match.number)
        assert last is not None
        body = records.body(game, last)
    return f"nobody {body.facts.get('reason') or body.code}"


# ---- playing ---------------------------------------------------------------------------------------------


@contextmanager
def certain(name: str) -> Iterator[None]:
    """Let chance be the same for the same name: no match of people must ever be played so."""
    numbers = count()

    def token_bytes(size: int = 32) -> bytes:
        return hashlib.shake_256(f"{name}/{next(numbers)}".encode()).digest(size)

    with patch.object(secrets, "token_bytes", token_bytes):
        yield


@contextmanager
def empty() -> Iterator[World]:
    """Give an instance without a match."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'moderator.sqlite'}"
        migrate(url)
        store = Store(url)
        yield World(store)
        store.close()


def play(key: str, entry: Entry, world: World) -> Match:
    """Play a match of a game to its end."""
    seats = [
        SeatPlan(seat=seat, bot=bot) if bot else SeatPlan(seat=seat, player=seat, addresses=(_address(seat),))
        for seat, bot in entry.seats.items()
    ]
    world.match(entry.name, key, seats, "every 48h", **entry.options)
    while (match := world.the_match(entry.name)).status is not MatchStatus.OVER:
        if entry.people is not None:
            entry.people(world, match.turn)
        world.move(hours=49)
        world.look()
    return match


def _address(seat: str) -> str:
    return f"{seat.lower()}@pbem.test"


def write(world: World, turn: int, seats: Sequence[str], name: str) -> None:
    """Let people write what a random player would; every third turn they are silent, every fourth they write twice."""
    match = world.the_match(name)
    if match.status is not MatchStatus.RUNNING or turn % 3 == 0:
        return
    game = world.ctx.game(match.game)
    with world.store.read() as session:
        prompts = order_requests.prompts(order_requests.current(session, match))
    state = records.position(game, match.state)
    for letter in range(2 if turn % 4 == 0 else 1):
        for seat in seats:
            if seat in prompts and world.assignment(seat, name).player is not None:
                chance = Dice.throwaway(f"{name}/{turn}/{letter}").secret.child("bot", seat)
                orders = bot_orders(game, state, seat, prompts[seat], bot="random", chance=chance)
                text = "\n".join(game.language.line(order) for order in orders) or "1. PASS"
                world.says(seat, f"{text}\nWAIT", match=name)


def override(world: World, match: str, *lines: str) -> None:
    """Let the GM say something."""
    apply(world.store, world.ctx, OverridePlan(name=lines[0], match=match, lines=lines))


def voted(name: str, word: str, seats: Sequence[str], turn: int) -> Callable[[World, int], None]:
    """Return what people of some seats write who vote to end their match in a turn, whereupon the GM ends it."""

    def people(world: World, now: int) -> None:
        write(world, now, seats, name)
        if now == turn:
            for seat in seats:
                world.says(seat, word, match=name)
            override(world, name, f"END {word}")

    return people


def amended(name: str, seats: Sequence[str], lines: Mapping[int, Sequence[str]]) -> Callable[[World, int], None]:
    """Return what happens where a GM says something in some turns; people of some seats write what they would."""

    def people(world: World, now: int) -> None:
        if now in lines:
            override(world, name, *lines[now])
        write(world, now, seats, name)

    return people


def said(name: str, seat: str, word: str, turn: int) -> Callable[[World, int], None]:
    """Return what the only person of a match writes: a word in one turn, nothing else."""

    def people(world: World, now: int) -> None:
        if now == turn:
            world.says(seat, word, match=name)

    return people


def play_and_pack(key: str, entry: Entry) -> bytes:
    """Play a match of a game until it ends as it must, and return it packed."""
    for attempt in range(_TRIES):
        with empty() as world, certain(f"{entry.name}/{attempt}"):
            match = play(key, entry, world)
            if ending(world, match) == entry.ends:
                return pack(world, match)
            if entry.people is not None:
                raise ModeratorError(f"{entry.name} ended by {ending(world, match)}, not by {entry.ends}")
    raise ModeratorError(f"{entry.name} ended in no way by {entry.ends}: change its seats or options")


def pack(world: World, match: Match) -> bytes:
    """Return a match as it is exported, in one small file."""
    with tempfile.TemporaryDirectory() as place, world.store.read() as session:
        folder = Path(place) / "match"
        transfer.write(session, world.ctx, match, folder)
        out = BytesIO()
        with tarfile.open(fileobj=out, mode="w:xz", preset=9) as archive:
            for path in sorted(path for path in folder.rglob("*") if path.is_file()):
                info = tarfile.TarInfo(path.relative_to(folder).as_posix())
                info.size, info.mode = path.stat().st_size, 0o600
                archive.addfile(info, BytesIO(path.read_bytes()))
        return out.getvalue()
