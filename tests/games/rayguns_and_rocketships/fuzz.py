"""Matches drawn at random: who plays, and with what options."""

from collections.abc import Sequence
from random import Random
from typing import Any

from moderator.core.dice import Dice
from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.pieces import SEATS
from moderator.games.rayguns_and_rocketships.rules import setup
from moderator.games.rayguns_and_rocketships.rules.state import State
from moderator.games.rayguns_and_rocketships.tables import episodes

_CHOICES: dict[str, Sequence[Any]] = {
    "tempo": ["rounds", "turns"],
    "episode": [episode.key for episode in episodes().episode],
    "board": ["episode", "episode", "small", "large"],
    "ironwill": [False, True],
    "last_man": [False, True],
    "max_star_per_round": [1, 3],
    "star_unmet": ["hand", "discard"],
    "void_blast": ["first", "nearest", "own"],
    "target_when": ["phase", "once"],
    "collision_push": ["ahead", "back"],
    "captain_saves_gun": [True, False],
    "fire_out": [False, True],
    "panel_opens": [True, False],
    "requirements": ["all", "station"],
    "naturals": [True, False],
    "blast_supply": [0, 30],
    "eliminated": ["keeps", "last"],
    "idle_rounds": [0, 2],
    "sides": ["chosen", "drawn"],
}


def begun(number: int, rounds: int) -> State:
    """Return the set-up of the match of a number, which has so many Rounds."""
    chance = Random(number)  # noqa: S311 - a fuzz
    options = {key: chance.choice(values) for key, values in _CHOICES.items()}
    drawn = chance.sample(SEATS, chance.choice([2, 3, 4]))
    seats: tuple[Seat, ...] = tuple(seat for seat in SEATS if seat in drawn)
    return setup.setup(seats, {**options, "rounds": rounds}, Dice.throwaway(f"{number}")).state
