"""What can fill the gaps of the orders that every rule set has, as a seat sees the board."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from moderator.games.solar_system.board.zones import SATURN, TERRITORIES, ZONES
from moderator.games.solar_system.orders.lists import write_units
from moderator.games.solar_system.orders.phrases import ALL, Units
from moderator.games.solar_system.orders.types import (
    Build,
    Carry,
    ElseCarry,
    Hold,
    Place,
    Rally,
    Retreat,
    Return,
    Seduce,
)
from moderator.games.solar_system.orders.vocabulary import SYSTEM_NAMES
from moderator.games.solar_system.pieces import GROUND, UNITS, Kind, Leader, Stack
from moderator.games.solar_system.seat.view import Sight
from moderator.kit.choices import ByGap, ByOrder

_MOST = 6
"""So many units of a kind are offered by number; for more there is ALL."""


# ---- places -----------------------------------------------------------------------------------------------


def everywhere(view: Sight) -> Sequence[str]:
    """Return all zones of the match."""
    return (*(zone.name for zone in ZONES), *([SATURN] if view.rules.saturn else []))


def areas(view: Sight) -> Sequence[str]:
    """Return the systems, then all zones."""
    return (*SYSTEM_NAMES, *everywhere(view))


def lands(view: Sight) -> Sequence[str]:
    """Return all territories of the match."""
    return (*TERRITORIES, *([SATURN] if view.rules.saturn else []))


def own_lands(view: Sight) -> Sequence[str]:
    """Return the territories that the seat controls."""
    return [zone for zone, colour in view.position.held if colour in view.own]


def own_stands(view: Sight) -> Sequence[str]:
    """Return the zones where the seat has units or a Leader."""
    leaders = (leader.zone for leader in _acting(view) if leader.colour in view.own)
    return _once((*(stack.zone for stack in _own_stacks(view)), *leaders))


def sources(view: Sight) -> Sequence[str]:
    """Return the zones where the seat has something that Transports fetch."""
    fetched = (stack.zone for stack in _own_stacks(view) if any(map(stack.count, GROUND)))
    return _once((*fetched, *own_yards(view)))


def stands_of_others(view: Sight) -> Sequence[str]:
    """Return the zones where others have units."""
    return _once(stack.zone for stack in view.position.stacks if stack.colour not in view.own)


def own_yards(view: Sight) -> Sequence[str]:
    """Return the zones where the seat has a Factory."""
    return _once(factory.zone for factory in view.position.factories if factory.colour in view.own)


def own_ports(view: Sight) -> Sequence[str]:
    """Return the zones where the seat has Transports."""
    return [stack.zone for stack in _own_stacks(view) if stack.transports]


# ---- pieces -----------------------------------------------------------------------------------------------


def own_units(view: Sight) -> Sequence[str]:
    """Return what of its units a seat can name: all where that says more, all of a kind, Leaders, some of a kind."""
    stacks = _own_stacks(view)
    most = {kind: max((stack.count(kind) for stack in stacks), default=0) for kind in UNITS}
    whole = (*_all_of(most), *own_leaders(view))
    return (*(["ALL"] if len(whole) > 1 else []), *whole, *_some_of(most))


def own_cargo(view: Sight) -> Sequence[str]:
    """Return what Transports of a seat can fetch."""
    stacks = _own_stacks(view)
    most = {kind: max((stack.count(kind) for stack in stacks), default=0) for kind in GROUND}
    return (*_all_of(most), *_some_of({**most, Kind.FACTORY: bool(own_yards(view))}))


def unplaced(view: Sight) -> Sequence[str]:
    """Return what of its starting units a seat can name that are not placed yet."""
    left = [units for colour, units in view.reserve if colour in view.own]
    most = {kind: max((units.wanted(kind) for units in left), default=0) for kind in Kind}
    return (*_some_of(most), *(name for units in left for name in units.leaders))


def units_of_others(view: Sight) -> Sequence[str]:
    """Return one or two of each kind that others have."""
    stacks = [stack for stack in view.position.stacks if stack.colour not in view.own]
    return tuple(_some_of({kind: min(2, max((stack.count(kind) for stack in stacks), default=0)) for kind in UNITS}))


def own_leaders(view: Sight) -> Sequence[str]:
    """Return the Leaders who act for the seat."""
    return [leader.name for leader in _acting(view) if leader.colour in view.own]


def leaders_by_right(view: Sight) -> Sequence[str]:
    """Return the Leaders who are the seat's by right."""
    return [leader.name for leader in view.position.leaders if leader.owner in view.own]


def leaders_of_others(view: Sight) -> Sequence[str]:
    """Return the Leaders who act for others."""
    return [leader.name for leader in _acting(view) if leader.colour not in view.own]


def own_transports(view: Sight) -> Sequence[str]:
    """Return how many Transports of the seat may go together."""
    most = max((len(stack.transports) for stack in _own_stacks(view)), default=0)
    return [str(number) for number in range(1, most + 1)]


def _own_stacks(view: Sight) -> Sequence[Stack]:
    return [stack for stack in view.position.stacks if stack.colour in view.own]


def _acting(view: Sight) -> Sequence[Leader]:
    """Return the Leaders who are on the board."""
    return [leader for leader in view.position.leaders if leader.zone]


def _all_of(most: Mapping[Kind, int]) -> Iterator[str]:
    yield from (write_units(Units(((kind, ALL),))) for kind, number in most.items() if number)


def _some_of(most: Mapping[Kind, int]) -> Iterator[str]:
    for kind, number in most.items():
        yield from (write_units(Units(((kind, some),))) for some in range(1, min(number, _MOST) + 1))


def _once(names: Iterable[str]) -> Sequence[str]:
    return tuple(dict.fromkeys(names))


# ---- others -----------------------------------------------------------------------------------------------


def others(view: Sight) -> Sequence[str]:
    """Return the other seats."""
    return [seat for seat in view.seats if seat != view.who]


def conditions(view: Sight) -> Sequence[str]:
    """Return what may be so where a line leads."""
    return ("EMPTY", "MINE", "1 ENEMY THERE", "3 ENEMIES THERE", *(f"{seat.upper()} THERE" for seat in others(view)))


BY_GAP: ByGap[Sight, Sequence[str]] = {
    "units": own_units,
    "cargo": own_cargo,
    "origin": own_stands,
    "way": everywhere,
    "goal": lands,
    "zone": everywhere,
    "base": own_ports,
    "partner": own_yards,
    "into": everywhere,
    "zones": areas,
    "when": conditions,
    "unless": conditions,
    "transports": own_transports,
    "leader": own_leaders,
    "seat": others,
    "seats": others,
}
"""What fills gaps of most orders."""

BY_ORDER: ByOrder[Sight, Sequence[str]] = {
    (Place, "units"): unplaced,
    (Place, "zone"): own_lands,
    (Carry, "origin"): sources,
    (ElseCarry, "origin"): sources,
    (Hold, "zone"): own_stands,
    (Seduce, "units"): units_of_others,
    (Seduce, "zone"): stands_of_others,
    (Retreat, "zones"): everywhere,
    (Return, "leader"): leaders_by_right,
    (Return, "zones"): everywhere,
    (Build, "zone"): own_yards,
    (Rally, "zones"): everywhere,
}
"""What fills gaps that mean something else in some orders."""
