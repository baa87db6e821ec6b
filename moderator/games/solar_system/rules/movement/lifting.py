"""Cargo: what goes aboard Transports, and what is put down."""

from moderator.games.solar_system.board.forces import CAPACITY, Works
from moderator.games.solar_system.board.zones import PLACES
from moderator.games.solar_system.events.movement import CargoDropped, CargoLoaded, Cause
from moderator.games.solar_system.orders.phrases import ALL, Leg, Units
from moderator.games.solar_system.pieces import EMPTY, Kind, Load
from moderator.games.solar_system.rules.movement.group import Group


def load(group: Group, leg: Leg) -> Cause | None:
    """Take Troopers or a Factory aboard where the group is, as many as there are and fit; return why nothing was."""
    if leg.units.wanted(Kind.FACTORY):
        return _load_factory(group, scrapping=leg.scrapping)
    wanted = ALL if leg.units.every else leg.units.wanted(Kind.TROOPER)
    aboard = min(wanted, _waiting(group), room(group))
    if not aboard:
        return "full" if _waiting(group) else "gone"
    _take(group, aboard)
    _stow(group, aboard)
    group.turn.say(
        CargoLoaded(
            seat=group.seat,
            colour=group.colour,
            zone=PLACES[group.at].name,
            cargo=Units(((Kind.TROOPER, aboard),)),
        )
    )
    return None


def room(group: Group) -> int:
    """Return how many Troopers more fit aboard."""
    return sum(CAPACITY - one.troopers for one in group.pile.loads if not one.factory)


def _waiting(group: Group) -> int:
    """Return how many Troopers can go aboard: they have not been aboard this turn, unless Transports may hop."""
    turn = group.turn
    here = turn.pile(group.at, group.colour)
    ground = here.counts[Kind.TROOPER]
    if not turn.rules.hopping:
        return max(0, ground - turn.carried.get((group.at, group.colour), 0))
    return ground + sum(one.troopers for one in here.loads)


def _take(group: Group, number: int) -> None:
    """Take Troopers from the ground, then from Transports that stand there."""
    turn = group.turn
    here = turn.pile(group.at, group.colour)
    ground = min(number, here.counts[Kind.TROOPER])
    here.counts[Kind.TROOPER] -= ground
    if (moved := turn.moved.get((group.at, group.colour))) is not None:
        moved.counts[Kind.TROOPER] = min(moved.counts[Kind.TROOPER], here.counts[Kind.TROOPER])
    left = number - ground
    for index, one in enumerate(here.loads):
        hop = min(left, one.troopers)
        here.loads[index] = Load(one.troopers - hop, one.factory)
        left -= hop


def _stow(group: Group, number: int) -> None:
    """Share Troopers out over the Transports of the group."""
    for index, one in enumerate(group.pile.loads):
        more = 0 if one.factory else min(number, CAPACITY - one.troopers)
        group.pile.loads[index] = Load(one.troopers + more, one.factory)
        number -= more


def _load_factory(group: Group, *, scrapping: bool) -> Cause | None:
    turn = group.turn
    there = [one for one in turn.works_at(group.at) if one.colour == group.colour and id(one) not in turn.hauled]
    if not there:
        return "gone"
    if EMPTY not in group.pile.loads:
        return "full"
    works = next((one for one in reversed(there) if scrapping or one.work is None), None)
    if works is None:
        return "frozen"
    works.work, works.aboard = None, True
    group.freight.append(works)
    group.pile.loads[group.pile.loads.index(EMPTY)] = Load(factory=True)
    turn.say(
        CargoLoaded(seat=group.seat, colour=group.colour, zone=PLACES[group.at].name, cargo=Units(((Kind.FACTORY, 1),)))
    )
    return None


def drop(group: Group, units: Units) -> Cause | None:
    """Put cargo down in a territory, all of it if none is named; return why nothing was."""
    if not PLACES[group.at].is_territory:
        return "no-way"
    whole = not units.counts
    troopers = _drop_troopers(group, ALL if whole else units.wanted(Kind.TROOPER))
    factories = _drop_factories(group, ALL if whole else units.wanted(Kind.FACTORY))
    if not troopers and not factories:
        return "gone"
    counts = tuple((kind, n) for kind, n in ((Kind.TROOPER, troopers), (Kind.FACTORY, factories)) if n)
    group.turn.say(CargoDropped(seat=group.seat, colour=group.colour, zone=PLACES[group.at].name, cargo=Units(counts)))
    return None


def _drop_troopers(group: Group, wanted: int) -> int:
    turn, number = group.turn, 0
    for index, one in enumerate(group.pile.loads):
        out = min(wanted - number, one.troopers)
        group.pile.loads[index] = Load(one.troopers - out, one.factory)
        number += out
    key = (group.at, group.colour)
    turn.pile(*key).counts[Kind.TROOPER] += number
    turn.carried[key] = turn.carried.get(key, 0) + number
    return number


def _drop_factories(group: Group, wanted: int) -> int:
    turn, number = group.turn, 0
    while group.freight and number < wanted:
        works: Works = group.freight.pop()
        works.aboard, works.at, works.colour = False, group.at, group.colour
        turn.works.remove(works)
        turn.works.append(works)
        turn.hauled.add(id(works))
        at = next(index for index, one in enumerate(group.pile.loads) if one.factory)
        group.pile.loads[at] = EMPTY
        number += 1
    return number
