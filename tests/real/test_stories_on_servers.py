"""The same stories as on memory transport, with every letter through Postfix and Dovecot, both ways."""

import asyncio
import re
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from moderator.ports import Delivery, Dispatch, Inbound, Keep, Sent
from moderator.rendering.mail import MailRenderer
from moderator.store.session import Store
from moderator.transport.connections import Tls
from moderator.transport.imap import ImapMailbox
from moderator.transport.smtp import SmtpPool, SmtpSettings
from tests.support.servers.mailservers import MailServers
from tests.support.story import Teller, chance, parse
from tests.support.world import World

STORIES = sorted((Path(__file__).parents[1] / "stories").glob("*.txt"))
_PATIENCE = 90.0


class StoryTime:
    """The moderator's mailbox on the server, with the story's clock: the server's own knows nothing of it."""

    def __init__(self, world: World, mailbox: Inbound) -> None:
        """Read a mailbox for a world."""
        self.world, self.mailbox = world, mailbox

    def drain(self, keep: Keep) -> int:
        """Keep what is there as if it had arrived just now."""

        def keep_now(deliveries: Sequence[Delivery]) -> Sequence[object]:
            return keep([replace(delivery, arrived=self.world.clock.now()) for delivery in deliveries])

        return self.mailbox.drain(keep_now)


class Recorded:
    """A pool of connections that remembers what went out, in order."""

    def __init__(self, pool: SmtpPool) -> None:
        """Watch a pool."""
        self.pool = pool
        self.dispatches: list[Dispatch] = []

    async def send(self, dispatches: Iterable[Dispatch]) -> list[Sent]:
        """Send and remember."""
        listed = list(dispatches)
        self.dispatches += listed
        return await self.pool.send(listed)

    async def close(self) -> None:
        """Close the pool."""
        await self.pool.close()


class ServerTransports:
    """Letters that travel through the servers; each step waits until they have arrived."""

    def __init__(self, servers: MailServers, world: World) -> None:
        """Hand the moderator's mailbox to a world."""
        self.servers, self.world = servers, world
        self.renderer = MailRenderer(world.clock)
        world.inbound = StoryTime(world, ImapMailbox(servers.mailbox()))

    def deliver(self, sender: str, to: str, raw: bytes) -> None:
        """Hand a letter to Postfix and wait until it lies in the moderator's mailbox."""
        before = self.servers.count("moderator", "INBOX")
        self.servers.post(sender, to, raw)
        wait_for(lambda: self.servers.count("moderator", "INBOX") > before)

    def collect(self) -> list[tuple[str, bytes]]:
        """Send what waits, and fetch each letter from the mailbox of its reader."""
        return [(dispatch.to[0], self._arrived(dispatch)) for dispatch in asyncio.run(self._send())]

    async def _send(self) -> list[Dispatch]:
        outbound = Recorded(SmtpPool(SmtpSettings(host="127.0.0.1", port=self.servers.smtp_port, tls=Tls.NONE)))
        try:
            await self.world.pump(self.renderer, outbound)
        finally:
            await outbound.close()
        return outbound.dispatches

    def _arrived(self, dispatch: Dispatch) -> bytes:
        user = dispatch.to[0].partition("@")[0]
        found: list[bytes] = []

        def there() -> bool:
            found[:] = [raw for raw in self.servers.inbox(user) if names(raw, dispatch.message_id)]
            return bool(found)

        wait_for(there)
        assert len(found) == 1
        return found[0]


def names(raw: bytes, message_id: str) -> bool:
    """Tell whether a letter bears a Message-ID."""
    head = raw.partition(b"\r\n\r\n")[0]
    return re.search(rb"(?im)^message-id:\s*" + re.escape(message_id.encode()), head) is not None


def wait_for(fact: Callable[[], bool]) -> None:
    """Wait until something is so."""
    until = time.monotonic() + _PATIENCE
    while not fact():
        assert time.monotonic() < until, "the servers did not deliver"
        time.sleep(0.05)


@pytest.mark.proof
@pytest.mark.parametrize("path", STORIES, ids=[path.stem for path in STORIES])
def test_story(path: Path, store: Store, mail_servers: MailServers, monkeypatch: pytest.MonkeyPatch) -> None:
    """A story goes on real servers as it goes in memory, letter for letter."""
    mail_servers.empty()
    chance(monkeypatch, path.stem)
    written = path.read_text(encoding="utf-8")
    assert Teller(store, partial(ServerTransports, mail_servers)).tell(parse(written)) == written
