"""Retreats: who stands in the Retreating column leaves at the end of the round, Wilma Deering's ships at its start."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from moderator.core.seats import Seat
from moderator.games.buck_rogers_revised.board.spaces import Board
from moderator.games.buck_rogers_revised.pieces import Space
from moderator.games.solar_system.board.forces import Pile
from moderator.games.solar_system.board.zones import PLACES
from moderator.games.solar_system.events.battle import Retreated
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.pieces import GROUND, SHIPS, UNITS, Kind
from moderator.games.solar_system.rules.movement.group import Group
from moderator.games.solar_system.rules.retreating import refuges

if TYPE_CHECKING:
    from moderator.games.buck_rogers_revised.rules.combat.battle import Battle
    from moderator.games.buck_rogers_revised.rules.turn import Turn


_BACK = (Space.RETREATING, Space.WITHDRAWING)


def free(turn: Turn, seat: Seat, at: int) -> frozenset[Kind]:
    """Return the kinds that have a zone to retreat to."""
    return frozenset(kind for kind in UNITS if refuges(turn, seat, at, turn.walker(seat, at, (kind,))))


def leave(battle: Battle, *, early: bool = False) -> None:
    """Let those go who stand in the Retreating column; ``early`` ships beside who can slip away before a round."""
    if battle.group is not None:
        return
    for board in list(battle.boards.values()):
        helpers = [(board.powers[name], space) for name, space in board.leaders.items() if name in board.powers]
        if early and not any(powers.retreats_early and space in _BACK for powers, space in helpers):
            continue
        wade = any(powers.extra_fire and space is Space.COMMANDO for powers, space in helpers)
        wade = wade and battle.going.get(board.seat) is not None
        battle.withdraw(board, (*_BACK, Space.COMMANDO) if wade else _BACK, SHIPS if early else UNITS)


def withdraw(battle: Battle, board: Board, spaces: Sequence[Space], kinds: Sequence[Kind]) -> None:
    """Take units of a board away, those on foot and ships each for themselves, colour by colour."""
    turn, seat, at = battle.turn, board.seat, battle.at
    people = [one for one in turn.leaders_at(at, seat) if board.leaders.get(one.name) in spaces]
    counts: dict[Kind, int] = {}
    for troop in board.at(spaces):
        if troop.kind in kinds and not troop.leader:
            counts[troop.kind] = counts.get(troop.kind, 0) + troop.count
    for some in (SHIPS, GROUND):
        for colour in turn.played[seat]:
            part = turn.pile(at, colour).part(Units(tuple((kind, counts.get(kind, 0)) for kind in some)))
            for kind in some:
                counts[kind] = counts.get(kind, 0) - part.count(kind)
            own = [one for one in people if one.colour == colour]
            if part.total and _away(battle, Group(turn, colour, at, part, own)):
                people = [one for one in people if one not in own]
    for one in people:
        _away(battle, Group(turn, one.colour, at, Pile(), [one]))
    for troop in board.at(spaces):
        troop.count = 0 if troop.kind in kinds else troop.count
    board.leaders = {name: space for name, space in board.leaders.items() if turn.people[name].at == at}


def _away(battle: Battle, group: Group) -> bool:
    """Let a group go where it can, or stay; return whether it went."""
    turn, zone = battle.turn, battle.zone.name
    going = battle.going.get(group.seat)
    goals = refuges(turn, group.seat, group.at, group.walker, going.wished if going else ())
    if goals:
        group.enter(goals[0])
        battle.gone.add(group.seat)
        turn.say(Retreated(seat=group.seat, units=group.units, zone=zone, goal=PLACES[goals[0]].name))
    group.put(moved=False)
    return bool(goals)
