"""How people play, as everybody may see it: ratings, and the tables of series."""

from sqlmodel import Session

from moderator.service.context import Context
from moderator.service.letter_parts import GameRatings, SeriesTable
from moderator.service.pages.public import NothingToSeeError
from moderator.service.people import rating, series


def ratings(session: Session, ctx: Context) -> tuple[GameRatings, ...]:
    """Return the ratings of those who agreed to be listed."""
    return rating.ratings(session, ctx)


def table(session: Session, ctx: Context, name: str) -> SeriesTable:
    """Return the table of a series; raises NothingToSeeError if there is none that spectators may know of."""
    found = series.table(session, ctx, name)
    if found is None:
        raise NothingToSeeError(name)
    return found
