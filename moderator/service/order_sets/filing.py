"""Step 7, record: orders recorded, withdrawn, held; and what a letter that is read late finds there.

An order set replaces the one before, whose row stays: what was understood of every letter can be read again.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from moderator.core.game import AnyGame
from moderator.core.orders import Order
from moderator.service.matches import deadlines, order_requests
from moderator.service.matches.seat_context import SeatContext
from moderator.service.order_sets.merging import LaterOrders
from moderator.store.complaints import Complaint, trim_complaints
from moderator.store.tables import Letter, Match, OrderSet

WHOLE = "*"
"""What ``OrderSet.spoken`` says of a letter that made a new order set: it left nothing alone."""


def file(
    seat_context: SeatContext,
    orders: Sequence[Order],
    letter: Letter | None,
    *,
    wait: bool | None = None,
    open_: Iterable[Complaint] = (),
    spoken: Iterable[str] = (WHOLE,),
) -> OrderSet:
    """Record orders in place of the seat's earlier ones, with its receipt; the match may be ready by it.

    WAIT holds from order set to order set until READY (``wait=False``) takes it back; lines that did not count
    (``complaints``) hold until they are settled. ``spoken`` are the numbers that the letter speaks of, or ``WHOLE``.
    """
    old = seat_context.order_set
    row = _row(seat_context, orders, letter)
    row.wait = (old is not None and old.wait) if wait is None else wait
    row.complaints, row.spoken = trim_complaints(open_), " ".join(spoken)
    _replace(seat_context, row, orders)
    return row


def _row(seat_context: SeatContext, orders: Sequence[Order], letter: Letter | None) -> OrderSet:
    """Return the next order set of a seat."""
    number = seat_context.own[-1].number + 1 if seat_context.own else 1
    return order_requests.new_order_set(
        seat_context.ctx, seat_context.game, seat_context.match, seat_context.seat, orders, number=number, letter=letter
    )


def _replace(seat_context: SeatContext, row: OrderSet, orders: Sequence[Order]) -> None:
    old = seat_context.order_set
    if old is not None:
        old.current = False
    seat_context.session.add(row)
    seat_context.note(row, orders)
    _note_order_sets(seat_context)


def withdraw(seat_context: SeatContext, letter: Letter, open_: Iterable[Complaint] = ()) -> bool:
    """Take the seat's orders off file; return whether there was one. ``open_`` are the lines that are waited for still.

    An empty order set that never counts keeps the letter's arrival: what came before and is read after it is too late.
    """
    known = seat_context.order_set is not None
    row = _row(seat_context, (), letter)
    row.current, row.complaints = False, trim_complaints(open_)
    _replace(seat_context, row, ())
    return known


def hold(seat_context: SeatContext, letter: Letter, *, wait: bool | None, open_: Sequence[Complaint]) -> None:
    """Say WAIT or READY of the recorded orders, and which lines are waited for now.

    Without an order set the lines are kept on an empty one that never counts, so that an order set which mends some of
    them waits for the others.
    """
    order_set = seat_context.order_set
    if (
        order_set is None
        and open_
        and (not seat_context.own or seat_context.own[-1].complaints != trim_complaints(open_))
    ):
        order_set = _row(seat_context, (), letter)
        order_set.current, order_set.spoken = (
            False,
            " ".join(complaint.number for complaint in open_ if complaint.number),
        )
        _replace(seat_context, order_set, ())
    if order_set is None:
        return
    order_set.wait = order_set.wait if wait is None else wait
    order_set.complaints = trim_complaints(open_)
    _note_order_sets(seat_context)


def before_newest(seat_context: SeatContext) -> tuple[tuple[Any, ...], tuple[Complaint, ...]]:
    """Return the orders of a seat, and the lines waited for, as they were before the newest letter that changed either.

    The seat has an order set. A letter of nothing but lines that did not count has none of its own.
    """
    newest = seat_context.own[-1]
    last = max((complaint.since for complaint in newest.complaints if complaint.since), default=newest.arrived)
    if last > newest.arrived:
        kept = tuple(complaint for complaint in newest.complaints if complaint.since != last)
        return seat_context.orders, kept
    if len(seat_context.own) == 1:
        return (), ()
    before = seat_context.own[-2]
    return seat_context.orders_of(before), before.complaints


def settle(seat_context: SeatContext) -> None:
    """Let the orders that the seat has stand as they are: the turn waits for nothing more from it."""
    if seat_context.order_set is not None:
        seat_context.order_set.wait, seat_context.order_set.complaints = False, ()
        _note_order_sets(seat_context)


def _note_order_sets(seat_context: SeatContext) -> None:
    deadlines.note_order_sets(seat_context.ctx, seat_context.match, seat_context.prompts, seat_context.order_sets)


def newer(seat_context: SeatContext, letter: Letter) -> list[OrderSet]:
    """Return the seat's order sets of letters that came after this one, which was read late."""
    return [order_set for order_set in seat_context.own if _is_newer(order_set, letter)]


def _is_newer(order_set: OrderSet, letter: Letter) -> bool:
    if letter.arrived != order_set.arrived or order_set.letter is None:
        return letter.arrived < order_set.arrived
    return letter.id < order_set.letter  # servers tell whole seconds


def orders_found(seat_context: SeatContext, letter: Letter) -> tuple[tuple[Any, ...], LaterOrders | None]:
    """Return the orders that a letter finds on file, as of when it came, and what newer ones lay over its own.

    A letter that is older than a new order set is not asked about: it changes nothing.
    """
    later = newer(seat_context, letter)
    if not later:
        return seat_context.orders, None
    earlier = [order_set for order_set in seat_context.own if order_set not in later]
    base = seat_context.orders_of(earlier[-1]) if earlier else ()
    numbers = frozenset(number for order_set in later for number in order_set.spoken.split())
    by_number = bool(seat_context.prompt and seat_context.prompt.numbers)
    said = tuple(
        order for order in seat_context.orders if (order.number in numbers if by_number else order not in base)
    )
    return base, LaterOrders(numbers, said)


def is_late(seat_context: SeatContext, letter: Letter) -> bool:
    """Tell whether a letter came after the deadline and its grace; when it is read does not matter."""
    last = deadlines.cutoff(seat_context.ctx, seat_context.match)
    return last is not None and letter.arrived > last


def archive_lines(
    game: AnyGame, match: Match, turn: int, order_set: OrderSet | None, orders: Sequence[Order]
) -> tuple[str, ...]:
    """Return the recorded orders with its orders, as ``orders/archive/<match>/<turn>/<seat>.txt`` keeps it for a GM."""
    if order_set is None:
        return ()
    return (
        f"# {match.name} turn {turn} {order_set.seat}",
        f"# sheet {order_set.number} of asking {order_set.request}, arrived {order_set.arrived:%Y-%m-%d %H:%M:%S} UTC",
        f"# receipt {order_set.receipt}",
        *(game.language.line(order) for order in orders),
    )
