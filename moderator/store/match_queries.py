"""Named queries about matches: their locks, seats, order sets, records and votes."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import TypeVar

from sqlalchemy import bindparam, delete, func, update
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, select

from moderator.core.seats import Seat
from moderator.store.statuses import MatchStatus
from moderator.store.tables import (
    Address,
    Asking,
    Match,
    Place,
    Player,
    Record,
    Sheet,
    Vote,
)


def close_askings(session: Session, matches: Collection[int], when: datetime) -> None:
    """Close the open askings of matches.

    Votes stand until their match moves on, which is now.
    """
    session.execute(
        update(Asking).where(col(Asking.match).in_(matches), col(Asking.closed).is_(None)).values(closed=when)
    )
    session.execute(delete(Vote).where(col(Vote.match).in_(matches)))


def match_names(session: Session) -> dict[str, int]:
    """Return the id of every match by its name."""
    rows = session.exec(select(Match.name, Match.id).order_by(col(Match.id)))
    return {name: match_id for name, match_id in rows if match_id is not None}


def games_played(session: Session) -> dict[str, str]:
    """Return the games of all matches, over or not, each with the name of a match of it."""
    return dict(session.exec(select(Match.game, func.min(col(Match.name))).group_by(col(Match.game))).all())


def match_of(session: Session, slug: str) -> Match | None:
    """Return the match whose name in addresses is ``slug``, or None."""
    return session.exec(select(Match).where(Match.slug == slug)).first()


# rows that are locked are read anew: whoever held the lock before may have changed what this session has read
_ALL_LOCKED = select(Match).order_by(col(Match.id)).with_for_update().execution_options(populate_existing=True)
_LOCKED_BY_ID = _ALL_LOCKED.where(col(Match.id).in_(bindparam("matches", expanding=True)))
_LOCKED_BY_SLUG = _ALL_LOCKED.where(col(Match.slug).in_(bindparam("slugs", expanding=True)))


def lock_match(session: Session, match: int) -> Match:
    """Lock a match until this transaction ends, and return it as it is once the lock is held."""
    return lock_matches(session, [match])[match]


def lock_matches(session: Session, matches: Collection[int]) -> dict[int, Match]:
    """Lock several matches until this transaction ends, always in one order, and return them by id."""
    rows = session.exec(_LOCKED_BY_ID, params={"matches": [*matches]})
    return {match.id: match for match in rows if match.id is not None}


def lock_matches_named(session: Session, slugs: Collection[str]) -> dict[int, Match]:
    """Lock and return the matches with the given slugs, in the order of lock_matches, by id."""
    rows = session.exec(_LOCKED_BY_SLUG, params={"slugs": [*slugs]})
    return {match.id: match for match in rows if match.id is not None}


_OF_SOME = col(Match.id).in_(bindparam("matches", expanding=True))
_OPEN_TURNS = (
    select(Match, Asking, Record.asking, Record.body)
    .join(Asking, (col(Asking.match) == Match.id) & (col(Asking.number) == Match.asking))
    .join(Record, (col(Record.match) == Match.id) & (col(Record.number) == Match.number))
    .where(_OF_SOME, Match.status == MatchStatus.RUNNING, col(Asking.closed).is_(None))
    .order_by(col(Match.id))
)


def open_turns(session: Session, matches: Collection[int]) -> Sequence[tuple[Match, Asking, int, bytes]]:
    """Return the matches that wait for orders, each with its open asking, and asking and body of its newest record."""
    return session.exec(_OPEN_TURNS, params={"matches": [*matches]}).all()


_first = aliased(Place)
BY_SEAT = (
    select(func.min(_first.id))
    .where(col(_first.match) == col(Place.match), col(_first.seat) == col(Place.seat))
    .correlate(Place)
    .scalar_subquery()
)
"""What sorts places as the seats were listed when their matches began, whoever has taken one over since."""

_OfSeat = TypeVar("_OfSeat", Place, Sheet)
_HELD_PLACES = (
    select(Place)
    .where(col(Place.match).in_(bindparam("matches", expanding=True)), col(Place.left).is_(None))
    .order_by(BY_SEAT)
)


def held_places(session: Session, matches: Collection[int]) -> dict[int, dict[Seat, Place]]:
    """Return by match and seat who sits where now."""
    return _by_seat(session.exec(_HELD_PLACES, params={"matches": [*matches]}))


_CURRENT_SHEETS = (
    select(Sheet)
    .join(Match, (col(Match.id) == Sheet.match) & (col(Match.asking) == Sheet.asking))
    .where(_OF_SOME, col(Sheet.current).is_(True))
    .order_by(col(Sheet.id))
)


def current_sheets(session: Session, matches: Collection[int]) -> dict[int, dict[Seat, Sheet]]:
    """Return by match and seat the sheets that count for the open askings."""
    return _by_seat(session.exec(_CURRENT_SHEETS, params={"matches": [*matches]}))


def _by_seat(rows: Iterable[_OfSeat]) -> dict[int, dict[Seat, _OfSeat]]:
    """Return rows by match and seat."""
    found: dict[int, dict[Seat, _OfSeat]] = {}
    for row in rows:
        found.setdefault(row.match, {})[row.seat] = row
    return found


_PLACES_IN = (
    select(Place, Player)
    .join(Player, col(Player.id) == col(Place.player), isouter=True)
    .where(col(Place.match) == bindparam("match"), col(Place.left).is_(None))
    .order_by(BY_SEAT)
)


def places_in(session: Session, match: int) -> Sequence[tuple[Place, Player | None]]:
    """Return the places of a match that are held now, each with its player, or None for a bot."""
    return session.exec(_PLACES_IN, params={"match": match}).all()


_PLACES_AND_ENTRY = (
    select(Place, Player, Address)
    .join(Player, col(Player.id) == col(Place.player), isouter=True)
    .join(
        Address,
        (col(Address.player) == col(Place.player)) & (col(Address.address) == bindparam("address")),
        isouter=True,
    )
    .where(col(Place.match) == bindparam("match"), col(Place.left).is_(None))
    .order_by(BY_SEAT)
)


def places_and_entry(
    session: Session, match: int, address: str
) -> Sequence[tuple[Place, Player | None, Address | None]]:
    """Return the same places and players, each with the entry of a mail address where it is that player's."""
    return session.exec(_PLACES_AND_ENTRY, params={"match": match, "address": address}).all()


