"""What Factories may do: which are active, what they make and where, who helps whom."""

from collections import Counter
from collections.abc import Collection, Iterator

from moderator.games.buck_rogers_revised.board.powers import is_at, leader_of
from moderator.games.buck_rogers_revised.pieces import BLOCH, JOCASTA, TALLEN, XENOTRON
from moderator.games.buck_rogers_revised.tables import figures
from moderator.games.solar_system.board.forces import Forces, Person, Works
from moderator.games.solar_system.board.zones import (
    NUMBER,
    PLACES,
    SATURN,
    orbits_of,
    ring_neighbours,
)
from moderator.games.solar_system.pieces import Colour, Kind, Load, cargo

LARGE = tuple(kind for kind, (_, turns) in figures().makes.items() if turns > 1)
"""The units of which a Factory makes one half a turn."""

_TROOPERS_OF_XENOTRON, _TRANSPORTS_OF_JOCASTA, _TIMES_OF_BLOCH = 3, 2, 2

# ---- which work --------------------------------------------------------------------------------------------


def may_work(forces: Forces, works: Works) -> bool:
    """Tell whether a Factory may be made active, limits left out: on land, or with Jocasta; at Saturn for Tallen."""
    if works.at == NUMBER[SATURN]:
        return forces.serving(TALLEN, forces.seat_of[works.colour]) is not None
    return not works.aboard or is_at(forces, JOCASTA, forces.seat_of[works.colour], works.at)


def active(forces: Forces, resting: Collection[Works] = (), named: Collection[Works] = ()) -> list[Works]:
    """Return the Factories that are active: of those that do not rest one a zone, on a planet as many as its limit.

    The youngest of all seats give way; a seat keeps those that it ``named``, then its oldest. Rules: Ready Factories.
    """
    taken: set[int] = set()
    kept: list[Works] = []
    for works in forces.works:
        if may_work(forces, works) and works not in resting and works.at not in taken:
            kept.append(works)
            taken |= {works.at} - {NUMBER[SATURN]}
    for planet in figures().planet:
        there = [works for works in kept if PLACES[works.at].surface and PLACES[works.at].body == planet.body]
        shares = Counter(forces.seat_of[works.colour] for works in there[: planet.worth])
        for seat in forces.seats:
            own = [works for works in there if forces.seat_of[works.colour] == seat]
            own.sort(key=lambda works: works not in named)
            kept = [works for works in kept if works not in own[shares[seat] :]]
    return kept


# ---- what they make ----------------------------------------------------------------------------------------


def times(forces: Forces, works: Works) -> int:
    """Return how often a Factory builds in a turn."""
    return _TIMES_OF_BLOCH if is_at(forces, BLOCH, forces.seat_of[works.colour], works.at) else 1


def made(forces: Forces, works: Works, kind: Kind) -> int:
    """Return how many units of a kind a Factory builds at once."""
    seat = forces.seat_of[works.colour]
    if kind is Kind.TROOPER and leader_of(forces, XENOTRON, works.colour):
        return _TROOPERS_OF_XENOTRON
    if kind is Kind.TRANSPORT and is_at(forces, JOCASTA, seat, works.at):
        return _TRANSPORTS_OF_JOCASTA
    return figures().makes[kind][0]


def sites(forces: Forces, works: Works, kind: Kind, into: str = "", partner: Works | None = None) -> tuple[int, ...]:
    """Return where a unit may be built, or the half of a large one laid, by a Factory alone or by two; the best first.

    Of a large one that is where one wishes, where a half of it lies, else an orbit, or an own territory without a
    Factory. Rules: Factory Production, Factory Collaboration; a whole Factory may go aboard beside one that works
    aboard (Jocasta).
    """
    if kind not in LARGE:
        return (works.at,)
    colour, homes = works.colour, {works.at} | ({partner.at} if partner else set())
    near = _reach(forces, works, ring=partner is not None)
    if partner is not None:
        near &= _reach(forces, partner, ring=True)

    def rank(at: int) -> tuple[bool, ...]:
        surplus = kind is Kind.FACTORY and bool(forces.works_at(at))
        own = forces.held.get(at) == colour
        return (
            PLACES[at].name != into,
            not forces.halves[at, colour, kind],
            kind is Kind.FACTORY and not own,
            surplus or (kind is Kind.BATTLER and at in homes),
        )

    return tuple(sorted((at for at in sorted(near) if _fits(forces, works, partner, kind, at)), key=rank))


