"""Ports for servers that cannot choose their own."""

import random
import socket
from contextlib import ExitStack, suppress
from pathlib import Path

_GIVEN = Path("/proc/sys/net/ipv4/ip_local_port_range")


def free_ports(count: int) -> list[int]:
    """Find free ports below those that the system gives to connections.

    A connection of another test might take one of those before the server listens, or while it is started again.
    """
    given = int(_GIVEN.read_text(encoding="utf-8").split()[0]) if _GIVEN.exists() else 32_768
    chance = random.SystemRandom()  # any other begins anew with each test, and in each worker alike
    found: list[int] = []
    with ExitStack() as held:
        while len(found) < count:
            port = chance.randrange(given // 2, given)
            with suppress(OSError):
                held.enter_context(socket.create_server(("127.0.0.1", port)))
                found.append(port)
    return found


def listens(port: int) -> bool:
    """Tell whether somebody listens at a port of this machine."""
    with socket.socket() as asking:
        return asking.connect_ex(("127.0.0.1", port)) == 0
