"""Letters from browsers: kept like those of any transport, before anything else is done with them."""

import asyncio
from collections.abc import Callable

from sqlmodel import Session
from starlette.concurrency import run_in_threadpool

from moderator.ports import Delivery
from moderator.service.context import Context
from moderator.service.pages.answers import SentLetter
from moderator.web.site import Site

_LOOKS, _PAUSE = 40, 0.075
"""How often it is looked whether a letter is read, and the seconds between: a reader is kept for three at most."""


async def keep(site: Site, delivery: Delivery) -> bool:
    """Keep a letter durably, and ring for it; return whether that was done. One that is here already is kept."""
    (kept,) = await run_in_threadpool(site.backend.keep, [delivery])
    if isinstance(kept, Exception):
        return False
    await site.rouse()
    return True


async def until_read(site: Site, find: Callable[[Session, Context], SentLetter | None]) -> None:
    """Wait until a letter is read, or for three seconds: its page tells what became of it then, too."""
    for _ in range(_LOOKS):
        found = await site.ask(find)
        if found is None or found.is_read:
            return
        await asyncio.sleep(_PAUSE)
