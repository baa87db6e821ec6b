"""Legality of an order set by the revised rules, judged on what its author knows."""

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from typing import Any, ClassVar

from msgspec.structs import replace

from moderator.core.errors import Problem, Stage
from moderator.core.game import Prompt
from moderator.core.orders import Order
from moderator.core.trial import Trial
from moderator.games.buck_rogers_revised.board import yards
from moderator.games.buck_rogers_revised.board.cards import may_gain, may_redraw
from moderator.games.buck_rogers_revised.board.deploying import may_stand
from moderator.games.buck_rogers_revised.board.forces import Forces
from moderator.games.buck_rogers_revised.board.powers import CALLISTO, LAST_MODEL
from moderator.games.buck_rogers_revised.board.rulebook import Rulebook
from moderator.games.buck_rogers_revised.faults import RevisedFault
from moderator.games.buck_rogers_revised.options import Options
from moderator.games.buck_rogers_revised.orders.language import LANGUAGE
from moderator.games.buck_rogers_revised.orders.types import (
    Activate,
    Bid,
    Bomb,
    Buy,
    Cover,
    Destruct,
    Disable,
    Give,
    Line,
    Mulligan,
    Play,
    Ray,
    RevisedOrder,
    Scuttle,
    SeduceLeader,
    Trade,
    Upgrade,
)
from moderator.games.buck_rogers_revised.pieces import XENOTRON, ZEREA
from moderator.games.buck_rogers_revised.seat.view import View
from moderator.games.solar_system.board.forces import Works
from moderator.games.solar_system.board.rehearsal import Tried
from moderator.games.solar_system.board.zones import NUMBER, PLACES, zone_of
from moderator.games.solar_system.events.building import Idleness
from moderator.games.solar_system.faults import Fault
from moderator.games.solar_system.orders.phrases import ALL
from moderator.games.solar_system.orders.types import Build, HuerRolls, Passers, Seduce, SetStance, WishLeader
from moderator.games.solar_system.pieces import GROUND, Kind
from moderator.games.solar_system.seat.check import ARDALA, HUER, JUDGES, Judge, Judged, problem
from moderator.games.solar_system.tables import figures

_BOTH = 2
OF_LEADERS: Mapping[type[Order], str] = {
    HuerRolls: HUER,
    Upgrade: HUER,
    Seduce: ARDALA,
    SeduceLeader: ARDALA,
    Ray: CALLISTO,
    Destruct: XENOTRON,
}
"""The orders that one Leader alone makes sense of."""
_FIRST = frozenset(leader.name for leader in figures().leader)
"""The Leaders that every match has."""


def check(view: View, prompt: Prompt, orders: Sequence[RevisedOrder], trial: Trial[View, Any]) -> tuple[Problem, ...]:
    """Complain about an order set."""
    return _OrderSet(view, prompt, orders).problems(trial)


def unplayed(options: Options) -> dict[type[Order], str]:
    """Return the kinds of orders that have no meaning in a match, each with the option by which that is so."""
    played: dict[type[Order], tuple[str, bool]] = {
        Give: ("pass_card", options.pass_card),
        Mulligan: ("mulligan", options.mulligan),
        Passers: ("pass_through", options.pass_through),
        Cover: ("pass_through", options.pass_through),
        SetStance: ("space_combat", options.space_combat != "always"),
    }
    return {kind: option for kind, (option, is_played) in played.items() if not is_played}


