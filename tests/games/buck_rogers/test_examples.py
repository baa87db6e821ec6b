"""The game plays the worked examples as they were worked out, throw for throw."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from moderator.core.dice import LoadedDice
from moderator.core.game import Event
from moderator.core.seats import Seat
from moderator.games.buck_rogers import GAME
from moderator.games.buck_rogers.events.battle import FactoryRaided, FactorySabotaged, RoundFought
from moderator.games.buck_rogers.events.movement import PassersFired
from moderator.games.buck_rogers.orders.language import LANGUAGE
from moderator.games.buck_rogers.orders.types import BuckOrder
from moderator.games.buck_rogers.rules.state import State
from moderator.games.solar_system.board.zones import surface_of, zone_of
from moderator.games.solar_system.events.battle import BattleEnded, FactoryCaptured, FreeShots, LeaderLost, Shot
from moderator.games.solar_system.events.movement import Slung, UnitsMoved
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.pieces import COLOURS
from tests.games.buck_rogers.oracle import FIGURES
from tests.games.buck_rogers.tables import state_of
from tests.games.buck_rogers.test_oracle import EXAMPLES, faces
from tests.games.solar_system.tables import dice_of
from tests.support.cases import every_case

LETTERS = {kind: unit["letter"] for kind, unit in FIGURES["unit"].items()}
TO_THE_END = ("STANCE ATTACK", "PERSIST ALWAYS", "RETREAT ALL FIGHTERS WHEN ROUND 50")
"""Doctrine by which nobody leaves or calls a battle off, which is how the examples are played."""


def text(side: Mapping[str, Any]) -> str:
    """Return a side as positions are read."""
    pieces = [f"{n}{LETTERS[kind]}" for kind, n in side["units"].items() if kind not in {"marker", "kilsat"}]
    pieces += ["K"] * side["units"].get("kilsat", 0) + ["Y"] * side.get("factories", 0)
    return " ".join((side["seat"], *pieces))


def table_of(example: Mapping[str, Any], sides: Sequence[Mapping[str, Any]]) -> State:
    """Return the position of an example, with as many seats as play a colour each."""
    seats = list(dict.fromkeys(side["seat"] for side in sides))
    seats = sorted({*seats, *[one for one in COLOURS if one not in seats][: 4 - len(seats)]}, key=COLOURS.index)
    where: dict[str, list[str]] = defaultdict(list)
    held: dict[str, str] = {}
    for side in sides:
        zone = side.get("zone", example.get("zone", ""))
        where[zone].append(text(side))
        held[zone] = side["seat"] if "marker" in side["units"] else held.get(zone, "")
        if "kilsat" in side["units"]:
            held |= dict.fromkeys(surface_of(zone_of(zone).body), side["seat"])
    turn_order = [side["seat"] for side in sides]
    return state_of(
        seats,
        example.get("options", {}),
        {zone: ", ".join(some) for zone, some in where.items()},
        held={zone: colour for zone, colour in held.items() if zone_of(zone).is_territory},
        leaders={side["leader"]: f"{side['zone'] if 'zone' in side else example['zone']} {side['seat']}"
                 for side in sides if "leader" in side},
        moves=example.get("moves", 1),
        order=tuple(dict.fromkeys((*turn_order, *seats))),
    )  # fmt: skip


def loaded(example: Mapping[str, Any], zone: str) -> LoadedDice:
    """Return dice that show the faces of an example, each for its reason."""
    throws: dict[str, list[int]] = defaultdict(list)
    for line, face in zip(example["throws"], faces(example["throws"]), strict=True):
        kind, seat, *rest = line.partition(":")[0].split()
        throws[", ".join([kind, zone, seat, *([rest[1]] if rest else [])])].append(face)
    return dice_of(throws)


def order_set(*lines: str) -> list[BuckOrder]:
    """Return orders of a text."""
    return [LANGUAGE.parse(line) for line in lines]  # type: ignore[misc]


def raids(side: Mapping[str, Any], zone: str) -> list[str]:
    """Return the lines of a side's raids."""
    return [f"RAID {n} {kind.upper()}S {zone}" for kind, n in side.get("raiders", {}).items()]


def orders(example: Mapping[str, Any]) -> dict[Seat, list[BuckOrder]]:
    """Return everybody's doctrine, and the raids of an example."""
    out = {}
    for side in example["sides"]:
        goals = [f"RETREAT BUCK TO {', '.join(example['free'])} WHEN ROUND 50"] if "free" in example else []
        out[side["seat"]] = order_set(*TO_THE_END, *raids(side, example["zone"]), *goals)
    return out


