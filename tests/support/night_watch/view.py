"""What one thief may know, and what the map of the streets says to anybody."""

from msgspec import Struct

STREETS = ("Quay", "Alley", "Bridge", "Market", "Mill", "Gate")
"""One after the other, from the water to the wall."""

STORM = 6
"""The weather in which nobody finds anybody."""


class View(Struct, frozen=True, kw_only=True):
    """The night as one seat (or ``public``, or ``gm``) sees it; ``place`` and ``courage``: what it knows."""

    who: str
    turn: int
    nights: int
    seats: tuple[str, ...]
    fallen: tuple[str, ...]
    weather: int
    loud: bool
    place: dict[str, str]
    courage: dict[str, int]


def next_to(street: str) -> tuple[str, ...]:
    """Return the streets that touch a street: two, or one at either end."""
    at = STREETS.index(street)
    return STREETS[max(at - 1, 0) : at] + STREETS[at + 1 : at + 2]
