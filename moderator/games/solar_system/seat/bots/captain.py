"""A plan by rules of thumb: it takes what is weak and near, keeps its Factories, and builds for more."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from math import ceil
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from moderator.games.solar_system.board.firing import worth
from moderator.games.solar_system.board.forces import Works
from moderator.games.solar_system.board.threat import is_threatened
from moderator.games.solar_system.board.zones import NUMBER, PLACES, closest_near, lands_under
from moderator.games.solar_system.orders.phrases import Leg, Units
from moderator.games.solar_system.orders.types import Build, Carry, Move
from moderator.games.solar_system.pieces import GROUND, UNITS, Colour, Kind
from moderator.games.solar_system.seat.bots.ferries import Ferries
from moderator.games.solar_system.seat.bots.targets import HOLD, Party, Reach, Target, name, targets
from moderator.games.solar_system.seat.view import Sight

_MANY = 99
_LANDING = 3
"""So many Troopers are worth a Transport's way."""

_GARRISON = 3
"""So many ground troops hold a Factory for a round."""

_MARCH = 2
"""Ground troops are made for land that is so many zones away."""

_SIEGE, _QUARRY = 4, 16
"""A Battler is begun when so many turns are left for it, and above so much."""


class Temper(Struct, frozen=True):
    """How a captain plays: how much stronger it wants to be, what a lost unit counts, what it keeps at a Factory.

    ``invests``: it builds Factories.
    """

    odds: float = 1.5
    thrift: float = 0.35
    guard: int = 1
    invests: bool = True


class Offer(Struct, frozen=True):
    """An attack that could be made: how much it is worth, on what, and by whom."""

    gain: float
    goal: Target
    parties: list[Party]

    @property
    def origins(self) -> set[tuple[int, Colour]]:
        """The zones and colours of its units."""
        return {(party.at, party.colour) for party in self.parties}


