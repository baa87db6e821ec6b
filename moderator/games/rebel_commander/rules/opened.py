"""A match that its GM ended: the whole board, the history and the weights of every draw lie open."""

from msgspec.structs import replace

from moderator.core.game import Outcome, Resolution
from moderator.games.rebel_commander.events import BooksOpened
from moderator.games.rebel_commander.rules.state import State


def opened(state: State, outcome: Outcome) -> Resolution[State]:
    """Open the books."""
    books = BooksOpened(seats=state.seats, stacks=state.stacks, history=state.history)
    return Resolution(replace(state, outcome=outcome), (books,))
