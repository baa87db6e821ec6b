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
    Match,
    OrderRequest,
    OrderSet,
    Player,
    Record,
    SeatAssignment,
    Vote,
)


def close_requests(session: Session, matches: Collection[int], when: datetime) -> None:
    """Close the open order requests of matches.

    Votes stand until their match moves on, which is now.
    """
    session.execute(
        update(OrderRequest)
        .where(col(OrderRequest.match).in_(matches), col(OrderRequest.closed).is_(None))
        .values(closed=when)
    )
    session.execute(delete(Vote).where(col(Vote.match).in_(matches)))


def match_names(session: Session) -> dict[str, int]:
    """Return the id of every match by its name."""
    rows = session.exec(select(Match.name, Match.id).order_by(col(Match.id)))
    return {name: match_id for name, match_id in rows if match_id is not None}


def games_played(session: Session) -> dict[str, str]:
    """Return the games of all matches, over or not, each with the name of a match of it."""
    return dict(session.exec(select(Match.game, func.min(col(Match.name))).group_by(col(Match.game))).all())


def match_by_slug(session: Session, slug: str) -> Match | None:
    """Return the match whose name in addresses is ``slug``, or None."""
    return session.exec(select(Match).where(Match.slug == slug)).first()


def newest_matches(session: Session) -> Sequence[Match]:
    """Return the matches that were not withdrawn, the newest first."""
    return session.exec(select(Match).where(~col(Match.withdrawn)).order_by(col(Match.id).desc())).all()


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
    return {match.id: match for match in rows}


def lock_matches_named(session: Session, slugs: Collection[str]) -> dict[int, Match]:
    """Lock and return the matches with the given slugs, in the order of lock_matches, by id."""
    rows = session.exec(_LOCKED_BY_SLUG, params={"slugs": [*slugs]})
    return {match.id: match for match in rows}


_OF_SOME = col(Match.id).in_(bindparam("matches", expanding=True))
_OPEN_TURNS = (
    select(Match, OrderRequest, Record.request, Record.body)
    .join(OrderRequest, (col(OrderRequest.match) == Match.id) & (col(OrderRequest.number) == Match.request))
    .join(Record, (col(Record.match) == Match.id) & (col(Record.number) == Match.number))
    .where(_OF_SOME, Match.status == MatchStatus.RUNNING, col(OrderRequest.closed).is_(None))
    .order_by(col(Match.id))
)


def open_turns(session: Session, matches: Collection[int]) -> Sequence[tuple[Match, OrderRequest, int, bytes]]:
    """Return matches that wait for orders, each with its open request, and of its newest record request and body."""
    return session.exec(_OPEN_TURNS, params={"matches": [*matches]}).all()


_first = aliased(SeatAssignment)
BY_SEAT = (
    select(func.min(_first.id))
    .where(col(_first.match) == col(SeatAssignment.match), col(_first.seat) == col(SeatAssignment.seat))
    .correlate(SeatAssignment)
    .scalar_subquery()
)
"""What sorts places as the seats were listed when their matches began, whoever has taken one over since."""

_OfSeat = TypeVar("_OfSeat", SeatAssignment, OrderSet)
_CURRENT_ASSIGNMENTS = (
    select(SeatAssignment)
    .where(col(SeatAssignment.match).in_(bindparam("matches", expanding=True)), col(SeatAssignment.left).is_(None))
    .order_by(BY_SEAT)
)


def current_assignments(session: Session, matches: Collection[int]) -> dict[int, dict[Seat, SeatAssignment]]:
    """Return by match and seat who sits where now."""
    return _by_seat(session.exec(_CURRENT_ASSIGNMENTS, params={"matches": [*matches]}))


_CURRENT_ORDER_SETS = (
    select(OrderSet)
    .join(Match, (col(Match.id) == OrderSet.match) & (col(Match.request) == OrderSet.request))
    .where(_OF_SOME, col(OrderSet.current).is_(True))
    .order_by(col(OrderSet.id))
)


def current_order_sets(session: Session, matches: Collection[int]) -> dict[int, dict[Seat, OrderSet]]:
    """Return by match and seat the order sets that count for the open order requests."""
    return _by_seat(session.exec(_CURRENT_ORDER_SETS, params={"matches": [*matches]}))


def _by_seat(rows: Iterable[_OfSeat]) -> dict[int, dict[Seat, _OfSeat]]:
    """Return rows by match and seat."""
    found: dict[int, dict[Seat, _OfSeat]] = {}
    for row in rows:
        found.setdefault(row.match, {})[row.seat] = row
    return found


_ASSIGNMENTS_IN = (
    select(SeatAssignment, Player)
    .join(Player, col(Player.id) == col(SeatAssignment.player), isouter=True)
    .where(col(SeatAssignment.match) == bindparam("match"), col(SeatAssignment.left).is_(None))
    .order_by(BY_SEAT)
)


def assignments_in(session: Session, match: int) -> Sequence[tuple[SeatAssignment, Player | None]]:
    """Return the places of a match that are held now, each with its player, or None for a bot."""
    return session.exec(_ASSIGNMENTS_IN, params={"match": match}).all()


_ASSIGNMENTS_AND_ADDRESS = (
    select(SeatAssignment, Player, Address)
    .join(Player, col(Player.id) == col(SeatAssignment.player), isouter=True)
    .join(
        Address,
        (col(Address.player) == col(SeatAssignment.player)) & (col(Address.address) == bindparam("address")),
        isouter=True,
    )
    .where(col(SeatAssignment.match) == bindparam("match"), col(SeatAssignment.left).is_(None))
    .order_by(BY_SEAT)
)


