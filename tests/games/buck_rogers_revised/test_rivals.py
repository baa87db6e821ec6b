"""The game and the oracle fight the same battles: drawn forces and rules, the dice of the game given to the oracle."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from moderator.core.dice import Dice as Stream
from moderator.core.dice import Why
from moderator.games.buck_rogers_revised.events.battle import StepFought
from moderator.games.buck_rogers_revised.rules import play
from moderator.games.solar_system.board.zones import orbits_of, surface_of, zone_of
from moderator.games.solar_system.events.battle import BattleEnded
from moderator.games.solar_system.orders.vocabulary import plural
from moderator.games.solar_system.pieces import Kind
from tests.games.buck_rogers.test_oracle import faces
from tests.games.buck_rogers_revised.oracle import FIGURE_OF, SPACES, Battle, Dice, Rules, Side, Unit
from tests.games.buck_rogers_revised.test_examples import EXAMPLES, REASONS, table_of
from tests.games.buck_rogers_revised.test_scenarios import orders_of
from tests.support.cases import every_case

LANDS = ("Bach", "Elysium", "African Regency", "Tycho", "Arcadia", "Deimos", "Vesta")
SKIES = ("Near Mercury", "Far Venus", "Near Moon", "Near Mars", "Ceres Orbit", "A7", "Sun")
LEADERS = (
    *("Buck Rogers", "Killer Kane", "Wilma Deering", "Buddy Wade", "King Grallo", "Admiral Vaar", "Jocasta"),
    *("Prince Tallen", "Black Barney", "Doc Huer"),
)
LETTERS = {"trooper": "T", "gennie": "G", "fighter": "F", "battler": "B"}
SEATS = ("Blue", "Red", "Purple")
SOME, MANY = range(40), range(40, 400)
"""Battles, each with a number by which it can be drawn again."""


class Drawn:
    """Draws a battle: a zone, two or three sides with what they are told, and options."""

    def __init__(self, name: str) -> None:
        """Take a name, from which everything follows."""
        self._chance, self._n = Stream.throwaway(name).secret, 0

    def number(self, most: int) -> int:
        """Return a number from 0 to the most."""
        self._n += 1
        return self._chance.d(most + 1, Why("drawn", n=self._n)) - 1

    def one(self, of: Sequence[Any]) -> Any:  # noqa: ANN401 - of anything
        """Return one of several."""
        return of[self.number(len(of) - 1)]

    def battle(self) -> dict[str, Any]:
        """Return a battle as examples describe them."""
        land = self.number(1)
        zone = self.one(LANDS if land else SKIES)
        seats = SEATS[: 2 + (self.number(2) == 0)]
        sides = [self.side(seat, land=bool(land), holds=land and seat == "Blue") for seat in seats]
        if not land and self.number(1):
            self.one(sides)["leaves"] = 1 + self.number(2)
        if "Near" in zone:
            sides[0]["units"]["kilsat"] = 1 + self.number(2)
        order = [*sides[self.number(1) :], *sides[:0]]
        order += [side for side in sides if side not in order]
        names = list(LEADERS)
        for side in order:
            if self.number(1):
                side["leader"] = names.pop(self.number(len(names) - 1))
        options = {"strike_once": not self.number(1), "first_strike_holds": not self.number(1)}
        return {"zone": zone, "sides": order, "options": options | {"optional_leaders": True}}

    def side(self, seat: str, *, land: bool, holds: Any) -> dict[str, Any]:  # noqa: ANN401 - true or not
        """Return a side; on land newcomers may come in Transports."""
        most = {"fighter": 4, "battler": 2, "transport": 2} | ({"trooper": 5, "gennie": 3} if land else {})
        units = {kind: n for kind, top in most.items() if (n := self.number(top))} or {"fighter": 1}
        landing = land and not holds and units.get("transport") and self.number(1)
        side: dict[str, Any] = {"seat": seat, "units": units, "lines": {}}
        if landing:
            side["dropped"] = self.number(5)
            units.pop("gennie", None)
            units["trooper"] = side["dropped"]
        if holds and (factories := self.number(2)):
            side["factories"] = factories
            side["lines"] |= {"factory": self.one(("fighting", "holding", "withdrawing"))} if self.number(1) else {}
        for kind in units:
            if self.number(3) == 0:
                side["lines"][kind] = self.one(
                    [space for space in SPACES if space not in {"retreating", "withdrawing"}]
                )
        side["points"] = self.one((None, True, False))
        side["hunts"] = self.number(3) == 0
        return side


def units_of(side: Mapping[str, Any]) -> list[Unit]:
    """Return the units of a side, a Leader who fights as one among them."""
    units = [Unit(kind) for kind, number in side["units"].items() for _ in range(number)]
    units += [Unit("factory", lives=2) for _ in range(side.get("factories", 0))]
    return units + [Unit(FIGURE_OF[name], name) for name in (side.get("leader"),) if name in FIGURE_OF]


def rival(drawn: Mapping[str, Any], thrown: Sequence[int]) -> Battle:
    """Return the oracle's battle, fought with the faces that the game threw."""
    sides = [
        Side(
            data["seat"],
            card,
            units_of(data),
            data.get("leader", ""),
            dropped=data.get("dropped", 0),
            lines=data.get("lines", {}),
            points=data.get("points"),
            hunts=data.get("hunts", False),
            leaves=data.get("leaves", 0),
        )
        for card, data in enumerate(drawn["sides"])
    ]
    options = drawn["options"]
    rules = Rules(zone_of(drawn["zone"]).is_territory, options["strike_once"], options["first_strike_holds"])
    battle = Battle(sides, rules, Dice([*thrown, *[1] * 100]))
    battle.play()
    return battle


