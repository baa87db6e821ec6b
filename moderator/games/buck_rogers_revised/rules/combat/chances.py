"""How a battle of two seats may end, and how often: its real rounds, in which every throw falls either way.

Moments that come to the same are taken together, and a round in which nothing happens only takes time: so all throws
can be counted. What is hardly ever seen is left out, ``_LEFT_OUT`` of all at most.
"""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct

from moderator.core.seats import Seat
from moderator.games.buck_rogers_revised.board.spaces import Board, Side
from moderator.games.buck_rogers_revised.orders.types import Line
from moderator.games.buck_rogers_revised.rules.combat import falling, plans, retreating
from moderator.games.buck_rogers_revised.rules.combat.moments import Moments, Table
from moderator.games.buck_rogers_revised.rules.combat.steps import STEPS
from moderator.games.buck_rogers_revised.rules.combat.unplayed import Unplayed
from moderator.games.buck_rogers_revised.rules.turn import Turn
from moderator.games.solar_system.orders.types import Retreat
from moderator.games.solar_system.pieces import Kind

Odds: TypeAlias = tuple[float, float, float, float]
"""How often the first seat alone is left in the end, the other one, neither, both."""

_LEFT_OUT = 0.005
_MOST = 4000
"""Shots that are followed either way; battles with more are not reckoned."""
_CERTAIN = 1 - 1e-9


class Group(Struct, frozen=True):
    """What a side has; ``works`` are its Factories and halves of them, ``lost`` counts what it has lost."""

    units: tuple[tuple[Kind, int], ...]
    leaders: tuple[str, ...]
    works: tuple[int, int]
    lost: int = 0


class Stage(Struct, frozen=True):
    """Where a battle stands between two rounds; those that no doctrine tells apart have the same number."""

    groups: tuple[Group, Group]
    round: int = 1
    quiet: bool = False
    over: bool = False
    graced: frozenset[Seat] = frozenset()

    @property
    def size(self) -> int:
        """How many units there are on both sides."""
        return sum(number for group in self.groups for _, number in group.units)

    @property
    def end(self) -> int:
        """Which of the odds it belongs to, if it is the last."""
        mine, theirs = (bool(group.units) for group in self.groups)
        return (3 if theirs else 0) if mine else (1 if theirs else 2)


def odds(turn: Turn, at: int, seat: Seat) -> Odds | None:
    """Return how a battle in a zone would end for a seat; None where that is not reckoned.

    Not reckoned are battles with more than one enemy, those of Leaders who fight as units, fire at Factories, Troopers
    that blow themselves up, and what is too large.
    """
    battle = Unplayed(turn, at)
    others = [other for other in battle.sides if other != seat and battle.fights(other)]
    if len(others) != 1 or not battle.fights(seat) or not battle.is_plain:
        return None
    if not battle.zone.is_territory:
        plans.engage(battle)
    return _Courses(battle, (seat, others[0])).odds()


