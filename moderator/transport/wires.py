"""What wires share: how a connection is protected and where an unprotected one is allowed, how letters are kept."""

import ipaddress
import ssl
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from typing import Protocol, TypeVar

from moderator.core.errors import ModeratorError
from moderator.ports import Delivery, Keep

T = TypeVar("T")

_TOGETHER = 16
"""So many letters are kept together at most: others wait to write meanwhile."""
_HEAVY = 8_000_000
"""From so many bytes on no further letter joins those that are kept together: twice that is held in memory."""


class Tls(StrEnum):
    """How a connection to a mail server is protected."""

    TLS = "tls"
    STARTTLS = "starttls"
    NONE = "none"


class WireError(ModeratorError):
    """A mail server cannot be used as configured; the text says what to change."""


class Login(Protocol):
    """What two kinds of settings share: who logs in, and how."""

    @property
    def user(self) -> str:
        """Who logs in."""

    @property
    def token(self) -> Callable[[], str] | None:
        """Gives a token, or None where a password is used."""


def refusal(login: Login) -> str:
    """Return what is said when a server refuses a login."""
    if login.token is not None:
        return f"the access token of {login.user} is not taken (has it run out, is it for this server?)"
    return f"the password of {login.user} is not taken"


def check_protection(tls: Tls, host: str) -> None:
    """Refuse to send a password in the open, except to this very machine."""
    if tls is Tls.NONE and not is_loopback(host):
        raise WireError(f'tls = "none" is only allowed on loopback; for {host} set tls = "tls" or "starttls"')


def is_loopback(host: str) -> bool:
    """Tell whether a host name or address means this machine."""
    if host.lower().rstrip(".") == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def tls_context(tls: Tls) -> ssl.SSLContext | None:
    """Return a context that checks certificates and names, or None for an unprotected connection."""
    return None if tls is Tls.NONE else ssl.create_default_context()


def kept(keep: Keep, letters: Iterable[tuple[Delivery, T]]) -> Iterator[list[tuple[Delivery, T, object]]]:
    """Keep letters, a few in one transaction, and give each time those with the answers to them.

    With each letter comes where the wire has it. If one cannot be brought, those before it are kept first.
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
