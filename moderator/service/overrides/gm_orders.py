"""Order sets that no letter brought: those that a GM enters for a seat, and those of bots that take over."""

from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import Any

from sqlmodel import Session, select

from moderator.core.errors import ModeratorError, Problem
from moderator.core.game import Prompt
from moderator.core.orders import Order
from moderator.core.seats import Seat
from moderator.games.simulate import bots_order_sets
from moderator.language.reading.blocks import understand
from moderator.language.reading.text_lines import TextLine
from moderator.service.context import Context
from moderator.service.letter_parts import Fact
from moderator.service.matches import order_requests
from moderator.service.matches.seat_context import SeatContext
from moderator.service.order_sets import filing
from moderator.service.order_sets.merging import Instructions, Merge, merge_and_check
from moderator.store import match_queries
from moderator.store.tables import Match, OrderRequest, OrderSet, SeatAssignment


class NoOrdersError(ModeratorError):
    """Lines that are not all orders, or not allowed; the text says which and why."""


def understood(
    seat_context: SeatContext, prompt: Prompt, lines: Sequence[str], say: Callable[[Problem], str]
) -> tuple[Any, ...]:
    """Return a GM's lines as orders; raises NoOrdersError unless every line is an order that the seat may give."""
    parts = [part.strip() for line in lines for part in line.split(";") if part.strip()]
    read = understand([TextLine(number, part) for number, part in enumerate(parts, 1)], seat_context.game.language)
    fallen = [problem for problem in read.problems if problem.falls]
    counted = {entry.line for entry in read.entries} | {problem.line for problem in fallen}
    for number, part in enumerate(parts, 1):
        if number not in counted:  # in a player's letter it would be chatter; a GM means every line
            raise NoOrdersError(f'"{part}" is no order')
    merged = merge_and_check(Merge(check=seat_context.check, prompt=prompt, letter=Instructions(read.entries)))
    fallen += [problem for problem in merged.problems if problem.falls]
    if fallen:
        raise NoOrdersError("; ".join(map(say, fallen)))
    if not merged.orders:
        raise NoOrdersError("no orders were read")
    return merged.orders


def withdraw(session: Session, match: Match, seat: Seat) -> None:
    """Take off file what a bot ordered, or the GM for it; the orders of people stay, and so do all rows."""
    for order_set in _unshown(session, match, seat):
        order_set.current = False
        session.add(order_set)
    session.flush()


def refile_orders(seat_context: SeatContext, orders: Sequence[Order]) -> OrderSet | None:
    """Put earlier orders of a bot's seat on file again, with their receipt, if they are the same ones."""
    packed = order_requests.pack_orders(orders)
    found = next(
        (row for row in _unshown(seat_context.session, seat_context.match, seat_context.seat) if row.orders == packed),
        None,
    )
    if found is not None:
        if seat_context.order_set is not None:
            seat_context.order_set.current = False
        found.current = True
        seat_context.session.add(found)
        seat_context.session.flush()
        seat_context.forget()
        filing.settle(seat_context)
    return found


def _unshown(session: Session, match: Match, seat: Seat) -> list[OrderSet]:
    """Return a seat's newest order sets of the open order request that no person was shown, oldest first.

    No acknowledgement of them was ever sent. So they may come and go, with the receipts that they have.
    """
    held = session.exec(
        select(SeatAssignment).where(
            SeatAssignment.match == match.id, SeatAssignment.seat == seat, SeatAssignment.bot == ""
        )
    ).all()
    own = [
        order_set for order_set in match_queries.order_sets(session, match.id, match.request) if order_set.seat == seat
    ]

    def is_shown(order_set: OrderSet) -> bool:
        then = order_set.arrived
        return order_set.letter is not None or any(
            assignment.joined < then and (assignment.left is None or then < assignment.left) for assignment in held
        )

    return [*takewhile(lambda order_set: not is_shown(order_set), reversed(own))][::-1]


def answer_for_bots(
    session: Session,
    ctx: Context,
    match: Match,
    opened: OrderRequest | None,
    state: Any,  # noqa: ANN401 - the state is the game's own
) -> None:
    """File order sets for the bots that are asked and have none on file.

    Orders that were filed before come back with their receipt: who sits there how often chooses no dice.
    """
    session.flush()
    if opened is None:
        return
    filed, prompts = order_requests.order_sets(session, match), order_requests.prompts(opened)
    empty = {
        seat: assignment
        for seat, assignment in order_requests.assignments(session, match).items()
        if assignment.bot and seat in prompts and seat not in filed
    }
    names = {seat: assignment.bot for seat, assignment in empty.items()}
    secret = order_requests.chance_of_bots(match, opened)
    for seat, orders in bots_order_sets(ctx.game(match.game), state, prompts, names, secret=secret).items():
        seat_context = SeatContext(session, ctx, match, empty[seat])
        if refile_orders(seat_context, orders) is None:
            filing.file(seat_context, orders, None, wait=False)


def proof_of(order_set: OrderSet) -> dict[str, Fact]:
    """Return what proves an order set that no letter filed, for the notice that shows it."""
    return {
        "asking": order_set.request,
        "number": order_set.number,
        "receipt": order_set.receipt,
        "salt": order_set.salt.hex(),
    }
