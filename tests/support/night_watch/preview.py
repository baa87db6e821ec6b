"""What a thief's orders would do if nobody else moved: no dice, exact odds."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from moderator.core.codec import kebab
from moderator.core.game import Prompt, Report, Section
from tests.support.night_watch.orders import AnyOrder, Flee, Go, Seek
from tests.support.night_watch.view import STORM, STREETS, View, next_to


class WalkForeseen(Struct, frozen=True, kw_only=True, tag=kebab):
    """The thief would walk to another street."""

    place: str


class SearchForeseen(Struct, frozen=True, kw_only=True, tag=kebab):
    """The thief would look into a street; of all ``throws`` of two dice so many beat whoever hides there."""

    place: str
    storm: bool
    wins: int
    throws: int


class FlightForeseen(Struct, frozen=True, kw_only=True, tag=kebab):
    """The thief would run there: now, or ``once`` it is beaten."""

    place: str
    once: bool


class FailureForeseen(Struct, frozen=True, kw_only=True, tag=kebab):
    """A street would be out of reach."""

    place: str


FORETOLD = (WalkForeseen, SearchForeseen, FlightForeseen, FailureForeseen)

_THROWS = [(one, other) for one in range(1, 7) for other in range(1, 7)]


def preview(view: View, prompt: Prompt, orders: Sequence[AnyOrder]) -> Report:
    """Walk first, then search, as the night does; where nothing is ordered nothing is told."""
    facts = tuple(_retreat(view, orders) if prompt.phase == "retreat" else _night(view, orders))
    return Report((Section("foreseen", facts),) if facts else ())


def _night(view: View, orders: Sequence[AnyOrder]) -> Iterator[Struct]:
    here = view.place[view.who]
    for walk in [order for order in orders if isinstance(order, Go)][:1]:
        if walk.goal in next_to(here):
            here = walk.goal
            yield WalkForeseen(place=here)
        else:
            yield FailureForeseen(place=walk.goal)
    for search in [order for order in orders if isinstance(order, Seek)][:1]:
        if search.place in (here, *next_to(here)):
            wins = sum(one > other for one, other in _THROWS)
            yield SearchForeseen(place=search.place, storm=view.weather == STORM, wins=wins, throws=len(_THROWS))
        else:
            yield FailureForeseen(place=search.place)
    for flight in [order for order in orders if isinstance(order, Flee)][:1]:
        if flight.goal in STREETS:
            yield FlightForeseen(place=flight.goal, once=True)


def _retreat(view: View, orders: Sequence[AnyOrder]) -> Iterator[Struct]:
    ways = next_to(view.place[view.who])
    wished = [order.goal for order in orders if isinstance(order, Flee)][:1]
    if wished and wished[0] not in ways:
        yield FailureForeseen(place=wished[0])
    yield FlightForeseen(place=wished[0] if wished and wished[0] in ways else ways[0], once=False)
