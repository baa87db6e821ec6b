"""Invitations to an open match, from somebody who has joined it or from the GM, to one address at a time."""

from datetime import timedelta

from sqlmodel import Session, col, select

from moderator.mail.headers import detail_of
from moderator.service import outbox
from moderator.service.codes import AnswerCode, RefusalCode
from moderator.service.context import Context
from moderator.service.recruiting import members, open_matches, questions
from moderator.service.recruiting.members import Outcome
from moderator.store import letter_queries
from moderator.store.recruiting import OpenMatch
from moderator.store.tables import Outbox, Player

_DAY = timedelta(days=1)
_DECLINED = ":no"
GM = "GM"
"""Who invites where no player does."""


def invite(session: Session, ctx: Context, open_match: OpenMatch, address: str, *, by: Player | None = None) -> Outcome:
    """Invite an address to an open match that is locked: ``by`` somebody who has joined it, or by the GM.

    A player can invite one address a day. Who refused is not asked again by the same person, who is not told that: it
    looks as if nobody answered.
    """
    facts = {"address": address}
    if by is not None and members.membership(session, open_match, by) is None:
        return Outcome(RefusalCode.OPEN_NOT_IN)
    if detail_of(ctx.settings.addresses, address) is not None:
        return Outcome(RefusalCode.INVITE_OURS, facts)
    own = questions.key(questions.INVITATION, open_match, by.id if by is not None else 0)
    if by is not None and letter_queries.outbox_keys(session, f"{own}:", ctx.now() - _DAY):
        return Outcome(RefusalCode.INVITE_USED_UP)
    theirs = f"{own}:{address}:"
    if not (_lies_there(session, ctx, theirs) or _is_declined(session, theirs)):
        questions.ask_address(
            session,
            ctx,
            address,
            code="invitation",
            key=f"{theirs}{ctx.now():%Y-%m-%d}",
            facts={"by": by.name if by is not None else GM},
            about=open_matches.line(session, ctx, open_match),
        )
    return Outcome(AnswerCode.INVITED, facts)


def _lies_there(session: Session, ctx: Context, theirs: str) -> bool:
    """Tell whether somebody has an invitation that can still be accepted."""
    since = ctx.now() - questions.LIFETIME[questions.INVITATION]
    return letter_queries.outbox_keys(session, theirs, since) > 0


def _is_declined(session: Session, theirs: str) -> bool:
    keys = select(Outbox.key).where(col(Outbox.key).startswith(theirs, autoescape=True))
    return any(key.endswith(_DECLINED) for key in session.exec(keys))


def decline(session: Session, ctx: Context, question: questions.Question) -> None:
    """Note that somebody who was invited does not want to play, and say that nobody asks again for the same person."""
    told = {"match": question.about, "by": question.facts.get("by", "")}
    outbox.stranger(session, ctx, question.row.to, "invitation-declined", f"{question.row.key}{_DECLINED}", facts=told)
