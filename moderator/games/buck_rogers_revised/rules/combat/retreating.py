"""Retreats: who stands in the Retreating column leaves at the end of the round, Wilma Deering's ships at its start."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence

from moderator.core.seats import Seat
from moderator.games.buck_rogers_revised.board.deploying import Going
from moderator.games.buck_rogers_revised.board.spaces import Board, Troop
from moderator.games.buck_rogers_revised.pieces import Space
from moderator.games.buck_rogers_revised.rules.combat.battle import Battle
from moderator.games.buck_rogers_revised.rules.turn import Turn
from moderator.games.buck_rogers_revised.tables import Powers
from moderator.games.solar_system.board.piles import Pile
from moderator.games.solar_system.board.zones import PLACES
from moderator.games.solar_system.events.battle import Retreated
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.pieces import GROUND, SHIPS, UNITS, Kind
from moderator.games.solar_system.rules.movement.journey import arrive
from moderator.games.solar_system.rules.retreating import refuges
from moderator.games.solar_system.rules.turn import Group

_BACK = (Space.RETREATING, Space.WITHDRAWING)


def free(turn: Turn, seat: Seat, at: int) -> frozenset[Kind]:
    """Return the kinds that have a zone to retreat to."""
    return frozenset(kind for kind in UNITS if refuges(turn, seat, at, turn.walker(seat, at, (kind,))))


def leave(battle: Battle, *, early: bool = False) -> None:
    """Let those go who stand in the Retreating column; ``early`` ships beside who can slip away before a round.

    Beside Buddy Wade those Commandos go, too, who are to leave.
    """
    if battle.group is not None:
        return
    for board in list(battle.boards.values()):
        if early and not _has(board, _BACK, lambda powers: powers.retreats_early):
            continue
        leaving = [(troop, troop.count) for troop in board.at(_BACK) if troop.kind in (SHIPS if early else UNITS)]
        names = {name for name, space in board.leaders.items() if space in _BACK}
        going = battle.going.get(board.seat)
        if going and not early and _has(board, (Space.COMMANDO,), lambda powers: powers.extra_fire):
            commandos = _commandos(board, going)
            leaving += commandos
            names |= _leaders_of(board, going, sum(number for _, number in commandos))
        battle.withdraw(board, leaving, names)


def _has(board: Board, spaces: Sequence[Space], able: Callable[[Powers], bool]) -> bool:
    """Tell whether a Leader stands in some spaces who has a power."""
    return any(
        able(board.powers[name]) for name, space in board.leaders.items() if name in board.powers and space in spaces
    )


def _commandos(board: Board, going: Going) -> list[tuple[Troop, int]]:
    """Return who of the Commandos is to leave."""
    left, leaving = Counter(going.units), []
    for troop in board.at((Space.COMMANDO,)):
        number = min(left[troop.kind], troop.count)
        left[troop.kind] -= number
        leaving.append((troop, number))
    return leaving


def _leaders_of(board: Board, going: Going, leaving: int) -> set[str]:
    """Return the Leaders among the Commandos who go: who is to, and all where no Commando stays."""
    stays = leaving < sum(troop.count for troop in board.at((Space.COMMANDO,)))
    there = {name for name, space in board.leaders.items() if space is Space.COMMANDO}
    return there & going.leaders if stays or not leaving else there


def withdraw(battle: Battle, board: Board, leaving: Sequence[tuple[Troop, int]], names: Collection[str]) -> None:
    """Take units of a board away, those on foot and ships each for themselves, colour by colour."""
    turn, seat, at = battle.turn, board.seat, battle.at
    people = [one for one in turn.leaders_at(at, seat) if one.name in names]
    counts: dict[Kind, int] = {}
    for troop, number in leaving:
        if not troop.leader:
            counts[troop.kind] = counts.get(troop.kind, 0) + number
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
    for troop, number in leaving:
        troop.count -= number
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
        arrive(group)
    group.put(moved=False)
    for at in (group.start, group.at):
        turn.lose_excess_gennies(group.seat, at)
    return bool(goals)
