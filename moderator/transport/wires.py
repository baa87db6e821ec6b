"""What all wires share: how a connection is protected, and where an unprotected one is allowed."""

import ipaddress
import ssl
from collections.abc import Callable
from enum import StrEnum
from typing import Protocol

from moderator.core.errors import ModeratorError


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
