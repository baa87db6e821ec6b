"""Which facts a report tells, and in which order."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from moderator.core.codec import declared, kebab
from moderator.core.game import Event, Report
from moderator.core.seats import Seat
from moderator.games.buck_rogers.events.battle import ColourInert, LeaderSubverted, SubversionEnded
from moderator.games.buck_rogers.events.dawn import OrderShown, OrderThrown
from moderator.games.buck_rogers.events.movement import LeaderSeduced, LineFailed
from moderator.games.buck_rogers.events.set_up import StartPlayer, ZonesDealt
from moderator.games.buck_rogers.orders.language import LANGUAGE
from moderator.games.buck_rogers.seat import chronicle, situation
from moderator.games.buck_rogers.seat.briefing import FACTS as BRIEFING
from moderator.games.buck_rogers.seat.briefing import briefing, sides
from moderator.games.buck_rogers.seat.view import View
from moderator.games.solar_system.events import battle, ending, gm, movement, set_up
from moderator.games.solar_system.seat.situation import planets, said
from moderator.games.solar_system.seat.view import TurnNote
from moderator.kit.amend import OptionSet
from moderator.kit.report import arranged, by_section


class TurnInShort(Struct, frozen=True, tag=kebab):
    """The turn in one line: territories that the reader took and lost, lines that failed, and who is ahead.

    ``zones`` is what the reader has, None for who plays no seat. ``leading`` have ``most``; ``needed`` win, 0 where the
    scenario has another object.
    """

    taken: tuple[str, ...]
    lost: tuple[str, ...]
    failed: int
    zones: int | None
    leading: tuple[Seat, ...]
    most: int
    needed: int


class TurnPassed(Struct, frozen=True, tag=kebab):
    """One line of the history."""

    note: TurnNote


FACTS: tuple[type[Struct], ...] = (*declared(__name__), *chronicle.FACTS, *situation.FACTS, *BRIEFING)
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
        movement.UnitsStolen,
        LeaderSeduced,
        LeaderSubverted,
        SubversionEnded,
        battle.LeaderLost,
        battle.LeaderReturned,
        ColourInert,
    ),
    "umpire": (*(kind for kind in declared(gm.__name__) if issubclass(kind, Event)), OptionSet),
    "order": (OrderThrown, OrderShown),
}


def report(view: View, events: Sequence[Event]) -> Report:
    """Arrange a reader's news; sections without facts are left out."""
    facts = by_section(SECTIONS, events, _BY_KEY)
    over = view.outcome is not None
    fought, rest = chronicle.parted(events)
    facts["setup"] += chronicle.placements(view, events)
    facts["own"] += chronicle.own(view, rest)
    facts["battles"] += chronicle.battles(view, fought)
    facts["gains"] += chronicle.gains(view, events)
    facts["leaders"] += chronicle.leaders(view, events)
    facts["others"] += chronicle.others(view, rest)
    facts["shots"] += chronicle.shots(events)
    if view.phase == "setup" and not over:
        _before_the_first_turn(view, facts)
        return arranged(facts)
    if not events and not over:
        facts["briefing"] += briefing(view)
    facts["positions"] += situation.forces(view)
    facts["headline"] += [_in_short(view, events)] if events else []
    facts["score"] += situation.standing(view)
    if over:
        facts["history"] += map(TurnPassed, view.history)
    else:
        facts["planets"] += planets(view)
        if not any(isinstance(event, OrderThrown) for event in facts["order"]):
            facts["order"] += situation.turn_order(view)
        facts["doctrine"] += said(view, map(LANGUAGE.line, view.doctrine))
    return arranged(facts)


def _before_the_first_turn(view: View, facts: dict[str, list[Any]]) -> None:
    """Tell a newcomer all; later, where seats place one after another, what the reader has still to place."""
    dealt = [fact for fact in facts["setup"] if isinstance(fact, ZonesDealt)]
    if dealt or not facts["setup"]:
        facts["briefing"] += briefing(view)
        facts["setup"] = [fact for fact in facts["setup"] if fact not in dealt or fact.seat != view.who]
    else:
        facts["setup"] += sides(view)


def _in_short(view: View, events: Sequence[Event]) -> TurnInShort:
    """Return the turn in one line."""
    took = [event for event in events if isinstance(event, battle.ZoneTaken)]
    fell = [event for event in events if isinstance(event, battle.ZoneTaken | battle.ZoneLost)]
    most = max((one.zones for one in view.score), default=0)
    return TurnInShort(
        taken=tuple(event.zone for event in took if event.seat == view.who),
        lost=tuple(event.zone for event in fell if event.victim == view.who),
        failed=sum(isinstance(event, LineFailed) and event.seat == view.who for event in events),
        zones=next((one.zones for one in view.score if one.seat == view.who), None),
        leading=tuple(one.seat for one in view.score if one.zones == most),
        most=most,
        needed=situation.needed(view),
    )
