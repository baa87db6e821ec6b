"""Time that a bot thinks about one turn of its seat on a full board, beside what it may take."""

import time
from typing import Any

from bench.common import GAME
from moderator.core.dice import Dice
from moderator.games.simulate import Table, bot_sheet, play

LIMITS = {"random": 1.0, "recruit": 5.0, "veteran": 5.0, "grand-moff": 50.0}
"""Milliseconds a turn."""

ROUNDS = 10
TURNS = 12
FACTIONS = ("Red", "Blue", "Green", "Gold", "White", "Grey")


def full_board(factions: int) -> Any:  # noqa: ANN401 - the game's own
    """Return a position in the middle of a match, when nearly every location is held."""
    seats = (*FACTIONS[:factions], "Empire")
    return play(Table(game=GAME, bots=dict.fromkeys(seats, "recruit")), "bench", most=TURNS).state


def thinking(state: Any, seat: str, bot: str) -> float:  # noqa: ANN401 - as above
    """Return the milliseconds that a bot thinks; each round is another turn, so that nothing is remembered."""
    spent = 0.0
    for number in range(ROUNDS):
        position = type(state)(
            state.options, state.seats, state.turn - number, state.stacks, state.enthusiasm, state.history
        )
        prompt = GAME.pending(position)[seat]
        chance = Dice.throwaway(f"{number}").secret
        began = time.perf_counter()
        bot_sheet(GAME, position, seat, prompt, bot=bot, chance=chance)
        spent += time.perf_counter() - began
    return spent / ROUNDS * 1000


def main() -> None:
    """Measure."""
    for factions in (3, 6):
        state = full_board(factions)
        print(f"{factions} factions, {len(state.stacks)} stacks, turn {state.turn}")
        for bot, limit in LIMITS.items():
            for seat in ("Red", "Empire"):
                took = thinking(state, seat, bot)
                print(f"  {bot:<12} {seat:<8} {took:7.2f} ms   {limit:5.1f} ms allowed   {took / limit:6.2f} of it")


if __name__ == "__main__":
    main()
