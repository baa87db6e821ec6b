"""The examples of Buck Rogers on the page of problems: one position, and what is answered to lines in it."""

from typing import Any

from moderator.core.dice import Dice
from moderator.core.errors import Problem
from moderator.games.buck_rogers import GAME
from moderator.games.buck_rogers.rules.state import State
from tests.games.buck_rogers.tables import state_of
from tests.support.pages.problem_page import begun, ordered, words

SEATS = ("Blue", "Red", "Purple", "Green")
UNITS = {
    "Bach": "Blue 5T 2F X Y",
    "Elysium": "Blue T G Y",
    "Near Venus": "Blue B, Red F",
    "Tolstoi": "Red 2T",
}
LEADERS = {"Buck Rogers": "Bach Blue", "Killer Kane": "Vesta Red", "Ardala": "Thule Green"}
"""The position that the page tells."""

OTHERWISE: dict[str, dict[str, Any]] = {
    "began-there": {"options": {"slingshot": True}, "units": UNITS | {"E1": "Blue F"}},
    "cannot-convert": {"options": {"conversion": "standard"}},
    "leader-alone": {"leaders": LEADERS | {"Buck Rogers": "Near Venus Blue"}},
    "no-lift": {"units": UNITS | {"Bach": "Blue 5T 2F Y"}},
    "seduce-too-many": {"leaders": LEADERS | {"Ardala": "Bach Blue"}},
}
"""What another match has in which a problem can come up."""

SET_UP = {
    "not-your-zone": SEATS,
    "set-up-stack": SEATS,
    "set-up-threes": SEATS,
    "set-up-too-many": SEATS,
    "set-up-colours": ("Blue", "Red"),
    "set-up-no-zone": ("Blue", "Red"),
}
"""Problems of the set-up, with the seats of the match."""


def says(code: str, kind: str, example: str) -> str:
    """Return what is answered to an example of a kind."""
    return words(GAME, code, KINDS[kind](code, example))


def _position(code: str) -> State:
    if code in SET_UP:
        return GAME.setup(SET_UP[code], {}, Dice.throwaway("setup")).state
    given: dict[str, Any] = {"units": UNITS, "leaders": LEADERS, "options": {}, **OTHERWISE.get(code, {})}
    return state_of(SEATS, given["options"], given["units"], held={"Tolstoi": "Red"}, leaders=given["leaders"])


def _ordered(code: str, example: str) -> list[Problem]:
    return ordered(GAME, _position(code), "Blue", example)


def _begun(code: str, example: str) -> list[Problem]:
    del code
    return begun(GAME, SEATS, example)


KINDS = {"buck": _ordered, "buck_match": _begun}
"""How the blocks of the page are marked: lines of Blue, the beginning of a match."""
