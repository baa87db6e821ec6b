"""The exact odds of an attack, by all 36 throws."""

from fractions import Fraction
from itertools import product

from moderator.core.dice import Dice, LoadedDice, Why
from moderator.games.rebel_commander import GAME
from moderator.games.rebel_commander.events import BattleFought
from moderator.games.rebel_commander.orders.types import Attack
from moderator.games.rebel_commander.pieces import Stack
from moderator.games.rebel_commander.rules.state import State
from tests.support.cases import every_case

ODDS = {
    -6: 0,
    -5: 0,
    -4: 1,
    -3: 3,
    -2: 6,
    -1: 10,
    0: 15,
    1: 21,
    2: 26,
    3: 30,
    4: 33,
    5: 35,
    6: 36,
    7: 36,
}
"""How many of the 36 throws the attacker wins, by its bonus less the defender's."""

THROWS = tuple(product(range(1, 7), range(1, 7)))
"""The 36 throws of two dice."""


def attack_wins(attack: int, defence: int, attacker: Stack, defender: Stack) -> bool:
    """Fight one battle with the dice given."""
    first = GAME.setup(("Red", "Empire"), {}, Dice.throwaway("odds")).state
    spare = Stack("A0", "Red", troops=1)
    state = State(first.options, first.seats, 1, (spare, attacker, defender), (100, 100))
    loads = {Why("attack", "C4", ("Red",), 100): attack, Why("defence", "C4", ("Empire",), 100): defence}
    events = GAME.resolve(state, {"Red": (Attack(number="1", place="C4"),)}, LoadedDice(loads)).events
    battle = next(event for event in events if isinstance(event, BattleFought))
    assert (battle.attack_die, battle.defence_die) == (attack, defence)
    return battle.winner == "attackers"


@every_case("lead", ODDS)
def test_the_attacker_wins_as_often_as_the_page_says(lead: int) -> None:
    """Counted over all throws, the chance depends on the lead of the bonus as in the table."""
    attacker = Stack("C4", "Red", troops=max(1, lead))
    more = attacker.troops - lead
    defender = Stack("C4", "Empire", troops=more + 1)
    wins = sum(attack_wins(*dice, attacker, defender) for dice in THROWS)
    assert Fraction(wins, 36) == Fraction(ODDS[lead], 36)


def test_two_equal_stacks_of_troops_favour_the_attacker_by_one() -> None:
    """Equal numbers of Troops are 21 of 36 for whoever attacks."""
    stacks = Stack("C4", "Red", troops=4), Stack("C4", "Empire", troops=4)
    assert sum(attack_wins(*dice, *stacks) for dice in THROWS) == ODDS[1]
