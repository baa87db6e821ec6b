"""Cargo: what goes aboard Transports, and what is put down."""

from collections import Counter

from moderator.games.solar_system.board.forces import Works
from moderator.games.solar_system.board.zones import PLACES
from moderator.games.solar_system.events.movement import CargoDropped, CargoLoaded, Cause
from moderator.games.solar_system.orders.phrases import ALL, Leg, Units
from moderator.games.solar_system.pieces import EMPTY, Colour, Kind, Load, cargo
from moderator.games.solar_system.rules.turn import Group


def load(group: Group, leg: Leg) -> Cause | None:
    """Take ground units or a Factory aboard where the group is, all that are there and fit; return why nothing was."""
    if leg.units.wanted(Kind.FACTORY):
        return _load_factory(group, leg)
    turn, aboard = group.turn, Counter[Kind]()
    waiting = [
        (kind, colour, turn.boardable(group.at, colour, kind))
        for kind in turn.rules.boards
        for colour in _owners(group, leg)
    ]
    for kind, colour, number in waiting:
        wanted = ALL if leg.units.every else leg.units.wanted(kind) - aboard[kind]
        if some := min(wanted, number, room(group, kind)):
            _take(group, colour, kind, some)
            _stow(group, kind, some)
            aboard[kind] += some
    if not aboard:
        return "full" if any(number for _, _, number in waiting) else "gone"
    cargo = Units(tuple(aboard.items()))
    turn.say(CargoLoaded(seat=group.seat, colour=group.colour, zone=PLACES[group.at].name, cargo=cargo))
    return None


def _owners(group: Group, leg: Leg) -> list[Colour]:
    """Return the colours of which cargo is taken: those that lend it, or of them the one that is named."""
    return [colour for colour in group.turn.lenders(group.colour) if leg.units.colour in ("", colour)]


def room(group: Group, kind: Kind) -> int:
    """Return how many ground units of a kind more fit aboard, or how many Factories."""
    return sum(group.fits(index, kind) for index in range(len(group.loads)))


def space(group: Group) -> int:
    """Return how much room there is aboard, as ``size_of`` counts it."""
    kind = Kind.TROOPER
    return room(group, kind) * group.turn.size_of(group.colour, kind)


def _take(group: Group, colour: Colour, kind: Kind, number: int) -> None:
    """Take units of a colour from the ground, then from its Transports that stand there."""
    turn = group.turn
    here = turn.pile(group.at, colour)
    ground = min(number, here.counts[kind])
    here.counts[kind] -= ground
    if (moved := turn.moved.get((group.at, colour))) is not None:
        moved.counts[kind] = min(moved.counts[kind], here.counts[kind])
    left = number - ground
    for index, one in enumerate(here.loads):
        hop = min(left, one.troopers)
        here.loads[index] = Load(one.troopers - hop, one.factory) if hop else one
        left -= hop


def _stow(group: Group, kind: Kind, number: int) -> None:
    """Share units out over the Transports of the group and its Leaders who carry."""
    for index, one in enumerate(group.loads):
        if more := min(number, group.fits(index, kind)):
            group.reload(index, _with(one, kind, more))
            number -= more


def _with(one: Load, kind: Kind, more: int) -> Load:
    """Return a load with more ground units of a kind, or fewer."""
    gennies = more if kind is Kind.GENNIE else 0
    return cargo(one.troopers + more - gennies, one.gennies + gennies)


def _load_factory(group: Group, leg: Leg) -> Cause | None:
    turn, owners = group.turn, _owners(group, leg)
    there = [one for one in turn.works_at(group.at) if one.colour in owners and id(one) not in turn.hauled]
    if not there:
        return "gone"
    empty = next((index for index in range(len(group.loads)) if group.fits(index, Kind.FACTORY)), None)
    if empty is None:
        return "full"
    resting = [one for one in reversed(there) if turn.may_lift(one)]
    if not resting:
        return "active"
    works = next((one for one in resting if leg.scrapping or one.work is None), None)
    if works is None:
        return "busy"
    works.work, works.aboard, works.colour = None, True, group.colour
    group.freight.append(works)
    group.reload(empty, Load(factory=True))
    turn.say(
        CargoLoaded(seat=group.seat, colour=group.colour, zone=PLACES[group.at].name, cargo=Units(((Kind.FACTORY, 1),)))
    )
    return None


def drop(group: Group, units: Units) -> Cause | None:
    """Put cargo down in a territory, all of it if none is named; return why nothing was."""
    if not PLACES[group.at].is_territory:
        return "no-way"
    whole, turn, key = not units.counts, group.turn, (group.at, group.colour)
    out: dict[Kind, int] = {}
    for kind in turn.rules.boards:
        out[kind] = unload(group, kind, ALL if whole else units.wanted(kind))
        turn.pile(*key).counts[kind] += out[kind]
        turn.dropped[key][kind] += out[kind]
        turn.weary[key][kind] += out[kind]
    out[Kind.FACTORY] = _drop_factories(group, ALL if whole else units.wanted(Kind.FACTORY))
    counts = tuple((kind, number) for kind, number in out.items() if number)
    if not counts:
        return "gone"
    turn.say(CargoDropped(seat=group.seat, colour=group.colour, zone=PLACES[group.at].name, cargo=Units(counts)))
    return None


def unload(group: Group, kind: Kind, wanted: int) -> int:
    """Take ground units out of the Transports of a group, as many as are wanted and there; return how many."""
    number = 0
    for index, one in enumerate(group.loads):
        if out := min(wanted - number, one.gennies if kind is Kind.GENNIE else one.troopers):
            group.reload(index, _with(one, kind, -out))
            number += out
    return number


def _drop_factories(group: Group, wanted: int) -> int:
    turn, number = group.turn, 0
    while group.freight and number < wanted:
        works: Works = group.freight.pop()
        works.aboard, works.at, works.colour = False, group.at, group.colour
        turn.works.remove(works)
        turn.works.append(works)
        turn.hauled.add(id(works))
        group.reload(next(index for index, one in enumerate(group.loads) if one.factory), EMPTY)
        number += 1
    return number
