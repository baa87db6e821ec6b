"""Which units a line sends: those that are named and can still move, or Transports that fetch something."""

from math import ceil

from moderator.games.solar_system.board import ways
from moderator.games.solar_system.board.forces import CAPACITY, Pile, weight
from moderator.games.solar_system.board.zones import NUMBER, PLACES
from moderator.games.solar_system.events.movement import Cause
from moderator.games.solar_system.orders.phrases import ALL, Leg, Units, Way
from moderator.games.solar_system.orders.types import Carry, Move
from moderator.games.solar_system.pieces import EMPTY, Colour, Kind
from moderator.games.solar_system.rules.movement.group import Group
from moderator.games.solar_system.rules.movement.journey import go
from moderator.games.solar_system.rules.turn import Turn


def send(turn: Turn, order: Move, wanted: Units, colour: Colour, *, laden: bool = False) -> tuple[Cause | None, Units]:
    """Send units of a colour on their way; return why they did not go, or what went."""
    at = NUMBER[order.origin]
    fresh = turn.fresh(at, colour)
    part = fresh.part(wanted)
    if laden:
        part.loads = sorted(fresh.loads, key=weight, reverse=True)[: len(part.loads)]
    people = [
        one
        for one in turn.leaders_at(at)
        if one.colour == colour and one.name not in turn.walked and wanted.means(one.name)
    ]
    if not part.total and not people:
        return "gone", Units()
    return go(Group(turn, colour, at, part, people), order.way)


def fetch(turn: Turn, order: Carry, wanted: Units, colour: Colour) -> tuple[Cause | None, Units]:
    """Let empty Transports carry cargo, the nearest first; return why none went, or for how much they went."""
    kind = Kind.FACTORY if wanted.wanted(Kind.FACTORY) else Kind.TROOPER
    present = _present(turn, NUMBER[order.origin], colour, kind)
    number = present if wanted.every else min(present, wanted.wanted(kind))
    if not number:
        return "gone", Units()
    done, cause = 0, None
    for base in _bases(turn, order, colour):
        if done >= number:
            break
        empty = turn.fresh(base, colour).loads.count(EMPTY)
        each = 1 if kind is Kind.FACTORY else CAPACITY
        ships = min(order.transports or ALL, empty, ceil((number - done) / each))
        load = min(number - done, ships * each)
        group = Group(turn, colour, base, Pile(loads=[EMPTY] * ships))
        cause, _ = go(group, _ferry(order, kind, load))
        done += load if cause is None else 0
    if done:
        return None, Units(((kind, done),))
    return cause or "no-lift", Units()


def _present(turn: Turn, at: int, colour: Colour, kind: Kind) -> int:
    """Return how much cargo of a kind waits in a zone."""
    if kind is Kind.FACTORY:
        return sum(one.colour == colour for one in turn.works_at(at))
    return turn.pile(at, colour).counts[Kind.TROOPER] - turn.carried.get((at, colour), 0)


def _ferry(order: Carry, kind: Kind, load: int) -> Way:
    """Return the way of Transports that fetch something."""
    return Leg("via", order.origin), Leg("load", units=Units(((kind, load),))), Leg("to", order.goal)


def _bases(turn: Turn, order: Carry, colour: Colour) -> list[int]:
    """Return the zones with empty Transports of a colour that have not moved, the nearest to the cargo first."""
    goal = NUMBER[order.origin]
    found: list[tuple[int, int, int]] = []
    seat = turn.seat_of[colour]
    for at, own, _ in list(turn.stacks_of(seat)):
        if own != colour or EMPTY not in turn.fresh(at, colour).loads or order.base not in ("", PLACES[at].name):
            continue
        walker = turn.walker(seat, at, (Kind.TRANSPORT,))
        route = ways.route(turn.later, walker.walk, at, goal, (walker.allowance, walker.allowance))
        if route is not None:
            found.append((route.turns, len(route.zones), at))
    return [at for *_, at in sorted(found)]
