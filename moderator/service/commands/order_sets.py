"""Commands about the recorded orders: CLEAR, UNDO, ADD, READY, WAIT. What they do is done first of all."""

from moderator.language.reading.commands import Clear
from moderator.service.codes import AnswerCode, RefusalCode
from moderator.service.commands.command_context import CommandContext
from moderator.service.letter_parts import Answer
from moderator.service.matches import deadlines, order_requests
from moderator.service.matches.seat_context import SeatContext
from moderator.service.order_sets import filing
from moderator.store.statuses import MatchStatus


def clear(command_context: CommandContext, command: Clear, before: int) -> Answer:
    """Tell what was withdrawn; ``before`` is how many orders were on file when the letter came."""
    if not before:
        return command_context.answer(RefusalCode.CLEAR_NOTHING)
    return command_context.answer(AnswerCode.CLEARED_ONE if command.which else AnswerCode.CLEARED, which=command.which)


def undo(command_context: CommandContext, seat_context: SeatContext) -> Answer:
    """Tell that the orders are as they were before the last letter that changed them."""
    if not seat_context.own or seat_context.own[-1].letter != command_context.letter.id:
        return command_context.answer(RefusalCode.UNDO_NOTHING)
    return command_context.answer(AnswerCode.UNDONE if seat_context.orders else AnswerCode.UNDONE_TO_NONE)


def add(command_context: CommandContext, seat_context: SeatContext) -> Answer:
    """Tell that the orders were added to those on file, or those brought back that a new order set left out."""
    added = seat_context.order_set is not None and seat_context.order_set.letter == command_context.letter.id
    return command_context.answer(AnswerCode.ADDED if added else RefusalCode.ADD_NOTHING)


def ready(command_context: CommandContext, seat_context: SeatContext) -> Answer:
    """Tell when the turn runs; without recorded orders, READY files what silence would mean."""
    if seat_context.order_set is None:
        filing.file(seat_context, seat_context.silence, command_context.letter, wait=False)
        return command_context.answer(AnswerCode.READY_SILENCE, *seat_context.lines(seat_context.orders))
    runs = deadlines.all_in_at(command_context.ctx, seat_context.match)
    pause = int(order_requests.settings_of(command_context.ctx, seat_context.match).delay.total_seconds())
    return command_context.answer(
        AnswerCode.READY,
        runs=runs.isoformat() if runs else "",
        pause=pause,
        paused=int(seat_context.match.status == MatchStatus.PAUSED),
        faulty=int(seat_context.order_set.faulty),
    )


def wait(command_context: CommandContext, seat_context: SeatContext) -> Answer:
    """Tell that the turn is held back: until its deadline, or without one until READY."""
    code = AnswerCode.WAIT if seat_context.order_set else AnswerCode.WAIT_ANYWAY
    return command_context.answer(code, dated=int(seat_context.match.deadline is not None))