def told(events: Iterable[Event]) -> list[str]:
    """Return the throws of a step's battles as the examples have them; who is fired at as he leaves is not told."""
    out: list[str] = []
    for event in events:
        if isinstance(event, RoundFought):
            out += [shot_line("attack", shot) for shot in event.shots]
        elif isinstance(event, FreeShots):
            out += [shot_line(event.shooting, shot) for shot in event.shots]
        elif isinstance(event, PassersFired):
            kind = "parting" if event.nested else "pass"
            pairs = zip(event.numbers, event.throws, strict=True)
            out += [f"{kind} {event.seat} {event.target}: {number} {face}" for number, face in pairs]
        elif isinstance(event, FactoryRaided):
            out += [f"raid {event.seat} {event.victim}: 6 {face}" for face in event.throws]
        elif isinstance(event, FactorySabotaged):
            out.append(f"sabotage {event.seat}: 7 {event.throw} {'hit' if event.destroyed else 'miss'}")
    return out


def shown(events: Iterable[Event]) -> list[int]:
    """Return the faces of the throws that ``told`` tells."""
    return [int(line.rpartition(": ")[2].split()[1]) for line in told(events) if not line.startswith(("bomb", "lunar"))]


def shot_line(kind: str, shot: Shot) -> str:
    """Return a shot as the examples have it."""
    result = "hit" if shot.hit else "miss"
    return f"{kind} {shot.seat} {shot.firer} {shot.victim} {shot.target}: {shot.number} {shot.throw} {result}"


def short(line: str) -> str:
    """Return a throw of an example as far as the game tells it."""
    head, _, tail = line.partition(": ")
    kind, seat, *rest = head.split()
    if kind not in {"pass", "parting", "raid"}:
        return line
    return f"{kind} {seat} {rest[1]}: {tail.rpartition(' ')[0]}"


def counts(units: Units) -> dict[str, int]:
    """Return units by kind."""
    return {kind.value: n for kind, n in units.counts}


@every_case("example", EXAMPLES["battle"])
def test_the_game_fights_a_battle_as_it_was_worked_out(example: Mapping[str, Any]) -> None:
    """The same throws for the same reasons, the same units left, the same Factories captured, Leaders defeated."""
    state = table_of(example, example["sides"])
    events = GAME.resolve(state, orders(example), loaded(example, example["zone"])).events
    assert told(events) == [short(line) for line in example["throws"]]
    ended = [event for event in events if isinstance(event, BattleEnded)]
    left = {
        seat: {kind: n for kind, n in units.items() if kind != "factory"} for seat, units in example["left"].items()
    }
    if ended:
        assert {side.seat: counts(side.units) for side in ended[0].left if side.units.counts} == {
            seat: units for seat, units in left.items() if units
        }
    captured = [event.seat for event in events if isinstance(event, FactoryCaptured)]
    assert captured == [seat for seat, units in example["left"].items() for _ in range(units.get("factory", 0))]
    defeated = [event.leader for event in events if isinstance(event, LeaderLost)]
    assert defeated == example.get("defeated", [])


@every_case("example", EXAMPLES["move"])
def test_the_game_moves_as_it_was_worked_out(example: Mapping[str, Any]) -> None:
    """The same way, the same throws, and the same ships arrive."""
    mover = {"zone": example["way"][0], "seat": example["seat"], "units": example["units"]}
    state = table_of(example, [mover, *example.get("others", ())])
    throws: dict[str, list[int]] = defaultdict(list)
    for line, face in zip(example["throws"], faces(example["throws"]), strict=True):
        kind, *rest = line.partition(":")[0].split()
        address = (rest[0], example["seat"]) if kind == "sling" else (example["way"][1], rest[0], rest[2])
        throws[", ".join((kind, *address))].append(face)
    events = GAME.resolve(state, {example["seat"]: order_set(example["order"])}, dice_of(throws)).events
    moved = next(event for event in events if isinstance(event, UnitsMoved))
    assert [moved.origin, *moved.way] == example["way"]
    assert counts(moved.units) == example["arrived"]
    shown = [event.throws for event in events if isinstance(event, Slung | PassersFired)]
    assert [face for some in shown for face in some] == faces(example["throws"])
