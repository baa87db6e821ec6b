"""Legality of a sheet, judged on what its author knows.

What can be said of a line by itself is looked up; what moves is tried out by the real rules on a board on which nobody
else does anything. All units are in sight, so a line whose units are not there, or for which there is no way, falls.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from moderator.core.codec import tag_of
from moderator.core.errors import Fact, Problem, Stage
from moderator.core.game import Prompt
from moderator.core.trial import Trial
from moderator.games.buck_rogers.board.control import crowded, kilsat_owner
from moderator.games.buck_rogers.faults import BuckFault
from moderator.games.buck_rogers.orders.types import (
    Accept,
    BuckOrder,
    Buy,
    Convert,
    Dismantle,
    Persist,
    Pick,
    Raid,
    SeduceLeader,
    Subvert,
    Surrender,
)
from moderator.games.buck_rogers.seat.view import View
from moderator.games.solar_system.board.forces import total_of
from moderator.games.solar_system.board.rehearsal import Rehearsal, Tried
from moderator.games.solar_system.board.zones import INDEX, borders, closest_near, ring_neighbours, zone_of
from moderator.games.solar_system.events.movement import Cause
from moderator.games.solar_system.faults import Fault
from moderator.games.solar_system.orders import types as order_types
from moderator.games.solar_system.orders.phrases import ALL, ANY_LEADER
from moderator.games.solar_system.orders.types import (
    Bomb,
    Build,
    Carry,
    Hold,
    HuerRolls,
    Move,
    Passers,
    Place,
    Power,
    Retreat,
    Return,
    Seduce,
    WishLeader,
)
from moderator.games.solar_system.pieces import GROUND, UNITS, Kind

TrialOf = Trial[View, Rehearsal[BuckOrder]]

_ABOUT_ORIGIN = (Fault.NO_SUCH_UNITS, Fault.FROZEN, Fault.LEADER_ALONE)
"""What is wrong with a line because of where its units are."""
_ILLEGAL: dict[Cause, Fault] = {
    "gone": Fault.NO_SUCH_UNITS,
    "no-way": Fault.NO_WAY,
    "no-lift": Fault.NO_LIFT,
    "full": Fault.NO_LIFT,
    "used": Fault.MOVED_TWICE,
}
"""What a line that cannot be carried out falls by; of other causes the board may change in time."""

_ONE_OF_A_KIND = (Persist, Accept, Buy)
_THREE = 3
"""Pieces that are placed at a time, in one zone."""
_HUER, _ARDALA = "Doc Huer", "Ardala"


def check(view: View, prompt: Prompt, orders: Sequence[BuckOrder], trial: TrialOf) -> tuple[Problem, ...]:
    """Complain about a sheet."""
    sheet = _Sheet(view, prompt, orders)
    problems = [problem for index, order in enumerate(orders) for problem in sheet.plain(index, order)]
    fallen = {problem.order for problem in problems if problem.falls}
    legal = [(index, order) for index, order in enumerate(orders) if index not in fallen]
    tried, _ = trial(view).play([order for _, order in legal])
    problems += [problem for one in tried for problem in sheet.tried(legal[one.index][0], one)]
    return tuple(sorted(problems, key=lambda problem: problem.order or 0))


class _Sheet:
    """A sheet under judgement."""

    def __init__(self, view: View, prompt: Prompt, orders: Sequence[BuckOrder]) -> None:
        self.view, self.prompt, self.orders = view, prompt, orders
        self.rules, self.forces = view.rules, view.forces
        self.seen: set[type[BuckOrder]] = set()
        self.stolen = 0
        self.placed: dict[tuple[str, Any], int] = {}
        self.filled: dict[str, int] = {}
        self.tinted: dict[str, str] = {}

    def plain(self, index: int, order: BuckOrder) -> Iterator[Problem]:
        """Complain about what a line says by itself."""
        if self.prompt.verbs and tag_of(type(order)) not in self.prompt.verbs:
            yield _problem(Fault.WRONG_PHASE, index, phase=self.prompt.phase)
            return
        if (option := self._switched_off(order)) is not None:
            yield _problem(Fault.NOT_PLAYED, index, option=option)
            return
        if isinstance(order, _ONE_OF_A_KIND) and type(order) in self.seen:
            yield _problem(Fault.REPLACED, index, Stage.DOUBTFUL)
        self.seen.add(type(order))
        yield from self._seats(index, order)
        judge: Callable[[_Sheet, int, Any], Iterator[Problem]] | None = _JUDGES.get(type(order))
        if judge is not None:
            yield from judge(self, index, order)

    def _switched_off(self, order: BuckOrder) -> str | None:
        """Return the option without which a kind of order has no meaning."""
        rules, options = self.rules, self.view.options
        played: dict[type[BuckOrder], tuple[str, bool]] = {
            Convert: ("conversion", options.conversion != "none"),
            Seduce: ("leaders", rules.powers),
            SeduceLeader: ("leaders", rules.powers),
            HuerRolls: ("leaders", rules.powers),
            Power: ("leaders", rules.powers),
            Raid: ("commandos", rules.commandos),
            Surrender: ("surrender", rules.surrender),
            Accept: ("surrender", rules.surrender),
            Retreat: ("retreat", rules.retreat),
            Passers: ("pass_through", rules.pass_through),
            Subvert: ("subversion", options.subversion),
            Pick: ("pick", options.pick),
            WishLeader: ("leaderless", not options.leaderless and not rules.party.colours),
        }
        option, on = played.get(type(order), ("", True))
        slings = isinstance(order, Move | SeduceLeader) and any(leg.act == "sling" for leg in order.way)
        return option if not on else "slingshot" if slings and not options.slingshot else None

    def _seats(self, index: int, order: BuckOrder) -> Iterator[Problem]:
        """Complain about seats that are not in the match, or the author's own."""
        named = [*getattr(order, "seats", ()), *filter(None, (getattr(order, "seat", ""),))]
        for seat in named:
            if seat not in self.view.seats:
                yield _problem(Fault.NO_SUCH_SEAT_HERE, index, seat=seat, known=self.view.seats)
            elif seat == self.view.who:
                yield _problem(Fault.OWN_SEAT, index, seat=seat)

    # ---- set-up -------------------------------------------------------------------------------------------

    def place(self, index: int, order: Place) -> Iterator[Problem]:
        """Judge a placement: an own zone, units that are left, room."""
        if self.forces.holder(INDEX[order.zone]) != self.view.who:
            own = tuple(zone for zone, colour in self.view.position.held if colour in self.view.own)
            yield _problem(Fault.NOT_YOUR_ZONE, index, zone=order.zone, known=own)
            return
        for what, wanted in (*order.units.counts, *((name, 1) for name in order.units.leaders)):
            key = (order.units.colour, what)
            there = self._reserve(order.units.colour, what)
            before = self.placed.get(key, 0)
            self.placed[key] = before + (max(1, there - before) if wanted >= ALL else wanted)
            if self.placed[key] > there:
                name = what.value if isinstance(what, Kind) else what
                yield _problem(Fault.SET_UP_TOO_MANY, index, kind=name, most=there)
                return
        if self.tinted.setdefault(order.zone, order.units.colour) != order.units.colour:
            yield _problem(BuckFault.SET_UP_COLOURS, index, zone=order.zone)
        before = sum(self.filled.values())
        self.filled[order.zone] = self.filled.get(order.zone, 0) + total_of(order.units)
        most = self.rules.start_stack
        if most and self.filled[order.zone] > most:
            yield _problem(Fault.SET_UP_STACK, index, zone=order.zone, most=most)
        elif self._breaks_threes(before):
            yield _problem(BuckFault.SET_UP_THREES, index, zone=order.zone)

    def _breaks_threes(self, before: int) -> bool:
        """Tell whether what is left to place cannot make threes of what the lines have begun.

        ``before`` is how many pieces the lines above have placed. One seat after another places the first three of its
        sheet; what it says of more is for its next turns.
        """
        options, own = self.view.options, self.view.own
        if options.tempo == "seats" and options.placement == "three":
            return 0 < before < _THREE and len(self.filled) > 1
        whole = sum(total_of(units) for colour, units in self.view.reserve if colour in own)
        missing = sum(-count % _THREE for count in self.filled.values())
        left = whole - sum(self.filled.values()) + -whole % _THREE
        return options.placement == "three" and not options.pick and missing > left

    def _reserve(self, colour: str, what: Kind | str) -> int:
        """Return how many of a kind, or whether a Leader, there is to place; a Leader may still be wished for."""
        some = [units for own, units in self.view.reserve if own in self.view.own and colour in ("", own)]
        if isinstance(what, Kind):
            return sum(units.wanted(what) for units in some)
        wished = any(isinstance(order, WishLeader) for order in self.orders)
        return int(wished or what == ANY_LEADER or any(what in units.leaders for units in some))

    # ---- moves --------------------------------------------------------------------------------------------

    def tried(self, index: int, one: Tried) -> Iterator[Problem]:
        """Complain about a line that was tried out."""
        order = self.orders[index]
        facts: dict[str, Fact] = {"zone": getattr(order, "origin", ""), "goal": getattr(order, "goal", "")}
        unsure = any(isinstance(other, Seduce | Convert) for other in self.orders)
        if one.cause == "condition":
            return
        if one.cause is not None:
            code = _ILLEGAL.get(one.cause, Fault.FROZEN)
            stage = Stage.ILLEGAL if one.cause in _ILLEGAL and not unsure else Stage.DOUBTFUL
            yield _problem(code, index, stage, **facts)
            return
        if one.goal:
            yield _problem(Fault.GOES_ON_LATER, index, Stage.NOTED, **(facts | {"zone": one.zone, "goal": one.goal}))
        if one.short:
            code = Fault.NO_LIFT if isinstance(order, Carry) else Fault.NO_SUCH_UNITS
            yield _problem(code, index, Stage.DOUBTFUL, **facts)
        if isinstance(order, Move) and one.units.counts and not one.units.leaders:
            yield from self._alone(index, order, facts)

    def _alone(self, index: int, order: Move, facts: dict[str, Fact]) -> Iterator[Problem]:
        """Warn where a line takes the last friends away from a Leader who stands among others."""
        at = INDEX[order.origin]
        left = self.forces.units_of(self.view.who, at) - sum(min(n, ALL) for _, n in order.units.counts)
        if left <= 0 and self.forces.leaders_at(at, self.view.who) and self.forces.others(self.view.who, at):
            yield _problem(Fault.LEADER_ALONE, index, Stage.DOUBTFUL, **facts)

    def move(self, index: int, order: Move) -> Iterator[Problem]:
        """Judge a move by itself: it leads elsewhere, and not where its units can never be."""
        last = order.way[-1]
        lands = last.act == "to" and last.zone in INDEX and zone_of(last.zone).is_territory
        if last.zone == order.origin and len(order.way) == 1:
            yield _problem(Fault.ALREADY_THERE, index, zone=order.origin)
        elif lands and order.units.wanted(Kind.BATTLER) and not order.units.every:
            yield _problem(Fault.CANNOT_ENTER, index, zone=last.zone, kind=Kind.BATTLER.value)

    def carry(self, index: int, order: Carry) -> Iterator[Problem]:
        """Judge what is to be carried, and where to."""
        for zone in (order.origin, order.goal):
            if not zone_of(zone).is_territory:
                yield _problem(Fault.NOT_A_TERRITORY, index, zone=zone)
                return
        strange = [kind for kind, _ in order.cargo.counts if kind not in (Kind.TROOPER, Kind.FACTORY)]
        if strange or order.cargo.leaders:
            yield _problem(Fault.CANNOT_ENTER, index, zone=order.goal, kind=(*strange, Kind.TROOPER)[0].value)

    def hold(self, index: int, order: Hold) -> Iterator[Problem]:
        """Doubt a HOLD where nothing is on its way."""
        if not any(course.order.origin == order.zone for course in self.view.courses):
            yield _problem(Fault.NO_SUCH_UNITS, index, Stage.DOUBTFUL, zone=order.zone, goal="")

    def convert(self, index: int, order: Convert) -> Iterator[Problem]:
        """Judge whether the units are there."""
        at = INDEX[order.zone]
        wanted = [
            (kind, n)
            for kind, n in order.units.counts
            if n > self.forces.units_of(self.view.who, at, (kind,)) and n < ALL
        ]
        if wanted:
            yield _problem(Fault.NO_SUCH_UNITS, index, zone=order.zone, goal="")
        if not zone_of(order.zone).carries(order.unit):
            yield _problem(BuckFault.CANNOT_CONVERT, index, zone=order.zone, kind=order.unit.value)
        elif order.unit not in UNITS or order.unit is Kind.TRANSPORT:
            yield _problem(BuckFault.CANNOT_CONVERT, index, zone="", kind=order.unit.value)

    # ---- powers -------------------------------------------------------------------------------------------

    def ardala(self, index: int, order: Seduce | SeduceLeader) -> Iterator[Problem]:
        """Judge whether Ardala acts for the seat, and whether there is what she is to take."""
        if not self._has(_ARDALA):
            yield _problem(Fault.NOT_ARDALA, index)
            return
        if isinstance(order, Seduce):
            self.stolen += sum(min(n, ALL) for _, n in order.units.counts)
            most = 2
            if self.stolen > most:
                yield _problem(Fault.SEDUCE_TOO_MANY, index, most=most)

    def huer(self, index: int, order: HuerRolls) -> Iterator[Problem]:
        """Judge whether Doc Huer acts for the seat."""
        del order
        if not self._has(_HUER):
            yield _problem(Fault.NOT_YOUR_LEADER, index, leader=_HUER)

    def leader(self, index: int, order: Power | Return) -> Iterator[Problem]:
        """Judge whether a Leader is the seat's."""
        if not any(one.name == order.leader and {one.owner, one.colour} & set(self.view.own) for one in self._people()):
            yield _problem(Fault.NOT_YOUR_LEADER, index, leader=order.leader)

    def _people(self) -> Sequence[Any]:
        return self.view.position.leaders

    def _has(self, name: str) -> bool:
        return any(one.name == name and one.zone and one.colour in self.view.own for one in self._people())

    # ---- battles and building -----------------------------------------------------------------------------

    def raid(self, index: int, order: Raid) -> Iterator[Problem]:
        """Doubt a raid by nobody, or without a Factory of others."""
        if any(kind not in GROUND for kind, _ in order.units.counts):
            yield _problem(BuckFault.NO_RAIDERS, index, zone=order.zone)
            return
        prey = [
            one for one in self.forces.works_at(INDEX[order.zone]) if self.forces.seat_of[one.colour] != self.view.who
        ]
        if not prey:
            yield _problem(Fault.NO_FACTORY, index, Stage.DOUBTFUL, zone=order.zone)

    def bomb(self, index: int, order: Bomb) -> Iterator[Problem]:
        """Judge what can be bombed."""
        wrong = [kind for kind in order.bombed if not self._bombable(kind)]
        if wrong:
            yield _problem(BuckFault.CANNOT_BOMB, index, kind=wrong[0].value)

    def _bombable(self, kind: Kind) -> bool:
        gennie = kind is Kind.GENNIE and self.view.options.bombard_gennies
        return gennie or kind in (Kind.TROOPER, Kind.FIGHTER, Kind.TRANSPORT, Kind.FACTORY)

    def dismantle(self, index: int, order: Dismantle) -> Iterator[Problem]:
        """Judge whether there is an own Factory."""
        if not self.forces.works_at(INDEX[order.zone], self.view.who):
            yield _problem(Fault.NO_FACTORY, index, zone=order.zone)

    def build(self, index: int, order: Build) -> Iterator[Problem]:
        """Judge what a Factory is to make, and where."""
        kind, forces, who = Kind(order.product), self.forces, self.view.who
        if not order.zone:
            return
        if not zone_of(order.zone).is_territory:
            yield _problem(Fault.NOT_A_TERRITORY, index, zone=order.zone)
            return
        if not forces.works_at(INDEX[order.zone], who):
            yield _problem(Fault.NO_FACTORY, index, Stage.DOUBTFUL, zone=order.zone)
        anywhere = self.view.options.build_anywhere
        beside = (*borders(order.zone), *ring_neighbours(order.zone))
        if order.partner and order.partner not in beside and not anywhere:
            yield _problem(Fault.NOT_BESIDE, index, zone=order.zone, goal=order.partner)
        sites = _sites(order, kind)
        if order.into and order.into not in sites and not anywhere:
            yield _problem(Fault.NOT_BESIDE, index, zone=order.zone, goal=order.into, known=tuple(sites))
        begun = next((one for one in forces.works_at(INDEX[order.zone], who) if one.work is kind), None)
        if kind is Kind.FACTORY and crowded(forces, order.into if order.into in sites else order.zone, begun):
            yield _problem(BuckFault.OVER_LIMIT, index, Stage.DOUBTFUL, zone=order.zone)
        if kind is Kind.KILSAT and not self._kilsat_site(order):
            yield _problem(Fault.CANNOT_BUILD, index, Stage.DOUBTFUL, zone=order.zone, kind=kind.value)

    def _kilsat_site(self, order: Build) -> bool:
        near = closest_near(order.zone)
        at = INDEX[order.into if order.into in near else near[0]]
        return kilsat_owner(self.forces, at) == self.view.who and at not in self.forces.kilsats


