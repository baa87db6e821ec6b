"""The steps of a round in which units fire; PEET 4 b to f."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from moderator.core.seats import Seat
from moderator.games.buck_rogers_revised.board.aim import DESTRUCT, POINT, Aimed, best, is_with_wilma
from moderator.games.buck_rogers_revised.board.powers import KANE, LAST_MODEL
from moderator.games.buck_rogers_revised.board.spaces import Board, Troop, boxed
from moderator.games.buck_rogers_revised.events.battle import (
    Box,
    FigureSilenced,
    FireStep,
    HitIgnored,
    StepFought,
)
from moderator.games.buck_rogers_revised.orders.types import Destruct
from moderator.games.buck_rogers_revised.pieces import XENOTRON, Space
from moderator.games.buck_rogers_revised.rules.combat import falling, plans
from moderator.games.buck_rogers_revised.rules.powers import use
from moderator.games.solar_system.board.firing import FIRING
from moderator.games.solar_system.events.battle import Shot
from moderator.games.solar_system.pieces import SHIPS, Kind

if TYPE_CHECKING:
    from moderator.games.buck_rogers_revised.rules.combat.battle import Battle

_SHOTS_OF_KILSAT = 4
_GUNS = (Kind.BATTLER, Kind.KILSAT)


class _Step(Struct, frozen=True):
    """A step: its name, the reason of its throws, and how many units of a troop may fire in it."""

    key: FireStep
    reason: str
    able: Callable[[Battle, Board, Troop], int]

    def __call__(self, battle: Battle) -> bool:
        """Let everybody fire, the largest side first, and take off what is hit; return whether anybody fired."""
        shots: list[Shot] = []
        lost: list[tuple[Board, Troop]] = []
        boards = sorted(battle.boards.values(), key=lambda board: (-board.size, board.rank))
        shooting = [(board, troop, self.able(battle, board, troop)) for board in boards for troop in board.troops]
        for _, troop, times in shooting:
            troop.ready = min(times, troop.count)
        for board in boards:
            for kind in FIRING:
                for own, troop, times in shooting:
                    for _ in range(times if own is board and troop.kind is kind and troop.count else 0):
                        shots += self._fire(battle, board, troop, lost)
            if self.key == "demolish":
                shots += _destruct(battle, board, lost)
        if shots:
            _take_off(battle, lost)
            zone, boxes = battle.zone.name, tuple(_boxes(lost))
            battle.turn.say(StepFought(zone=zone, round=battle.round, step=self.key, shots=tuple(shots), lost=boxes))
            battle.turn.events += battle.notes
            battle.notes.clear()
            falling.settle_factories(battle)
        return bool(shots)

    def _fire(self, battle: Battle, board: Board, troop: Troop, lost: list[tuple[Board, Troop]]) -> list[Shot]:
        """Fire one unit, or a Battler twice."""
        seat = board.seat
        aimed = best(self.key, board, troop, battle.enemies(seat), battle.eyes[seat])
        times, reason, extra = 1, self.reason, 0
        if (
            self.key == "fire"
            and troop.kind is Kind.BATTLER
            and not board.land
            and _points(battle, board, troop, aimed)
        ):
            times, reason, extra = 2, "point", POINT
        shots = []
        for _ in range(times):
            aimed = best(self.key, board, troop, battle.enemies(seat), battle.eyes[seat], extra=extra)
            if aimed is not None:
                shots.append(self.shoot(battle, (board, troop), aimed, reason, lost))
        troop.fired += bool(shots)
        if shots and self.key == "kane":
            use(battle.turn, KANE)
        return shots

    def shoot(
        self, battle: Battle, firer: tuple[Board, Troop], aimed: Aimed, reason: str, lost: list[tuple[Board, Troop]]
    ) -> Shot:
        """Throw for a shot, and note what is hit."""
        (board, troop), theirs = firer, aimed.theirs
        throw = battle.turn.throw(reason, battle.at, board.seat, theirs.seat)
        shot = Shot(board.seat, troop.kind, theirs.seat, aimed.troop.kind, aimed.number, throw)
        if not shot.hit:
            return shot
        if theirs is not board and _ignored(battle, theirs):
            return shot
        self._hit(battle, board.seat, aimed, lost)
        if shot.target in SHIPS and not aimed.troop.leader:
            battle.wrecks.setdefault(board.seat, []).append(shot.target)
        return shot

    def _hit(self, battle: Battle, hitter: Seat, aimed: Aimed, lost: list[tuple[Board, Troop]]) -> None:
        """Strike a unit: who may fire in this step falls after it, others at once ("Defenseless Units")."""
        board, troop = aimed.theirs, aimed.troop
        if troop.leader:
            troop.count = 0
            board.leaders[troop.leader] = Space.HOLDING
            battle.silenced.add(troop.leader)
            battle.turn.spill(battle.turn.people[troop.leader])
            battle.notes.append(FigureSilenced(leader=troop.leader, zone=battle.zone.name))
        elif troop.kind is Kind.FACTORY:
            troop.struck += 1
            battle.blows.append((hitter, board.seat))
        elif troop.count <= troop.ready:
            troop.struck += 1
        else:
            troop.count -= 1
            troop.fired = max(0, troop.fired - 1)
            lost.append((board, troop))


def _points(battle: Battle, board: Board, troop: Troop, aimed: Aimed | None) -> bool:
    """Tell whether a Battler fires twice at -3: as doctrine says, else where that is worth more ("Point Defense")."""
    said = plans.doctrine_of(battle.turn, board.seat, battle.at).points(battle.zone.name)
    if said is not None:
        return said
    twice = best("fire", board, troop, battle.enemies(board.seat), battle.eyes[board.seat], extra=POINT)
    return aimed is not None and twice is not None and 2 * twice.value > aimed.value and aimed.theirs is not board


def _ignored(battle: Battle, board: Board) -> bool:
    """Tell whether King Grallo's side shrugs a hit off: the first of a battle."""
    grallo = any(powers.ignores_first_hit and name in board.leaders for name, powers in board.powers.items())
    if not grallo or board.seat in battle.graced:
        return False
    battle.graced.add(board.seat)
    battle.notes.append(HitIgnored(seat=board.seat, zone=battle.zone.name))
    return True


