"""What transports share: protected connections, the errors of a login, and the storing of letters in batches."""

import errno
import ipaddress
import random
import re
import socket
import ssl
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import TypeVar
from urllib.parse import urlsplit

from msgspec import Struct

from moderator.core.errors import ModeratorError
from moderator.ports import Delivery, Keep

T = TypeVar("T")

LONGEST_PAUSE = 300.0
"""Seconds that a server is left alone at most."""
_BATCH_SIZE = 16
"""At most this many letters are stored in one transaction: others wait to write meanwhile."""
_HEAVY = 8_000_000
"""A batch of at least this many bytes takes no further letter: twice that is held in memory."""


_TLS_PORTS = {"imap": 993, "smtp": 465}
"""The ports at which servers speak TLS from the start, by the table of the file."""
_CERTIFICATES = {
    9: "its certificate is not valid yet: set the clock of this machine",
    10: "its certificate has expired: renew it on the server, or set the clock of this machine",
    62: 'its certificate is for another name: set host = "…" in [{table}] to the name in the certificate, not {host}',
    64: 'its certificate is for another name: set host = "…" in [{table}] to the name in the certificate, not {host}',
}
"""What is wrong with a certificate, by the code of OpenSSL."""
_UNTRUSTED = (
    "nobody whom this machine trusts vouches for its certificate: for a server of your own set the environment "
    'variable SSL_CERT_FILE to the file of the certificate, or on this machine write host = "127.0.0.1" and '
    'tls = "none" in [{table}]; for a provider, check host in [{table}]'
)
_TLS_FAULTS = {
    "WRONG_VERSION_NUMBER": 'the server speaks no TLS from the start there: set tls = "starttls" in [{table}], or port',
    "UNSUPPORTED_PROTOCOL": "the server knows only old kinds of TLS: let it speak TLS 1.2 or later",
    "ALERT_PROTOCOL_VERSION": "the server knows only other kinds of TLS: let it speak TLS 1.2 or later",
}
"""What is wrong with a handshake, by the word of OpenSSL."""


_BYTES_SHOWN = re.compile(r"""\bb(['"])(.*?)\1(?!\w)""", re.DOTALL)
"""Bytes as Python shows them."""


class Tls(StrEnum):
    """How a connection to a mail server is protected."""

    TLS = "tls"
    STARTTLS = "starttls"
    NONE = "none"


class TransportError(ModeratorError):
    """A mail server cannot be used as it is configured; the text says what to change."""


class RefusedLoginError(TransportError):
    """A mail server was reached, and takes neither the password nor the token."""


class NotKeptError(Exception):
    """Letters were fetched and could not be stored here, which is no fault of the mail server's; they stay there.

    The text quotes no letter.
    """

    def __init__(self, error: BaseException) -> None:
        full = any(_is_full(each) for each in causes(error))
        super().__init__("the disk of this machine is full: make room" if full else type(error).__name__)


def _is_full(error: BaseException) -> bool:
    """Tell whether an error says that there is no room on the disk, as systems, SQLite and PostgreSQL say it."""
    full = isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT)
    return full or any(words in str(error) for words in ("disk is full", "No space left on device"))


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
        raise TransportError(f'tls = "none" is allowed only on loopback; for {host} set tls = "tls" or "starttls"')


def pause(failures: int, first: float) -> float:
    """Return for how many seconds to leave a server alone that has failed so often in a row.

    The time doubles with each failure, and varies so that not all moderators return at once.
    """
    doubled: float = first * 2.0 ** min(max(failures - 1, 0), 20)
    return min(doubled, LONGEST_PAUSE) * random.uniform(0.75, 1.25)  # noqa: S311 - no secret


def is_loopback(host: str) -> bool:
    """Tell whether a host name or address is that of this machine."""
    if host.lower().rstrip(".") == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def host_of(url: str) -> str:
    """Return the host of a site's address, an IPv6 one without its brackets; empty if it has none."""
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def open_host(url: str) -> str:
    """Return the host that an address asks on another machine without TLS, empty if it asks none so."""
    host = host_of(url)
    return host if url.startswith("http://") and not is_loopback(host) else ""


