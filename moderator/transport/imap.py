"""Letters by IMAP: one mailbox, drained on demand."""

import selectors
import ssl
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from typing import Any, Self

import structlog
from imapclient import IMAPClient, SocketTimeout
from imapclient.exceptions import IMAPClientError, LoginError
from msgspec import Struct

from moderator.ports import Delivery, Keep
from moderator.transport.connections import (
    NotKeptError,
    RefusedLoginError,
    Server,
    Tls,
    TransportError,
    check_protection,
    keep_in_batches,
    plain_faults,
    refusal,
    server_words,
    tls_context,
)

_log = structlog.get_logger()

_BATCH = 25
_HEADS = 200
_LONGEST_HEAD = 100_000
_SLICE = 1.0
_SHOWN_FOLDERS = 30
_RETRY_INTERVAL = 600.0
_FULL = 0.9
"""The share of its quota from which a mailbox counts as full."""
FAILURES = (IMAPClientError, OSError, ValueError)
"""The errors of a bad connection: those of imaplib, sockets and TLS, and those of replies that cannot be parsed."""


class ImapSettings(Server, frozen=True, kw_only=True):
    """Where the mailbox is and how it is read.

    ``renew`` is how long one IDLE lasts at most, in seconds (servers give up after 29 minutes), and ``poll`` is the
    pause without IDLE. Of a letter over ``largest`` bytes only its beginning is fetched, which is enough to see that
    it is too large.

    ``ours`` tells our letters by their heads from those of others, which stay in the mailbox as they are; None if
    every letter is ours. It is given the lines of a head that ``head_lines`` names.
    """

    tls: Tls = Tls.TLS
    user: str
    folder: str = "INBOX"
    processed: str = "Processed"
    failed: str = "Failed"
    idle: bool = True
    renew: float = 300.0
    poll: float = 60.0
    largest: int = 5_000_001
    ours: Callable[[bytes], bool] | None = None
    head_lines: tuple[str, ...] = ()


class LeftLetter(Struct):
    """A stored letter whose copy was not moved yet: whether it goes to the failed folder, and the tries."""

    failed: bool
    tries: int = 0


class Notes(Struct):
    """What is remembered of a mailbox from one connection to the next.

    ``left`` holds by UIDVALIDITY and UID the copies that could not be moved. They are not fetched again, since in a
    full mailbox they would hide the letters behind them. ``others`` holds likewise the letters of others, whose heads
    are not read again. ``refusal`` is what the server said last. ``trouble`` is what
    the operator should know, by its code. ``next_look`` and ``next_try`` are times of the monotonic clock.
    """

    left: dict[tuple[int, int], LeftLetter] = {}
    others: frozenset[tuple[int, int]] = frozenset()
    refusal: str = ""
    trouble: dict[str, str] = {}
    next_look: float = 0.0
    next_try: float = 0.0


class ImapMailbox:
    """An ``Inbound`` that opens a connection for each drain, so that any thread may call it."""

    def __init__(self, settings: ImapSettings) -> None:
        """Prepare to read a mailbox; raises WireError if its password would be sent unprotected."""
        check_protection(settings.tls, settings.host)
        self.settings = settings
        self._where = f"{settings.host}:{settings.port}"
        self.notes = Notes()

    def drain(self, keep: Keep) -> int:
        """Store every letter in the mailbox and return how many; raises WireError if the mailbox cannot be read."""
        with self.reached() as session:
            return session.drain(keep)

    def probe(self) -> str:
        """Log in, look and log out; return one line for the doctor. Raises WireError if that fails."""
        with self.reached() as session:
            return session.describe()

    @contextmanager
    def reached(self) -> "Iterator[ImapSession]":
        """Give a connection; raises WireError for whatever goes wrong with it."""
        try:
            with ImapSession(self.settings, self.notes) as session:
                yield session
        except LoginError as error:
            said = f"IMAP at {self._where}: {refusal(self.settings)}: {server_words(error)}"
            raise RefusedLoginError(said) from error
        except FAILURES as error:
            raise TransportError(f"IMAP at {self._where}: {server_words(error)}") from error


