"""GO and BOARD: figures leave ships, cross space, enter other ones (Rules: Using the Airlock; settings 22 to 26)."""

from collections.abc import Iterable
from math import ceil

from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.board.compass import VECTOR, row_and_column
from moderator.games.rayguns_and_rocketships.board.deck import deck, names_square
from moderator.games.rayguns_and_rocketships.board.gunnery import succeeds
from moderator.games.rayguns_and_rocketships.events.crew import EntryTried
from moderator.games.rayguns_and_rocketships.events.lines import Cause
from moderator.games.rayguns_and_rocketships.orders.types import Board, Go, Task
from moderator.games.rayguns_and_rocketships.pieces import Figure, Node, Square
from moderator.games.rayguns_and_rocketships.rules.crews import purse
from moderator.games.rayguns_and_rocketships.rules.crews.captains import (
    ability_of,
    is_permitted,
    makes_enemy_throw_again,
    pay_for_ability,
    wants_to_use,
)
from moderator.games.rayguns_and_rocketships.rules.crews.combat import PISTOL_HITS, strike
from moderator.games.rayguns_and_rocketships.rules.crews.preys import Prey, best, preys
from moderator.games.rayguns_and_rocketships.rules.crews.walking import Mover
from moderator.games.rayguns_and_rocketships.rules.table import Table


def go(table: Table, mover: Mover, line: Go) -> bool:
    """Bring a figure nearer to its place; True when it is there."""
    where, seat = line.spot, mover.who[0]
    if where.kind == "node":
        return cross(table, mover, line, (where.name,))
    ship = where.seat or seat
    if mover.figure.ship != ship and not reach_ship(table, mover, line, ship):
        return False
    if where.kind == "home":
        return True
    goals = [square for square in deck(ship).squares if names_square(where.name, deck(ship).name(square))]
    return walk_onto(table, mover, line, goals)


def walk_onto(table: Table, mover: Mover, line: Task, goals: Iterable[Square]) -> bool:
    """Walk to the nearest of some squares of the ship, or beside it while it is not free; True when there."""
    figure, wanted_squares = mover.figure, list(goals)
    if figure.at in wanted_squares:
        return True
    way = mover.way(wanted_squares)
    if way is None:
        table.fail(figure.seat, line, "no-way", figure.name)
        return False
    there = mover.walk_to(way, buying=_buys(table, mover, line, len(way)))
    if not there and mover.spaces:
        cause: Cause = "blasted" if way[-1] in table.ships[figure.ship].blasts else "taken"
        table.fail(figure.seat, line, cause, figure.name)
    return there


def board(table: Table, mover: Mover, line: Board) -> bool:
    """Bring a figure aboard an enemy ship and let it strike there; the task ends with that ship."""
    if line.seat not in table.ships:
        table.fail(mover.who[0], line, "no-ship", mover.who[1])
        return True
    named = _named(table, mover, line)
    if mover.figure.ship != line.seat and not reach_ship(table, mover, line, line.seat, named[0].at if named else ""):
        return False
    if not named and not best(table, mover.who):
        named = [prey for prey in preys(table, mover.who) if prey.ship == line.seat][:1]
    close_in(table, mover, named)
    return False


def _named(table: Table, mover: Mover, line: Board) -> list[Prey]:
    """Return what a line names aboard the ship that it is for, what would be struck first in front."""
    found = preys(table, mover.who, line.seat)
    return [prey for prey in found if line.prey in (prey.kind, prey.name) and prey.ship == line.seat]


def close_in(table: Table, mover: Mover, wished: list[Prey]) -> None:
    """Attack what is in reach, and go nearer to what is wished for, if none of that is in reach.

    Who does not get beside it in this Turn attacks before he goes.
    """
    found = best(table, mover.who)
    if wished and (found is None or found[0] not in wished):
        near = deck(mover.figure.ship).near
        way = mover.way(square for prey in wished for square in (prey.at, *near[prey.at])) or ()
        if len(way) > mover.spaces:
            _attack(table, mover)
        if mover.able:
            mover.walk_to(way)
    if mover.able:
        _attack(table, mover)


def _attack(table: Table, mover: Mover) -> None:
    """Attack what comes first of what is in reach, if the figure has an attack left."""
    found = best(table, mover.who)
    if found and mover.attacks:
        mover.attacks -= 1
        strike(table, mover.who, *found)


# ---- from ship to ship --------------------------------------------------------------------------------------


def reach_ship(table: Table, mover: Mover, line: Task, ship: Seat, prey: Square = "") -> bool:
    """Bring a figure to a node beside a ship and in; True when it is aboard."""
    seat, name = mover.who
    if ship not in table.ships:
        table.fail(seat, line, "no-ship", name)
        return False
    nodes = table.around(table.ships[ship].at)
    if not cross(table, mover, line, nodes):
        return False
    if not (airlock := _airlock(table, mover, ship, prey)):
        table.fail(seat, line, "no-airlock", name)
        return False
    if ship == seat:
        return mover.come_home(airlock, buying=_buys(table, mover, line, 1))
    return _enter(table, mover, ship, airlock)


