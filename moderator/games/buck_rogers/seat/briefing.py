"""What somebody new must know before the first order: facts of the first report, worded by the templates."""

from typing import Any

from msgspec import Struct

from moderator.core.codec import kebab
from moderator.games.buck_rogers.options import Scenario
from moderator.games.buck_rogers.seat.view import View
from moderator.games.solar_system.seat import briefing as shared
from moderator.games.solar_system.seat.briefing import moves, proposal, sides


class PlacingAsked(Struct, frozen=True, tag=kebab):
    """How starting units are placed: at most so many in a zone (0: any number), with a Leader to wish for or not."""

    most: int
    wish: bool
    pick: bool
    one_by_one: bool


class GoalSet(Struct, frozen=True, tag=kebab):
    """What wins: so many zones, or what the scenario says; then the year (0: none) and the last turn (0: none)."""

    scenario: Scenario
    needed: int
    year: int
    limit: int
    last_leader: bool


class TurnsRun(Struct, frozen=True, tag=kebab):
    """How a turn runs: on one order set or in parts, with secret numbers or a start player thrown."""

    tempo: str
    cards: bool
    order_known: bool


class RulesInForce(Struct, frozen=True, tag=kebab):
    """Which rule set is in force."""

    advanced: bool


FACTS: tuple[type[Struct], ...] = (*shared.FACTS, PlacingAsked, GoalSet, TurnsRun, RulesInForce)
"""The facts of a briefing."""


def briefing(view: View) -> list[Any]:
    """Return what a reader must know of the match before the first order."""
    options, rules = view.options, view.rules
    goal = GoalSet(
        options.scenario, rules.win_zones, options.year, options.turn_limit, last_leader=rules.leader_lost == "removed"
    )
    told: list[Any] = [
        goal,
        *sides(view),
        TurnsRun(options.tempo, cards=rules.cards, order_known=options.order_known),
        moves(view),
        RulesInForce(advanced=options.ruleset == "advanced"),
    ]
    if view.phase == "setup" and view.own:
        wish = not (options.leaderless or rules.party.colours or options.scenario == "home")
        one_by_one = options.tempo == "seats"
        told[-3:-3] = [PlacingAsked(rules.start_stack, wish, options.pick, one_by_one), proposal(view)]
    return told
