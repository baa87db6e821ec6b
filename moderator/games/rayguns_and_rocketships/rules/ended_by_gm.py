"""A match that its GM ended: Star cards in hand, and cards that were programmed, lie open."""

from msgspec.structs import replace

from moderator.core.game import Outcome, Resolution
from moderator.games.rayguns_and_rocketships.events.ending import HandOpened
from moderator.games.rayguns_and_rocketships.rules.state import State


def opened(state: State, outcome: Outcome) -> Resolution[State]:
    """Tell what everybody had in hand."""
    held = [(seat, state.secrets[seat]) for seat in state.seats]
    told = tuple(
        HandOpened(seat=seat, stars=own.hand, program=own.program) for seat, own in held if own.hand or own.program
    )
    return Resolution(replace(state, outcome=outcome), told)
