"""A second resolver of battles by the revised rules, written from the rule text alone.

It reads the data files by itself and shares no code with the game, so that what both agree on is hardly a mistake of
either. Each unit is an object of its own here. When ships leave is told, not decided.
"""

import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

GAMES = Path(__file__).parents[3] / "moderator" / "games"
FIGURES = tomllib.loads((GAMES / "solar_system" / "data" / "figures.toml").read_text(encoding="utf-8"))
TABLE = FIGURES["table"]
WORTH = {kind: unit["worth"] for kind, unit in FIGURES["unit"].items()}
FIRES = ("kilsat", "battler", "gennie", "trooper", "transport", "fighter", "marker")
TIES = ("battler", "kilsat", "fighter", "gennie", "trooper", "transport", "marker", "factory")
SPACES = ("fighting", "commando", "retreating", "holding", "demolitions", "withdrawing")
LINE = SPACES[:3]
GROUND, SHIPS = ("trooper", "gennie", "marker"), ("fighter", "battler", "transport")
FIGURE_OF = {"Prince Tallen": "gennie", "Admiral Vaar": "battler", "Jocasta": "transport"}
CAP = 50


class Dice:
    """Faces that are given, and a line for each of them that tells what it was thrown for."""

    def __init__(self, faces: Sequence[int]) -> None:
        self.faces: Iterator[int] = iter(faces)
        self.lines: list[str] = []

    def throw(self, what: str, need: int) -> bool:
        """Throw: a ten always hits, a one never."""
        face = next(self.faces)
        hit = face == 10 or (face != 1 and face >= need)
        self.lines.append(f"{what}: {need} {face} {'hit' if hit else 'miss'}")
        return hit


@dataclass(eq=False)
class Unit:
    """One unit, or a Leader who fights as one; of a Factory ``lives`` are the hits that it takes."""

    kind: str
    leader: str = ""
    lives: int = 1
    space: str = ""
    late: bool = False
    fired: bool = False
    struck: bool = False


@dataclass
class Side:
    """A seat's force in one zone.

    ``card`` is its turn card, ``lines`` the space of each kind that is ordered, ``leaves`` the round in which ships go.
    """

    seat: str
    card: int
    units: list[Unit]
    leader: str = ""
    dropped: int = 0
    lines: Mapping[str, str] = field(default_factory=dict)
    points: bool | None = None
    hunts: bool = False
    leaves: int = 0
    graced: bool = False
    where: str = ""
    spoils: list[Unit] = field(default_factory=list)

    def at(self, *spaces: str) -> list[Unit]:
        """Return the units in some spaces."""
        return [unit for unit in self.units if unit.space in spaces]

    @property
    def size(self) -> int:
        """How many units there are, Factories and Markers not counted."""
        return sum(unit.kind not in {"factory", "marker"} for unit in self.units)

    @property
    def stands(self) -> bool:
        """Whether there is more than Factories."""
        return any(unit.kind != "factory" for unit in self.units)

    def guarded(self) -> bool:
        """Whether a Factory stands in the Fighting space that still takes a hit."""
        return any(unit.kind == "factory" and unit.lives > 0 for unit in self.at("fighting"))


@dataclass(frozen=True)
class Rules:
    """What is in force: the zone's kind, and options; ``enemy`` are the seats whose zone it is not."""

    land: bool
    strike_once: bool = False
    strike_from_holding: bool = True


