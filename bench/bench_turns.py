"""Turns resolved per second and recorded on disk, beside the rules alone."""

from bench.common import SEATINGS, figure, instance, make, seconds
from moderator.core.dice import Dice
from moderator.core.referee import advance
from moderator.games import GAMES
from moderator.games.simulate import Lineup, bot_sheet, play
from moderator.service.turns import due

MATCHES = 40
ROUNDS = 3


def bare(key: str) -> float:
    """Return the rate of the rules alone on the same lineup: without bots, database and letters."""
    game, seating = GAMES[key], SEATINGS[key]
    table = Lineup(game=game, bots=dict.fromkeys((*seating.seats, seating.bot), "random"), options=seating.options)
    state = play(table, "bench", most=1).state
    prompts = game.pending(state)
    dice = Dice.throwaway("bench")
    sheets = {
        seat: bot_sheet(game, state, seat, prompt, bot="random", chance=dice.secret.child("bot", seat))
        for seat, prompt in prompts.items()
    }
    count = MATCHES * ROUNDS

    def loop() -> None:
        for number in range(count):
            assert advance(game, state, sheets, Dice.throwaway(f"bench/{number}")).rulings

    return count / seconds(loop)


def recorded(key: str) -> float:
    """Return the rate at which the turns of bots' matches are resolved and recorded."""
    done = 0
    with instance() as (store, ctx):
        make(store, ctx, MATCHES, key)

        def rounds() -> None:
            nonlocal done
            for _ in range(ROUNDS):
                done += sum(what is due.RunResult.RULED for what in due.run_due(store, ctx).values())

        took = seconds(rounds)
    assert done == MATCHES * ROUNDS
    return done / took


def main() -> None:
    """Measure the turns of every game."""
    for key in SEATINGS:
        figure(f"turns of {key}", recorded(key), "the bare resolve loop", bare(key))


if __name__ == "__main__":
    main()
