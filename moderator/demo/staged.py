"""The demo of one game: its script, and the people who play it."""

from collections.abc import Sequence
from functools import cached_property

from msgspec.structs import replace

from moderator.core.demo import DemoScript, Show
from moderator.core.game import AnyGame, Event
from moderator.demo.people import PEOPLE, Person


class Staged:
    """A game with its script and the people of the demo on its seats."""

    def __init__(self, game: AnyGame, script: DemoScript) -> None:
        self.game = game
        self.script = script

    @cached_property
    def people(self) -> tuple[Person, ...]:
        """Everybody, with the seat that this game gives them."""
        return tuple(replace(person, seat=seat) for person, seat in zip(PEOPLE, self.script.seats, strict=False))

    def is_enough(self, reports: int, happened: Sequence[Event]) -> bool:
        """Tell whether the short demo has shown everything in ``shows``, after a number of reports on turns."""
        if not self.script.turns <= reports < self.script.most:
            return reports >= self.script.most
        return all(any(self.seen_by(show, event) for event in happened) for show in self.script.shows)

    def seen_by(self, show: Show, event: Event) -> tuple[Person, ...]:
        """Return the people whom an event is about, nobody if it is not one to be shown."""
        seats = show.whom(event)
        return tuple(person for person in self.people if person.seat in seats)