def cross(table: Table, mover: Mover, line: Task, nodes: tuple[Node, ...]) -> bool:
    """Bring a figure to one of some nodes; True when it is there."""
    seat, name = mover.who
    if not mover.figure.ship and mover.figure.at in nodes:
        return True
    journey = mover.journey(nodes)
    if journey is None:
        table.fail(seat, line, "no-way", name)
        return False
    fee = mover.fee
    if mover.spaces > len(journey.squares) and fee > table.sides[seat].actions:
        table.fail(seat, line, "no-tokens", name)
    return mover.travel(journey, buying=_buys(table, mover, line, journey.spaces, fee))


def could_enter(table: Table, mover: Mover, line: Task, ship: Seat) -> bool:
    """Tell whether a figure can come to an enemy ship in this Turn, and needs its attack to enter."""
    seat, figure = mover.who[0], mover.figure
    if ship in ("", seat, figure.ship) or ship not in table.ships or is_permitted(table, figure, "enter-free"):
        return False
    nodes = table.around(table.ships[ship].at)
    if not figure.ship and figure.at in nodes:
        return True
    journey = mover.journey(nodes)
    if journey is None:
        return False
    fee = mover.fee if figure.ship else 0
    near = journey.spaces <= mover.spaces and fee <= table.sides[seat].actions
    return near or _buys(table, mover, line, journey.spaces, fee)


def _buys(table: Table, mover: Mover, line: Task, spaces: int, fee: int = 0) -> bool:
    """Tell whether a figure buys the spaces that it lacks, which must bring it where it goes this Turn.

    For BOARD it does if it can try to enter then, for other lines if SPEND has MOVE and tokens are left above KEEP.
    """
    seat = mover.who[0]
    price = fee + ceil(max(0, spaces - mover.spaces) / mover.pace)
    if isinstance(line, Board):
        return mover.attacks > 0 and price <= table.sides[seat].actions
    return purse.spends_on(table, seat, "move") and price <= purse.tokens_to_spend(table, seat)


def _airlock(table: Table, mover: Mover, ship: Seat, prey: Square) -> Square:
    """Return the free airlock by which a figure enters: nearest to its prey, else on its side, else the first."""
    plan = deck(ship)
    locks = table.free_airlocks(ship)
    if prey:
        steps = plan.walk(prey)
        return min(locks, key=lambda at: steps.get(at, len(steps)), default="")
    side = next((side for node in (mover.figure.at, *reversed(mover.trail)) if (side := _side(table, ship, node))), "")
    return min(locks, key=lambda at: not plan.name(at).startswith(f"AIRLOCK {side}"), default="")


def _side(table: Table, ship: Seat, node: Node) -> str:
    """Return on which side of a ship a node lies; empty dead ahead or astern (OPEN: then the way that he came)."""
    (r, c), (y, x) = row_and_column(table.ships[ship].at), row_and_column(node)
    fr, fc = VECTOR[table.ships[ship].heading]
    right = (y - r) * fc - (x - c) * fr
    return "S" if right > 0 else "P" if right else ""


def _enter(table: Table, mover: Mover, ship: Seat, airlock: Square) -> bool:
    """Try to enter an enemy ship, with attacks that are bought where they fail; or without a throw (Boarding Rope)."""
    figure = mover.figure
    cost = _without_throw(table, figure, ship)
    if cost is not None:
        return _tried(table, mover, ship, airlock, paid=cost)
    while mover.attacks or _buys_try(table, mover):
        mover.attacks -= 1
        bonus = table.stat(figure.seat, "entry", figure)
        throw = _entry_throw(table, mover, ship, bonus)
        if _tried(table, mover, ship, airlock, throw=throw, bonus=bonus):
            return True
    return False


def _buys_try(table: Table, mover: Mover) -> bool:
    """Buy one more attack to enter by, where SPEND has ATTACK and tokens are left above KEEP."""
    seat = mover.who[0]
    return purse.spends_on(table, seat, "attack") and purse.tokens_to_spend(table, seat) > 0 and mover.buy("attack")


def _without_throw(table: Table, figure: Figure, ship: Seat) -> int | None:
    """Return what a figure has paid to enter without a throw; None where it must throw."""
    if is_permitted(table, figure, "enter-free"):
        return 0
    rope = ability_of(table, figure, "permit")
    usable = rope and rope.what == "enter-free" and wants_to_use(table, figure.seat, rope, ship)
    return rope.cost if rope and usable and pay_for_ability(table, figure.seat, rope) else None


def _tried(
    table: Table, mover: Mover, ship: Seat, airlock: Square, *, throw: int = 0, bonus: int = 0, paid: int = 0
) -> bool:
    """Bring a figure in if its throw is enough, or none was needed (0), and tell of it; True when it is inside."""
    seat, name = mover.who
    inside = not throw or succeeds(throw, PISTOL_HITS, bonus, naturals=table.options.naturals)
    if inside:
        table.set_figure(mover.who, ship=ship, at=airlock)
    table.say(
        EntryTried(
            seat=seat,
            figure=name,
            on=ship,
            throw=throw,
            bonus=bonus,
            number=PISTOL_HITS,
            inside=inside,
            airlock=deck(ship).name(airlock) if inside else "",
            paid=paid + mover.paid(),
        )
    )
    return inside


def _entry_throw(table: Table, mover: Mover, ship: Seat, bonus: int) -> int:
    seat, name = mover.who
    address = ("entry", f"{seat} {name}", seat, ship)
    throw = table.throw(*address)
    hit = succeeds(throw, PISTOL_HITS, bonus, naturals=table.options.naturals)
    if hit and makes_enemy_throw_again(table, seat, ship, "entry", throw):
        return table.throw(*address)
    return throw
