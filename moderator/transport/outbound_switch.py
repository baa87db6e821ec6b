"""One way out for letters and for posts: each goes by the transport that it is addressed to."""

from collections.abc import Iterable

from moderator.ports import Dispatch, Outbound, Sent


class Switch:
    """An ``Outbound`` that hands posts to forums and letters to mail."""

    def __init__(self, mail: Outbound, forums: Outbound) -> None:
        """Take both ways."""
        self._mail, self._forums = mail, forums

    async def send(self, dispatches: Iterable[Dispatch]) -> list[Sent]:
        """Send each by its transport; the answers stand in the order of the dispatches."""
        out: list[Sent] = []
        for dispatch in dispatches:
            transport = self._mail if dispatch.posting is None else self._forums
            out += await transport.send([dispatch])
        return out

    async def close(self) -> None:
        """Close both."""
        await self._mail.close()
        await self._forums.close()
