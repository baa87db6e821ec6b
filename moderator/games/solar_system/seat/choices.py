"""What can fill the gaps of the orders that every rule set has, as a seat sees the board."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

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
from moderator.kit.choices import ByGap, ByOrder, OpenGap

# ---- places -----------------------------------------------------------------------------------------------


def everywhere(gap: OpenGap[Sight]) -> Sequence[str]:
    """Return all zones of the match."""
    return (*(zone.name for zone in ZONES), *([SATURN] if gap.view.rules.saturn else []))


def areas(gap: OpenGap[Sight]) -> Sequence[str]:
    """Return the systems, then all zones."""
    return (*SYSTEM_NAMES, *everywhere(gap))


def lands(gap: OpenGap[Sight]) -> Sequence[str]:
    """Return all territories of the match."""
    return (*TERRITORIES, *([SATURN] if gap.view.rules.saturn else []))


def own_lands(gap: OpenGap[Sight]) -> Sequence[str]:
    """Return the territories that the seat controls."""
    return [zone for zone, colour in gap.view.position.held if colour in gap.view.own]


def own_stands(gap: OpenGap[Sight]) -> Sequence[str]:
    """Return the zones where the seat has units or a Leader, and all that were chosen."""
    return [camp.zone for camp in _own_camps(gap)]


def sources(gap: OpenGap[Sight]) -> Sequence[str]:
    """Return the zones where the seat has something that Transports fetch, and all that was chosen of it."""
    fetched = (*GROUND, Kind.FACTORY)
    return [camp.zone for camp in _own_camps(gap) if any(camp.counts[kind] for kind in fetched)]


def stands_of_others(gap: OpenGap[Sight]) -> Sequence[str]:
    """Return the zones where others have units, and all that were chosen."""
    return [camp.zone for camp in _camps_of_others(gap)]


def own_yards(gap: OpenGap[Sight]) -> Sequence[str]:
    """Return the zones where the seat has a Factory."""
    return _once(factory.zone for factory in gap.view.position.factories if factory.colour in gap.view.own)


def own_ports(gap: OpenGap[Sight]) -> Sequence[str]:
    """Return the zones where the seat has Transports, and as many as were chosen."""
    needed = gap.chosen.get("transports", 1)
    return [stack.zone for stack in _own_stacks(gap) if len(stack.transports) >= needed]


# ---- pieces -----------------------------------------------------------------------------------------------


class _Camp(NamedTuple):
    """What stands in a zone: how many of each kind, and the Leaders."""

    zone: str
    counts: Counter[Kind]
    leaders: Sequence[str] = ()

    def has(self, units: Units) -> bool:
        """Tell whether some units are there; of all of a kind one must be."""
        enough = all(self.counts[kind] >= (1 if number == ALL else number) for kind, number in units.counts)
        return units.every or (enough and {*units.leaders} <= {*self.leaders})


def _own_camps(gap: OpenGap[Sight]) -> Sequence[_Camp]:
    """Return where the seat has units: in the zone that was chosen, and with the units that were chosen."""
    counts = _counted(_own_stacks(gap))
    for factory in gap.view.position.factories:
        if factory.colour in gap.view.own:
            counts.setdefault(factory.zone, Counter())[Kind.FACTORY] += 1
    own = [leader for leader in _acting(gap) if leader.colour in gap.view.own]
    camps = [
        _Camp(zone, counts.get(zone, Counter()), [leader.name for leader in own if leader.zone == zone])
        for zone in _once((*counts, *(leader.zone for leader in own)))
    ]
    return _fitting(gap, camps)


def _camps_of_others(gap: OpenGap[Sight]) -> Sequence[_Camp]:
    """Return where others have units, or the one that was chosen, as above."""
    whose = dict(zip(gap.view.seats, gap.view.colours, strict=True)).get(gap.chosen.get("seat", ""))
    stacks = (stack for stack in gap.view.position.stacks if stack.colour not in gap.view.own)
    counts = _counted(stack for stack in stacks if whose is None or stack.colour in whose)
    return _fitting(gap, [_Camp(zone, counts[zone]) for zone in counts])


def _counted(stacks: Iterable[Stack]) -> dict[str, Counter[Kind]]:
    """Return how many units of each kind stand in each zone."""
    counts: dict[str, Counter[Kind]] = {}
    for stack in stacks:
        counts.setdefault(stack.zone, Counter()).update({kind: stack.count(kind) for kind in UNITS})
    return counts


def _fitting(gap: OpenGap[Sight], camps: Sequence[_Camp]) -> Sequence[_Camp]:
    """Return the camps in the zone that was chosen, with the units that were chosen."""
    zone = next((gap.chosen[name] for name in ("origin", "zone") if name in gap.chosen), "")
    return [camp for camp in camps if zone in ("", camp.zone) and camp.has(_chosen_units(gap))]


def _chosen_units(gap: OpenGap[Sight]) -> Units:
    return next((gap.chosen[name] for name in ("units", "cargo") if name in gap.chosen), Units())


def own_units(gap: OpenGap[Sight]) -> Sequence[str]:
    """Return what of its units a seat can name: all where that says more, all of a kind, Leaders, some of a kind."""
    camps, begun = _own_camps(gap), _chosen_units(gap)
    most = _most(camps, UNITS, begun)
    leaders = _once(name for camp in camps for name in camp.leaders if name not in begun.leaders)
    whole = () if begun.every else (*_all_of(most), *leaders)
    return (*(["ALL"] if len(whole) > 1 and begun == Units() else []), *whole, *_some_of(most))


def own_cargo(gap: OpenGap[Sight]) -> Sequence[str]:
    """Return what Transports of a seat can fetch."""
    camps, begun = _own_camps(gap), _chosen_units(gap)
    most = _most(camps, GROUND, begun)
    yards = {Kind.FACTORY: int(bool(_most(camps, [Kind.FACTORY], begun)))}
    return (*_all_of(most), *_some_of({**most, **yards}))


def unplaced(gap: OpenGap[Sight]) -> Sequence[str]:
    """Return what of its starting units a seat can name that are not placed yet."""
    left = [units for colour, units in gap.view.reserve if colour in gap.view.own]
    begun = _chosen_units(gap)
    most = {kind: max((units.wanted(kind) for units in left), default=0) for kind in Kind if not begun.wanted(kind)}
    return (*_some_of(most), *(name for units in left for name in units.leaders if name not in begun.leaders))


def units_of_others(gap: OpenGap[Sight]) -> Sequence[str]:
    """Return one or two of each kind that others have."""
    most = _most(_camps_of_others(gap), UNITS, _chosen_units(gap))
    return tuple(_some_of({kind: min(2, number) for kind, number in most.items()}))


def own_leaders(gap: OpenGap[Sight]) -> Sequence[str]:
    """Return the Leaders who act for the seat."""
    return [leader.name for leader in _acting(gap) if leader.colour in gap.view.own]


def leaders_by_right(gap: OpenGap[Sight]) -> Sequence[str]:
    """Return the Leaders who are the seat's by right."""
    return [leader.name for leader in gap.view.position.leaders if leader.owner in gap.view.own]


