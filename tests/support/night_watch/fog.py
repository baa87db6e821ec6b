"""The only road from the state to a view."""

from moderator.core.seats import Observer, Who
from tests.support.night_watch.state import State
from tests.support.night_watch.view import View


def view_for(state: State, who: Who) -> View:
    """Show a seat its own place and courage, the GM all, the public none."""
    seen = state.seats if who is Observer.GM else tuple(seat for seat in state.seats if seat == who)
    return View(
        who=who.value if isinstance(who, Observer) else who,
        turn=state.turn,
        nights=state.options.nights,
        seats=state.seats,
        fallen=tuple(seat for seat in state.seats if state.courage[seat] <= 0),
        weather=state.weather,
        loud=state.options.loud,
        place={seat: state.place[seat] for seat in seen},
        courage={seat: state.courage[seat] for seat in seen},
    )
