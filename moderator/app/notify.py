"""A word to the service manager: ready, stopping, still alive (what systemd calls sd_notify).

It is one datagram to the socket that the manager names in the environment; without one, nothing is said.
"""

import os
import socket
from collections.abc import Mapping

import structlog

_log = structlog.get_logger()


class Notifier:
    """Speaks to the service manager, if there is one that listens."""

    def __init__(self, env: Mapping[str, str] = os.environ) -> None:
        """Read from the environment where to speak to, and how often a sign of life is expected."""
        address = env.get("NOTIFY_SOCKET", "")
        # a name in the abstract space is written with @ and begins with a zero byte
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        ours = env.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        usec = env.get("WATCHDOG_USEC", "")
        self.every: float | None = int(usec) / 2_000_000 if self._address and ours and usec.isdigit() else None
        """Seconds from one sign of life to the next, half of what is allowed; None if nobody asks for them."""

    def ready(self) -> None:
        """Say that everything runs."""
        self._say("READY=1")

    def stopping(self) -> None:
        """Say that we are about to end."""
        self._say("STOPPING=1")

    def alive(self) -> None:
        """Give a sign of life."""
        self._say("WATCHDOG=1")

    def _say(self, word: str) -> None:
        if not self._address:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC | socket.SOCK_NONBLOCK) as wire:
                wire.sendto(word.encode(), self._address)
        except OSError as error:  # the manager is busy or gone: the work goes on
            _log.warning("manager.not-told", word=word, error=str(error))
