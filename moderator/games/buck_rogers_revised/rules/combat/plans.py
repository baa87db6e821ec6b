"""A seat's choices in a battle by its doctrine: whether to begin, where to stand, what to aim at, who leaves."""

from collections import Counter

from moderator.core.seats import Seat
from moderator.games.buck_rogers_revised.board import powers
from moderator.games.buck_rogers_revised.board.aim import Eye
from moderator.games.buck_rogers_revised.board.deploying import Going, Plan
from moderator.games.buck_rogers_revised.board.deploying import deploy as deployed
from moderator.games.buck_rogers_revised.board.spaces import Board, Side, count_unloaded, figures_of, side_of
from moderator.games.buck_rogers_revised.orders.doctrine import Standing
from moderator.games.buck_rogers_revised.orders.types import Cover, Line
from moderator.games.buck_rogers_revised.rules import neutral
from moderator.games.buck_rogers_revised.rules.combat.battle import Battle
from moderator.games.buck_rogers_revised.rules.turn import Turn
from moderator.games.solar_system.board.firing import strength, value
from moderator.games.solar_system.events.battle import RetreatBarred
from moderator.games.solar_system.orders.doctrine import covers
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.orders.types import Aim
from moderator.games.solar_system.pieces import UNITS, Kind
from moderator.games.solar_system.rules.retreating import DEFAULT, FRIENDS, has_come
from moderator.games.solar_system.rules.turn import Group

_LOST = 3
"""Own Factories are fired at when enemies are so many times as strong."""
_WORTH_KANE = 8
"""What enemies must be worth that Killer Kane uses his power already as they pass."""


def doctrine_of(turn: Turn, seat: Seat, at: int) -> Standing:
    """Return what a seat's doctrine is; for the neutral one that of its commander, as far as it aims and stands."""
    if seat in turn.state.seats:
        return turn.doctrine[seat]
    kept = turn.kept[neutral.commander(turn, at)]
    return Standing(order for order in kept if isinstance(order, Line | Aim))


def engage(battle: Battle) -> None:
    """Let those begin who want to, in orbits and on dots ("willing"), or all."""
    for seat in battle.sides:
        for other in battle.sides:
            if seat != other and _would_begin(battle, seat, other):
                battle.engaged |= {(seat, other), (other, seat)}


def _would_begin(battle: Battle, seat: Seat, other: Seat) -> bool:
    """Tell whether a seat begins a battle against another in an orbit or on a dot."""
    turn, (mine, theirs) = battle.turn, (battle.sides[seat], battle.sides[other])
    if not battle.fights(seat) or not battle.fights(other) or seat not in turn.state.seats:
        return False
    own, others = strength(mine, (theirs,)), strength(theirs, (mine,))
    if turn.options.space_combat == "always":
        peace = other in turn.doctrine[seat].truces and seat in turn.doctrine[other].truces
        return own > 0 and not peace
    stance = turn.doctrine[seat].stance(battle.zone.name, other)
    return own > 0 and (stance == "attack" or (stance == "stronger" and own >= others))


def eye(battle: Battle, seat: Seat) -> Eye:
    """Return what a seat aims at."""
    zone, doctrine = battle.zone.name, doctrine_of(battle.turn, seat, battle.at)
    lines = [line for line in doctrine.all(Aim) if Kind.FACTORY in line.kinds and covers(line.zones, zone)]
    return Eye(
        doctrine.preference(zone),
        doctrine.truces,
        lambda other: any(not line.seats or other in line.seats for line in lines),
    )


def deploy(battle: Battle, seat: Seat) -> Board:
    """Place a seat's units on the battle board for the round that begins."""
    turn, at, side, zone = battle.turn, battle.at, battle.sides[seat], battle.zone.name
    doctrine, first = doctrine_of(turn, seat, at), battle.round == 1
    mine, theirs = battle.strengths(seat)
    battle.going[seat] = _going(battle, seat)
    plan = Plan(
        rank=turn.rank(seat),
        powers={name: one for name, one in powers.powers_of(turn, seat).items() if not _watches(battle, side, name)},
        lines=() if battle.quiet or _passes(battle, seat) else doctrine.lines(zone, battle.round),
        going=battle.going[seat],
        free=battle.free(seat),
        first=first,
        scorches=bool(side.factories) and doctrine.scorches(zone) and theirs >= _LOST * mine,
        kane=first and _kane(battle, seat),
    )
    if first and turn.holders.get(at) != seat and battle.zone.is_territory:
        side.late = count_unloaded(side.units, turn.dropped_by(seat, at))
    _tell_barred(battle, seat, plan)
    board = deployed(side, plan)
    for troop in board.troops:
        troop.landed = troop.kind is Kind.GENNIE and not side.land and not troop.leader
    return board


