"""A whole moderator in memory: letters go in as bytes, the clock is moved by hand, letters come out as facts."""

import asyncio
import dataclasses
import itertools
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from functools import cache, partial
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from sqlmodel import Session, col, func, select

from moderator.core import codec
from moderator.core.game import AnyGame
from moderator.games.registry import GAMES
from moderator.ports import Delivery, Inbound, Outbound, Renderer
from moderator.rendering.complaints import Complaints
from moderator.rendering.drawn_words import DrawnWords
from moderator.scheduling.clock import FrozenClock
from moderator.service import tags
from moderator.service.context import Context, MatchPlan, SeatPlan, Settings
from moderator.service.facts import Acknowledgement, LetterFacts
from moderator.service.inbox import desk, intake
from moderator.service.inbox.desk import ProcessedLetter
from moderator.service.matches import deadlines, differences, matches, order_requests
from moderator.service.outgoing import posting
from moderator.service.outgoing.envelopes import MAIL, Envelope, collect
from moderator.service.turns import due
from moderator.store.session import Store
from moderator.store.statuses import MatchStatus
from moderator.store.tables import Letter, Match, OrderSet, Outbox, SeatAssignment
from moderator.testing.memory import MemoryInbound, MemoryOutbound, SentLetter

START = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
ADDRESS = "moderator@pbem.test"
SETTINGS = Settings(name="Battle Moderator", address=ADDRESS, gm="gm@pbem.test", delay=timedelta(minutes=15))


@cache
def _say(templates: Path | None) -> Complaints:
    """Return what words complaints, made once for all instances."""
    return Complaints(templates)


