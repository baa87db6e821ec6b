"""What is done once a day: what was kept long enough is forgotten, and what nobody confirmed is given up."""

from datetime import timedelta

from sqlalchemy import delete, update
from sqlmodel import Session, col

from moderator.service.context import Context
from moderator.store.statuses import LetterStatus
from moderator.store.tables import AddressChange, Letter

HELD_FOR = timedelta(days=30)
"""How long a held letter, or a change of address, waits to be confirmed."""


def forget_old_letters(session: Session, ctx: Context) -> int:
    """Empty the raw letters that were kept for ``keep_letters`` days; return how many. What came of them stays."""
    before = ctx.now() - timedelta(days=ctx.settings.keep_letters)
    done = session.execute(
        update(Letter)
        .where(col(Letter.arrived) < before, col(Letter.raw) != b"")
        .where(col(Letter.status).in_([LetterStatus.DONE, LetterStatus.IGNORED]))
        .values(raw=b"")
    )
    return int(done.rowcount)  # type: ignore[attr-defined]


def give_up_address_changes(session: Session, ctx: Context) -> int:
    """Forget the changes of address that players asked for 30 days ago and never confirmed; return how many."""
    late = col(AddressChange.asked) < ctx.now() - HELD_FOR
    done = session.execute(delete(AddressChange).where(late, ~col(AddressChange.by_gm)))
    return int(done.rowcount)  # type: ignore[attr-defined]


def give_up_held_letters(session: Session, ctx: Context) -> int:
    """Ignore the letters that were held for 30 days and never confirmed; return how many."""
    done = session.execute(
        update(Letter)
        .where(col(Letter.status) == LetterStatus.HELD, col(Letter.kept) < ctx.now() - HELD_FOR)
        .values(status=LetterStatus.IGNORED, verdict="never-confirmed")
    )
    return int(done.rowcount)  # type: ignore[attr-defined]
