"""Lines in which requests wait for slow work: they are short, so that those who wait leave places for everybody else.

The server answers a number of requests at a time. Without a bound, one player's checks or a crowd that asks for PDFs
would take every place, and the desk would be closed for all.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class BusyError(Exception):
    """So many wait already that nobody else may."""


class Line:
    """A line for work that is done by one at a time, or by several; ``most`` may be in it, at work or waiting."""

    def __init__(self, most: int, places: int = 1) -> None:
        """Make an empty line."""
        self._most, self._in_it, self._work = most, 0, asyncio.Semaphore(places)

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for one's turn; raises BusyError at once if the line is full."""
        if self._in_it >= self._most:
            raise BusyError
        self._in_it += 1
        try:
            async with self._work:
                yield
        finally:
            self._in_it -= 1
