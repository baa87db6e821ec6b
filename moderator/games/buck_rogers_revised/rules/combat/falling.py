"""Losses: how units, Transports and Factories that are hit leave the board."""

from collections.abc import Iterable

from moderator.core.seats import Seat
from moderator.games.buck_rogers_revised.board.spaces import Board, Troop
from moderator.games.buck_rogers_revised.events.battle import FactoryHit
from moderator.games.buck_rogers_revised.pieces import VAAR, Space
from moderator.games.buck_rogers_revised.rules.combat import aftermath
from moderator.games.buck_rogers_revised.rules.combat.battle import Battle
from moderator.games.buck_rogers_revised.rules.turn import Turn
from moderator.games.solar_system.board.forces import Person
from moderator.games.solar_system.board.piles import Pile, weight
from moderator.games.solar_system.board.zones import PLACES
from moderator.games.solar_system.pieces import EMPTY, Colour, Kind

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
        turn.lose_kilsat(seat, at)
    elif kind is Kind.TRANSPORT:
        _take_transport(turn, seat, at)
    else:
        turn.lose_of(seat, at, kind)
    turn.lose_excess_gennies(seat, at)


def unload(battle: Battle, person: Person) -> None:
    """Destroy what a Leader carries who was hit; Battlers with Admiral Vaar keep theirs ("Fights as an X")."""
    turn, group = battle.turn, battle.group
    passes = group is not None and person in group.people
    if person.name == VAAR:
        pile = group.pile if group and passes else turn.pile(battle.at, person.colour)
        person.load = turn.keeps(person, pile.count(Kind.BATTLER) - 1)
    elif group and passes:
        person.load = EMPTY
        group.lose(Kind.TRANSPORT, 0)
    else:
        turn.lose_cargo(person)


def _take_transport(turn: Turn, seat: Seat, at: int) -> None:
    loads = [(weight(load), colour, load) for colour in turn.played[seat] for load in turn.pile(at, colour).loads]
    if not loads:
        return
    _, colour, load = min(loads, key=lambda one: one[0])
    turn.pile(at, colour).take(Pile(loads=[load]))
    if load.factory:
        turn.works.remove(next(one for one in turn.works if one.aboard and (one.at, one.colour) == (at, colour)))


def settle_factories(battle: Battle, blows: Iterable[tuple[Seat, Seat]]) -> None:
    """Count the hits on Factories, by whom and whose: the second is the end."""
    turn, at = battle.turn, battle.at
    for hitter, victim in blows:
        hit_factory(turn, hitter, victim, at)
    for board in battle.boards.values():
        for troop in [one for one in board.troops if one.kind is Kind.FACTORY and one.struck]:
            _wreck(board, troop)
    capture_lone(battle)


def _wreck(board: Board, troop: Troop) -> None:
    """Take hits off the Factories of the battle board, as ``hit_factory`` takes them off the zone."""
    for _ in range(troop.struck):
        halves = [one for one in board.troops if one.half and one.count]
        if halves:
            min(halves, key=lambda one: one.space is not troop.space).count -= 1
        else:
            troop.count -= 1
            board.troops.append(Troop(Kind.FACTORY, troop.space, 1, half=True))
    troop.struck = 0


def capture_lone(battle: Battle) -> None:
    """Let Factories be taken that are alone in the Fighting space ("Factory Defense")."""
    for board in battle.boards.values():
        enemies = [one for one in battle.enemies(board.seat) if one.fights]
        fighting = board.at((Space.FIGHTING,))
        if not fighting or not enemies or any(troop.kind is not Kind.FACTORY for troop in fighting):
            continue
        halves = sum(troop.count for troop in fighting if troop.half)
        whole = sum(troop.count for troop in fighting) - halves
        battle.capture(min(enemies, key=lambda one: (-one.size, one.rank)).seat, board.seat, (whole, halves))
        for troop in fighting:
            troop.count = 0


def capture(battle: Battle, victor: Seat, seat: Seat, number: tuple[int, int]) -> None:
    """Let somebody take so many Factories of a seat, and halves of them."""
    turn, at = battle.turn, battle.at
    for works in turn.works_at(at, seat)[: number[0]]:
        aftermath.capture(turn, victor, works)
    for key in _halves(turn, seat, at)[: number[1]]:
        aftermath.capture_halves(turn, victor, key, 1)


def _halves(turn: Turn, seat: Seat, at: int) -> list[tuple[int, Colour, Kind]]:
    """Return the halves of Factories of a seat in a zone, one by one."""
    return [
        key
        for colour in turn.played[seat]
        for key in [(at, colour, Kind.FACTORY)] * turn.halves[at, colour, Kind.FACTORY]
    ]


def hit_factory(turn: Turn, hitter: Seat, victim: Seat, at: int) -> None:
    """Hit a Factory of a seat: a half, or one that was hit before, is gone; a whole one is a half again (S27)."""
    halves = _halves(turn, victim, at)
    works = turn.works_at(at, victim)
    if halves:
        turn.halves[halves[0]] -= 1
    else:
        turn.works.remove(works[-1])
        turn.halves[at, works[-1].colour, Kind.FACTORY] += 1
    turn.say(FactoryHit(seat=hitter, victim=victim, zone=PLACES[at].name, left=int(not halves)))
