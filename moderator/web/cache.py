"""Public pages are kept for a few seconds, so that a crowd at one match costs little more than one reader."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from time import monotonic

from starlette.responses import Response

_SECONDS = 10.0
"""How old a kept answer may be; browsers are told that theirs may be 30 seconds old."""
_MOST = 256


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
