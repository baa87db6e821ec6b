"""What a seat's order set would do if nobody else did anything, with the odds of battles and no dice."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from msgspec import Struct

from moderator.core.game import Event, Prompt, Report
from moderator.core.seats import Seat
from moderator.core.trial import Trial
from moderator.games.buck_rogers_revised.board.forces import Forces
from moderator.games.buck_rogers_revised.board.spaces import side_of
from moderator.games.buck_rogers_revised.events.production import FactoriesBid, HalfBuilt
from moderator.games.buck_rogers_revised.orders.language import LANGUAGE
from moderator.games.buck_rogers_revised.orders.types import RevisedOrder, standing
from moderator.games.buck_rogers_revised.seat.view import View, seen
from moderator.games.solar_system.board.firing import Force
from moderator.games.solar_system.board.rehearsal import Rehearsal
from moderator.games.solar_system.events.building import UnitsBuilt
from moderator.games.solar_system.seat import preview as shared
from moderator.games.solar_system.seat.preview import (
    BuildForeseen,
    DoctrineForeseen,
    FightForeseen,
    battles,
    fight_at,
    moves,
    placements,
)
from moderator.kit.report import build_report

FORETOLD: tuple[type[Struct], ...] = (*shared.FORETOLD, FactoriesBid)
"""The facts of previews."""


def preview(
    view: View, prompt: Prompt, orders: Sequence[RevisedOrder], trial: Trial[View, Rehearsal[RevisedOrder]]
) -> Report:
    """Return what an order set would do: what is built, line by line what moves, then the battles."""
    if prompt.phase == "placement":
        return build_report({"foreseen-placement": list(placements(view, orders))})
    tried = trial(view)(orders)
    after = Forces(seen(view.rules, view.seats, view.colours), tried.position())
    fights = battles(view, after, partial(_fight, after, view.who, tried.odds))
    return build_report(
        {
            "foreseen-building": list(_built(view.who, tried.events())),
            "foreseen-moves": list(moves(orders, tried.lines, LANGUAGE.line)),
            "foreseen-battles": list(fights) if prompt.phase in ("turn", "moves", "battle") else [],
            "foreseen-doctrine": [DoctrineForeseen(LANGUAGE.line(order)) for order in standing(view.doctrine, orders)],
        }
    )


def _built(who: Seat, events: Sequence[Event]) -> Iterator[BuildForeseen | FactoriesBid]:
    """Give which of the seat's own Factories would make nothing, and what the others would make."""
    for event in events:
        if isinstance(event, UnitsBuilt) and event.seat == who:
            yield BuildForeseen(event.zone, event.kind, event.count)
        elif isinstance(event, HalfBuilt) and event.seat == who:
            yield BuildForeseen(event.zone, event.kind, 1, 1)
        elif isinstance(event, FactoriesBid) and event.seat == who:
            yield event


def _fight(
    after: Forces, seat: Seat, odds: Callable[[int], Sequence[float]], at: int, others: Sequence[Force]
) -> FightForeseen:
    """Return who would meet in a zone, how strong they are, and how it may end."""
    theirs = [side_of(after, force.seat, at) for force in others]
    return fight_at(at, after, side_of(after, seat, at), theirs, odds(at))
