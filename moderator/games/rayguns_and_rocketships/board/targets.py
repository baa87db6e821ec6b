"""What lines ask of a position: whether their condition holds, and whom they mean (BY-MAIL 2 and 3)."""

from collections.abc import Iterable

from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.board.field import Field
from moderator.games.rayguns_and_rocketships.orders.phrases import LEADER, NEAREST, WEAKEST, Condition


def condition_holds(field: Field, seat: Seat, condition: Condition | None) -> bool:
    """Tell whether a condition is met for a seat now; none always is."""
    if condition is None:
        return True
    points = [side.points for other, side in field.sides.items() if other != seat]
    own, ship = field.sides[seat], field.ships.get(seat)
    return {
        "boarded": bool(field.boarders(seat)),
        "clear": not field.boarders(seat),
        "blasts": ship is not None and len(ship.blasts) >= condition.number,
        "tokens": own.actions >= condition.number,
        "range": any(field.range(seat, other) <= condition.number for other in field.enemies(seat)),
        "leading": all(own.points > other for other in points),
        "behind": any(own.points < other for other in points),
    }[condition.what]


def enemies_by_distance(field: Field, seat: Seat) -> list[Seat]:
    """Return the enemies that have a ship, the nearest first; ties clockwise."""
    return sorted(field.enemies(seat), key=lambda other: field.range(seat, other))


def named_enemies(field: Field, seat: Seat, names: Iterable[str]) -> list[Seat]:
    """Return the enemy ships that names of targets mean, the first first; BEST is no ship's name (``gunnery``)."""
    found: dict[Seat, None] = {}
    for name in names:
        if name in field.enemies(seat):
            found[name] = None
        else:
            found |= dict.fromkeys(enemies_by_word(field, seat, name)[:1])
    return list(found)


def enemies_by_word(field: Field, seat: Seat, name: str) -> list[Seat]:
    """Return the enemy ships by nearness, Blasts or points, whichever a word asks for, ties nearest, then clockwise."""
    enemies = enemies_by_distance(field, seat)
    if name == WEAKEST:
        return sorted(enemies, key=lambda other: -len(field.ships[other].blasts))
    if name == LEADER:
        return sorted(enemies, key=lambda other: -field.sides[other].points)
    return enemies if name == NEAREST else []
