"""A plan by rules of thumb: it takes what is weak and near, keeps its Factories, and builds for more."""

from collections.abc import Iterator, Sequence
from math import ceil

from msgspec import Struct

from moderator.games.solar_system.board.firing import worth
from moderator.games.solar_system.board.threat import is_threatened
from moderator.games.solar_system.board.zones import NUMBER, PLACES, closest_near, lands_under
from moderator.games.solar_system.orders.phrases import Leg, Units
from moderator.games.solar_system.orders.types import Build, Move
from moderator.games.solar_system.pieces import UNITS, Colour, Kind
from moderator.games.solar_system.seat.bots.targets import Party, Reach, Target, name, targets
from moderator.games.solar_system.seat.view import Sight


class Temper(Struct, frozen=True):
    """How a captain plays: how much stronger it wants to be, what a lost unit counts, what it keeps at a Factory."""

    odds: float = 1.5
    thrift: float = 0.35
    guard: int = 1
    invests: bool = True


class Plan:
    """A turn being planned."""

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

    def moves(self) -> Iterator[Move]:
        """Give attacks, the best for its cost first, until none is worth it; then what strengthens the border."""
        goals = targets(self.forces, self.seat, self.view.rules.win_zones)
        chosen: set[int] = set()
        while True:
            offers = [offer for goal in goals if goal.at not in chosen and (offer := self._offer(goal)) is not None]
            best = max(offers, key=lambda offer: offer[0], default=None)
            if best is None or best[0] <= 0:
                break
            _, goal, parties = best
            chosen.add(goal.at)
            yield from self._send(goal.at, parties)
        yield from self._bombers()
        yield from self._gather(goals)

    def _offer(self, goal: Target) -> tuple[float, Target, list[Party]] | None:
        """Return how much an attack with as few units as will do is worth, and by whom; None if there are too few."""
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
                return goal.worth * odds - risk - self.temper.thrift * sum(units.values()), goal, parties
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
        return mine > 0 and mine >= self.temper.odds * theirs and sum(units.values()) > len(goal.defenders)

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
        """Let idle ground troops step towards enemies beside own land, and Transports fetch idle Troopers."""
        wanted = {goal.at for goal in goals if goal.defenders}
        for (at, colour), units in self.free.items():
            number = units.get(Kind.TROOPER, 0)
            if number < 2 or any(there in wanted for there in self.forces.sky.near[at]):  # noqa: PLR2004 - one stays
                continue
            beside = [there for there in self.reach.steps(at, Kind.TROOPER) if self.forces.holder(there) == self.seat]
            front = [there for there in beside if any(far in wanted for far in self.forces.sky.near[there])]
            if front and front[0] != at:
                units[Kind.TROOPER] = 1
                yield self.march(at, colour, {Kind.TROOPER: number - 1}, front[0])

    # ---- building -----------------------------------------------------------------------------------------

    def builds(self) -> Iterator[Build]:
        """Give what each Factory is to make."""
        transports = sum(pile.count(Kind.TRANSPORT) for _, _, pile in self.forces.stacks_of(self.seat))
        own = [one for one in self.forces.works if self.forces.seat_of[one.colour] == self.seat and not one.aboard]
        for works in own:
            zone = name(works.at)
            product = self._product(works.work, works.at, transports)
            transports += product is Kind.TRANSPORT
            into = self._site(works.at) if product is Kind.FACTORY else ""
            if product is Kind.FACTORY and not into and works.work is None:
                product = Kind.FIGHTER
            if self.forces.works_there(works, self.view.turn):
                yield Build(product=product.value, zone=zone, into=into)  # type: ignore[arg-type]

    def _site(self, at: int) -> str:
        """Return an own territory beside a Factory that has none and may have one, the least exposed first."""
        free = [there for there in self.forces.sky.near[at] if self._is_free(there)]
        return name(min(free, key=lambda there: is_threatened(self.forces, self.seat, there))) if free else ""

    def _is_free(self, at: int) -> bool:
        own = PLACES[at].is_territory and self.forces.holder(at) == self.seat
        return own and not self.forces.works_at(at) and not self.forces.crowded(name(at))

    def _product(self, begun: Kind | None, at: int, transports: int) -> Kind:
        """Return what a Factory makes: what it has begun, a Factory early on, a KilSat over own land, or ships."""
        zone = name(at)
        if begun is not None:
            return begun
        threatened = is_threatened(self.forces, self.seat, at)
        if self.temper.invests and self.may_invest() and self._site(at):
            return Kind.FACTORY
        for orbit in (NUMBER[one] for one in closest_near(zone)[:1]):
            if self.forces.kilsat_owner(orbit) == self.seat and not self.forces.has_kilsat(orbit) and threatened:
                return Kind.KILSAT
        if transports < ceil(len(self.forces.zones_of(self.seat)) / 8):
            return Kind.TRANSPORT
        garrison = self.forces.units_of(self.seat, at, (Kind.TROOPER, Kind.GENNIE))
        return Kind.TROOPER if threatened and garrison < 3 else Kind.FIGHTER  # noqa: PLR2004 - enough to hold it a round
