"""Invitations to an open match, from somebody who has joined it or from the GM, to one address at a time.

Nobody learns from what we say, or from what is counted, whether somebody refused: it looks as if nobody answered.
"""

from datetime import datetime, timedelta

from msgspec import Struct
from sqlmodel import Session

from moderator.core import codec
from moderator.mail.headers import detail_of
from moderator.service import outbox
from moderator.service.codes import AnswerCode, RefusalCode
from moderator.service.context import Context
from moderator.service.recruiting import open_matches, questions
from moderator.service.recruiting.members import Outcome
from moderator.store import letter_queries, people_queries
from moderator.store.recruiting import OpenMatch
from moderator.store.tables import Player

_DAY = timedelta(days=1)
_PER_DAY = 50
"""Invitations in a day, at most: those of all players together."""
GM = "GM"
"""Who invites where no player does."""


def invite(session: Session, ctx: Context, open_match: OpenMatch, address: str, *, by: Player | None = None) -> Outcome:
    """Invite an address to an open match that is locked: ``by`` somebody who has joined it, or by the GM.

    A player can invite one person a day. No letter goes to somebody who has a letter of this match that they can still
    answer, who has joined it, or who refused this match to the same person.
    """
    facts, now = {"address": address}, ctx.now()
    if detail_of(ctx.settings.addresses, address) is not None:
        return Outcome(RefusalCode.INVITE_OURS, facts)
    if by is not None and _invited_since(session, by, now - _DAY):
        return Outcome(RefusalCode.INVITE_USED_UP)
    if by is not None and letter_queries.outbox_keys(session, questions.INVITED, now - _DAY) >= _PER_DAY:
        return Outcome(RefusalCode.INVITE_BUSY)
    number, lasts = by.id if by is not None else 0, questions.LIFETIME[questions.INVITATION]
    theirs = f"{questions.INVITED}{open_match.id}:{address}:"
    busy = letter_queries.outbox_keys(session, theirs, now - lasts) or _is_there(session, open_match, address)
    if not busy and not letter_queries.is_written(session, _declined(ctx, open_match.id, address, number)):
        questions.ask_address(
            session,
            ctx,
            address,
            code="invitation",
            key=f"{theirs}{number}:{now:%Y-%m-%d}",
            facts={"by": _named(open_match, by), "inviter": number},
            about=open_matches.line(session, ctx, open_match),
        )
    return Outcome(AnswerCode.INVITED, facts)


def _named(open_match: OpenMatch, by: Player | None) -> str:
    """Return who invites, as an invitation says it: nobody's name if the players are to be masked."""
    return GM if by is None else "" if open_match.settings.masks else by.name


class _Said(Struct, frozen=True):
    """An answer as an acknowledgement keeps it, as far as it is counted."""

    code: str


class _Answers(Struct, frozen=True):
    answers: tuple[_Said, ...] = ()


def _invited_since(session: Session, by: Player, since: datetime) -> bool:
    """Tell whether somebody invited anybody since a time: counted from what they were answered."""
    rows = letter_queries.acknowledgements(session, by.id, since)
    told: list[_Answers | None] = [codec.unpack(payload, _Answers | None) for _, payload in rows]
    return any(said.code == AnswerCode.INVITED for each in told if each is not None for said in each.answers)


def _is_there(session: Session, open_match: OpenMatch, address: str) -> bool:
    """Tell whether an address is of somebody who has joined."""
    owners = {entry.player for entry in people_queries.owners(session, [address])}
    return any(player.id in owners for _, player in open_matches.people(session, open_match))


def decline(session: Session, ctx: Context, question: questions.Question) -> None:
    """Note that somebody who was invited does not want to play, and say that nobody asks again for the same person."""
    inviter = int(question.facts.get("inviter", 0))
    key = _declined(ctx, question.open_match, question.row.to, inviter)
    told = {"match": question.about, "by": question.facts.get("by", "")}
    outbox.stranger(session, ctx, question.row.to, "invitation-declined", key, facts=told)


def _declined(ctx: Context, open_match: int, address: str, inviter: int) -> str:
    """Return the key of the letter that answers a refusal, which bears no address: it is kept when one is forgotten."""
    return f"declined:{open_match}:{inviter}:{codec.digest(ctx.key, address.lower())}"
