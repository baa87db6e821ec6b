"""A second resolver of battles, written from the rule text alone; ``pilot`` is one of moves.

It reads the data files by itself and shares no code with the game, so that what both agree on is hardly a mistake of
either. It plays by the default doctrine: who fights is told, and so are retreats, raids and powers.
"""

import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[3] / "moderator" / "games" / "solar_system" / "data"
FIGURES = tomllib.loads((DATA / "figures.toml").read_text(encoding="utf-8"))
BOARD = tomllib.loads((DATA / "board.toml").read_text(encoding="utf-8"))
TABLE = FIGURES["table"]
WORTH = {kind: unit["worth"] for kind, unit in FIGURES["unit"].items()}
FIRES = ("kilsat", "battler", "gennie", "trooper", "transport", "fighter", "marker")
"""The order in which a side's units fire."""
TIES = ("battler", "kilsat", "fighter", "gennie", "trooper", "transport", "marker")
"""The order in which targets are taken that are as good as each other."""
SHIPS = ("battler", "fighter", "transport")
"""The order in which a KilSat fires at ships."""
BEST = 10
CAP = 50
"""More rounds than any battle takes in which units can be hit."""
IDLE = 2
"""Rounds without a throw after which a battle is over."""
Units = Mapping[str, int]


class Dice:
    """Faces that are given, and a line for each of them that tells what it was thrown for."""

    def __init__(self, faces: Sequence[int]) -> None:
        self.faces: Iterator[int] = iter(faces)
        self.lines: list[str] = []

    def throw(self, what: str, need: int) -> bool:
        """Throw against a number that the face itself must reach."""
        face = next(self.faces)
        self.lines.append(f"{what}: {need} {face} {'hit' if face >= need else 'miss'}")
        return face >= need


@dataclass
class Side:
    """A seat's force in one zone.

    ``retreats`` are the units that leave after a round, by round, without their Leader; ``stuck`` is who can go
    nowhere. With ``volley`` Killer Kane uses his power, ``buck`` is the round in which Buck Rogers uses his. ``gone``
    are those who left, ``parted`` those who have fired at others that leave.
    """

    seat: str
    units: Counter[str]
    factories: int = 0
    leader: str = ""
    raiders: Counter[str] = field(default_factory=Counter)
    retreats: Mapping[int, Units] = field(default_factory=dict)
    stuck: bool = False
    volley: bool = False
    buck: int = 0
    gone: Counter[str] = field(default_factory=Counter)
    struck: Counter[str] = field(default_factory=Counter)
    aimed: Counter[str] = field(default_factory=Counter)
    parted: Counter[str] = field(default_factory=Counter)

    def fighters(self, kind: str) -> int:
        """Return how many units of a kind may fire: those that raid do not."""
        return max(0, self.units[kind] - self.raiders[kind])

    def fall(self) -> None:
        """Take off what was struck, of like units those that raid; a new round begins for what is left."""
        self.units -= self.struck
        self.raiders -= self.struck
        self.struck, self.aimed, self.parted = Counter(), Counter(), Counter()


@dataclass(frozen=True)
class Rules:
    """What is in force in a zone: ``home`` is the system whose Gennies have their ability there, if they have any."""

    territory: bool
    bonus: bool
    powers: bool
    markers: bool
    defence: bool = False
    home: str = ""
    asteroids: bool = False


def rules_of(options: Mapping[str, Any], zone: str) -> Rules:
    """Return the rules of a zone by the options of a match."""
    advanced = options.get("ruleset", "advanced") == "advanced"
    powers = options.get("leaders", "powers" if advanced else "bonus") == "powers"
    lands = {land["name"]: land["system"] for land in BOARD["territory"]}
    systems = lands | {orbit["name"]: orbit["system"] for orbit in BOARD["orbit"]}
    home = systems.get(zone, "") if options.get("gennies_by_home") else ""
    return Rules(
        territory=zone in lands,
        bonus=not powers,
        powers=powers,
        markers=options.get("markers_fight", advanced),
        defence=options.get("factory_defence", False),
        home=home,
        asteroids=home == "asteroids" and options.get("asteroid_gennies_hit", False),
    )


