"""Legality of an order set by the compressed rules, judged on what its author knows."""

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from typing import ClassVar

from moderator.core.errors import Problem, Stage
from moderator.core.game import Prompt
from moderator.core.orders import Order
from moderator.core.trial import Trial
from moderator.games.buck_rogers.board import yards
from moderator.games.buck_rogers.board.forces import Forces
from moderator.games.buck_rogers.board.rulebook import Rulebook
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
from moderator.games.solar_system.board.piles import total_of
from moderator.games.solar_system.board.rehearsal import Rehearsal
from moderator.games.solar_system.board.zones import INDEX, borders, ring_neighbours, zone_of
from moderator.games.solar_system.events.building import Idleness
from moderator.games.solar_system.faults import Fault
from moderator.games.solar_system.orders.phrases import ALL
from moderator.games.solar_system.orders.types import (
    Build,
    HuerRolls,
    Passers,
    Place,
    Power,
    Retreat,
    Seduce,
    WishLeader,
)
from moderator.games.solar_system.pieces import GROUND, UNITS, Kind
from moderator.games.solar_system.seat.check import ARDALA, JUDGES, Judge, Judged, problem

TrialOf = Trial[View, Rehearsal[BuckOrder]]

_THREE = 3
"""Pieces that are placed at a time, in one zone."""

OF_LEADERS: Mapping[type[Order], str] = {**Judge.leaders, SeduceLeader: ARDALA}
"""The orders that one Leader alone makes sense of."""


def check(view: View, prompt: Prompt, orders: Sequence[BuckOrder], trial: TrialOf) -> tuple[Problem, ...]:
    """Complain about an order set."""
    return _OrderSet(view, prompt, orders).problems(trial)


def unplayed(view: View) -> dict[type[Order], str]:
    """Return the kinds of orders that have no meaning in a match, each with the option by which that is so."""
    rules, options = view.rules, view.options
    played: dict[type[Order], tuple[str, bool]] = {
        **dict.fromkeys((Seduce, SeduceLeader, HuerRolls, Power), ("leaders", rules.powers)),
        Convert: ("conversion", options.conversion != "none"),
        Raid: ("commandos", rules.commandos),
        Surrender: ("surrender", rules.surrender),
        Accept: ("surrender", rules.surrender),
        Retreat: ("retreat", rules.retreat),
        Passers: ("pass_through", rules.pass_through),
        Subvert: ("subversion", options.subversion),
        Pick: ("pick", options.pick),
        WishLeader: ("leaderless", not options.leaderless and not rules.party.colours),
    }
    return {kind: option for kind, (option, is_played) in played.items() if not is_played}


class _OrderSet(Judge):
    """An order set under judgement."""

    once = (Persist, Accept, Buy)
    unsure = (Seduce, Convert)
    idle: ClassVar[Mapping[Idleness | None, StrEnum]] = {
        "lost": Fault.NO_FACTORY,
        "limit": BuckFault.OVER_LIMIT,
        "no-orbit": Fault.CANNOT_BUILD,
    }
    leaders: ClassVar[Mapping[type[Order], str]] = OF_LEADERS

    view: View
    rules: Rulebook
    forces: Forces

    @cached_property
    def unplayed(self) -> Mapping[type[Order], str]:
        """The kinds of orders that have no meaning in the match, each with the option by which that is so."""
        return unplayed(self.view)

    def place(self, index: int, order: Place) -> Iterator[Problem]:
        """Judge a placement, and whether threes are kept."""
        before, amiss = self.placing.filled.total(), list(super().place(index, order))
        yield from amiss
        if not amiss and self._breaks_threes(before):
            yield problem(BuckFault.SET_UP_THREES, index, zone=order.zone)

    def _breaks_threes(self, before: int) -> bool:
        """Tell whether what is left to place cannot make threes of what the lines have begun.

        ``before`` is how many pieces the lines above have placed. One seat after another places the first three of its
        order set; what it says of more is for its next turns.
        """
        options, filled = self.view.options, self.placing.filled
        if options.tempo == "seats" and options.placement == "three":
            return 0 < before < _THREE and len(filled) > 1
        whole = sum(total_of(units) for colour, units in self.view.reserve if colour in self.view.own)
        missing = sum(-count % _THREE for count in filled.values())
        left = whole - filled.total() + -whole % _THREE
        return options.placement == "three" and not options.pick and missing > left

    def convert(self, index: int, order: Convert) -> Iterator[Problem]:
        """Judge whether the units are there."""
        at = INDEX[order.zone]
        wanted = [
            (kind, n)
            for kind, n in order.units.counts
            if n > self.forces.units_of(self.view.who, at, (kind,)) and n < ALL
        ]
        if wanted:
            yield problem(Fault.NO_SUCH_UNITS, index, zone=order.zone, goal="")
        for kind in (order.unit, *((order.other,) if order.other else ())):
            if not zone_of(order.zone).carries(kind):
                yield problem(BuckFault.CANNOT_CONVERT, index, zone=order.zone, kind=kind.value)
            elif kind not in UNITS or kind is Kind.TRANSPORT:
                yield problem(BuckFault.CANNOT_CONVERT, index, zone="", kind=kind.value)

    # ---- battles and building -----------------------------------------------------------------------------

    def raid(self, index: int, order: Raid) -> Iterator[Problem]:
        """Doubt a raid by nobody, or without a Factory of others."""
        if any(kind not in GROUND for kind, _ in order.units.counts):
            yield problem(BuckFault.NO_RAIDERS, index, zone=order.zone)
            return
        prey = [
            one for one in self.forces.works_at(INDEX[order.zone]) if self.forces.seat_of[one.colour] != self.view.who
        ]
        if not prey:
            yield problem(Fault.NO_FACTORY, index, Stage.DOUBTFUL, zone=order.zone)

    def dismantle(self, index: int, order: Dismantle) -> Iterator[Problem]:
        """Judge whether there is an own Factory."""
        if not self.forces.works_at(INDEX[order.zone], self.view.who):
            yield problem(Fault.NO_FACTORY, index, zone=order.zone)

    def build(self, index: int, order: Build) -> Iterator[Problem]:
        """Judge by the board what Factories are to make together, and where to put it."""
        if order.zone and not zone_of(order.zone).is_territory:
            yield problem(Fault.NOT_A_TERRITORY, index, zone=order.zone)
            return
        if not order.zone or self.view.options.build_anywhere:
            return
        if order.partner and order.partner not in (*borders(order.zone), *ring_neighbours(order.zone)):
            yield problem(Fault.NOT_BESIDE, index, zone=order.zone, goal=order.partner)
        sites = yards.sites(Kind(order.product), order.zone, order.partner)
        if order.into and order.into not in sites:
            yield problem(Fault.NOT_BESIDE, index, zone=order.zone, goal=order.into, known=sites)

    judges: ClassVar[Judged] = {
        **JUDGES,
        Place: place,
        Convert: convert,
        Raid: raid,
        Dismantle: dismantle,
        Build: build,
    }
