"""The moderator at work in memory: an ``Instance``, rung as the daemon rings it, whose clock is moved by hand."""

import asyncio
import dataclasses
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import datetime
from pathlib import Path
from typing import TypeVar

import sqlalchemy
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import func
from sqlmodel import Session, col, select

from moderator.app.instance import Instance
from moderator.app.opening import open_instance
from moderator.config import Config
from moderator.core import codec
from moderator.core.dice import Dice
from moderator.core.game import AnyGame
from moderator.games.registry import GAMES
from moderator.games.simulate import bot_orders
from moderator.scheduling.clock import FrozenClock
from moderator.service.audit.finding import Finding
from moderator.service.audit.verify import verify_match
from moderator.service.context import MatchPlan, OverridePlan, Settings
from moderator.service.inbox.desk import ProcessedLetter
from moderator.service.matches import order_requests, records
from moderator.service.matches.matches import find
from moderator.service.overrides.apply import apply
from moderator.service.recruiting import open_matches, opening
from moderator.store import match_queries
from moderator.store.recruiting import OpenMatch
from moderator.store.statuses import LetterStatus, MatchStatus, OutboxStatus, RecordKind
from moderator.store.tables import Letter, Match, Outbox, Player, Record
from moderator.testing.memory import MemoryInbound
from tests.support.year.mailbag import Got, Mailbag, Wording

T = TypeVar("T")
_ROUNDS = 20


def _nothing(*_: object) -> tuple[()]:
    return ()


def _none(*_: object) -> None:
    return None


def _without_maps(game: AnyGame) -> AnyGame:
    """Return a game that draws nothing but charts."""
    return replace(game, pictures=lambda words: replace(game.pictures(words), draw=_nothing, course=_none))


class _Kept(Struct, frozen=True):
    """What a record of a turn holds of how people kept time."""

    punctuality: dict[str, str] = {}


