"""What events of all parts of a Turn have in common: a figure, a card, throws of the d8."""

from moderator.core.game import DiceShown, SeatEvent
from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.tables import DIE


class FigureEvent(SeatEvent, frozen=True, kw_only=True):
    """An event of one figure of a seat."""

    figure: str


class CardEvent(SeatEvent, frozen=True, kw_only=True):
    """An event of one card of a seat; where a captain's ability does what cards do, ``card`` is its name."""

    card: str


def single(seat: Seat, throw: int, bonus: int, *, won: bool) -> tuple[DiceShown, ...]:
    """Return a throw against a number as a page draws it."""
    return (DiceShown((seat,), (throw,), bonus, throw + bonus if bonus else None, won, sides=DIE),)


def versus(seats: tuple[Seat, Seat], throws: tuple[int, int], bonuses: tuple[int, int]) -> tuple[DiceShown, ...]:
    """Return two throws against each other as a page draws them."""
    totals = tuple(throw + bonus for throw, bonus in zip(throws, bonuses, strict=True))
    shown = totals if any(bonuses) else (None, None)
    return tuple(
        DiceShown((seats[at],), (throws[at],), bonuses[at], shown[at], totals[at] > totals[1 - at], sides=DIE)
        for at in range(2)
    )
