"""Asking the domain name system, for a few seconds altogether."""

import asyncio
import time

import dns.asyncresolver
import dns.exception
import dns.name
import dns.resolver
import dns.reversename
from dns.rdtypes.txtbase import TXTBase

_SECONDS = 4.0


class UnansweredError(Exception):
    """Nobody answered a question, or not in time: nothing is known."""


class Names:
    """Asks for records. All questions together have some seconds, counted from the first one."""

    def __init__(self, nameserver: tuple[str, int] | None = None, seconds: float = _SECONDS) -> None:
        """Ask the address and port of a name server, or else those that this machine is set up with."""
        self._nameserver = nameserver
        self._seconds = seconds
        self._end: float | None = None
        self._resolver: dns.asyncresolver.Resolver | None = None

    async def ask(self, name: str, kind: str) -> tuple[str, ...]:
        """Return the records of a name as a zone file has them, empty if there are none; raises UnansweredError.

        Texts are whole and without quotes, names end with a dot. They are sorted, since servers mix them.
        """
        try:
            answer = await self._open().resolve(
                dns.name.from_text(name), kind, raise_on_no_answer=False, lifetime=self._left(), search=False
            )
        except dns.resolver.NXDOMAIN:
            return ()
        except (dns.exception.DNSException, OSError, UnicodeError) as error:
            raise UnansweredError(f"{name} {kind}") from error
        found = (
            b"".join(record.strings).decode(errors="replace") if isinstance(record, TXTBase) else record.to_text()
            for record in answer
        )
        return tuple(sorted(found))

    async def texts(self, name: str, begins: str) -> list[str]:
        """Return the texts of a name that begin with a tag such as ``v=spf1``, in upper or lower case."""
        found = [text.strip() for text in await self.ask(name, "TXT")]
        return [text for text in found if text.lower().replace(" ", "").startswith(begins.lower())]

    async def addresses(self, host: str) -> list[str]:
        """Return the addresses of a host."""
        old, new = await asyncio.gather(self.ask(host, "A"), self.ask(host, "AAAA"))
        return [*old, *new]

    async def reverse(self, address: str) -> list[str]:
        """Return the names that an address leads to."""
        return [name.rstrip(".") for name in await self.ask(reverse_name(address), "PTR")]

    def _open(self) -> dns.asyncresolver.Resolver:
        if self._resolver is None:
            self._resolver = dns.asyncresolver.Resolver(configure=self._nameserver is None)
            if self._nameserver is not None:
                address, self._resolver.port = self._nameserver
                self._resolver.nameservers = [address]
        return self._resolver

    def _left(self) -> float:
        """Return the seconds that are left for all questions."""
        now = time.monotonic()
        if self._end is None:
            self._end = now + self._seconds
        return max(self._end - now, 0.0)


def reverse_name(address: str) -> str:
    """Return the name at which the reverse name of an address stands."""
    return dns.reversename.from_address(address).to_text()
