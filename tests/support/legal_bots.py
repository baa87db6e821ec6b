"""Whether what bots order in a whole match may be ordered."""

from moderator.core.errors import Problem
from moderator.core.game import AnyGame
from moderator.games.simulate import Played


def fallen(game: AnyGame, match: Played) -> list[Problem]:
    """Return what falls of the orders of all seats in a match, looked at as each seat saw it then."""
    found: list[Problem] = []
    state = match.start
    for step in match.steps:
        prompts = game.pending(state)
        for seat, orders in step.orders.items():
            found += [one for one in game.check(game.view(state, seat), prompts[seat], orders) if one.falls]
        state = step.state
    return found
