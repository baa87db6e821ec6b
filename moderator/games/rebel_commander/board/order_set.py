"""Which numbers an order set has, and which order stands under which of them."""

from collections.abc import Sequence
from typing import TypeVar

from moderator.core.seats import Seat
from moderator.games.rebel_commander.options import Options
from moderator.games.rebel_commander.orders.types import RebelOrder
from moderator.games.rebel_commander.pieces import EMPIRE
from moderator.games.rebel_commander.tables import edition_of
from moderator.language.faults import LanguageFault

T = TypeVar("T")


def imperial_places(options: Options, in_play: Sequence[Seat]) -> int:
    """Return how many places the Empire has under each number: as told, or one per Rebel faction in play."""
    places = options.imperial_orders
    if places in ("factions", 0):
        return max(1, sum(seat != EMPIRE for seat in in_play))
    return int(places)


def alternating_sequence(rebels: Sequence[T], empire: T, places: int) -> tuple[T, ...]:
    """Return the fixed sequence of a number: the Empire answers each Rebel; its other places come last."""
    order: list[T] = []
    for at in range(max(len(rebels), places)):
        order += [*rebels[at : at + 1], *[empire] * (at < places)]
    return tuple(order)


def order_labels(options: Options, in_play: Sequence[Seat], seat: Seat) -> tuple[str, ...]:
    """Return the labels of a seat's order set: ``1 2 3``, or ``1a 1b 2a …`` with several places under each number."""
    numbers = range(1, edition_of(options).numbers + 1)
    places = imperial_places(options, in_play) if seat == EMPIRE else 1
    letters = [chr(96 + place) for place in range(1, places + 1)] if places > 1 else [""]
    return tuple(f"{number}{letter}" for number in numbers for letter in letters)


def assign_labels(
    labels: Sequence[str], orders: Sequence[RebelOrder]
) -> tuple[dict[str, int], tuple[tuple[int, LanguageFault], ...]]:
    """Return the index of the order under each label, and the orders that have none, with the reason's code.

    Whole labels go first, and of two orders under one the later counts. A bare number then stands for the first free
    letter under it (``1`` for ``1a``); ``1a`` is the same as ``1`` on an order set without letters. Orders without a
    number take the labels left free, in their order. The reasons: ``"number-given-again"``, ``"no-such-number"``,
    ``"too-many-orders"``.
    """
    placed: dict[str, int] = {}
    faults: list[tuple[int, LanguageFault]] = []
    named = [
        (index, _possible_labels(labels, order.number.lower())) for index, order in enumerate(orders) if order.number
    ]
    for index, meant in sorted(named, key=lambda one: len(one[1]) > 1):
        free = next((label for label in meant if label not in placed), None)
        if free is not None:
            placed[free] = index
        elif len(meant) == 1:
            faults.append((placed[meant[0]], LanguageFault.NUMBER_GIVEN_AGAIN))
            placed[meant[0]] = index
        else:
            faults.append((index, LanguageFault.TOO_MANY_ORDERS if meant else LanguageFault.NO_SUCH_NUMBER))
    free_labels = (label for label in labels if label not in placed)
    for index, order in enumerate(orders):
        if not order.number:
            free = next(free_labels, None)
            if free is not None:
                placed[free] = index
            else:
                faults.append((index, LanguageFault.TOO_MANY_ORDERS))
    return {label: placed[label] for label in labels if label in placed}, tuple(sorted(faults))


def _possible_labels(labels: Sequence[str], number: str) -> tuple[str, ...]:
    """Return the labels that somebody who wrote ``number`` can mean."""
    if number in labels:
        return (number,)
    if number.isdigit():
        return tuple(label for label in labels if label.rstrip("abcdefghijkl") == number)
    return tuple(label for label in labels if label + "a" == number)