_SHEETS = (
    select(Sheet)
    .where(col(Sheet.match) == bindparam("match"), col(Sheet.asking) == bindparam("asking"))
    .order_by(col(Sheet.id))
)


def sheets(session: Session, match: int, asking: int) -> Sequence[Sheet]:
    """Return every sheet for an asking, current or replaced, in the order in which they were filed."""
    return session.exec(_SHEETS, params={"match": match, "asking": asking}).all()


_BOTS_SHEETS = (
    select(Sheet)
    .join(Place, (col(Place.match) == col(Sheet.match)) & (col(Place.seat) == col(Sheet.seat)))
    .where(col(Sheet.match) == bindparam("match"), col(Sheet.asking) == bindparam("asking"))
    .where(col(Sheet.current).is_(True), col(Place.left).is_(None), Place.bot != "")
)


def bots_sheets(session: Session, match: int, asking: int) -> Sequence[Sheet]:
    """Return the sheets that count for an asking of the seats that bots play now."""
    return session.exec(_BOTS_SHEETS, params={"match": match, "asking": asking}).all()


def sheets_waited_for(session: Session, player: int) -> Sequence[Sheet]:
    """Return the sheets with lines that did not count, of all seats that a player holds or held."""
    seats = (Place.match == Sheet.match) & (Place.seat == Sheet.seat) & (Place.player == player)
    held = select(Sheet).where(Sheet.complaints != "[]", select(Place.id).where(seats).exists())
    return session.exec(held.order_by(col(Sheet.id))).all()


def sheets_of(session: Session, match: int, seat: Seat, count: int) -> Sequence[Sheet]:
    """Return at most ``count`` sheets that a seat filed last in a match."""
    filed = select(Sheet).where(Sheet.match == match, Sheet.seat == seat)
    # by asking first, as the index has them: none is read but those that are returned
    return session.exec(filed.order_by(col(Sheet.asking).desc(), col(Sheet.id).desc()).limit(count)).all()


def last_letters_sheets(session: Session, count: int) -> Sequence[tuple[Match, Asking, Sheet]]:
    """Return the newest sheet of every seat for at most ``count`` last askings of every match that is not over.

    Each comes with its match and asking, the older first. What no letter brought is left out.
    """
    later = aliased(Sheet)
    of_seat = (later.match == Sheet.match, later.asking == Sheet.asking, later.seat == Sheet.seat)
    rows = session.exec(
        select(Match, Asking, Sheet)
        .join(Asking, col(Asking.match) == Match.id)
        .join(Sheet, (col(Sheet.match) == Match.id) & (col(Sheet.asking) == Asking.number))
        .where(Match.status != MatchStatus.OVER, Asking.number > Match.asking - count)
        .where(col(Sheet.letter).is_not(None), ~select(later.id).where(*of_seat, col(later.id) > Sheet.id).exists())
        .order_by(col(Match.id), col(Asking.number), col(Sheet.id))
    )
    return rows.all()


_ASKINGS = select(Asking).where(col(Asking.match) == bindparam("match")).order_by(col(Asking.number))
_ONE_ASKING = _ASKINGS.where(col(Asking.number) == bindparam("number"))


def askings(session: Session, match: int, number: int | None = None) -> dict[int, Asking]:
    """Return the askings of a match by number, in their order, or the one of a number alone."""
    if number is None:
        rows = session.exec(_ASKINGS, params={"match": match})
    else:
        rows = session.exec(_ONE_ASKING, params={"match": match, "number": number})
    return {row.number: row for row in rows}


def records(session: Session, match: int) -> Sequence[Record]:
    """Return the records of a match in their order."""
    return session.exec(select(Record).where(Record.match == match).order_by(col(Record.number))).all()


def votes(session: Session, match: int, kind: str, asking: int) -> Sequence[Vote]:
    """Return the votes of a kind in a match for an asking."""
    return session.exec(
        select(Vote).where(Vote.match == match, Vote.kind == kind, Vote.asking == asking).order_by(col(Vote.id))
    ).all()
