"""Chat notices at work: what is to be told is gathered, and sent beside the mail, which never waits for it."""

import asyncio
from collections.abc import Callable
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from moderator.app.senders import senders_lock
from moderator.ports import ChatOutbound, Outbound
from moderator.rendering.chat import ChatWriter
from moderator.service.chat import gathering, sending
from moderator.transport.chat import ChatSender

if TYPE_CHECKING:
    from moderator.app.instance import Instance

MOST = 500
"""Messages that one round sends, at most: the next one goes on."""


async def send_notices(
    instance: "Instance",
    outbound: ChatOutbound | None = None,
    *,
    stopping: asyncio.Event | None = None,
    went: Callable[[], object] = lambda: None,
) -> int:
    """Send the chat notices that are due, one after the other, until told to stop; return how many were dealt with.

    ``went`` is called after each. The same lock is held as by those who send letters, so that nobody takes a message
    for one whose sender died.
    """
    if not await asyncio.to_thread(_gather, instance):
        return 0
    outbound, word = outbound or ChatSender(), _writer(instance.config.root / "templates")
    count = 0
    with ExitStack() as held:
        await asyncio.to_thread(held.enter_context, senders_lock(instance.store, instance.config.root / "state"))
        while count < MOST and not (stopping is not None and stopping.is_set()):
            if not await sending.send_one(instance.store, instance.ctx, word, outbound):
                break
            count += 1
            went()
    return count


async def send_last(instance: "Instance", outbound: Outbound) -> None:
    """Send the chat notices that are due, and then the letters about those that were given up."""
    if await send_notices(instance):
        await instance.pump(outbound)


def _gather(instance: "Instance") -> bool:
    """Set to wait what is to be told now, and tell whether anything is due."""
    if instance.ctx.settings.notices:
        with instance.store.write() as session:
            gathering.gather(session, instance.ctx)
    return instance.query(sending.is_due)


@cache
def _writer(operator: Path) -> ChatWriter:
    return ChatWriter(operator)
