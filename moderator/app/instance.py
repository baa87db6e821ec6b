"""An instance: one folder with its settings, database and wires, and what can be done with it in one go."""

import asyncio
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Self

import structlog
from msgspec import Struct
from sqlalchemy.engine import make_url

from moderator.app import archive, keeping
from moderator.app.files import InstanceError, Lock, private_file, private_folder, secret_key
from moderator.app.pictures import TravellingRenderer
from moderator.app.senders import by_database, by_file
from moderator.config import Config
from moderator.core.errors import ModeratorError
from moderator.games import GAMES
from moderator.ports import Clock, Delivery, Inbound, Outbound, Renderer
from moderator.rendering.complaints import Complaints
from moderator.scheduling.clock import SystemClock
from moderator.service import notes, outbox
from moderator.service.admin import figures, housekeeping
from moderator.service.context import Context, MatchPlan, OverridePlan
from moderator.service.inbox import desk, intake
from moderator.service.matches import deadlines, matches
from moderator.service.outgoing import posting
from moderator.service.overrides import apply as overrides
from moderator.service.overrides import outages
from moderator.service.turns import due
from moderator.store.session import Store, migrate
from moderator.transport.folder import FolderInbound, FolderOutbound
from moderator.transport.imap import ImapMailbox, Notes
from moderator.transport.smtp import SmtpPool

_log = structlog.get_logger()

_JUST = timedelta(seconds=30)
"""So long it need not be noted again that we are at work."""

_MARGIN = timedelta(seconds=1)
"""How long a mail server may take from the moment it stamps a letter until it shows it."""

_PASSES = 100
"""A match of bots alone is due again at once; after so many turns the others have their say first."""

_PROGRESS = frozenset({due.RunResult.RULED, due.RunResult.OVER, due.RunResult.MOVED})


class Round(Struct, frozen=True, kw_only=True):
    """What one round of work came to."""

    kept: int = 0
    letters: int = 0
    turns: int = 0
    sent: int = 0

    @property
    def nothing(self) -> bool:
        """Whether the round found nothing to do."""
        return not (self.kept or self.letters or self.turns or self.sent)


