"""The table of those who watch a match by mail without playing in it, and its named queries."""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import bindparam, or_
from sqlmodel import Field, Session, SQLModel, col, select

from moderator.store.statuses import MatchStatus
from moderator.store.tables import Match


class Watcher(SQLModel, table=True):
    """Somebody who gets by mail what spectators may see of a ``match``: a ``player``, or a stranger at an ``address``.

    The letters of a player go to the address on file.
    """

    id: int = Field(default=None, primary_key=True)
    match: int = Field(foreign_key="match.id", index=True)
    player: int | None = Field(default=None, foreign_key="player.id", index=True)
    address: str = Field(default="", index=True)
    made: datetime


def watchers_of(session: Session, match: int) -> Sequence[Watcher]:
    """Return who watches a match, in the order in which they began to."""
    return session.exec(select(Watcher).where(Watcher.match == match).order_by(col(Watcher.id))).all()


_WATCHED = select(Watcher.match).where(col(Watcher.match).in_(bindparam("matches", expanding=True))).distinct()


def watched(session: Session, matches: Collection[int]) -> set[int]:
    """Return which of some matches anybody watches."""
    return set(session.exec(_WATCHED, params={"matches": [*matches]}))


def watched_by(
    session: Session, player: int | None, addresses: Collection[str] = (), *, going_on: bool = False
) -> Sequence[tuple[Watcher, Match]]:
    """Return what a player watches, or somebody with one of some addresses; if wanted, only matches that go on."""
    by_address = col(Watcher.address).in_([each for each in addresses if each])
    theirs = by_address if player is None else or_(col(Watcher.player) == player, by_address)
    found = select(Watcher, Match).join(Match, col(Match.id) == col(Watcher.match)).where(theirs)
    found = found.where(Match.status != MatchStatus.OVER) if going_on else found
    return session.exec(found.order_by(col(Watcher.id))).all()
