"""Retreats: units that leave a battle after a round, under fire."""

from collections.abc import Sequence

from moderator.core.seats import Seat
from moderator.games.buck_rogers.rules import passing
from moderator.games.buck_rogers.rules.combat.battle import Battle
from moderator.games.solar_system.board.zones import ZONES
from moderator.games.solar_system.events.battle import RetreatBarred, Retreated
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.rules.retreating import DEFAULT, FRIENDS, refuges
from moderator.games.solar_system.rules.turn import Group


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
            if seat in battle.forces and battle.has_come(seat, line.occasion):
                withdraw(battle, seat, line.units, line.zones)
                battle.look()
        if seat in battle.forces and sum(battle.forces[seat].units.values()) <= FRIENDS and battle.enemies(seat):
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
    goals = refuges(turn, group.seat, at, group.walker, wished)
    if not goals:
        group.put(moved=False)
        units = group.units
        turn.tell(RetreatBarred(seat=group.seat, units=units, zone=ZONES[at].name))
        return
    for force in battle.enemies(group.seat):
        battle.lost[group.seat] += passing.fire_at(turn, group, force, battle.parted.setdefault(force.seat, {}))
    if not group.alive:
        return
    group.enter(goals[0])
    group.put(moved=False)
    turn.say(Retreated(seat=group.seat, units=group.units, zone=ZONES[at].name, goal=ZONES[goals[0]].name))
