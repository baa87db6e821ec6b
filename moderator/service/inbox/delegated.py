"""Letters of people who were asked to send orders for a seat: yes, no, or orders that come too late.

What they send in time is the seat's own letter (``identify``).
"""

from sqlmodel import Session

from moderator.mail.letter import ReadLetter
from moderator.service import outbox
from moderator.service.codes import Verdict
from moderator.service.context import Context
from moderator.service.facts import Notice
from moderator.service.inbox.identify import Caller
from moderator.service.letter_parts import Fact
from moderator.service.matches import letterhead
from moderator.service.outbox import OutgoingLetter
from moderator.service.people import delegates
from moderator.service.recruiting import replies
from moderator.service.recruiting.replies import Reply
from moderator.store.delegates import Delegate
from moderator.store.statuses import LetterStatus
from moderator.store.tables import Letter, Match, Player, SeatAssignment


def answer(session: Session, ctx: Context, row: Letter, letter: ReadLetter, caller: Caller) -> bool:
    """Take a letter as the answer to our question whether its author will be a delegate; False for any other letter.

    It must answer a letter of ours, from the address that this went to. Who was a delegate is told that it is over, and
    a delegate whom ``trust = "strict"`` wants proved that their letter did not count.
    """
    if caller.delegate is not None:
        return False
    ours = delegates.answered(session, letter.thread, letter.address)
    if ours is None or letter.proof.speaks_against(letter.address):
        return False
    asked = delegates.of_letter(session, ours)
    row.status, row.verdict = LetterStatus.DONE, Verdict.ANSWERED
    if asked is None or not delegates.is_open(session, ctx, asked) or delegates.is_active(session, ctx, asked):
        active = asked is not None and delegates.is_active(session, ctx, asked)
        code = "delegate-unsure" if active else "delegate-over"
        key = f"{code}:{ours.id}:{ctx.now():%Y-%m-%d}"
        outbox.stranger(session, ctx, letter.address, code, key, in_reply_to=row.message_id or "")
        return True
    match = session.get_one(Match, asked.match)
    reply = replies.read(replies.own_lines(ctx, letter.lines))
    code = _settle(session, ctx, asked, match, reply)
    facts: dict[str, Fact] = {"match": match.name}
    if code == "delegate-begun":
        seat = session.get_one(SeatAssignment, asked.assignment).seat
        facts |= {"seat": seat, "until": asked.until.isoformat()}
    key = delegates.key(asked, code.removeprefix("delegate-"), row.id)
    outbox.stranger(session, ctx, letter.address, code, key, facts=facts, in_reply_to=row.message_id or "")
    return True


def _settle(session: Session, ctx: Context, asked: Delegate, match: Match, reply: Reply) -> str:
    """Do what an answer means, and return the code of what its author is told."""
    if reply not in (Reply.YES, Reply.NO) and asked.since is None:
        return "delegate-unclear"
    barred = delegates.is_barred(session, ctx, asked)
    if reply is Reply.YES and not barred:
        asked.since = ctx.now()
        _tell_player(session, ctx, asked, match, "delegate-begun")
        seat = session.get_one(SeatAssignment, asked.assignment).seat
        facts: dict[str, Fact] = {"seat": seat, "until": f"{asked.until:%Y-%m-%d %H:%M} UTC"}
        outbox.memo(
            session, ctx, "delegate-begun", f"memo:{delegates.key(asked, 'begun')}", match=match.name, facts=facts
        )
        return "delegate-begun"
    if asked.since is None:  # what is told is the same for all: nobody learns by it whose an address is
        _tell_player(session, ctx, asked, match, "delegate-declined")
    session.delete(asked)
    session.flush()
    return "delegate-barred" if barred else "delegate-declined"


def _tell_player(session: Session, ctx: Context, asked: Delegate, match: Match, code: str) -> None:
    place = session.get_one(SeatAssignment, asked.assignment)
    told = Notice(
        head=letterhead.head(ctx, session.get(Player, place.player), match, place.seat),
        code=code,
        facts={"address": asked.address, "until": asked.until.isoformat()},
    )
    key = f"notice:{delegates.key(asked, code)}"
    outbox.enqueue(session, ctx, match, OutgoingLetter(key=key, assignment=place, payload=told))
