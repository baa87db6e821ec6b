"""Named questions to the database; each is one statement, and none loads what it is not asked for.

What is asked for every letter is put together once (``_LIKE_THIS``): to build a statement takes longer than to run it.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import bindparam, func
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import Session, col, select

from moderator.core.seats import Seat
from moderator.store.tables import (
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
    Vote,
)


def insert_new(session: Session, table: type[Letter | Outbox], row: Mapping[str, Any]) -> int | None:
    """Insert a row and return its id, or None if one is there that it must not stand beside (a unique key)."""
    number: int | None = session.connection().execute(_insertion(table, _dialect(session)), row).scalar()
    return number


_SAME = (
    select(Letter.id)
    .where(
        ((col(Letter.transport) == bindparam("transport")) & (col(Letter.origin) == bindparam("origin")))
        | ((col(Letter.message_id) == bindparam("message_id")) & (col(Letter.fingerprint) == bindparam("fingerprint")))
    )
    .limit(1)
)


def is_kept(session: Session, letter: Mapping[str, Any]) -> bool:
    """Tell whether a letter is here already, by its origin, or by its Message-ID and content."""
    asked = {name: letter[name] for name in ("transport", "origin", "message_id", "fingerprint")}
    return session.exec(_SAME, params=asked).first() is not None


def _dialect(session: Session) -> str:
    return session.get_bind().dialect.name


@cache
def _insertion(table: type[Letter | Outbox], dialect: str) -> Any:  # noqa: ANN401 - each database has a type of its own
    kind = postgresql if dialect == "postgresql" else sqlite
    return kind.insert(table).on_conflict_do_nothing().returning(col(table.id))


def letters_to_read(session: Session, before: datetime | None = None) -> Sequence[int]:
    """Return the worklist: letters kept and not acted on (that arrived by a time), in the order of their arrival."""
    kept = select(Letter.id).where(Letter.status == LetterStatus.KEPT)
    if before is not None:
        kept = kept.where(col(Letter.arrived) <= before)
    rows = session.exec(kept.order_by(col(Letter.arrived), col(Letter.id)))
    return [row for row in rows if row is not None]


_KEPT = (
    select(Letter)
    .where(col(Letter.id) == bindparam("letter"), Letter.status == LetterStatus.KEPT)
    .with_for_update(skip_locked=True)
)


def lock_letter(session: Session, letter: int) -> Letter | None:
    """Return a letter that waits to be acted on, for nobody else to act on until this transaction ends.

    None if that is done, or somebody else is at it.
    """
    return session.exec(_KEPT, params={"letter": letter}).first()


def letters_proved(session: Session, player: int, since: datetime) -> int:
    """Return how many letters of a player that were kept since a time were acted on for a seat."""
    return session.exec(
        select(func.count())
        .select_from(Letter)
        .where(
            Letter.player == player,
            Letter.status == LetterStatus.DONE,
            col(Letter.match).is_not(None),
            col(Letter.kept) >= since,
        )
    ).one()


_UNPROVED = (LetterStatus.HELD, LetterStatus.IGNORED, LetterStatus.SHUNTED)


def letters_unproved(session: Session, sender: str, since: datetime) -> int:
    """Return how many letters came since a time from a sender that was not proved to speak for a seat."""
    done_for_no_seat = (col(Letter.status) == LetterStatus.DONE) & col(Letter.match).is_(None)
    return session.exec(
        select(func.count())
        .select_from(Letter)
        .where(
            Letter.sender == sender,
            col(Letter.status).in_(_UNPROVED) | done_for_no_seat,
            col(Letter.kept) >= since,
        )
    ).one()


def outbox_count(session: Session, kind: str, match: int, seat: Seat, since: datetime) -> int:
    """Return how many letters of a kind were made out to a seat since a time."""
    return session.exec(
        select(func.count())
        .select_from(Outbox)
        .where(Outbox.kind == kind, Outbox.match == match, Outbox.seat == seat, col(Outbox.made) >= since)
    ).one()


def outbox_keys(session: Session, prefix: str, since: datetime) -> int:
    """Return how many letters whose keys begin so were made out since a time."""
    return session.exec(
        select(func.count()).select_from(Outbox).where(col(Outbox.key).startswith(prefix), col(Outbox.made) >= since)
    ).one()


def is_written(session: Session, key: str) -> bool:
    """Tell whether a letter of this key was ever made out."""
    return session.exec(select(Outbox.id).where(Outbox.key == key)).first() is not None


def acknowledged(session: Session, player: int, since: datetime) -> Sequence[tuple[datetime, bytes]]:
    """Return when acknowledgements to a player were made since a time and what they hold, the oldest first."""
    told = select(Outbox.made, Outbox.payload).where(Outbox.kind == "acknowledgement", Outbox.player == player)
    # none is due before it is made, and only what is due is found without looking at all
    return session.exec(told.where(col(Outbox.due) >= since, col(Outbox.made) > since).order_by(col(Outbox.id))).all()


def held_letters(session: Session, match: int, seat: Seat) -> Sequence[Letter]:
    """Return the letters for a seat that wait for a confirmation, the oldest first."""
    return session.exec(
        select(Letter)
        .where(Letter.status == LetterStatus.HELD, Letter.match == match, Letter.seat == seat)
        .order_by(col(Letter.id))
    ).all()


def questions(session: Session, match: int, seat: Seat) -> Sequence[str]:
    """Return the keys of the questions that a seat was ever asked about letters that were held, the oldest first."""
    asked = select(Outbox.key).where(Outbox.kind == "held", Outbox.match == match, Outbox.seat == seat)
    return session.exec(asked.order_by(col(Outbox.id))).all()


def shunted_letters(session: Session) -> Sequence[Letter]:
    """Return the letters that a fault set aside, the oldest first."""
    return session.exec(select(Letter).where(Letter.status == LetterStatus.SHUNTED).order_by(col(Letter.id))).all()


def match_names(session: Session) -> dict[str, int]:
    """Return the id of every match by its name."""
    rows = session.exec(select(Match.name, Match.id).order_by(col(Match.id)))
    return {name: match_id for name, match_id in rows if match_id is not None}


def match_of(session: Session, slug: str) -> Match | None:
    """Return the match whose name stands so in addresses."""
    return session.exec(select(Match).where(Match.slug == slug)).first()


_SEATED = (
    select(Place, Player)
    .join(Player, col(Player.id) == col(Place.player))
    .where(col(Place.match).in_(bindparam("matches", expanding=True)), col(Place.left).is_(None))
    .order_by(col(Place.id))
)


def seated(session: Session, matches: Collection[int]) -> Sequence[tuple[Place, Player]]:
    """Return the people who sit in matches now, with their seats."""
    return session.exec(_SEATED, params={"matches": [*matches]}).all()


# where rows are locked, what a session read before it had to wait may have been changed by who held the lock
_LOCKED = (
    select(Match).where(col(Match.id) == bindparam("match")).with_for_update().execution_options(populate_existing=True)
)


def lock_match(session: Session, match: int) -> Match:
    """Return a match that nobody else changes until this transaction ends, as it is once the lock is ours.

    On SQLite a transaction that writes has everything to itself from its beginning: what it read is as it is.
    """
    if _dialect(session) == "sqlite":
        return session.get_one(Match, match)
    return session.exec(_LOCKED, params={"match": match}).one()


_ALL_LOCKED = select(Match).order_by(col(Match.id)).with_for_update().execution_options(populate_existing=True)
_LOCKED_BY_ID = _ALL_LOCKED.where(col(Match.id).in_(bindparam("matches", expanding=True)))
_LOCKED_BY_SLUG = _ALL_LOCKED.where(col(Match.slug).in_(bindparam("slugs", expanding=True)))


def lock_matches(session: Session, matches: Collection[int]) -> dict[int, Match]:
    """Return several matches that nobody else changes until this transaction ends, locked in one order everywhere."""
    rows = session.exec(_LOCKED_BY_ID, params={"matches": [*matches]})
    return {match.id: match for match in rows if match.id is not None}


def lock_matches_named(session: Session, slugs: Collection[str]) -> dict[int, Match]:
    """Return those of some matches that there are, by their names as they stand in addresses, locked alike."""
    rows = session.exec(_LOCKED_BY_SLUG, params={"slugs": [*slugs]})
    return {match.id: match for match in rows if match.id is not None}


def letters_out(session: Session, match: int, seat: str, message_ids: Sequence[str]) -> Sequence[Outbox]:
    """Return the letters to a seat that have one of some Message-IDs."""
    wanted = select(Outbox).where(Outbox.match == match, Outbox.seat == seat, col(Outbox.message_id).in_(message_ids))
    return session.exec(wanted.order_by(col(Outbox.id))).all() if message_ids else ()


_OWNERS = (
    select(Address).where(col(Address.address).in_(bindparam("addresses", expanding=True))).order_by(col(Address.id))
)


def owners(session: Session, addresses: Collection[str]) -> Sequence[Address]:
    """Return the players' entries for mail addresses, in any case."""
    return session.exec(_OWNERS, params={"addresses": [address.lower() for address in addresses]}).all()


