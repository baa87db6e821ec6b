"""What a seat's order set would do if nobody else did anything, with exact odds and no dice."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from moderator.core.game import Event, Prompt, Report
from moderator.core.seats import Seat
from moderator.core.trial import Trial
from moderator.games.buck_rogers.board.forces import Forces
from moderator.games.buck_rogers.board.odds import odds
from moderator.games.buck_rogers.events.building import WorkBegun
from moderator.games.buck_rogers.orders.doctrine import Standing
from moderator.games.buck_rogers.orders.language import LANGUAGE
from moderator.games.buck_rogers.orders.types import BuckOrder, standing
from moderator.games.buck_rogers.seat.view import View
from moderator.games.solar_system.board.firing import Force
from moderator.games.solar_system.board.forces import Seen
from moderator.games.solar_system.board.rehearsal import Rehearsal
from moderator.games.solar_system.board.zones import ZONES
from moderator.games.solar_system.events.building import UnitsBuilt
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


def preview(
    view: View, prompt: Prompt, orders: Sequence[BuckOrder], trial: Trial[View, Rehearsal[BuckOrder]]
) -> Report:
    """Return what an order set would do, line by line, then the battles, then what is built."""
    if prompt.phase == "setup":
        return build_report({"foreseen-placement": list(placements(view, orders))})
    tried = trial(view)(orders)
    after = Forces(Seen(view.rules, view.seats, view.colours), tried.position())
    doctrine = standing(view.doctrine, orders)
    built = _building(Standing(doctrine), view.who, tried.events)
    fights = battles(view, after, partial(_fight, after, view.who))
    return build_report(
        {
            "foreseen-moves": list(moves(orders, tried.lines, LANGUAGE.line)),
            "foreseen-battles": list(fights) if prompt.phase in ("turn", "move", "battle") else [],
            "foreseen-building": list(built) if prompt.phase in ("turn", "build") else [],
            "foreseen-doctrine": [DoctrineForeseen(LANGUAGE.line(order)) for order in doctrine],
        }
    )


def _fight(after: Forces, seat: Seat, at: int, others: Sequence[Force]) -> FightForeseen:
    """Return who would meet in a zone, with the odds in a territory against one enemy."""
    mine = after.gather(seat, (at,))
    chances = odds(mine, others[0]) if ZONES[at].is_territory and len(others) == 1 else None
    return fight_at(at, after, mine, others, chances or ())


def _building(doctrine: Standing, who: Seat, events: Callable[[], Sequence[Event]]) -> Iterator[BuildForeseen]:
    """Give what the seat's Factories would make of which doctrine speaks."""
    for event in events():
        if isinstance(event, UnitsBuilt) and event.seat == who and doctrine.builds(event.factories[0]):
            yield BuildForeseen(event.factories[0], event.kind, event.count)
        elif isinstance(event, WorkBegun) and event.seat == who and doctrine.builds(event.zone):
            yield BuildForeseen(event.zone, event.kind, 1, 1)
