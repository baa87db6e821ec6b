"""Commands about the recorded orders: CLEAR, ADD, READY, WAIT. What they do is done before any other is answered."""

from moderator.language.reading.commands import Clear
from moderator.service.codes import AnswerCode, RefusalCode
from moderator.service.commands.asked import Asked
from moderator.service.letter_parts import Answer
from moderator.service.matches import deadlines, order_requests
from moderator.service.matches.seat_context import SeatContext
from moderator.service.order_sets import filing


def clear(asked: Asked, command: Clear, before: int) -> Answer:
    """Tell what was withdrawn; ``before`` is how many orders were on file when the letter came."""
    if not before:
        return asked.answer(RefusalCode.CLEAR_NOTHING)
    return asked.answer(AnswerCode.CLEARED_ONE if command.which else AnswerCode.CLEARED, which=command.which)


def add(asked: Asked, seat_context: SeatContext) -> Answer:
    """Tell that the orders were added to those on file, or those brought back that a new order set left out."""
    added = seat_context.order_set is not None and seat_context.order_set.letter == asked.letter.id
    return asked.answer(AnswerCode.ADDED if added else RefusalCode.ADD_NOTHING)


def ready(asked: Asked, seat_context: SeatContext) -> Answer:
    """Tell when the turn runs; without recorded orders, READY files what silence would mean."""
    if seat_context.order_set is None:
        filing.file(seat_context, seat_context.silence, asked.letter, wait=False)
        return asked.answer(AnswerCode.READY_SILENCE, *seat_context.lines(seat_context.orders))
    runs = deadlines.all_in_at(asked.ctx, seat_context.match)
    pause = int(order_requests.settings_of(asked.ctx, seat_context.match).delay.total_seconds())
    dated = int(seat_context.match.deadline is not None)
    return asked.answer(
        AnswerCode.READY,
        runs=runs.isoformat() if runs else "",
        pause=pause,
        dated=dated,
        faulty=int(seat_context.order_set.faulty),
    )


def wait(asked: Asked, seat_context: SeatContext) -> Answer:
    """Tell that the turn is held back until the deadline."""
    return asked.answer(AnswerCode.WAIT if seat_context.order_set else AnswerCode.WAIT_ANYWAY)