class World:
    """An instance without mail servers: a test hands it letters and looks at what it wants to send."""

    def __init__(
        self,
        store: Store,
        settings: Settings = SETTINGS,
        games: Mapping[str, AnyGame] = GAMES,
        templates: Path | None = None,
    ) -> None:
        """Begin at START with some games; ``templates`` is a folder with words that come before the packaged ones."""
        self.store = store
        self.clock = FrozenClock(START)
        self.ctx = Context(
            settings=settings,
            games=games,
            clock=self.clock,
            key=b"k" * 32,
            say=_say(templates),
            words=DrawnWords(templates),
        )
        self.memory = MemoryInbound()
        self.inbound: Inbound = self.memory
        self.outbound = MemoryOutbound()
        self._numbers = itertools.count(1)

    def settings(self, **changes: Any) -> None:  # noqa: ANN401 - any settings
        """Change the operator's settings."""
        self.ctx = dataclasses.replace(self.ctx, settings=replace(self.ctx.settings, **changes))
        with self.store.write() as session:
            deadlines.reschedule_checks(session, self.ctx)

    def move(self, **by: float) -> None:
        """Put the clock on, by ``hours=2`` and the like."""
        self.clock.move(timedelta(**by))

    # ---- matches -------------------------------------------------------------------------------------------

    def match(
        self,
        name: str,
        game: str,
        seats: Sequence[SeatPlan],
        schedule: str = "every 48h",
        **options: object,
    ) -> None:
        """Make a match; its welcomes wait in the outbox."""
        plan = MatchPlan(name=name, game=game, schedule=schedule, zone="UTC", options=dict(options), seats=tuple(seats))
        with self.store.write() as session:
            matches.create(session, self.ctx, plan)

    def the_match(self, name: str = "hoth") -> Match:
        """Return a match as it stands."""
        with self.store.read() as session:
            return session.exec(select(Match).where(Match.name == name)).one()

    def differences(self, plan: MatchPlan) -> list[str]:
        """Return what the operator's file says of a match that the match does not do."""
        with self.store.read() as session:
            made = differences.find_made_matches(session, [plan])
            return differences.find(session, plan, made[plan.name]) if made else []

    def assignment(self, seat: str, match: str = "hoth") -> SeatAssignment:
        """Return who sits in a seat."""
        with self.store.read() as session:
            return order_requests.assignments(session, self._match(session, match))[seat]

    def tag(self, seat: str, match: str = "hoth") -> str:
        """Return the signed reply address of a seat."""
        return tags.reply_address(self.ctx, match, seat, self.assignment(seat, match).key_number)

    def order_set(self, seat: str, match: str = "hoth") -> list[str] | None:
        """Return the recorded orders for a seat as canonical lines, None for no order set."""
        row = self.order_set_row(seat, match)
        if row is None:
            return None
        game = self.ctx.game(self.the_match(match).game)
        return [game.language.line(order) for order in order_requests.unpack_orders(game, row.orders)]

    def order_set_row(self, seat: str, match: str = "hoth") -> OrderSet | None:
        """Return the recorded orders for a seat."""
        with self.store.read() as session:
            return order_requests.order_sets(session, self._match(session, match)).get(seat)

    def _match(self, session: Session, name: str) -> Match:
        return session.exec(select(Match).where(Match.name == name)).one()

    # ---- letters in ----------------------------------------------------------------------------------------

    def raw(
        self,
        text: str,
        sender: str = "ann@pbem.test",
        *,
        to: str = "",
        subject: str = "orders",
        headers: Mapping[str, str] | None = None,
    ) -> bytes:
        """Write a letter as a plain mail client would; ``to`` is by default the reply address of the sender's seat."""
        fields = {
            "From": sender,
            "To": to or ADDRESS,
            "Subject": subject,
            "Message-ID": f"<{next(self._numbers)}@client.test>",
            "Content-Type": "text/plain; charset=utf-8",
            **(headers or {}),
        }
        head = "".join(f"{name}: {value}\r\n" for name, value in fields.items() if value)
        return (head + "\r\n" + text.replace("\n", "\r\n") + "\r\n").encode()

    def put(self, raw: bytes, *, arrived: datetime | None = None, trusted: bool = False) -> Delivery:
        """Let a letter arrive, now or at a time."""
        return self.memory.put(raw, arrived or self.clock.now(), trusted=trusted)

    def keep(self, deliveries: Sequence[Delivery]) -> list[int | Exception | None]:
        """Keep letters, as a transport asks."""
        return intake.store_letters(self.store, self.ctx, deliveries)

    def read(self) -> list[ProcessedLetter]:
        """Keep what arrived and act on it."""
        self.inbound.drain(self.keep)
        return desk.act_all(self.store, self.ctx)

    def says(self, seat: str, text: str, *, match: str = "hoth", sender: str = "", **more: Any) -> Acknowledgement:  # noqa: ANN401 - of ``raw``
        """Let a seat's player write to the seat's reply address; return the acknowledgement."""
        address = sender or f"{seat.lower()}@pbem.test"
        self.put(self.raw(text, address, to=self.tag(seat, match), **more))
        self.read()
        return self.acknowledgement()

    def letters(self, after: int = 0) -> list[Letter]:
        """Return the kept letters, or those that came after one of that number."""
        with self.store.read() as session:
            return list(session.exec(select(Letter).where(col(Letter.id) > after).order_by(col(Letter.id))))

    def last_letter(self) -> int:
        """Return the number of the newest letter, 0 for none."""
        with self.store.read() as session:
            return session.exec(select(func.max(Letter.id))).one() or 0

    # ---- turns and letters out -----------------------------------------------------------------------------

    def look(self) -> dict[str, due.RunResult]:
        """Run what is due, the mailbox drained first."""
        return due.run_due(self.store, self.ctx, self._drain)

    def _drain(self, before: datetime, _matches: Collection[int]) -> None:
        self.inbound.drain(self.keep)
        desk.act_all(self.store, self.ctx, before)

    def remind(self) -> int:
        """Remind the silent whose time it is."""
        with self.store.write() as session:
            return deadlines.look(session, self.ctx)

    def next_look(self) -> datetime | None:
        """Return when some match is worth a look next; none has missed a change that would bring it forward."""
        with self.store.trial() as session:
            noted = dict(session.exec(select(Match.id, Match.check_due)).all())
            deadlines.reschedule_checks(session, self.ctx)
            session.flush()
            right = dict(
                session.exec(select(Match.id, Match.check_due).where(Match.status == MatchStatus.RUNNING)).all()
            )
        for match, moment in right.items():
            soon = noted[match]
            assert moment is None or (soon is not None and soon <= moment), (match, noted, right)
        with self.store.write() as session:
            deadlines.look(session, self.ctx)
            return deadlines.next_look(session, self.ctx)

    def facts_of(self, row: Outbox) -> LetterFacts | None:
        """Return what a letter that waits would tell if it went now."""
        (ready,) = collect(self.store, self.ctx, [row])
        assert isinstance(ready, Envelope), ready
        return ready.facts

    def rows(self, kind: str = "") -> list[Outbox]:
        """Return the letters out of a kind, in the order in which they were made."""
        with self.store.read() as session:
            rows = session.exec(select(Outbox).order_by(col(Outbox.id))).all()
        return [row for row in rows if kind in ("", row.kind)]

    def facts(self, kind: str) -> list[Any]:
        """Return the facts of the letters out of a kind."""
        return [codec.unpack(row.payload, LetterFacts | None) for row in self.rows(kind)]

    def acknowledgement(self) -> Acknowledgement:
        """Return the newest acknowledgement."""
        found: Acknowledgement = self.facts("acknowledgement")[-1]
        return found

    def post(self, renderer: Renderer) -> list[SentLetter]:
        """Send everything that waits and return it."""
        asyncio.run(self.pump(renderer, self.outbound))
        return self.outbound.take()

    async def pump(self, renderer: Renderer, outbound: Outbound) -> None:
        """Send everything that waits over a transport."""
        with ThreadPoolExecutor(1) as one:  # letters to different readers go in the order in which they are rendered
            send = partial(posting.pump, self.store, self.ctx, renderer, outbound, workers=one)
            queues = (MAIL, *self.ctx.settings.forums)
            while (await posting.gather_counts(send(queue=queue) for queue in queues)).total:
                pass
