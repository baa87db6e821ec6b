"""Letters in by IMAP as they come: a thread that watches one mailbox."""

import random
import threading
import time
from collections.abc import Callable
from typing import Any

import structlog

from moderator.ports import Keep
from moderator.transport.imap import FAILURES, ImapSession, ImapSettings, Notes
from moderator.transport.wires import WireError, check_protection

_log = structlog.get_logger()

_SOON = 2.0
_STEADY = 60.0
_LONGEST_PAUSE = 300.0
_KNOWN = (*FAILURES, WireError)
"""What may be told whole: these never quote a letter."""


class ImapWatcher:
    """A thread that keeps every letter soon after it arrives, and comes back after any loss of the connection."""

    def __init__(
        self, settings: ImapSettings, keep: Keep, arrived: Callable[[], Any], *, first_pause: float = 1.0
    ) -> None:
        """``keep`` and ``arrived`` (called after letters were kept) run in the thread of the watcher."""
        check_protection(settings.tls, settings.host)
        self._settings = settings
        self._keep = keep
        self._arrived = arrived
        self._first_pause = first_pause
        self._stopped = threading.Event()
        self.connected = threading.Event()
        """Set while the mailbox is open."""
        self.notes = Notes()
        self.last_error = ""
        """Why the mailbox was lost the last time; fit for a log or a doctor."""
        self._thread = threading.Thread(target=self._run, name="imap-watcher", daemon=True)

    def start(self) -> None:
        """Begin to watch; returns at once."""
        self._thread.start()

    def stop(self, timeout: float = 10.0) -> None:
        """Stop watching and wait for the thread; takes about a second in quiet times."""
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
            except Exception as error:  # noqa: BLE001 - whatever went wrong, the mailbox must be watched again
                lost = 0 if time.monotonic() - began > _STEADY else lost + 1
                # Only the wire's own errors are told whole: a database's may quote the letter.
                known = isinstance(error, _KNOWN)
                self.last_error = f"{type(error).__name__}: {error}" if known else type(error).__name__
                _log.warning("imap.lost", host=self._settings.host, error=self.last_error, attempt=lost)
                self.connected.clear()
                self._stopped.wait(self._pause(lost))
        self.connected.clear()

    def _watch(self, session: ImapSession) -> None:
        """Look, then wait; soon again after news, then twice as long each time that nothing came.

        A letter that comes between a look and IDLE was announced with the look, or is announced by nobody; letters
        come in bursts, so this happens. Thus none waits longer than the mailbox was quiet before it.
        """
        pause = _SOON
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
                pause = _SOON
            else:
                session.wait(self._stopped, pause)
                pause = min(2 * pause, _LONGEST_PAUSE)

    def _pause(self, lost: int) -> float:
        """Return a doubling pause, shaken so that many moderators do not come back at the same second."""
        pause = min(self._first_pause * 2.0 ** min(max(lost - 1, 0), 20), _LONGEST_PAUSE)
        return pause * random.uniform(0.75, 1.25)  # noqa: S311 - no secret