def _sites(order: Build, kind: Kind) -> tuple[str, ...]:
    """Return where what a Factory makes can be put."""
    if kind in (Kind.BATTLER, Kind.KILSAT):
        both = [zone for zone in (order.zone, order.partner) if zone and zone_of(zone).is_territory]
        return tuple(near for zone in both for near in closest_near(zone))
    if kind is Kind.FACTORY:
        return (order.zone, *borders(order.zone), *((order.partner, *borders(order.partner)) if order.partner else ()))
    return (order.zone,)


def _problem(code: Fault | BuckFault, index: int, stage: Stage = Stage.ILLEGAL, **facts: Fact) -> Problem:
    goal = "" if code in _ABOUT_ORIGIN else facts.get("goal")
    fragment = str(goal or facts.get("zone") or "")
    return Problem(code=code, stage=stage, order=index, facts=facts, fragment=fragment)


_JUDGES: dict[type[BuckOrder], Callable[[_Sheet, int, Any], Iterator[Problem]]] = {
    Place: _Sheet.place,
    Move: _Sheet.move,
    order_types.ElseMove: _Sheet.move,
    Carry: _Sheet.carry,
    order_types.ElseCarry: _Sheet.carry,
    Hold: _Sheet.hold,
    Convert: _Sheet.convert,
    Seduce: _Sheet.ardala,
    SeduceLeader: _Sheet.ardala,
    HuerRolls: _Sheet.huer,
    Power: _Sheet.leader,
    Return: _Sheet.leader,
    Raid: _Sheet.raid,
    Bomb: _Sheet.bomb,
    Dismantle: _Sheet.dismantle,
    Build: _Sheet.build,
}