def _take_off(battle: Battle, lost: list[tuple[Board, Troop]]) -> None:
    """Take off what was struck in a step."""
    for board in battle.boards.values():
        for troop in board.troops:
            if troop.struck and troop.kind is not Kind.FACTORY:
                lost += [(board, troop)] * troop.struck
                troop.count -= troop.struck
                troop.fired, troop.struck = max(0, troop.fired - troop.struck), 0
    for board, troop in lost:
        falling.remove(battle, board, troop)


def _boxes(lost: Sequence[tuple[Board, Troop]]) -> list[Box]:
    """Return what was lost by seat and space."""
    keys = dict.fromkeys((board.seat, troop.space) for board, troop in lost)
    return [
        boxed(seat, space, [(troop, 1) for board, troop in lost if (board.seat, troop.space) == (seat, space)])
        for seat, space in keys
    ]


# ---- who may fire in which step ---------------------------------------------------------------------------


def _waiting(troop: Troop, *spaces: Space) -> int:
    """Return the units of a troop in some spaces that have not fired this round."""
    return max(0, troop.count - troop.fired) * (troop.space in spaces and not troop.landed)


def _kane(battle: Battle, board: Board, troop: Troop) -> int:
    del battle
    return _waiting(troop, Space.FIGHTING) * (board.kane and board.leaders.get(KANE) is Space.FIGHTING)


def _strike(battle: Battle, board: Board, troop: Troop) -> int:
    """Return the First Strikes of Gennies, and of KilSats as many as there are enemy ships, four for each at most."""
    if not board.first:
        return 0
    if troop.kind is Kind.GENNIE:
        return _waiting(troop, Space.FIGHTING)
    if troop.kind is not Kind.KILSAT or not _waiting(troop, *_STRIKING[battle.turn.options.first_strike_holds]):
        return 0
    ships = sum(
        one.count
        for theirs in battle.enemies(board.seat)
        for one in theirs.troops
        if one.kind in SHIPS and not is_with_wilma(one, theirs)
    )
    return min(ships, _SHOTS_OF_KILSAT * troop.count)


_STRIKING = {True: (Space.FIGHTING, Space.HOLDING), False: (Space.FIGHTING,)}


def _fire(battle: Battle, board: Board, troop: Troop) -> int:
    del battle
    if troop.space is Space.COMMANDO:
        helped = any(
            powers.extra_fire and board.leaders.get(name) is Space.COMMANDO for name, powers in board.powers.items()
        )
        return troop.count * helped
    return _waiting(troop, Space.FIGHTING)


def _hold(battle: Battle, board: Board, troop: Troop) -> int:
    """Return the large guns behind the line; a landed Battler has none."""
    if troop.kind not in _GUNS or board.land or troop.space is not Space.HOLDING:
        return 0
    return _waiting(troop, Space.HOLDING) if battle.turn.options.strike_once else troop.count


def _commando(battle: Battle, board: Board, troop: Troop) -> int:
    del battle, board
    return troop.count * (troop.space is Space.COMMANDO)


def _demolish(battle: Battle, board: Board, troop: Troop) -> int:
    del battle
    return troop.count * (troop.space is Space.DEMOLITIONS and board.scorches)


def _destruct(battle: Battle, board: Board, lost: list[tuple[Board, Troop]]) -> list[Shot]:
    """Let Troopers beside Xenotron-3000 fire once at ground units, and die."""
    turn = battle.turn
    shots: list[Shot] = []
    asked = sum(line.count for line in turn.sheet(board.seat, Destruct) if line.zone == battle.zone.name)
    if not asked or XENOTRON not in board.leaders or turn.model < LAST_MODEL:
        return []
    for troop in [one for one in board.troops if one.kind is Kind.TROOPER]:
        while troop.count and len(shots) < asked:
            aimed = best("destruct", board, troop, battle.enemies(board.seat), battle.eyes[board.seat], extra=DESTRUCT)
            if aimed is None:
                break
            shots.append(DEMOLISH.shoot(battle, (board, troop), aimed, DEMOLISH.reason, lost))
            troop.count -= 1
            lost.append((board, troop))
    return shots


DEMOLISH = _Step("demolish", "demolition", _demolish)
STEPS: tuple[_Step, ...] = (
    _Step("kane", "kane", _kane),
    _Step("strike", "first-strike", _strike),
    _Step("fire", "attack", _fire),
    _Step("hold", "hold", _hold),
    _Step("commando", "commando", _commando),
    DEMOLISH,
)
"""In the order of a round."""
