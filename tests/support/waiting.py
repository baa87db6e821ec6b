"""Waiting for what rings no bell: files, databases, processes. No wait has no end, and on a busy machine it is long."""

import asyncio
import time
from collections.abc import Callable

PATIENCE = 50.0
"""Less than the minute after which a daemon looks at everything in any case."""


async def until(fact: Callable[[], bool]) -> None:
    """Wait until something is so, and let all else go on; raises TimeoutError."""
    async with asyncio.timeout(PATIENCE):
        while not fact():  # noqa: ASYNC110 - as the module says
            await asyncio.sleep(0.02)


def eventually(fact: Callable[[], bool], patience: float = PATIENCE) -> bool:
    """Wait until something is so; tell whether it came."""
    end = time.monotonic() + patience
    while not (came := fact()) and time.monotonic() < end:
        time.sleep(0.02)
    return came
