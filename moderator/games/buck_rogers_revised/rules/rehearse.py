"""Trying out an order set by the revised rules: what its author's Factories build, Movement, how battles may end."""

from moderator.core.seats import Seat
from moderator.games.buck_rogers_revised.orders.doctrine import Standing
from moderator.games.buck_rogers_revised.rules import producing, ready
from moderator.games.buck_rogers_revised.rules.combat import chances
from moderator.games.buck_rogers_revised.rules.suppose import suppose
from moderator.games.buck_rogers_revised.rules.turn import Turn
from moderator.games.solar_system.events.building import FactoryIdle
from moderator.games.solar_system.orders.types import Build
from moderator.games.solar_system.rules.rehearse import rehearsing


def before(turn: Turn, seat: Seat) -> None:
    """Let a seat's own Factories build, and nobody else's; once they have, only tell which lines could not be done."""
    if turn.phase in ("turn", "production"):
        _build(turn, seat)
    elif turn.order_set(seat, Build):
        later = Turn(turn.state, {seat: turn.order_set(seat, Build)}, turn.dice)
        _build(later, seat)
        turn.events += [event for event in later.events if isinstance(event, FactoryIdle)]


def _build(turn: Turn, seat: Seat) -> None:
    ready.ready(turn)
    turn.barred += [colour for colour in turn.order if turn.seat_of[colour] != seat]
    producing.produce(turn)


def odds(turn: Turn, seat: Seat, at: int) -> tuple[float, ...]:
    """Return how a battle in a zone would end, nobody else having said anything of it; empty if not reckoned."""
    turn.kept = {other: kept if other == seat else () for other, kept in turn.kept.items()}
    turn.doctrine = {other: Standing(kept) for other, kept in turn.kept.items()}
    return chances.odds(turn, at, seat) or ()


TRIAL = rehearsing(suppose, Turn, before, odds=odds)
"""How a seat's order set is tried out."""
