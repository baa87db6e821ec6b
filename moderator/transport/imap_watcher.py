"""Letters by IMAP as they arrive: a thread that watches one mailbox."""

import threading
import time
from collections.abc import Callable
from typing import Any

import structlog

from moderator.ports import Keep
from moderator.transport.connections import (
    LONGEST_PAUSE,
    NotKeptError,
    TransportError,
    check_protection,
    pause,
    server_words,
)
from moderator.transport.imap import FAILURES, ImapSession, ImapSettings, Notes

_log = structlog.get_logger()

_SOON = 2.0
_STABLE_AFTER = 60.0
_KNOWN = (*FAILURES, TransportError)
"""Errors that may be logged in full, since they never quote a letter."""


class ImapWatcher:
    """A thread that stores every letter soon after it arrives, and reconnects whenever the connection is lost."""

    def __init__(
        self, settings: ImapSettings, keep: Keep, arrived: Callable[[], Any], *, first_pause: float = 1.0
    ) -> None:
        """Prepare to watch. ``keep`` stores letters, and ``arrived`` is called afterwards; both run in the thread."""
        check_protection(settings.tls, settings.host)
        self._settings = settings
        self._keep = keep
        self._arrived = arrived
        self._first_pause = first_pause
        self._stopped = threading.Event()
        self.connected = threading.Event()
        """This event is set while the mailbox is open."""
        self.notes = Notes()
        self.last_error = ""
        """Why the mailbox was last lost, fit for a log."""
        self._thread = threading.Thread(target=self._run, name="imap-watcher", daemon=True)

    def start(self) -> None:
        """Begin to watch, and return at once."""
        self._thread.start()

    def stop(self, timeout: float = 10.0) -> None:
        """Stop watching and wait for the thread to end, usually about a second."""
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join(timeout)

    def _run(self) -> None:
        lost = 0
        while not self._stopped.is_set():
            began = time.monotonic()
            try:
                with ImapSession(self._settings, self.notes) as session:
                    self.connected.set()
                    _log.info("imap.connected", host=self._settings.host, folder=self._settings.folder)
                    self._watch(session)
            except NotKeptError as error:  # the mailbox is there, and the letters stay in it
                lost += 1
                self.last_error = str(error)
                _log.error("letters.not-kept", error=self.last_error, attempt=lost)
                self._stopped.wait(pause(lost, self._first_pause))
            except Exception as error:  # noqa: BLE001 - whatever went wrong, the mailbox must be watched
                lost = 0 if time.monotonic() - began > _STABLE_AFTER else lost + 1
                # Only the transport's own errors are logged in full: a database's may quote the letter.
                known = isinstance(error, _KNOWN)
                self.last_error = f"{type(error).__name__}: {server_words(error)}" if known else type(error).__name__
                _log.warning("imap.lost", host=self._settings.host, error=self.last_error, attempt=lost)
                self.connected.clear()
                self._stopped.wait(pause(lost, self._first_pause))
        self.connected.clear()

    def _watch(self, session: ImapSession) -> None:
        """Drain the mailbox, then wait: briefly after new letters, then twice as long each time that none came.

        A letter that arrives between draining and IDLE may never be announced, which happens since letters come in
        bursts. With these waits it is found at the latest after as much time as the mailbox was quiet before it.
        """
        wait = _SOON
        while not self._stopped.is_set():
            before = session.kept
            try:
                session.drain(self._keep)
            finally:
                news = session.kept - before
                if news:
                    _log.info("imap.kept", count=news)
                    self._arrived()
            if news:
                wait = _SOON
            else:
                session.wait(self._stopped, wait)
                wait = min(2 * wait, LONGEST_PAUSE)
