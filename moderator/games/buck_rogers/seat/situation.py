"""The situation as facts of a report: the score, the year, the turn order, forces by system."""

from collections.abc import Iterator

from msgspec import Struct

from moderator.core.codec import declared_structs
from moderator.core.game import Ahead
from moderator.games.buck_rogers.seat.view import View
from moderator.games.solar_system.seat import situation as shared
from moderator.games.solar_system.seat.situation import OrderStands, ScoreStands, SystemStands


class YearRuns(Ahead, frozen=True):
    """How many turns are left, this one too, until most zones win, or most Leaders; 0: the year is over."""

    left: int
    last: int
    leaders: bool


FACTS: tuple[type[Struct], ...] = (*shared.FACTS, *declared_structs(__name__))
"""The facts of the situation."""


def needed(view: View) -> int:
    """Return how many zones win; 0 where something else does, and once the match is over."""
    return view.rules.win_zones if view.options.scenario == "none" and view.outcome is None else 0


def standing(view: View) -> Iterator[Struct]:
    """Give the score and how long the year is."""
    yield ScoreStands(tuple(sorted(view.score, key=lambda one: -one.zones)), needed(view))
    if view.options.year and view.outcome is None:
        yield YearRuns(
            max(0, view.options.year - view.turn + 1), view.options.year, leaders=view.options.scenario == "leaders"
        )


def turn_order(view: View) -> Iterator[OrderStands]:
    """Give the numbers that are known of the turn that is to come, or goes on."""
    if view.numbers and view.phase != "setup":
        of = sum(map(len, view.colours)) if view.rules.cards else len(view.numbers)
        yield OrderStands(view.turn, tuple(sorted(view.numbers, key=lambda pair: pair[1])), of)


def forces(view: View) -> Iterator[SystemStands]:
    """Give who has what, system by system outward; the Sun only with somebody there."""
    board = view.forces
    owners = {key: seat for seat in view.seats for key in board.systems_of(seat)}
    return shared.forces(view, [key for key, _, _ in board.systems()], owners)
