"""An instance: one folder with its settings, its database and its transports, and the work that can be done on it."""

import asyncio
import threading
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from concurrent.futures import Executor, wait
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple, Self, TypeVar

import structlog
from sqlmodel import Session

from moderator.app import files
from moderator.app.chat import send_last
from moderator.app.config_file import ConfigFile
from moderator.app.files import Lock
from moderator.app.forums import ForumReader, close_forums, forums_of, readers_of
from moderator.app.public_posts import follow_up
from moderator.app.senders import senders_lock
from moderator.config import Config
from moderator.core.errors import describe_error
from moderator.ports import Delivery, Inbound, Outbound, Renderer
from moderator.service import browsers, outbox, player_memos
from moderator.service.admin import figures, housekeeping
from moderator.service.commands import address
from moderator.service.context import Context
from moderator.service.inbox import desk, intake, posted
from moderator.service.inbox.gm_letters import GmWish
from moderator.service.matches import deadlines
from moderator.service.outgoing import digests, posting
from moderator.service.outgoing.envelopes import MAIL
from moderator.service.overrides import apply as overrides
from moderator.service.overrides import by_letter, outages, stepping_in
from moderator.service.recruiting import musters
from moderator.service.turns import due
from moderator.store import people_queries
from moderator.store.bookmarks import threads_before_turns
from moderator.store.session import Store
from moderator.store.tables import Thread
from moderator.transport import imap_forgetting
from moderator.transport.connections import NotKeptError
from moderator.transport.folder import FolderInbound, FolderOutbound
from moderator.transport.forum.outbound import ForumOutbound
from moderator.transport.forum.port import Forum
from moderator.transport.imap import ImapMailbox, Notes
from moderator.transport.outbound_switch import Switch
from moderator.transport.smtp import SmtpPool

_log = structlog.get_logger()
T = TypeVar("T")

_PULSE_INTERVAL = timedelta(seconds=30)
"""The moderator notes that it is at work at most this often."""

_MARGIN = timedelta(seconds=1)
"""A mail server shows a letter at most this long after it has stamped it."""

_PASSES = 100
"""The most passes over all matches in one go: a match of bots alone is due again at once, and letters must go, too."""

_PROGRESS = frozenset({due.RunResult.RESOLVED, due.RunResult.OVER, due.RunResult.MOVED})


class Round(NamedTuple):
    """What one round of work came to: letters kept, letters acted on, turns run, letters sent."""

    kept: int = 0
    letters: int = 0
    turns: int = 0
    sent: int = 0


