"""Who witnesses what: under fog a side sees enemies within two steps of its own units."""

from moderator.core.seats import Seat
from moderator.games.rebel_commander.board.field import Field
from moderator.games.rebel_commander.events import EnemiesInSight
from moderator.games.rebel_commander.pieces import EMPIRE, SIDES, Side, Stack, side_of
from moderator.games.rebel_commander.rules.turn import Turn

RANGE = 2
"""Steps within which a unit sees enemies."""


def sees(field: Field, side: Side, place: int) -> bool:
    """Tell whether a side has a place in sight."""
    strength = field.strength[1 if side == "empire" else 0]
    return any(strength[near] for near in field.board.near[RANGE][place])


def visible_places(field: Field, side: Side) -> tuple[int, ...]:
    """Return the places that a side has in sight."""
    return tuple(place for place in range(field.board.size) if sees(field, side, place))


def enemies_in_sight(field: Field, side: Side) -> tuple[Stack, ...]:
    """Return the enemy stacks that a side sees."""
    return tuple(
        stack
        for stack in field.stacks()
        if (stack.seat == EMPIRE) != (side == "empire") and sees(field, side, field.board.index[stack.place])
    )


def seats_of(turn: Turn, side: Side) -> tuple[Seat, ...]:
    """Return the seats of a side; all Rebels share what they see and order."""
    return (EMPIRE,) if side == "empire" else turn.rebels


def enemy_of(seat: Seat) -> Side:
    """Return the side that a seat fights against."""
    return "rebels" if seat == EMPIRE else "empire"


def own_side(turn: Turn, seat: Seat) -> tuple[Seat, ...]:
    """Return the seats on a seat's side."""
    return seats_of(turn, side_of(seat))


def witnesses(turn: Turn, seat: Seat, place: int) -> tuple[Seat, ...] | None:
    """Return who sees what a seat does at a place; None where both sides do."""
    if not turn.options.fog or sees(turn.field, enemy_of(seat), place):
        return None
    return own_side(turn, seat)


def report_sightings(turn: Turn) -> None:
    """Under fog, tell each side which enemies it has in sight at the end of the turn."""
    if not turn.options.fog or turn.over:
        return
    for side in SIDES:
        stacks = enemies_in_sight(turn.field, side)
        turn.say(EnemiesInSight(side=side, stacks=stacks, seen_by=seats_of(turn, side)))
