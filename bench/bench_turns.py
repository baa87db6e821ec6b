"""Turns resolved and recorded on disk per CPU second, beside the rules alone on the same positions and orders.

People sit in all seats, so that no bot thinks while a turn is resolved: their order sets are drawn and filed
beforehand. A turn is read, resolved, proved and recorded with the next order request and the letters that are to go, 32
to a transaction; a daemon does so where 32 are resolved in a moment.
"""

import gc
from collections.abc import Collection, Sequence
from datetime import timedelta

from msgspec import Struct
from msgspec.structs import replace
from sqlmodel import Session

from bench.common import GENOCIDE, REBELS, SEATINGS, instance, plan, processor_seconds
from moderator.core.dice import Dice
from moderator.core.referee import advance
from moderator.games.simulate import bot_orders
from moderator.scheduling.clock import FrozenClock
from moderator.service.context import Context, MatchPlan, SeatPlan
from moderator.service.matches import matches, order_requests, records
from moderator.service.turns import due
from moderator.service.turns.adjudication import OpenTurn, read_open_turns
from moderator.store.session import Store

MATCHES = 32
ROUNDS = 12

LIMITS = {REBELS: 1 / 8, GENOCIDE: 1 / 3}
"""At least so much of the rate of the rules alone."""


class Spent(Struct):
    """How many turns were resolved, and the seconds that they took: recorded, and by the rules alone."""

    turns: int = 0
    recorded: float = 0.0
    alone: float = 0.0


def seated(key: str, number: int) -> MatchPlan:
    """Return the plan of a match of four people."""
    seating = SEATINGS[key]
    seats = (*seating.seats, seating.bot)
    people = [SeatPlan(seat=seat, player=seat, addresses=(f"{seat}{number}@pbem.test",)) for seat in seats]
    return replace(plan(number, key), seats=tuple(people))


def file(session: Session, ctx: Context, turn: OpenTurn) -> None:
    """Record orders for everybody who is asked."""
    game, match = ctx.game(turn.match.game), turn.match
    state = records.position(game, match.state)
    secret = Dice.throwaway(f"{match.name}/{match.number}").secret
    for seat, prompt in order_requests.prompts(turn.request).items():
        orders = bot_orders(game, state, seat, prompt, bot="random", chance=secret.child(seat))
        session.add(order_requests.new_order_set(ctx, game, match, seat, orders, number=1))


def alone(ctx: Context, turns: Collection[OpenTurn]) -> float:
    """Return the seconds that the rules alone need for some turns."""
    given = []
    for turn in turns:
        game = ctx.game(turn.match.game)
        order_sets = {
            seat: order_requests.unpack_orders(game, order_set.orders) for seat, order_set in turn.order_sets.items()
        }
        dice = Dice.throwaway(f"{turn.match.name}/{turn.number}")
        given.append((game, records.position(game, turn.match.state), order_sets, dice))

    def loop() -> None:
        for game, state, order_sets, dice in given:
            assert advance(game, state, order_sets, dice).steps

    return processor_seconds(loop)


def recorded(store: Store, ctx: Context, ids: Sequence[int]) -> float:
    """Return the seconds that it takes to rule and record the turns of some matches."""
    results: list[due.RunResult] = []
    took = processor_seconds(lambda: results.extend(due.resolve_matches(store, ctx, ids, ctx.now()).values()))
    assert {*results} <= {due.RunResult.RESOLVED, due.RunResult.OVER}
    return took


def measure(store: Store, ctx: Context, key: str) -> Spent:
    """Play some matches for some rounds, each of which is resolved by the rules alone and by the service."""
    with store.write() as session:
        ids = [matches.create(session, ctx, seated(key, number)).id or 0 for number in range(MATCHES)]
    play(store, ctx, ids, Spent())  # puts statements together, as a daemon does once
    spent = Spent()
    for _ in range(ROUNDS):
        play(store, ctx, ids, spent)
    return spent


def play(store: Store, ctx: Context, ids: Sequence[int], spent: Spent) -> None:
    """Play a round, and add what it took."""
    clock = ctx.clock
    assert isinstance(clock, FrozenClock)
    with store.write() as session:
        for turn in read_open_turns(session, ids).values():
            file(session, ctx, turn)
    clock.move(timedelta(days=3))
    with store.read() as session:
        turns = read_open_turns(session, ids)
    spent.alone += alone(ctx, turns.values())
    spent.recorded += recorded(store, ctx, [*turns])
    spent.turns += len(turns)


def main() -> None:
    """Measure the turns of every game, in a process in which what is loaded is frozen, as that of a daemon is."""
    gc.freeze()
    for key in SEATINGS:
        with instance() as (store, ctx):
            spent = measure(store, ctx, key)
        ours, theirs = spent.turns / spent.recorded, spent.turns / spent.alone
        limit = f"   limit {LIMITS[key]:.2f}" if key in LIMITS else ""
        print(f"turns of {key:<24} {ours:7.1f} /s   rules alone {theirs:7.1f} /s   {ours / theirs:6.3f} of it{limit}")


if __name__ == "__main__":
    main()