@dataclass
class Instance:
    """Everything concrete behind the use cases; safe to be used by several threads.

    Made by ``open_instance``. ``inbounds`` are drained for letters, ``renderer`` words what goes out; ``fallback``
    does so with the packaged templates.
    """

    config: Config
    store: Store
    ctx: Context
    inbounds: Sequence[Inbound]
    renderer: Renderer
    fallback: Renderer
    guarded: bool = False
    """Our absences are made good, and it is noted when we are at work: for whoever stays at work."""
    _desk: threading.Lock = field(default_factory=threading.Lock, repr=False)
    _lock: Lock | None = field(default=None, repr=False)
    _drained: datetime | None = field(default=None, repr=False)
    _noted: datetime | None = field(default=None, repr=False)
    _puzzled: set[str] = field(default_factory=set, repr=False)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Give back the database and the lock."""
        self.store.close()
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    # ---- letters in ----------------------------------------------------------------------------------------

    def keep(self, deliveries: Sequence[Delivery]) -> list[int | Exception | None]:
        """Keep letters durably (commit 1)."""
        return intake.keep(self.store, self.ctx, deliveries)

    def drain(self, *, mail: bool = True) -> int:
        """Keep what lies in every mailbox; one that cannot be read is logged and does not stop the others.

        Without ``mail`` only files are read: for when somebody else watches the mailbox.
        """
        began, whole, kept = self.ctx.now(), True, 0
        for inbound in self.inbounds:
            if not mail and isinstance(inbound, ImapMailbox):
                whole = False
                continue
            try:
                kept += inbound.drain(self.keep)
                if isinstance(inbound, FolderInbound):
                    self._puzzle(inbound.strange())
            except Exception as error:  # noqa: BLE001 - the letters lie safe where they are
                _log.warning("mailbox.unread", mailbox=type(inbound).__name__, error=str(error))
                whole = False
        if whole and (self._drained is None or began > self._drained):  # another thread may have begun later
            self._drained = began
        return kept

    def _puzzle(self, names: Sequence[str]) -> None:
        """Tell the operator of files in the inbox that are of no kind that is read, of each once."""
        for name in names:
            if name not in self._puzzled:
                self._puzzled.add(name)
                _log.warning("folder.unknown-kind", file=name, advice="save it as plain text: MATCH.SEAT.txt")
                self.memo("dropped-unknown-kind", f"memo:kind:{name}", file=name)

    def act(self, before: datetime | None = None) -> list[desk.Done]:
        """Act on kept letters (that arrived before a time), in the order of arrival; what is filed is archived."""
        self._guard()
        with self._desk:
            done = desk.act_all(self.store, self.ctx, before)
            for letter in done:
                if letter.archive is not None:
                    self._archive(letter.archive)
        for letter in done:
            # whether a seat's orders are legal may depend on what is hidden, and operators play, too
            what = letter.status.value if letter.seat else letter.verdict
            _log.info("letter.done", letter=letter.letter, what=what, match=letter.match, seat=letter.seat)
        return done

    def archive_again(self) -> None:
        """Write what may be missing of the archive since a crash; to be done before the first letter is acted on."""
        for sheet in desk.archives(self.store, self.ctx):
            self._archive(sheet)

    def _archive(self, sheet: desk.Archive) -> None:
        try:
            archive.write(self.config.root, sheet)
        except OSError as error:  # a copy for the GM's eyes: letters and turns go on without it
            _log.warning("archive.not-written", match=sheet.match, seat=sheet.seat, error=str(error))

    def fetch(self, before: datetime) -> bool:
        """Do what must be done before a turn runs: everything that arrived before a time counts.

        False if a mailbox could not be read since then.
        """
        began = self.ctx.now()
        if self._drained is None or self._drained < before + _MARGIN:
            self.drain()
        self.act(before)
        return self._drained is not None and self._drained >= min(began, before + _MARGIN)

    # ---- turns ---------------------------------------------------------------------------------------------

    def look(self, ruled: Callable[[], object] = lambda: None) -> int:
        """Run every turn that is due, and remind the silent; return how many turns ran.

        ``ruled`` is called after each transaction, from this thread: its letters may go while the next turns are
        resolved.
        """
        count = 0
        for _ in range(_PASSES):
            self._guard()
            found = due.run_due(self.store, self.ctx, self.fetch, ruled)
            for match, what in found.items():
                _log.info("match.looked", match=match, what=what.value)
            ran = [what for what in found.values() if what in _PROGRESS]
            count += sum(what is not due.RunResult.MOVED for what in ran)
            if not ran:
                break
        with self.store.write() as session:
            deadlines.remind(session, self.ctx)
            notes.gather(session, self.ctx)
        return count

    def run(self, match: int, *, force: bool = False) -> due.RunResult:
        """Run one match's turn if it is due (or in any case), after everything that arrived in time."""
        what = due.run_if_due(self.store, self.ctx, match, self.fetch, force=force)
        if what is not due.RunResult.NOT_DUE:
            _log.info("match.looked", match=match, what=what.value)
        return what

    def next_moments(self) -> list[tuple[str, datetime]]:
        """Return when to look at which match next."""
        with self.store.read() as session:
            return deadlines.wake_ups(session, self.ctx)

    # ---- our own absences ----------------------------------------------------------------------------------

    def attend(self) -> outages.Noted:
        """Note that we are at work, and make good an absence that ends now; raises if the database takes nothing."""
        noted = outages.note(self.store, self.ctx, grant=self.guarded)
        self._noted = self.ctx.now()
        if noted.away and self.guarded:
            _log.warning("moderator.was-away", seconds=int(noted.away.total_seconds()), moved=len(noted.moved))
        if noted.behind:
            _log.warning("clock.behind", seconds=int(noted.behind.total_seconds()))
        for name in noted.failed:
            _log.error("deadline.not-moved", match=name)
        return noted

    def _guard(self) -> None:
        """Attend before anything is done that goes by the time, unless that was just done."""
        if self.guarded and (self._noted is None or abs(self.ctx.now() - self._noted) >= _JUST):
            self.attend()

    def heartbeat(self, troubles: Mapping[str, int]) -> bool:
        """Write to the GM how things stand, if the file asks for it and it is time."""
        rhythm = self.config.heartbeat
        return bool(rhythm) and figures.tell(self.store, self.ctx, rhythm, troubles, self.store.size())

    def queue(self) -> figures.Queue:
        """Return what should have gone by now."""
        with self.store.read() as session:
            return figures.queue(session, self.ctx)

    def figures(self) -> figures.Figures:
        """Return how things stand, in numbers."""
        with self.store.read() as session:
            return figures.figures(session, self.ctx)

    # ---- letters out ---------------------------------------------------------------------------------------

    async def pump(
        self, outbound: Outbound, workers: Executor | None = None, went: Callable[[], object] = lambda: None
    ) -> posting.Fates:
        """Send what is due, until nothing is; return what came of it. ``went`` is called before each batch.

        Whatever a sender that died had in hand goes at once.
        """
        with ExitStack() as held:
            await asyncio.to_thread(held.enter_context, self._sending())
            return await self._pump(outbound, workers, went)

    def _sending(self) -> AbstractContextManager[None]:
        alone = partial(posting.take_back, self.store)
        if _on_sqlite(self.config):
            return by_file(self.config.root / "state", alone)
        return by_database(self.store.engine, alone)

    async def _pump(self, outbound: Outbound, workers: Executor | None, went: Callable[[], object]) -> posting.Fates:
        total = posting.Fates()
        while True:
            went()
            done = await posting.pump(
                self.store, self.ctx, self.renderer, outbound, workers=workers, fallback=self.fallback
            )
            if not done.total:
                return total
            total += done

    def backlog(self) -> posting.Backlog:
        """Return what waits to go, and how many letters may go today."""
        with self.store.read() as session:
            return posting.backlog(session, self.ctx)

    async def send(self) -> posting.Fates:
        """Send what is due over a wire of its own, and let go of it."""
        outbound = self.outbound()
        try:
            return await self.pump(outbound)
        finally:
            await outbound.close()

    def outbound(self) -> Outbound:
        """Return the wire for letters out; made on the event loop that is to use it."""
        if self.config.smtp is not None:
            return SmtpPool(self.config.smtp)
        return FolderOutbound(self.config.root / "state" / "outbox")

    # ---- the operator's file -------------------------------------------------------------------------------

    def apply(self, config: Config) -> list[str]:
        """Take over a file that was read: settings, new matches, new overrides; return what the operator should know.

        A match or override that cannot be made is told and stops no other.
        """
        if config.imap != self.config.imap:
            self.inbounds = _inbounds(config)
        self.config = config
        self.ctx = replace(self.ctx, settings=config.settings)
        told: list[str] = []
        for plan in config.matches:
            told += self._match(plan)
        for override in config.overrides:
            told += self._override(override)
        for line in told:
            _log.warning("config.told", line=line)
        return told

    def _match(self, plan: MatchPlan) -> list[str]:
        """Make a match if its name is new; else tell what the file says that the match does not do."""
        try:
            with self.store.write() as session:
                if matches.find(session, plan.name) is not None:
                    return matches.differences(session, plan)
                matches.create(session, self.ctx, plan)
        except ModeratorError as error:
            return [str(error)]
        except Exception as error:  # noqa: BLE001 - one bad match never stops the others
            _log.exception("match.not-made", match=plan.name)
            return [f'{plan.place}: match "{plan.name}" could not be made: {_named(error)}']
        _log.info("match.made", match=plan.name, game=plan.game)
        return []

    def _override(self, plan: OverridePlan) -> list[str]:
        """Apply an override if its id is new."""
        try:
            overrides.apply(self.store, self.ctx, plan)
        except ModeratorError as error:
            return [str(error)]
        except Exception as error:  # noqa: BLE001 - one bad override never stops the others
            _log.exception("override.not-applied", override=plan.name)
            return [f'{plan.place}: override "{plan.name}" could not be applied: {_named(error)}']
        return []

    # ---- all of it -----------------------------------------------------------------------------------------

    def tidy(self) -> None:
        """Forget what is old enough."""
        with self.store.write() as session:
            given_up = housekeeping.give_up_held_letters(session, self.ctx)
            forgotten = housekeeping.forget_old_letters(session, self.ctx)
        if given_up:
            _log.info("letters.never-confirmed", count=given_up)
        if forgotten:
            _log.info("letters.forgotten", count=forgotten)

    def complain(self, *watched: Notes) -> None:
        """Tell the GM what is wrong with a mailbox, once a week as long as it is so."""
        notes = [*watched, *(inbound.notes for inbound in self.inbounds if isinstance(inbound, ImapMailbox))]
        for code, said in {code: said for each in notes for code, said in each.trouble.items()}.items():
            self.memo(code, f"{code}:{self.ctx.now():%G-W%V}", [said])

    def memo(self, code: str, key: str, lines: Sequence[str] = (), **facts: str | int) -> None:
        """Tell the GM something, once for a key."""
        with self.store.write() as session:
            outbox.memo(session, self.ctx, code, key, facts=facts, lines=lines)

    async def once(self) -> Round:
        """Do everything that is due: fetch, act, resolve, send; again while that brings something new."""
        total = Round()
        self.archive_again()
        outbound = self.outbound()
        try:
            while True:
                kept, letters, turned = self.drain(), len(self.act()), self.look()
                self.complain()
                done = Round(kept=kept, letters=letters, turns=turned, sent=(await self.pump(outbound)).sent)
                if done.nothing:
                    return total
                total = Round(
                    kept=total.kept + done.kept,
                    letters=total.letters + done.letters,
                    turns=total.turns + done.turns,
                    sent=total.sent + done.sent,
                )
        finally:
            await outbound.close()


