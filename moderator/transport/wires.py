"""What wires share: the protection of connections, the errors of a login, and the storing of letters in batches."""

import ipaddress
import ssl
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from typing import TypeVar

from msgspec import Struct

from moderator.core.errors import ModeratorError
from moderator.ports import Delivery, Keep

T = TypeVar("T")

_TOGETHER = 16
"""At most this many letters are stored in one transaction: others wait to write meanwhile."""
_HEAVY = 8_000_000
"""A batch of at least this many bytes takes no further letter: twice that is held in memory."""


class Tls(StrEnum):
    """How a connection to a mail server is protected."""

    TLS = "tls"
    STARTTLS = "starttls"
    NONE = "none"


class WireError(ModeratorError):
    """A mail server cannot be used as it is configured; the text says what to change."""


class Server(Struct, frozen=True, kw_only=True):
    """Where a mail server is. ``token`` returns a fresh XOAUTH2 access token and replaces the password."""

    host: str
    port: int
    tls: Tls
    user: str = ""
    password: str = ""
    token: Callable[[], str] | None = None
    timeout: float = 60.0


def refusal(login: Server) -> str:
    """Return the words for a login that the server refuses."""
    if login.token is not None:
        return f"the access token of {login.user} was refused (has it expired, is it for this server?)"
    return f"the password of {login.user} was refused"


def check_protection(tls: Tls, host: str) -> None:
    """Raise WireError if a password would be sent unprotected to another machine."""
    if tls is Tls.NONE and not is_loopback(host):
        raise WireError(f'tls = "none" is allowed only on loopback; for {host} set tls = "tls" or "starttls"')


def is_loopback(host: str) -> bool:
    """Tell whether a host name or address is that of this machine."""
    if host.lower().rstrip(".") == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def tls_context(tls: Tls) -> ssl.SSLContext | None:
    """Return a TLS context that checks certificates and host names, or None for an unprotected connection."""
    return None if tls is Tls.NONE else ssl.create_default_context()


def kept(keep: Keep, letters: Iterable[tuple[Delivery, T]]) -> Iterator[list[tuple[Delivery, T, object]]]:
    """Store letters in batches, one transaction each, and give each batch with the answers of ``keep``.

    Each letter comes with its place on the wire, and is given back with it. If the iterator of letters raises, those
    before are stored first.
    """
    for some in _together(letters):
        answers = keep([delivery for delivery, _ in some])
        yield [(delivery, where, answer) for (delivery, where), answer in zip(some, answers, strict=True)]


def _together(letters: Iterable[tuple[Delivery, T]]) -> Iterator[list[tuple[Delivery, T]]]:
    some: list[tuple[Delivery, T]] = []
    try:
        for letter in letters:
            some.append(letter)
            if len(some) == _TOGETHER or sum(len(delivery.raw) for delivery, _ in some) >= _HEAVY:
                yield some
                some = []
    except Exception:
        if some:
            yield some
        raise
    if some:
        yield some
