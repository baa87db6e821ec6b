"""A position that fits a view: what previews and thinking bots play on."""

from moderator.games.rebel_commander.options import NEUTRAL
from moderator.games.rebel_commander.pieces import EMPIRE, Stack
from moderator.games.rebel_commander.rules.setup import forces
from moderator.games.rebel_commander.rules.state import State
from moderator.games.rebel_commander.seat.view import View
from moderator.games.rebel_commander.tables import board_of


def suppose(view: View) -> State:
    """Return the view as a position; unknown weights are neutral, and unseen seats stand out of sight.

    A seat in play of which nothing is seen gets a squad of Troops on each place where it started that is out
    of sight, or else on the first place out of sight, the Empire on the last: enough that a supposed match does
    not end for want of an enemy.
    """
    board = board_of(view.options)
    stacks = (*view.stacks, *_unseen_forces(view)) if view.sight is not None else view.stacks
    ranked = sorted(stacks, key=lambda stack: (board.index[stack.place], view.seats.index(stack.seat)))
    return State(
        view.options,
        view.seats,
        view.turn,
        tuple(ranked),
        view.enthusiasm or (NEUTRAL,) * len(view.seats),
        view.history,
        view.outcome,
    )


def _unseen_forces(view: View) -> tuple[Stack, ...]:
    """Return units for the seats that are in play and not seen."""
    sight = frozenset(view.sight or ())
    hidden = [name for name in board_of(view.options).names if name not in sight]
    seen = {stack.seat for stack in view.stacks}
    starting = [stack for stack in forces(view.options, view.seats) if stack.place not in sight]
    found: list[Stack] = []
    for seat in view.in_play:
        if seat in seen or not hidden:
            continue
        far = hidden[-1] if seat == EMPIRE else hidden[0]
        places = [stack.place for stack in starting if stack.seat == seat] or [far]
        found += [Stack(place, seat, troops=1) for place in places]
    return tuple(found)
