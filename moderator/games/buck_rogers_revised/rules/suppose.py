"""A position that fits what a seat sees: nobody else has doctrine or courses, and unseen cards go by the board."""

from collections.abc import Iterator

from moderator.games.buck_rogers_revised.pieces import NEUTRAL
from moderator.games.buck_rogers_revised.rules.state import OPEN, SeatState, State
from moderator.games.buck_rogers_revised.seat.view import View
from moderator.games.solar_system.board.zones import TERRITORIES


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
