"""The lines of a turn's order set, each judged where those before it have put its author's own fleets."""

from collections.abc import Iterator, Sequence

from msgspec.structs import asdict

from moderator.core.errors import Problem
from moderator.games.space_genocide.events.transport import OrderFailed
from moderator.games.space_genocide.faults import Blame, GenocideFault, Problems, misplaced, note, warning, wrong
from moderator.games.space_genocide.orders.phrases import Target, acts_at
from moderator.games.space_genocide.orders.types import (
    Burst,
    Deploy,
    Fire,
    GenocideOrder,
    Hold,
    Join,
    Launch,
    Move,
    Play,
    PlayWhen,
    Pursue,
    Ram,
    Scrap,
    ScrapFirst,
    Targets,
    Transfer,
    targets_of,
)
from moderator.games.space_genocide.pieces import Ship
from moderator.games.space_genocide.seat.drafting import is_short, kinds_of
from moderator.games.space_genocide.seat.last_worlds import Threat, threats
from moderator.games.space_genocide.seat.plan import Leg, Plan, Trial
from moderator.games.space_genocide.seat.view import View
from moderator.games.space_genocide.tables import CARD

_OTHERS_MOVES = ("dawn", "moved", "launch")
"""The moments that only come when others act: one seat after another, in nobody's own turn."""

_HALTED = {
    "enemy": GenocideFault.STOPS_AT_ENEMY,
    "nebula": GenocideFault.STOPS_IN_NEBULA,
    "speed": GenocideFault.GOES_ON_LATER,
}
"""What is told of fleets that end their move before their goal."""

_NOT_MOVING = {
    "there": GenocideFault.ALREADY_THERE,
    "no-way": GenocideFault.NO_WAY,
    "no-marker": GenocideFault.ALL_FLEETS_IN_USE,
    "no-bays": GenocideFault.NO_BAYS,
    "immobile": GenocideFault.IMMOBILE,
    "jammed": GenocideFault.IMMOBILE,
}
"""What is wrong where a fleet does not set out, by the cause that the rules give."""

_NEAREST = 3
"""Planets that are named where there is none."""


