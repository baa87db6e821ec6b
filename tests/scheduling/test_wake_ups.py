"""Wake-ups: hints that are never dropped, and clocks."""

import asyncio
from datetime import UTC, datetime, timedelta, timezone

from moderator.scheduling.clock import FrozenClock, SystemClock
from moderator.scheduling.local import LocalWakeUps

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


def test_a_time_that_is_past_still_wakes() -> None:
    """After an outage a deadline that was missed is looked at on start, however old."""

    async def ask() -> None:
        rung, wake_ups = asyncio.Event(), LocalWakeUps()
        wake_ups.start()
        wake_ups.at(NOON - timedelta(days=1), rung.set)
        async with asyncio.timeout(20):
            await rung.wait()
        wake_ups.stop()

    asyncio.run(ask())


def test_a_later_time_replaces_the_earlier() -> None:
    """A function has one wake-up, the one asked for last, and may ask for another when it is called."""
    calls: list[str] = []

    async def ask() -> None:
        rung, wake_ups = asyncio.Event(), LocalWakeUps()

        def again() -> None:
            calls.append("again")
            wake_ups.at(NOON, again if len(calls) < 3 else rung.set)

        def hoth() -> None:
            calls.append("hoth")

        wake_ups.at(NOON, hoth)
        wake_ups.at(NOON + timedelta(days=36_500), hoth)
        wake_ups.at(NOON, again)
        wake_ups.start()
        async with asyncio.timeout(20):
            await rung.wait()
        wake_ups.stop()

    asyncio.run(ask())
    assert calls == ["again"] * 3


def test_clocks_tell_aware_time_in_utc() -> None:
    """A frozen clock stands until it is moved, whatever zone it was set in."""
    assert SystemClock().now().tzinfo is UTC
    clock = FrozenClock(NOON.astimezone(timezone(timedelta(hours=5))))
    clock.move(timedelta(hours=2))
    assert clock.now() == NOON + timedelta(hours=2)
    assert clock.now().tzinfo is UTC


def test_what_is_done_again_and_again_ends_with_the_wake_ups() -> None:
    """It goes by the loop's own clock, so that no clock that is put back holds it up."""

    async def ring() -> None:
        rung: asyncio.Queue[str] = asyncio.Queue()
        wake_ups = LocalWakeUps()
        wake_ups.every(0.001, lambda: rung.put_nowait("ring"))
        async with asyncio.timeout(20):
            for _ in range(3):
                await rung.get()
        wake_ups.stop()
        rung = asyncio.Queue()
        await asyncio.sleep(0.02)
        assert rung.empty()

    asyncio.run(ring())
