"""The campaign in one process: no servers, no waiting, and a death that is an exception."""

import asyncio
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import cast

import pytest

from moderator.app.instance import Instance
from moderator.app.opening import open_instance
from moderator.config import load
from moderator.games.registry import GAMES
from moderator.ports import Dispatch, Sent
from moderator.testing.memory import MemoryInbound, MemoryOutbound
from tests.support.crashes import mortal
from tests.support.crashes.campaign import Campaign
from tests.support.crashes.mortal import STEPS, Step
from tests.support.crashes.players import Box
from tests.support.night_watch import GAME, OFFER


class Death(BaseException):
    """The end of a moderator in memory: nothing catches it, and what was not committed is gone."""


class MemoryCampaign(Campaign):
    """A campaign in one process: the moderator does all there is to do whenever one looks whether it lives."""

    glance = pace = 0.0

    def __init__(
        self, folder: Path, seed: int, patch: pytest.MonkeyPatch, steps: Sequence[Step] = STEPS, database: str = ""
    ) -> None:
        """Lay out an instance whose mailbox and relay are in memory."""
        super().__init__(folder, seed, database)
        self._inbound, self._instance = MemoryInbound(), cast("Instance | None", None)
        self._lives = 0
        self._relay = Relay(mortal.keep_journal(folder / "journal.txt", lambda: self._lives, patch.setattr))
        patch.setattr(Instance, "outbound", lambda _: self._relay)
        patch.setitem(GAMES._entries, GAME.info.key, [OFFER])
        self._killer = mortal.Killer(folder / "armed.txt", self._die_here)
        mortal.watch(self._killer, patch.setattr, steps)

    def _die_here(self) -> None:
        raise Death

    def _start(self) -> None:
        self._lives += 1
        self._killer.begin()
        config = load(self.folder / "config.toml")
        self._instance = open_instance(config, inbounds=[self._inbound], lock=True)

    def _is_dead(self) -> bool:
        if self._instance is not None:
            try:
                self._instance.apply(load(self.folder / "config.toml"))
                asyncio.run(self._instance.once())
            except* Death:
                self._kill()
        return self._instance is None

    def _kill(self) -> None:
        if self._instance is not None:
            self._instance.close()
            self._instance = None

    def _box(self, user: str) -> Box:
        return MemoryBox(user, self._inbound, self._relay)

    def _post(self, sender: str, to: str, raw: bytes) -> None:
        del sender, to  # as the letter says
        self._inbound.put(raw, datetime.now(UTC))


class Relay(MemoryOutbound):
    """A relay in memory that writes down what is handed to it, and what it accepted."""

    def __init__(self, note: mortal.Note) -> None:
        """Begin without letters."""
        super().__init__()
        self._note = note

    async def send(self, dispatches: Iterable[Dispatch]) -> list[Sent]:
        """Take letters one after the other."""
        answers: list[Sent] = []
        for dispatch in dispatches:
            self._note("handed", dispatch.message_id)
            answers += await super().send([dispatch])
            self._note("accepted", dispatch.message_id)
        return answers


class MemoryBox(Box):
    """A user's mailbox in memory; the moderator's is what it reads."""

    def __init__(self, user: str, inbound: MemoryInbound, relay: Relay) -> None:
        """Begin with the first letter."""
        super().__init__()
        self._address, self._inbound, self._relay, self._seen = f"{user}@pbem.test", inbound, relay, 0

    def fetch(self) -> Iterable[bytes]:
        """Return what the relay took for the user since the last time."""
        posted, self._seen = self._relay.posted[self._seen :], len(self._relay.posted)
        return [each.raw for each in posted if self._address in each.dispatch.to]

    def waiting(self) -> int:
        """Return what the moderator has not fetched yet."""
        return len(self._inbound.waiting)
