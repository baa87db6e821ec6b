"""Retreats: units that leave a battle after a round, under fire."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from moderator.core.seats import Seat
from moderator.games.buck_rogers.rules import passing
from moderator.games.buck_rogers.rules.combat import occasions
from moderator.games.solar_system.board.forces import Forces
from moderator.games.solar_system.board.zones import ZONES
from moderator.games.solar_system.events.battle import RetreatBarred, Retreated
from moderator.games.solar_system.orders.doctrine import covers
from moderator.games.solar_system.orders.phrases import ALL, Occasion, Units
from moderator.games.solar_system.orders.types import Retreat
from moderator.games.solar_system.pieces import NOBODY, SHIPS
from moderator.games.solar_system.rules.movement.group import Group

if TYPE_CHECKING:
    from moderator.games.buck_rogers.rules.combat.battle import Battle

DEFAULT = Retreat(units=Units(tuple((kind, ALL) for kind in SHIPS), every=False), occasion=Occasion("weaker", 3))
"""What ships do in orbits and on dots where doctrine says nothing."""

_FRIENDS = 1
"""A Leader goes when at most so many friends are left beside him."""


def leave(battle: Battle) -> None:
    """Let those go whose doctrine says so, the lowest number first."""
    turn = battle.turn
    if not turn.rules.retreat:
        return
    for seat in battle.fighting:
        lines = turn.doctrine[seat].retreats(battle.zone.name)
        if not lines and not battle.zone.is_territory:
            lines = [DEFAULT]
        for line in lines:
            if seat in battle.forces and occasions.has_come(battle, seat, line.occasion):
                withdraw(battle, seat, line.units, line.zones)
                battle.look()
        if seat in battle.forces and sum(battle.forces[seat].units.values()) <= _FRIENDS and battle.enemies(seat):
            _save_leaders(battle, seat)


def _save_leaders(battle: Battle, seat: Seat) -> None:
    """Let Leaders go before they are left alone."""
    turn = battle.turn
    names = tuple(one.name for at in battle.zones for one in turn.leaders_at(at, seat))
    ordered = {name for line in turn.doctrine[seat].retreats(battle.zone.name) for name in line.units.leaders}
    if names and not ordered & set(names):
        withdraw(battle, seat, Units(leaders=names), ())


def withdraw(battle: Battle, seat: Seat, units: Units, wished: Sequence[str]) -> None:
    """Take units of a seat one zone away under the fire of all enemies there, each colour and zone for itself."""
    turn = battle.turn
    for at in battle.zones:
        for colour in turn.played[seat]:
            part = turn.pile(at, colour).part(units)
            people = [one for one in turn.leaders_at(at) if one.colour == colour]
            people = [one for one in people if units.means(one.name)]
            if (part.total or people) and not turn.is_inert(colour):
                _away(battle, Group(turn, colour, at, part, people), wished)


def _away(battle: Battle, group: Group, wished: Sequence[str]) -> None:
    """Let a group go where it can; those who cannot stay."""
    turn, at = battle.turn, group.at
    goal = next(_refuges(group, wished), None)
    if goal is None:
        group.put(moved=False)
        units = group.units
        turn.tell(RetreatBarred(seat=group.seat, units=units, zone=ZONES[at].name))
        return
    for force in battle.enemies(group.seat):
        battle.lost[group.seat] += passing.fire_at(turn, group, force, battle.parted.setdefault(force.seat, {}))
    if not group.alive:
        return
    group.enter(goal)
    group.put(moved=False)
    turn.say(Retreated(seat=group.seat, units=group.units, zone=ZONES[at].name, goal=ZONES[goal].name))


def _refuges(group: Group, wished: Sequence[str]) -> Iterator[int]:
    """Give the zones that a group can retreat to: as wished first, then where friends are, then own land."""
    turn, seat, walker = group.turn, group.seat, group.walker
    free = [
        there
        for there in turn.sky.near[group.at]
        if there not in turn.sky.same(group.at) and walker.enters(group.at, there) and not _has_enemy(turn, seat, there)
    ]

    def rank(there: int) -> tuple[int, ...]:
        name = ZONES[there].name
        wish = next((place for place, zone in enumerate(wished) if covers((zone,), name)), len(wished))
        return (wish, -turn.units_of(seat, there), turn.holder(there) != seat, there)

    yield from sorted(free, key=rank)


def _has_enemy(turn: Forces, seat: Seat, there: int) -> bool:
    if ZONES[there].is_territory:
        return turn.is_foreign(seat, there)
    if any(turn.others(seat, at) for at in turn.sky.same(there)):
        return True
    return turn.seat_of[turn.kilsats.get(there, NOBODY)] not in ("", seat)
