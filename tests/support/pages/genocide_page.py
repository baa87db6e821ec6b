"""The examples of Space Genocide on the page of problems: one position, and what is answered to lines in it."""

from typing import Any

from moderator.core.dice import Dice
from moderator.core.errors import Problem
from moderator.games.space_genocide import GAME
from moderator.games.space_genocide.rules.state import State
from tests.games.space_genocide.test_scenarios import PLAIN, Scenario, state_of
from tests.support.pages.problem_page import amended, begun, ordered, words

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
    (
        "fleet-formed-twice",
        "homeworld-bare",
        "no-counter",
        "planet-taken",
        "planet-typed-twice",
        "races-not-chosen",
        "too-many-ships",
    )
)
"""Problems of the set-up."""


def says(code: str, kind: str, example: str) -> str:
    """Return what is answered to an example of a kind."""
    return words(GAME, code, KINDS[kind](code, example))


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
    return ordered(GAME, _position(code), "Red", example)


def _amended(code: str, example: str) -> list[Problem]:
    return amended(GAME, _position(code), example)


def _begun(code: str, example: str) -> list[Problem]:
    del code
    return begun(GAME, SEATS, example)


KINDS = {"orders": _ordered, "amend": _amended, "options": _begun}
"""How the blocks of the page are marked: lines of Red, of a GM, the beginning of a match."""
