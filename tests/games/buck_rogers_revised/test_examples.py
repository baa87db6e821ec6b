"""The game fights the worked examples as they were worked out, throw for throw."""

import tomllib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from moderator.core.dice import LoadedDice
from moderator.core.game import Event
from moderator.games.buck_rogers_revised.events.battle import StepFought
from moderator.games.buck_rogers_revised.rules import play
from moderator.games.buck_rogers_revised.rules.state import State
from moderator.games.solar_system.board.zones import surface_of
from moderator.games.solar_system.events.battle import BattleEnded, FactoryCaptured
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.pieces import COLOURS
from tests.games.buck_rogers.test_examples import shot_line
from tests.games.buck_rogers.test_oracle import faces
from tests.games.buck_rogers_revised.tables import state_of
from tests.games.buck_rogers_revised.test_scenarios import orders_of
from tests.games.solar_system.tables import dice_of, text_of
from tests.support.cases import every_case

EXAMPLES = tomllib.loads((Path(__file__).parent / "examples.toml").read_text(encoding="utf-8"))
REASONS = {"kane": "kane", "strike": "first-strike", "fire": "attack"}
REASONS |= {"hold": "hold", "commando": "commando", "demolish": "demolition"}


def table_of(example: Mapping[str, Any]) -> State:
    """Return the position of an example, in which all but Production is still to come."""
    own = example.get("own")
    held = dict.fromkeys(surface_of(own["body"]), own["seat"]) if own else {}
    return state_of(
        sorted(example["order"], key=COLOURS.index),
        {"tempo": "phases", **example.get("options", {})},
        example["units"],
        held=held | example.get("held", {}),
        leaders=example.get("leaders"),
        order=tuple(example["order"]),
        phase="moves",
    )


def loaded(throws: Sequence[str], zone: str) -> LoadedDice:
    """Return dice that show the faces of an example, each for its reason."""
    shown: dict[str, list[int]] = defaultdict(list)
    for line, face in zip(throws, faces(throws), strict=True):
        kind, seat, _, target, _ = line.partition(":")[0].split()
        shown[f"{kind}, {zone}, {seat}, {target}"].append(face)
    return dice_of(shown)


def told(events: Iterable[Event]) -> list[str]:
    """Return the throws of a step's battles as the examples have them."""
    steps = [event for event in events if isinstance(event, StepFought)]
    return [shot_line(REASONS[event.step], shot) for event in steps for shot in event.shots]


def counts(units: Units) -> dict[str, int]:
    """Return units by kind."""
    return {kind.value: n for kind, n in units.counts}


@every_case("example", EXAMPLES["battle"])
def test_the_game_fights_a_battle_as_it_was_worked_out(example: Mapping[str, Any]) -> None:
    """The same throws for the same reasons, the same units left, the same Factories captured."""
    orders = {seat: orders_of(lines) for seat, lines in example.get("orders", {}).items()}
    resolution = play.resolve(table_of(example), orders, loaded(example["throws"], example["zone"]))
    assert told(resolution.events) == example["throws"]
    ended = next(event for event in resolution.events if isinstance(event, BattleEnded))
    assert {side.seat: counts(side.units) for side in ended.left if side.units.counts} == example["left"]
    captured = [event.seat for event in resolution.events if isinstance(event, FactoryCaptured)]
    assert captured == example.get("captured", [])
    position = resolution.state.position
    told_after = {zone: text_of(position, zone) for zone in example["after"]}
    assert told_after == example["after"]
    where = {one.name: one.zone for one in position.leaders}
    assert {name: where[name] for name in example.get("where", {})} == example.get("where", {})
