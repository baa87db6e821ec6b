"""What became of lines that are for more than a Turn: told after the last Turn in which they could do something.

A line that counts in one Turn and not in another has not failed: each Turn a phase notes what a line lacked, or that it
lacked nothing.
"""

from collections.abc import Iterator
from typing import TypeVar

from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.events.lines import Cause
from moderator.games.rayguns_and_rocketships.orders.types import Aim, RayOrder, counts_in
from moderator.games.rayguns_and_rocketships.rules.table import Table

R = TypeVar("R", bound=RayOrder)


def lines_written_for(table: Table, seat: Seat, kind: type[R]) -> Iterator[R]:
    """Give the lines of a type that a seat has written for this Turn, doctrine of older letters left out."""
    for line in dict.fromkeys((*table.order_sets[seat], *table.lines[seat])):
        if isinstance(line, kind) and counts_in(line, table.turn):
            yield line


def note_lack(table: Table, seat: Seat, line: RayOrder, cause: Cause | None, figure: str = "") -> None:
    """Note what a line lacked in this Turn; None: nothing."""
    table.lacked.setdefault((seat, line), []).append((cause, figure))


def tell_failures(table: Table) -> None:
    """Say why of lines that lacked something in every Turn of this step: what they lacked first but conditions."""
    for (seat, line), causes in table.lacked.items():
        if all(cause for cause, _ in causes):
            cause, figure = min(causes, key=lambda found: found[0] == "condition")
            table.fail(seat, line, cause or "condition", figure)
    table.lacked.clear()


def tell_unplayed(table: Table) -> None:
    """Say so of AIM lines whose card was not turned up in the whole Round."""
    for seat in table.in_play():
        for line in lines_written_for(table, seat, Aim):
            if line.card not in table.sides[seat].shown:
                table.fail(seat, line, "not-up")
