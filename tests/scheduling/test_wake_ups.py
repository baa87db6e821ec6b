"""Wake-ups: hints that are never dropped, and clocks."""

import asyncio
from datetime import UTC, datetime, timedelta, timezone

from moderator.scheduling.clock import FrozenClock, SystemClock
from moderator.scheduling.local import LocalWakeUps

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


async def woken(ask: dict[str, datetime], *, wait_for: int) -> list[str]:
    """Ask for wake-ups and return the first few calls."""
    calls: asyncio.Queue[str] = asyncio.Queue()
    wake_ups = LocalWakeUps(calls.put_nowait)
    wake_ups.start()
    try:
        for match, when in ask.items():
            wake_ups.at(when, match)
        async with asyncio.timeout(20):
            return [await calls.get() for _ in range(wait_for)]
    finally:
        wake_ups.stop()


def test_a_time_that_is_past_still_wakes() -> None:
    """After an outage a deadline that was missed is looked at on start, however old."""
    assert asyncio.run(woken({"hoth": datetime(2020, 1, 1, tzinfo=UTC)}, wait_for=1)) == ["hoth"]


def test_every_match_wakes_for_itself() -> None:
    """One match's time does not replace another's."""
    past = datetime(2020, 1, 1, tzinfo=UTC)
    assert sorted(asyncio.run(woken({"hoth": past, "ridge": past}, wait_for=2))) == ["hoth", "ridge"]


def test_a_wake_up_may_be_asked_for_from_any_thread() -> None:
    """The service asks from its workers."""

    async def ask() -> str:
        calls: asyncio.Queue[str] = asyncio.Queue()
        wake_ups = LocalWakeUps(calls.put_nowait)
        wake_ups.start()
        try:
            await asyncio.to_thread(wake_ups.at, NOON - timedelta(days=9999), "hoth")
            async with asyncio.timeout(20):
                return await calls.get()
        finally:
            wake_ups.stop()

    assert asyncio.run(ask()) == "hoth"


def test_a_later_time_replaces_the_earlier() -> None:
    """A match has one wake-up: the one asked for last."""
    calls: list[str] = []

    async def ask() -> None:
        rung = asyncio.Event()
        wake_ups = LocalWakeUps(lambda match: rung.set() if match == "ridge" else calls.append(match))
        wake_ups.at(NOON - timedelta(days=9999), "hoth")
        wake_ups.at(NOON + timedelta(days=9999), "hoth")
        wake_ups.at(NOON - timedelta(days=9998), "ridge")
        wake_ups.start()
        try:
            async with asyncio.timeout(20):
                await rung.wait()
        finally:
            wake_ups.stop()

    asyncio.run(ask())
    assert calls == []


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
        wake_ups = LocalWakeUps(print)
        wake_ups.every(0.001, lambda: rung.put_nowait("ring"))
        async with asyncio.timeout(20):
            for _ in range(3):
                await rung.get()
        wake_ups.stop()
        rung = asyncio.Queue()
        await asyncio.sleep(0.02)
        assert rung.empty()

    asyncio.run(ring())
