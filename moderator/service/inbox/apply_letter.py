"""What a seat's letter does: its orders are filed, its commands carried out.

``moderator read`` applies a letter in a transaction that is dropped: so it tells what would come of it, commands too.
"""

from msgspec import Struct
from msgspec.structs import replace

from moderator.language.reading.commands import Command
from moderator.mail.letter import ReadLetter
from moderator.service.codes import Verdict
from moderator.service.commands.command_context import CommandContext
from moderator.service.commands.dispatch import carry_out
from moderator.service.inbox.identify import Caller
from moderator.service.letter_parts import Answer
from moderator.service.matches import absences
from moderator.service.matches.seat_context import SeatContext
from moderator.service.order_sets import filing
from moderator.service.order_sets.plan_change import Change, plan_change
from moderator.store.tables import Letter


class AppliedLetter(Struct, frozen=True, kw_only=True):
    """The effect of a letter: what it changed, the answers to its commands, and the order set before and after."""

    change: Change
    answers: tuple[Answer, ...]
    filed: bool
    before: int | None
    """The number of the order set that was on file, if there was one."""
    now: int | None

    @property
    def changed(self) -> bool:
        """Whether another order set is on file, or none any more."""
        return self.now != self.before


def apply_letter(seat_context: SeatContext, row: Letter, letter: ReadLetter, caller: Caller) -> AppliedLetter:
    """File what a letter orders and carry its commands out; whoever was absent is back with it."""
    if seat_context.assignment.missed:
        absences.mark_as_back(seat_context, row)
    with seat_context.session.no_autoflush:  # what is changed so far, no question asks for
        change = plan_change(seat_context, row, letter, caller.request)
    before = seat_context.order_set.number if seat_context.order_set else None
    filed = _file(seat_context, row, change)

    def context_of(line: int, command: Command) -> CommandContext:
        return CommandContext(
            *(seat_context.session, seat_context.ctx, seat_context.player, seat_context, row, letter.thread),
            *(command, line),
            delegated=caller.delegate is not None,
        )

    answers = carry_out(change.asked, context_of, change.before, change.blocked_for)
    if change.open and not change.blocked:
        filing.hold(seat_context, row, wait=None, open_=change.open)  # READY may have filed what silence means
    now = seat_context.order_set.number if seat_context.order_set else None
    if now != before and change.verdict in (Verdict.ANSWERED, Verdict.NOTHING_READ):
        change = replace(change, verdict=Verdict.CHANGED)
    return AppliedLetter(change=change, answers=answers, filed=filed or now != before, before=before, now=now)


def _file(seat_context: SeatContext, row: Letter, change: Change) -> bool:
    """Put on file what a letter orders; return whether the order set changed."""
    if change.blocked:
        return False
    if change.orders is not None:
        filing.file(seat_context, change.orders, row, wait=change.wait, open_=change.open, spoken=change.spoken)
        return True
    if change.withdraw:
        return filing.withdraw(seat_context, row, change.open)
    if change.wait is not None or change.open != seat_context.complaints:
        filing.hold(seat_context, row, wait=change.wait, open_=change.open)
    return False
