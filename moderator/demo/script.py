"""What the demo plays of a game: its matches, and what people write in them. All else is the same for every game."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from moderator.core.game import AnyGame, Event
from moderator.core.seats import Seat
from moderator.demo.people import PEOPLE, Person


class Staging(Struct, frozen=True, kw_only=True):
    """A match of the demo; the first ``people`` sit in it, and bots by their seats."""

    name: str
    every: str
    people: int = len(PEOPLE)
    bots: Mapping[Seat, str]
    options: Mapping[str, Any] = {}


class Aside(NamedTuple):
    """A letter beside the orders: how it begins, and its lines."""

    greeting: str
    lines: tuple[str, ...]


class Show(NamedTuple):
    """Something that the short demo is to show: why a report is worth opening, and whom an event of it is about."""

    reason: str
    whom: Callable[[Event], tuple[Seat, ...]]


Further = Callable[[Any, tuple[str, ...]], tuple[str, ...]]
"""From a seat's view and the orders that its player has in mind to those that he writes."""


def _as_they_are(view: object, lines: tuple[str, ...]) -> tuple[str, ...]:
    """Write what is in mind."""
    del view
    return lines


class Script(Struct, frozen=True, kw_only=True):
    """What is played of one game.

    The short demo plays ``table`` for ``turns`` reports, or up to ``most`` until what ``shows`` names has happened, and
    ``duel`` to its end; the long one plays ``whole``, or the turns that the option ``limit`` allows. ``thinker`` is the
    bot that thinks up what people order, ``further`` what they make of it. ``word`` is said to all.
    """

    game: AnyGame
    seats: tuple[Seat, ...]
    table: Staging
    duel: Staging
    whole: Staging
    limit: str
    thinker: str
    turns: int = 3
    most: int = 3
    shows: tuple[Show, ...] = ()
    nowhere: str
    further: Further = _as_they_are
    has_pacts: bool = False
    word: str = "Friends, let us meet at the end of this and laugh about it."
    asides: Mapping[tuple[str, int], Aside] = {}

    @property
    def people(self) -> tuple[Person, ...]:
        """Everybody in the seat that this game gives them."""
        return tuple(replace(person, seat=seat) for person, seat in zip(PEOPLE, self.seats, strict=False))

    def is_enough(self, reports: int, happened: Sequence[Event]) -> bool:
        """Tell whether the short demo has shown what it is to show, after so many reports of a turn."""
        if not self.turns <= reports < self.most:
            return reports >= self.most
        return all(any(self.seen_by(show, event) for event in happened) for show in self.shows)

    def seen_by(self, show: Show, event: Event) -> tuple[Person, ...]:
        """Return the people whom an event that is to be shown is about; nobody if it is another."""
        seats = show.whom(event)
        return tuple(person for person in self.people if person.seat in seats)
