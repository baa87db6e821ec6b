"""Named queries about players: their addresses, accounts, seats and threads."""

from collections.abc import Collection, Sequence

from sqlalchemy import bindparam, func
from sqlmodel import Session, col, select

from moderator.core.seats import Seat
from moderator.store.tables import (
    Account,
    Address,
    Match,
    SeatAssignment,
    Thread,
)

_OWNERS = (
    select(Address).where(col(Address.address).in_(bindparam("addresses", expanding=True))).order_by(col(Address.id))
)


def owners(session: Session, addresses: Collection[str]) -> Sequence[Address]:
    """Return the entries of mail addresses on file; upper and lower case do not differ."""
    return session.exec(_OWNERS, params={"addresses": [address.lower() for address in addresses]}).all()


_ADDRESSES = select(Address).where(col(Address.player) == bindparam("player")).order_by(col(Address.id))


def addresses(session: Session, player: int) -> Sequence[Address]:
    """Return the addresses of a player, the oldest first."""
    return session.exec(_ADDRESSES, params={"player": player}).all()


def written_to(session: Session, player: int | None) -> str:
    """Return the address that a player is written to, empty if there is none."""
    entry = address_on_file(session, player)
    return entry.address if entry else ""


def address_on_file(session: Session, player: int | None) -> Address | None:
    """Return the address that a player is written to.

    Those that are more than claimed come first, then confirmed ones, then those that refused no letter.
    """
    return None if player is None else addresses_on_file(session, (player,)).get(player)


_ON_FILE = (
    select(Address)
    .where(col(Address.player).in_(bindparam("players", expanding=True)))
    .order_by(col(Address.claimed).desc(), col(Address.confirmed), col(Address.refused) == 0, col(Address.id).desc())
    # the best last
)


def addresses_on_file(session: Session, players: Collection[int]) -> dict[int, Address]:
    """Return by player the address that each of several players is written to."""
    if not players:
        return {}
    return {entry.player: entry for entry in session.exec(_ON_FILE, params={"players": players})}


def assignments_ever_of(session: Session, player: int) -> Sequence[tuple[SeatAssignment, Match]]:
    """Return the places that a player holds or held, with their matches, in the order in which they were taken."""
    return session.exec(
        select(SeatAssignment, Match)
        .join(Match, col(Match.id) == col(SeatAssignment.match))
        .where(SeatAssignment.player == player)
        .order_by(col(SeatAssignment.id))
    ).all()


def assignments_of(session: Session, player: int) -> Sequence[tuple[SeatAssignment, Match]]:
    """Return the places that a player holds now, with their matches, running or over, the newest match last."""
    return session.exec(
        select(SeatAssignment, Match)
        .join(Match, col(Match.id) == col(SeatAssignment.match))
        .where(SeatAssignment.player == player, col(SeatAssignment.left).is_(None))
        .order_by(col(Match.id), col(SeatAssignment.id))
    ).all()


def assignments_shown(session: Session, player: int) -> list[tuple[SeatAssignment, Match]]:
    """Return the same without those of matches that were withdrawn, which no page shows."""
    return [pair for pair in assignments_of(session, player) if not pair[1].withdrawn]


_EVER_IN = (
    select(SeatAssignment.seat, Address.address)
    .join(Address, col(SeatAssignment.player) == col(Address.player))
    .where(col(SeatAssignment.match) == bindparam("match"))
)


def addresses_ever_in(session: Session, match: int) -> Sequence[tuple[Seat, str]]:
    """Return the addresses of all who hold or held a place of a match, each with its seat."""
    return session.exec(_EVER_IN, params={"match": match}).all()


def seats_of_erased(session: Session, match: int) -> set[Seat]:
    """Return the seats of a match that belong or belonged to a player whom no letter reaches: one who was erased."""
    known = select(Address.player).where(col(Address.player) == col(SeatAssignment.player)).exists()
    posted = select(Account.player).where(col(Account.player) == col(SeatAssignment.player)).exists()
    gone = select(SeatAssignment.seat).where(
        SeatAssignment.match == match, col(SeatAssignment.player).is_not(None), ~known, ~posted
    )
    return set(session.exec(gone))


_ACCOUNTS = (
    select(Account).where(col(Account.player).in_(bindparam("players", expanding=True))).order_by(col(Account.id))
)


def accounts_of(session: Session, players: Collection[int]) -> dict[int, list[Account]]:
    """Return by player the accounts in forums of several players, the oldest first."""
    found: dict[int, list[Account]] = {}
    for account in session.exec(_ACCOUNTS, params={"players": [*players]}) if players else ():
        found.setdefault(account.player, []).append(account)
    return found


def accounts_with(session: Session, player: int | None) -> list[Account]:
    """Return the accounts in forums of one player, the oldest first; nobody has none."""
    return accounts_of(session, [player]).get(player, []) if player is not None else []


def account_in(session: Session, player: int, forum: str) -> Account | None:
    """Return the account of a player in a forum; it has no name while the player is expected there."""
    return session.exec(select(Account).where(Account.player == player, Account.forum == forum)).first()


def account_by_code(session: Session, code: str) -> Account | None:
    """Return the account for which a code is good."""
    return session.exec(select(Account).where(Account.code == code, Account.code != "")).first()


def account_by_number(session: Session, forum: str, number: str) -> Account | None:
    """Return the account of a player that a forum calls by a number; one that an import alone claims is nobody's."""
    theirs = (Account.forum == forum, Account.number == number, Account.number != "", ~col(Account.claimed))
    return session.exec(select(Account).where(*theirs).order_by(col(Account.id))).first()


def account_by_name(session: Session, forum: str, name: str) -> Account | None:
    """Return an account of a player by its forum and name; upper and lower case do not differ.

    One that is sure comes before those that imports claim.
    """
    named = select(Account).where(Account.forum == forum, func.lower(Account.name) == name.lower())
    return session.exec(named.order_by(col(Account.claimed), col(Account.id))).first()


def forums_of(session: Session, matches: Collection[int]) -> dict[int, set[str]]:
    """Return by match the forums in which somebody plays it."""
    played = select(SeatAssignment.match, Account.forum).join(
        Account, col(Account.player) == col(SeatAssignment.player)
    )
    found: dict[int, set[str]] = {}
    for match, forum in session.exec(
        played.where(col(SeatAssignment.match).in_(matches), col(SeatAssignment.left).is_(None))
    ):
        found.setdefault(match, set()).add(forum)
    return found


_THREADS = select(Thread).where(col(Thread.match).in_(bindparam("matches", expanding=True))).order_by(col(Thread.id))


def threads_of(session: Session, matches: Collection[int]) -> Sequence[Thread]:
    """Return our threads about matches."""
    return session.exec(_THREADS, params={"matches": [*matches]}).all()


def threads_to(session: Session, matches: Collection[int], players: Collection[int]) -> Sequence[Thread]:
    """Return our threads about matches, and all of those with players, the newest last."""
    theirs = (col(Thread.match).in_(matches)) | (col(Thread.player).in_(players))
    return session.exec(select(Thread).where(theirs).order_by(col(Thread.id))).all()


def threads_with(session: Session, player: int) -> Sequence[Thread]:
    """Return our threads with a player."""
    return session.exec(select(Thread).where(Thread.player == player).order_by(col(Thread.id))).all()


def thread_in(session: Session, forum: str, thread: str) -> Thread | None:
    """Return a thread of ours by what its forum calls it."""
    return session.exec(select(Thread).where(Thread.forum == forum, Thread.thread == thread)).first()
