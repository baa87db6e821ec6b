"""The examples of Rayguns and Rocketships on the page of problems: a position, and what is answered to lines there."""

from typing import Any

import pytest

from moderator.core.dice import Dice
from moderator.core.errors import Problem
from moderator.core.game import IllegalAmendment
from moderator.core.orders import Order
from moderator.games.rayguns_and_rocketships import GAME
from moderator.games.rayguns_and_rocketships.rules.state import State
from tests.games.rayguns_and_rocketships.cases import Case, state_of
from tests.support.world import SAY

SEATS = ("Rangers", "Zard")
POSITION: dict[str, Any] = {
    "seats": SEATS,
    "options": {"tempo": "rounds"},
    "round": 2,
    "turn": 1,
    "ships": {"Rangers": "D4 E", "Zard": "G7 W"},
    "crew": {
        "Rangers": {
            "CAPTAIN": "COCKPIT",
            "1": "ENGINE 1",
            "2": "ENGINE 3",
            "3": "PANEL",
            "4": "GUN P2",
            "6": "AIRLOCK S1",
        }
    },
    "sides": {"Rangers": "A", "Zard": "B"},
    "hurt": {"Rangers": ["Quick Draw"]},
    "hands": {"Rangers": ["Loop", "Sharpshooters", "Jetpack Leap"]},
}
"""The position that the page tells."""

OTHERWISE: dict[str, dict[str, Any]] = {
    "into-rock": {"lying": {"asteroid 1": "NODE D6"}},
    "off-the-map": {"ships": {"Rangers": "B4 N", "Zard": "G7 W"}},
    "unmet": {"crew": {"Rangers": {"CAPTAIN": "DECK B3", "1": "ENGINE 1", "3": "PANEL"}}},
}
"""What another match has in which a problem can come up."""

SET_UP: dict[str, dict[str, Any]] = {
    "missing-side": {},
    "bad-side": {},
    "post-taken": {},
    "sides-drawn": {"sides": "drawn"},
    "too-many-guns": {},
}
"""Problems of the set-up, with the options of the match."""
PIRATES = {"too-many-guns"}
"""Problems of a ship with more ports than rayguns, with Pirates instead of Rangers."""


def says(code: str, kind: str, example: str) -> str:
    """Return what is answered to an example of a kind."""
    problem = next(each for each in KINDS[kind](code, example) if each.code == code)
    return SAY(GAME.info.key, problem).partition(" Try")[0].partition(" As lines")[0]


def _seats(code: str) -> tuple[str, ...]:
    return ("Pirates", "Zard") if code in PIRATES else SEATS


def _position(code: str) -> State:
    if code in SET_UP:
        return GAME.setup(_seats(code), SET_UP[code], Dice.throwaway("setup")).state
    return state_of(Case(name=code, paragraph="", **(POSITION | OTHERWISE.get(code, {}))))


def _ordered(code: str, example: str) -> list[Problem]:
    state = _position(code)
    found, orders = list[Problem](), list[Any]()
    for line in example.splitlines():
        read = GAME.language.read(line)
        found += [read.problem] if read.problem else []
        orders += [read.order] if read.order else []
    who = _seats(code)[0]
    return [*found, *GAME.check(GAME.view(state, who), GAME.pending(state)[who], orders)]


def _amended(code: str, example: str) -> list[Problem]:
    lines = [GAME.gm.parse(line) for line in example.splitlines()]
    orders: list[Any] = [line for line in lines if isinstance(line, Order)]
    with pytest.raises(IllegalAmendment) as refusal:
        GAME.amend(_position(code), orders, Dice.throwaway("amend"))
    return [refusal.value.problem]


KINDS = {"rayguns": _ordered, "rayguns_amend": _amended}
"""How the blocks of the page are marked: lines of the player, of a GM."""
