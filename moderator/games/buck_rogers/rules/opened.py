"""A match that its GM ended: the numbers that colours drew lie open."""

from msgspec.structs import replace

from moderator.core.game import Outcome, Resolution
from moderator.games.buck_rogers.events.ending import OrderOpened
from moderator.games.buck_rogers.rules.state import State


def opened(state: State, outcome: Outcome) -> Resolution[State]:
    """Tell the order of the turn that is not played any more, where colours drew it in secret."""
    drawn = state.order if state.rules.cards and state.phase != "setup" else ()
    told = (OrderOpened(turn=state.turn, order=drawn),) if drawn else ()
    return Resolution(replace(state, outcome=outcome), told)
