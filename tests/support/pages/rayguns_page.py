"""The examples of Rayguns and Rocketships on the page of problems: a position, and what is answered to lines there."""

from typing import Any

from moderator.core.dice import Dice
from moderator.core.errors import Problem
from moderator.games.rayguns_and_rocketships import GAME
from moderator.games.rayguns_and_rocketships.rules.state import State
from tests.games.rayguns_and_rocketships.cases import Case, state_of
from tests.support.pages.problem_page import amended, ordered, words

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
    return words(GAME, code, KINDS[kind](code, example))


def _seats(code: str) -> tuple[str, ...]:
    return ("Pirates", "Zard") if code in PIRATES else SEATS


def _position(code: str) -> State:
    if code in SET_UP:
        return GAME.setup(_seats(code), SET_UP[code], Dice.throwaway("setup")).state
    return state_of(Case(name=code, paragraph="", **(POSITION | OTHERWISE.get(code, {}))))


def _ordered(code: str, example: str) -> list[Problem]:
    return ordered(GAME, _position(code), _seats(code)[0], example)


def _amended(code: str, example: str) -> list[Problem]:
    return amended(GAME, _position(code), example)


KINDS = {"rayguns": _ordered, "rayguns_amend": _amended}
"""How the blocks of the page are marked: lines of the player, of a GM."""