def position(drawn: Mapping[str, Any]) -> dict[str, Any]:
    """Return where everything stands before the units move that come in Transports."""
    zone = drawn["zone"]
    where: dict[str, list[str]] = {zone: []}
    for side in drawn["sides"]:
        units, comes = dict(side["units"]), "dropped" in side
        ships = units.pop("transport", 0)
        troopers = units.pop("trooper", 0) if comes else 0
        loads = [f"X{min(5, troopers)}", *["X"] * (ships - 1)] if ships else []
        loads += ["K"] * units.pop("kilsat", 0) + ["Y"] * side.get("factories", 0)
        text = " ".join((side["seat"], *(f"{n}{LETTERS[kind]}" for kind, n in units.items()), *loads))
        where.setdefault(orbits_of(zone)[0] if comes else zone, []).append(text)
    owner = drawn["sides"][0]["seat"] if "kilsat" in drawn["sides"][0]["units"] else ""
    owner = next((side["seat"] for side in drawn["sides"] if "kilsat" in side["units"]), owner)
    held = dict.fromkeys(surface_of(zone_of(zone).body), owner) if owner else {}
    if zone_of(zone).is_territory and any(side["seat"] == "Blue" for side in drawn["sides"]):
        held = {zone: "Blue"}
    leaders = {
        side["leader"]: f"{orbits_of(zone)[0] if 'dropped' in side else zone} {side['seat']}"
        for side in drawn["sides"]
        if "leader" in side
    }
    order = [side["seat"] for side in drawn["sides"]]
    return {
        "order": [*order, *(seat for seat in ("Blue", "Red", "Purple", "Green") if seat not in order)],
        "units": {place: ", ".join(some) for place, some in where.items() if some},
        "held": held,
        "leaders": leaders,
        "options": {**drawn["options"], "pass_through": False},
    }


def order_set(side: Mapping[str, Any], zone: str) -> list[str]:
    """Return what a seat orders: it fights to the end, as it is told to stand, and comes by Transport perhaps."""
    lines = ["STANCE ATTACK", "RETREAT ALL KILSATS WHEN ROUND 50", "POWER KANE", "BOMB NOTHING"]
    lines += [f"RETREAT {side['leader']} WHEN ROUND 50"] if "leader" in side else []
    lines += [f"LINE ALL {plural(Kind(kind), 2)} {space}" for kind, space in side["lines"].items()]
    lines += [f"RETREAT ALL WHEN ROUND {side['leaves']}"] if "leaves" in side else []
    lines += ["TARGET FACTORY"] if side["hunts"] else []
    lines += [f"POINT {'YES' if side['points'] else 'NO'}"] if side["points"] is not None else []
    return lines + ([f"MOVE ALL {orbits_of(zone)[0]} TO {zone}"] if "dropped" in side else [])


@every_case("name", SOME)
def test_the_game_and_the_oracle_agree(name: int) -> None:
    """Every shot is fired by the same unit at the same target with the same number, and as much is left."""
    assert_agreed(name)


@pytest.mark.proof
@every_case("name", MANY)
def test_the_game_and_the_oracle_agree_in_many_battles(name: int) -> None:
    """As above."""
    assert_agreed(name)


def assert_agreed(name: int) -> None:
    """Fail where the game and the oracle fight a battle in two ways."""
    drawn = Drawn(f"battle {name}").battle()
    zone = drawn["zone"]
    state = table_of(position(drawn))
    orders = {side["seat"]: orders_of(order_set(side, zone)) for side in drawn["sides"]}
    events = play.resolve(state, orders, Stream.throwaway(f"dice {name}")).events
    steps = [event for event in events if isinstance(event, StepFought) and event.zone == zone]
    shots = [(event.step, shot) for event in steps for shot in event.shots]
    battle = rival(drawn, [shot.throw for _, shot in shots])
    told = [
        f"{REASONS[step]} {shot.seat} {shot.firer} {shot.victim} {shot.target}: "
        f"{shot.number} {shot.throw} {'hit' if shot.hit else 'miss'}"
        for step, shot in shots
    ]
    assert told == [line.replace("point ", "attack ", 1) for line in battle.dice.lines]
    left = {side.seat: sum(n for _, n in side.units.counts) for event in events if isinstance(event, BattleEnded)
            for side in event.left if event.zone == zone}  # fmt: skip
    assert {seat: n for seat, n in left.items() if n} == {side.seat: n for side in battle.sides if (n := plain(side))}


def plain(side: Side) -> int:
    """Return the units of a side, Leaders and Factories not counted."""
    return sum(unit.kind not in {"factory", "marker"} and not unit.leader for unit in side.units)


@every_case("example", EXAMPLES["battle"])
def test_the_oracle_plays_what_was_worked_out_by_hand(example: Mapping[str, Any]) -> None:
    """It fights the examples throw for throw."""
    options = {"strike_once": False, "first_strike_holds": True} | example.get("options", {})
    battle = rival({**example, "options": options}, faces(example["throws"]))
    assert battle.dice.lines == example["throws"]
