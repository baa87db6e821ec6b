"""What all wires share: how a connection is protected, and where an unprotected one is allowed."""

import ipaddress
import ssl
from enum import StrEnum

from moderator.core.errors import ModeratorError


class Tls(StrEnum):
    """How a connection to a mail server is protected."""

    TLS = "tls"
    STARTTLS = "starttls"
    NONE = "none"


class WireError(ModeratorError):
    """A mail server cannot be used as configured; the text says what to change."""


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
