"""A position that fits what a seat sees, and trying out an order set on it: Production, Movement, how battles may end.

Nobody else has doctrine or courses there, and unseen cards go by the board.
"""

from collections.abc import Iterator

from moderator.core.seats import Seat
from moderator.games.buck_rogers_revised.orders.doctrine import Standing
from moderator.games.buck_rogers_revised.pieces import NEUTRAL
from moderator.games.buck_rogers_revised.rules import producing, ready
from moderator.games.buck_rogers_revised.rules.combat import chances
from moderator.games.buck_rogers_revised.rules.state import OPEN, SeatState, State
from moderator.games.buck_rogers_revised.rules.turn import Turn
from moderator.games.buck_rogers_revised.seat.view import View
from moderator.games.solar_system.board.zones import TERRITORIES
from moderator.games.solar_system.events.building import FactoryIdle
from moderator.games.solar_system.orders.types import Build
from moderator.games.solar_system.rules.rehearse import rehearsing


def suppose(view: View) -> State:
    """Return some position that this view may be of."""
    unseen = _unseen(view)
    return State(
        **{name: getattr(view, name) for name in OPEN},
        sides=tuple(
            SeatState(
                view.doctrine if hand.seat == view.who else (),
                view.courses if hand.seat == view.who else (),
                hand.cards or tuple(next(unseen) for _ in range(hand.count)),
                token=hand.seat in view.tokens,
                conceded=hand.seat in view.conceded,
                out=hand.seat in view.out,
            )
            for hand in view.hands
        ),
        deck=tuple(unseen),
    )


def _unseen(view: View) -> Iterator[str]:
    """Give the cards that the seat does not see, by the board; those of a neutral planet are put aside at set-up."""
    known = {*view.discards, *(card for hand in view.hands for card in hand.cards)}
    if view.turn == 0 and view.options.neutral:
        known |= {zone for zone, colour in view.position.held if colour == NEUTRAL}
    return (card for card in TERRITORIES if card not in known)


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
