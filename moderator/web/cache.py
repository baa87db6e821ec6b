"""Public pages are kept for a few seconds, so that a crowd at one match costs little more than one reader.

What is the same for everybody is also packed once. Nothing else is packed: the length of a packed page tells a listener
whether a text in it that others chose, such as a message, repeats a secret beside it (BREACH), and the pages of a desk
hold both.
"""

import asyncio
import gzip
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from functools import lru_cache
from time import monotonic

from starlette.requests import Request
from starlette.responses import Response

_SECONDS = 10.0
"""How old a kept answer may be; browsers are told that theirs may be 30 seconds old."""
_MOST = 256
_LEAST = 500
"""Bytes from which on packing is worth it."""
_MOST_PACKED = 64


class Cache:
    """Answers by key, the last used last. Of several that ask for one at once the first has it made for all."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, tuple[float, Response]] = OrderedDict()
        self._made: dict[Hashable, asyncio.Future[Response]] = {}

    async def answer(self, key: Hashable, make: Callable[[], Awaitable[Response]]) -> Response:
        """Return the answer of a key, made anew where there is none or it is too old; it must be for everybody."""
        kept = self._kept.get(key)
        if kept is not None and monotonic() - kept[0] < _SECONDS:
            self._kept.move_to_end(key)
            return kept[1]
        if (others := self._made.get(key)) is not None:
            return await asyncio.shield(others)
        making = self._made[key] = asyncio.ensure_future(make())
        try:
            answer = await making
        finally:
            del self._made[key]
        self._kept[key] = monotonic(), answer
        while len(self._kept) > _MOST:
            self._kept.popitem(last=False)
        return answer


def can_unpack(request: Request) -> bool:
    """Tell whether a browser can unpack an answer."""
    return "gzip" in request.headers.get("accept-encoding", "")


def pack(answer: Response, *, unpacks: bool) -> Response:
    """Return an answer packed if that makes it shorter and its browser can unpack it; proxies learn of the choice."""
    answer.headers["Vary"] = "Accept-Encoding"
    if not unpacks:
        return answer
    packed = _packed(bytes(answer.body)) if len(answer.body) >= _LEAST else answer.body
    if len(packed) < len(answer.body):
        answer.body = packed
        answer.headers["Content-Length"] = str(len(packed))
        answer.headers["Content-Encoding"] = "gzip"
    return answer


@lru_cache(_MOST_PACKED)
def _packed(data: bytes) -> bytes:
    return gzip.compress(data, 6, mtime=0)
