"""The steps of a round in which units fire; PEET 4 b to f."""

from collections.abc import Callable

from msgspec import Struct

from moderator.core.game import Event
from moderator.core.seats import Seat
from moderator.games.buck_rogers_revised.board.aim import DESTRUCT, POINT, Aimed, Firing, best, is_with_wilma
from moderator.games.buck_rogers_revised.board.powers import KANE, LAST_MODEL
from moderator.games.buck_rogers_revised.board.spaces import Board, Troop, box_of
from moderator.games.buck_rogers_revised.events.battle import (
    FigureSilenced,
    FireStep,
    HitIgnored,
    StepFought,
)
from moderator.games.buck_rogers_revised.orders.types import Destruct
from moderator.games.buck_rogers_revised.pieces import XENOTRON, Space
from moderator.games.buck_rogers_revised.rules.combat import falling, plans
from moderator.games.buck_rogers_revised.rules.combat.battle import Battle
from moderator.games.buck_rogers_revised.rules.powers import use
from moderator.games.solar_system.board.firing import FIRING
from moderator.games.solar_system.events.battle import Shot
from moderator.games.solar_system.pieces import SHIPS, Kind

_SHOTS_OF_KILSAT = 4
_GUNS = (Kind.BATTLER, Kind.KILSAT)
_POINTED: tuple[FireStep, ...] = ("kane", "fire")
"""The steps of the Fighting space, in which point defence takes the place of a Battler's shot."""


class Step(Struct, frozen=True):
    """A step: its name, the reason of its throws, and how often units of a troop may fire in it."""

    key: FireStep
    reason: str
    able: Callable[[Battle, Board, Troop], int]

    def __call__(self, battle: Battle) -> bool:
        """Play it; return whether anybody fired."""
        return Salvo(battle, self).fire()


class Salvo:
    """A step in work: its shots, the troops of which one is lost, who hit whose Factory, and what is told after it."""

    def __init__(self, battle: Battle, step: Step) -> None:
        """Begin."""
        self.battle, self.step, self.turn = battle, step, battle.turn
        self.boards = [board for board in battle.boards.values() if board.fights]
        self.shots: list[Shot] = []
        self.lost: list[tuple[Board, Troop]] = []
        self.blows: list[tuple[Seat, Seat]] = []
        self.notes: list[Event] = []

    def fire(self) -> bool:
        """Let everybody fire, the largest side first, and take off what is hit; return whether anybody fired."""
        for board, firing in self.order():
            for troop in firing:
                self.fire_one(board, troop)
            if self.step.key == "demolish":
                self._destruct(board)
        if self.shots:
            self.clear()
            self._tell()
            falling.settle_factories(self.battle, self.blows)
        return bool(self.shots)

    def order(self) -> list[tuple[Board, list[Troop]]]:
        """Return who fires, side after side, a troop for each of its units; make them ready."""
        found = []
        for board in sorted(self.boards, key=lambda board: (-board.size, board.rank)):
            times = [self.step.able(self.battle, board, troop) for troop in board.troops]
            firing: list[Troop] = []
            for troop, often in zip(board.troops, times, strict=True):
                troop.ready = min(often, troop.count)
                firing += [troop] * (often * (troop.kind in FIRING))
            found.append((board, sorted(firing, key=lambda troop: FIRING.index(troop.kind))))
        return found

    def fire_one(self, board: Board, troop: Troop) -> None:
        """Fire one unit that is still there, or a Battler twice."""
        if not troop.count:
            return
        aimed = self._aim(board, troop)
        twice = self.step.key in _POINTED and troop.kind is Kind.BATTLER and not board.land
        twice = twice and aimed is not None and self._points(board, troop, aimed)
        if not twice:
            self._shoot(board, troop, aimed, self.step.reason)
            return
        for _ in range(2):
            self._shoot(board, troop, self._aim(board, troop, POINT), "point")

    def _aim(self, board: Board, troop: Troop, extra: int = 0, key: Firing | None = None) -> Aimed | None:
        return best(key or self.step.key, board, troop, self._enemies(board), self.battle.eyes[board.seat], extra=extra)

    def _enemies(self, board: Board) -> list[Board]:
        """Return those whom a side fights and who have not lost yet, as they have who are left with Factories (S3)."""
        standing = [one.seat for one in self.boards]
        return [one for one in self.battle.enemies(board.seat) if one.seat in standing]

    def _points(self, board: Board, troop: Troop, aimed: Aimed) -> bool:
        """Tell whether a Battler fires twice at -3: as doctrine says, else where it is worth more ("Point Defense")."""
        wish = plans.doctrine_of(self.turn, board.seat, self.battle.at).points(self.battle.zone.name)
        double = self._aim(board, troop, POINT)
        worth_more = double is not None and 2 * double.value > aimed.value and aimed.theirs is not board
        return worth_more if wish is None else wish

    def _shoot(self, board: Board, troop: Troop, aimed: Aimed | None, reason: str) -> None:
        """Throw for a shot, if there is a target, and note what is hit."""
        if aimed is None:
            return
        theirs = aimed.theirs
        throw = self.battle.throw(reason, board.seat, aimed)
        shot = Shot(board.seat, troop.kind, theirs.seat, aimed.troop.kind, aimed.number, throw)
        self.shots.append(shot)
        troop.fired += 1
        if self.step.key == "kane":
            use(self.turn, KANE)
        if shot.hit and not (theirs is not board and self._is_ignored(theirs)):
            self._hit(board.seat, theirs, aimed.troop)

    def _is_ignored(self, board: Board) -> bool:
        """Tell whether King Grallo's side shrugs a hit off: the first of a battle."""
        grallo = any(powers.ignores_first_hit and name in board.leaders for name, powers in board.powers.items())
        if not grallo or board.seat in self.battle.graced:
            return False
        self.battle.graced.add(board.seat)
        self.notes.append(HitIgnored(seat=board.seat, zone=self.battle.zone.name))
        return True

    def _hit(self, hitter: Seat, board: Board, troop: Troop) -> None:
        """Strike a unit: who may fire in this step falls after it, others at once ("Defenseless Units")."""
        if troop.leader:
            troop.count = 0
            board.leaders[troop.leader] = Space.HOLDING
            self.battle.silenced.add(troop.leader)
            falling.unload(self.battle, self.turn.people[troop.leader])
            self.notes.append(FigureSilenced(leader=troop.leader, zone=self.battle.zone.name))
            return
        if troop.kind is Kind.FACTORY:
            self.blows.append((hitter, board.seat))
        elif troop.kind in SHIPS:
            self.battle.wrecks.append((board.seat, troop.kind))
        if troop.kind is Kind.FACTORY or troop.count <= troop.ready:
            troop.struck += 1
        else:
            self._drop(board, troop, 1)

    def _drop(self, board: Board, troop: Troop, number: int) -> None:
        """Take units off the battle board, of like ones those that have fired."""
        troop.count -= number
        troop.fired = max(0, troop.fired - number)
        self.lost += [(board, troop)] * number

    def _destruct(self, board: Board) -> None:
        """Let Troopers beside Xenotron-3000 fire once at ground units, and die."""
        battle = self.battle
        lines = [line for line in self.turn.order_set(board.seat, Destruct) if line.zone == battle.zone.name]
        asked = sum(line.count for line in lines) - battle.destructed[board.seat]
        if XENOTRON not in board.leaders or self.turn.model < LAST_MODEL:
            return
        for troop in [one for one in board.troops if one.kind is Kind.TROOPER]:
            for _ in range(min(asked, troop.count)):
                aimed = self._aim(board, troop, DESTRUCT, "destruct")
                if aimed is None:
                    return
                self._shoot(board, troop, aimed, self.step.reason)
                self._drop(board, troop, 1)
                battle.destructed[board.seat] += 1
                self.turn.destructed.add((board.seat, battle.zone.name))
                asked -= 1

    def clear(self) -> None:
        """Take what was struck off both battle boards."""
        for board in self.battle.boards.values():
            for troop in board.troops:
                if troop.struck and troop.kind is not Kind.FACTORY:
                    self._drop(board, troop, troop.struck)
                    troop.struck = 0

    def _tell(self) -> None:
        """Tell of the step, and take what is lost out of the zone."""
        battle = self.battle
        for board, troop in self.lost:
            falling.remove(battle, board, troop)
        boxes = [
            box_of(
                seat, space, [(troop, 1) for board, troop in self.lost if (board.seat, troop.space) == (seat, space)]
            )
            for seat, space in dict.fromkeys((board.seat, troop.space) for board, troop in self.lost)
        ]
        zone, shots = battle.zone.name, tuple(self.shots)
        self.turn.say(StepFought(zone=zone, round=battle.round, step=self.step.key, shots=shots, lost=tuple(boxes)))
        self.turn.events += self.notes


