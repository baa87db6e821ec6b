"""The people of the demo attack together."""

from moderator.core.dice import Dice
from moderator.games.rebel_commander import GAME
from moderator.games.rebel_commander.demo import pact_between
from moderator.games.rebel_commander.orders.types import Attack, BuildTroops, MoveTroops, RebelOrder


def test_people_agree_on_attacks_that_both_can_make() -> None:
    """What an ally is asked for is legal for him, comes under the same number, and hits the same place."""
    state = GAME.setup(
        ("Red", "Blue", "Empire"),
        {"start": {"Red": {"C3": {"troops": 2}}, "Blue": {"C5": {"troops": 3}}, "Empire": {"C4": {"troops": 2}}}},
        Dice.throwaway("pact"),
    ).state
    view, prompt = GAME.view(state, "Blue"), GAME.pending(state)["Blue"]
    mine: list[RebelOrder] = [MoveTroops(number="1", origin="C3", goal="C4"), Attack(number="2", place="C4")]
    found = pact_between(mine, [BuildTroops(number="3", place="C5")], view, prompt)
    assert found is not None
    assert (found.place, found.number) == ("C4", "2")
    assert found.other == ("1. MOVE TROOPS C5 C4", "2. ATTACK C4", "3. BUILD TROOPS C5")
    assert pact_between(mine, [BuildTroops(number="3", place="J1")], view, prompt) is None
    assert pact_between([Attack(number="2", place="E5")], [], view, prompt) is None


def test_people_who_think_alike_agree_as_they_are() -> None:
    """An ally who is there already joins under any number; one who means to attack anyway changes nothing."""
    start = {
        "Red": {"C4": {"troops": 2}},
        "Blue": {"C4": {"transports": 1, "troops": 1}},
        "Empire": {"C4": {"troops": 2}},
    }
    state = GAME.setup(("Red", "Blue", "Empire"), {"start": start}, Dice.throwaway("pact")).state
    view, prompt = GAME.view(state, "Blue"), GAME.pending(state)["Blue"]
    attack = Attack(number="1", place="C4")
    found = pact_between([attack], [], view, prompt)
    assert found is not None
    assert (found.number, found.other) == ("1", ("1. ATTACK C4",))
    willing: list[RebelOrder] = [attack, MoveTroops(number="2", origin="C4", goal="C5")]
    found = pact_between([attack], willing, view, prompt)
    assert found is not None
    assert found.other == ("1. ATTACK C4", "2. MOVE TROOPS C4 C5")
