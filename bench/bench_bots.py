"""The time that a bot thinks about one turn of its seat on a full board, beside its limit."""

import time
from collections.abc import Sequence
from typing import Any

from bench.common import GAME
from moderator.core.dice import Dice
from moderator.games.rebel_commander.seat.bots.staff import plan
from moderator.games.simulate import Lineup, bot_orders, play

LIMITS = {"random": 1.0, "recruit": 5.0, "veteran": 5.0, "grand-moff": 50.0}
"""The limit of each bot, in milliseconds for each turn."""

ROUNDS = 10
REPEATS = 3
TURNS = 12
FACTIONS = ("Red", "Blue", "Green", "Gold", "White", "Grey")


def full_board(factions: int) -> Any:  # noqa: ANN401 - the game's own
    """Return a position in the middle of a match, with nearly every location held."""
    seats = (*FACTIONS[:factions], "Empire")
    return play(Lineup(game=GAME, bots=dict.fromkeys(seats, "recruit")), "bench", most=TURNS).state


def thinking(state: Any, seats: Sequence[str], bot: str) -> float:  # noqa: ANN401 - as above
    """Return the mean milliseconds that bots of one side think about a seat's turn, which is not planned yet."""
    spent = 0.0
    for number in range(ROUNDS):
        position = type(state)(
            state.options, state.seats, state.turn - number, state.stacks, state.enthusiasm, state.history
        )
        prompts = GAME.pending(position)
        chances = {seat: Dice.throwaway(f"{seat} {number}").secret for seat in seats}
        plan.cache_clear()
        began = time.perf_counter()
        for seat in seats:
            bot_orders(GAME, position, seat, prompts[seat], bot=bot, chance=chances[seat])
        spent += time.perf_counter() - began
    return spent / ROUNDS / len(seats) * 1000


def main() -> None:
    """Measure every bot and print its time."""
    for factions in (3, 6):
        state = full_board(factions)
        print(f"{factions} factions, {len(state.stacks)} stacks, turn {state.turn}")
        for bot, limit in LIMITS.items():
            for who, seats in (("Red", ("Red",)), ("Rebels", FACTIONS[:factions]), ("Empire", ("Empire",))):
                took = min(thinking(state, seats, bot) for _ in range(REPEATS))
                print(f"  {bot:<12} {who:<8} {took:7.2f} ms   {limit:5.1f} ms allowed   {took / limit:6.2f} of it")


if __name__ == "__main__":
    main()