# ---- who may fire in which step ---------------------------------------------------------------------------


def _waiting(troop: Troop, *spaces: Space) -> int:
    """Return the units of a troop in some spaces that have not fired this round."""
    return max(0, troop.count - troop.fired) * (troop.space in spaces and not troop.landed)


def _kane(battle: Battle, board: Board, troop: Troop) -> int:
    """Return who fires beside Killer Kane: not KilSats, which have First Strikes of their own."""
    del battle
    beside = board.kane and board.leaders.get(KANE) is Space.FIGHTING and troop.kind is not Kind.KILSAT
    return _waiting(troop, Space.FIGHTING) * beside


def _strike(battle: Battle, board: Board, troop: Troop) -> int:
    """Return the First Strikes of Gennies, and of KilSats as many as there are enemy ships, four for each at most."""
    if not board.first:
        return 0
    if troop.kind is Kind.GENNIE:
        return _waiting(troop, Space.FIGHTING)
    spaces = _STRIKING[battle.turn.options.first_strike_holds]
    if troop.kind is not Kind.KILSAT or troop.space not in spaces:
        return 0
    ships = sum(
        one.count
        for theirs in battle.enemies(board.seat)
        for one in theirs.troops
        if one.kind in SHIPS and not is_with_wilma(one, theirs)
    )
    kilsats = [one for one in board.at(spaces) if one.kind is Kind.KILSAT]
    before = sum(one.count for one in kilsats[: kilsats.index(troop)])
    return min(max(0, ships - _SHOTS_OF_KILSAT * before), _SHOTS_OF_KILSAT * troop.count)


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


STEPS: tuple[Step, ...] = (
    Step("kane", "kane", _kane),
    Step("strike", "first-strike", _strike),
    Step("fire", "attack", _fire),
    Step("hold", "hold", _hold),
    Step("commando", "commando", _commando),
    Step("demolish", "demolition", _demolish),
)
"""In the order of a round."""
