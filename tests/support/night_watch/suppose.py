"""A state that fits a view."""

from tests.support.night_watch.state import Options, State
from tests.support.night_watch.view import View


def suppose(view: View) -> State:
    """Put whoever is not seen into the middle street, in good heart unless fallen."""
    unseen = {seat: 0 if seat in view.fallen else 2 for seat in view.seats}
    return State(
        options=Options(nights=view.nights, loud=view.loud),
        seats=view.seats,
        turn=view.turn,
        weather=view.weather,
        place={seat: view.place.get(seat, "Bridge") for seat in view.seats},
        courage={seat: view.courage.get(seat, unseen[seat]) for seat in view.seats},
    )