def _reach(forces: Forces, works: Works, *, ring: bool) -> set[int]:
    """Return the zones beside a Factory, and its own; ``ring``: for two together neighbouring asteroids adjoin."""
    names = ring_neighbours(PLACES[works.at].name) if ring else ()
    beside = {works.at, *forces.sky.near[works.at], *map(NUMBER.__getitem__, names)}
    return beside | {NUMBER[orbit] for name in names for orbit in orbits_of(name)}


def _fits(forces: Forces, works: Works, partner: Works | None, kind: Kind, at: int) -> bool:
    zone, colour = PLACES[at], works.colour
    if forces.is_foreign(forces.seat_of[colour], at):
        return False
    if kind is Kind.KILSAT:
        return zone.is_near and forces.kilsat_owner(at) == forces.seat_of[colour]
    here = at == works.at or (partner is not None and at == partner.at)
    if kind is Kind.FACTORY:
        return zone.is_territory or (here and partner is not None and room(forces, at, colour, kind) > 0)
    return zone.kind == "orbit" or here


def partners(forces: Forces, works: Works) -> list[Works]:
    """Return the Factories of a colour that can make some large unit together with one."""
    return [
        other
        for other in forces.works
        if other is not works
        and other.colour == works.colour
        and may_work(forces, other)
        and any(sites(forces, works, kind, partner=other) for kind in LARGE)
    ]


# ---- what is bought ----------------------------------------------------------------------------------------


def counters(forces: Forces, colour: Colour, kind: Kind) -> Iterator[int]:
    """Give the zones where a colour may place what it bought: where it has units, but not on the Solar System Display.

    Rules: Black Market; ground units come into an orbit only where there is room aboard.
    """
    seats = {at for at, own in forces.piles if own == colour and forces.piles[at, own].total}
    seats |= {one.at for one in forces.people.values() if one.colour == colour and one.at >= 0}
    seats |= {works.at for works in forces.works if works.colour == colour}
    seats |= {at for at, own in +forces.kilsats if own == colour}
    for at in sorted(seats):
        zone = PLACES[at]
        aboard = kind is Kind.TROOPER and not zone.is_territory and not room(forces, at, colour, kind)
        if zone.kind != "space" and not aboard and (kind is not Kind.FACTORY or zone.is_territory):
            yield at


def room(forces: Forces, at: int, colour: Colour, kind: Kind) -> int:
    """Return how many ground units of a kind, or Factories, the Transports of a colour in a zone can take aboard."""
    aboard = (*forces.pile(at, colour).loads, *(one.load for one in _transports(forces, at, colour)))
    return sum(forces.fits(colour, load, kind) for load in aboard)


def stow(forces: Forces, at: int, colour: Colour, kind: Kind, number: int) -> None:
    """Put new ground units into a zone, or a Factory aboard: on land, else aboard Transports there, which have room."""
    if PLACES[at].is_territory:
        forces.put(at, colour, kind, number)
        return
    loads = forces.pile(at, colour).loads
    for index, load in enumerate(loads):
        loads[index], number = _laden(forces, colour, load, kind, number)
    for one in _transports(forces, at, colour):
        one.load, number = _laden(forces, colour, one.load, kind, number)


def _transports(forces: Forces, at: int, colour: Colour) -> list[Person]:
    """Return the Leaders of a colour in a zone who are Transports: Jocasta."""
    return [one for one in forces.leaders_at(at) if one.name == JOCASTA and one.colour == colour]


def _laden(forces: Forces, colour: Colour, load: Load, kind: Kind, number: int) -> tuple[Load, int]:
    """Return a load with more of a kind aboard, and how many are left over."""
    more = min(number, forces.fits(colour, load, kind))
    if not more:
        return load, number
    if kind is Kind.FACTORY:
        return Load(factory=True), number - more
    gennies = more * (kind is Kind.GENNIE)
    return cargo(load.troopers + more - gennies, load.gennies + gennies), number - more
