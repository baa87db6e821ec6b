"""The lines of a turn's order set, each judged where those before it have put its author's own fleets."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

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

_NEAREST = 3
"""Planets that are named where there is none."""


class Judge:
    """Tries out the lines of a turn's order set, one after another."""

    def __init__(self, view: View, trial: Trial, orders: Sequence[GenocideOrder]) -> None:
        """Begin with what the view has."""
        self.view, self.plan = view, Plan(view, trial, orders)
        self.hand = list(view.hand)
        self.scrapped = False
        self.moved: set[int] = set()
        self._rules: dict[type[GenocideOrder], Callable[[Any], Problems]] = {
            Move: self._move,
            Pursue: self._pursue,
            Hold: self._hold,
            Join: self._join,
            Transfer: self._transfer,
            Burst: self._burst,
            Ram: self._ram,
            Scrap: self._scrap,
            Play: self._play,
            PlayWhen: self._play,
            Targets: self._doctrine,
            Fire: self._doctrine,
            Launch: self._launch,
            Deploy: self.deploy,
            ScrapFirst: self._doctrine,
        }

    def faults(self, order: GenocideOrder) -> Problems:
        """Judge a line and carry it out as far as it stands."""
        rule = self._rules.get(type(order))
        return rule(order) if rule is not None else iter(())

    def threats(self) -> Iterator[Threat]:
        """Yield the last worlds at stake as the lines have left them."""
        return threats(self.view, self.plan.fleets.values())

    # ---- fleets -------------------------------------------------------------------------------------------

    def _missing(self, *numbers: int) -> Problems:
        """Complain about fleets that are not there."""
        for number in numbers:
            if number not in self.plan.fleets:
                yield wrong(GenocideFault.NO_FLEET, fleet=number, known=tuple(map(str, self.plan.numbers)))

    def _move(self, order: Move) -> Problems:
        strange = [place for place in order.way if place not in self.plan.board.index]
        if strange:
            yield misplaced(GenocideFault.OFF_BOARD, strange[0], last=self.plan.board.names[-1])
        else:
            yield from self._sent(order)

    def _pursue(self, order: Pursue) -> Problems:
        foe = order.foe
        if foe.seat == self.view.who or self.view.fleet(foe.seat, foe.fleet) is None:
            known = tuple(f"{one.seat} {one.number}" for one in self.view.fleets if one.seat == foe.seat)
            yield wrong(GenocideFault.NO_QUARRY, known=() if foe.seat == self.view.who else known)
        else:
            yield from self._sent(order)

    def _sent(self, order: Move | Pursue) -> Problems:
        """Complain about fleets that do not get where they are sent."""
        missing = list(self._missing(*order.fleets.numbers))
        yield from missing
        if not missing:
            blame = warning if order.fleets.every or len(order.fleets.numbers) > 1 else wrong
            under_way = {number for number, fleet in self.plan.fleets.items() if fleet.course}
            for leg in self.plan.move(order):
                if leg.bar != "there":
                    yield from self._leg(leg, blame)
                elif isinstance(order, Move):  # whoever is gone after may leave
                    idle = warning if leg.fleet in under_way else blame
                    yield idle(GenocideFault.ALREADY_THERE, fleet=leg.fleet, place=leg.goal)

    def _leg(self, leg: Leg, blame: Blame) -> Problems:
        fleet, place, goal = leg.fleet, leg.path[0], leg.goal
        if leg.bar == "no-way":
            yield blame(GenocideFault.NO_WAY, fleet=fleet, place=goal)
        elif leg.bar == "no-marker":
            yield blame(GenocideFault.ALL_FLEETS_IN_USE, fleet=fleet, place=place)
        elif leg.bar:
            yield blame(GenocideFault.NO_BAYS if leg.bar == "no-bays" else GenocideFault.IMMOBILE, fleet=fleet)
        else:
            if fleet in self.moved:
                yield warning(GenocideFault.MOVED_TWICE, fleet=fleet, place=place)
            self.moved.add(fleet)
            if leg.halted and (leg.halted, leg.path[-1]) != ("enemy", goal):
                yield note(_HALTED[leg.halted], fleet=fleet, place=leg.path[-1], goal=goal)
            if gift := self.plan.gift(leg):
                yield note(GenocideFault.GIFT_TOO_MANY, **gift._asdict())

    def _hold(self, order: Hold) -> Problems:
        return self._missing(*order.fleets.numbers)

    def _join(self, order: Join) -> Problems:
        missing = list(self._missing(*order.fleets.numbers, order.into))
        yield from missing
        if missing:
            return
        if set(order.fleets.among(self.plan.numbers)) <= {order.into}:
            yield wrong(GenocideFault.SAME_FLEET, fleet=order.into)
        else:
            yield from self._rearrange(order)

    def _transfer(self, order: Transfer) -> Problems:
        if order.into > self.view.options.fleets:
            yield wrong(GenocideFault.NO_MARKER, fleet=order.into, most=self.view.options.fleets)
        elif order.fleet not in self.plan.fleets:
            yield from self._missing(order.fleet)
        elif order.into == order.fleet:
            yield wrong(GenocideFault.SAME_FLEET, fleet=order.fleet)
        elif is_short(self.plan.mat(order.fleet), order.ships):
            yield wrong(GenocideFault.NO_SUCH_SHIPS, fleet=order.fleet, kinds=kinds_of(self.plan.mat(order.fleet)))
        else:
            yield from self._rearrange(order)

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

    # ---- fighting and building ----------------------------------------------------------------------------

    def _burst(self, order: Burst) -> Problems:
        if not self.view.options.bursts:
            yield wrong(GenocideFault.NO_BURSTS)
        elif order.fleet not in self.plan.fleets:
            yield from self._missing(order.fleet)
        elif not _is_armed(self.plan.mat(order.fleet)):
            armed = tuple(str(number) for number in self.plan.numbers if _is_armed(self.plan.mat(number)))
            yield wrong(GenocideFault.NO_BUSTERS, fleet=order.fleet, known=armed)
        elif self.plan.fleets[order.fleet].at not in self.plan.foes:
            yield warning(GenocideFault.NO_ENEMY_KNOWN, fleet=order.fleet)

    def _ram(self, order: Ram) -> Problems:
        if not self.plan.race.ramming:
            yield wrong(GenocideFault.NO_RAMMING)
        elif order.fleet not in self.plan.fleets:
            yield from self._missing(order.fleet)
        elif is_short(self.plan.mat(order.fleet), order.ships):
            yield wrong(GenocideFault.NO_SUCH_SHIPS, fleet=order.fleet, kinds=kinds_of(self.plan.mat(order.fleet)))

    def _scrap(self, order: Scrap) -> Problems:
        mats = [self.plan.mat(number) for number in self.plan.numbers if order.fleet in (0, number)]
        if order.fleet and order.fleet not in self.plan.fleets:
            yield from self._missing(order.fleet)
        elif not any(ship.kind == order.kind for mat in mats for ship in mat):
            yield wrong(
                GenocideFault.NO_SUCH_SHIPS, fleet=order.fleet, kinds=kinds_of([ship for mat in mats for ship in mat])
            )
        elif self.scrapped:
            yield wrong(GenocideFault.ONE_SCRAP_ONLY)
        else:
            self.scrapped = True

    def _launch(self, order: Launch) -> Problems:
        planet = self.view.planet(order.place) if order.place else None
        if order.place and planet is None:
            yield misplaced(GenocideFault.NO_PLANET, order.place, known=self._enemy_planets(order.place))
        elif planet is not None and planet.seat == self.view.who:
            yield misplaced(GenocideFault.OWN_PLANET, order.place, known=self._enemy_planets(order.place))
        else:
            yield from self._doctrine(order)

    def _enemy_planets(self, place: str) -> tuple[str, ...]:
        """Return the planets of others that are nearest to a hex."""
        board = self.plan.board
        others = [one.place for one in self.view.planets if one.seat not in ("", self.view.who)]
        at = board.index.get(place)
        if at is not None:
            others.sort(key=lambda other: board.distance(at, board.index[other]))
        return tuple(others[:_NEAREST])

    def deploy(self, order: Deploy) -> Problems:
        """Judge where new ships are to be placed."""
        planet = self.view.planet(order.place)
        if planet is None or planet.seat != self.view.who:
            known = tuple(one.place for one in self.view.own_planets)
            yield misplaced(GenocideFault.NOT_YOUR_PLANET, order.place, known=known)
        else:
            yield from self._doctrine(order)

    def _doctrine(self, order: Targets | Fire | Launch | Deploy | ScrapFirst) -> Problems:
        """Bear fleets that are yet to come, but not those that never can."""
        if order.fleet > self.view.options.fleets:
            yield wrong(GenocideFault.NO_MARKER, fleet=order.fleet, most=self.view.options.fleets)

    # ---- cards --------------------------------------------------------------------------------------------

    def _play(self, order: Play | PlayWhen) -> Problems:
        faults = list(self.card(order))
        if isinstance(order, Play) and all(fault.code == GenocideFault.NEEDS_WHEN for fault in faults):
            self.hand.remove(order.card)
            self.plan.carry_out(order)
        yield from faults

    def card(self, order: Play | PlayWhen) -> Problems:
        """Judge how a card is played, and carry out nothing."""
        if not self.view.options.cards:
            yield wrong(GenocideFault.NO_CARDS)
            return
        if order.card not in self.hand:
            yield wrong(GenocideFault.NOT_IN_HAND, card=order.card, hand=self.view.hand)
            return
        card = CARD[order.card]
        if isinstance(order, PlayWhen):
            acts = acts_at(card.at, moving=card.moving)
            if order.trigger.act not in acts:
                yield wrong(GenocideFault.NEVER_COMES_TRUE, card=order.card, acts=acts)
                return
        faults = list(self._names(order))
        yield from faults
        if isinstance(order, Play) and self.view.active and card.at in _OTHERS_MOVES:
            yield warning(GenocideFault.NEEDS_WHEN, card=order.card, acts=acts_at(card.at, moving=False))
        if isinstance(order, Play) and not faults and not self.plan.finds(order):
            yield warning(GenocideFault.CARD_IN_VAIN, card=order.card)

    def _names(self, order: Play | PlayWhen) -> Problems:
        """Judge what a card is played on."""
        card = CARD[order.card]
        for wanted, target, word in ((card.on, order.target, "ON"), (card.by, order.other, "WITH")):
            yield from self._target(order.card, wanted, target, word)
        named = targets_of(order)
        if order.more and len(named) > card.several:
            yield wrong(GenocideFault.TOO_MANY_TARGETS, card=order.card, most=card.several, count=len(named))
        elif order.more:
            for target in order.more:
                yield from self._target(order.card, card.on, target, "ON")
        if card.to and not card.to.endswith("?") and not order.goal:
            yield wrong(GenocideFault.CARD_NEEDS, card=order.card, wanted=card.to, word="TO")
        elif order.goal and order.goal not in self.plan.board.index:
            yield misplaced(GenocideFault.OFF_BOARD, order.goal, last=self.plan.board.names[-1])
        elif (
            order.goal
            and card.to.rstrip("?") == "own-planet"
            and self.plan.board.index[order.goal] not in self.plan.homes
        ):
            known = tuple(one.place for one in self.view.own_planets)
            yield misplaced(GenocideFault.NOT_YOUR_PLANET, order.goal, known=known)

    def _target(self, card: str, wanted: str, target: Target, word: str) -> Problems:
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
            yield from self._missing(target.fleet)
        elif kind == "enemy-fleet" and target.fleet and self.view.fleet(target.seat, target.fleet) is None:
            known = tuple(str(one.number) for one in self.view.fleets if one.seat == target.seat)
            yield warning(GenocideFault.FLEET_NOT_SEEN, seat=target.seat, fleet=target.fleet, known=known)
        elif kind == "own-ship":
            yield from self._own_ship(target)

    def _own_ship(self, target: Target) -> Problems:
        """Complain about a ship that the seat does not have there now: it might yet when the card's moment comes."""
        fleets = (target.fleet,) if target.fleet else self.plan.numbers
        mats = [ship for number in fleets for ship in self.plan.mat(number)]
        if target.kind and not any(ship.kind == target.kind for ship in mats):
            yield warning(GenocideFault.NO_SUCH_SHIPS, fleet=target.fleet, kinds=kinds_of(mats))

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
