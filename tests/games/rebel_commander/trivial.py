"""Players of one idea, which must not beat those who think; ``python -m tests.games.rebel_commander.trivial`` measures.

Each plays against veterans on all seats of the other side.
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import product

from msgspec.structs import replace

from moderator.core.dice import Stream
from moderator.core.game import Bot, Imagine, Prompt
from moderator.games.rebel_commander.orders.types import Attack, BuildTroops, MoveTroops, RebelOrder
from moderator.games.rebel_commander.pieces import EMPIRE, Stack
from moderator.games.rebel_commander.seat.view import View
from moderator.games.rebel_commander.tables import board_of
from moderator.games.registry import GAMES
from moderator.games.simulate import Lineup, interval, play

FACTIONS = ("Red", "Blue", "Green", "Gold", "White", "Grey")
SIDES = ("Empire", "Rebels")


class OneIdea:
    """A player that fills each number by the same idea, as if nothing changed."""

    def __init__(self, idea: Callable[[View], Iterator[RebelOrder]]) -> None:
        """Take the idea: orders without numbers, the best first."""
        self._idea = idea

    def order(
        self, view: View, prompt: Prompt, chance: Stream, imagine: Imagine[View, RebelOrder]
    ) -> tuple[RebelOrder, ...]:
        """Write the idea's orders under the numbers, as far as they go."""
        del chance, imagine
        return tuple(
            replace(order, number=number) for number, order in zip(prompt.numbers, self._idea(view), strict=False)
        )


def _own(view: View) -> list[Stack]:
    """Return the own stacks, the largest first."""
    return sorted((stack for stack in view.stacks if stack.seat == view.who), key=lambda stack: -stack.total)


def _enemies(view: View, place: str) -> int:
    return sum(stack.total for stack in view.stacks_at(place) if not view.is_friend(stack.seat))


def _near(view: View, place: str) -> list[str]:
    board = board_of(view.options)
    here = board.index[place]
    return [board.names[there] for there in board.near[1][here] if there != here]


def _silent(view: View) -> Iterator[RebelOrder]:
    del view
    yield from ()


def _mass(view: View) -> Iterator[RebelOrder]:
    """Build three times at the largest stack that no enemy stands with."""
    for stack in [stack for stack in _own(view) if not _enemies(view, stack.place)][:1]:
        yield from (BuildTroops(place=stack.place) for _ in range(9))


def _build(view: View) -> Iterator[RebelOrder]:
    """Build at three places, always the same as far as they are free."""
    free = sorted(stack.place for stack in _own(view) if not _enemies(view, stack.place))
    yield from (BuildTroops(place=place) for place in free)


def _attack(view: View) -> Iterator[RebelOrder]:
    """Attack wherever enemies stand, march at the next ones otherwise."""
    for stack in _own(view):
        if _enemies(view, stack.place):
            yield Attack(place=stack.place)
        elif stack.troops > 1:
            goals = sorted(_near(view, stack.place), key=lambda place: _distance(view, place))
            yield MoveTroops(origin=stack.place, goal=goals[0])


def _steps(view: View, place: str, goal: str) -> int:
    """Return the steps from one place to another."""
    board = board_of(view.options)
    (row, column), (r, c) = (divmod(board.index[each], board.columns) for each in (place, goal))
    return abs(row - r) + abs(column - c)


def _distance(view: View, place: str) -> int:
    """Return the steps from a place to the next enemy."""
    return min((_steps(view, place, s.place) for s in view.stacks if not view.is_friend(s.seat)), default=0)


def _spread(view: View) -> Iterator[RebelOrder]:
    """Send a squad from each stack to a place that nobody has, and build where there is none to spare."""
    taken = {stack.place for stack in view.stacks}
    for stack in _own(view):
        for goal in [goal for goal in _near(view, stack.place) if goal not in taken][: max(0, stack.troops - 1)]:
            taken.add(goal)
            yield MoveTroops(origin=stack.place, goal=goal)
    yield from _build(view)


def _grow(view: View) -> Iterator[RebelOrder]:
    """Build, then take the next place with what was built, and so on."""
    taken = {stack.place for stack in view.stacks}
    for stack in _own(view):
        for goal in [goal for goal in _near(view, stack.place) if goal not in taken][:1]:
            if not _enemies(view, stack.place):
                taken.add(goal)
                yield BuildTroops(place=stack.place)
                yield MoveTroops(origin=stack.place, goal=goal)
    yield from _mass(view)


def _turtle(view: View) -> Iterator[RebelOrder]:
    """Draw everything together at the largest stack and build there."""
    stacks = _own(view)
    home = stacks[0].place if stacks else ""
    for stack in sorted(stacks, key=lambda stack: _steps(view, stack.place, home)):
        if stack.troops and stack.place != home:
            goals = [(_steps(view, goal, home), goal) for goal in _near(view, stack.place)]
            yield MoveTroops(origin=stack.place, goal=min(goals)[1])
    yield from _mass(view)


TRIVIAL: Mapping[str, Bot[View, RebelOrder]] = {
    "silent": OneIdea(_silent),
    "mass": OneIdea(_mass),
    "build": OneIdea(_build),
    "attack": OneIdea(_attack),
    "spread": OneIdea(_spread),
    "grow": OneIdea(_grow),
    "turtle": OneIdea(_turtle),
}
"""The players by name."""

GAME = replace(GAMES["rebel-commander"], bots={**GAMES["rebel-commander"].bots, **TRIVIAL})
"""The game with the trivial players among its bots."""


def matches_won_by(player: str, side: str, factions: int, numbers: range, bot: str = "veteran") -> int:
    """Return how many matches a trivial player wins on all seats of a side against veterans on the other."""
    rebels, empire = (player, bot) if side == "Rebels" else (bot, player)
    table = Lineup(game=GAME, bots={**dict.fromkeys(FACTIONS[:factions], rebels), EMPIRE: empire})
    won = 0
    for number in numbers:
        outcome = play(table, f"trivial/{number}").outcome
        won += outcome is not None and (EMPIRE in outcome.winners) == (side == "Empire")
    return won


def main(matches: int, bot: str) -> None:
    """Tell how many of some matches each player wins on each side by the number of factions."""
    for player, side in product(TRIVIAL, SIDES):
        won = [matches_won_by(player, side, factions, range(matches), bot) for factions in range(1, 7)]
        figures = (f"{count / matches:4.0%} (-{interval(count, matches)[1]:.0%})" for count in won)
        sys.stdout.write(f"{player:<8} {side:<8}  {'  '.join(figures)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 40, sys.argv[2] if len(sys.argv) > 2 else "veteran")