class Plan:
    """A turn being planned."""

    soldier: ClassVar[Kind] = Kind.GENNIE
    """The ground unit of which a Factory makes most for the turn."""

    def __init__(self, view: Sight, temper: Temper) -> None:
        """Look what is free to go: all but guards of Factories that somebody could attack."""
        self.view, self.seat, self.temper = view, view.who, temper
        self.forces = view.forces
        self.reach = Reach(self.forces, self.seat)
        self.free: dict[tuple[int, Colour], dict[Kind, int]] = {
            (at, colour): {kind: pile.count(kind) for kind in UNITS if pile.count(kind)}
            for at, colour, pile in self.forces.stacks_of(self.seat)
            if self.may_act(colour)
        }
        self._post_guards()
        self._let_convoys_go_on()
        self.sited: set[int] = set()
        self.leaders = {
            one.name: NUMBER[one.zone] for one in view.position.leaders if one.zone and one.colour in view.own
        }

    def may_act(self, colour: Colour) -> bool:
        """Tell whether a colour can do anything this turn."""
        del colour
        return True

    def may_invest(self) -> bool:
        """Tell whether a new Factory will pay before the match is over."""
        return True

    def turns_left(self) -> int:
        """Return how many turns are to come after this one."""
        return _MANY

    def _let_convoys_go_on(self) -> None:
        """Leave Transports alone that are on their way."""
        for course in self.view.courses:
            units = self.free.get((NUMBER[course.order.origin], course.colour), {})
            if Kind.TRANSPORT in units:
                units[Kind.TRANSPORT] = max(0, units[Kind.TRANSPORT] - course.order.units.wanted(Kind.TRANSPORT))

    def _post_guards(self) -> None:
        """Keep ground troops where a Factory could be attacked."""
        for works in self.forces.works:
            units = self.free.get((works.at, works.colour))
            if units and not works.aboard and is_threatened(self.forces, self.seat, works.at):
                left = self.temper.guard
                for kind in (Kind.GENNIE, Kind.TROOPER, Kind.FIGHTER):
                    some = min(left, units.get(kind, 0))
                    units[kind] = units.get(kind, 0) - some
                    left -= some

    # ---- attacks ------------------------------------------------------------------------------------------

    def moves(self) -> Iterator[Move | Carry]:
        """Give attacks, the best for its cost first, until none is worth it; then what strengthens the border."""
        goals = targets(self.forces, self.seat, self.view.rules.win_zones)
        offers = {goal.at: offer for goal in goals if (offer := self._offer(goal)) is not None}
        chosen: set[int] = set()
        while offers:
            best = max(offers.values(), key=lambda offer: offer.gain)
            if best.gain <= 0:
                break
            chosen.add(best.goal.at)
            yield from self._send(best.goal.at, best.parties)
            offers = dict(self._left(offers, best))
        yield from self._bombers()
        yield from self._gather(goals)
        yield from self._convoys([goal for goal in goals if goal.at not in chosen])

    def _left(self, offers: Mapping[int, Offer], taken: Offer) -> Iterator[tuple[int, Offer]]:
        """Give the offers that are left after one was taken: those that wanted the same units are made anew."""
        gone = taken.origins
        for at, offer in offers.items():
            again = offer if gone.isdisjoint(offer.origins) else self._offer(offer.goal)
            if at != taken.goal.at and again is not None:
                yield at, again

    def _offer(self, goal: Target) -> Offer | None:
        """Return an attack with as few units as will do; None if there are too few."""
        units: dict[Kind, int] = {}
        parties: list[Party] = []
        for party in self.reach.parties(goal.at, self.free):
            number = self._needed(goal, units, party)
            if not number:
                continue
            taken = Party(party.at, party.colour, party.kind, number, party.steps, party.aboard)
            parties.append(taken)
            units[party.kind] = units.get(party.kind, 0) + number
            if party.aboard:
                units[Kind.TROOPER] = units.get(Kind.TROOPER, 0) + party.aboard
            if self._suffices(goal, units):
                mine, theirs = goal.strength_against(units, self.seat)
                odds = mine * mine / (mine * mine + theirs * theirs) if theirs else 1.0
                risk = sum(worth(kind) * count for kind, count in units.items()) * (1 - odds)
                return Offer(goal.worth * odds - risk - self.temper.thrift * sum(units.values()), goal, parties)
        return None

    def _needed(self, goal: Target, units: dict[Kind, int], party: Party) -> int:
        """Return how many of a party are needed beside other units."""
        if party.kind is Kind.TRANSPORT:
            return int(party.aboard > 1)
        for number in range(1, party.number + 1):
            if self._suffices(goal, units | {party.kind: units.get(party.kind, 0) + number}):
                return number
        return party.number

    def _suffices(self, goal: Target, units: dict[Kind, int]) -> bool:
        if not goal.defenders:
            return bool(units)
        mine, theirs = goal.strength_against(units, self.seat)
        enough = sum(units.values()) + sum(goal.own.values()) > len(goal.defenders)
        return mine > 0 and mine >= self.temper.odds * theirs and enough

    def _send(self, goal: int, parties: Sequence[Party]) -> Iterator[Move]:
        """Give the moves of an attack, one a zone and colour and pace, and take the units from those that are free."""
        by_origin: dict[tuple[int, Colour, bool], dict[Kind, int]] = {}
        for party in parties:
            on_foot = party.kind in (Kind.TROOPER, Kind.GENNIE)
            counts = by_origin.setdefault((party.at, party.colour, on_foot), {})
            counts[party.kind] = counts.get(party.kind, 0) + party.number
            if party.aboard:
                counts[Kind.TROOPER] = counts.get(Kind.TROOPER, 0) + party.aboard
        for (at, colour, _), counts in by_origin.items():
            free = self.free[at, colour]
            for kind, number in counts.items():
                free[kind] = max(0, free.get(kind, 0) - number)
            yield self.march(at, colour, counts, goal, self._companions(at, colour, counts.get(Kind.FIGHTER, 0)))

    def _companions(self, at: int, colour: Colour, ships: int) -> tuple[str, ...]:
        """Return the Leaders who go along: with the last ships that leave their zone."""
        left = sum(self.free[at, colour].values())
        names = tuple(one for one, where in self.leaders.items() if where == at) if ships > 1 and not left else ()
        for one in names:
            del self.leaders[one]
        return names

    def march(self, at: int, colour: Colour, counts: dict[Kind, int], goal: int, leaders: tuple[str, ...] = ()) -> Move:
        """Return the line by which units of a colour go to a zone; a seat of one colour does not name it."""
        units = Units(tuple(counts.items()), leaders, colour=colour if len(self.view.own) > 1 else "")
        return Move(units=units, origin=name(at), way=(Leg("to", name(goal)),))

    # ---- what is left -------------------------------------------------------------------------------------

    def _bombers(self) -> Iterator[Move]:
        """Give the moves of Battlers: above the enemy land that is worth most within reach."""
        for (at, colour), units in self.free.items():
            number = units.get(Kind.BATTLER, 0)
            if not number:
                continue
            near = self.reach.steps(at, Kind.BATTLER)
            goal = max(near, key=lambda there: (self._prey(there), -near[there]))
            if goal != at and self._prey(goal) > self._prey(at):
                units[Kind.BATTLER] = 0
                yield self.march(at, colour, {Kind.BATTLER: number}, goal)

    def _prey(self, orbit: int) -> int:
        """Return what enemy pieces below an orbit are worth, less what guards it."""
        if PLACES[orbit].kind != "orbit":
            return 0
        others = [seat for seat in self.forces.seats if seat != self.seat]
        land = [NUMBER[zone] for zone in lands_under(PLACES[orbit].name)]
        below = sum(self.forces.units_of(seat, at) for seat in others for at in land)
        return below + 4 * sum(len(self.forces.works_at(at, seat)) for seat in others for at in land)

    def _gather(self, goals: Sequence[Target]) -> Iterator[Move]:
        """Let idle ground troops step towards enemies beside own land; one stays."""
        wanted = {goal.at for goal in goals if goal.defenders}
        for (at, colour), units in self.free.items():
            for kind in GROUND:
                front = self._front(at, kind, wanted) if units.get(kind, 0) > 1 else None
                if front is not None:
                    number, units[kind] = units[kind] - 1, 1
                    yield self.march(at, colour, {kind: number}, front)

    def _front(self, at: int, kind: Kind, wanted: Collection[int]) -> int | None:
        """Return own land next to wanted land, for troops that have none next to them; None if there is none near."""
        near = self.forces.sky.near
        if any(there in wanted for there in near[at]):
            return None
        beside = (there for there in self.reach.steps(at, kind) if self.forces.holder(there) == self.seat)
        return next((there for there in beside if there != at and any(far in wanted for far in near[there])), None)

    def _convoys(self, goals: Sequence[Target]) -> Iterator[Carry]:
        """Carry second Factories to land that has none, and idle Troopers to the nearest land that they could take."""
        ferries = Ferries(self.forces, self.free, self.turns_left() + 1)
        for works in self.forces.works:
            if self.forces.seat_of[works.colour] == self.seat and self.is_spare(works):
                sites = [at for at in self.forces.zones_of(self.seat) if self._is_free(at)]
                carried = ferries.carry(works.at, works.colour, {Kind.FACTORY: 1}, sites)
                if carried is not None:
                    self.sited.add(NUMBER[carried.goal])
                    yield self._named(carried, works.colour)
        for (at, colour), units in self.free.items():
            aboard = {Kind.TROOPER: min(HOLD, units.get(Kind.TROOPER, 0))}
            if aboard[Kind.TROOPER] >= _LANDING:
                lands = [goal.at for goal in goals if self._suffices(goal, aboard)]
                carried = ferries.carry(at, colour, aboard, lands)
                if carried is not None:
                    goals = [goal for goal in goals if name(goal.at) != carried.goal]
                    yield self._named(carried, colour)

    def is_spare(self, works: Works) -> bool:
        """Tell whether a Factory does nothing where it is, since it is the second of its zone, and may be carried."""
        there = self.forces.works_at(works.at)
        return not works.aboard and works.work is None and works is not there[0] and self.forces.may_lift(works)

    def _named(self, order: Carry, colour: Colour) -> Carry:
        """Return a line with its colour, which a seat of one colour does not name."""
        return replace(order, cargo=replace(order.cargo, colour=colour)) if len(self.view.own) > 1 else order

    # ---- building -----------------------------------------------------------------------------------------

    def builds(self) -> Iterator[Build]:
        """Give what each Factory is to make."""
        transports = sum(pile.count(Kind.TRANSPORT) for _, _, pile in self.forces.stacks_of(self.seat))
        own = [one for one in self.forces.works if self.forces.seat_of[one.colour] == self.seat and not one.aboard]
        for works in sorted(own, key=lambda one: one.work is not Kind.FACTORY):
            if self.forces.works_there(works, self.view.turn):
                product = self._product(works.work, works.at, transports)
                transports += product is Kind.TRANSPORT
                yield self.build(works, product)

    def build(self, works: Works, product: Kind) -> Build:
        """Return the line for a Factory; where it makes another, one site is not promised twice."""
        into = self._site(works.at) if product is Kind.FACTORY else ""
        if into:
            self.sited.add(NUMBER[into])
        return Build(product=product.value, zone=name(works.at), into=into)  # type: ignore[arg-type]

    def _site(self, at: int) -> str:
        """Return an own territory beside a Factory that has none and may have one, the least exposed first."""
        free = [there for there in self.forces.sky.near[at] if self._is_free(there)]
        return name(min(free, key=lambda there: is_threatened(self.forces, self.seat, there))) if free else ""

    def _is_free(self, at: int) -> bool:
        own = PLACES[at].is_territory and self.forces.holder(at) == self.seat and at not in self.sited
        return own and not self.forces.works_at(at) and not self.forces.crowded(name(at))

    def _product(self, begun: Kind | None, at: int, transports: int) -> Kind:
        """Return what a Factory makes: what it has begun as long as it can be, something large, or units for a turn."""
        if begun is not None and (begun is not Kind.FACTORY or self._site(at)):
            return begun
        large = self._large(at) if begun is None else None
        if large is not None:
            return large
        if transports < ceil(len(self.forces.zones_of(self.seat)) / 8):
            return Kind.TRANSPORT
        if self._is_front(at):
            return self.soldier
        garrison = self.forces.units_of(self.seat, at, GROUND)
        return Kind.TROOPER if is_threatened(self.forces, self.seat, at) and garrison < _GARRISON else Kind.FIGHTER

    def _large(self, at: int) -> Kind | None:
        """Return what is worth two turns: a Factory early on, a Battler, or a KilSat over own land."""
        if self.temper.invests and self.may_invest() and self._site(at):
            return Kind.FACTORY
        for orbit in (NUMBER[one] for one in closest_near(name(at))[:1]):
            if self.turns_left() >= _SIEGE and self._prey(orbit) >= _QUARRY:
                return Kind.BATTLER
            mine = self.forces.kilsat_owner(orbit) == self.seat and not self.forces.has_kilsat(orbit)
            if mine and is_threatened(self.forces, self.seat, at):
                return Kind.KILSAT
        return None

    def _is_front(self, at: int) -> bool:
        """Tell whether ground troops made at a territory find land to take close by."""
        near = self.forces.sky.near
        edge = {at}
        for _ in range(_MARCH):
            edge |= {there for here in edge for there in near[here] if PLACES[there].is_territory}
        return any(self.forces.holder(there) != self.seat for there in edge)