def tls_context(tls: Tls) -> ssl.SSLContext | None:
    """Return a TLS context that checks certificates and host names, or None for an unprotected connection."""
    return None if tls is Tls.NONE else ssl.create_default_context()


@contextmanager
def plain_faults(table: str, server: Server) -> Iterator[None]:
    """Raise WireError in place of an error whose reason is known while a server of a table of the file is reached."""
    try:
        yield
    except Exception as error:
        if said := tls_fault(table, server, error) or connection_advice(table, server, error):
            raise TransportError(said) from error
        raise


def connection_advice(table: str, server: Server, error: BaseException) -> str:
    """Return why no connection could be made and the setting to change; an empty text if that is not the fault."""
    where = f"{table.upper()} at {server.host}:{server.port}"
    found = list(causes(error))
    if any(isinstance(each, socket.gaierror) for each in found):
        return f"{where}: the name {server.host} is not known: check host in [{table}], and the network ({error})"
    if any(isinstance(each, ConnectionRefusedError) for each in found):
        return f"{where}: nothing listens there: check host and port in [{table}], and that the server runs ({error})"
    return ""


def server_words(error: BaseException) -> str:
    """Return what a server said, as text: a library shows some of its answers as bytes."""
    said = " ".join(str(each) for each in error.args) if error.args else str(error)
    return _BYTES_SHOWN.sub(lambda found: found[2], said)


def tls_fault(table: str, server: Server, error: BaseException) -> str:
    """Return what is wrong with TLS and the setting to change; an empty text if an error has nothing to do with it."""
    why = next((said for each in causes(error) if (said := _tls_fault(table, server, each))), "")
    return f"{table.upper()} at {server.host}:{server.port}: {why} ({error})" if why else ""


def causes(error: BaseException) -> Iterator[BaseException]:
    """Give an error, and those that it was made of."""
    found: BaseException | None = error
    while found is not None:
        yield found
        found = found.__cause__ or found.__context__


def _tls_fault(table: str, server: Server, error: BaseException) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return _CERTIFICATES.get(error.verify_code, _UNTRUSTED).format(table=table, host=server.host)
    if isinstance(error, ssl.SSLError):
        return next((said.format(table=table) for mark, said in _TLS_FAULTS.items() if mark in str(error)), "")
    return "" if server.tls is Tls.TLS else _wrong_kind(table, server, error)


def _wrong_kind(table: str, server: Server, error: BaseException) -> str:
    """Return what is wrong if another kind of protection would do, where the connection begins without TLS."""
    if server.port in _TLS_PORTS.values() and not isinstance(error, socket.gaierror | ConnectionRefusedError):
        return f'port {server.port} speaks TLS from the start: set tls = "tls" in [{table}]'
    if server.tls is Tls.NONE and isinstance(error, TimeoutError):
        return f'the server waits for us to speak first, as with TLS: set tls = "tls" in [{table}], or another port'
    if server.tls is Tls.STARTTLS and "STARTTLS" in str(error):
        here = ', or, since it is on this machine, tls = "none"' if is_loopback(server.host) else ""
        return f'the server offers no STARTTLS there: set tls = "tls" and port = {_TLS_PORTS[table]} in [{table}]{here}'
    return ""


def keep_in_batches(keep: Keep, letters: Iterable[tuple[Delivery, T]]) -> Iterator[list[tuple[Delivery, T, object]]]:
    """Store letters in batches, one transaction each, and give each batch with the answers of ``keep``.

    Each letter comes with its place on the transport, and is given back with it. If the iterator of letters raises,
    those before are stored first. Raises NotKeptError if ``keep`` raises.
    """
    for some in _batches(letters):
        try:
            answers = keep([delivery for delivery, _ in some])
        except Exception as error:
            raise NotKeptError(error) from error
        yield [(delivery, where, answer) for (delivery, where), answer in zip(some, answers, strict=True)]


def _batches(letters: Iterable[tuple[Delivery, T]]) -> Iterator[list[tuple[Delivery, T]]]:
    some: list[tuple[Delivery, T]] = []
    try:
        for letter in letters:
            some.append(letter)
            if len(some) == _BATCH_SIZE or sum(len(delivery.raw) for delivery, _ in some) >= _HEAVY:
                yield some
                some = []
    except Exception:
        if some:
            yield some
        raise
    if some:
        yield some
