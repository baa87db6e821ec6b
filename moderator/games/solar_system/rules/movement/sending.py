"""The units that a line sends: those that are named and can still move, or Transports that fetch something."""

from collections import Counter
from math import ceil

from msgspec.structs import replace

from moderator.games.solar_system.board import ways
from moderator.games.solar_system.board.piles import Pile, weight
from moderator.games.solar_system.board.zones import NUMBER, PLACES
from moderator.games.solar_system.events.movement import Cause
from moderator.games.solar_system.orders.phrases import ALL, Leg, Units, Way
from moderator.games.solar_system.orders.types import Carry, Move
from moderator.games.solar_system.pieces import EMPTY, GROUND, Colour, Kind
from moderator.games.solar_system.rules.movement.journey import go
from moderator.games.solar_system.rules.turn import Group, Turn


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
    lent = _lent(turn, at, colour, part, wanted)
    aboard = (Leg("load", units=Units(tuple(lent.items()))),) if lent else ()
    cause, gone = go(Group(turn, colour, at, part, people), (*aboard, *order.way))
    lent.update(dict(gone.counts))
    return cause, gone if cause is not None else replace(gone, counts=tuple(lent.items()))


def _lent(turn: Turn, at: int, colour: Colour, part: Pile, wanted: Units) -> Counter[Kind]:
    """Return what a line sends of the seat's other colours that can go aboard with a part, if there is room for all."""
    out: Counter[Kind] = Counter()
    on_foot = {kind for kind in GROUND if part.counts[kind]}
    if wanted.colour or not part.loads or not on_foot <= set(turn.rules.boards):
        return out
    others = [own for own in turn.lenders(colour) if own != colour]
    for kind in turn.rules.boards:
        there = sum(turn.boardable(at, own, kind) for own in others)
        out[kind] = min(there, max(0, wanted.among(kind, there + part.counts[kind]) - part.counts[kind]))
    kind = turn.rules.boards[0]
    room = sum(turn.fits(colour, one, kind) for one in part.loads)
    return +out if sum(part.counts[kind] for kind in on_foot) + out.total() <= room else Counter()


def fetch(turn: Turn, order: Carry, wanted: Units, colour: Colour) -> tuple[Cause | None, Units]:
    """Let empty Transports carry cargo, the nearest first; return why none went, or for how much they went."""
    kinds = (Kind.FACTORY,) if wanted.wanted(Kind.FACTORY) else turn.rules.boards
    at, lent = NUMBER[order.origin], not wanted.colour
    present = {kind: _present(turn, at, colour, kind, lent=lent) for kind in kinds}
    left = {kind: n if wanted.every else min(n, wanted.wanted(kind)) for kind, n in present.items()}
    if not any(left.values()):
        return "gone", Units()
    each = 1 if Kind.FACTORY in kinds else turn.fits(colour, EMPTY, kinds[0])
    done: Counter[Kind] = Counter()
    cause: Cause | None = None
    for base in _bases(turn, order, colour):
        number = sum(left.values()) - done.total()
        if number <= 0:
            break
        ships = min(order.transports or ALL, turn.fresh(base, colour).loads.count(EMPTY), ceil(number / each))
        load = _first(Counter(left) - done, ships * each)
        cause, _ = go(Group(turn, colour, base, Pile(loads=[EMPTY] * ships)), _ferry(order, load, wanted.colour))
        done += load if cause is None else Counter()
    if done:
        return None, Units(tuple(done.items()))
    return cause or "no-lift", Units()


def _present(turn: Turn, at: int, colour: Colour, kind: Kind, *, lent: bool) -> int:
    """Return how much cargo of a kind waits in a zone for a colour's Transports, with ``lent`` that of others, too."""
    colours = turn.lenders(colour) if lent else (colour,)
    if kind is Kind.FACTORY:
        return sum(one.colour in colours for one in turn.works_at(at))
    return sum(turn.pile(at, own).counts[kind] - turn.dropped[at, own][kind] for own in colours)


def _first(cargo: Counter[Kind], most: int) -> Counter[Kind]:
    """Return the first of some cargo, at most a number."""
    out: Counter[Kind] = Counter()
    for kind, number in cargo.items():
        out[kind] = min(number, most - out.total())
    return +out


def _ferry(order: Carry, load: Counter[Kind], colour: Colour) -> Way:
    """Return the way of Transports that fetch something."""
    return Leg("via", order.origin), Leg("load", units=Units(tuple(load.items()), colour=colour)), Leg("to", order.goal)


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
