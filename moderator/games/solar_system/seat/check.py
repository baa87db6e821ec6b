"""Legality of an order set, judged on what its author knows, as far as every rule set judges alike.

What can be said of a line by itself is looked up; what moves is tried out by the real rules on a board on which nobody
else does anything. All units are in sight, so a line whose units are not there, or for which there is no way, falls.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from typing import Any, ClassVar, TypeAlias

from msgspec.structs import replace

from moderator.core.errors import Fact, Problem, Stage
from moderator.core.game import Event, Prompt
from moderator.core.orders import Order
from moderator.core.trial import Trial
from moderator.games.solar_system.board.placing import Placement, Placing
from moderator.games.solar_system.board.rehearsal import Rehearsal, Tried
from moderator.games.solar_system.board.zones import NUMBER, zone_of
from moderator.games.solar_system.events.building import FactoryIdle, Idleness
from moderator.games.solar_system.events.movement import Cause
from moderator.games.solar_system.faults import Fault
from moderator.games.solar_system.orders.phrases import ALL, ANY_LEADER, Units
from moderator.games.solar_system.orders.types import (
    Bomb,
    Build,
    Carry,
    ElseCarry,
    ElseMove,
    Hold,
    HuerRolls,
    Move,
    Place,
    Power,
    Return,
    Seduce,
    WishLeader,
)
from moderator.games.solar_system.pieces import Kind
from moderator.games.solar_system.seat.view import Sight

Judged: TypeAlias = Mapping[type[Order], Callable[..., Iterator[Problem]]]
"""The methods that judge orders, each with its index and itself."""

_ABOUT_ORIGIN = (Fault.NO_SUCH_UNITS, Fault.FROZEN, Fault.LEADER_ALONE)
"""What is wrong with a line because of where its units are."""
_ILLEGAL: dict[Cause, Fault] = {
    "gone": Fault.NO_SUCH_UNITS,
    "no-way": Fault.NO_WAY,
    "no-lift": Fault.NO_LIFT,
    "full": Fault.NO_LIFT,
    "used": Fault.MOVED_TWICE,
    "began": Fault.BEGAN_THERE,
}
"""What a line that cannot be carried out falls by; of other causes the board may change in time."""

HUER, ARDALA = "Doc Huer", "Ardala"
_MOST_STOLEN = 2


def problem(code: StrEnum, index: int, stage: Stage = Stage.ILLEGAL, **facts: Fact) -> Problem:
    """Return a complaint about a line."""
    goal = "" if code in _ABOUT_ORIGIN else facts.get("goal")
    fragment = str(goal or facts.get("zone") or "")
    return Problem(code=code, stage=stage, order=index, facts=facts, fragment=fragment)


class Judge:
    """An order set under judgement; each rule set has a class of its own.

    Of the kinds in ``once`` a later line takes the place of an earlier one; with lines of the kinds in ``unsure`` on a
    order set nothing that was tried falls. ``leaders`` are who alone makes sense of an order, ``cargo`` is what
    Transports carry, ``idle`` how a line is doubted that a Factory would not follow, by the reason.
    """

    judges: ClassVar[Judged] = {}
    leaders: ClassVar[Mapping[type[Order], str]] = {HuerRolls: HUER, Seduce: ARDALA}
    once: ClassVar[tuple[type[Order], ...]] = ()
    unsure: ClassVar[tuple[type[Order], ...]] = (Seduce,)
    idle: ClassVar[Mapping[Idleness | None, StrEnum]] = {}
    cargo: ClassVar[tuple[Kind, ...]] = (Kind.TROOPER, Kind.FACTORY)

    def __init__(self, view: Sight, prompt: Prompt, orders: Sequence[Order]) -> None:
        """Take an order set."""
        self.view, self.prompt, self.orders = view, prompt, orders
        self.rules, self.forces = view.rules, view.forces
        self.seen: set[type[Order]] = set()
        self.stolen = 0

    def problems(self, trial: Trial[Any, Rehearsal[Any]]) -> tuple[Problem, ...]:
        """Complain about every line by itself, then about what is left, tried out."""
        problems = [one for index, order in enumerate(self.orders) for one in self.judge_line(index, order)]
        fallen = {one.order for one in problems if one.falls}
        legal = [(index, order) for index, order in enumerate(self.orders) if index not in fallen]
        tried = trial(self.view)([order for _, order in legal])
        problems += [complaint for one in tried.lines for complaint in self.judge_trial(legal[one.index][0], one)]
        building = [(index, order) for index, order in legal if isinstance(order, Build)]
        problems += self.judge_building(building, tried.events()) if building else ()
        return tuple(sorted(problems, key=lambda one: one.order or 0))

    def judge_line(self, index: int, order: Order) -> Iterator[Problem]:
        """Complain about what a line says by itself."""
        if not self.prompt.admits(type(order)):
            yield problem(Fault.WRONG_PHASE, index, phase=self.prompt.phase)
            return
        if (option := self.switched_off(order)) is not None:
            yield problem(Fault.NOT_PLAYED, index, option=option)
            return
        if isinstance(order, self.once) and type(order) in self.seen:
            yield problem(Fault.REPLACED, index, Stage.DOUBTFUL)
        self.seen.add(type(order))
        yield from self._seats(index, order)
        leader = self.leaders.get(type(order), "")
        if leader and not self.forces.serving(leader, self.view.who):
            no_leader = problem(Fault.NOT_YOUR_LEADER, index, leader=leader)
            yield problem(Fault.NOT_ARDALA, index) if leader == ARDALA else no_leader
            return
        judge = self.judges.get(type(order))
        if judge is not None:
            yield from judge(self, index, order)

    def switched_off(self, order: Order) -> str | None:
        """Return the option without which an order has no meaning."""
        slings = any(leg.act == "sling" for leg in getattr(order, "way", ()))
        return self.unplayed.get(type(order)) or ("slingshot" if slings and not self.rules.slings else None)

    @cached_property
    def unplayed(self) -> Mapping[type[Order], str]:
        """The kinds of orders that have no meaning in the match, each with the option by which that is so."""
        raise NotImplementedError

    def _seats(self, index: int, order: Order) -> Iterator[Problem]:
        """Complain about seats that are not in the match, or the author's own; conditions may name that."""
        for seat in (one.seat for one in (*getattr(order, "when", ()), *getattr(order, "unless", ())) if one.seat):
            if seat not in self.forces.seats:
                yield problem(Fault.NO_SUCH_SEAT_HERE, index, seat=seat, known=self.forces.seats)
        for seat in (*getattr(order, "seats", ()), *filter(None, (getattr(order, "seat", ""),))):
            if seat not in self.forces.seats:
                yield problem(Fault.NO_SUCH_SEAT_HERE, index, seat=seat, known=self.forces.seats)
            elif seat == self.view.who:
                yield problem(Fault.OWN_SEAT, index, seat=seat)

    # ---- set-up -------------------------------------------------------------------------------------------

    @cached_property
    def placing(self) -> Placing:
        """The placing of the seat's units; a Leader is among them who is not known yet."""
        named = sorted({name for order in self.orders if isinstance(order, Place) for name in order.units.leaders})
        wished = any(isinstance(order, WishLeader) for order in self.orders)
        hoped = tuple(named) if wished else (ANY_LEADER,)
        reserve = {colour: replace(units, leaders=units.leaders or hoped) for colour, units in self.view.reserve}
        return Placing(self.view.forces, self.view.who, reserve)

    def place(self, index: int, order: Place) -> Iterator[Problem]:
        """Judge a placement as the rules would carry it out: what cannot stand as a whole is not placed."""
        placed = self.placing.find(order)
        if placed.cause in (None, "later"):
            self.placing.put(placed)
        elif placed.cause == "not-yours":
            own = tuple(zone for zone, colour in self.view.position.held if colour in self.view.own)
            yield problem(Fault.NOT_YOUR_ZONE, index, zone=order.zone, known=own)
        elif placed.cause == "full":
            yield problem(Fault.SET_UP_STACK, index, zone=order.zone, most=self.rules.start_stack)
        elif placed.cause != "shared":
            kind, most = self._missing(order.units, placed)
            yield problem(Fault.SET_UP_TOO_MANY, index, kind=kind, most=most)
        else:
            yield self._crossed(index, order)

    def _crossed(self, index: int, order: Place) -> Problem:
        """Complain about colours that get into each other's way; doubt it if it is by what earlier letters placed."""
        placing = self.placing
        anew = placing.filled[order.zone] or placing.filled.total() == sum(placing.stood.values())
        stage = Stage.ILLEGAL if anew else Stage.DOUBTFUL
        if lacking := placing.lacking(order.units.colour or self.view.own[0], order.zone):
            return problem(Fault.SET_UP_NO_ZONE, index, stage, zone=order.zone, known=lacking)
        return problem(Fault.SET_UP_COLOURS, index, stage, zone=order.zone)

    def _missing(self, wanted: Units, placed: Placement) -> tuple[str, int]:
        """Return what there is too little of to place, and how much of it there was."""
        colour, own = placed.colour or wanted.colour, self.view.own
        there = next((units for one, units in self.view.reserve if one in own and colour in ("", one)), Units())
        short = (kind for kind, number in wanted.counts if placed.units.wanted(kind) < number)
        kind = next(short, None)
        return (kind.value, there.wanted(kind)) if kind else (wanted.leaders[-1], 0)

    # ---- moves --------------------------------------------------------------------------------------------

    def judge_trial(self, index: int, one: Tried) -> Iterator[Problem]:
        """Complain about a line that was tried out."""
        order = self.orders[index]
        facts: dict[str, Fact] = {"zone": getattr(order, "origin", ""), "goal": getattr(order, "goal", "")}
        unsure = any(isinstance(other, self.unsure) for other in self.orders)
        if one.cause == "condition":
            return
        if one.cause is not None:
            code = _ILLEGAL.get(one.cause, Fault.FROZEN)
            stage = Stage.ILLEGAL if one.cause in _ILLEGAL and not unsure else Stage.DOUBTFUL
            yield problem(code, index, stage, **facts, **({"cause": one.cause} if code is Fault.FROZEN else {}))
            return
        if one.goal:
            yield problem(Fault.GOES_ON_LATER, index, Stage.NOTED, **(facts | {"zone": one.zone, "goal": one.goal}))
        if one.short:
            code = Fault.NO_LIFT if isinstance(order, Carry) else Fault.NO_SUCH_UNITS
            yield problem(code, index, Stage.DOUBTFUL, **facts)
        if isinstance(order, Move) and one.units.counts and not one.units.leaders:
            yield from self._alone(index, order, facts)

    def _alone(self, index: int, order: Move, facts: dict[str, Fact]) -> Iterator[Problem]:
        """Warn where a line takes the last friends away from a Leader who stands among others."""
        at = NUMBER[order.origin]
        left = self.forces.units_of(self.view.who, at) - sum(min(n, ALL) for _, n in order.units.counts)
        if left <= 0 and self.forces.leaders_at(at, self.view.who) and self.forces.others(self.view.who, at):
            yield problem(Fault.LEADER_ALONE, index, Stage.DOUBTFUL, **facts)

    def judge_building(self, lines: Iterable[tuple[int, Build]], events: Iterable[Event]) -> Iterator[Problem]:
        """Doubt lines for Factories that would not do what they say."""
        idle = {(event.zone, event.kind): event.why for event in events if isinstance(event, FactoryIdle)}
        for index, line in lines:
            code = self.idle.get(idle.get((line.zone, Kind(line.product))))
            facts = {"kind": line.product} if code is Fault.CANNOT_BUILD else {}
            if code is not None:
                yield problem(code, index, Stage.DOUBTFUL, zone=line.zone, **facts)

    def move(self, index: int, order: Move) -> Iterator[Problem]:
        """Judge a move by itself: it leads elsewhere, and not where its units can never be."""
        last = order.way[-1]
        battlers = last.act == "to" and last.zone in NUMBER and order.units.wanted(Kind.BATTLER)
        if last.zone == order.origin and len(order.way) == 1:
            yield problem(Fault.ALREADY_THERE, index, zone=order.origin)
        elif battlers and not order.units.every and not self.forces.stands(Kind.BATTLER, NUMBER[last.zone]):
            yield problem(Fault.CANNOT_ENTER, index, zone=last.zone, kind=Kind.BATTLER.value)

    def carry(self, index: int, order: Carry) -> Iterator[Problem]:
        """Judge what is to be carried, and where to."""
        for zone in (order.origin, order.goal):
            if not zone_of(zone).is_territory:
                yield problem(Fault.NOT_A_TERRITORY, index, zone=zone)
                return
        strange = [kind for kind, _ in order.cargo.counts if kind not in self.cargo]
        if strange or order.cargo.leaders:
            yield problem(Fault.CANNOT_ENTER, index, zone=order.goal, kind=(*strange, Kind.TROOPER)[0].value)

    def hold(self, index: int, order: Hold) -> Iterator[Problem]:
        """Doubt a HOLD where nothing is on its way."""
        if not any(course.order.origin == order.zone for course in self.view.courses):
            yield problem(Fault.NO_SUCH_UNITS, index, Stage.DOUBTFUL, zone=order.zone, goal="")

    # ---- Leaders, bombs -----------------------------------------------------------------------------------

    def seduce(self, index: int, order: Seduce) -> Iterator[Problem]:
        """Judge whether Ardala takes no more than she may, all lines together."""
        self.stolen += sum(n for _, n in order.units.counts)
        if self.stolen > _MOST_STOLEN:
            yield problem(Fault.SEDUCE_TOO_MANY, index, most=_MOST_STOLEN)

    def leader(self, index: int, order: Power | Return) -> Iterator[Problem]:
        """Judge whether a Leader is the seat's."""
        people, own = self.view.position.leaders, set(self.view.own)
        if not any(one.name == order.leader and {one.owner, one.colour} & own for one in people):
            yield problem(Fault.NOT_YOUR_LEADER, index, leader=order.leader)

    def bomb(self, index: int, order: Bomb) -> Iterator[Problem]:
        """Judge what can be bombed."""
        wrong = [kind for kind in order.bombed if kind not in self.rules.bombed]
        if wrong:
            yield problem(Fault.CANNOT_BOMB, index, kind=wrong[0].value)


JUDGES: Judged = {
    Place: Judge.place,
    Move: Judge.move,
    ElseMove: Judge.move,
    Carry: Judge.carry,
    ElseCarry: Judge.carry,
    Hold: Judge.hold,
    Seduce: Judge.seduce,
    Bomb: Judge.bomb,
    Power: Judge.leader,
    Return: Judge.leader,
}
"""How orders of both rule sets are judged."""
