"""Which facts a report tells, and in which order."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from moderator.core.codec import kebab
from moderator.core.game import Event, Report, Section
from moderator.core.seats import Seat
from moderator.games.space_genocide.view import FleetSeen, PlanetSeen, View


class FleetStands(Struct, frozen=True, tag=kebab):
    """One fleet as the reader knows it."""

    fleet: FleetSeen


class PlanetStands(Struct, frozen=True, tag=kebab):
    """One planet as the reader knows it."""

    planet: PlanetSeen


class HandStands(Struct, frozen=True, tag=kebab):
    """The reader's hand."""

    seat: Seat
    cards: tuple[str, ...]


def report(view: View, events: Sequence[Event]) -> Report:
    """Say what happened, then what is known now."""
    return Report((Section("happened", tuple(events)), Section("position", tuple(_position(view)))))


def _position(view: View) -> Iterator[Struct]:
    yield from (FleetStands(fleet) for fleet in view.fleets)
    yield from (PlanetStands(planet) for planet in view.planets)
    if view.hand:
        yield HandStands(view.who, view.hand)