class Battle:
    """A battle from the shots before it to what is captured; sides stand in turn order."""

    def __init__(self, sides: Sequence[Side], rules: Rules, dice: Dice) -> None:
        self.sides, self.rules, self.dice = list(sides), rules, dice
        self.round = 0
        for side in self.sides:
            if not rules.markers:
                del side.units["marker"]

    def play(self) -> None:
        """Play everything."""
        self.volleys()
        self.free_shots()
        idle = 0
        while self.round < CAP and idle < IDLE and len(self.standing()) > 1:
            self.round += 1
            thrown = len(self.dice.lines)
            self.fire()
            idle = idle + 1 if len(self.dice.lines) == thrown else 0
            self.fall()
            self.raids()
            self.retreats()
        if self.rules.territory:
            self.capture()

    def standing(self) -> list[Side]:
        """Return the sides that have more left than Leaders and Factories."""
        return [side for side in self.sides if side.units.total()]

    def fall(self) -> None:
        """All that was struck falls together."""
        for side in self.sides:
            side.fall()

    def need(self, side: Side, firer: str, other: Side, target: str) -> int:
        """Return what the face itself must reach; 0 where there is no attack."""
        number = int(TABLE[firer][TABLE["order"].index(target)])
        if self.rules.asteroids and {firer, target} == {"gennie", "battler"}:
            number = FIGURES["numbers"]["asteroids"]
        if not number:
            return 0
        if self.rules.powers and side.buck == 1 and firer == "fighter":
            number = min(number, FIGURES["numbers"]["buck"])
        number += self.rules.defence and target in {"trooper", "gennie"} and other.factories > 0
        number += self.rules.home == "venus" and target == "gennie"
        number -= self.bonus(side, firer)
        return max(1, min(BEST, number))

    def covered(self, other: Side, target: str) -> bool:
        """Return whether a Transport is escorted, or a Marker stands behind units that nobody has fired at yet."""
        rest = {kind: count for kind, count in other.units.items() if count and kind != target}
        if target == "transport":
            return any(kind != "marker" for kind in rest)
        return target == "marker" and any(other.aimed[kind] < count for kind, count in rest.items())

    def aim(self, side: Side, firer: str, open_to: Callable[[Side, str], int]) -> tuple[Side, str, int] | None:
        """Return the target of the greatest chance times worth; ``open_to`` counts the units that may be taken."""
        best: tuple[tuple[int, int, int], tuple[Side, str, int]] | None = None
        for place, other in enumerate(self.sides):
            for target in TIES:
                need = self.need(side, firer, other, target)
                if other is side or not need or open_to(other, target) <= 0:
                    continue
                key = ((BEST + 1 - need) * WORTH[target], -TIES.index(target), -place)
                if best is None or key > best[0]:
                    best = key, (other, target, need)
        return best and best[1]

    def shoot(self, kind: str, side: Side, firer: str, aimed: tuple[Side, str, int]) -> None:
        """Throw for one unit."""
        other, target, need = aimed
        other.aimed[target] += 1
        other.struck[target] += self.dice.throw(f"{kind} {side.seat} {firer} {other.seat} {target}", need)

    def left(self, other: Side, target: str) -> int:
        """Return how many units of a kind may be fired at in a round."""
        return 0 if self.covered(other, target) else other.units[target] - other.struck[target]

    def salvo(self, kind: str, side: Side) -> None:
        """Let every unit of a side fire once."""
        for firer in FIRES:
            for _ in range(side.fighters(firer)):
                if aimed := self.aim(side, firer, self.left):
                    self.shoot(kind, side, firer, aimed)

    def fire(self) -> None:
        """Let every side fire; what is struck fires all the same."""
        for side in self.sides:
            self.salvo("attack", side)
        for side in self.sides:
            side.buck -= 1

    def volleys(self) -> None:
        """Let Killer Kane's units fire before all others, without an answer."""
        for side in self.sides:
            if self.rules.powers and side.volley:
                self.salvo("volley", side)
                self.fall()

    def free_shots(self) -> None:
        """Let KilSats fire once at every enemy ship, escorted or not, but for Wilma Deering's."""
        for side in self.sides:
            targets = [other for other in self.sides if other is not side and not self.immune(other)]
            for other, ship in ((other, ship) for other in targets for ship in SHIPS):
                need = self.need(side, "kilsat", other, ship)
                for _ in range(other.units[ship] * side.units["kilsat"]):
                    self.shoot("kilsat", side, "kilsat", (other, ship, need))
            self.fall()

    def bonus(self, side: Side, firer: str) -> int:
        """Return what is added to the throws of a kind."""
        mine = self.rules.home == "mercury" and firer == "gennie"
        return int(mine) + (FIGURES["dice_bonus"] if self.rules.bonus and side.leader else 0)

    def immune(self, side: Side) -> bool:
        """Return whether Wilma Deering protects a side's ships from shots that are not answered."""
        return self.rules.powers and side.leader == "Wilma Deering"

    def raids(self) -> None:
        """Raiders who are left throw for the Factory until it is destroyed."""
        for side in self.sides:
            for raider in (kind for kind in FIRES for _ in range(side.raiders[kind])):
                prey = next((other for other in self.sides if other is not side and other.factories), None)
                number = FIGURES["numbers"]["raid"] - self.bonus(side, raider)
                if prey and self.dice.throw(f"raid {side.seat} {raider} {prey.seat} factory", number):
                    prey.factories -= 1

    def retreats(self) -> None:
        """Units leave, raiders as soon as there is nothing left to raid; each enemy fires at most once at them."""
        for side in self.sides:
            idle = side.raiders if not any(other.factories for other in self.sides if other is not side) else {}
            leaving = Counter({} if side.stuck else side.retreats.get(self.round, idle)) & side.units
            for enemy in [other for other in self.sides if other is not side]:
                self.part(enemy, side, leaving)
            side.units -= leaving
            side.gone += leaving
            side.raiders &= side.units

    def part(self, enemy: Side, side: Side, leaving: Counter[str]) -> None:
        """Let a side fire at units that leave; what is hit falls at once."""

        def open_to(other: Side, target: str) -> int:
            escorted = target == "transport" and leaving.total() > leaving[target]
            return 0 if other is not side or escorted else leaving[target]

        for firer in FIRES:
            for _ in range(enemy.fighters(firer) - enemy.parted[firer]):
                if aimed := self.aim(enemy, firer, open_to):
                    self.shoot("parting", enemy, firer, aimed)
                    enemy.parted[firer] += 1
                    fallen, side.struck, side.aimed = side.struck, Counter(), Counter()
                    side.units -= fallen
                    leaving -= fallen

    def capture(self) -> None:
        """Whoever alone is left takes the Factories that the losers cannot destroy."""
        victors = self.standing()
        if len(victors) != 1:
            return
        for side in self.sides:
            for _ in range(side.factories if side is not victors[0] else 0):
                side.factories -= 1
                if not self.dice.throw(f"sabotage {side.seat}", FIGURES["numbers"]["sabotage"]):
                    victors[0].factories += 1