class Battle:
    """A battle; sides stand in turn order."""

    def __init__(self, sides: Sequence[Side], rules: Rules, dice: Dice) -> None:
        self.sides, self.rules, self.dice, self.round = list(sides), rules, dice, 0
        self.up = self.sides

    def play(self) -> None:
        """Play rounds until one side is left, or nobody fires in space."""
        quiet = False
        while self.round < CAP and sum(side.stands for side in self.sides) > 1:
            self.round += 1
            thrown = len(self.dice.lines)
            for side in self.sides:
                self.deploy(side, ordered=not quiet)
            self.go(early=True)
            self.capture()
            self.fire_all()
            self.go(early=False)
            quiet = len(self.dice.lines) == thrown
            if quiet and not self.rules.land:
                break

    # ---- the board

    def deploy(self, side: Side, *, ordered: bool) -> None:
        """Place everything: as ordered where it may stand, else as the table of defaults says."""
        side.units += side.spoils
        side.spoils.clear()
        for unit in side.units:
            unit.space, unit.late, unit.fired = "", False, False
            wished = side.lines.get(unit.kind, "") if ordered and not unit.leader and unit.kind != "factory" else ""
            if self.leaving(side) and (unit.kind in SHIPS or unit.leader):
                unit.space = "commando" if side.leader == "Buddy Wade" and unit.kind == "fighter" else "retreating"
            elif wished:
                unit.space = wished if may_stand(unit.kind, wished) else "fighting"
            elif unit.kind in {"trooper", "gennie", "fighter", "marker"} or unit.leader:
                unit.space = "fighting"
        self.withdraw(side)
        self.stand_behind(side, side.lines.get("factory", "") if ordered else "")
        if self.round == 1:
            self.burden(side)
        side.units.sort(key=place)
        side.where = self.station(side)

    def leaving(self, side: Side) -> bool:
        """Return whether a side's ships leave in this round."""
        return 0 < side.leaves <= self.round

    def withdraw(self, side: Side) -> None:
        """Place Transports that leave behind others that do."""
        going = [unit for unit in side.at("retreating") if not unit.leader] if self.leaving(side) else []
        if any(unit.kind != "transport" for unit in going):
            for unit in going:
                unit.space = "withdrawing" if unit.kind == "transport" else "retreating"

    def go(self, *, early: bool) -> None:
        """Let those leave who are to: Wilma Deering's ships before the round, all others after it."""
        for side in self.sides:
            spaces = {"retreating", "withdrawing"}
            if side.leader == "Buddy Wade" and self.leaving(side):
                spaces.add("commando")
            if not early or side.leader == "Wilma Deering":
                side.units = [unit for unit in side.units if unit.kind == "factory" or unit.space not in spaces]

    def stand_behind(self, side: Side, wished: str) -> None:
        """Place large guns and Transports behind others, if there are any, and Factories where they are wished."""
        normal = [unit for unit in side.units if not unit.leader]
        front = any(unit.space == "fighting" for unit in normal)
        for unit in normal:
            if unit.kind in {"battler", "kilsat"} and not unit.space:
                unit.space = "holding" if front else "fighting"
        line = any(unit.space in LINE for unit in normal if unit.kind not in {"transport", "factory"} or unit.space)
        for unit in normal:
            if unit.kind == "transport" and not unit.space:
                unit.space = "holding" if line else "fighting"
        guards = any(unit.kind in {"trooper", "gennie"} for unit in side.at("fighting"))
        for unit in normal:
            if unit.kind == "factory":
                usual = "fighting" if guards else "withdrawing"
                unit.space = wished if wished in {"fighting", "holding", "withdrawing"} else usual

    def burden(self, side: Side) -> None:
        """Those beyond the other units pay for being unloaded: Troopers, those behind first."""
        troopers = [unit for unit in side.units if unit.kind == "trooper"]
        down = min(side.dropped, len(troopers))
        others = sum(unit.kind in {"trooper", "gennie", "fighter"} for unit in side.units) - down
        excess = max(0, down - others)
        for unit in sorted(troopers, key=place, reverse=True)[:excess]:
            unit.late = True

    def station(self, side: Side) -> str:
        """Return where the Leader stands: where he helps most; Kane fights, Wade leads Commandos."""
        if self.leaving(side):
            return "commando" if side.leader == "Buddy Wade" else "retreating"
        if side.leader == "Killer Kane" or any(unit.leader for unit in side.units):
            return "fighting"
        if side.leader == "Buddy Wade":
            return "commando"
        helps = {"Buck Rogers": {"fighter"}, "Wilma Deering": {"transport"}, "King Grallo": {"trooper", "gennie"}}
        helps["Admiral Vaar"] = {"battler"}
        kinds = helps.get(side.leader, set(WORTH))
        counts = Counter(unit.space for unit in side.units if unit.kind in kinds)
        return max(SPACES, key=lambda space: counts[space])

    # ---- numbers

    def need(self, side: Side, unit: Unit, other: Side, target: Unit, extra: int) -> int:
        """Return what the die must show, 2 to 10; 0 for no attack."""
        base = int(TABLE[self.counts_as(unit.kind)][TABLE["order"].index(self.counts_as(target.kind))])
        if not base:
            return 0
        base += 1 if target.space == "fighting" and target.kind in GROUND and other.guarded() else 0
        if target.space == "withdrawing":
            base += 2 * sum(not one.struck for one in other.at("retreating"))
        base += int(unit.late) - int(target.late)
        base -= self.helped(side, unit) + extra
        return max(2, min(10, base + self.shielded(other, target)))

    def counts_as(self, kind: str) -> str:
        """Return what a unit is in the table: a Factory is hit as a Gennie, a Battler on the ground is a Transport."""
        if kind == "factory":
            return "gennie"
        return "transport" if kind == "battler" and self.rules.land else kind

    def helped(self, side: Side, unit: Unit) -> int:
        """Return what a Leader adds to a throw."""
        with_him = unit.space == side.where
        bonus = {"Buck Rogers": (("fighter",), 2), "King Grallo": (("trooper", "gennie"), 1)}
        bonus["Admiral Vaar"] = (("battler",), 1)
        kinds, added = bonus.get(side.leader, ((), 0))
        return added if with_him and unit.kind in kinds else 0

    def shielded(self, side: Side, unit: Unit) -> int:
        """Return what a Leader makes it harder to hit a unit."""
        if unit.space != side.where:
            return 0
        if side.leader == "Buddy Wade":
            return int(unit.space == "commando" and self.round == 1)
        harder = {"Buck Rogers": ("fighter", 1), "Wilma Deering": ("transport", 2), "Admiral Vaar": ("battler", 1)}
        kind, added = harder.get(side.leader, ("", 0))
        return added if unit.kind == kind else 0

    # ---- steps

    def fire_all(self) -> None:
        """Play steps b to f."""
        if self.round == 1:
            self.step("kane", self.is_with_kane)
            self.step("first-strike", self.strikes)
        self.step("attack", self.fires)
        self.step("hold", self.holds)
        self.step("commando", lambda _, unit: unit.space == "commando")

    def is_with_kane(self, side: Side, unit: Unit) -> bool:
        """Who fires beside Killer Kane; KilSats have First Strikes of their own."""
        return side.leader == "Killer Kane" and unit.space == side.where == "fighting" and unit.kind != "kilsat"

    def strikes(self, _: Side, unit: Unit) -> bool:
        """Gennies in front, and KilSats."""
        places = ("fighting", "holding") if self.rules.strike_from_holding else ("fighting",)
        if unit.kind == "kilsat":
            return unit.space in places
        return unit.kind == "gennie" and unit.space == "fighting" and not unit.fired

    def fires(self, side: Side, unit: Unit) -> bool:
        """Who stands in front and has not fired; Wade's Commandos as well."""
        wade = side.leader == "Buddy Wade" and unit.space == "commando"
        return wade or (unit.space == "fighting" and not unit.fired)

    def holds(self, _: Side, unit: Unit) -> bool:
        """Large guns behind the line, not on the ground."""
        guns = unit.kind in {"battler", "kilsat"} and unit.space == "holding" and not self.rules.land
        return guns and not (self.rules.strike_once and unit.fired)

    def step(self, kind: str, may: Callable[[Side, Unit], bool]) -> None:
        """Let all fire who may; who was struck and could fire falls after it."""
        self.up = [side for side in self.sides if side.stands]
        if len(self.up) < 2:
            return
        ready = {id(unit) for side in self.sides for unit in side.units if unit.kind != "factory" and may(side, unit)}
        thrown = len(self.dice.lines)
        for side in sorted(self.sides, key=lambda side: (-side.size, side.card)):
            firing = [unit for unit in side.units if id(unit) in ready]
            firing.sort(key=lambda unit: (FIRES.index(unit.kind), *place(unit)[1:]))
            kilsats = [unit for unit in firing if unit.kind == "kilsat" and kind == "first-strike"]
            strikes = [kilsats[n % len(kilsats)] for n in range(min(self.ships(side), 4 * len(kilsats)))]
            for unit in [*strikes, *(unit for unit in firing if unit not in kilsats)]:
                self.turn_of(kind, side, unit, ready)
        if len(self.dice.lines) > thrown:
            self.clear()

    def ships(self, side: Side) -> int:
        """Return the enemy ships that a KilSat may fire at."""
        return sum(
            unit.kind in SHIPS and not self.is_with_wilma(other, unit)
            for other in self.sides
            if other is not side
            for unit in other.units
        )

    def is_with_wilma(self, side: Side, unit: Unit) -> bool:
        """Return whether a ship stands beside Wilma Deering."""
        return side.leader == "Wilma Deering" and unit.kind in SHIPS and unit.space == side.where

    def turn_of(self, kind: str, side: Side, unit: Unit, ready: set[int]) -> None:
        """Fire a unit once, or a Battler in front twice at three less."""
        target = self.aim(kind, side, unit, 0)
        double = self.aim(kind, side, unit, -3)
        twice = kind in {"kane", "attack"} and unit.kind == "battler" and not self.rules.land
        if side.points is None:
            twice = twice and target is not None and double is not None and 2 * double[3] > target[3]
        else:
            twice = twice and side.points
        for _ in range(2 if twice else 1):
            if found := self.aim(kind, side, unit, -3 if twice else 0):
                self.shoot("point" if twice and kind == "attack" else kind, (side, unit), found, ready)

    def aim(self, kind: str, side: Side, unit: Unit, extra: int) -> tuple[Side, Unit, int, float] | None:
        """Return the target of greatest chance times worth."""
        best: tuple[tuple[float, ...], tuple[Side, Unit, int, float]] | None = None
        for index, other in enumerate(self.up):
            for target in other.units if other is not side else ():
                if not self.reaches(kind, unit, other, target) or (target.kind == "factory" and not side.hunts):
                    continue
                need = self.need(side, unit, other, target, extra)
                value = round((11 - need) / 10 * WORTH[target.kind], 6)
                hunted = side.hunts and target.kind == "factory"
                key = (-float(hunted), -value, TIES.index(target.kind), index)
                if need and (best is None or key < best[0]):
                    best = key, (other, target, need, value)
        return best and best[1]

    def reaches(self, kind: str, unit: Unit, other: Side, target: Unit) -> bool:
        """Return whether a target may be fired at in a step."""
        if target.struck or target.lives < 1:
            return False
        if kind == "first-strike":
            if unit.kind == "gennie" and target.kind not in {"trooper", "marker"}:
                return False
            if unit.kind == "kilsat" and self.is_with_wilma(other, target):
                return False
        line = [one for one in other.at(*LINE) if one.kind != "factory"]
        return kind == "commando" or target.space in LINE or not line

    def shoot(self, kind: str, firer: tuple[Side, Unit], found: tuple[Side, Unit, int, float], ready: set[int]) -> None:
        """Throw for a shot; what cannot fire in this step falls at once."""
        (side, unit), (other, target, need, _) = firer, found
        unit.fired = True
        if not self.dice.throw(f"{kind} {side.seat} {unit.kind} {other.seat} {target.kind}", need):
            return
        gone = 0 < other.leaves < self.round
        if other.leader == "King Grallo" and not other.graced and not gone:
            other.graced = True
        elif target.leader:
            other.units.remove(target)
            other.where = "holding"
        elif target.kind == "factory":
            target.lives -= 1
        else:
            like = [one for one in other.units if place(one) == place(target) and not one.struck]
            idle = [one for one in like if id(one) not in ready]
            if idle:
                other.units.remove(next((one for one in idle if one.fired), idle[0]))
            else:
                next((one for one in like if one.fired), like[0]).struck = True

    def clear(self) -> None:
        """Take off what was struck, of like units those that have fired."""
        for side in self.sides:
            groups: dict[tuple[int, ...], list[Unit]] = {}
            for unit in side.units:
                groups.setdefault(place(unit), []).append(unit)
            for like in groups.values():
                for _ in range(sum(unit.struck for unit in like)):
                    gone = next((unit for unit in like if unit.fired), like[0])
                    like.remove(gone)
                    side.units.remove(gone)
                for unit in like:
                    unit.struck = False
            side.units = [unit for unit in side.units if unit.lives > 0]
        self.capture()

    def capture(self) -> None:
        """Let Factories be captured that are alone in the Fighting space."""
        for side in self.sides:
            enemies = [other for other in self.sides if other is not side and other.stands]
            if enemies and {unit.kind for unit in side.at("fighting")} == {"factory"}:
                victor = min(enemies, key=lambda other: (-other.size, other.card))
                victor.spoils += side.at("fighting")
                side.units = [unit for unit in side.units if unit.space != "fighting"]


def place(unit: Unit) -> tuple[int, ...]:
    """Return where a unit comes in the order of its side: by kind and space, Leaders and Factories last."""
    kind = FIRES.index(unit.kind) if unit.kind in FIRES else len(FIRES)
    space = SPACES.index(unit.space) if unit.space else 0
    return (int(bool(unit.leader)) + 2 * (unit.kind == "factory"), kind, space, int(unit.late))


def may_stand(kind: str, space: str) -> bool:
    """Return whether units of a kind may stand in a space."""
    if kind in {"battler", "transport"}:
        return space not in {"commando", "demolitions"}
    if kind == "kilsat":
        return space in {"fighting", "holding"}
    return True
