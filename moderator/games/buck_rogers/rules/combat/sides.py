"""The sides of a battle: who is in it, who fires at whom, and how what is hit leaves the board."""

from collections.abc import Iterable, Sequence

from moderator.core.seats import Seat
from moderator.games.buck_rogers.board.firing import Force
from moderator.games.buck_rogers.rules.turn import Turn
from moderator.games.solar_system.board.firing import FIRING, strength, target_of
from moderator.games.solar_system.board.zones import ZONES
from moderator.games.solar_system.events.battle import Shot, Side
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.pieces import UNITS, Kind


def forces_at(turn: Turn, zones: Sequence[int]) -> dict[Seat, Force]:
    """Return who has units in a zone (or in zones that are one), a KilSat or a fighting Marker, in turn order."""
    found = (turn.gather(seat, zones) for seat in turn.in_turn_order())
    return {force.seat: force for force in found if force.standing()}


def side(turn: Turn, seat: Seat, zones: Sequence[int]) -> Side:
    """Return what a seat has in a zone, as events speak of it."""
    force = turn.gather(seat, zones)
    leaders = tuple(one.name for at in zones for one in turn.leaders_at(at, seat))
    counts = tuple((kind, force.units[kind]) for kind in (*UNITS, Kind.KILSAT) if force.units.get(kind))
    factories = sum(len(turn.works_at(at, seat)) for at in zones)
    return Side(seat, Units(counts, leaders), Kind.MARKER in force.units, factories)


def remove(turn: Turn, seat: Seat, zones: Sequence[int], kind: Kind, number: int) -> None:
    """Take what a seat has lost off the board."""
    for at in zones:
        if kind is Kind.MARKER:
            if turn.holder(at) == seat:
                del turn.held[at]
        elif kind is Kind.KILSAT:
            if turn.kilsats_of(seat, at):
                turn.lose_kilsat(seat, at)
        else:
            gone = min(number, turn.units_of(seat, at, (kind,)))
            turn.lose_of(seat, at, kind, gone)
            number -= gone


def fire_once(turn: Turn, reason: str, at: int, mine: Force, enemies: Sequence[Force]) -> list[Shot]:
    """Let every unit of a side fire once at the best target, and mark what is struck; partners of a truce go last."""
    last = turn.doctrine[mine.seat].truces
    preference = turn.doctrine[mine.seat].preference(ZONES[at].name)
    shots = []
    for firer in FIRING:
        for _ in range(mine.units.get(firer, 0)):
            found = target_of(firer, mine, enemies, preference, last)
            if found is None:
                continue
            theirs, kind, number = found
            shot = Shot(mine.seat, firer, theirs.seat, kind, number, turn.throw(reason, at, mine.seat, theirs.seat))
            theirs.aimed[kind] = theirs.aimed.get(kind, 0) + 1
            if shot.hit:
                theirs.struck[kind] = theirs.struck.get(kind, 0) + 1
            shots.append(shot)
    return shots


def clear(turn: Turn, zones: Sequence[int], sides: Iterable[Force]) -> list[Side]:
    """Take off the board what was struck, and return what each seat lost."""
    out = []
    for force in sides:
        lost = force.fall()
        for kind, number in lost.items():
            remove(turn, force.seat, zones, kind, number)
        if lost:
            counts = tuple((kind, n) for kind, n in lost.items() if kind is not Kind.MARKER)
            out.append(Side(force.seat, Units(counts), Kind.MARKER in lost))
    return out


def would_begin(turn: Turn, mine: Force, theirs: Force, at: int) -> bool:
    """Tell whether a seat's doctrine begins a battle against another in an orbit or on a dot."""
    if all(turn.is_inert(colour) for colour in turn.played[mine.seat]):
        return False
    own = strength(mine, (theirs,))
    stance = turn.doctrine[mine.seat].stance(ZONES[at].name, theirs.seat)
    return own > 0 and (stance == "attack" or (stance == "stronger" and own >= strength(theirs, (mine,))))
