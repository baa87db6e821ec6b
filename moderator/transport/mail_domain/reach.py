"""Whether letters can reach a domain at all: it has mail servers, or is a host of its own."""

import asyncio
import socket
import time
from collections.abc import Sequence
from enum import Enum, auto
from threading import Thread

from moderator.transport.mail_domain.exchangers import exchangers
from moderator.transport.mail_domain.lookup import Names, UnansweredError

_SECONDS_FOR_HOSTS = 2.0


class Reach(Enum):
    """What was found of a domain: it gets letters, gets none, says that it accepts none, or nobody answered."""

    FOUND = auto()
    MISSING = auto()
    REFUSES = auto()
    UNKNOWN = auto()


def find_domains(domains: Sequence[str], names: Names | None = None) -> dict[str, Reach]:
    """Look for all domains at once, first for mail servers, then for hosts as this machine's network knows them."""
    if not domains:
        return {}
    found = asyncio.run(_by_exchangers(domains, names or Names()))
    without = [domain for domain, state in found.items() if state in {Reach.MISSING, Reach.UNKNOWN}]
    hosts = _hosts(without)
    for domain in without:
        if hosts.get(domain):
            found[domain] = Reach.FOUND
        elif domain not in hosts:
            found[domain] = Reach.UNKNOWN
    return found


async def _by_exchangers(domains: Sequence[str], names: Names) -> dict[str, Reach]:
    async def one(domain: str) -> Reach:
        try:
            hosts = await exchangers(names, domain)
        except UnansweredError:
            return Reach.UNKNOWN
        return Reach.REFUSES if hosts == [""] else Reach.FOUND if hosts else Reach.MISSING

    return dict(zip(domains, await asyncio.gather(*map(one, domains)), strict=True))


def _hosts(names: Sequence[str]) -> dict[str, bool]:
    """Tell of each name whether it is a host; one that takes too long is left out.

    The system's resolver knows names that DNS doesn't, and can't be stopped: nobody waits for its threads at the end.
    """
    found: dict[str, bool] = {}

    def look(name: str) -> None:
        found[name] = _is_host(name)

    threads = [Thread(target=look, args=(name,), daemon=True) for name in names]
    end = time.monotonic() + _SECONDS_FOR_HOSTS
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(max(end - time.monotonic(), 0.0))
    return dict(found)


def _is_host(name: str) -> bool:
    try:
        return bool(socket.getaddrinfo(name.encode("idna").decode(), None))
    except (OSError, UnicodeError):
        return False
