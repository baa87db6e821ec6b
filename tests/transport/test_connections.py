"""How transports let letters be kept: a few together, none moved before, none lost where a line breaks."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

import pytest

from moderator.ports import Delivery
from moderator.testing.memory import MemoryInbound
from moderator.transport.connections import keep_in_batches
from tests.support.crashes.keeping import each

NOW = datetime(2026, 11, 26, tzinfo=UTC)


def letters(count: int, size: int = 10) -> list[tuple[Delivery, int]]:
    """Return letters, each with its number as its place."""
    return [(Delivery(transport="x", origin=str(n), arrived=NOW, raw=b"x" * size), n) for n in range(count)]


class Keeper:
    """Keeps whatever it is given, and remembers what it was given together."""

    def __init__(self) -> None:
        self.together: list[list[str]] = []

    def __call__(self, deliveries: Sequence[Delivery]) -> list[int]:
        """Answer with ten times each number."""
        self.together.append([delivery.origin for delivery in deliveries])
        return [10 * int(delivery.origin) for delivery in deliveries]


def test_sixteen_letters_are_kept_together_and_answered_in_order() -> None:
    """Others wait to write to the database meanwhile: there is a bound; each letter stands beside its answer."""
    keeper = Keeper()
    answers = [(place, answer) for some in keep_in_batches(keeper, letters(35)) for _, place, answer in some]
    assert [len(some) for some in keeper.together] == [16, 16, 3]
    assert answers == [(number, 10 * number) for number in range(35)]


def test_large_letters_are_kept_a_few_at_a_time() -> None:
    """They are held in memory: no more are fetched once there are eight million bytes."""
    keeper = Keeper()
    assert len(list(keep_in_batches(keeper, letters(5, size=3_000_000)))) == 2
    assert keeper.together == [["0", "1", "2"], ["3", "4"]]


def test_nothing_is_kept_of_nothing() -> None:
    """An empty mailbox makes no transaction."""
    keeper = Keeper()
    assert list(keep_in_batches(keeper, [])) == []
    assert keeper.together == []


def test_letters_fetched_before_the_line_breaks_are_kept() -> None:
    """A letter that a server cannot hand over hides none that was there before it."""
    keeper = Keeper()

    def breaking() -> Iterator[tuple[Delivery, int]]:
        yield from letters(3)
        raise ConnectionError

    with pytest.raises(ConnectionError):
        list(keep_in_batches(keeper, breaking()))
    assert keeper.together == [["0", "1", "2"]]


def test_no_letter_is_moved_before_all_that_are_kept_with_it_are_kept() -> None:
    """While they are kept, every copy is where it was; one that cannot be kept stays there, and the others go on."""
    inbound = MemoryInbound()
    for number in range(3):
        inbound.put(b"%d" % number, NOW)
    waiting: list[int] = []

    def keep(delivery: Delivery) -> None:
        waiting.append(len(inbound.waiting))
        if delivery.raw == b"1":
            raise RuntimeError("the database is away")

    with pytest.raises(RuntimeError):
        inbound.drain(each(keep))
    assert waiting == [3, 3, 3]
    assert [delivery.raw for delivery in inbound.waiting] == [b"1"]
    assert [delivery.raw for delivery in inbound.processed] == [b"0", b"2"]
