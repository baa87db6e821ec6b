"""Addresses that nobody answered from yet: they may be typing mistakes, so nothing secret goes to them.

Letters that are gathered when they go (welcome, report, reminder) show them what the public may know. Of the others,
what is secret waits until somebody answers from there, and of the rest only the filled form is left out.
"""

from msgspec.structs import replace
from sqlalchemy import update
from sqlmodel import Session, col

from moderator.service.context import Context
from moderator.service.facts import Acknowledgement, LetterFacts, Notice, PressLetter
from moderator.store.statuses import OutboxStatus
from moderator.store.tables import Address, Outbox

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
