"""A match that its GM ended: every planet, mat and hand lies open."""

from msgspec.structs import replace

from moderator.core.game import Outcome, Resolution
from moderator.games.space_genocide.events.ending import BooksOpened
from moderator.games.space_genocide.rules.state import State


def opened(state: State, outcome: Outcome) -> Resolution[State]:
    """Open the books."""
    books = BooksOpened(planets=state.planets, fleets=state.fleets, hands=state.hands, history=state.history)
    return Resolution(replace(state, outcome=outcome), (books,))
