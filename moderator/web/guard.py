"""The guard before every page: the headers that each answer has, and which requests are not let through.

Nothing is asked of a browser but that it says where a form comes from, as all do since 2020 (``Sec-Fetch-Site``) or
longer (``Origin``): a form on somebody else's page changes nothing here.
"""

from collections.abc import Iterable
from time import monotonic

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST = 64_000
"""Bytes of a form, at most."""

POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""What a page may load and where its forms may go."""

_HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
_SECURE = {"Strict-Transport-Security": "max-age=31536000"}
_READING = ("GET", "HEAD")
_LONGEST = 400
"""Characters of a path, at most; ours have fewer than half as many."""
_LONGEST_LENGTH = 9


class Guard:
    """Lets requests through to a site whose own address is ``url``, where it has one."""

    def __init__(self, app: ASGIApp, url: str, unguarded: Iterable[str] = ()) -> None:
        """Guard an application; forms to paths that begin with one of ``unguarded`` may come from anywhere."""
        self._app, self._url, self._unguarded = app, url, tuple(unguarded)
        self._headers = {**_HEADERS, **(_SECURE if url.startswith("https://") else {})}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        begun = False
        scope["began"] = monotonic()

        async def guarded(message: Message) -> None:
            nonlocal begun
            begun = True
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            await self._choose(scope)(scope, receive, guarded)
        except Exception:
            if not begun:
                await _refusal(500)(scope, receive, guarded)
            raise

    def _choose(self, scope: Scope) -> ASGIApp:
        """Return what answers a request: the site, or a refusal."""
        if _is_no_address(scope):
            return _refusal(400)
        if _is_long(scope):
            return _refusal(413)
        return _refusal(403) if self._is_foreign(scope) else self._app

    def _is_foreign(self, scope: Scope) -> bool:
        """Tell whether a form comes from another site, or from a program that does not say."""
        if scope["method"] in _READING or scope["path"].startswith(self._unguarded):
            return False
        headers = Headers(scope=scope)
        if (site := headers.get("sec-fetch-site")) is not None:
            return site != "same-origin"
        own = self._url or f"{scope['scheme']}://{headers.get('host', '')}"
        return headers.get("origin") != own


def _is_no_address(scope: Scope) -> bool:
    """Tell whether there can be no such address: it is too long, or holds NUL, which PostgreSQL refuses."""
    return len(scope["path"]) > _LONGEST or "\0" in scope["path"] or b"%00" in scope["query_string"]


def _is_long(scope: Scope) -> bool:
    """Tell whether a request brings more than any form has, or does not say how much before it comes."""
    if scope["method"] in _READING:
        return False
    headers = Headers(scope=scope)
    length = headers.get("content-length", "")
    if "transfer-encoding" in headers or not length.isdecimal() or len(length) > _LONGEST_LENGTH:
        return True
    return int(length) > MOST


def _refusal(status: int) -> ASGIApp:
    return PlainTextResponse(f"{_WORDS[status]}\n", status, {"Cache-Control": "no-store"})


_WORDS = {
    400: "There can be no such address here.",
    403: "This form did not come from this site.",
    413: "That is more than a form of this site can hold.",
    500: "Something went wrong here. It is written down; nothing that you sent was recorded.",
}