class _OrderSet(Judge):
    """An order set under judgement."""

    once = (Give, Mulligan, Ray)
    unsure = (Seduce, Play, Disable, Activate)
    cargo = (*GROUND, Kind.FACTORY)
    idle: ClassVar[Mapping[Idleness | None, StrEnum]] = {
        "lost": Fault.NO_FACTORY,
        "no-orbit": Fault.CANNOT_BUILD,
        "no-room": Fault.CANNOT_BUILD,
    }
    leaders: ClassVar[Mapping[type[Order], str]] = {**OF_LEADERS, Destruct: ""}

    view: View
    rules: Rulebook
    forces: Forces

    def judge_line(self, index: int, order: Order) -> Iterator[Problem]:
        """Complain about what a line says by itself, and about a colour that is not the author's."""
        colour = getattr(order, "colour", "")
        if colour and colour not in self.view.own:
            yield problem(Fault.NO_SUCH_SEAT_HERE, index, seat=colour, known=self.view.own)
            return
        yield from super().judge_line(index, order)

    @cached_property
    def unplayed(self) -> Mapping[type[Order], str]:
        """The kinds of orders that have no meaning in the match, each with the option by which that is so."""
        return unplayed(self.view.options)

    def switched_off(self, order: Order) -> str | None:
        """Return the option without which an order has no meaning."""
        options = self.view.options
        if isinstance(order, Disable) and order.after and not options.first_turn_disable:
            return "first_turn_disable"
        if isinstance(order, WishLeader) and not (options.optional_leaders or _FIRST.issuperset(order.leaders)):
            return "optional_leaders"
        return super().switched_off(order)

    def judge_trial(self, index: int, one: Tried) -> Iterator[Problem]:
        """Complain about a line that was tried out: an active Factory is not carried."""
        if one.cause == "active":
            zone = getattr(self.orders[index], "origin", "")
            yield problem(RevisedFault.FACTORY_ACTIVE, index, Stage.DOUBTFUL, zone=zone)
        else:
            yield from super().judge_trial(index, one)

    # ---- cards --------------------------------------------------------------------------------------------

    def card(self, index: int, order: Give | Play | Trade) -> Iterator[Problem]:
        """Judge whether cards are in hand, and for one to be played whether the seat has units there."""
        if isinstance(order, Play) and order.consent and not order.card:
            lines = tuple(LANGUAGE.format(Play(card=card)) for card in self.view.hand)
            unsaid = problem(RevisedFault.NAME_CARDS, index)
            yield replace(unsaid, hints=lines, together=len(lines) > 1)
            return
        cards = order.cards if isinstance(order, Trade) else (order.card,) if order.card else ()
        missing = [card for card in cards if card not in self.view.hand]
        if missing:
            yield problem(RevisedFault.NOT_YOUR_CARD, index, zone=missing[0], known=self.view.hand)
        elif isinstance(order, Trade) and (len(cards) < _BOTH or len(set(cards)) % _BOTH):
            yield problem(RevisedFault.HAND_TOO_SMALL, index, zone=cards[-1])
        elif isinstance(order, Play) and order.card and not may_gain(self.forces, self.view.who, NUMBER[order.card]):
            yield problem(RevisedFault.NO_UNITS_THERE, index, Stage.DOUBTFUL, zone=order.card)

    def mulligan(self, index: int, order: Mulligan) -> Iterator[Problem]:
        """Doubt a mulligan that the hand, as it is before a card is handed on, does not allow."""
        if order.redraw == "yes" and not may_redraw(self.view.hand):
            yield problem(RevisedFault.NO_MULLIGAN, index, Stage.DOUBTFUL)

    # ---- Production ---------------------------------------------------------------------------------------

    def factories(self, index: int, order: Activate | Disable | Bid) -> Iterator[Problem]:
        """Judge whether there are own Factories; systems may be named, too."""
        for zone in order.zones:
            if zone in NUMBER and not self._works(zone):
                yield problem(Fault.NO_FACTORY, index, zone=zone)
        if isinstance(order, Disable) and order.after and self.view.turn != 1:
            yield problem(Fault.WRONG_PHASE, index, phase="production")

    def bid(self, index: int, order: Bid) -> Iterator[Problem]:
        """Judge whether a colour has so many Factories to bid, and a bonus."""
        colour = order.colour or next(iter(self.view.own), "")
        most = sum(works.colour == colour and yards.may_work(self.forces, works) for works in self.forces.works)
        if order.bid > most:
            yield problem(RevisedFault.BID_TOO_HIGH, index, Stage.DOUBTFUL, most=most)
        yield from self.factories(index, order)
        if order.bonus and self.view.who not in self.view.tokens:
            yield problem(Fault.NOT_YOUR_LEADER, index, Stage.DOUBTFUL, leader=ZEREA)

    def build(self, index: int, order: Build) -> Iterator[Problem]:
        """Judge where something is to be made, and doubt where it is to be put."""
        works = next(iter(self._works(order.zone) if order.zone else ()), None)
        if order.zone and works is None and not zone_of(order.zone).is_territory:
            yield problem(Fault.NOT_A_TERRITORY, index, zone=order.zone)
        if works is None:
            return
        partner = next(iter(self._works(order.partner)), None) if order.partner else None
        if order.partner and partner not in yards.partners(self.forces, works):
            yield problem(Fault.NOT_BESIDE, index, Stage.DOUBTFUL, zone=order.zone, goal=order.partner)
            return
        sites = yards.sites(self.forces, works, Kind(order.product), partner=partner)
        names = tuple(PLACES[at].name for at in sites)
        if names and order.into and order.into not in names:
            yield problem(Fault.NOT_BESIDE, index, Stage.DOUBTFUL, zone=order.zone, goal=order.into, known=names)

    def buy(self, index: int, order: Buy) -> Iterator[Problem]:
        """Doubt what is to be bought for a zone where it could not stand."""
        colour = order.colour or next(iter(self.view.own), "")
        if order.zone and NUMBER[order.zone] not in yards.counters(self.forces, colour, Kind(order.purchase)):
            yield problem(RevisedFault.CANNOT_BUY, index, Stage.DOUBTFUL, zone=order.zone, kind=order.purchase)

    def seduce_leader(self, index: int, order: SeduceLeader) -> Iterator[Problem]:
        """Judge whether Ardala has taken a Leader before: each follows her once."""
        if order.leader in self.view.robbed:
            yield problem(RevisedFault.STOLEN_ALREADY, index, leader=order.leader)

    def seduce(self, index: int, order: Seduce) -> Iterator[Problem]:
        """Judge what Ardala is to take, and doubt what is not beside her."""
        yield from super().seduce(index, order)
        at = self.forces.people[ARDALA].at
        if NUMBER[order.zone] not in self.forces.sky.near[at]:
            yield problem(Fault.NOT_BESIDE, index, Stage.DOUBTFUL, zone=PLACES[at].name, goal=order.zone)

    def line(self, index: int, order: Line) -> Iterator[Problem]:
        """Judge whether units may stand in a space of the battle board."""
        wrong = [kind for kind, _ in order.units.counts if not may_stand(kind, order.space)]
        if wrong:
            yield problem(RevisedFault.CANNOT_STAND, index, kind=wrong[0].value, space=order.space.value)

    # ---- battles, status ----------------------------------------------------------------------------------

    def destruct(self, index: int, order: Destruct) -> Iterator[Problem]:
        """Judge whether Xenotron acts for the seat, and is of his last model."""
        del order
        if self.view.model < LAST_MODEL or not self.forces.serving(XENOTRON, self.view.who):
            yield problem(Fault.NOT_YOUR_LEADER, index, leader=f"{XENOTRON}-{LAST_MODEL}000")

    def scuttle(self, index: int, order: Scuttle) -> Iterator[Problem]:
        """Doubt what is to be taken off where it is not."""
        at = NUMBER[order.zone]
        short = any(n > self._there(kind, at) for kind, n in order.units.counts if n < ALL)
        if short or not (self.forces.is_there(self.view.who, at) or self._works(order.zone)):
            yield problem(Fault.NO_SUCH_UNITS, index, Stage.DOUBTFUL, zone=order.zone, goal="")

    # ---- what there is ------------------------------------------------------------------------------------

    def _works(self, zone: str) -> list[Works]:
        """Return the seat's Factories in a zone, aboard too."""
        at = NUMBER[zone]
        return [one for one in self.forces.works if one.at == at and one.colour in self.view.own]

    def _there(self, kind: Kind, at: int) -> int:
        """Return how many pieces of a kind the seat has in a zone."""
        if kind is Kind.FACTORY:
            return len(self._works(PLACES[at].name))
        if kind is Kind.KILSAT:
            return self.forces.kilsats_of(self.view.who, at)
        return self.forces.units_of(self.view.who, at, (kind,))

    judges: ClassVar[Judged] = {
        **JUDGES,
        Give: card,
        Play: card,
        Trade: card,
        Mulligan: mulligan,
        Activate: factories,
        Disable: factories,
        Bid: bid,
        Build: build,
        Line: line,
        Buy: buy,
        Bomb: Judge.bomb,
        Seduce: seduce,
        SeduceLeader: seduce_leader,
        Destruct: destruct,
        Scuttle: scuttle,
    }
