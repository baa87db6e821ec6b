"""Addresses that nobody answered from yet: they may be typing mistakes, so nothing secret goes to them.

Letters that are gathered when they go (welcome, report, reminder) show them what the public may know. Of the others,
what is secret waits until somebody answers from there, and of the rest only the filled form is left out.
"""

from msgspec.structs import replace
from sqlalchemy import update
from sqlmodel import Session, col

from moderator.service import outbox
from moderator.service.context import Context
from moderator.service.facts import Acknowledgement, LetterFacts, Notice, PressLetter
from moderator.service.outbox import OutgoingLetter
from moderator.store import people_queries
from moderator.store.statuses import OutboxStatus
from moderator.store.tables import Address, Match, Outbox, SeatAssignment

SECRET_NOTICES = frozenset(
    {
        "board-restored",
        "join-code",
        "orders-entered",
        "orders-fallen",
        "orders-restored",
        "position-amended",
        "thread-left",
    }
)


def redact_unconfirmed(address: Address | None, facts: LetterFacts) -> LetterFacts | None:
    """Return a letter as it may go to the address on file; None if it must wait for an answer from there."""
    if address is None or address.confirmed:
        return facts
    if isinstance(facts, PressLetter | Acknowledgement) or (
        isinstance(facts, Notice) and any(note.code in SECRET_NOTICES for note in facts.notes)
    ):
        return None
    if isinstance(facts, Notice) and facts.form is not None:
        return replace(facts, form=replace(facts.form, lines=(), examples=()))
    return facts


def release(session: Session, ctx: Context, player: int) -> None:
    """Let go what waited for a player's first answer."""
    session.execute(
        update(Outbox)
        .where(col(Outbox.player) == player, col(Outbox.status) == OutboxStatus.WITHHELD)
        .values(status=OutboxStatus.WAITING, due=ctx.now())
    )


def hear_from(
    session: Session, ctx: Context, match: Match, assignment: SeatAssignment, entry: Address, *, vouched: bool
) -> None:
    """Note that the address of the player in a seat is alive.

    Who was welcomed there without secrets gets the whole welcome now. One that an import claims is its player's once a
    letter from there is proved: to be written from it must be the one that the tag was sent to, or our own server has
    to have ``vouched`` for the sender.
    """
    entry.refused = 0
    if entry.claimed and (vouched or people_queries.written_to(session, entry.player) == entry.address):
        entry.claimed = False
    if entry.confirmed:
        return
    entry.confirmed = True
    release(session, ctx, entry.player)
    key = f"welcome:{match.id}:{assignment.id}:confirmed"
    outbox.enqueue(
        session, ctx, match, OutgoingLetter(kind="welcome", key=key, assignment=assignment, record=match.number)
    )
