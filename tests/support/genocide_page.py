"""The examples of Space Genocide on the page of problems: one position, and what is answered to lines in it."""

import tomllib
from typing import Any

import pytest

from moderator.core.dice import Dice
from moderator.core.errors import Problem
from moderator.core.game import IllegalAmendment
from moderator.core.orders import Order
from moderator.games.space_genocide import GAME
from moderator.games.space_genocide.rules.state import State
from tests.games.space_genocide.test_scenarios import PLAIN, Scenario, state_of
from tests.support.world import SAY

SEATS = ("Red", "Blue")
FLEETS = {
    "Red 1": "A1: Battle Station, Defense Satellite",
    "Red 3": "H7: 2 Destroyer",
    "Red 4": "H7: Scout",
    "Red 5": "D4: Escort, Fighter",
    "Red 6": "A3: Corvette",
    "Blue 1": "H9: Frigate",
}
"""The position that the page tells."""
FULL = {f"Red {number}": "A5: Scout" for number in range(2, 11)} | {"Red 1": "A1: Battle Station, Scout"}
OTHERWISE: dict[str, dict[str, Any]] = {
    "all-fleets-in-use": {"fleets": FULL},
    "card-in-vain": {"hands": {"Red": ["Redeploy"]}},
    "doctrine-replaced": {"standing": {"Red": ["FIRE FOCUSED FOR 3"]}},
    "last-world-left": {"fleets": FLEETS | {"Blue 1": "D6: Frigate"}},
    "gift-too-many": {"options": {"max_ships": 8, "reading": "second"}, "terrain": {"B3": "alien-ruins"}},
    "fleet-full": {"options": {"fleet_limit": 2}},
    "no-busters": {"options": {"bursts": True}},
    "needs-when": {"options": {"tempo": "seats"}, "active": "Red", "hands": {"Red": ["Space Mines"]}},
    "too-many-targets": {"hands": {"Red": ["Sustained Burn"]}},
    "no-cards": {"options": {"cards": False}},
    "no-marker": {"options": {"fleets": 6}},
}
"""What another match has in which a problem can come up."""
SET_UP = frozenset(
    ("fleet-formed-twice", "no-counter", "planet-taken", "planet-typed-twice", "races-not-chosen", "too-many-ships")
)
"""Problems of the set-up."""


def says(code: str, kind: str, example: str) -> str:
    """Return what is answered to an example of a kind."""
    told = KINDS[kind](code, example)
    (problem,) = [each for each in told if each.code == code][:1]
    return SAY(GAME.info.key, problem).partition(" Try")[0].partition(" As lines")[0]


def _position(code: str) -> State:
    if code in SET_UP:
        return GAME.setup(SEATS, PLAIN, Dice.throwaway("setup")).state
    given: dict[str, Any] = {
        "fleets": FLEETS,
        "few": True,
        "terrain": {"B3": "nebula", "E3": "super-nova"},
        "hands": {"Red": ["Ambush", "Lure", "Data Analysis"]},
        **OTHERWISE.get(code, {}),
    }
    return state_of(Scenario(name=code, paragraph="", **given))


def _ordered(code: str, example: str) -> list[Problem]:
    state = _position(code)
    found, orders = list[Problem](), list[Any]()
    for line in example.splitlines():
        read = GAME.language.read(line)
        found += [read.problem] if read.problem else []
        orders += [read.order] if read.order else []
    return [*found, *GAME.check(GAME.view(state, "Red"), GAME.pending(state)["Red"], orders)]


def _amended(code: str, example: str) -> list[Problem]:
    lines = [GAME.gm.parse(line) for line in example.splitlines()]
    orders: list[Any] = [line for line in lines if isinstance(line, Order)]
    with pytest.raises(IllegalAmendment) as refusal:
        GAME.amend(_position(code), orders, Dice.throwaway("amend"))
    return [refusal.value.problem]


def _begun(code: str, example: str) -> list[Problem]:
    del code
    match = tomllib.loads(example)
    return list(GAME.check_options(match.get("options", {}), match.get("seats", SEATS)))


KINDS = {"orders": _ordered, "amend": _amended, "options": _begun}
"""How the blocks of the page are marked: lines of Red, of a GM, the beginning of a match."""
