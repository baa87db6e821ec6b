"""Laws about the rules: who is asked, how a match ends, and that any orders can be resolved."""

from moderator.core.codec import decode, encode
from moderator.core.dice import Dice, Why
from moderator.core.seats import Observer
from moderator.games.simulate import Lineup, play
from moderator.testing.subjects import GameSubject, TableSubject

_SOME = 8
_NONSENSE = 12


def resolving_changes_nothing_it_is_given(table: TableSubject) -> None:
    """Resolving a turn changes neither the position nor the orders that it is given."""
    for moment in table.moments(_SOME):
        before, orders = encode(moment.before), encode(moment.step.orders)
        table.game.resolve(moment.before, moment.step.orders, moment.dice)
        table.same(encode(moment.before), before, "the position was changed")
        table.same(encode(moment.step.orders), orders, "the orders were changed")


def asks_until_there_is_an_outcome(table: TableSubject) -> None:
    """Seats of the match are asked until there is an outcome, and nobody is asked after it."""
    game = table.game
    for number, state in enumerate((table.played.start, *(step.state for step in table.played.steps))):
        pending, outcome = game.pending(state), game.outcome(state)
        table.require(
            (not pending) == (outcome is not None),
            f"after {number} resolutions {', '.join(pending) or 'nobody'} is asked, and the outcome is {outcome}",
        )
        table.require(set(pending) <= set(table.seats), f"{', '.join(pending)} are asked, of {', '.join(table.seats)}")


def asks_only_seats_in_play(table: TableSubject) -> None:
    """Only seats that are in play are asked; at the beginning all are."""
    game, start = table.game, table.played.start
    if game.playing is not None:
        seats = set(game.view(start, Observer.GM).seats)
        table.require(set(game.playing(start)) == seats, f"not all of {', '.join(seats)} are in play at the beginning")
        for moment in table.moments():
            out = set(moment.prompts) - set(game.playing(moment.before))
            table.require(not out, f"{', '.join(out)} is asked, but is out")


def outcome_ranks_every_seat_once(table: TableSubject) -> None:
    """An outcome ranks every seat once, names its winners among them, and has a reason."""
    outcome = table.played.outcome
    table.require(outcome, "the match did not end; give the table options by which it is shorter")
    assert outcome is not None
    ranked = [seat for rank in outcome.ranking for seat in rank]
    table.same(sorted(ranked), sorted(table.seats), "the seats of the ranking and of the match")
    table.require(set(outcome.winners) <= set(ranked), f"winners who do not play: {outcome.winners}")
    table.require(outcome.reason, "the outcome has no reason")
    table.require(not outcome.reason.endswith("-by-gm"), "the outcome has a reason that is the GM's alone")


def random_play_ends(game: GameSubject) -> None:
    """With default options and the fewest seats, random play ends within the stated number of resolutions."""
    _ends(game, 0)


def more_random_play_ends(game: GameSubject) -> None:
    """Other matches of random play end within the stated number of resolutions, too."""
    for number in (1, 2):
        _ends(game, number)


def _ends(game: GameSubject, number: int) -> None:
    info = game.game.info
    seats = [spec.name for spec in info.seats if not spec.optional]
    seats += [spec.name for spec in info.seats if spec.optional][: max(0, 2 - len(seats))]
    match = play(Lineup(game=game.game, bots=dict.fromkeys(seats, "random")), f"limit/{number}")
    game.require(match.outcome, f"match {number} of {', '.join(seats)} has not ended by GameInfo.limit, {info.limit}")
    game.require(len(match.steps) <= info.limit, f"match {number} took {len(match.steps)}, the limit is {info.limit}")


def any_orders_can_be_resolved(table: TableSubject) -> None:
    """Orders of other seats, other turns and other phases, too many of them or none: each turn can be resolved."""
    game, chance = table.game, Dice.throwaway(f"nonsense/{table.name}").secret
    for n, moment in enumerate(table.moments(_NONSENSE)):
        order_sets = {
            seat: [chance.pick(table.heap, Why("pick", seats=(seat,), n=100 * n + m)) for m in range(3 * (n % 4))]
            for seat in table.seats
        }
        for orders in (order_sets, {}, {**order_sets, "Nobody": table.heap[:3]}):
            after = game.resolve(moment.before, orders, Dice.throwaway(f"nonsense/{n}"))
            table.same(decode(encode(after.state), game.state_type), after.state, "the position, read back from JSON")
            asked, outcome = game.pending(after.state), game.outcome(after.state)
            table.require(
                (not asked) == (outcome is not None), f"then {list(asked)} are asked, the outcome is {outcome}"
            )
