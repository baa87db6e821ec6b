"""Named queries. Each is one statement and loads only what it is asked for.

A statement that is run for every letter is built once (``_LIKE_THIS``), since building it takes longer than running it.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, bindparam, delete, func, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import aliased
from sqlmodel import Session, SQLModel, col, select

from moderator.core.seats import Seat
from moderator.store.tables import (
    Account,
    Address,
    Asking,
    Letter,
    LetterStatus,
    Match,
    MatchStatus,
    Outbox,
    Place,
    Player,
    Pulse,
    Record,
    Sheet,
    Thread,
    Vote,
)


def count(session: Session, table: type[SQLModel], *which: ColumnElement[bool] | bool) -> int:
    """Return how many rows of a table meet all conditions."""
    return session.exec(select(func.count()).select_from(table).where(*which)).one()


def insert_new(session: Session, table: type[Letter | Outbox], row: Mapping[str, Any]) -> int | None:
    """Insert a row and return its id, or None if a row with one of its unique keys exists."""
    number: int | None = session.connection().execute(_insertion(table, _dialect(session)), row).scalar()
    return number


def close_asking(session: Session, match: Match, when: datetime) -> None:
    """Close the open asking of a match.

    Votes stand until their match moves on, which is now.
    """
    opened = (col(Asking.match) == match.id, col(Asking.number) == match.asking)
    session.execute(update(Asking).where(*opened).values(closed=when))
    session.execute(delete(Vote).where(col(Vote.match) == match.id))


_SAME = (
    select(Letter.id)
    .where(
        ((col(Letter.transport) == bindparam("transport")) & (col(Letter.origin) == bindparam("origin")))
        | ((col(Letter.message_id) == bindparam("message_id")) & (col(Letter.fingerprint) == bindparam("fingerprint")))
    )
    .limit(1)
)


def is_kept(session: Session, letter: Mapping[str, Any]) -> bool:
    """Tell whether a letter is stored already: one of the same origin, or of the same Message-ID and content."""
    asked = {name: letter[name] for name in ("transport", "origin", "message_id", "fingerprint")}
    return session.exec(_SAME, params=asked).first() is not None


def _dialect(session: Session) -> str:
    return session.get_bind().dialect.name


@cache
def _insertion(table: type[Letter | Outbox | Pulse], dialect: str) -> Any:  # noqa: ANN401 - each database has a type of its own
    kind = postgresql if dialect == "postgresql" else sqlite
    return kind.insert(table).on_conflict_do_nothing().returning(col(table.id))


_TO_READ = select(Letter.id).where(Letter.status == LetterStatus.KEPT).order_by(col(Letter.arrived), col(Letter.id))
_TO_READ_BY = _TO_READ.where(col(Letter.arrived) <= bindparam("before"))


def letters_to_read(session: Session, before: datetime | None = None) -> Sequence[int]:
    """Return the ids of the letters to be acted on, in the order of arrival, at most those that came by ``before``."""
    rows = session.exec(_TO_READ) if before is None else session.exec(_TO_READ_BY, params={"before": before})
    return [row for row in rows if row is not None]


_KEPT = (
    select(Letter).where(col(Letter.id) == bindparam("letter"), Letter.status == LetterStatus.KEPT).with_for_update()
)


def lock_letter(session: Session, letter: int) -> Letter | None:
    """Lock and return a letter that waits to be acted on.

    No other transaction acts on it until this one ends. Where another one has locked it, this one waits: whoever
    acts on letters acts on none before those that arrived earlier. None if it has been acted on.
    """
    return session.exec(_KEPT, params={"letter": letter}).first()


_PROVED = select(func.count(col(Letter.id))).where(
    col(Letter.player) == bindparam("player"),
    col(Letter.kept) >= bindparam("since"),
    Letter.status == LetterStatus.DONE,
    col(Letter.match).is_not(None),
)


def letters_proved(session: Session, player: int, since: datetime) -> int:
    """Return how many letters of a player that were kept since a time were acted on for a seat."""
    return session.exec(_PROVED, params={"player": player, "since": since}).one()


_UNPROVED = (LetterStatus.HELD, LetterStatus.IGNORED, LetterStatus.SHUNTED)


def letters_unproved(session: Session, sender: str, since: datetime) -> int:
    """Return how many letters came from a sender since a time without proof that they speak for a seat."""
    done_for_no_seat = (col(Letter.status) == LetterStatus.DONE) & col(Letter.match).is_(None)
    unproved = col(Letter.status).in_(_UNPROVED) | done_for_no_seat
    return count(session, Letter, Letter.sender == sender, unproved, col(Letter.kept) >= since)


def outbox_count(session: Session, kind: str, match: int, seat: Seat, since: datetime) -> int:
    """Return how many letters of a kind were written to a seat since a time."""
    to_seat = (Outbox.kind == kind, Outbox.match == match, Outbox.seat == seat)
    return count(session, Outbox, *to_seat, col(Outbox.made) >= since)


def outbox_keys(session: Session, prefix: str, since: datetime) -> int:
    """Return how many letters whose keys begin with a prefix were written since a time."""
    return count(session, Outbox, col(Outbox.key).startswith(prefix), col(Outbox.made) >= since)


def is_written(session: Session, key: str) -> bool:
    """Tell whether a letter with this key was ever written."""
    return session.exec(select(Outbox.id).where(Outbox.key == key)).first() is not None


def acknowledged(session: Session, player: int, since: datetime) -> Sequence[tuple[datetime, bytes]]:
    """Return the times and payloads of the acknowledgements to a player since a time, the oldest first."""
    told = select(Outbox.made, Outbox.payload).where(Outbox.kind == "acknowledgement", Outbox.player == player)
    # no letter is due before it is made, and the index is on the due time
    return session.exec(told.where(col(Outbox.due) >= since, col(Outbox.made) > since).order_by(col(Outbox.id))).all()


def held_letters(session: Session, match: int, seat: Seat) -> Sequence[Letter]:
    """Return the letters for a seat that wait for a confirmation, the oldest first."""
    return session.exec(
        select(Letter)
        .where(Letter.status == LetterStatus.HELD, Letter.match == match, Letter.seat == seat)
        .order_by(col(Letter.id))
    ).all()


def questions(session: Session, match: int, seat: Seat) -> Sequence[str]:
    """Return the keys of all questions that a seat was asked about held letters, the oldest first."""
    asked = select(Outbox.key).where(Outbox.kind == "held", Outbox.match == match, Outbox.seat == seat)
    return session.exec(asked.order_by(col(Outbox.id))).all()


def shunted_letters(session: Session) -> Sequence[Letter]:
    """Return the letters that a fault set aside, the oldest first."""
    return session.exec(select(Letter).where(Letter.status == LetterStatus.SHUNTED).order_by(col(Letter.id))).all()


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
_LOCKED = (
    select(Match).where(col(Match.id) == bindparam("match")).with_for_update().execution_options(populate_existing=True)
)


def lock_match(session: Session, match: int) -> Match:
    """Lock a match until this transaction ends, and return it as it is once the lock is held.

    On SQLite a writing transaction has the whole database to itself from its beginning, so nothing is read again.
    """
    if _dialect(session) == "sqlite":
        return session.get_one(Match, match)
    return session.exec(_LOCKED, params={"match": match}).one()


_ALL_LOCKED = select(Match).order_by(col(Match.id)).with_for_update().execution_options(populate_existing=True)
_LOCKED_BY_ID = _ALL_LOCKED.where(col(Match.id).in_(bindparam("matches", expanding=True)))
_LOCKED_BY_SLUG = _ALL_LOCKED.where(col(Match.slug).in_(bindparam("slugs", expanding=True)))


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


def letters_to_seats(session: Session, message_ids: Sequence[str]) -> Sequence[Outbox]:
    """Return the letters to seats whose Message-ID is one of those given, the newest first."""
    wanted = select(Outbox).where(col(Outbox.message_id).in_(message_ids), Outbox.seat != "")
    return session.exec(wanted.order_by(col(Outbox.id).desc())).all() if message_ids else ()


def letters_out(session: Session, match: int, seat: str, message_ids: Sequence[str]) -> Sequence[Outbox]:
    """Return the letters to a seat whose Message-ID is one of those given."""
    wanted = select(Outbox).where(Outbox.match == match, Outbox.seat == seat, col(Outbox.message_id).in_(message_ids))
    return session.exec(wanted.order_by(col(Outbox.id))).all() if message_ids else ()


def last_acknowledgement(session: Session, place: Place, before: datetime | None = None) -> Outbox | None:
    """Return the newest acknowledgement to the player in a place, or the newest that had gone out ``before`` a time."""
    to = (Outbox.match == place.match, Outbox.seat == place.seat, Outbox.player == place.player)
    wanted = (*to, Outbox.kind == "acknowledgement", before is None or col(Outbox.sent) <= before)
    return session.exec(select(Outbox).where(*wanted).order_by(col(Outbox.id).desc()).limit(1)).first()


def last_report(session: Session, place: Place, before: int) -> int | None:
    """Return the newest record, at most ``before``, whose report a player was sent; None if none is kept."""
    to = (Outbox.match == place.match, Outbox.seat == place.seat, Outbox.player == place.player)
    wanted = (*to, Outbox.kind == "turn-report", col(Outbox.record) <= before)
    return session.exec(select(Outbox.record).where(*wanted).order_by(col(Outbox.record).desc()).limit(1)).first()


def written_into(session: Session, row: Outbox) -> Sequence[Outbox]:
    """Return the letters whose post a letter is written into, the newest first."""
    same = (col(Outbox.bounce_id) == row.into) | (col(Outbox.into) == row.into)
    older = (same, Outbox.match == row.match, Outbox.seat == row.seat, col(Outbox.id) < row.id)
    return session.exec(select(Outbox).where(*older).order_by(col(Outbox.id).desc())).all()


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


def places_ever_of(session: Session, player: int) -> Sequence[tuple[Place, Match]]:
    """Return the places that a player holds or held, with their matches, in the order in which they were taken."""
    return session.exec(
        select(Place, Match)
        .join(Match, col(Match.id) == col(Place.match))
        .where(Place.player == player)
        .order_by(col(Place.id))
    ).all()


def places_of(session: Session, player: int) -> Sequence[tuple[Place, Match]]:
    """Return the places that a player holds now, with their matches, running or over, the newest match last."""
    return session.exec(
        select(Place, Match)
        .join(Match, col(Match.id) == col(Place.match))
        .where(Place.player == player, col(Place.left).is_(None))
        .order_by(col(Match.id), col(Place.id))
    ).all()


_EVER_IN = (
    select(Place.seat, Address.address)
    .join(Address, col(Place.player) == col(Address.player))
    .where(col(Place.match) == bindparam("match"))
)


def addresses_ever_in(session: Session, match: int) -> Sequence[tuple[Seat, str]]:
    """Return the addresses of all who hold or held a place of a match, each with its seat."""
    return session.exec(_EVER_IN, params={"match": match}).all()


def seats_of_erased(session: Session, match: int) -> set[Seat]:
    """Return the seats of a match that belong or belonged to a player whom no letter reaches: one who was erased."""
    known = select(Address.player).where(col(Address.player) == col(Place.player)).exists()
    posted = select(Account.player).where(col(Account.player) == col(Place.player)).exists()
    gone = select(Place.seat).where(Place.match == match, col(Place.player).is_not(None), ~known, ~posted)
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


def account_joining(session: Session, code: str) -> Account | None:
    """Return the account for which a code is good."""
    return session.exec(select(Account).where(Account.code == code, Account.code != "")).first()


def account_named(session: Session, forum: str, name: str) -> Account | None:
    """Return an account of a player by its forum and name; upper and lower case do not differ.

    One that is sure comes before those that imports claim.
    """
    named = select(Account).where(Account.forum == forum, func.lower(Account.name) == name.lower())
    return session.exec(named.order_by(col(Account.claimed), col(Account.id))).first()


def forums_of(session: Session, matches: Collection[int]) -> dict[int, set[str]]:
    """Return by match the forums in which somebody plays it."""
    played = select(Place.match, Account.forum).join(Account, col(Account.player) == col(Place.player))
    found: dict[int, set[str]] = {}
    for match, forum in session.exec(played.where(col(Place.match).in_(matches), col(Place.left).is_(None))):
        found.setdefault(match, set()).add(forum)
    return found


_THREADS = select(Thread).where(col(Thread.match).in_(bindparam("matches", expanding=True))).order_by(col(Thread.id))


def threads_of(session: Session, matches: Collection[int]) -> Sequence[Thread]:
    """Return our threads about matches."""
    return session.exec(_THREADS, params={"matches": [*matches]}).all()


def threads_with(session: Session, player: int) -> Sequence[Thread]:
    """Return our threads with a player."""
    return session.exec(select(Thread).where(Thread.player == player).order_by(col(Thread.id))).all()


def thread_in(session: Session, forum: str, thread: str) -> Thread | None:
    """Return a thread of ours by what its forum calls it."""
    return session.exec(select(Thread).where(Thread.forum == forum, Thread.thread == thread)).first()


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


def outbox_bounced(session: Session, bounce_id: str) -> Outbox | None:
    """Return the letter out whose return path has this bounce id, or None."""
    return session.exec(select(Outbox).where(Outbox.bounce_id == bounce_id)).first()


def lock_pulse(session: Session) -> Pulse:
    """Lock the row that tells when the moderator was last at work until this transaction ends, and return it."""
    only = select(Pulse).order_by(col(Pulse.id)).with_for_update()
    found = session.exec(only).first()
    if found is None:  # somebody else may add it at the same time
        session.execute(_insertion(Pulse, _dialect(session)), {"id": 1})
        found = session.exec(only).one()
    return found
