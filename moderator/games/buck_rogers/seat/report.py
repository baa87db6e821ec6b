"""The sections of a report, and the facts of each."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from moderator.core.codec import declared_structs
from moderator.core.game import Event, Report
from moderator.games.buck_rogers.events.battle import ColourInert, LeaderSubverted, SubversionEnded
from moderator.games.buck_rogers.events.dawn import OrderShown, OrderThrown
from moderator.games.buck_rogers.events.ending import OrderOpened
from moderator.games.buck_rogers.events.set_up import StartPlayer, ZonesDealt
from moderator.games.buck_rogers.orders.language import LANGUAGE
from moderator.games.buck_rogers.seat import situation
from moderator.games.buck_rogers.seat.briefing import FACTS as BRIEFING
from moderator.games.buck_rogers.seat.briefing import briefing
from moderator.games.buck_rogers.seat.chronicle import TELLING, leaders
from moderator.games.buck_rogers.seat.view import View
from moderator.games.solar_system.events import battle, ending, gm, set_up
from moderator.games.solar_system.seat import chronicle
from moderator.games.solar_system.seat.briefing import sides
from moderator.games.solar_system.seat.situation import planets, standing_lines
from moderator.kit.amend import OptionSet
from moderator.kit.report import build_report, by_section

FACTS: tuple[type[Struct], ...] = (*chronicle.FACTS, *situation.FACTS, *BRIEFING)
"""The facts of a report that are no events."""

SECTIONS = (
    "briefing",
    "headline",
    "outcome",
    "score",
    "setup",
    "own",
    "battles",
    "gains",
    "leaders",
    "umpire",
    "planets",
    "order",
    "others",
    "positions",
    "doctrine",
    "history",
    "shots",
)
"""The keys of all sections, in their order."""

_BY_KEY: dict[str, tuple[type[Event], ...]] = {
    "outcome": (ending.MatchWon, ending.SeatOut, ending.SeatConceded),
    "setup": (ZonesDealt, set_up.LeaderTaken, StartPlayer),
    "leaders": (
        LeaderSubverted,
        SubversionEnded,
        battle.LeaderLost,
        battle.LeaderReturned,
        ColourInert,
    ),
    "umpire": (*(kind for kind in declared_structs(gm.__name__) if issubclass(kind, Event)), OptionSet),
    "order": (OrderThrown, OrderShown, OrderOpened),
}


def report(view: View, events: Sequence[Event]) -> Report:
    """Arrange a reader's news; sections without facts are left out."""
    facts = by_section(SECTIONS, events, _BY_KEY)
    over = view.outcome is not None
    chronicle.tell(view, events, TELLING, facts)
    facts["leaders"] += leaders(view, events)
    if view.phase == "setup" and not over:
        _before_the_first_turn(view, facts)
        return build_report(facts)
    if not events and not over:
        facts["briefing"] += briefing(view)
    facts["positions"] += situation.forces(view)
    facts["headline"] += chronicle.in_short(view, events, situation.needed(view))
    facts["score"] += situation.standing(view)
    if over:
        facts["history"] += map(chronicle.TurnPassed, view.history)
    else:
        facts["planets"] += planets(view)
        if not any(isinstance(event, OrderThrown) for event in facts["order"]):
            facts["order"] += situation.turn_order(view)
        facts["doctrine"] += standing_lines(view, map(LANGUAGE.line, view.doctrine))
    return build_report(facts)


def _before_the_first_turn(view: View, facts: dict[str, list[Any]]) -> None:
    """Tell a newcomer all; later, where seats place one after another, what the reader has still to place."""
    dealt = [fact for fact in facts["setup"] if isinstance(fact, ZonesDealt)]
    if dealt or not facts["setup"]:
        facts["briefing"] += briefing(view)
        facts["setup"] = [fact for fact in facts["setup"] if fact not in dealt or fact.seat != view.who]
    else:
        facts["setup"] += sides(view)
