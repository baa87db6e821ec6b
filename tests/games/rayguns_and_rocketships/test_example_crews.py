"""The Crew phases of the worked example, event for event, from the position before each of them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from moderator.core.game import Event
from moderator.games.rayguns_and_rocketships.events.crew import (
    BlastOut,
    Dodged,
    Duel,
    EntryTried,
    Exited,
    FigureDefeated,
    HatchSearched,
    PistolFired,
    Walked,
)
from moderator.games.rayguns_and_rocketships.pieces import Side
from moderator.games.rayguns_and_rocketships.rules.crews import crew
from tests.games.rayguns_and_rocketships.crews import Scene, ship
from tests.support.cases import every_case

EXAMPLE = msgspec.toml.decode((Path(__file__).parent / "examples.toml").read_bytes())["example"][0]
LETTERS = {one["seat"]: one["letter"] for one in EXAMPLE["ship"]}
CREW = {one["seat"]: one["crew"] for one in EXAMPLE["ship"]}
KINDS = ("walk", "enter", "shoot", "melee", "extinguish", "search")


def phases() -> list[list[dict[str, Any]]]:
    """Return what the example tells of crews, Turn by Turn."""
    turns: list[list[dict[str, Any]]] = [[]]
    for event in EXAMPLE["event"]:
        if event["kind"] in KINDS:
            turns[-1].append(event)
        elif event["kind"] == "check":
            turns.append([])
    return turns[:3]


def retold(events: list[Event]) -> Iterator[dict[str, Any]]:
    """Give events as the example writes them."""
    for event in events:
        match event:
            case Walked() | Exited():
                to = f"NODE {event.node}" if isinstance(event, Exited) else event.way[-1]
                if isinstance(event, Walked) and not event.ship:
                    to = f"NODE {to}"
                yield _with({"kind": "walk", "seat": event.seat, "who": event.figure, "to": to}, event.paid)
            case EntryTried():
                yield {
                    "kind": "enter",
                    "seat": event.seat,
                    "who": event.figure,
                    "on": event.on,
                    "die": event.throw,
                    "in": event.inside,
                    "airlock": event.airlock,
                }
            case PistolFired():
                yield _with(
                    {
                        "kind": "shoot",
                        "seat": event.seat,
                        "who": event.figure,
                        "on": [event.on, event.target],
                        "die": event.throw,
                        "outcome": event.outcome,
                    },
                    event.paid,
                )
            case Duel():
                dice = [list(pair if at % 2 == 0 else reversed(pair)) for at, pair in enumerate(event.rounds)]
                yield {
                    "kind": "melee",
                    "seat": event.seat,
                    "who": event.figure,
                    "on": [event.on, event.target],
                    "dice": dice,
                    "outcome": event.outcome,
                }
            case BlastOut():
                yield {"kind": "extinguish", "seat": event.seat, "at": event.where}
            case HatchSearched():
                finds = f"GUN {event.port}" if event.port else event.found
                yield {"kind": "search", "seat": event.seat, "die": event.throw, "finds": finds}


def _with(told: dict[str, Any], paid: int) -> dict[str, Any]:
    return told | ({"spend": paid} if paid else {})


def loads(events: list[dict[str, Any]]) -> dict[Any, list[int]]:
    """Return the dice of a Turn by their addresses; the example tells duels by who attacks in each round."""
    dice: dict[Any, list[int]] = {}
    for event in events:
        seat, thrower = event.get("seat", ""), f"{event.get('seat')} {event.get('who', '2')}"
        match event["kind"]:
            case "melee":
                (foe, name), at = event["on"], 0
                for at, pair in enumerate(event["dice"]):
                    mine, yours = pair if at % 2 == 0 else reversed(pair)
                    dice.setdefault(("melee", thrower, seat, foe), []).append(mine)
                    dice.setdefault(("melee", f"{foe} {name}", foe, seat), []).append(yours)
            case "shoot":
                dice.setdefault(("pistol", thrower, seat, event["on"][0]), []).append(event["die"])
            case "enter":
                dice.setdefault(("entry", thrower, seat, event["on"]), []).append(event["die"])
            case "search":
                dice.setdefault(("hatch", thrower, seat), []).append(event["die"])
    return dice


def before(turn: int) -> tuple[Scene, tuple[str, ...]]:
    """Return the position before the Crew phase of a Turn, and who acts in order."""
    posts = {seat: dict(crew) for seat, crew in CREW.items()}
    actions = {1: (3, 3), 2: (6, 4), 3: (8, 6)}[turn]
    points = {1: (0, 0), 2: (1, 0), 3: (4, 0)}[turn]
    places = {1: ("D4", "E", "G7", "N"), 2: ("D5", "E", "F6", "W"), 3: ("D4", "E", "E5", "NW")}[turn]
    burning = {1: ((), ("HATCH",)), 2: (("HATCH",), ()), 3: (("HATCH",), ())}[turn]
    guns = {1: "P1 P2 P3 S1 S2 S3", 2: "P1 P2 P3 S2 S3", 3: "P2 P3 S2 S3"}[turn]
    if turn == 2:
        posts["Zard"]["6"] = "Rangers AIRLOCK S1"
    if turn == 3:
        posts["Zard"]["2"] = "HATCH"
        del posts["Zard"]["6"]
    scene = Scene(
        (
            ship("Rangers", places[0], places[1], blasts=burning[0]),
            ship("Zard", places[2], places[3], blasts=burning[1], guns=tuple(guns.split())),
        ),
        posts,
        letters=LETTERS,
        loads=loads(phases()[turn - 1]),
        sides={
            seat: Side(captain="A", actions=actions[at], points=points[at])
            for at, seat in enumerate(("Rangers", "Zard"))
        },
        first="Rangers" if turn == 2 else "Zard",
        turn=turn,
    )
    return scene, ("Rangers", "Zard") if turn == 2 else ("Zard", "Rangers")


@every_case("turn", [1, 2, 3])
def test_the_worked_example(turn: int) -> None:
    """Every walk, throw and token of the Turn is as BY-MAIL 9 tells it, and so is what is left after it."""
    scene, order = before(turn)
    for seat in order:
        crew.act(scene.table, seat)
    assert list(retold(scene.table.events)) == phases()[turn - 1]
    checks = [event for event in EXAMPLE["event"] if event["kind"] == "check"][turn - 1]
    sides = scene.table.sides
    assert {seat: sides[seat].actions for seat in order} == checks["tokens"]
    assert {seat: sides[seat].points for seat in order} == checks["points"]
    assert {seat: len(scene.table.ships[seat].blasts) for seat in order} == checks["blasts"]


def test_the_fallen_are_gone() -> None:
    """Rangers 5 struck Zard 6 down in Turn 2, Zard 4 its attacker in Turn 3; dodges cost a token each."""
    for turn, fallen in ((2, ("Zard", "6")), (3, ("Rangers", "4"))):
        scene, order = before(turn)
        for seat in order:
            crew.act(scene.table, seat)
        assert [(event.seat, event.figure) for event in scene.told(FigureDefeated)] == [fallen]
    assert [event.paid for event in scene.told(Dodged)] == [1]