def _watches(battle: Battle, side: Side, name: str) -> bool:
    """Tell whether a Leader is in the zone, but not in this round: he stays as others pass, and does not cover them."""
    passes = battle.group is not None and name not in side.leaders
    return passes and powers.is_at(battle.turn, name, side.seat, battle.at)


def _passes(battle: Battle, seat: Seat) -> bool:
    return battle.group is not None and battle.group.seat == seat


def _going(battle: Battle, seat: Seat) -> Going | None:
    """Return who is to leave; all of a group that moves on, nobody else in its round."""
    turn, side, zone = battle.turn, battle.sides[seat], battle.zone
    if battle.group is not None:
        pile = battle.group.pile
        units = Counter({kind: pile.count(kind) for kind in UNITS})
        people = {one.name for one in battle.group.people}
        return Going(units, people, []) if seat == battle.group.seat else None
    if seat not in turn.state.seats:
        return None
    lines = turn.doctrine[seat].retreats(zone.name)
    if not lines and not zone.is_territory:
        lines = [DEFAULT]
    going, strengths = Going(Counter(), set(), []), battle.strengths(seat)
    for line in lines:
        if has_come(line.occasion, battle.round, battle.lost[seat], strengths):
            for kind in UNITS:
                going.units[kind] += line.units.among(kind, side.units.get(kind, 0))
            going.leaders |= {name for name in side.leaders if line.units.means(name)}
            going.wished += line.zones
    named = {name for line in lines for name in line.units.leaders}
    mine, theirs = strengths
    if sum(side.units.values()) <= FRIENDS and theirs > mine:
        going.leaders |= {name for name in side.leaders if name not in named and name not in side.figures}
    return going if any(going.units.values()) or going.leaders else None


def _tell_barred(battle: Battle, seat: Seat, plan: Plan) -> None:
    """Tell a seat once that units can go nowhere."""
    stuck = [(kind, n) for kind, n in (plan.going.units if plan.going else {}).items() if n and kind not in plan.free]
    if stuck and seat not in battle.barred:
        battle.barred.add(seat)
        battle.turn.tell(RetreatBarred(seat=seat, units=Units(tuple(stuck)), zone=battle.zone.name))


def _kane(battle: Battle, seat: Seat) -> bool:
    """Tell whether Killer Kane uses his power: as doctrine says, else in battle, and as many pass."""
    turn = battle.turn
    if powers.KANE in turn.used or powers.KANE not in battle.sides[seat].leaders:
        return False
    wish = turn.doctrine[seat].power(powers.KANE, battle.zone.name)
    enemies = sum(value(battle.sides[other].units) for other in battle.opponents(seat))
    return wish if wish is not None else battle.group is None or enemies >= _WORTH_KANE


def passing(battle: Battle, group: Group, seat: Seat) -> dict[Seat, Side]:
    """Return both sides of a passing round: who fires, and the group with those that cover it, once a turn (S28)."""
    turn, at, zone = battle.turn, battle.at, battle.zone.name
    units = Counter({kind: group.pile.count(kind) for kind in UNITS})
    key = f"cover {zone} {group.seat}"
    lines = [line for line in turn.order_set(group.seat, Cover) if line.zone in ("", zone) and key not in turn.used]
    for line in lines:
        turn.used.add(key)
        for kind in UNITS:
            units[kind] += line.units.among(kind, turn.units_of(group.seat, at, (kind,)))
    covering = [
        one.name for one in turn.leaders_at(at, group.seat) if any(line.units.means(one.name) for line in lines)
    ]
    names = tuple(dict.fromkeys((*(one.name for one in group.people), *covering)))
    units.update(figures_of(names).values())
    mover = Side(group.seat, dict(+units), land=battle.zone.is_territory, leaders=names, figures=figures_of(names))
    return {one.seat: one for one in sorted((side_of(turn, seat, at), mover), key=lambda one: turn.rank(one.seat))}
