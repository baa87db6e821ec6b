"""The examples of the revised rules on the page of problems: one position, and what is answered to lines in it."""

from typing import Any

from moderator.core.dice import Dice
from moderator.core.errors import Problem
from moderator.games.buck_rogers_revised import GAME
from moderator.games.buck_rogers_revised.rules.state import State
from tests.games.buck_rogers_revised.tables import state_of
from tests.support.pages.problem_page import amended, begun, ordered, words

SEATS = ("Blue", "Red", "Purple", "Green")
POSITION: dict[str, Any] = {
    "units": {"Bach": "Blue 5T 2F X Y", "Elysium": "Blue T G Y", "Tolstoi": "Red 2T"},
    "leaders": {"Ardala": "Bach Blue", "Killer Kane": "Tolstoi Red"},
    "hands": {"Blue": ("Vesta", "Juno", "Bach")},
}
"""The position that the page tells."""

OTHERWISE: dict[str, dict[str, Any]] = {"stolen-already": {"robbed": ("Killer Kane",)}}
"""What another match has in which a problem can come up."""

SET_UP = ("no-mulligan",)
"""Problems of the set-up."""


def says(code: str, kind: str, example: str) -> str:
    """Return what is answered to an example of a kind."""
    return words(GAME, code, KINDS[kind](code, example))


def _position(code: str) -> State:
    if code in SET_UP:
        return GAME.setup(SEATS, {}, Dice.throwaway("set-up")).state
    return state_of(SEATS, {}, **(POSITION | OTHERWISE.get(code, {})))


def _ordered(code: str, example: str) -> list[Problem]:
    return ordered(GAME, _position(code), "Blue", example)


def _amended(code: str, example: str) -> list[Problem]:
    return amended(GAME, _position(code), example)


def _begun(code: str, example: str) -> list[Problem]:
    del code
    return begun(GAME, SEATS, example)


KINDS = {"revised": _ordered, "revised_amend": _amended, "revised_match": _begun}
"""How the blocks of the page are marked: lines of Blue, of a GM, the beginning of a match."""
