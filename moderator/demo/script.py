"""The script of a demo: the matches of a game, and what people write in them. All else is the same for every game."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from moderator.core.game import AnyGame, Event
from moderator.core.seats import Seat
from moderator.demo.people import PEOPLE, Person


class Staging(Struct, frozen=True, kw_only=True):
    """A match of the demo: the number of people who play, and the bots by seat."""

    name: str
    every: str
    people: int = len(PEOPLE)
    bots: Mapping[Seat, str]
    options: Mapping[str, Any] = {}


class Aside(NamedTuple):
    """A letter besides the orders: its greeting and its lines."""

    greeting: str
    lines: tuple[str, ...]


class Show(NamedTuple):
    """Something that the short demo is to show: why a report is worth opening, and the seats that an event is about."""

    reason: str
    whom: Callable[[Event], tuple[Seat, ...]]


Further = Callable[[Any, tuple[str, ...]], tuple[str, ...]]
"""A function from a seat's view and the orders that its player has in mind to those that are written."""


def _as_they_are(view: object, lines: tuple[str, ...]) -> tuple[str, ...]:
    """Return the orders unchanged."""
    del view
    return lines


class Script(Struct, frozen=True, kw_only=True):
    """The demos of one game.

    The short demo plays ``table`` for ``turns`` reports, or for at most ``most`` until everything in ``shows`` has
    happened, and ``duel`` to its end. The long demo plays ``whole``, or as many turns as the option ``limit`` allows.
    ``thinker`` is the bot that chooses people's orders, and ``further`` changes them. ``word`` is a message to all.
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
        """Everybody, with the seat that this game gives them."""
        return tuple(replace(person, seat=seat) for person, seat in zip(PEOPLE, self.seats, strict=False))

    def is_enough(self, reports: int, happened: Sequence[Event]) -> bool:
        """Tell whether the short demo has shown everything in ``shows``, after a number of reports on turns."""
        if not self.turns <= reports < self.most:
            return reports >= self.most
        return all(any(self.seen_by(show, event) for event in happened) for show in self.shows)

    def seen_by(self, show: Show, event: Event) -> tuple[Person, ...]:
        """Return the people whom an event is about, nobody if it is not one to be shown."""
        seats = show.whom(event)
        return tuple(person for person in self.people if person.seat in seats)
