"""Letters that tell what somebody else did: what depends on their reader is made when they go.

They may go later than they were written. What their readers do meanwhile (other settings, another tag, other orders)
would tell when that was.
"""

from msgspec.structs import replace
from sqlmodel import Session

from moderator.service.context import Context
from moderator.service.facts import LetterFacts, Notice, PressLetter
from moderator.service.letter_parts import Form
from moderator.service.matches import letterhead, reports
from moderator.service.matches.seat_context import SeatContext
from moderator.store.tables import Match, Player, SeatAssignment


def renew(
    session: Session,
    ctx: Context,
    letter: LetterFacts,
    *,
    match: Match,
    assignment: SeatAssignment | None,
    player: Player | None,
) -> LetterFacts | None:
    """Return a letter with the head, deadline and form of now; None for news to somebody who has left the seat."""
    if not (isinstance(letter, PressLetter) or (isinstance(letter, Notice) and letter.as_of_now)):
        return letter
    renewed = replace(letter, head=letterhead.head(ctx, player, match, letter.head.seat))
    if assignment is None:
        return renewed
    if isinstance(renewed, PressLetter):
        return replace(renewed, form=None if assignment.left else _form(session, ctx, match, assignment))
    if assignment.left is not None:
        return None
    return replace(
        renewed,
        due=renewed.due and reports.due(session, ctx, match),
        form=renewed.form and _form(session, ctx, match, assignment),
    )


def _form(session: Session, ctx: Context, match: Match, assignment: SeatAssignment) -> Form:
    there = SeatContext(session, ctx, match, assignment)
    return letterhead.form(ctx, match, assignment, there.prompt, there.orders or there.lasting)
