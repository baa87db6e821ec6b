"""Turns resolved per second, recorded on disk with all that is to be told, beside the bare loop of the rules."""

from bench.common import GAME, figure, instance, make, seconds
from moderator.core.dice import Dice
from moderator.core.referee import advance
from moderator.games.simulate import Table, bot_sheet, play
from moderator.service import turns

MATCHES = 40
ROUNDS = 3


def bare() -> float:
    """Resolve the same number of turns of the same table with the rules alone: no bots, no database, no letters."""
    table = Table(game=GAME, bots=dict.fromkeys(("Red", "Blue", "Green", "Empire"), "random"))
    start = play(table, "bench", most=0).start
    prompts = GAME.pending(start)
    dice = Dice.throwaway("bench")
    sheets = {
        seat: bot_sheet(GAME, start, seat, prompt, bot="random", chance=dice.secret.child("bot", seat))
        for seat, prompt in prompts.items()
    }
    count = MATCHES * ROUNDS

    def loop() -> None:
        for number in range(count):
            assert advance(GAME, start, sheets, Dice.throwaway(f"bench/{number}")).rulings

    return count / seconds(loop)


def main() -> None:
    """Measure."""
    with instance() as (store, ctx):
        make(store, ctx, MATCHES)
        done = 0

        def rounds() -> None:
            nonlocal done
            for _ in range(ROUNDS):
                done += sum(what is turns.Looked.RULED for what in turns.look_at_all(store, ctx).values())

        took = seconds(rounds)
    assert done == MATCHES * ROUNDS
    figure("turns resolved", done / took, "the bare resolve loop", bare())


if __name__ == "__main__":
    main()