def _named(error: Exception) -> str:
    return f"{type(error).__name__}: {error}".splitlines()[0]


def open_instance(
    config: Config,
    *,
    clock: Clock | None = None,
    renderer: Renderer | None = None,
    inbounds: Sequence[Inbound] | None = None,
    lock: bool = False,
) -> Instance:
    """Open an instance: its database brought up to date, its key made if it has none.

    ``lock`` keeps every other worker away from an instance on SQLite; without it one only looks, or trusts the
    database's own transactions.
    """
    state = config.root / "state"
    held = Lock(state) if lock and _on_sqlite(config) else None
    try:
        keeping.refuse_half(config.root)
        _prepare(config)
        migrate(config.database)
        ticking = clock or SystemClock()
        return Instance(
            config=config,
            store=Store(config.database),
            ctx=Context(
                settings=config.settings,
                games=GAMES,
                clock=ticking,
                key=secret_key(state),
                say=Complaints(),
            ),
            inbounds=_inbounds(config) if inbounds is None else inbounds,
            renderer=renderer or TravellingRenderer(templates_of(config)),
            fallback=TravellingRenderer(),
            _lock=held,
        )
    except BaseException:
        if held is not None:
            held.release()
        raise


def templates_of(config: Config) -> Path | None:
    """Return the operator's own templates, if there are any."""
    folder = config.root / "templates"
    return folder if folder.is_dir() else None


def _on_sqlite(config: Config) -> bool:
    """Tell whether all who work on an instance share its folder, and can see each other's locks."""
    return make_url(config.database).get_backend_name() == "sqlite"


def _prepare(config: Config) -> None:
    """Make the folders that an instance needs, and refuse a database folder that is not there."""
    for name in ("state", "orders/inbox"):
        private_folder(config.root / name)
    url = make_url(config.database)
    if url.get_backend_name() == "sqlite" and url.database and url.database != ":memory:":
        path = Path(url.database)
        if not path.parent.is_dir():
            raise InstanceError(f"[database] url: there is no folder {path.parent}; make it, or mend the url")
        private_file(path)  # SQLite gives its journals the mode of the database


def _inbounds(config: Config) -> list[Inbound]:
    orders = config.root / "orders"
    found: list[Inbound] = [FolderInbound(orders / "inbox", orders / "processed", orders / "failed")]
    if config.imap is not None:
        found.append(ImapMailbox(config.imap))
    return found
