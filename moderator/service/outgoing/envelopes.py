"""What a letter needs before it is worded: its facts, where it goes, the thread; asked for many letters at once."""

import re
import traceback
from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy import bindparam
from sqlmodel import Session, col, select

from moderator.core import codec
from moderator.core.seats import Observer, Seat
from moderator.ports import Dispatch, Words
from moderator.service import tags, unconfirmed
from moderator.service.context import Context
from moderator.service.facts import LetterFacts, Notice
from moderator.service.matches import deadlines, records, reports
from moderator.store import queries
from moderator.store.session import Store
from moderator.store.tables import Address, Match, Outbox, Place

_ANSWERABLE = re.compile(r"<(?!.*=\?)[!-;=?-~]{1,900}>")
"""A Message-ID of somebody else's that may stand in a header of ours; any other is left out."""


class Envelope(Struct, frozen=True):
    """A letter gathered and addressed, to be rendered; without facts it does not go now."""

    row: Outbox
    facts: LetterFacts | None
    withheld: bool = False
    """It waits for the first answer from its address; else it was overtaken."""
    to: str = ""
    reply_to: str = ""
    references: tuple[str, ...] = ()
    match: str = ""


class _Known(Struct, frozen=True):
    """What the database holds about the readers of several letters; a reader is match, seat and player."""

    matches: dict[int, Match]
    places: dict[tuple[int, Seat, int | None], Place]
    addresses: dict[int, Address]
    first: dict[tuple[int | None, Seat, int | None], str]


def collect(store: Store, ctx: Context, rows: Sequence[Outbox]) -> list[Envelope | str]:
    """Gather the facts of letters and where they go, in their order; reads only.

    In place of a letter that raises stands its traceback, and no letter stops the others: those with one that raises
    are gathered apart, since on PostgreSQL nothing more can be asked after a question that failed.
    """
    try:
        with store.read() as session:
            known = _known(session, rows)
            return [_ready(session, ctx, known, row) for row in rows]
    except Exception:  # noqa: BLE001 - as promised above
        if len(rows) == 1:
            return [traceback.format_exc()]
        return [each for row in rows for each in collect(store, ctx, [row])]


def _ready(session: Session, ctx: Context, known: _Known, row: Outbox) -> Envelope:
    match = known.matches.get(row.match or 0)
    place = known.places.get((row.match or 0, row.seat, row.player)) if row.seat else None
    address = known.addresses.get(row.player or 0)
    facts = told = _facts(session, ctx, row, match, place)
    if facts is not None and place is not None and not row.to:
        facts = unconfirmed.redact_unconfirmed(address, facts)
    if match is not None and place is not None:
        reply_to = tags.reply_address(ctx, match.name, place.seat, place.key_number)
    else:
        reply_to = ctx.settings.address
    return Envelope(
        row,
        facts,
        told is not None and facts is None,
        row.to or (address.address if address else ""),
        reply_to,
        _thread(row, known.first.get((row.match, row.seat, row.player), "")),
        match.name if match else "",
    )


# put together once, as in store.queries: these are asked for every few letters
_ASKED: Any = bindparam("matches", expanding=True)
_MATCHES = select(Match).where(col(Match.id).in_(_ASKED))
_PLACES = select(Place).where(col(Place.match).in_(_ASKED)).order_by(col(Place.id))
_BEGINS = (Outbox.kind == "welcome") | ((Outbox.kind == "turn-report") & (Outbox.seat == ""))
_FIRST: Any = (
    select(Outbox.match, Outbox.seat, Outbox.player, Outbox.message_id)
    .where(col(Outbox.match).in_(_ASKED), _BEGINS)
    .order_by(col(Outbox.id).desc())
)


def _known(session: Session, rows: Sequence[Outbox]) -> _Known:
    """Ask for all that the letters have in common, one question a table."""
    matches = {row.match for row in rows if row.match is not None}
    players = {row.player for row in rows if row.player is not None}
    found = session.exec(_MATCHES, params={"matches": matches}).all() if matches else ()
    return _Known(
        matches={match.id: match for match in found if match.id is not None},
        places=_places(session, matches),
        addresses=queries.addresses_on_file(session, players),
        first=_first(session, matches),
    )


def _places(session: Session, matches: set[int]) -> dict[tuple[int, Seat, int | None], Place]:
    """Return the places in matches, of several of one player in one seat the newest."""
    if not matches:
        return {}
    rows = session.exec(_PLACES, params={"matches": matches})
    return {(place.match, place.seat, place.player): place for place in rows}


def _first(session: Session, matches: set[int]) -> dict[tuple[int | None, Seat, int | None], str]:
    """Return the Message-ID of the first letter of matches to each reader: to a seat, to an observer."""
    if not matches:
        return {}
    rows = session.exec(_FIRST, params={"matches": matches})
    return {(match, seat, player): message_id for match, seat, player, message_id in rows}


def _facts(session: Session, ctx: Context, row: Outbox, match: Match | None, place: Place | None) -> LetterFacts | None:
    packed: LetterFacts | None = codec.unpack(row.payload, LetterFacts | None)
    if packed is not None or match is None:
        return packed if packed is None or match is None else _told(ctx, packed, match)
    if place is None:
        to = reports.observer(ctx, match, Observer.GM)
        return reports.turn(session, ctx, match, row.record or 0, to) if not row.seat else None
    if place.left is not None:
        return None
    if row.kind == "welcome":
        return reports.welcome(session, ctx, match, place, row.record or 0)
    if row.kind == "reminder":
        _, _, number, _, *deadline = row.key.split(":")  # one from before this release names no deadline
        current = int(number) == match.asking and deadline in ([], [deadlines.deadline_mark(match)])
        return reports.reminder(session, ctx, match, place) if current else None
    return reports.turn(session, ctx, match, row.record or 0, reports.reader(session, ctx, match, place))


def _told(ctx: Context, letter: LetterFacts, match: Match) -> LetterFacts | None:
    """Return a letter that was made whole, None if its deadline was moved again, or is over, before it went."""
    if isinstance(letter, Notice) and letter.code == "deadline-moved":
        announced = letter.due.deadline if letter.due else None
        if announced != match.deadline or letter.facts.get("asking", match.asking) != match.asking:
            return None
    return records.retold(ctx.game(match.game), letter)


def _thread(row: Outbox, first: str) -> tuple[str, ...]:
    """Return the Message-IDs that a letter follows: the first of the match, then the letter that it answers."""
    answered = row.in_reply_to if _ANSWERABLE.fullmatch(row.in_reply_to) else ""
    return tuple(each for each in (first, answered) if each and each != row.message_id)


def dispatch(ctx: Context, ready: Envelope, words: Words) -> Dispatch:
    """Address a rendered letter: thread, return path, reply address, list."""
    row = ready.row
    host = ctx.settings.address.rpartition("@")[2]
    slug = tags.slug(ready.match)
    return Dispatch(
        key=row.key,
        words=words,
        from_name=ctx.settings.name,
        from_address=ctx.settings.address,
        sender=tags.return_path(ctx, row.bounce_id),
        to=(ready.to,),
        reply_to=ready.reply_to,
        message_id=row.message_id,
        date=row.made,
        in_reply_to=ready.references[-1] if ready.references else "",
        references=ready.references,
        auto="auto-replied" if row.in_reply_to else "auto-generated",
        list_id=f"{slug}.{host}" if slug else "",
        feedback_id=f"{slug or 'service'}:{row.kind}:{host}",
    )
