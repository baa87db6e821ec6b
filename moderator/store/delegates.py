"""The table of those who may send orders for a player's seat for a time, and its named queries."""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlmodel import Field, Session, SQLModel, col, select


class Delegate(SQLModel, table=True):
    """Somebody at an ``address`` who was ``asked`` to send orders for a seat ``until`` a time: one a seat, at most.

    ``assignment`` is the place of the player who asked for it in the ``match``. Nobody may send anything before
    ``since``, when the address said yes.
    """

    id: int = Field(default=None, primary_key=True)
    match: int = Field(foreign_key="match.id", index=True)
    assignment: int = Field(foreign_key="seatassignment.id", unique=True)
    address: str = Field(index=True)
    asked: datetime
    until: datetime
    since: datetime | None = None


def of_assignment(session: Session, assignment: int) -> Delegate | None:
    """Return the delegate of a seat, whether or not they have said yes and their time is over."""
    return session.exec(select(Delegate).where(Delegate.assignment == assignment)).first()


def in_match(session: Session, match: int) -> Sequence[Delegate]:
    """Return the delegates in a match, in the order in which they were asked."""
    return session.exec(select(Delegate).where(Delegate.match == match).order_by(col(Delegate.id))).all()


def delegated(session: Session, matches: Collection[int]) -> set[int]:
    """Return in which of some matches anybody is a delegate."""
    return set(session.exec(select(Delegate.match).where(col(Delegate.match).in_(matches)).distinct()))


def at_address(session: Session, address: str) -> Sequence[Delegate]:
    """Return for which seats somebody is a delegate, or was asked to be."""
    return session.exec(select(Delegate).where(Delegate.address == address).order_by(col(Delegate.id))).all()