@dataclass
class Instance:
    """Everything concrete behind the use cases, made by ``open_instance``. Several threads may share one.

    Letters are drained from ``inbounds`` and from ``forums``, which have their ``readers`` by the same names.
    ``renderer`` words what goes out, and ``fallback`` does so with the packaged templates.
    """

    config: Config
    store: Store
    ctx: Context
    inbounds: Sequence[Inbound]
    forums: Mapping[str, Forum]
    renderer: Renderer
    fallback: Renderer
    guarded: bool = False
    """Whether to note when the moderator is at work, and to make good its absences; set by whoever keeps running."""
    patience: float | None = None
    """How many seconds letters and turns wait for forums that are being read; None until they are. Set likewise."""
    arrived: Callable[[], object] = lambda: None
    """Called, in another thread, when posts of a forum were kept or followed up. Set likewise."""
    readers: dict[str, ForumReader] = field(init=False, repr=False)
    file: ConfigFile = field(init=False, repr=False)
    """What the operator's file asks for."""
    _desk: threading.Lock = field(default_factory=threading.Lock, repr=False)
    _lock: Lock | None = field(default=None, repr=False)
    _last_drained: datetime | None = field(default=None, repr=False)
    """When all mailboxes together were last read to their ends."""
    _last_pulse: datetime | None = field(default=None, repr=False)
    _reported_files: set[str] = field(default_factory=set, repr=False)

    def __post_init__(self) -> None:
        self.file = ConfigFile(self.store)
        self._open_readers()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the ways to forums and the database, and release the lock."""
        close_forums(self.forums, self.readers)
        self.store.close()
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def _open_readers(self) -> None:
        self.readers = readers_of(self.forums, self.store, self.keep, lambda: self.arrived(), self.ctx.clock.now)  # noqa: PLW0108 - it is set later

    # ---- letters in ----------------------------------------------------------------------------------------

    def keep(self, deliveries: Sequence[Delivery]) -> list[int | Exception | None]:
        """Store letters durably (commit 1); see ``intake.store_letters`` for what is returned."""
        return intake.store_letters(self.store, self.ctx, deliveries)

    def drain(self, *, mail: bool = True, forums: Collection[str] | None = None, threads: Iterable[Thread] = ()) -> int:
        """Store the letters of every mailbox and forum durably and return how many there were.

        One that cannot be read is logged and does not stop the others. With ``mail`` false no mailbox is read but the
        folder of files, for a caller who has that done elsewhere. With ``forums`` these alone are read; in ``threads``
        every edit is found.
        """
        began, kept, whole = self.ctx.now(), 0, True
        again = [(each.forum, each.thread) for each in threads]
        readings = [
            reader.read(thread for forum, thread in again if forum == name)
            for name, reader in self.readers.items()
            if forums is None or name in forums
        ]
        for inbound in self.inbounds:
            if not mail and isinstance(inbound, ImapMailbox):
                whole = False
                continue
            try:
                kept += inbound.drain(self.keep)
                if isinstance(inbound, FolderInbound):
                    self._report_unknown_files(inbound.strange())
            except NotKeptError as error:
                # the text says all: a traceback may quote a letter
                _log.error("letters.not-kept", mailbox=type(inbound).__name__, error=str(error))
                whole = False
            except Exception as error:  # noqa: BLE001 - the letters lie safe where they are
                _log.warning("mailbox.unread", mailbox=type(inbound).__name__, error=str(error))
                whole = False
        if whole:
            self._last_drained = max(began, self._last_drained or began)  # another thread may have begun later
        done, _ = wait(readings, self.patience)
        return kept + sum(reading.result() for reading in done)

    def _report_unknown_files(self, names: Sequence[str]) -> None:
        """Tell the operator, once for each file, that a file in the inbox is of a kind that is not read."""
        for name in names:
            if name not in self._reported_files:
                self._reported_files.add(name)
                _log.warning("folder.unknown-kind", file=name, advice="save it as plain text: MATCH.SEAT.txt")
                self.memo("dropped-unknown-kind", f"memo:kind:{name}", file=name)

    def act(self, before: datetime | None = None) -> list[desk.ProcessedLetter]:
        """Act on stored letters in the order of their arrival, and archive the order sets that they file.

        With ``before`` only letters that arrived before that time are acted on.
        """
        self._record_pulse_if_due()
        with self._desk:
            done = desk.act_all(self.store, self.ctx, before)
            for letter in done:
                if letter.archive is not None:
                    files.write_archive(self.config.root, letter.archive)
        for letter in done:
            # whether a seat's orders are legal may depend on what is hidden, and operators play, too
            what = letter.status.value if letter.seat else letter.verdict
            _log.info("letter.done", letter=letter.letter, what=what, match=letter.match, seat=letter.seat)
        self._follow_up(each.public for each in done)
        self._settle(wish for each in done for wish in each.wishes)
        return done

    def _settle(self, wishes: Iterable[GmWish]) -> None:
        """Try or apply what GMs wrote; one that fails stops no other, and is tried again at the next start."""
        for wish in wishes:
            try:
                by_letter.settle(self.store, self.ctx, wish)
            except Exception:  # noqa: BLE001 - as promised above
                _log.exception("override.not-settled", letter=wish.letter)

    def _follow_up(self, found: Iterable[posted.PublicPost | None]) -> None:
        """Have public posts followed up; whoever goes on running does not wait for that."""
        for tried in follow_up(self.store, self.ctx, self.forums, self.readers, found):
            if self.patience is None:
                tried.result()

    def catch_up(self) -> None:
        """Do what a crash may have kept from being done about letters. Call this before the first ``act``."""
        for order_set in desk.archives(self.store, self.ctx):
            files.write_archive(self.config.root, order_set)
        self._follow_up(self.query(posted.public_posts))
        self._settle(self.query(by_letter.unsettled))

    def fetch(self, before: datetime, matches: Collection[int] = ()) -> bool | frozenset[str]:
        """Fetch and act on everything that arrived before a time, as the turns of some matches must before they run.

        Only the forums are read in which these are played. Return False if a mailbox could not be read since then, else
        the forums that could not, or True for none.
        """
        began = self.ctx.now()
        with self.store.read() as session:
            played = self.readers.keys() & set().union(*people_queries.forums_of(session, matches).values())
            threads = threads_before_turns(session, matches) if played else ()
        if played or self._unread(before + _MARGIN):
            self.drain(forums=played, threads=threads)
        self.act(before)
        if self._unread(min(began, before + _MARGIN)):
            return False
        return frozenset(name for name in played if self._unread(began, name)) or True

    def _unread(self, since: datetime, forum: str = "") -> bool:
        """Tell whether a forum, or without its name any mailbox, has not been read to its end since a time."""
        read = self.readers[forum].read_to if forum else self._last_drained
        return read is None or read < since

    # ---- turns ---------------------------------------------------------------------------------------------

    def look(self, resolved: Callable[[], bool] = lambda: True, hand_over: due.HandOver | None = None) -> int:
        """Run every turn that is due, change addresses that nobody objects to, remind the silent; return the turns run.

        ``resolved`` is called in this thread after each transaction, so that its letters may go while the next turns
        are resolved, and tells whether to go on. With ``hand_over`` nothing is resolved here: see ``due.run_due``.
        """
        count = 0
        self.file.begin_due(self.ctx)
        for _ in range(_PASSES):
            self._record_pulse_if_due()
            for match, fault in overrides.carry_out_agreed(self.store, self.ctx).items():
                _log.info("match.went-back", match=match, fault=fault and describe_error(fault))
            found = due.run_due(self.store, self.ctx, self.fetch, resolved, hand_over)
            for match, what in found.items():
                if what is not due.RunResult.HANDED_OVER:  # the machine that resolves it says so
                    _log.info("match.looked", match=match, what=what.value)
            ran = [what for what in found.values() if what in _PROGRESS]
            count += sum(what is not due.RunResult.MOVED for what in ran)
            if not ran or not resolved():
                break
        self._change_addresses()
        with self.store.write() as session:
            deadlines.look(session, self.ctx)
            player_memos.gather(session, self.ctx)
            digests.gather(session, self.ctx)
        for name in stepping_in.settle(self.store, self.ctx):
            _log.error("seat.not-offered", match=name)
        for name, error in musters.settle(self.store, self.ctx).items():
            _log.error("match.not-begun", match=name, exc_info=error)
        return count

    def _change_addresses(self) -> None:
        """Change the addresses that nobody has objected to, once the mailbox is read: an objection may lie there."""
        try:
            if self.query(address.unopposed_changes) and self.fetch(self.ctx.now()) is not False:
                with self.store.write() as session:
                    address.take_effect(session, self.ctx)
        except Exception:  # noqa: BLE001 - it is tried again at the next look, and the others go on
            _log.exception("address.not-changed")

    def run(self, match: int, *, force: int | None = None) -> due.RunResult:
        """Act on the letters that arrived in time, then run a match's turn if it is due or ``force`` is its request."""
        what = due.run_if_due(self.store, self.ctx, match, self.fetch, force=force)
        if what is not due.RunResult.NOT_DUE:
            _log.info("match.looked", match=match, what=what.value)
        return what

    def query(self, question: Callable[[Session, Context], T]) -> T:
        """Ask the database a question, in a session that only reads."""
        with self.store.read() as session:
            return question(session, self.ctx)

    # ---- our own absences ----------------------------------------------------------------------------------

    def record_pulse(self) -> outages.PulseResult:
        """Note that the moderator is at work, and make good an absence that ends now.

        Raises the database's error if it cannot be written to.
        """
        noted = outages.note(self.store, self.ctx, grant=self.guarded)
        self._last_pulse = self.ctx.now()
        if noted.away and self.guarded:
            _log.warning("moderator.was-away", seconds=int(noted.away.total_seconds()), moved=len(noted.moved))
        if noted.behind:
            _log.warning("clock.behind", seconds=int(noted.behind.total_seconds()))
        for name in noted.failed:
            _log.error("deadline.not-moved", match=name)
        return noted

    def _record_pulse_if_due(self) -> None:
        """Attend before work that depends on the time, unless that was done a moment ago."""
        if self.guarded and (self._last_pulse is None or abs(self.ctx.now() - self._last_pulse) >= _PULSE_INTERVAL):
            self.record_pulse()

    def heartbeat(self, troubles: Mapping[str, int]) -> bool:
        """Write the GM a summary of how things stand if the file asks for one and it is due; return whether it was."""
        rhythm = self.config.heartbeat
        return bool(rhythm) and figures.tell(self.store, self.ctx, rhythm, troubles, self.store.size())

    # ---- letters out ---------------------------------------------------------------------------------------

    @property
    def queues(self) -> tuple[str, ...]:
        """The ways that letters go, each at its own speed: by mail, and to every forum."""
        return (MAIL, *self.ctx.settings.forums)

    async def pump(
        self,
        outbound: Outbound,
        workers: Executor | None = None,
        queues: Sequence[str] | None = None,
        *,
        stopping: asyncio.Event | None = None,
        went: Callable[[], object] = lambda: None,
    ) -> posting.DeliveryCounts:
        """Send letters until none is due, by default in all queues, and return what came of them; see ``posting.pump``.

        Letters that a dead sender had claimed go at once.
        """
        pump = partial(posting.pump, self.store, self.ctx, self.renderer, outbound, fallback=self.fallback)
        send = partial(pump, workers=workers, stopping=stopping, went=went)
        with ExitStack() as held:
            await asyncio.to_thread(held.enter_context, senders_lock(self.store, self.config.root / "state"))
            total = posting.DeliveryCounts()
            while True:
                ways = self.queues if queues is None else queues
                done = await posting.gather_counts(send(queue=queue) for queue in ways)
                if not done.total:
                    return total
                total += done

    async def send(self) -> posting.DeliveryCounts:
        """Send the letters that are due over a transport opened for it, and close that."""
        outbound = self.outbound()
        try:
            return await self.pump(outbound)
        finally:
            await outbound.close()

    def outbound(self) -> Outbound:
        """Return a new transport for letters out. Call this on the event loop that is to use it."""
        return outbound_of(self.config, self.forums)

    # ---- the operator's file -------------------------------------------------------------------------------

    def apply(self, config: Config, later: Sequence[str] = ()) -> list[str]:
        """Take over the operator's file: its settings, new matches and new overrides.

        Return the lines that the GM is mailed, ``later`` first. A match or override that fails stops no other.
        """
        if config.forums != self.config.forums:
            close_forums(self.forums, self.readers)
            self.forums = forums_of(config)
            self._open_readers()
            self._follow_up(self.query(posted.public_posts))  # what waited for the old ones
        if config.imap != self.config.imap:
            self.inbounds = inbounds_of(config)
        before, self.config = self.config, config
        self.ctx = replace(self.ctx, settings=config.settings)
        return self.file.take_over(self.ctx, before, config, later)

    def next_look(self) -> datetime | None:
        """Return when a match is worth a look next, or begins or is mustered, or a letter of the day goes."""
        asked = (deadlines.next_look, digests.next_look, musters.next_look)
        moments = (*map(self.query, asked), self.file.next_start(self.ctx))
        return min((each for each in moments if each is not None), default=None)

    def tidy(self) -> None:
        """Give up what nobody confirmed, and forget letters that have been kept long enough."""
        with self.store.write() as session:
            given_up = housekeeping.give_up_held_letters(session, self.ctx)
            given_up += housekeeping.give_up_address_changes(session, self.ctx)
            browsers.tidy(session, self.ctx)
            forgotten = housekeeping.forget_old_letters(session, self.ctx)
        if given_up:
            _log.info("letters.never-confirmed", count=given_up)
        if forgotten:
            _log.info("letters.forgotten", count=forgotten)
        before = (self.ctx.now() - timedelta(days=self.ctx.settings.keep_letters)).date()
        imap_forgetting.tidy(self.mailboxes, before)

    @property
    def mailboxes(self) -> list[ImapMailbox]:
        """The mailboxes that letters come from."""
        return [inbound for inbound in self.inbounds if isinstance(inbound, ImapMailbox)]

    def complain(self, *watched: Notes) -> None:
        """Tell the GM what is wrong with a mailbox, once a week while it lasts."""
        notes = [*watched, *(mailbox.notes for mailbox in self.mailboxes)]
        for code, said in {code: said for each in notes for code, said in each.trouble.items()}.items():
            self.memo(code, f"{code}:{self.ctx.now():%G-W%V}", [said])

    def memo(self, code: str, key: str, lines: Sequence[str] = (), **facts: str | int) -> None:
        """Send the GM a memo, once for each ``key``."""
        with self.store.write() as session:
            outbox.memo(session, self.ctx, code, key, facts=facts, lines=lines)

    async def once(self) -> Round:
        """Fetch, act, resolve and send until a round finds nothing to do; return the total."""
        total = Round()
        self.catch_up()
        outbound = self.outbound()
        try:
            while True:
                kept, letters, turned = self.drain(), len(self.act()), self.look()
                self.complain()
                done = Round(kept, letters, turned, (await self.pump(outbound)).sent)
                if not any(done):
                    await send_last(self, outbound)
                    return total
                total = Round(*map(sum, zip(total, done, strict=True)))
        finally:
            await outbound.close()


def inbounds_of(config: Config) -> list[Inbound]:
    """Return where letters come from: the folder of orders, and the mailbox if the file names one."""
    orders = config.root / "orders"
    found: list[Inbound] = [FolderInbound(orders / "inbox", orders / "processed", orders / "failed")]
    if config.imap is not None:
        found.append(ImapMailbox(config.imap))
    return found


def outbound_of(config: Config, forums: Mapping[str, Forum]) -> Outbound:
    """Return a new way out, by mail or into the folder of letters, and to forums. Call this on its event loop."""
    mail: Outbound = SmtpPool(config.smtp) if config.smtp else FolderOutbound(config.root / "state" / "outbox")
    return Switch(mail, ForumOutbound(forums)) if forums else mail