class Here(ThreadPoolExecutor):
    """Does at once, in the thread that asks, what would go to another thread: a year comes out the same each time."""

    def submit(self, do: Callable[..., T], /, *args: object, **kwargs: object) -> Future[T]:
        """Do it, and return what came of it."""
        done: Future[T] = Future()
        try:
            done.set_result(do(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - for the caller
            done.set_exception(error)
        return done


class Opened(Struct, frozen=True):
    """A request that was opened: in which match, when, and of each seat that is asked whether it is in secret."""

    plan: MatchPlan
    at: datetime
    asked: Mapping[str, bool]


class State(Struct, frozen=True):
    """How the moderator says that a match stands, with the request that is open if the book does not know it."""

    name: str
    over: bool
    turn: int
    request: int
    deadline: datetime | None
    seated: Mapping[str, tuple[str, str, str]]
    """By seat the person, the bot, and the turns missed."""
    opened: Opened | None


class Office:
    """The moderator, its mailbox, its relay and its clock."""

    def __init__(self, folder: Path, clock: FrozenClock, settings: Settings, worded: Collection[str]) -> None:
        """Open an instance in an empty folder."""
        (folder / "state").mkdir()
        self.clock = clock
        self.inbox, self.mailbag = MemoryInbound(), Mailbag(clock)
        self.wording = Wording(clock, worded)
        self._config = Config(
            path=folder / "config.toml",
            root=folder,
            settings=settings,
            matches=(),
            overrides=(),
            imap=None,
            smtp=None,
            database=f"sqlite:///{folder / 'state' / 'moderator.sqlite'}",
        )
        self.away: datetime | None = None
        """Since when the moderator is not at work; None while it is."""
        self._names: dict[int, str] = {}
        self._overrides = 0
        self._loop = asyncio.Runner()
        self._loop.get_loop().set_default_executor(Here())
        self.games: Mapping[str, AnyGame] = {key: _without_maps(GAMES[key]) for key in GAMES}
        self.instance = self._open()

    def _open(self) -> Instance:
        """Start the moderator, without pictures."""
        instance = open_instance(self._config, clock=self.clock, renderer=self.wording, inbounds=[self.inbox])
        instance.ctx = dataclasses.replace(instance.ctx, games=self.games)
        return instance

    def close(self) -> None:
        """Stop the moderator."""
        self.instance.close()
        self._loop.close()

    # ---- what the operator does ------------------------------------------------------------------------------

    def save(self, matches: Sequence[MatchPlan]) -> None:
        """Save the file with some matches in it, and let it be read."""
        self._config = dataclasses.replace(self._config, matches=tuple(matches))
        self.instance.apply(self._config)

    def restart(self) -> None:
        """Stop the moderator and start it again, as after a crash of the machine."""
        self.instance.close()
        self.instance = self._open()
        self.instance.guarded = True
        self.instance.apply(self._config)
        self.instance.catch_up()

    # ---- what the daemon does --------------------------------------------------------------------------------

    def move(self, to: datetime) -> None:
        """Let time pass in which there is nothing to do: the moderator notes every minute that it is at work."""
        self.clock.time = to
        self.instance.guarded = False
        self.instance.record_pulse()
        self.instance.guarded = True

    def return_from(self, absence: datetime) -> None:
        """Let time pass in which the moderator is not at work."""
        self.clock.time = absence
        self.instance.guarded = True
        self.instance.record_pulse()

    def work(self) -> list[ProcessedLetter]:
        """Do what there is to do now, and return the letters that were acted on."""
        self.instance.drain()
        acted = self.instance.act()
        for _ in range(_ROUNDS):
            ran = self.instance.look()
            if not self._post() and not ran:
                return acted
        raise AssertionError(f"at {self.clock.now()} the moderator does not come to rest")

    def _post(self) -> bool:
        """Send what is due; tell whether something was set aside for a letter of the day."""
        due = self._next_try()
        if due is None or due > self.clock.now():
            return False
        return bool(self._loop.run(self.instance.pump(self.mailbag)).gathered)

    def letters(self) -> list[Got]:
        """Return what arrived since the last time."""
        return self.mailbag.empty()

    def next_look(self) -> datetime | None:
        """Return when there is something to do next, as far as nobody writes."""
        moments = (self.instance.next_look(), self._next_try())
        return min((each for each in moments if each is not None), default=None)

    def _next_try(self) -> datetime | None:
        """Return when a letter is tried again; the daemon looks every minute."""
        waiting = select(func.min(Outbox.due)).where(col(Outbox.status) == OutboxStatus.WAITING)
        with self.instance.store.read() as session:
            return session.exec(waiting).one()

    # ---- how things stand ------------------------------------------------------------------------------------

    def states(self, known: Mapping[str, int]) -> list[State]:
        """Return how the matches stand that are new, or that the book knows, with the request that was open last."""
        columns = (Match.id, Match.name, Match.status, Match.turn, Match.request, Match.deadline)
        asked_for = (col(Match.status) != MatchStatus.OVER) | col(Match.name).in_(known)
        with self.instance.store.read() as session:
            rows = session.execute(sqlalchemy.select(*map(col, columns)).where(asked_for).order_by(col(Match.id))).all()
            seated = match_queries.current_assignments(session, [row.id for row in rows])
            return [
                State(
                    name=row.name,
                    over=row.status is MatchStatus.OVER,
                    turn=row.turn,
                    request=row.request,
                    deadline=row.deadline,
                    seated={
                        seat: (self._name(session, place.player), place.bot, place.missed)
                        for seat, place in seated[row.id].items()
                    },
                    opened=None if known.get(row.name) == row.request else self._opened(session, row.id),
                )
                for row in rows
            ]

    @staticmethod
    def _opened(session: Session, match: int) -> Opened:
        row = session.get_one(Match, match)
        asked = order_requests.current(session, row)
        secret = {seat: prompt.secret for seat, prompt in order_requests.prompts(asked).items()}
        return Opened(plan=row.settings, at=asked.opened if asked else row.created, asked=secret)

    def _name(self, session: Session, player: int | None) -> str:
        if player is None:
            return ""
        if player not in self._names:
            self._names[player] = session.get_one(Player, player).name
        return self._names[player]

    def open_states(self) -> dict[str, str]:
        """Return how the matches stand that people can or could join."""
        with self.instance.store.read() as session:
            rows = session.execute(sqlalchemy.select(col(OpenMatch.name), col(OpenMatch.status)))
            return {row.name: row.status.value for row in rows}

    def punctuality(self) -> dict[tuple[str, datetime], dict[str, str]]:
        """Return by match and time of each turn that ran how the people kept time of whom that is counted."""
        turns = select(Match.name, Record.made, Record.body).join(Match, col(Match.id) == col(Record.match))
        with self.instance.store.read() as session:
            rows = session.exec(turns.where(Record.kind == RecordKind.TURN)).all()
        return {(name, made): codec.unpack(body, _Kept).punctuality for name, made, body in rows}

    def unfinished(self) -> list[str]:
        """Return what should not be there any more at this time: letters that are overdue, or were not read."""
        with self.instance.store.read() as session:
            waits = col(Outbox.status).in_((OutboxStatus.WAITING, OutboxStatus.GATHERED))
            late = session.exec(select(Outbox).where(waits, col(Outbox.due) <= self.clock.now())).all()
            refused = session.exec(select(Outbox).where(Outbox.status == OutboxStatus.REFUSED)).all()
            bad = col(Letter.status).in_((LetterStatus.KEPT, LetterStatus.SHUNTED))
            unread = session.exec(select(Letter.traceback).where(bad)).all()
            told = [f"{row.key} is {row.status.value}, due {row.due}: {row.detail}" for row in (*late, *refused)]
        return [*told, *(each or "a letter that was not read" for each in unread)]

    def call_off(self, match: str) -> None:
        """Let the GM call an open match off."""
        with self.instance.store.write() as session:
            row = open_matches.lock(session, self.instance.ctx, match)
            assert row is not None
            opening.call_off(session, self.instance.ctx, row, "Too few have come.")

    def override(self, match: str, line: str) -> None:
        """Let the GM change a match."""
        self._overrides += 1
        plan = OverridePlan(name=f"year-{self._overrides}", match=match, lines=(line,))
        apply(self.instance.store, self.instance.ctx, plan)

    def findings(self, match: str) -> list[Finding]:
        """Play a match again, and return what does not hold."""
        return verify_match(self.instance.store, self.instance.ctx, match)

    def thought(self, match: str, seat: str, name: str) -> list[str]:
        """Return the lines that somebody orders who plays at random; none for nothing to order."""
        with self.instance.store.read() as session:
            row = find(session, match)
            assert row is not None
            asked = order_requests.prompts(order_requests.current(session, row)).get(seat)
        if asked is None:
            return []
        game, chance = self.games[row.game], Dice.throwaway(name).secret.child("bot", seat)
        state = records.position(game, row.state)
        orders = bot_orders(game, state, seat, asked, bot="random", chance=chance)
        return [game.language.line(order) for order in orders]
