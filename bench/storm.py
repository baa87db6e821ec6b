"""Matches in the midst of their play, with people in all seats and orders of all, that are due at one moment."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path

from msgspec import Struct
from sqlalchemy import delete, update
from sqlmodel import Session, col, func, select

from bench.common import address, make
from bench.mailworld import PASSWORD, USER, World
from moderator.app.instance import Instance
from moderator.app.opening import open_instance
from moderator.config import load
from moderator.scheduling.clock import FrozenClock, SystemClock
from moderator.service import tags
from moderator.service.turns.due import run_due
from moderator.store.statuses import MatchStatus, OutboxStatus
from moderator.store.tables import Address, Match, Outbox, Player, Record, SeatAssignment

TURNS = 5
"""Turns that bots have played before."""

LEAD = timedelta(seconds=15)
"""From the end of making the matches until they are due: the moderator begins meanwhile."""

CONFIG = """\
[moderator]
name = "Bench"
address = "moderator@pbem.test"
gm = "gm@pbem.test"
delay = "0"
remind = "0"
log = "json"

[limits]
letters_per_hour = 0

[imap]
host = "127.0.0.1"
port = {world.imap_port}
tls = "none"
user = "{user}"
password = "${{BENCH_PASSWORD}}"

[smtp]
host = "127.0.0.1"
port = {world.relay_port}
tls = "none"
"""
"""The operator's file of an instance in a mail world, without matches."""


class Letter(Struct, frozen=True):
    """A letter that went out during the storm; ``answers`` is the Message-ID that it answers, if it does."""

    match: int
    kind: str
    message_id: str
    answers: str


class Storm:
    """An instance whose matches are all due at ``due``, by the machine's clock; looked at from outside."""

    def __init__(self, instance: Instance, due_at: datetime) -> None:
        """Take what ``prepared`` has made."""
        self._store, self._ctx = instance.store, instance.ctx
        self._due = due_at
        self.due, self.config = due_at.timestamp(), instance.config.path
        with self._store.read() as session:
            self.names = session.exec(select(Match.name).where(Match.status == MatchStatus.RUNNING)).all()

    def tag(self, name: str, seat: str) -> str:
        """Return the address that orders of a seat go to."""
        return tags.reply_address(self._ctx, name, seat, 1)

    def settled(self) -> bool:
        """Tell whether all turns were resolved and all letters are gone."""
        with self._store.read() as session:
            due = select(Match.id).where(Match.status == MatchStatus.RUNNING, col(Match.deadline) <= self._due)
            waiting = select(Outbox.id).where(Outbox.status == OutboxStatus.WAITING)
            return session.exec(due).first() is None and session.exec(waiting).first() is None

    def resolved(self) -> float:
        """Return when the last turn was recorded."""
        with self._store.read() as session:
            return session.exec(select(func.max(Record.made))).one().timestamp()

    def letters(self) -> list[Letter]:
        """Return all letters out, in the order of their making; all of them have gone."""
        with self._store.read() as session:
            rows = session.exec(select(Outbox).order_by(col(Outbox.id))).all()
        assert all(row.status is OutboxStatus.SENT for row in rows)
        return [Letter(row.match or 0, row.kind, row.message_id, row.in_reply_to) for row in rows]

    @contextmanager
    def again(self, count: int) -> Iterator[Instance]:
        """Give the instance, in which the last reports are to be sent once more; nobody else may be at work there."""
        with open_instance(load(self.config), inbounds=()) as instance:
            with instance.store.write() as session:
                last = (
                    select(Outbox.id).where(Outbox.kind == "turn-report").order_by(col(Outbox.id).desc()).limit(count)
                )
                session.execute(
                    update(Outbox).where(col(Outbox.id).in_(last.limit(count))).values(status=OutboxStatus.WAITING)
                )
            yield instance


@contextmanager
def prepared(folder: Path, world: World, game: str, count: int) -> Iterator[Storm]:
    """Give a storm that comes in a moment."""
    config = folder / "config.toml"
    config.write_text(CONFIG.format(world=world, user=USER))
    os.environ["BENCH_PASSWORD"] = PASSWORD
    with open_instance(load(config), clock=FrozenClock(SystemClock().now()), inbounds=()) as instance:
        make(instance.store, instance.ctx, count, game)
        for _ in range(TURNS):
            run_due(instance.store, instance.ctx)
        due = SystemClock().now() + LEAD
        with instance.store.write() as session:
            _seat(session)
            running = session.exec(select(Match).where(Match.status == MatchStatus.RUNNING))
            for match in running:
                match.deadline, match.ready_at = due, None
            session.execute(delete(Outbox))
        yield Storm(instance, due)


def _seat(session: Session) -> None:
    """Seat people where bots have played; the orders that the bots have filed are theirs."""
    rows = session.exec(select(SeatAssignment, Match).join(Match, col(Match.id) == SeatAssignment.match)).all()
    players = [Player(name=f"{place.seat} of {match.name}", zone="UTC") for place, match in rows]
    session.add_all(players)
    session.flush()
    for player, (place, match) in zip(players, rows, strict=True):
        assert player.id is not None
        to = address(place.seat, int(match.name.removeprefix("m")))
        session.add(Address(player=player.id, address=to, confirmed=True))
        place.player, place.bot = player.id, ""
