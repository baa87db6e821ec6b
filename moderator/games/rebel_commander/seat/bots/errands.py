"""What one order could do: build a unit, or move one."""

from typing import TypeAlias

from moderator.core.seats import Seat
from moderator.games.rebel_commander.board.legality import missing_to_build
from moderator.games.rebel_commander.orders.types import CAPACITY
from moderator.games.rebel_commander.pieces import Unit
from moderator.games.rebel_commander.seat.bots.appraisal import ONE, Pile
from moderator.games.rebel_commander.seat.bots.doctrine import Idea, Step
from moderator.games.rebel_commander.seat.bots.position import VICTORY, Position
from moderator.games.rebel_commander.seat.bots.sketch import SPEEDERS, TRANSPORT, TROOPS

Deed: TypeAlias = tuple[float, str, int, int, int]
"""What one order brings: its worth, what to do, with which kind, where to, with how many Troops aboard."""

_NOTHING: Deed = (0.0, "", 0, 0, 0)


def best_errand(board: Position, seat: Seat, p: int) -> Idea | None:
    """Return the best thing that a seat's pile could do with one order."""
    pile = board.own[seat].get(p)
    slot = board.slot(seat, board.ready_slots[p]) if pile is not None else None
    if pile is None or slot is None:
        return None
    worth, action, kind, goal, troops = max(_build(board, p, pile), _move(board, p, pile))
    if worth <= 0:
        return None
    return Idea(worth * board.confidence[p], (Step(seat, slot, action, kind, p, goal, troops),), 1.0)


def _build(board: Position, p: int, pile: Pile) -> Deed:
    """Return the best that could be built at a place."""
    if board.enemies[p]:
        return _NOTHING
    before, mood = board.values[p], board.moods[p]
    troops, speeders, transports = board.us[p]
    best = (board.worth(p, (troops + 1, speeders, transports)) - before + mood, "build", TROOPS, p, 0)
    if not missing_to_build(Unit.SPEEDERS, pile):
        if SPEEDERS in board.ground.kinds:
            worth = board.worth(p, (troops - 1, speeders + 1, transports)) - before + mood
            best = max(best, (worth, "build", SPEEDERS, p, 0))
        if TRANSPORT in board.ground.kinds and troops >= CAPACITY:
            worth = board.worth(p, (troops - 1, speeders, transports + 1)) - before + mood
            best = max(best, (worth, "build", TRANSPORT, p, 0))
    return best


def _move(board: Position, p: int, pile: Pile) -> Deed:
    """Return the best move out of a place."""
    best = _NOTHING
    if pile[TROOPS]:
        best = _going(board, p, TROOPS, 0, best)
    if pile[SPEEDERS]:
        best = _going(board, p, SPEEDERS, 0, best)
    if pile[TRANSPORT]:
        most = min(CAPACITY, pile[TROOPS])
        best = _going(board, p, TRANSPORT, most, best)
        if most > 1:
            best = _going(board, p, TRANSPORT, most - 1, best)
    return best


def _going(board: Position, p: int, kind: int, troops: int, best: Deed) -> Deed:
    """Return the best place for a unit with its load to go to, if it is better than what is known."""
    us, units, enemies = board.us, board.units, board.enemies
    far, hits, values, known = board.distances, board.strike_bonuses, board.values, board.known
    at_origin, near, distance = us[p], board.ground.near[p], far[p]
    t, s, x = (troops, 0, 1) if kind == TRANSPORT else ONE[kind]
    rest = (at_origin[0] - t, at_origin[1] - s, at_origin[2] - x)
    cost = values[p] - board.worth(p, rest)
    beside = values[p] - board.worth_if(p, rest, board.them[p], board.free_neighbours[p] - 1)
    closing = board.ours + 1 >= board.need and board.strength > board.threat and any(rest)
    floor = best[0]
    for goal in near if kind == TROOPS else board.ground.reach[p]:
        foes, empty = enemies[goal], not units[goal]
        if not empty and not foes and far[goal] >= distance and not hits[goal]:
            continue
        at_goal = us[goal]
        more = (at_goal[0] + t, at_goal[1] + s, at_goal[2] + x)
        worth = known[goal].get(more)
        if worth is None:
            worth = board.worth(goal, more)
        worth += board.moods[goal] - values[goal]
        if empty and not foes:
            worth -= beside if goal in near else cost
            if closing:
                worth += VICTORY
        else:
            worth -= cost
        if worth > floor:
            floor, best = worth, (worth, "move", kind, goal, troops)
    return best