class Judge:
    """A trial of the lines of a turn's order set, one after another."""

    def __init__(self, view: View, trial: Trial, orders: Sequence[GenocideOrder]) -> None:
        """Begin with what the view has."""
        self.view, self.plan = view, Plan(view, trial, orders)
        self.hand = list(view.hand)
        self.scrapped = False
        self.moved: set[int] = set()

    def faults(self, order: GenocideOrder) -> list[Problem]:
        """Judge a line and carry it out as far as it stands."""
        steps = (self._judge_wording, self._missing_fleets, self._judge_outcome)
        return next((found for step in steps if (found := list(step(order)))), [])

    def threats(self) -> Iterator[Threat]:
        """Yield the last worlds at stake as the lines have left them."""
        return threats(self.view, self.plan.fleets.values())

    # ---- what is wrong with a line wherever the fleets are ------------------------------------------------

    def _judge_wording(self, order: GenocideOrder) -> Problems:
        """Complain about what a line names, and about what the options or the race forbid."""
        view, most = self.view, self.view.options.fleets
        match order:
            case Move() if strange := [place for place in order.way if place not in self.plan.board.index]:
                yield misplaced(GenocideFault.OFF_BOARD, strange[0], last=self.plan.board.names[-1])
            case Pursue(foe=foe) if foe.seat == view.who or view.fleet(foe.seat, foe.fleet) is None:
                theirs = (one for one in view.fleets if one.seat == foe.seat != view.who)
                yield wrong(GenocideFault.NO_QUARRY, known=tuple(f"{one.seat} {one.number}" for one in theirs))
            case Burst() if not view.options.bursts:
                yield wrong(GenocideFault.NO_BURSTS)
            case Ram() if not self.plan.race.ramming:
                yield wrong(GenocideFault.NO_RAMMING)
            case Launch(place=place) if place and self._owner(place) in (None, view.who):
                code = GenocideFault.NO_PLANET if self._owner(place) is None else GenocideFault.OWN_PLANET
                yield misplaced(code, place, known=self._enemy_planets(place))
            case Deploy(place=place) if self._owner(place) != view.who:
                yield misplaced(GenocideFault.NOT_YOUR_PLANET, place, known=self._own_planets())
            case Targets() | Fire() | Launch() | Deploy() | ScrapFirst() if order.fleet > most:
                yield wrong(GenocideFault.NO_MARKER, fleet=order.fleet, most=most)
            case Transfer(into=into) if into > most:
                yield wrong(GenocideFault.NO_MARKER, fleet=into, most=most)

    def _owner(self, place: str) -> str | None:
        """Return whose planet is at a hex, None if there is no planet."""
        planet = self.view.planet(place)
        return None if planet is None else planet.seat

    def _own_planets(self) -> tuple[str, ...]:
        """Return where the seat's planets are."""
        return tuple(one.place for one in self.view.own_planets)

    def _enemy_planets(self, place: str) -> tuple[str, ...]:
        """Return the planets of others that are nearest to a hex."""
        board = self.plan.board
        others = [one.place for one in self.view.planets if one.seat not in ("", self.view.who)]
        at = board.index.get(place)
        if at is not None:
            others.sort(key=lambda other: board.distance(at, board.index[other]))
        return tuple(others[:_NEAREST])

    def _missing_fleets(self, order: GenocideOrder) -> Problems:
        """Complain about fleets that are not there."""
        for number in _fleets_of(order):
            if number not in self.plan.fleets:
                yield self._no_fleet(number)

    # ---- what comes of a line where the fleets are --------------------------------------------------------

    def _judge_outcome(self, order: GenocideOrder) -> Problems:
        """Carry a line out, and complain about what comes of it."""
        plan = self.plan
        match order:
            case Move() | Pursue():
                yield from self._judge_moves(order)
            case Join() if set(order.fleets.among(plan.numbers)) <= {order.into}:
                yield wrong(GenocideFault.SAME_FLEET, fleet=order.into)
            case Transfer() if order.into == order.fleet:
                yield wrong(GenocideFault.SAME_FLEET, fleet=order.fleet)
            case Transfer() | Ram() if is_short(plan.mat(order.fleet), order.ships):
                yield wrong(GenocideFault.NO_SUCH_SHIPS, fleet=order.fleet, kinds=kinds_of(plan.mat(order.fleet)))
            case Join() | Transfer():
                yield from self._rearrange(order)
            case Burst(fleet=fleet) if not _is_armed(plan.mat(fleet)):
                armed = tuple(str(number) for number in plan.numbers if _is_armed(plan.mat(number)))
                yield wrong(GenocideFault.NO_BUSTERS, fleet=fleet, known=armed)
            case Burst(fleet=fleet) if plan.fleets[fleet].at not in plan.foes:
                yield warning(GenocideFault.NO_ENEMY_KNOWN, fleet=fleet)
            case Scrap():
                yield from list(self._lacking_ships(order.kind, order.fleet, wrong)) or self._further_scraps()
            case Play() | PlayWhen():
                yield from self._play(order)

    def _judge_moves(self, order: Move | Pursue) -> Problems:
        """Complain about fleets that do not get where they are sent."""
        blame = warning if order.fleets.every or len(order.fleets.numbers) > 1 else wrong
        under_way = {number for number, fleet in self.plan.fleets.items() if fleet.course}
        for leg in self.plan.move(order):
            if leg.bar != "there":
                yield from self._judge_leg(leg, blame)
            elif isinstance(order, Move):  # the fleet that others go after may leave
                yield from self._judge_leg(leg, warning if leg.fleet in under_way else blame)

    def _judge_leg(self, leg: Leg, blame: Blame) -> Problems:
        """Complain about a fleet that does not set out, or tell where it ends its move."""
        fleet, place, goal = leg.fleet, leg.path[0], leg.goal
        match leg.bar:
            case "there" | "no-way":
                yield blame(_NOT_MOVING[leg.bar], fleet=fleet, place=goal)
            case "no-marker":
                yield blame(_NOT_MOVING[leg.bar], fleet=fleet, place=place)
            case "":
                yield from self._note_departure(leg)
            case _:
                yield blame(_NOT_MOVING[leg.bar], fleet=fleet)

    def _note_departure(self, leg: Leg) -> Problems:
        """Tell what is worth knowing of a fleet that sets out."""
        fleet, place, goal = leg.fleet, leg.path[0], leg.goal
        if fleet in self.moved:
            yield warning(GenocideFault.MOVED_TWICE, fleet=fleet, place=place)
        self.moved.add(fleet)
        if leg.halted and (leg.halted, leg.path[-1]) != ("enemy", goal):
            yield note(_HALTED[leg.halted], fleet=fleet, place=leg.path[-1], goal=goal)
        if gift := self.plan.gift(leg):
            yield note(GenocideFault.GIFT_TOO_MANY, **asdict(gift))

    def _rearrange(self, order: Join | Transfer) -> Problems:
        """Put ships together; complain about what the rules refuse."""
        plan = self.plan
        for event in plan.carry_out(order):
            if isinstance(event, OrderFailed) and event.cause == "fleet-full":
                yield wrong(GenocideFault.FLEET_FULL, fleet=order.into, most=self.view.options.fleet_limit)
            elif isinstance(event, OrderFailed):
                fleet = order.fleet if isinstance(order, Transfer) else event.fleet
                here, there = plan.place(fleet), plan.place(order.into)
                yield wrong(GenocideFault.NOT_TOGETHER, fleet=fleet, into=order.into, place=here, other=there)

    def _further_scraps(self) -> Problems:
        """Complain about all ships to be discarded but the first."""
        if self.scrapped:
            yield wrong(GenocideFault.ONE_SCRAP_ONLY)
        self.scrapped = True

    # ---- cards --------------------------------------------------------------------------------------------

    def _play(self, order: Play | PlayWhen) -> Problems:
        """Judge a card and, if it can be played, play it."""
        faults = list(self.card(order))
        if isinstance(order, Play) and all(fault.code == GenocideFault.NEEDS_WHEN for fault in faults):
            self.hand.remove(order.card)
            self.plan.carry_out(order)
        yield from faults

    def card(self, order: Play | PlayWhen) -> Problems:
        """Judge how a card is played, and carry out nothing."""
        card = CARD[order.card]
        acts = acts_at(card.at, moving=card.moving)
        if not self.view.options.cards:
            yield wrong(GenocideFault.NO_CARDS)
        elif order.card not in self.hand:
            yield wrong(GenocideFault.NOT_IN_HAND, card=order.card, hand=self.view.hand)
        elif isinstance(order, PlayWhen) and order.trigger.act not in acts:
            yield wrong(GenocideFault.NEVER_COMES_TRUE, card=order.card, acts=acts)
        else:
            yield from self._judge_play(order)

    def _judge_play(self, order: Play | PlayWhen) -> Problems:
        """Judge what a card in hand is played on, and whether its moment comes."""
        card, faults = CARD[order.card], list(self._judge_targets(order))
        yield from faults
        if isinstance(order, Play) and self.view.active and card.at in _OTHERS_MOVES:
            yield warning(GenocideFault.NEEDS_WHEN, card=order.card, acts=acts_at(card.at, moving=False))
        if isinstance(order, Play) and not faults and not self.plan.finds(order):
            yield warning(GenocideFault.CARD_IN_VAIN, card=order.card)

    def _judge_targets(self, order: Play | PlayWhen) -> Problems:
        """Judge what a card is played on."""
        card, named, index = CARD[order.card], targets_of(order), self.plan.board.index
        yield from self._judge_target(order.card, card.on, order.target, "ON")
        yield from self._judge_target(order.card, card.by, order.other, "WITH")
        if order.more and len(named) > card.several:
            yield wrong(GenocideFault.TOO_MANY_TARGETS, card=order.card, most=card.several, count=len(named))
        else:
            for target in order.more or ():
                yield from self._judge_target(order.card, card.on, target, "ON")
        if order.goal and order.goal not in index:
            yield misplaced(GenocideFault.OFF_BOARD, order.goal, last=self.plan.board.names[-1])
        elif order.goal and card.to.startswith("own-planet") and index[order.goal] not in self.plan.homes:
            yield misplaced(GenocideFault.NOT_YOUR_PLANET, order.goal, known=self._own_planets())
        elif not order.goal and card.to and not card.to.endswith("?"):
            yield wrong(GenocideFault.CARD_NEEDS, card=order.card, wanted=card.to, word="TO")

    def _judge_target(self, card: str, wanted: str, target: Target, word: str) -> Problems:
        """Complain about a target that is not what a card asks for, as far as that can be seen."""
        if target == Target():
            if wanted and not wanted.endswith("?"):
                yield wrong(GenocideFault.CARD_NEEDS, card=card, wanted=wanted, word=word)
            return
        kind = wanted.rstrip("?")
        if not kind:
            yield wrong(GenocideFault.CARD_TAKES_NONE, card=card, word=word)
        elif not self._fits(kind, target):
            yield wrong(GenocideFault.CARD_NEEDS, card=card, wanted=kind, word=word)
        elif target.place and target.place not in self.plan.board.index:
            yield misplaced(GenocideFault.OFF_BOARD, target.place, last=self.plan.board.names[-1])
        elif kind in ("own-fleet", "own-ship") and target.fleet and target.fleet not in self.plan.fleets:
            yield self._no_fleet(target.fleet)
        elif kind == "enemy-fleet" and target.fleet and self.view.fleet(target.seat, target.fleet) is None:
            known = tuple(str(one.number) for one in self.view.fleets if one.seat == target.seat)
            yield warning(GenocideFault.FLEET_NOT_SEEN, seat=target.seat, fleet=target.fleet, known=known)
        elif kind == "own-ship" and target.kind:  # it might come to be there before the card's moment
            yield from self._lacking_ships(target.kind, target.fleet, warning)

    def _no_fleet(self, number: int) -> Problem:
        """Complain about a fleet that is not there."""
        return wrong(GenocideFault.NO_FLEET, fleet=number, known=tuple(map(str, self.plan.numbers)))

    def _lacking_ships(self, kind: str, fleet: int, blame: Blame) -> Problems:
        """Complain about a fleet, or with a number of 0 about all, that have no ship of a type."""
        ships = [ship for number in self.plan.numbers if fleet in (0, number) for ship in self.plan.mat(number)]
        if not any(ship.kind == kind for ship in ships):
            yield blame(GenocideFault.NO_SUCH_SHIPS, fleet=fleet, kinds=kinds_of(ships))

    def _fits(self, kind: str, target: Target) -> bool:
        """Tell whether a target is of the kind that a card asks for."""
        mine = target.seat in ("", self.view.who)
        planet = self.view.planet(target.place) if target.place else None
        return {
            "own-fleet": mine and bool(target.fleet or target.place) and not target.kind,
            "enemy-fleet": (not mine or bool(target.place)) and not target.kind,
            "own-planet": planet is not None and planet.seat == self.view.who,
            "enemy-planet": planet is not None and planet.seat not in ("", self.view.who),
            "seat": not mine and not target.fleet and not target.kind,
            "own-ship": mine,
            "enemy-ship": not mine or bool(target.place),
            "space": bool(target.place) and not target.kind,
        }[kind]


def _is_armed(mat: Sequence[Ship]) -> bool:
    """Tell whether there are Planet Busters aboard."""
    return any(ship.busters for ship in mat)


def _fleets_of(order: GenocideOrder) -> tuple[int, ...]:
    """Return the fleets that must be there for a line to stand."""
    match order:
        case Move() | Pursue() | Hold():
            return order.fleets.numbers
        case Join():
            return (*order.fleets.numbers, order.into)
        case Transfer() | Burst() | Ram() | Scrap():
            return (order.fleet,) if order.fleet else ()
        case _:
            return ()
