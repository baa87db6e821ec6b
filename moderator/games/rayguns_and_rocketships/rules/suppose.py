"""A position that fits what a seat sees: of others it knows neither Star cards nor what they have ordered."""

from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.rules.state import State
from moderator.games.rayguns_and_rocketships.seat.view import Secret, View
from moderator.games.rayguns_and_rocketships.tables import stars_of


def suppose(view: View) -> State:
    """Return some position that this view may be of: Star cards that nobody has seen go by the order of the data."""
    secrets: dict[Seat, Secret] = {}
    decks: dict[Seat, tuple[str, ...]] = {}
    for at, seat in enumerate(view.seats):
        side, known = view.side(seat), view.secrets.get(seat)
        hand = known.hand if known else ()
        left = [name for name in stars_of(seat) if name not in {*side.discards, *side.shown, *hand}]
        if known is None:
            hand, left = tuple(left[: view.stars[at]]), left[view.stars[at] :]
        secrets[seat] = known or Secret(hand)
        decks[seat] = tuple(left)
    return State(
        options=view.options,
        seats=view.seats,
        round=view.round,
        turn=view.turn,
        phase=view.phase,
        position=view.position,
        secrets=secrets,
        decks=decks,
        idle=view.idle,
        history=view.history,
        outcome=view.outcome,
    )
