"""How what is hit leaves the board: units, Transports as their owner wants, Factories in two hits."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from moderator.core.seats import Seat
from moderator.games.buck_rogers_revised.board.powers import serves
from moderator.games.buck_rogers_revised.board.spaces import Board, Troop, side_of
from moderator.games.buck_rogers_revised.events.battle import FactoryHit
from moderator.games.buck_rogers_revised.pieces import VAAR, Space
from moderator.games.solar_system.board.forces import Pile, weight
from moderator.games.solar_system.board.zones import PLACES
from moderator.games.solar_system.pieces import Kind, cargo

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
    """Take a unit of a seat off the board with what it carries; of Transports the emptiest ("Targeting Transports")."""
    if kind is Kind.MARKER:
        turn.held.pop(at, None)
    elif kind is Kind.KILSAT:
        turn.kilsats.pop(at, None)
    elif kind is Kind.TRANSPORT:
        _take_transport(turn, seat, at)
    else:
        turn.lose_of(seat, at, kind)
    vaar = serves(turn, VAAR, seat)
    room = 1 + turn.units_of(seat, at, (Kind.BATTLER,))
    if vaar is not None and vaar.at == at and vaar.load.gennies > room:
        vaar.load = cargo(vaar.load.troopers, room)


def _take_transport(turn: Turn, seat: Seat, at: int) -> None:
    loads = [(weight(load), colour, load) for colour in turn.played[seat] for load in turn.pile(at, colour).loads]
    if not loads:
        return
    _, colour, load = min(loads, key=lambda one: one[0])
    turn.pile(at, colour).take(Pile(loads=[load]))
    if load.factory:
        turn.works.remove(next(one for one in turn.works if one.aboard and (one.at, one.colour) == (at, colour)))


def settle_factories(battle: Battle, blows: Iterable[tuple[Seat, Seat]]) -> None:
    """Count the hits on Factories, by whom and whose: the second is the end; alone in the line they are taken."""
    turn, at = battle.turn, battle.at
    for hitter, victim in blows:
        hit_factory(turn, hitter, victim, at)
    for board in battle.boards.values():
        works = [troop for troop in board.troops if troop.kind is Kind.FACTORY]
        if any(troop.struck for troop in works):
            side = side_of(turn, board.seat, at)
            board.troops = [troop for troop in board.troops if troop.kind is not Kind.FACTORY]
            for number, half in ((side.factories, False), (side.halves, True)):
                board.troops += [Troop(Kind.FACTORY, works[0].space, number, half=half)] * bool(number)
        enemies = [one for one in battle.enemies(board.seat) if one.fights]
        fighting = board.at((Space.FIGHTING,))
        if fighting and enemies and all(troop.kind is Kind.FACTORY for troop in fighting):
            for troop in fighting:
                troop.count = troop.struck = 0
            battle.capture(min(enemies, key=lambda one: (-one.size, one.rank)).seat)


def hit_factory(turn: Turn, hitter: Seat, victim: Seat, at: int) -> None:
    """Hit a Factory of a seat: a half, or one that was hit before, is gone; a whole one is a half again (S27)."""
    halves = [key for colour in turn.played[victim] if turn.halves[key := (at, colour, Kind.FACTORY)]]
    works = turn.works_at(at, victim)
    if halves:
        turn.halves[halves[0]] -= 1
    else:
        turn.works.remove(works[-1])
        turn.halves[at, works[-1].colour, Kind.FACTORY] += 1
    turn.say(FactoryHit(seat=hitter, victim=victim, zone=PLACES[at].name, left=int(not halves)))
