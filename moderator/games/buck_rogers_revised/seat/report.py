"""The sections of a report, and the facts of each."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from moderator.core.codec import declared_structs
from moderator.core.game import Event, Report
from moderator.games.buck_rogers_revised.events import gm, movement, production, set_up, status
from moderator.games.buck_rogers_revised.orders.language import LANGUAGE
from moderator.games.buck_rogers_revised.seat import briefing, situation
from moderator.games.buck_rogers_revised.seat.chronicle import TELLING
from moderator.games.buck_rogers_revised.seat.view import View
from moderator.games.solar_system.events import battle, ending
from moderator.games.solar_system.events import gm as shared_gm
from moderator.games.solar_system.events.set_up import LeaderTaken
from moderator.games.solar_system.seat import chronicle
from moderator.games.solar_system.seat.situation import captives, planets, standing_lines
from moderator.kit.amend import OptionSet
from moderator.kit.report import build_report, by_section

FACTS: tuple[type[Struct], ...] = (*chronicle.FACTS, *situation.FACTS, *briefing.FACTS)
"""The facts of a report that are no events."""

SECTIONS = (
    "briefing",
    "headline",
    "outcome",
    "score",
    "setup",
    "order",
    "own",
    "production",
    "battles",
    "gains",
    "leaders",
    "umpire",
    "cards",
    "planets",
    "others",
    "positions",
    "doctrine",
    "history",
    "shots",
)
"""The keys of all sections, in their order."""


def _events(*modules: Any) -> tuple[type[Event], ...]:  # noqa: ANN401 - modules
    return tuple(kind for module in modules for kind in declared_structs(module.__name__) if issubclass(kind, Event))


_BY_KEY: dict[str, tuple[type[Event], ...]] = {
    "outcome": (ending.MatchWon, ending.SeatOut, ending.SeatConceded, ending.ConcessionWithdrawn, status.HandsShown),
    "score": (status.ChitMoved,),
    "setup": (*_events(set_up), LeaderTaken),
    "order": (production.BidsOpened, production.CardsTaken),
    "leaders": (
        battle.PowerUsed,
        battle.LeaderLost,
        battle.LeaderReturned,
        status.BonusGained,
        status.ProductionBarred,
    ),
    "umpire": (*_events(shared_gm, gm), OptionSet),
    "cards": (
        movement.CardPlayed,
        movement.CardKept,
        status.CardsDrawn,
        status.CardGained,
        status.CardsTraded,
        status.CardsDiscarded,
        status.DeckRenewed,
    ),
}
"""The events that stand in a section as they are."""


def report(view: View, events: Sequence[Event]) -> Report:
    """Arrange a reader's news; sections without facts are left out."""
    facts = by_section(SECTIONS, events, _BY_KEY)
    over, needed = view.outcome is not None, 0
    chronicle.tell(view, events, TELLING, facts)
    facts["production"] += _production(view, events)
    if not over and (not events or view.phase in ("cards", "placement")):
        facts["briefing"] += briefing.briefing(view)
        facts["setup"] = [fact for fact in facts["setup"] if not _is_briefed(view, fact)]
    if view.turn == 0 and not over:
        return build_report(facts)
    for fact in situation.standing(view):
        facts["score"].append(fact)
        needed = fact.needed if isinstance(fact, situation.CensusStands) else needed
    facts["headline"] += chronicle.in_short(view, events, needed)
    facts["positions"] += [*situation.forces(view), *situation.halves(view)]
    facts["leaders"] += _away(view, events)
    if over:
        facts["history"] += map(chronicle.TurnPassed, view.history)
        return build_report(facts)
    facts["cards"] = [fact for fact in facts["cards"] if not _is_named_besides(view, fact)]
    facts["production"] += situation.resources(view)
    facts["cards"] += situation.cards(view)
    facts["planets"] += planets(view)
    if not facts["order"]:
        facts["order"] += situation.turn_order(view)
    facts["doctrine"] += standing_lines(view, map(LANGUAGE.line, view.doctrine))
    return build_report(facts)


_PRODUCTION = (
    production.FactoriesReady,
    production.FactoriesDisabled,
    production.FactoriesBid,
    production.TrooperUpgraded,
    production.ResourcesCounted,
    production.Corruption,
    production.NothingBought,
)


def _production(view: View, events: Sequence[Event]) -> Iterator[Event]:
    """Give what Factories and the Black Market did, the reader's own first; whose others' are ready, is seen."""
    told = [event for event in events if isinstance(event, _PRODUCTION)]
    yield from (event for event in told if event.seat == view.who)
    yield from (event for event in told if event.seat != view.who and not isinstance(event, production.FactoriesReady))
    yield from (event for event in events if isinstance(event, production.NeutralGrew))


def _is_briefed(view: View, event: Event) -> bool:
    """Tell whether cards or zones were dealt to the reader, of which the briefing tells."""
    return isinstance(event, set_up.HandDealt | set_up.ZonesOpened) and event.seat == view.who


def _is_named_besides(view: View, event: Event) -> bool:
    """Tell whether cards are counted that the reader is told by name."""
    return isinstance(event, status.CardsDrawn) and event.seat == view.who


def _away(view: View, events: Sequence[Event]) -> list[Any]:
    """Return the Leaders who are to come back since an earlier turn."""
    told = {getattr(event, "leader", "") for event in events}
    return [one for one in captives(view) if one.leader not in told]