def assignments_and_address(
    session: Session, match: int, address: str
) -> Sequence[tuple[SeatAssignment, Player | None, Address | None]]:
    """Return the same places and players, each with the entry of a mail address where it is that player's."""
    return session.exec(_ASSIGNMENTS_AND_ADDRESS, params={"match": match, "address": address}).all()


_ORDER_SETS = (
    select(OrderSet)
    .where(col(OrderSet.match) == bindparam("match"), col(OrderSet.request) == bindparam("request"))
    .order_by(col(OrderSet.id))
)


def order_sets(session: Session, match: int, request: int) -> Sequence[OrderSet]:
    """Return every order set for an order request, current or replaced, in the order in which they were filed."""
    return session.exec(_ORDER_SETS, params={"match": match, "request": request}).all()


_BOTS_ORDER_SETS = (
    select(OrderSet)
    .join(
        SeatAssignment,
        (col(SeatAssignment.match) == col(OrderSet.match)) & (col(SeatAssignment.seat) == col(OrderSet.seat)),
    )
    .where(col(OrderSet.match) == bindparam("match"), col(OrderSet.request) == bindparam("request"))
    .where(col(OrderSet.current).is_(True), col(SeatAssignment.left).is_(None), SeatAssignment.bot != "")
)


def bots_order_sets(session: Session, match: int, request: int) -> Sequence[OrderSet]:
    """Return the order sets that count for an order request of the seats that bots play now."""
    return session.exec(_BOTS_ORDER_SETS, params={"match": match, "request": request}).all()


def unsettled_order_sets(session: Session, player: int) -> Sequence[OrderSet]:
    """Return the order sets with lines that did not count, of all seats that a player holds or held."""
    seats = (
        (SeatAssignment.match == OrderSet.match)
        & (SeatAssignment.seat == OrderSet.seat)
        & (SeatAssignment.player == player)
    )
    held = select(OrderSet).where(OrderSet.complaints != (), select(SeatAssignment.id).where(seats).exists())
    return session.exec(held.order_by(col(OrderSet.id))).all()


def order_sets_of(session: Session, match: int, seat: Seat, count: int) -> Sequence[OrderSet]:
    """Return at most ``count`` order sets that a seat filed last in a match."""
    filed = select(OrderSet).where(OrderSet.match == match, OrderSet.seat == seat)
    # by request first, as the index has them: none is read but those that are returned
    return session.exec(filed.order_by(col(OrderSet.request).desc(), col(OrderSet.id).desc()).limit(count)).all()


def last_request_answered(session: Session, assignment: SeatAssignment, until: int) -> int:
    """Return the newest order request, up to one, that the player in a seat sent orders for, 0 if there is none."""
    of_seat = (OrderSet.match == assignment.match, OrderSet.seat == assignment.seat)
    by_player = (
        col(OrderSet.letter).is_not(None),
        col(OrderSet.arrived) > assignment.joined,
        OrderSet.request <= until,
    )
    return session.exec(select(func.max(OrderSet.request)).where(*of_seat, *by_player)).one() or 0


def last_mailed_order_sets(session: Session, count: int) -> Sequence[tuple[Match, OrderRequest, OrderSet]]:
    """Return the newest order set of every seat for at most ``count`` last requests of every match that is not over.

    Each comes with its match and request, the older first. What no letter brought is left out.
    """
    later = aliased(OrderSet)
    of_seat = (later.match == OrderSet.match, later.request == OrderSet.request, later.seat == OrderSet.seat)
    rows = session.exec(
        select(Match, OrderRequest, OrderSet)
        .join(OrderRequest, col(OrderRequest.match) == Match.id)
        .join(OrderSet, (col(OrderSet.match) == Match.id) & (col(OrderSet.request) == OrderRequest.number))
        .where(Match.status != MatchStatus.OVER, OrderRequest.number > Match.request - count)
        .where(
            col(OrderSet.letter).is_not(None), ~select(later.id).where(*of_seat, col(later.id) > OrderSet.id).exists()
        )
        .order_by(col(Match.id), col(OrderRequest.number), col(OrderSet.id))
    )
    return rows.all()


_REQUESTS = select(OrderRequest).where(col(OrderRequest.match) == bindparam("match")).order_by(col(OrderRequest.number))
_ONE_REQUEST = _REQUESTS.where(col(OrderRequest.number) == bindparam("number"))


def requests(session: Session, match: int, number: int | None = None) -> dict[int, OrderRequest]:
    """Return the order requests of a match by number, in their order, or the one of a number alone."""
    if number is None:
        rows = session.exec(_REQUESTS, params={"match": match})
    else:
        rows = session.exec(_ONE_REQUEST, params={"match": match, "number": number})
    return {row.number: row for row in rows}


def request(session: Session, match: int, number: int) -> OrderRequest | None:
    """Return the order request of a number, None if there is none."""
    return requests(session, match, number).get(number)


def records(session: Session, match: int) -> Sequence[Record]:
    """Return the records of a match in their order."""
    return session.exec(select(Record).where(Record.match == match).order_by(col(Record.number))).all()


def votes(session: Session, match: int, kind: str, request: int) -> Sequence[Vote]:
    """Return the votes of a kind in a match for an order request."""
    return session.exec(
        select(Vote).where(Vote.match == match, Vote.kind == kind, Vote.request == request).order_by(col(Vote.id))
    ).all()