class ImapSession:
    """One connection to one selected folder. It belongs to one thread."""

    def __init__(self, settings: ImapSettings, notes: Notes | None = None) -> None:
        """Connect and select the folder; raises LoginError if the server refuses the password or the token.

        ``notes`` are those of earlier connections, and are kept up to date.
        """
        check_protection(settings.tls, settings.host)
        self._settings = settings
        # Before the connection is opened: a command may take its time, and the server would hang up.
        self._token = settings.token() if settings.token is not None else ""
        self._notes = notes or Notes()
        self.kept = 0
        """The number of letters that were stored over this connection."""
        context = tls_context(settings.tls)
        with plain_faults("imap", settings):
            self._client = IMAPClient(
                settings.host,
                port=settings.port,
                ssl=settings.tls is Tls.TLS,
                ssl_context=context if settings.tls is Tls.TLS else None,
                timeout=SocketTimeout(connect=min(settings.timeout, 20.0), read=settings.timeout),
            )
        try:
            if settings.tls is Tls.STARTTLS:
                with plain_faults("imap", settings):
                    self._client.starttls(context)
            self._enter()
        except BaseException:
            self._hang_up()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Log out if the server still listens, and close the socket."""
        try:
            self._client.logout()
        except FAILURES:
            self._hang_up()

    def _hang_up(self) -> None:
        # After a failed STARTTLS the socket is gone already, and saying so would hide why.
        with suppress(*FAILURES):
            self._client.shutdown()

    def drain(self, keep: Keep) -> int:
        """Fetch our letters, store a few at a time and move the server's copies; return how many were stored.

        A letter that could not be stored stays for the next time and does not stop the others. NotKeptError is raised
        for the first such error at the end. If ``keep`` answers False for a letter, its copy goes to the failed folder.
        """
        there = self._client.search(["UNDELETED"])
        left = self._letters_left(there)
        waiting = self._our_letters([uid for uid in there if uid not in left])
        trouble: Exception | None = None
        before = self.kept
        for answers in keep_in_batches(keep, self._fetch(waiting)):
            done: dict[int, bool] = {}
            for delivery, uid, answer in answers:
                if isinstance(answer, Exception):
                    _log.warning("imap.not-kept", uid=uid, size=len(delivery.raw), error=type(answer).__name__)
                    trouble = trouble or answer
                else:
                    done[uid] = answer is not False
            self.kept += len(done)  # before the line may break, so that they are acted on
            self.settle([uid for uid, good in done.items() if good], failed=False)
            self.settle([uid for uid, good in done.items() if not good], failed=True)
        self._measure()
        self._try_again(left)
        if trouble is not None:
            raise NotKeptError(trouble) from trouble
        return self.kept - before

    def _our_letters(self, there: list[int]) -> list[int]:
        """Return which letters are ours. Of each letter the head is read once, and of those of others nothing else."""
        ours = self._settings.ours
        if ours is None:
            return there
        known = self._notes.others.intersection((self._validity, uid) for uid in there)
        self._notes.others = known
        fresh = [uid for uid in there if (self._validity, uid) not in known]
        others: set[int] = set()
        for start in range(0, len(fresh), _HEADS):
            heads = self._heads(fresh[start : start + _HEADS], self._settings.head_lines)
            others.update(uid for uid, head in heads.items() if not ours(head))
        if others:
            self._notes.others = known.union((self._validity, uid) for uid in others)
            _log.info("imap.left-alone", folder=self._settings.folder, new=len(others), count=len(self._notes.others))
        return [uid for uid in fresh if uid not in others]

    def _heads(self, uids: list[int], lines: Sequence[str]) -> dict[int, bytes]:
        """Fetch some lines of letters' heads, without marking the letters as read."""
        wanted = f"BODY.PEEK[HEADER.FIELDS ({' '.join(lines)})]<0.{_LONGEST_HEAD}>"
        answers = self._client.fetch(uids, [wanted])
        return {
            uid: next((value for key, value in answer.items() if key.startswith(b"BODY[") and value), b"")
            for uid, answer in answers.items()
        }

    def settle(self, uids: Iterable[int], *, failed: bool) -> bool:
        """Move the copies of stored letters and return whether they were moved; if not, they are tried again later."""
        copies = [(self._validity, uid) for uid in uids]
        if not copies:
            return True
        for copy in copies:
            self._notes.left.setdefault(copy, LeftLetter(failed)).tries += 1
        folder = self.failed if failed else self.processed
        try:
            self._move([uid for _, uid in copies], folder)
        except IMAPClientError as error:
            self._notes.refusal = str(error)
            if isinstance(error, self._client.AbortError):
                raise
            _log.warning("imap.not-moved", count=len(copies), folder=folder, error=str(error))
            return False
        self._forget(copies)
        return True

    def _forget(self, copies: Iterable[tuple[int, int]]) -> None:
        for copy in copies:
            self._notes.left.pop(copy, None)

    def _letters_left(self, there: Iterable[int]) -> set[int]:
        """Return the copies that could not be moved before and are still there. Two failures of one are a trouble.

        One failure proves nothing: another connection may have moved the copy meanwhile, or the line broke.
        """
        left = {(self._validity, uid) for uid in there}.intersection(self._notes.left)
        self._forget([copy for copy in list(self._notes.left) if copy not in left])
        if any(copy.tries > 1 for copy in list(self._notes.left.values())):
            self._notes.trouble["letters-not-moved"] = self._notes.refusal
        else:
            self._notes.trouble.pop("letters-not-moved", None)
        return {uid for _, uid in left}

    def _move(self, uids: list[int], folder: str) -> None:
        if self._client.has_capability("MOVE"):
            self._client.move(uids, folder)
        else:
            self._copy_and_expunge(uids, folder)

    def _try_again(self, left: Collection[int]) -> None:
        """Try from time to time to move the copies that could not be moved.

        New letters are stored first, since some servers hang up when they are over quota.
        """
        if not left or time.monotonic() < self._notes.next_try:
            return
        self._notes.next_try = time.monotonic() + _RETRY_INTERVAL
        for failed in (False, True):
            copies = [
                uid for uid in left if self._notes.left.get((self._validity, uid), LeftLetter(failed)).failed is failed
            ]
            for start in range(0, len(copies), _BATCH):
                if not self.settle(copies[start : start + _BATCH], failed=failed):
                    return

    def _measure(self) -> None:
        """Note from time to time whether the mailbox is nearly full, if the server tells its quota."""
        if time.monotonic() < self._notes.next_look:
            return
        self._notes.next_look = time.monotonic() + _RETRY_INTERVAL
        self._notes.trouble.pop("mailbox-full", None)
        if not self._client.has_capability("QUOTA"):
            return
        try:
            _, quotas = self._client.get_quota_root(self._settings.folder)
        except self._client.AbortError:
            raise
        except (IMAPClientError, ValueError, LookupError) as error:
            _log.info("imap.no-quota", error=str(error))
            return
        full = [each for each in quotas if each.usage >= _FULL * each.limit > 0]
        if full:
            used = ", ".join(f"{each.resource}: {each.usage} / {each.limit}" for each in full)
            self._notes.trouble["mailbox-full"] = used

    def wait(self, stopped: threading.Event, longest: float) -> None:
        """Return when there may be new letters, after ``longest`` seconds at most, or when ``stopped`` is set."""
        if self._settings.idle and self._client.has_capability("IDLE"):
            self._idle(stopped, min(longest, self._settings.renew))
        else:
            stopped.wait(min(longest, self._settings.poll))
        self._client.noop()

    def describe(self) -> str:
        """Return one line about this mailbox for the doctor."""
        there = self._client.search(["UNDELETED"])
        count = len(self._our_letters(there))
        pushes = "IDLE" if self._client.has_capability("IDLE") else f"polled every {self._settings.poll:g} s"
        moves = "MOVE" if self._client.has_capability("MOVE") else "copy and expunge"
        others = f" for us and {len(there) - count} of others, left alone" if self._settings.ours is not None else ""
        return f"{count} waiting in {self._settings.folder}{others}, {pushes}, {moves}"

    def take_away(self, message_id: str) -> bool:
        """Delete a letter by its Message-ID, whether it was drained or not; return whether it was there."""
        search = ["HEADER", "Message-ID", message_id]
        folders = (self._settings.folder, self.processed)
        return any(self.delete(folder, search, ("message-id",), lambda _: True) for folder in folders)

    def delete(self, folder: str, search: Sequence[Any], lines: Sequence[str], wanted: Callable[[bytes], bool]) -> int:
        """Delete the letters of a folder that a search finds and whose head is wanted; return how many.

        ``lines`` name the lines of the head that ``wanted`` looks at. The folder stays selected.
        """
        self._client.select_folder(folder)
        found = self._client.search([*search])
        count = 0
        for start in range(0, len(found), _HEADS):
            heads = self._heads(found[start : start + _HEADS], lines or ("message-id",))
            uids = [uid for uid, head in heads.items() if wanted(head)]
            if uids:
                self._client.delete_messages(uids, silent=True)
                self._expunge(uids)
            count += len(uids)
        return count

    def _enter(self) -> None:
        """Log in, make the folders that are missing, and select the inbox."""
        settings = self._settings
        if self._token:
            self._client.oauth2_login(settings.user, self._token)
        else:
            self._client.login(settings.user, settings.password)
        # Without this, times of arrival come as naive local time.
        self._client.normalise_times = False
        prefix = self._prefix()
        self.processed = self._ensure(settings.processed, prefix)
        self.failed = self._ensure(settings.failed, prefix)
        selected = self._select(settings.folder)
        self._validity = int(selected.get(b"UIDVALIDITY", 0))

    def _select(self, folder: str) -> dict[bytes, Any]:
        """Open a folder; raises WireError with the names of those that there are if there is no such folder."""
        try:
            return dict(self._client.select_folder(folder))
        except IMAPClientError as error:
            there = [str(name) for flags, _, name in self._client.list_folders() if rb"\Noselect" not in flags]
            if folder in there:
                raise
            names = ", ".join(there[:_SHOWN_FOLDERS]) + (" …" if len(there) > _SHOWN_FOLDERS else "")
            raise TransportError(
                f'IMAP at {self._settings.host}:{self._settings.port}: there is no folder "{folder}": '
                f"set folder in [imap] to one of {names} ({server_words(error)})"
            ) from error

    def _prefix(self) -> str:
        """Return the prefix of the names of personal folders (``INBOX.`` at some providers)."""
        if not self._client.has_capability("NAMESPACE"):
            return ""
        personal = self._client.namespace().personal
        return str(personal[0][0] or "") if personal else ""

    def _ensure(self, folder: str, prefix: str) -> str:
        name = folder if folder.startswith(prefix) else f"{prefix}{folder}"
        if not self._client.folder_exists(name):
            try:
                self._client.create_folder(name)
            except IMAPClientError:
                # another connection may have made it meanwhile
                if not self._client.folder_exists(name):
                    raise
            self._client.subscribe_folder(name)
        return name

    def _fetch(self, uids: list[int]) -> Iterator[tuple[Delivery, int]]:
        """Fetch letters one by one, without marking them as read, and give each with its UID."""
        known: dict[int, Any] = {}
        for number, uid in enumerate(uids):
            if number % _BATCH == 0:
                known = self._client.fetch(uids[number : number + _BATCH], ["INTERNALDATE", "RFC822.SIZE"])
            facts = known.get(uid)
            if facts is None:  # somebody else moved it meanwhile
                continue
            wanted = "BODY.PEEK[]"
            if facts.get(b"RFC822.SIZE", 0) > self._settings.largest:
                wanted = f"BODY.PEEK[]<0.{self._settings.largest}>"
            answer = self._client.fetch([uid], [wanted]).get(uid, {})
            raw = next((value for key, value in answer.items() if key.startswith(b"BODY[]")), None)
            if isinstance(raw, bytes):
                yield self._delivery(uid, facts.get(b"INTERNALDATE"), raw), uid

    def _delivery(self, uid: int, arrived: Any, raw: bytes) -> Delivery:  # noqa: ANN401 - as the library answers
        known = isinstance(arrived, datetime)
        return Delivery(
            transport="imap",
            origin=f"{self._settings.folder};{self._validity};{uid}",
            arrived=arrived.astimezone(UTC) if known else datetime.now(UTC),
            raw=raw,
        )

    def _copy_and_expunge(self, uids: list[int], folder: str) -> None:
        self._client.copy(uids, folder)
        self._client.delete_messages(uids, silent=True)
        self._expunge(uids)

    def _expunge(self, uids: list[int]) -> None:
        # Without UIDPLUS there is only EXPUNGE, which also deletes what other programs have marked.
        if self._client.has_capability("UIDPLUS"):
            self._client.expunge(uids)
        else:
            self._client.expunge()

    def _idle(self, stopped: threading.Event, longest: float) -> None:
        """Listen until the server says something or hangs up; ``idle_done`` reads what it said.

        The library's own ``idle_check`` reads without blocking, so it splits a line that comes in two packets, and on a
        dead connection it returns at once every time.
        """
        self._client.idle()
        until = time.monotonic() + longest
        with selectors.DefaultSelector() as selector:
            socket = self._client.socket()
            selector.register(socket, selectors.EVENT_READ)
            while not stopped.is_set() and time.monotonic() < until:
                if (isinstance(socket, ssl.SSLSocket) and socket.pending()) or selector.select(_SLICE):
                    break
        self._client.idle_done()
