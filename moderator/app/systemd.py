"""Notices to the service manager: ready, stopping, still alive (what systemd calls sd_notify).

Each notice is one datagram to the socket that the manager names in the environment. Without one, nothing is sent.
"""

import os
import socket
from collections.abc import Mapping

import structlog

_log = structlog.get_logger()


class Notifier:
    """Speaks to the service manager, if there is one that listens."""

    def __init__(self, env: Mapping[str, str] = os.environ) -> None:
        """Read from the environment where to send notices, and how often a sign of life is expected."""
        address = env.get("NOTIFY_SOCKET", "")
        # the name of an abstract socket is written with @ and begins with a zero byte
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        ours = env.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        usec = env.get("WATCHDOG_USEC", "")
        self.every: float | None = int(usec) / 2_000_000 if self._address and ours and usec.isdigit() else None
        """Seconds from one sign of life to the next, half of what is allowed; None if nobody asks for them."""

    def ready(self) -> None:
        """Tell the manager that everything is running."""
        self._say("READY=1")

    def stopping(self) -> None:
        """Tell the manager that the program is about to end."""
        self._say("STOPPING=1")

    def alive(self) -> None:
        """Tell the manager that the program is alive."""
        self._say("WATCHDOG=1")

    def _say(self, word: str) -> None:
        if not self._address:
            return
        try:
            with socket.socket(
                socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC | socket.SOCK_NONBLOCK
            ) as transport:
                transport.sendto(word.encode(), self._address)
        except OSError as error:  # the manager is busy or gone: the work goes on
            _log.warning("manager.not-told", word=word, error=str(error))
