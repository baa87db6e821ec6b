"""What a player means to order, as it is told to allies: read from a letter's words, and told as lines."""

import re
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from moderator.core import codec
from moderator.core.orders import Order
from moderator.games.simulate import bots_order_sets
from moderator.language.grammar.labels import read_label
from moderator.service.matches import order_requests, records
from moderator.service.matches.seat_context import SeatContext
from moderator.store.tables import OrderRequest, OrderSet, SeatAssignment

_UNDER_NUMBER = re.compile(
    r"[\s,(]+(?:(?:as|under|in|with|my|the|order|number|no\.?|nr\.?)\s+)+#?(\d{1,2})\W*$", re.IGNORECASE
)
_NOTHING = frozenset(("NOTHING", "NONE", "OFF"))


def allies(seat_context: SeatContext) -> Sequence[str]:
    """Return whom a seat can propose something to."""
    return seat_context.game.concert.allies(seat_context.view) if seat_context.game.concert is not None else ()


def read_plan(seat_context: SeatContext, plan: str) -> tuple[Any, ...] | None:
    """Return the orders of a plan that allies can act on, each with its number; None if that is not what it says."""
    if plan.strip().rstrip(".!").upper() in _NOTHING:
        return ()
    if seat_context.game.concert is None or seat_context.prompt is None:
        return None
    orders = [_order(seat_context, part) for part in plan.split(";") if part.strip()]
    known = tuple(order for order in orders if order is not None and order.number in seat_context.prompt.numbers)
    return known if known and len(known) == len(orders) and seat_context.game.concert.intents(known) else None


def _order(seat_context: SeatContext, text: str) -> Any:  # noqa: ANN401 - the game's own
    """Return an order with the number before or after it, None if it is none."""
    label, behind = read_label(text.strip()), _UNDER_NUMBER.search(text)
    order = seat_context.game.language.attempt(text[: behind.start()] if behind else label.rest)
    number = behind[1] if behind else label.label
    return None if order is None or not number else replace(order, number=number)


def keep(seat_context: SeatContext, orders: Sequence[Order]) -> None:
    """Keep what the seat means to order, instead of what was proposed before, and let the allies' bots think again.

    A bot's order set keeps its number and its salt: nobody has seen its receipt, and nobody may see how often it
    changed.
    """
    game, match, asked = seat_context.game, seat_context.match, seat_context.request
    if asked is None:
        raise AssertionError("who is asked for nothing proposes nothing")
    plans = {**order_requests.proposed_plans(game, asked), seat_context.seat: tuple(orders)}
    asked.proposals = codec.pack({seat: plan for seat, plan in plans.items() if plan})
    told, sitting = order_requests.proposed_plans(game, asked), order_requests.assignments(seat_context.session, match)
    order_sets = {
        seat: order_set for seat, order_set in seat_context.order_sets.items() if seat in allies(seat_context)
    }
    names = {
        seat: sitting[seat].bot for seat, order_set in order_sets.items() if _is_bots(order_set, sitting[seat], asked)
    }
    secret = order_requests.chance_of_bots(match, asked)
    state = records.position(game, match.state)
    for seat, thought in bots_order_sets(game, state, seat_context.prompts, names, secret=secret, told=told).items():
        order_set, packed = order_sets[seat], order_requests.pack_orders(thought)
        if packed != order_set.orders:
            order_set.orders, order_set.arrived = packed, seat_context.ctx.now()
            order_set.receipt = order_requests.receipt(game, order_set.salt, thought)
    seat_context.forget()


def lines(seat_context: SeatContext) -> list[str]:
    """Return what allies mean to order, a line for each seat."""
    if seat_context.request is None or seat_context.game.concert is None:
        return []
    plans = order_requests.intents(seat_context.game, seat_context.request, seat_context.bots_order_sets)
    known = ((seat, seat_context.game.concert.intents(plans.get(seat, ()))) for seat in allies(seat_context))
    return [f"{seat}: {'; '.join(seat_context.lines(orders))}" for seat, orders in known if orders]


def _is_bots(order_set: OrderSet, assignment: SeatAssignment, asked: OrderRequest) -> bool:
    """Tell whether orders are what a bot was asked for as the request opened: the GM may have filed another since."""
    return (
        bool(assignment.bot)
        and assignment.joined <= asked.opened
        and order_set.letter is None
        and order_set.number == 1
    )