_ADDRESSES = select(Address).where(col(Address.player) == bindparam("player")).order_by(col(Address.id))


def addresses(session: Session, player: int) -> Sequence[Address]:
    """Return a player's addresses, the oldest first."""
    return session.exec(_ADDRESSES, params={"player": player}).all()


def written_to(session: Session, player: int | None) -> str:
    """Return the address on file of a player as text, empty if there is none."""
    entry = address_on_file(session, player)
    return entry.address if entry else ""


def address_on_file(session: Session, player: int | None) -> Address | None:
    """Return the address that a player is written to: confirmed before others, then one that refused nothing."""
    return None if player is None else addresses_on_file(session, (player,)).get(player)


_ON_FILE = (
    select(Address)
    .where(col(Address.player).in_(bindparam("players", expanding=True)))
    .order_by(col(Address.confirmed), col(Address.refused) == 0, col(Address.id).desc())  # the best last
)


def addresses_on_file(session: Session, players: Collection[int]) -> dict[int, Address]:
    """Return the address that each of several players is written to, by player."""
    if not players:
        return {}
    return {entry.player: entry for entry in session.exec(_ON_FILE, params={"players": players})}


def places_of(session: Session, player: int) -> Sequence[tuple[Place, Match]]:
    """Return where a player sits now, in matches running or over, the newest match last."""
    return session.exec(
        select(Place, Match)
        .join(Match, col(Match.id) == col(Place.match))
        .where(Place.player == player, col(Place.left).is_(None))
        .order_by(col(Match.id), col(Place.id))
    ).all()