def leaders_of_others(gap: OpenGap[Sight]) -> Sequence[str]:
    """Return the Leaders who act for others."""
    return [leader.name for leader in _acting(gap) if leader.colour not in gap.view.own]


def own_transports(gap: OpenGap[Sight]) -> Sequence[str]:
    """Return how many Transports of the seat may go together."""
    most = max((len(stack.transports) for stack in _own_stacks(gap)), default=0)
    return [str(number) for number in range(1, most + 1)]


def _own_stacks(gap: OpenGap[Sight]) -> Sequence[Stack]:
    return [stack for stack in gap.view.position.stacks if stack.colour in gap.view.own]


def _acting(gap: OpenGap[Sight]) -> Sequence[Leader]:
    """Return the Leaders who are on the board."""
    return [leader for leader in gap.view.position.leaders if leader.zone]


def _most(camps: Iterable[_Camp], kinds: Iterable[Kind], begun: Units) -> dict[Kind, int]:
    """Return how many of each kind stand together at most; none of what is listed already, or is meant by ALL."""
    wanted = [] if begun.every else [kind for kind in kinds if not begun.wanted(kind)]
    most = {kind: max((camp.counts[kind] for camp in camps), default=0) for kind in wanted}
    return {kind: number for kind, number in most.items() if number}


def _all_of(most: Mapping[Kind, int]) -> Iterator[str]:
    yield from (write_units(Units(((kind, ALL),))) for kind, number in most.items() if number)


def _some_of(most: Mapping[Kind, int]) -> Iterator[str]:
    for kind, number in most.items():
        yield from (write_units(Units(((kind, some),))) for some in range(1, number + 1))


def _once(names: Iterable[str]) -> Sequence[str]:
    return tuple(dict.fromkeys(names))


# ---- others -----------------------------------------------------------------------------------------------


def others(gap: OpenGap[Sight]) -> Sequence[str]:
    """Return the other seats."""
    return [seat for seat in gap.view.seats if seat != gap.view.who]


def conditions(gap: OpenGap[Sight]) -> Sequence[str]:
    """Return what may be so where a line leads."""
    return ("EMPTY", "MINE", "1 ENEMY THERE", "3 ENEMIES THERE", *(f"{seat.upper()} THERE" for seat in others(gap)))


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
