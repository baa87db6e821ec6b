"""The guard before every page: the headers that each answer has, and which requests are not let through.

Nothing is asked of a browser but that it says where a form comes from, as all do since 2020 (``Sec-Fetch-Site``) or
longer (``Origin``): a form on somebody else's page changes nothing here.
"""

from collections.abc import Iterable

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST = 64_000
"""Bytes of a form, at most."""

_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
_SECURE = {"Strict-Transport-Security": "max-age=31536000"}
_READING = ("GET", "HEAD")


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

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
            await send(message)

        app = _refusal(403) if self._is_foreign(scope) else self._app
        app = _refusal(413) if _is_long(scope) else app
        await app(scope, receive, guarded)

    def _is_foreign(self, scope: Scope) -> bool:
        """Tell whether a form comes from another site, or from a program that does not say."""
        if scope["method"] in _READING or scope["path"].startswith(self._unguarded):
            return False
        headers = Headers(scope=scope)
        if (site := headers.get("sec-fetch-site")) is not None:
            return site != "same-origin"
        own = self._url or f"{scope['scheme']}://{headers.get('host', '')}"
        return headers.get("origin") != own


def _is_long(scope: Scope) -> bool:
    """Tell whether a request brings more than any form has, or does not say how much."""
    if scope["method"] in _READING:
        return False
    length = Headers(scope=scope).get("content-length", "")
    return not length.isdecimal() or int(length) > MOST


def _refusal(status: int) -> ASGIApp:
    words = {403: "This form did not come from this site.", 413: "That is more than a form of this site can hold."}
    return PlainTextResponse(f"{words[status]}\n", status, {"Cache-Control": "no-store"})
