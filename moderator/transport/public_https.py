"""https to addresses that others chose: to hosts of the internet alone, without redirects and proxies, within bounds.

The name of the host is looked up once, every address that it has is checked, and the connection is made to one of
these, while TLS checks the certificate for the name. So no name leads to a machine of our own network, not even one
that leads elsewhere at the second look. Every request has a connection of its own.
"""

import asyncio
import re
import socket
import ssl
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import NamedTuple
from urllib.parse import SplitResult, unquote, urlsplit

import httpx
from msgspec import Struct

from moderator.core.errors import ModeratorError
from moderator.ports import ChatTrouble
from moderator.service.chat.links import is_public
from moderator.transport.connections import causes

LARGEST = 16_384
"""Bytes of an answer that are read; the rest is left."""

_PATIENCE = 15.0
"""Seconds that a request may take from the look-up of the name to the last byte read."""
_STEP = 8.0
"""Seconds that each step of it may take."""
_HTTPS = 443
_SECONDS = re.compile(r"\d{1,9}(?:\.\d{1,6})?")


class NotAnsweredError(ModeratorError):
    """No answer came, or nothing was asked; the error names no address, which is a secret."""

    def __init__(self, trouble: ChatTrouble) -> None:
        super().__init__(trouble.value)
        self.trouble = trouble


class Answer(Struct, frozen=True):
    """An answer: its status, the beginning of its body, and how many seconds it asks us to wait."""

    status: int
    body: bytes
    retry_after: float = 0.0


class Found(NamedTuple):
    """An address of a host: the family of its socket, and the address itself."""

    family: int
    address: str


LookUp = Callable[[str, int], Sequence[Found]]
"""Looks up all addresses of a host; raises OSError if there are none."""


def look_up(host: str, port: int) -> Sequence[Found]:
    """Return all addresses of a host, as this machine finds them."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [Found(family, str(where[0])) for family, _, _, _, where in found]


class PublicHttps:
    """Asks servers of the internet by https. Tests bring their own look-up, check and certificates."""

    def __init__(
        self,
        resolve: LookUp = look_up,
        allowed: Callable[[str], bool] = is_public,
        context: ssl.SSLContext | None = None,
        patience: float = _PATIENCE,
    ) -> None:
        """Prepare; nothing is opened yet."""
        self._resolve, self._allowed, self._patience = resolve, allowed, patience
        self._context = context

    async def send(self, method: str, url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        """Send a request and return the beginning of the answer, whatever its status; raises NotAnsweredError."""
        try:
            async with asyncio.timeout(self._patience):
                return await self._ask(method, _split(url), body, headers)
        except TimeoutError:
            raise NotAnsweredError(ChatTrouble.TIMEOUT) from None

    async def probe(self, url: str) -> None:
        """Open a connection to the server of an address, and send nothing; raises NotAnsweredError."""
        parts = _split(url)
        host, port = parts.hostname or "", parts.port or _HTTPS
        try:
            async with asyncio.timeout(self._patience):
                where = await self._find(host, port)
                _, writer = await asyncio.open_connection(where, port, ssl=self._tls(), server_hostname=host)
        except TimeoutError:
            raise NotAnsweredError(ChatTrouble.TIMEOUT) from None
        except OSError as error:
            raise NotAnsweredError(_why(error)) from None
        writer.transport.abort()  # to close it in order would wait for the other side

    def _tls(self) -> ssl.SSLContext:
        self._context = self._context or ssl.create_default_context()
        return self._context

    async def _find(self, host: str, port: int) -> str:
        """Return an address of a host, if every one that it has may be asked."""
        try:
            found = await asyncio.get_running_loop().run_in_executor(None, self._resolve, host, port)
        except (OSError, UnicodeError):
            raise NotAnsweredError(ChatTrouble.UNKNOWN_HOST) from None
        if not found:
            raise NotAnsweredError(ChatTrouble.UNKNOWN_HOST)
        if not all(self._allowed(each.address) for each in found):
            raise NotAnsweredError(ChatTrouble.PRIVATE)
        older = [each.address for each in found if each.family == socket.AF_INET]
        return older[0] if older else found[0].address

    async def _ask(self, method: str, parts: SplitResult, body: bytes, headers: Mapping[str, str]) -> Answer:
        host, port = parts.hostname or "", parts.port or _HTTPS
        where = await self._find(host, port)
        target = httpx.URL(scheme="https", host=where, port=port, raw_path=_raw_path(parts))
        named = f"[{host}]" if ":" in host else host
        sent = {
            "Host": named if port == _HTTPS else f"{named}:{port}",
            "Accept-Encoding": "identity",
            "Connection": "close",
            "User-Agent": "moderator",
        }
        client = httpx.AsyncClient(
            verify=self._tls(), trust_env=False, follow_redirects=False, timeout=_STEP, auth=_login(parts)
        )
        request = client.build_request(method, target, content=body, headers={**sent, **headers})
        request.extensions["sni_hostname"] = host
        try:
            async with client:
                answer = await client.send(request, stream=True)
                return Answer(answer.status_code, await _beginning(answer), _retry_after(answer.headers))
        except httpx.TimeoutException:
            raise NotAnsweredError(ChatTrouble.TIMEOUT) from None
        except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
            raise NotAnsweredError(_why(error)) from None


def _split(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        usable = parts.scheme == "https" and bool(parts.hostname) and url.isascii() and parts.port != 0
    except ValueError:
        usable = False
    if not usable:
        raise NotAnsweredError(ChatTrouble.BAD_URL)
    return parts


def _raw_path(parts: SplitResult) -> bytes:
    query = f"?{parts.query}" if parts.query else ""
    return f"{parts.path or '/'}{query}".encode("ascii")


def _login(parts: SplitResult) -> httpx.BasicAuth | None:
    """Return the name and password that stand in an address."""
    return httpx.BasicAuth(unquote(parts.username), unquote(parts.password or "")) if parts.username else None


async def _beginning(answer: httpx.Response) -> bytes:
    """Return the beginning of the body; what is behind it is never read."""
    body = b""
    async for some in answer.aiter_raw(LARGEST):
        body += some
        if len(body) >= LARGEST:
            break
    return body[:LARGEST]


def _retry_after(headers: httpx.Headers) -> float:
    """Return how many seconds an answer asks us to wait; it may name a number of them, or a time."""
    asked = headers.get("Retry-After", "").strip()
    if _SECONDS.fullmatch(asked):
        return float(asked)
    try:
        until = parsedate_to_datetime(asked)
    except (ValueError, TypeError):
        return 0.0
    return max((until.astimezone(UTC) - datetime.now(UTC)).total_seconds(), 0.0)


def _why(error: BaseException) -> ChatTrouble:
    certificate = any(isinstance(each, ssl.SSLCertVerificationError) for each in causes(error))
    return ChatTrouble.CERTIFICATE if certificate else ChatTrouble.NO_CONNECTION
