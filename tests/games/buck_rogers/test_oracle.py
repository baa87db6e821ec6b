"""The oracle plays what was worked out by hand; ``sides`` and ``faces`` read the examples for whoever plays them."""

import re
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.games.buck_rogers.oracle import Battle, Dice, Side, rules_of
from tests.games.buck_rogers.pilot import Flight
from tests.support.cases import every_case

EXAMPLES = tomllib.loads((Path(__file__).parent / "examples.toml").read_text(encoding="utf-8"))


def faces(throws: Sequence[str]) -> list[int]:
    """Return what the dice show in the throws of an example."""
    return [int(re.findall(r"\d+", throw.rpartition(":")[2])[1]) for throw in throws]


def side(data: Mapping[str, Any]) -> Side:
    """Return a side as an example describes it."""
    return Side(
        data["seat"],
        Counter(data["units"]),
        factories=data.get("factories", 0),
        leader=data.get("leader", ""),
        raiders=Counter(data.get("raiders", {})),
        stuck=data.get("stuck", False),
        volley=data.get("volley", False),
        buck=data.get("buck", 0),
    )


def remains(one: Side) -> dict[str, int]:
    """Return what is left of a side."""
    return dict(+(one.units + Counter(factory=one.factories)))


def fought(example: Mapping[str, Any]) -> Battle:
    """Return the battle of an example, played with its faces."""
    rules = rules_of(example.get("options", {}), example["zone"])
    battle = Battle([side(data) for data in example["sides"]], rules, Dice(faces(example["throws"])))
    battle.play()
    return battle


def flown(example: Mapping[str, Any]) -> Flight:
    """Return the move of an example, flown with its faces."""
    flight = Flight(
        side(example),
        example["way"],
        example["moves"],
        example["allowance"],
        Dice(faces(example["throws"])),
        example.get("slings", {}),
        {data["zone"]: side(data) for data in example.get("others", ())},
    )
    flight.fly()
    return flight


def fight(zone: str, *sides: Side, thrown: Sequence[int], **options: object) -> list[str]:
    """Return the lines of a battle's first faces."""
    dice = Dice(thrown)
    with pytest.raises(StopIteration):
        Battle(sides, rules_of(options, zone), dice).play()
    return dice.lines


@every_case("example", EXAMPLES["battle"])
def test_a_battle_goes_as_it_was_worked_out(example: Mapping[str, Any]) -> None:
    """Every throw has its firer, its target, its number and its result, and none is left over."""
    battle = fought(example)
    assert battle.dice.lines == example["throws"]
    assert {one.seat: remains(one) for one in battle.sides} == example["left"]
    assert {one.seat: dict(one.gone) for one in battle.sides if one.gone} == example.get("gone", {})
    alone = [one.leader for one in battle.sides if one.leader and not one.units]
    assert alone == example.get("defeated", [])


@every_case("example", EXAMPLES["move"])
def test_a_move_goes_as_it_was_worked_out(example: Mapping[str, Any]) -> None:
    """Every step leads to a neighbour, and every throw has its result."""
    flight = flown(example)
    assert flight.dice.lines == example["throws"]
    assert (flight.spent, flight.allowance) == (example["spent"], example["of"])
    assert +flight.mover.units == Counter(example["arrived"])


def test_bucks_fighters_hit_from_4_on_in_one_round() -> None:
    """In the next round they need the number of the table."""
    blue = Side("Blue", Counter(fighter=1), leader="Buck Rogers", buck=1)
    lines = fight("Near Mars", blue, Side("Red", Counter(battler=1)), thrown=[3, 1, 7])
    assert lines[::2] == ["attack Blue fighter Red battler: 4 3 miss", "attack Blue fighter Red battler: 8 7 miss"]


def test_wilmas_ships_are_no_targets_of_free_shots() -> None:
    """In the rounds after, the KilSat fires at them as at any others."""
    brown = Side("Brown", Counter(fighter=2), leader="Wilma Deering")
    lines = fight("Near Mars", brown, Side("Red", Counter(kilsat=1)), thrown=[1, 1, 1])
    assert [line.split()[0] for line in lines] == ["attack"] * 3


def test_gennies_of_the_asteroids_and_battlers_hit_each_other_at_9() -> None:
    """Without the option neither Gennies hit Battlers nor is 9 the number."""
    sides = Side("Purple", Counter(gennie=1)), Side("Blue", Counter(battler=1))
    options = {"gennies_by_home": True, "asteroid_gennies_hit": True}
    assert fight("Ceres Orbit", *sides, thrown=[8, 8], **options) == [
        "attack Purple gennie Blue battler: 9 8 miss",
        "attack Blue battler Purple gennie: 9 8 miss",
    ]
    assert fight("Ceres Orbit", *sides, thrown=[6]) == ["attack Blue battler Purple gennie: 7 6 miss"]


def test_where_nothing_can_be_hit_a_battle_is_over() -> None:
    """A KilSat and Gennies have no number for each other."""
    sides = Side("Purple", Counter(gennie=1)), Side("Blue", Counter(kilsat=1))
    battle = Battle(sides, rules_of({}, "Ceres Orbit"), Dice(()))
    battle.play()
    assert [one.units.total() for one in battle.sides] == [1, 1]


@every_case(("moves", "allowance", "spent"), [(0, 4, 4), (8, 4, 4), (1, 4, None), (0, 3, None)])
def test_a_way_is_flown_if_it_leads_there_and_is_not_too_long(moves: int, allowance: int, spent: int | None) -> None:
    """After one move of the planets neither Mercury nor the Earth is where the way needs them."""
    way = ["Far Mercury", "Me0", "V3", "E0", "Far Earth"]
    flight = Flight(Side("Blue", Counter(fighter=1)), way, moves, allowance, Dice(()))
    if spent is None:
        with pytest.raises(ValueError, match="no way"):
            flight.fly()
    else:
        flight.fly()
        assert flight.spent == spent
