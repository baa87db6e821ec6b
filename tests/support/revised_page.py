"""The examples of the revised rules on the page of problems: one position, and what is answered to lines in it."""

import tomllib
from typing import Any

import pytest

from moderator.core.dice import Dice
from moderator.core.errors import Problem
from moderator.core.game import IllegalAmendment
from moderator.core.orders import Order
from moderator.games.buck_rogers_revised import GAME
from moderator.games.buck_rogers_revised.rules.state import State
from tests.games.buck_rogers_revised.tables import state_of
from tests.support.world import SAY

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
    problem = next(each for each in KINDS[kind](code, example) if each.code == code)
    return SAY(GAME.info.key, problem).partition(" Try")[0].partition(" As lines")[0]


def _position(code: str) -> State:
    if code in SET_UP:
        return GAME.setup(SEATS, {}, Dice.throwaway("set-up")).state
    return state_of(SEATS, {}, **(POSITION | OTHERWISE.get(code, {})))


def _ordered(code: str, example: str) -> list[Problem]:
    state = _position(code)
    read = [GAME.language.parse(line) for line in example.splitlines()]
    orders: list[Any] = [line for line in read if isinstance(line, Order)]
    return list(GAME.check(GAME.view(state, "Blue"), GAME.pending(state)["Blue"], orders))


def _amended(code: str, example: str) -> list[Problem]:
    line = GAME.gm.parse(example.strip())
    assert isinstance(line, Order)
    with pytest.raises(IllegalAmendment) as refusal:
        GAME.amend(_position(code), [line], Dice.throwaway("amend"))
    return [refusal.value.problem]


def _begun(code: str, example: str) -> list[Problem]:
    del code
    match = tomllib.loads(example)
    return list(GAME.check_options(match.get("options", {}), match.get("seats", SEATS)))


KINDS = {"revised": _ordered, "revised_amend": _amended, "revised_match": _begun}
"""How the blocks of the page are marked: lines of Blue, of a GM, the beginning of a match."""
