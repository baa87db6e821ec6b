"""A position to work on: piles of units by zone and colour, and all else that stands on the board.

Zones are indices here; ``position`` gives the board back as a value.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

from msgspec import Struct

from moderator.core.seats import Seat
from moderator.games.solar_system.board.firing import Force
from moderator.games.solar_system.board.piles import Pile, weight
from moderator.games.solar_system.board.rulebook import Rulebook
from moderator.games.solar_system.board.sky import Sky
from moderator.games.solar_system.board.walking import Walker
from moderator.games.solar_system.board.ways import NOWHERE
from moderator.games.solar_system.board.zones import NUMBER, PLACES, surface_of
from moderator.games.solar_system.orders.phrases import MARKER
from moderator.games.solar_system.pieces import (
    EMPTY,
    GROUND,
    NOBODY,
    PAINTS,
    UNITS,
    Aboard,
    Cargo,
    Colour,
    Factory,
    Half,
    KilSat,
    Kind,
    Leader,
    Load,
    Position,
)

_ROOM, _SIZE = 10, 2
"""What a Transport holds, and what a ground unit takes of it; a Factory takes all."""


class Works:
    """A Factory in work."""

    __slots__ = ("aboard", "at", "built", "colour", "idle", "work")

    def __init__(self, factory: Factory) -> None:
        """Take a Factory as it stands."""
        self.at, self.colour, self.work = NUMBER[factory.zone], factory.colour, factory.work
        self.built, self.aboard, self.idle = factory.built, factory.aboard, factory.idle

    @property
    def factory(self) -> Factory:
        """The Factory as a value."""
        return Factory(PLACES[self.at].name, self.colour, self.work, self.built, self.aboard, self.idle)


class Person:
    """A Leader in work; ``at`` is -1 off the board."""

    __slots__ = ("at", "back", "captor", "colour", "load", "name", "owner")

    def __init__(self, leader: Leader) -> None:
        """Take a Leader as he stands."""
        self.name, self.owner, self.colour = leader.name, leader.owner, leader.colour
        self.at, self.captor, self.back = NUMBER.get(leader.zone, -1), leader.captor, leader.back
        self.load: Load = leader.load or EMPTY

    @property
    def leader(self) -> Leader:
        """The Leader as a value."""
        if self.at < 0:
            return Leader(self.name, self.owner, self.colour, "", self.captor, self.back)
        held = self.load
        load = Cargo(held.troopers, held.factory, held.gennies) if held != EMPTY else None
        return Leader(self.name, self.owner, self.colour, PLACES[self.at].name, self.captor, self.back, load)


class Seen(Struct, frozen=True):
    """What is needed besides a position: the rules in force, and who plays which colours."""

    rules: Rulebook
    seats: tuple[Seat, ...]
    colours: tuple[tuple[Colour, ...], ...]


class Forces:
    """A position in work; each rule set has a class of its own that says what differs."""

    def __init__(self, seen: Seen, position: Position) -> None:
        """Lay out a position."""
        self.rules, self.seats = seen.rules, seen.seats
        self.played = dict(zip(seen.seats, seen.colours, strict=True))
        self.seat_of: dict[Colour, Seat] = {own: seat for seat, some in self.played.items() for own in some}
        self.seat_of[NOBODY] = ""
        self.moves = position.moves
        self.piles: dict[tuple[int, Colour], Pile] = {}
        for stack in position.stacks:
            key = NUMBER[stack.zone], stack.colour
            self.piles[key] = Pile.of(stack, position.gennied(stack.zone, stack.colour))
        self.held: dict[int, Colour] = {NUMBER[zone]: colour for zone, colour in position.held}
        self.works = [Works(factory) for factory in position.factories]
        self.people = {leader.name: Person(leader) for leader in position.leaders}
        self.kilsats = Counter((NUMBER[kilsat.zone], kilsat.colour) for kilsat in position.kilsats)
        self.halves = Counter((NUMBER[half.zone], half.colour, half.kind) for half in position.halves)

    @property
    def rivals(self) -> tuple[Seat, ...]:
        """The seats that play for the victory: all, but for one that nobody plays."""
        return self.seats

    @property
    def sky(self) -> Sky:
        """The board as the planets stand."""
        return self.rules.sky(self.moves)

    def later(self, turns: int) -> Sky:
        """Return the board some turns from now."""
        return self.rules.sky(self.moves + turns * self.rules.planets_move)

    def place(self, name: str) -> int:
        """Return a zone by its name; of a marker the dot that it stands on now."""
        marker = name.removesuffix(MARKER)
        return NUMBER[self.sky.dots[marker]] if marker != name else NUMBER[name]

    @property
    def position(self) -> Position:
        """The position as a value."""
        order = sorted(self.piles, key=lambda key: (key[0], PAINTS.index(key[1])))
        return Position(
            stacks=tuple(
                self.piles[at, colour].stack(at, colour) for at, colour in order if self.piles[at, colour].total
            ),
            held=tuple((PLACES[at].name, self.held[at]) for at in sorted(self.held)),
            factories=tuple(works.factory for works in self.works),
            leaders=tuple(person.leader for person in self.people.values()),
            kilsats=tuple(KilSat(PLACES[at].name, colour) for at, colour in sorted(self.kilsats.elements())),
            moves=self.moves,
            halves=tuple(Half(PLACES[at].name, colour, kind) for at, colour, kind in sorted(self.halves.elements())),
            aboard=tuple(
                Aboard(PLACES[at].name, colour, tuple(load.gennies for load in self.piles[at, colour].fullest_first))
                for at, colour in order
                if any(load.gennies for load in self.piles[at, colour].loads)
            ),
        )

    # ---- who is where -------------------------------------------------------------------------------------

    def pile(self, at: int, colour: Colour) -> Pile:
        """Return the pile of a colour in a zone, made if there is none."""
        return self.piles.setdefault((at, colour), Pile())

    def count(self, at: int, colour: Colour, kind: Kind) -> int:
        """Return how many units of a kind a colour has in a zone."""
        pile = self.piles.get((at, colour))
        return pile.count(kind) if pile is not None else 0

    def units_of(self, seat: Seat, at: int, kinds: Collection[Kind] = UNITS) -> int:
        """Return how many units of some kinds a seat has in a zone."""
        return sum([pile.among(kinds) for pile in self._piles(seat, (at,))])

    def _piles(self, seat: Seat, zones: Iterable[int]) -> list[Pile]:
        """Return the piles of a seat in some zones."""
        keys = [(at, colour) for at in zones for colour in self.played[seat]]
        return [self.piles[key] for key in keys if key in self.piles]

    def kilsats_of(self, seat: Seat, at: int) -> int:
        """Return how many KilSats a seat has in an orbit; without a seat those that are nobody's."""
        return sum([self.kilsats.get((at, colour), 0) for colour in (self.played[seat] if seat else (NOBODY,))])

    def has_kilsat(self, at: int) -> bool:
        """Tell whether there is a KilSat in an orbit, anybody's or nobody's."""
        return any(self.kilsats_of(seat, at) for seat in ("", *self.seats))

    def leaders_at(self, at: int, seat: Seat | None = None) -> list[Person]:
        """Return the Leaders in a zone, of a seat or of all."""
        return [one for one in self.people.values() if one.at == at and seat in (None, self.seat_of[one.colour])]

    def serving(self, name: str, seat: Seat) -> Person | None:
        """Return a Leader who is on the board and acts for a seat."""
        person = self.people.get(name)
        return person if person and person.at >= 0 and self.seat_of[person.colour] == seat else None

    def works_at(self, at: int, seat: Seat | None = None) -> list[Works]:
        """Return the Factories in a zone that nobody carries, of a seat or of all, by age."""
        return [
            one for one in self.works if one.at == at and not one.aboard and seat in (None, self.seat_of[one.colour])
        ]

    def holder(self, at: int) -> Seat:
        """Return the seat that controls a territory; empty for nobody."""
        return self.seat_of[self.held.get(at, NOBODY)]

    def is_there(self, seat: Seat, at: int) -> bool:
        """Tell whether a seat has units or Leaders in a zone, an active KilSat counted."""
        units = sum([pile.total for pile in self._piles(seat, (at,))])
        return bool(units or self.leaders_at(at, seat) or self.kilsats_of(seat, at))

    def is_deserted(self, at: int) -> bool:
        """Tell whether nobody's units, KilSats or Leaders are in a zone."""
        keys = [(at, colour) for colour in self.seat_of]
        if any(self.piles[key].total for key in keys if key in self.piles) or any(map(self.kilsats.get, keys)):
            return False
        return all(one.at != at for one in self.people.values())

    def others(self, seat: Seat, at: int) -> list[Seat]:
        """Return the other seats that have units or Leaders in a zone."""
        return [other for other in self.seats if other != seat and self.is_there(other, at)]

    def is_foreign(self, seat: Seat, at: int) -> bool:
        """Tell whether somebody else is in a zone: units, Leaders, Factories, and where they fight Control Markers."""
        holder = self.holder(at)
        if self.rules.markers_fight and holder not in ("", seat):
            return True
        return bool(self.others(seat, at)) or any(self.seat_of[one.colour] != seat for one in self.works_at(at))

    def zones_of(self, seat: Seat) -> list[int]:
        """Return the territories that a seat controls, by index."""
        return [at for at in sorted(self.held) if self.holder(at) == seat]

    def counted_zones(self, seat: Seat) -> list[int]:
        """Return the territories of a seat that count for the victory."""
        return self.zones_of(seat)

    def stacks_of(self, seat: Seat) -> Iterator[tuple[int, Colour, Pile]]:
        """Give the piles of a seat, by zone and colour."""
        for at, colour in sorted(self.piles, key=lambda key: (key[0], PAINTS.index(key[1]))):
            pile = self.piles[at, colour]
            if self.seat_of[colour] == seat and pile.total:
                yield at, colour, pile

    def main_colour(self, seat: Seat, at: int) -> Colour:
        """Return the colour by which a seat holds a zone: that of its marker, else the one with most units there."""
        if self.holder(at) == seat:
            return self.held[at]
        return max(self.played[seat], key=lambda colour: sum(self.count(at, colour, kind) for kind in UNITS))

    def surface_owner(self, body: str) -> Seat:
        """Return the seat that controls the whole surface of a body; empty for none."""
        holders = {self.holder(NUMBER[name]) for name in surface_of(body)}
        return holders.pop() if len(holders) == 1 else ""

    # ---- what each rule set says for itself ---------------------------------------------------------------

    def force(self, seat: Seat, units: dict[Kind, int], zones: Sequence[int] = ()) -> Force:
        """Return units of a seat as they fight in a zone, or in zones that are one."""
        del zones
        return Force(seat, units)

    def gather(self, seat: Seat, zones: Sequence[int]) -> Force:
        """Return what a seat has in a zone, or in zones that are one, as it fights there."""
        return self.force(seat, self.fighters_of(seat, zones), zones)

    def fighters_of(self, seat: Seat, zones: Sequence[int]) -> dict[Kind, int]:
        """Return what of a seat's fights in a zone, or in zones that are one: units, KilSat, Control Marker."""
        piles = self._piles(seat, zones)
        units = {kind: n for kind in UNITS if (n := sum([pile.count(kind) for pile in piles]))}
        if kilsats := sum(self.kilsats_of(seat, at) for at in zones):
            units[Kind.KILSAT] = kilsats
        if self.rules.markers_fight and any(self.holder(at) == seat for at in zones):
            units[Kind.MARKER] = 1
        return units

    def walker(
        self, seat: Seat, at: int, kinds: Iterable[Kind], *, leaders: bool = False, came: int = NOWHERE
    ) -> Walker:
        """Return units of some kinds that go together from a zone, to which they have come from another this turn."""
        return Walker(self, seat, at, kinds, leaders=leaders, came=came)

    def size_of(self, colour: Colour, kind: Kind) -> int:
        """Return how much room a ground unit or Factory of a colour takes aboard a Transport."""
        del colour
        return _ROOM if kind is Kind.FACTORY else _SIZE

    def fits(self, colour: Colour, load: Load, kind: Kind) -> int:
        """Return how many ground units of a kind more, or Factories, a Transport of a colour can take aboard."""
        troopers, gennies = self.size_of(colour, Kind.TROOPER), self.size_of(colour, Kind.GENNIE)
        taken = load.troopers * troopers + load.gennies * gennies
        return 0 if load.factory else (_ROOM - taken) // self.size_of(colour, kind)

    def carries(self, person: Person) -> bool:
        """Tell whether a Leader carries units as a ship does."""
        del person
        return False

    def stows(self, person: Person, battlers: int, kind: Kind) -> int:
        """Return how many ground units of a kind more, or Factories, a Leader who goes with some Battlers can take."""
        del battlers
        return self.fits(person.colour, person.load, kind)

    def keeps(self, person: Person, battlers: int) -> Load:
        """Return what a Leader can go on carrying who is with some Battlers."""
        del battlers
        return person.load

    def may_lift(self, works: Works) -> bool:
        """Tell whether a Factory may go aboard a Transport."""
        del works
        return True

    def kilsat_owner(self, at: int) -> Seat:
        """Return the seat that may have a KilSat in a Near Orbit: who controls all that is below."""
        zone = PLACES[at]
        return self.holder(NUMBER[zone.body]) if zone.system == "asteroids" else self.surface_owner(zone.body)

    def stands(self, kind: Kind, at: int) -> bool:
        """Tell whether a piece may stand in a zone."""
        zone = PLACES[at]
        if kind is Kind.KILSAT:
            return zone.is_near
        if kind is Kind.BATTLER:
            return self.rules.battlers_land or not zone.is_territory
        return zone.is_territory or kind not in (*GROUND, Kind.FACTORY, Kind.MARKER)

    def crowded(self, land: str, but: Works | None = None) -> bool:
        """Tell whether there may not be one Factory more in a territory."""
        del land, but
        return False

    def works_there(self, works: Works, turn: int) -> bool:
        """Tell whether a Factory can make something in a turn: not aboard, new or idle."""
        return not (works.aboard or works.idle or (works.built and works.built >= turn))

    # ---- changing -----------------------------------------------------------------------------------------

    def put(self, at: int, colour: Colour, kind: Kind, number: int = 1) -> None:
        """Put new units into a zone."""
        pile = self.pile(at, colour)
        if kind is Kind.TRANSPORT:
            pile.loads += [Load()] * number
        else:
            pile.counts[kind] += number

    def shift(self, origin: int, goal: int, colour: Colour, part: Pile) -> None:
        """Move a part of a pile, with the Factories that it carries."""
        for _ in range(sum(load.factory for load in part.loads)):
            carried = next(one for one in self.works if one.aboard and one.colour == colour and one.at == origin)
            carried.at = goal
        self.pile(origin, colour).take(part)
        self.pile(goal, colour).add(part)

    def lose(self, at: int, colour: Colour, kind: Kind, number: int = 1) -> None:
        """Destroy units; a Factory goes with its Transport."""
        pile = self.pile(at, colour)
        before = sum(load.factory for load in pile.loads)
        pile.lose(kind, number)
        for _ in range(before - sum(load.factory for load in pile.loads)):
            self.works.remove(next(one for one in self.works if one.aboard and one.colour == colour and one.at == at))

    def lose_cargo(self, person: Person) -> None:
        """Destroy what a Leader carries."""
        if person.load.factory:
            self.works.remove(next(one for one in self.works if one.aboard and one.at == person.at))
        person.load = EMPTY

    def lose_of(self, seat: Seat, at: int, kind: Kind, number: int = 1) -> None:
        """Destroy units of a seat, of its colours in their order; of Transports the fullest."""
        for _ in range(number):
            some = [colour for colour in self.played[seat] if self.count(at, colour, kind)]
            if not some:
                return
            if kind is Kind.TRANSPORT:
                some.sort(key=lambda colour: -max(map(weight, self.piles[at, colour].loads)))
            self.lose(at, some[0], kind)

    def lose_kilsat(self, seat: Seat, at: int) -> None:
        """Take a KilSat of a seat off the board."""
        colour = next(own for own in self.played[seat] if self.kilsats[at, own])
        self.kilsats[at, colour] -= 1
