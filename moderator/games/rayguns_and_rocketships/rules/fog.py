"""The only road from a position to what somebody may know of it (BY-MAIL 10)."""

from moderator.core.seats import Observer, Who
from moderator.games.rayguns_and_rocketships.rules.state import State
from moderator.games.rayguns_and_rocketships.seat.view import View


def view_for(state: State, who: Who) -> View:
    """Return what somebody may know: all but the hands, decks, programmes and doctrine of others."""
    name = who.value if isinstance(who, Observer) else who
    known = state.seats if who is Observer.GM else (name,)
    return View(
        who=name,
        options=state.options,
        seats=state.seats,
        round=state.round,
        turn=state.turn,
        phase=state.phase,
        position=state.position,
        stars=tuple(len(state.secrets[seat].hand) for seat in state.seats),
        decks=tuple(len(state.decks[seat]) for seat in state.seats),
        secrets={seat: state.secrets[seat] for seat in state.seats if seat in known},
        idle=state.idle,
        history=state.history,
        outcome=state.outcome,
    )
