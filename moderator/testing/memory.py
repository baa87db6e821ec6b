"""Transports in memory, in place of servers."""

from collections.abc import Callable, Iterable
from datetime import datetime

from msgspec import Struct

from moderator.ports import Delivery, DeliveryStatus, Dispatch, Keep, Sent
from moderator.transport.composing import compose
from moderator.transport.connections import keep_in_batches


class SentLetter(Struct, frozen=True):
    """A letter that was sent: the dispatch, and its bytes as a transport would carry them."""

    dispatch: Dispatch
    raw: bytes


class MemoryInbound:
    """An ``Inbound`` that is filled by ``put``."""

    def __init__(self, transport: str = "memory") -> None:
        self._transport = transport
        self._count = 0
        self.waiting: list[Delivery] = []
        self.processed: list[Delivery] = []
        self.failed: list[Delivery] = []

    def put(self, raw: bytes, arrived: datetime, *, trusted: bool = False) -> Delivery:
        """Let a letter arrive, and return its delivery, whose origin is a number."""
        self._count += 1
        delivery = Delivery(
            transport=self._transport, origin=str(self._count), arrived=arrived, raw=raw, trusted=trusted
        )
        self.waiting.append(delivery)
        return delivery

    def drain(self, keep: Keep) -> int:
        """Store the waiting letters and return how many; one that cannot be stored waits on and raises its error."""
        before, trouble = len(self.waiting), None
        for answers in keep_in_batches(keep, [(delivery, None) for delivery in self.waiting]):
            for delivery, _, answer in answers:
                if isinstance(answer, Exception):
                    trouble = trouble or answer
                    continue
                self.waiting.remove(delivery)
                (self.failed if answer is False else self.processed).append(delivery)
        if trouble is not None:
            raise trouble
        return before - len(self.waiting)


class MemoryOutbound:
    """An ``Outbound`` that remembers letters; one for which ``status`` returns another result than SENT is not sent."""

    def __init__(self, status: Callable[[Dispatch], Sent | None] | None = None) -> None:
        self.status = status
        self.posted: list[SentLetter] = []
        self.closed = False

    async def send(self, dispatches: Iterable[Dispatch]) -> list[Sent]:
        """Compose and remember each letter."""
        return [self._send(dispatch) for dispatch in dispatches]

    async def close(self) -> None:
        """Note that the transport is closed."""
        self.closed = True

    def take(self) -> list[SentLetter]:
        """Return the letters that were sent since the last call."""
        taken, self.posted = self.posted, []
        return taken

    def _send(self, dispatch: Dispatch) -> Sent:
        answer = self.status(dispatch) if self.status else None
        if answer is not None and answer.status is not DeliveryStatus.SENT:
            return answer
        try:
            self.posted.append(SentLetter(dispatch, compose(dispatch)))
        except ValueError as error:
            return Sent(DeliveryStatus.REFUSED, str(error))
        return answer or Sent(DeliveryStatus.SENT)
