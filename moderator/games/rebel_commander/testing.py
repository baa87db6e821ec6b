"""What the laws over games are told of Rebel Commander."""

import itertools
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from moderator.core.seats import Seat, Who
from moderator.games.rebel_commander.options import Muster
from moderator.games.rebel_commander.rules import fog
from moderator.games.rebel_commander.rules.sight import RANGE
from moderator.games.rebel_commander.rules.state import State
from moderator.games.rebel_commander.seat.view import View
from moderator.games.rebel_commander.tables import board_of
from moderator.kit.testing import Letters, Lines, Scene, Table, Testing, at_once, from_turn


def _hidden(state: State, who: Who) -> Iterator[State]:
    """Change the weights of the sequence, and under fog move enemy stacks about out of sight, now and at the start."""
    yield replace(state, enthusiasm=tuple(reversed([weight + 7 for weight in state.enthusiasm])))
    view = fog.view_for(state, who)
    if view.sight is not None and state.options.start:
        start = state.options.start
        moved_start = {
            seat: places if seat in view.options.start else {"J0": Muster(troops=3)} for seat, places in start.items()
        }
        yield replace(state, options=replace(state.options, start=moved_start))
    if view.sight is None or len(view.stacks) == len(state.stacks):
        return
    board = board_of(state.options)
    names, index = board.names, board.index
    taken = {stack.place for stack in state.stacks}
    free = [name for name in names if name not in view.sight and name not in taken]
    sight = [index[seen] for seen in view.sight]
    free.sort(key=lambda name: min((board.distance(index[name], seen) for seen in sight), default=0))
    hidden = [stack for stack in state.stacks if stack not in view.stacks]
    for stack in hidden[:2]:
        if free:
            moved = replace(stack, place=free[0])
            stacks = [moved if other == stack else other for other in state.stacks]
            order = {name: at for at, name in enumerate(names)}
            yield replace(
                state, stacks=tuple(sorted(stacks, key=lambda s: (order[s.place], state.seats.index(s.seat))))
            )


def _aimed(view: View, states: Sequence[State]) -> Iterator[str]:
    """Send Speeders where there is an enemy out of sight, and attack."""
    board, sight = board_of(view.options), view.sight or board_of(view.options).names
    moved = {stack.place for one in states for stack in one.stacks if any(stack not in each.stacks for each in states)}
    foes = sorted(moved - {*sight})
    speeders = [stack.place for stack in view.stacks if stack.seat == view.who and stack.speeders]
    ways = (
        (origin, by, goal)
        for goal, origin, by in itertools.product(foes, speeders, sight)
        if max(board.distance(board.index[by], board.index[end]) for end in (origin, goal)) <= RANGE
    )
    for origin, by, goal in itertools.islice(ways, 1):
        yield from (f"MOVE SPEEDERS {origin} {by}", f"MOVE SPEEDERS {by} {goal}", f"ATTACK {goal}")


def _amended(view: View) -> str:
    return f"PLACE 1 TROOPS {next(each.place for each in view.stacks if each.seat == view.who)} FOR {view.who}"


def _hidden_edits(state: State, view: View, _others: Sequence[Seat]) -> tuple[Lines, Lines]:
    """Place troops where the seat sees nothing."""
    stack = next(stack for stack in state.stacks if stack not in view.stacks)
    return (f"PLACE 1 TROOPS {stack.place} FOR {stack.seat}",), (f"PLACE 2 TROOPS {stack.place} FOR {stack.seat}",)


_FOG = {"edition": "planet", "fog": True}
_START = {
    "Red": {"A0": {"troops": 4, "speeders": 1}},
    "Blue": {"A7": {"troops": 4, "speeders": 1}},
    "Empire": {"F3": {"troops": 4, "speeders": 2, "transports": 1}, "H5": {"troops": 4}},
}
"""A start of the operator's own, which fog hides."""
_THREE = ("Red", "Blue", "Empire")

TESTING: Testing[State, View] = Testing(
    tables={
        "skirmish": Table(2, {"edition": "skirmish"}),
        "one faction": Table(2, {"max_turns": 12}),
        "three factions": Table(4, {"max_turns": 10}),
        "six factions": Table(7, {"max_turns": 5}, slow=True),
        "fog": Table(4, {"fog": True, "max_turns": 12}, hides=True, slow=True),
        "skirmish in fog": Table(2, {"edition": "skirmish", "fog": True}, hides=True),
        "troops occupy": Table(3, {"occupy": "troops", "max_turns": 8}),
        "letter of the rule": Table(4, {"imperial_orders": 1, "max_turns": 8}),
    },
    hidden=_hidden,
    aimed=_aimed,
    scenes={
        "beginning": Scene(("Red", "Empire"), "Red", at_once, _FOG),
        "amid": Scene(_THREE, "Red", from_turn(5), {**_FOG, "start": _START}, thorough=True),
        "the Empire": Scene(_THREE, "Empire", from_turn(7), {**_FOG, "start": _START}),
        "unanswered": Scene(("Red", "Empire"), "Red", from_turn(2), _FOG, answered=False),
    },
    amended=_amended,
    hidden_edits=_hidden_edits,
    letters=Letters(
        options={"edition": "planet", "fog": True},
        seat="Red",
        other="Empire",
        said="MOVE TROOPS A0 A1\nATTACK J9\nMOVE TROPS A0 A1\nPREVIEW",
        silent="PASS\nPASS\nPASS",
        theirs=(
            "MOVE TROOPS C4 C5\nPASS\nPASS",
            "PASS\nPASS\nATTACK C4",
            "BUILD TROOPS C4\nPRESS TO Red: I am at C4",
        ),
    ),
    gm_sees_more=frozenset({"MAP", "MAP POSTER", "PREVIEW", "acknowledgement"}),
)
