"""Placements of starting units: by the lines of their seat, then as proposed."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from moderator.core.seats import Seat
from moderator.games.solar_system.board.forces import Forces, Works
from moderator.games.solar_system.board.piles import total_of
from moderator.games.solar_system.board.proposal import propose, reserve_of, share
from moderator.games.solar_system.board.zones import NUMBER, PLACES
from moderator.games.solar_system.events.movement import Cause
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.orders.types import Place
from moderator.games.solar_system.pieces import Colour, Factory, Kind

_NO_LIMIT = 999


class Placement(NamedTuple):
    """Units of a colour that are put into a zone, and why they are not all that a line names."""

    colour: Colour
    zone: str
    units: Units
    cause: Cause | None = None


class Placing:
    """The placing of a seat's units on a position.

    ``most`` is how many units are placed at a time (0: all): who places a few places those of one colour. ``open`` are
    the colours that may be placed, ``left`` how many units, ``filled`` counts those that were put into each zone.
    ``stood`` is how many pieces stand in each zone of the seat, ``taken`` of which colour, where some do.
    """

    def __init__(self, forces: Forces, seat: Seat, reserve: Mapping[Colour, Units], most: int = 0) -> None:
        """Take what is still to be placed, by colour."""
        self.forces, self.seat, self.left, self.few = forces, seat, most or _NO_LIMIT, bool(most)
        self.open = list(forces.played[seat])
        self.reserves = {colour: reserve_of(reserve.get(colour, Units())) for colour in forces.played[seat]}
        self.filled: Counter[str] = Counter()
        self.stood: dict[str, int] = {}
        self.taken: dict[str, Colour] = {}
        for at in forces.zones_of(seat):
            units = {colour: forces.pile(at, colour).total for colour in self.reserves}
            pieces = [one.colour for one in forces.works_at(at)] + [one.colour for one in forces.leaders_at(at)]
            self.stood[PLACES[at].name] = sum(units.values()) + len(pieces)
            self.taken.update((PLACES[at].name, own) for own in self.reserves if units[own] or own in pieces)
        self.limit = forces.rules.start_stack or _NO_LIMIT

    @property
    def is_left(self) -> bool:
        """Whether there is something left to place, and a zone for it."""
        return any(
            reserve.total and any(self.taken.get(zone, colour) == colour for zone in self.stood)
            for colour, reserve in self.reserves.items()
        )

    def find(self, line: Place) -> Placement:
        """Return what can be placed of what a line names, of the first colour that can, and why not all of it."""
        if line.zone not in self.stood:
            return Placement("", line.zone, Units(), "not-yours")
        found = Placement("", line.zone, Units(), "colour")
        for colour, reserve in self.reserves.items():
            if line.units.colour not in ("", colour) or colour not in self.open:
                continue
            if self.taken.get(line.zone, colour) != colour or self.lacking(colour, line.zone):
                found = found._replace(cause="shared")
                continue
            units, room = reserve.with_numbers(line.units), self.limit - self.stood[line.zone]
            wanted = _capped(units, min(self.left, room))
            given = reserve_of(reserve.units).take(wanted)
            short: Cause = "gone" if total_of(given) < total_of(wanted) else "full" if room <= self.left else "later"
            found = Placement(colour, line.zone, given, short if total_of(given) < total_of(units) else None)
            if total_of(given):
                return found
        return found

    def lacking(self, colour: Colour, zone: str) -> tuple[Colour, ...]:
        """Return the colours of the seat for which no territory would be left if one stood in this one, too."""
        placed = (colour, *self.taken.values())
        others = tuple(own for own, reserve in self.reserves.items() if reserve.total and own not in placed)
        free = len(self.stood) - len(self.taken)
        return others if zone not in self.taken and free <= len(others) else ()

    def put(self, placed: Placement) -> None:
        """Put units of the reserve into a zone, if there are any; a Leader who is not known yet stands nowhere."""
        forces, (colour, zone, units, _) = self.forces, placed
        if not total_of(units):
            return
        at = NUMBER[zone]
        self.reserves[colour].take(units)
        forces.held[at] = colour
        for kind, number in units.counts:
            if kind is Kind.FACTORY:
                forces.works += [Works(Factory(zone, colour)) for _ in range(number)]
            else:
                forces.put(at, colour, kind, number)
        for name in set(units.leaders) & set(forces.people):
            forces.people[name].at = at
        self.left -= total_of(units)
        self.filled[zone] += total_of(units)
        self.stood[zone] += total_of(units)
        self.taken[zone] = colour
        self.open = [colour] if self.few else self.open

    def rest(self) -> Iterator[Placement]:
        """Put what is left of the reserve where it is proposed, and give it."""
        for colour, reserve in self.reserves.items():
            own = share([*self.stood], self.taken, colour, tuple(self.reserves)) if colour in self.open else ()
            for zone, units in list(propose(self.forces.rules, reserve_of(reserve.units), own, self.stood)):
                placed = Placement(colour, zone, _capped(units, self.left))
                if total_of(placed.units):
                    self.put(placed)
                    yield placed
                if placed.units != units:
                    break


def _capped(units: Units, most: int) -> Units:
    """Return the first of some units, at most a number."""
    counts, left = [], most
    for kind, wanted in units.counts:
        some = min(left, wanted)
        if some:
            counts.append((kind, some))
            left -= some
    return Units(tuple(counts), units.leaders[: max(0, left)])
