"""How what is hit leaves the board: units, Transports as their owner wants, Factories in two hits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from moderator.core.seats import Seat
from moderator.games.buck_rogers_revised.board.spaces import Board, Troop
from moderator.games.buck_rogers_revised.events.battle import FactoryHit
from moderator.games.buck_rogers_revised.pieces import LINE, Space
from moderator.games.buck_rogers_revised.rules.combat import aftermath
from moderator.games.solar_system.board.forces import Pile, weight
from moderator.games.solar_system.board.zones import PLACES
from moderator.games.solar_system.pieces import NOBODY, Colour, Half, Kind

if TYPE_CHECKING:
    from moderator.games.buck_rogers_revised.rules.combat.battle import Battle
    from moderator.games.buck_rogers_revised.rules.turn import Turn

_OF_A_GROUP = (Space.RETREATING, Space.WITHDRAWING, Space.COMMANDO)
"""Where units of a group stand that passes; others cover it."""


def remove(battle: Battle, board: Board, troop: Troop) -> None:
    """Take a unit off the board, or out of the group that passes."""
    group = battle.group
    battle.lost[board.seat] += 1
    if group is not None and group.seat == board.seat and troop.space in _OF_A_GROUP:
        if troop.kind is Kind.TRANSPORT:
            group.pile.take(Pile(loads=[min(group.pile.loads, key=weight)]))
        group.lose(troop.kind, int(troop.kind is not Kind.TRANSPORT))
    else:
        take(battle.turn, board.seat, battle.at, troop.kind)


def take(turn: Turn, seat: Seat, at: int, kind: Kind) -> None:
    """Take a unit of a seat off the board; of Transports the emptiest ("Targeting Transports")."""
    if kind is Kind.MARKER:
        turn.held.pop(at, None)
    elif kind is Kind.KILSAT:
        turn.kilsats.pop(at, None)
    elif kind is Kind.TRANSPORT:
        _take_transport(turn, seat, at)
    else:
        turn.lose_of(seat, at, kind)


def _take_transport(turn: Turn, seat: Seat, at: int) -> None:
    loads = [(weight(load), colour, load) for colour in turn.played[seat] for load in turn.pile(at, colour).loads]
    if not loads:
        return
    _, colour, load = min(loads, key=lambda one: one[0])
    turn.pile(at, colour).take(Pile(loads=[load]))
    if load.factory:
        turn.works.remove(next(one for one in turn.works if one.aboard and (one.at, one.colour) == (at, colour)))


def settle_factories(battle: Battle) -> None:
    """Count the hits on Factories: the first leaves a half, the second nothing; alone in the line it is captured."""
    turn, at = battle.turn, battle.at
    for board in battle.boards.values():
        for troop in [one for one in board.troops if one.kind is Kind.FACTORY]:
            for _ in range(troop.struck):
                hit_factory(turn, board.seat, at)
            if troop.struck:
                board.troops = [one for one in board.troops if one.kind is not Kind.FACTORY]
                _put_back(battle, board, troop.space)
                break
        fighting = board.at((Space.FIGHTING,))
        enemies = [one for one in battle.enemies(board.seat) if one.fights]
        if fighting and enemies and all(troop.kind is Kind.FACTORY for troop in fighting):
            board.troops = [troop for troop in board.troops if troop.kind is not Kind.FACTORY]
            victor = min(enemies, key=lambda one: (-one.size, one.rank))
            aftermath.capture_factories(turn, victor.seat, at, board.seat)


def _put_back(battle: Battle, board: Board, space: Space) -> None:
    """Let the Factories stand again that are left."""
    turn, at = battle.turn, battle.at
    whole, halves = len(turn.works_at(at, board.seat)), len(turn.halves_at(at, board.seat))
    board.troops += [Troop(Kind.FACTORY, space, whole)] * bool(whole)
    board.troops += [Troop(Kind.FACTORY, space, halves, half=True)] * bool(halves)


def hit_factory(turn: Turn, seat: Seat, at: int) -> None:
    """Hit a Factory of a seat: one that was hit before, or a half, is gone; a whole one is a half again (S27)."""
    zone = PLACES[at].name
    halves, works = turn.halves_at(at, seat), turn.works_at(at, seat)
    if halves:
        turn.halves.remove(halves[0])
    elif works:
        turn.works.remove(works[-1])
        turn.halves.append(Half(zone, works[-1].colour, Kind.FACTORY))
    turn.say(FactoryHit(seat=seat, victim=seat, zone=zone, left=int(not halves)))
