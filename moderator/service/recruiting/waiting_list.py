"""The waiting list: people who would step in for a player who is lost, and the seats that they were offered.

Whoever is on it is known by an address that is proved. A seat is offered by letter to one after the other; each has a
day to answer, and until somebody has the seat the first who accepts it gets it, a late answer included.
"""

import re
from collections.abc import Callable, Collection, Sequence
from datetime import timedelta

from msgspec import Struct
from sqlmodel import Session, col, select

from moderator.core import codec
from moderator.language.reading.text_lines import TextLine
from moderator.service import tags
from moderator.service.context import Context
from moderator.service.facts import LetterFacts, Stranger
from moderator.service.recruiting import replies
from moderator.service.recruiting.replies import Reply
from moderator.store import match_queries
from moderator.store.recruiting import Standby
from moderator.store.tables import Match, Outbox

PATIENCE = timedelta(hours=24)
"""How long somebody has to answer before the next is asked."""

_WORD = re.compile(r"[\w-]+")


def add(session: Session, ctx: Context, address: str, name: str, wanted: str) -> bool:
    """Put somebody on the list, for a match or for any; False if there is no such match."""
    match = match_queries.match_by_slug(session, tags.slug(wanted)) if wanted else None
    if wanted and match is None:
        return False
    number = match.id if match else None
    if not any(row.match == number for row in rows_of(session, [address])):
        session.add(Standby(address=address, name=name or address.partition("@")[0], match=number, made=ctx.now()))
    return True


def take_off(session: Session, addresses: Collection[str]) -> None:
    """Take somebody off the list, whatever was meant; a seat that was offered goes to the next."""
    for row in rows_of(session, addresses):
        session.delete(row)


def rows_of(session: Session, addresses: Collection[str]) -> Sequence[Standby]:
    """Return the entries of somebody."""
    return session.exec(select(Standby).where(col(Standby.address).in_(addresses)).order_by(col(Standby.id))).all()


def follow(session: Session, old: str, new: str) -> None:
    """Let the entries of who has another address now stand for that one."""
    for row in rows_of(session, [old]):
        row.address = new


def key_of(row: Standby) -> str:
    """Return the key of the letter that offers a seat, for each time that it is offered."""
    return f"{_offers_of(row)}:{row.asked.isoformat() if row.asked else ''}"


def _offers_of(row: Standby) -> str:
    """Return how the keys begin of the letters that offered somebody a seat; a row's number alone may return."""
    return f"offer:{row.id}:{row.made.isoformat()}:{row.assignment}"


class OfferAnswer(Struct, frozen=True):
    """What an answer to an offer came to: ``accepted``, ``offer-declined``, or ``offer-past``; of which match.

    ``key`` is that of the letter which says so: to answer that one is to answer the offer.
    """

    code: str
    match: str
    key: str


def answer(
    session: Session, ctx: Context, address: str, lines: Sequence[TextLine], thread: Sequence[str], *, proved: bool
) -> OfferAnswer | None:
    """Take a letter as the answer to an offer, if it is one.

    Its ``lines`` are its author's own (``replies.own_lines``). An answer bears the Message-ID of the offer, or its
    sender is ``proved`` and it says JOIN and the match.
    """
    written = select(Outbox).where(col(Outbox.message_id).in_(thread), Outbox.to == address)
    offers = [row for row in session.exec(written) if row.key.startswith("offer:")]
    words = {" ".join(_WORD.findall(line.text.lower())) for line in lines if not line.quoted}
    reply = replies.read(lines)
    for row in rows_of(session, [address]):
        if row.assignment is None:
            continue
        answers = any(offer.key.startswith(f"{_offers_of(row)}:") for offer in offers)
        match = session.get_one(Match, row.offered_in)
        joins = f"join {match.name.lower()}" in words
        if (joins and (proved or answers)) or (answers and reply is Reply.YES):
            row.accepted = ctx.now()
            return OfferAnswer("accepted", match.name, key_of(row))
        if answers and reply is Reply.NO:
            key, row.asked = f"{key_of(row)}:no", ctx.now() - PATIENCE
            return OfferAnswer("offer-declined", match.name, key)
    if offers and reply in (Reply.YES, Reply.NO):
        told: LetterFacts = codec.unpack(offers[0].payload, LetterFacts)
        match_name = str(told.facts["match"]) if isinstance(told, Stranger) else ""
        return OfferAnswer("offer-past", match_name, f"offer-past:{address}:{ctx.now():%Y-%m-%d}")
    return None


def list_waiting(session: Session, match: Match) -> list[Standby]:
    """Return the waiting list of a match: who waits for this match before who waits for any."""
    meant = (col(Standby.match) == match.id) | col(Standby.match).is_(None)
    rows = session.exec(select(Standby).where(meant).order_by(col(Standby.id))).all()
    return sorted(rows, key=lambda row: row.match is None)


def first(session: Session, match: Match, barred: Callable[[Standby], bool]) -> Standby | None:
    """Return who is asked next for a seat of a match: nobody who is barred from it, or thinks of another offer."""
    busy = {row.address for row in session.exec(select(Standby).where(col(Standby.assignment).is_not(None)))}
    waits = (row for row in list_waiting(session, match) if row.address not in busy)
    return next((row for row in waits if not barred(row)), None)