class _Courses:
    """All courses of a battle between two seats."""

    def __init__(self, battle: Unplayed, seats: tuple[Seat, Seat]) -> None:
        """Look how many rounds doctrine tells apart."""
        self._battle, self._seats, self._used = battle, seats, set(battle.turn.used)
        doctrines = [plans.doctrine_of(battle.turn, seat, battle.at) for seat in seats]
        rounds = [line.round for one in doctrines for line in one.all(Line)]
        occasions = [line.occasion for one in doctrines for line in one.all(Retreat)]
        rounds += [occasion.number for occasion in occasions if occasion.what == "round"]
        self._last, self._left = max((1, *rounds)) + 1, _MOST

    def odds(self) -> Odds | None:
        """Follow them, the largest stages first: none comes after a smaller one."""
        sides = [self._battle.sides[seat] for seat in self._seats]
        mine, theirs = (Group(tuple(one.units.items()), one.leaders, (one.factories, one.halves)) for one in sides)
        waiting, ends = {Stage((mine, theirs)): 1.0}, [0.0] * 4
        while waiting:
            stage = max(waiting, key=lambda one: (one.size, -one.round, not one.quiet))
            weight = waiting.pop(stage)
            self._lay_out(stage)
            after = {} if stage.over or not self._battle.fighting else self._round(stage, weight)
            if self._left < 0:
                return None
            stays = after.pop(stage, 0.0) / weight
            if stays >= _CERTAIN or stage.over or not self._battle.fighting:
                ends[stage.end] += weight
            for other, often in after.items():
                waiting[other] = waiting.get(other, 0.0) + often / (1.0 - stays)
        whole = sum(ends)
        return (ends[0] / whole, ends[1] / whole, ends[2] / whole, ends[3] / whole) if whole >= 1 - _LEFT_OUT else None

    def _lay_out(self, stage: Stage) -> None:
        """Put a stage before the battle's eyes."""
        battle, land = self._battle, self._battle.zone.is_territory
        for seat, one in zip(self._seats, stage.groups, strict=True):
            factories, halves = one.works
            battle.sides[seat] = Side(
                seat, dict(one.units), land=land, factories=factories, halves=halves, leaders=one.leaders
            )
            battle.lost[seat] = one.lost
        battle.round, battle.quiet, battle.graced = stage.round, stage.quiet, set(stage.graced)
        battle.turn.used, battle.wrecks = set(self._used), []
        battle.stayed.clear()

    def _round(self, stage: Stage, weight: float) -> dict[Stage, float]:
        """Return what a round makes of a stage."""
        battle = self._battle
        battle.boards = {seat: plans.deploy(battle, seat) for seat in battle.fighting}
        battle.eyes = {seat: plans.eye(battle, seat) for seat in battle.boards}
        retreating.leave(battle, early=True)
        falling.capture_lone(battle)
        table = Table(battle, self._left)
        moments: Moments = {table.moment: weight}
        for step in STEPS:
            moments = table.step(step, moments)
        self._left = table.left
        out: dict[Stage, float] = {}
        for moment, often in moments.items():
            table.show(moment)
            after = self._after(stage, table)
            out[after] = out.get(after, 0.0) + often
        return out

    def _after(self, stage: Stage, table: Table) -> Stage:
        """Return the stage that a round leads to, from its last moment."""
        battle, fired = self._battle, table.fired
        lost = {seat: table.sizes[seat] - board.size for seat, board in battle.boards.items()}
        table.leave()
        works = _works(stage, [battle.boards[seat] for seat in self._seats])
        groups = [
            Group(
                _left(group, battle.boards[seat], battle.stayed),
                tuple(battle.boards[seat].leaders),
                own,
                group.lost + lost[seat],
            )
            for seat, group, own in zip(self._seats, stage.groups, works, strict=True)
        ]
        over = not fired and not battle.zone.is_territory
        number = min(self._last, stage.round + 1)
        return Stage((groups[0], groups[1]), number, not fired, over, frozenset(battle.graced))


def _left(group: Group, board: Board, stayed: Mapping[tuple[Seat, Kind], int]) -> tuple[tuple[Kind, int], ...]:
    """Return what is left of a side's units."""
    counts = {kind: stayed[board.seat, kind] for kind, _ in group.units}
    for troop in board.troops:
        if troop.kind in counts:
            counts[troop.kind] += troop.count
    return tuple((kind, number) for kind, number in counts.items() if number)


def _works(stage: Stage, boards: Sequence[Board]) -> list[tuple[int, int]]:
    """Return whose Factories are whose after a round: those that are gone from a board are the enemy's."""
    before = [group.works for group in stage.groups]
    kept = [(_standing(board, half=False), _standing(board, half=True)) for board in boards]
    return [
        (own[0] + theirs[0] - left[0], own[1] + theirs[1] - left[1])
        for own, theirs, left in zip(kept, reversed(before), reversed(kept), strict=True)
    ]


def _standing(board: Board, *, half: bool) -> int:
    return sum(troop.count for troop in board.troops if troop.kind is Kind.FACTORY and troop.half is half)
