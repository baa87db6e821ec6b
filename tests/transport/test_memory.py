"""The transports without servers."""

import asyncio
from datetime import UTC, datetime

import pytest

from moderator.ports import Delivery, DeliveryStatus, Dispatch, Sent
from moderator.testing.memory import MemoryInbound, MemoryOutbound
from moderator.transport.connections import Tls, TransportError, check_protection
from tests.support.cases import every_case
from tests.support.crashes.keeping import each

NOW = datetime(2026, 11, 26, tzinfo=UTC)


def test_letters_wait_until_they_are_kept() -> None:
    """What cannot be kept waits on; what is kept is processed, what is refused is set aside."""
    inbound = MemoryInbound()
    first, second = inbound.put(b"a", NOW), inbound.put(b"b", NOW)

    def broken(_: Delivery) -> None:
        raise RuntimeError("the database is away")

    with pytest.raises(RuntimeError):
        inbound.drain(each(broken))
    assert inbound.drain(each(lambda delivery: delivery.raw != b"b")) == 2
    assert (inbound.processed, inbound.failed, inbound.waiting) == ([first], [second], [])


def test_what_is_sent_can_be_looked_at(dispatch: Dispatch) -> None:
    """The bytes are those of a real transport, and are handed out once."""
    outbound = MemoryOutbound()
    assert asyncio.run(outbound.send([dispatch])) == [Sent(DeliveryStatus.SENT)]
    (posted,) = outbound.take()
    assert b"Subject: [hoth] Turn 5" in posted.raw
    assert outbound.take() == []


def test_statuses_can_be_decided(dispatch: Dispatch) -> None:
    """A test may refuse or delay letters, which then are not posted."""
    outbound = MemoryOutbound(lambda _: Sent(DeliveryStatus.LATER, "4.2.0"))
    assert asyncio.run(outbound.send([dispatch])) == [Sent(DeliveryStatus.LATER, "4.2.0")]
    assert outbound.posted == []


@every_case("host", ["mail.pbem.test", "192.0.2.1", "127.evil.test", "localhost.evil.test"])
def test_a_password_never_travels_in_the_open(host: str) -> None:
    """Without TLS only this very machine is spoken to."""
    with pytest.raises(TransportError, match="allowed only on loopback"):
        check_protection(Tls.NONE, host)
    check_protection(Tls.TLS, host)
    for near in ("127.0.0.1", "localhost", "::1"):
        check_protection(Tls.NONE, near)
