"""The whole of play-by-mail in one loop: ask, answer or wait, resolve, ask again."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from moderator.core.dice import Dice, Throw
from moderator.core.game import AnyGame, Event, Prompt
from moderator.core.orders import Order, StandingOrder, replace_standing
from moderator.core.seats import Seat


class ResolutionStep(Struct, frozen=True):
    """One call of ``resolve``: the order sets it got, what happened, the position after it, the dice thrown.

    ``silent`` are the seats that were asked and sent nothing (NMR); they played by default.
    """

    number: int
    orders: dict[Seat, tuple[Any, ...]]
    silent: tuple[Seat, ...]
    events: tuple[Event, ...]
    state: Any
    throws: tuple[Throw, ...]


class Progress(Struct, frozen=True):
    """How far a match got: the steps made, the position, and whom it waits for (empty: the match is over)."""

    steps: tuple[ResolutionStep, ...]
    state: Any
    waiting: dict[Seat, Prompt]


def advance(
    game: AnyGame,
    state: Any,  # noqa: ANN401 - the state is the game's own
    order_sets: Mapping[Seat, Sequence[Order]],
    dice: Dice,
    *,
    overdue: bool = False,
    standing: Mapping[Seat, Sequence[Order]] | None = None,
) -> Progress:
    """Rule as long as nobody must be asked.

    Order sets and the deadline belong to what was asked, the first prompt of the loop; what comes up later waits,
    but for seats that need not be asked. These play their default, and with ``overdue`` so does whoever is silent.
    """
    steps: list[ResolutionStep] = []
    while prompts := game.pending(state):
        answers: dict[Seat, tuple[Order, ...]] = {}
        waiting: dict[Seat, Prompt] = {}
        silent: list[Seat] = []
        asked = not steps
        for seat, prompt in prompts.items():
            if asked and seat in order_sets:
                answers[seat] = tuple(order_sets[seat])
                continue
            lasting = (standing or {}).get(seat, ())
            unasked = game.unasked is not None and game.unasked(game.view(state, seat), prompt, lasting)
            if unasked or (asked and overdue):
                answers[seat] = game.default(game.view(state, seat), prompt, lasting)
                if not unasked:
                    silent.append(seat)
            else:
                waiting[seat] = prompt
        if waiting:
            return Progress(tuple(steps), state, waiting)
        thrown = dice.for_step(len(steps))
        resolution = game.resolve(state, answers, thrown)
        state = resolution.state
        steps.append(
            ResolutionStep(len(steps), answers, tuple(silent), tuple(resolution.events), state, tuple(thrown.log))
        )
    return Progress(tuple(steps), state, {})


def fold_standing(old: Sequence[Order], order_set: Sequence[Order]) -> tuple[Order, ...]:
    """Return what stands after an order set: its own standing orders, then those of other kinds that stood before."""
    return replace_standing(old, lasting(order_set))


def lasting(orders: Sequence[Order]) -> tuple[Order, ...]:
    """Return the orders that stand until they are changed."""
    return tuple(order for order in orders if isinstance(order, StandingOrder))