def places_in(session: Session, match: int) -> Sequence[tuple[Place, Player | None]]:
    """Return who sits where in a match now, with the person if it is one."""
    return session.exec(
        select(Place, Player)
        .join(Player, col(Player.id) == col(Place.player), isouter=True)
        .where(Place.match == match, col(Place.left).is_(None))
        .order_by(col(Place.id))
    ).all()


def last_sheet_number(session: Session, match: int, asking: int, seat: Seat) -> int:
    """Return the number of a seat's last sheet for an asking, 0 for none; numbers are never used again."""
    return (
        session.exec(
            select(func.max(Sheet.number)).where(Sheet.match == match, Sheet.asking == asking, Sheet.seat == seat)
        ).one()
        or 0
    )


_SHEETS = (
    select(Sheet)
    .where(col(Sheet.match) == bindparam("match"), col(Sheet.asking) == bindparam("asking"))
    .order_by(col(Sheet.id))
)


def sheets(session: Session, match: int, asking: int) -> Sequence[Sheet]:
    """Return every sheet for an asking, those that count and those before them, as they were filed."""
    return session.exec(_SHEETS, params={"match": match, "asking": asking}).all()


def sheets_waited_for(session: Session, player: int) -> Sequence[Sheet]:
    """Return the sheets of all seats that a player has or had which hold lines that did not count."""
    seats = (Place.match == Sheet.match) & (Place.seat == Sheet.seat) & (Place.player == player)
    held = select(Sheet).where(Sheet.complaints != "[]", select(Place.id).where(seats).exists())
    return session.exec(held.order_by(col(Sheet.id))).all()


def sheets_of(session: Session, match: int, seat: Seat, count: int) -> Sequence[Sheet]:
    """Return the last sheets that a seat filed in a match, at most ``count`` of them."""
    filed = select(Sheet).where(Sheet.match == match, Sheet.seat == seat)
    return session.exec(filed.order_by(col(Sheet.id).desc()).limit(count)).all()


def last_askings(session: Session, count: int) -> Sequence[tuple[Match, Asking]]:
    """Return the last askings of every match that is not over, so many of each, the older first."""
    rows = session.exec(
        select(Match, Asking)
        .join(Asking, col(Asking.match) == Match.id)
        .where(Match.status != MatchStatus.OVER, Asking.number > Match.asking - count)
        .order_by(col(Match.id), col(Asking.number))
    )
    return rows.all()


def records(session: Session, match: int) -> Sequence[Record]:
    """Return what was ruled in a match, in order."""
    return session.exec(select(Record).where(Record.match == match).order_by(col(Record.number))).all()


def votes(session: Session, match: int, kind: str, asking: int) -> Sequence[Vote]:
    """Return the votes of one kind that stand in a match for an asking."""
    return session.exec(
        select(Vote).where(Vote.match == match, Vote.kind == kind, Vote.asking == asking).order_by(col(Vote.id))
    ).all()


def outbox_bounced(session: Session, bounce_id: str) -> Outbox | None:
    """Return the letter out whose return path a bounce came to."""
    return session.exec(select(Outbox).where(Outbox.bounce_id == bounce_id)).first()


def lock_pulse(session: Session) -> Pulse:
    """Return when we were last at work, for nobody else to change until this transaction ends."""
    found = session.exec(select(Pulse).order_by(col(Pulse.id)).with_for_update()).first()
    if found is None:
        found = Pulse(id=1)
        session.add(found)
        session.flush()
    return found
