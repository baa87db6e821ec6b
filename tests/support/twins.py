"""Positions that look the same to somebody and are not: what each game hides, changed."""

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from moderator.core.seats import Who
from moderator.games.rebel_commander import fog
from moderator.games.rebel_commander.state import State as RebelState
from moderator.games.rebel_commander.tables import board_of
from tests.support.night_watch.state import State as NightState
from tests.support.night_watch.view import STREETS, next_to


def night_watch(state: NightState, who: Who) -> Iterator[NightState]:
    """Put every other thief one street further, and give it more courage."""
    others = [seat for seat in state.standing if seat != who]
    yield replace(state, place={**state.place, **{seat: next_to(state.place[seat])[-1] for seat in others}})
    yield replace(state, place={**state.place, **dict.fromkeys(others, STREETS[0])})
    yield replace(state, courage={**state.courage, **{seat: state.courage[seat] + 1 for seat in others}})


def rebel_commander(state: RebelState, who: Who) -> Iterator[RebelState]:
    """Change the weights of the sequence, and under fog move enemy stacks about out of sight."""
    yield replace(state, enthusiasm=tuple(reversed([weight + 7 for weight in state.enthusiasm])))
    view = fog.lift(state, who)
    if view.sight is None or len(view.stacks) == len(state.stacks):
        return
    names = board_of(state.options).names
    taken = {stack.place for stack in state.stacks}
    free = [name for name in names if name not in view.sight and name not in taken]
    hidden = [stack for stack in state.stacks if stack not in view.stacks]
    for stack in hidden[:2]:
        if free:
            moved = replace(stack, place=free[0])
            stacks = [moved if other == stack else other for other in state.stacks]
            order = {name: at for at, name in enumerate(names)}
            yield replace(
                state, stacks=tuple(sorted(stacks, key=lambda s: (order[s.place], state.seats.index(s.seat))))
            )


HIDDEN: dict[str, Callable[[Any, Who], Iterator[Any]]] = {
    "night-watch": night_watch,
    "rebel-commander": rebel_commander,
}
"""By game: positions that somebody cannot tell from the given one."""
