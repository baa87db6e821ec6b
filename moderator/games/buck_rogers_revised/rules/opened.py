"""A match that its GM ended: every hand lies open."""

from msgspec.structs import replace

from moderator.core.game import Outcome, Resolution
from moderator.games.buck_rogers_revised.events.status import HandsShown
from moderator.games.buck_rogers_revised.rules.state import State


def opened(state: State, outcome: Outcome) -> Resolution[State]:
    """Tell what everybody had in hand."""
    hands = tuple((seat, side.hand) for seat, side in zip(state.seats, state.sides, strict=True))
    return Resolution(replace(state, outcome=outcome), (HandsShown(hands=hands),))
