"""Letters that bear the marks of a machine, and may be a player's all the same.

A server adds marks to what people write (``List-Unsubscribe``), and a subject may speak of an absence. Such a letter is
a player's if its tag is good and it gives an order that is not on file yet. A program that answers ours says nothing
new: it hears at most the one letter that it answers, and two programs never go on writing to each other.
"""

from msgspec.structs import replace
from sqlmodel import Session

from moderator.core.orders import Order
from moderator.language.reading.text_lines import is_mark
from moderator.mail.letter import ReadLetter
from moderator.service.audit import versions
from moderator.service.context import Context
from moderator.service.inbox.identify import Caller, SenderStatus
from moderator.service.matches.seat_context import SeatContext, lock_seat
from moderator.service.order_sets.plan_change import plan_change
from moderator.store.tables import Letter


def is_players(session: Session, ctx: Context, row: Letter, letter: ReadLetter, caller: Caller) -> bool:
    """Tell whether a letter with the marks of a machine is a player's; then its match is locked."""
    if not letter.perhaps_written or caller.status is not SenderStatus.PROVED or caller.player_seat is None:
        return False
    seat_context = lock_seat(session, ctx, caller.player_seat)
    if _is_of_other_moderator(seat_context, letter):
        return False
    if versions.how_stopped(seat_context.match):  # it waits until the match goes on, and is looked at again
        return True
    ordered = plan_change(seat_context, row, letter, caller.request).understood.entries
    return not {_unnumbered(entry.order) for entry in ordered} <= {_unnumbered(order) for order in seat_context.orders}


def _unnumbered(order: Order) -> Order:
    return replace(order, number="")


def _is_of_other_moderator(seat_context: SeatContext, letter: ReadLetter) -> bool:
    """Tell whether a letter holds the form of another match, as the author's own words: so moderators write."""
    begin = f"[{seat_context.match.name} ".casefold()
    marks = (line.text.strip().casefold() for line in letter.lines if not line.quoted and is_mark(line.text))
    return any(not mark.startswith(begin) for mark in marks)
