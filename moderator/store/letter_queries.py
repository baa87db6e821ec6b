"""Named queries about letters: those that came, and those that go out."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, func
from sqlmodel import Session, col, select

from moderator.core.seats import Seat
from moderator.store import queries
from moderator.store.statuses import LetterStatus
from moderator.store.tables import (
    Letter,
    Outbox,
    SeatAssignment,
)

_SAME_LETTER = (
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
    return session.exec(_SAME_LETTER, params=asked).first() is not None


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


def numbers_of_letters(session: Session, player: int, since: datetime | None = None) -> set[int]:
    """Return the numbers of the letters that a player wrote, all or those that were kept since a time."""
    then = col(Letter.kept) >= since if since is not None else col(Letter.id).is_not(None)
    return set(session.exec(select(Letter.id).where(col(Letter.player) == player, then)))


def is_to_come(session: Session, assignment: SeatAssignment, key: str, now: datetime) -> bool:
    """Tell whether a letter whose key begins so is written to the player in a seat, and dated later than now."""
    to = (Outbox.match == assignment.match, Outbox.seat == assignment.seat, Outbox.player == assignment.player)
    return queries.count(session, Outbox, *to, col(Outbox.key).startswith(key), col(Outbox.made) > now) > 0


_UNPROVED = (LetterStatus.HELD, LetterStatus.IGNORED, LetterStatus.SHUNTED)


def letters_unproved(session: Session, sender: str, since: datetime) -> int:
    """Return how many letters came from a sender since a time without proof that they speak for a seat."""
    done_for_no_seat = (col(Letter.status) == LetterStatus.DONE) & col(Letter.match).is_(None)
    unproved = col(Letter.status).in_(_UNPROVED) | done_for_no_seat
    return queries.count(session, Letter, Letter.sender == sender, unproved, col(Letter.kept) >= since)


def letters_from(session: Session, sender: str, since: datetime) -> int:
    """Return how many letters came from a sender since a time, whatever came of them."""
    return queries.count(session, Letter, Letter.sender == sender, col(Letter.kept) >= since)


def last_heard(session: Session, assignment: SeatAssignment) -> datetime:
    """Return when the player in a seat last wrote about its match, or took the seat if that was later."""
    by_player = (Letter.match == assignment.match, Letter.player == assignment.player)
    heard = session.exec(select(func.max(Letter.arrived)).where(*by_player, Letter.status == LetterStatus.DONE)).one()
    return max(heard or assignment.joined, assignment.joined)


def press_since(session: Session, assignment: SeatAssignment, since: datetime, now: datetime) -> int:
    """Return how many messages of others went to the player in a seat since a time, until now."""
    to = (Outbox.match == assignment.match, Outbox.seat == assignment.seat, Outbox.player == assignment.player)
    then = (col(Outbox.made) > since, col(Outbox.made) <= now)
    return queries.count(session, Outbox, *to, Outbox.kind == "press-letter", *then)


def outbox_count(session: Session, kind: str, match: int, seat: Seat, since: datetime) -> int:
    """Return how many letters of a kind were written to a seat since a time."""
    to_seat = (Outbox.kind == kind, Outbox.match == match, Outbox.seat == seat)
    return queries.count(session, Outbox, *to_seat, col(Outbox.made) >= since)


def outbox_keys(session: Session, prefix: str, since: datetime) -> int:
    """Return how many letters whose keys begin with a prefix were written since a time."""
    return queries.count(session, Outbox, col(Outbox.key).startswith(prefix), col(Outbox.made) >= since)


def is_written(session: Session, key: str) -> bool:
    """Tell whether a letter with this key was ever written."""
    return session.exec(select(Outbox.id).where(Outbox.key == key)).first() is not None


def was_written_to(session: Session, thread: Collection[str], player: int) -> bool:
    """Tell whether one of the letters of a thread, by their Message-IDs, went to a player."""
    theirs = (col(Outbox.message_id).in_(thread), Outbox.player == player)
    return bool(thread) and session.exec(select(Outbox.id).where(*theirs)).first() is not None


def acknowledgements(session: Session, player: int, since: datetime) -> Sequence[tuple[datetime, bytes]]:
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


def letters_to_seats(session: Session, message_ids: Sequence[str]) -> Sequence[Outbox]:
    """Return the letters to seats whose Message-ID is one of those given, the newest first."""
    wanted = select(Outbox).where(col(Outbox.message_id).in_(message_ids), Outbox.seat != "")
    return session.exec(wanted.order_by(col(Outbox.id).desc())).all() if message_ids else ()


def letters_to_seat(session: Session, match: int, seat: str, message_ids: Sequence[str]) -> Sequence[Outbox]:
    """Return the letters to a seat whose Message-ID is one of those given."""
    wanted = select(Outbox).where(Outbox.match == match, Outbox.seat == seat, col(Outbox.message_id).in_(message_ids))
    return session.exec(wanted.order_by(col(Outbox.id))).all() if message_ids else ()


def last_acknowledgement(session: Session, assignment: SeatAssignment, before: datetime | None = None) -> Outbox | None:
    """Return the newest acknowledgement to the player in a place, or the newest that had gone out ``before`` a time."""
    to = (Outbox.match == assignment.match, Outbox.seat == assignment.seat, Outbox.player == assignment.player)
    wanted = (*to, Outbox.kind == "acknowledgement", before is None or col(Outbox.sent) <= before)
    return session.exec(select(Outbox).where(*wanted).order_by(col(Outbox.id).desc()).limit(1)).first()


def last_report(session: Session, assignment: SeatAssignment, before: int) -> int | None:
    """Return the newest record, at most ``before``, whose report a player was sent; None if none is kept."""
    to = (Outbox.match == assignment.match, Outbox.seat == assignment.seat, Outbox.player == assignment.player)
    wanted = (*to, Outbox.kind == "turn-report", col(Outbox.record) <= before)
    return session.exec(select(Outbox.record).where(*wanted).order_by(col(Outbox.record).desc()).limit(1)).first()


def letters_to_check(session: Session, assignment: SeatAssignment) -> Sequence[Outbox]:
    """Return the letters to a player in a seat that have something to check, but for those that were sent again."""
    to = (Outbox.match == assignment.match, Outbox.seat == assignment.seat, Outbox.player == assignment.player)
    kinds = col(Outbox.kind).in_(("welcome", "turn-report", "acknowledgement", "notice"))
    again = col(Outbox.key).startswith("resend:")
    return session.exec(select(Outbox).where(*to, kinds, ~again).order_by(col(Outbox.id))).all()


def notices_since(session: Session, assignment: SeatAssignment, number: int, now: datetime) -> list[Outbox]:
    """Return the letters that told a player in a seat of changes after a record, until now."""
    to = (Outbox.match == assignment.match, Outbox.seat == assignment.seat, Outbox.player == assignment.player)
    about = f"notice:{assignment.match}:"
    asked = select(Outbox).where(*to, Outbox.kind == "notice", col(Outbox.key).startswith(about))
    rows = session.exec(asked.where(col(Outbox.made) <= now).order_by(col(Outbox.made), col(Outbox.id))).all()
    return [row for row in rows if int(row.key.removeprefix(about).partition(":")[0]) > number]


def letters_in_same_post(session: Session, row: Outbox) -> Sequence[Outbox]:
    """Return the letters whose post a letter is written into, the newest first."""
    same = (col(Outbox.bounce_id) == row.into) | (col(Outbox.into) == row.into)
    older = (same, Outbox.match == row.match, Outbox.seat == row.seat, col(Outbox.id) < row.id)
    return session.exec(select(Outbox).where(*older).order_by(col(Outbox.id).desc())).all()


def outbox_bounced(session: Session, bounce_id: str) -> Outbox | None:
    """Return the letter out whose return path has this bounce id, or None."""
    return session.exec(select(Outbox).where(Outbox.bounce_id == bounce_id)).first()
