"""The threads of a match in forums: noted when they are opened, and what is wrong with them is told to somebody."""

from sqlmodel import Session

from moderator.ports import Posted, Sent
from moderator.service import outbox
from moderator.service.context import Context
from moderator.service.facts import Notice
from moderator.service.matches import joining, letterhead
from moderator.service.outbox import OutgoingLetter
from moderator.store import match_queries, people_queries
from moderator.store.tables import Match, Outbox, Player, SeatAssignment, Thread


def note(session: Session, row: Outbox, assignment: Posted) -> None:
    """Note the thread of a post as its reader's, if there is none, and the number of the reader's account."""
    account = people_queries.account_in(session, row.player or 0, assignment.forum)
    if account is not None and assignment.account and not account.number:
        account.number = assignment.account
    if row.match is None and row.player is None:
        return
    known = people_queries.threads_to(session, [row.match or 0], [row.player or 0])
    its_own = (row.match, row.seat, row.player, assignment.forum)
    there = {(each.match, each.seat, each.player, each.forum) for each in known}
    here = (assignment.forum, assignment.thread)  # two forums may number threads alike
    if its_own not in there and all((each.forum, each.thread) != here for each in known):
        session.add(
            Thread(match=row.match, seat=row.seat, player=row.player, forum=assignment.forum, thread=assignment.thread)
        )


def tell(session: Session, ctx: Context, row: Outbox, sent: Sent) -> None:
    """Tell the GM, once a day, why a letter waits: somebody else reads a seat's thread, or its player no more.

    A player who has left it is asked by mail.
    """
    match = session.get(Match, row.match or 0) if sent.readers or sent.alone else None
    if match is None:
        return
    code = "thread-overheard" if sent.readers else "thread-left"
    facts: dict[str, str | int] = {"seat": row.seat}
    if sent.readers:
        known = people_queries.threads_of(session, [row.match or 0])
        forum = next((each.forum for each in known if (each.seat, each.player) == (row.seat, row.player)), "")
        facts["readers"] = ", ".join(f"{forum}:{name}" if forum else name for name in sent.readers)
    about = f"{code}:{row.match}:{row.seat}:{ctx.now():%Y-%m-%d}"
    outbox.memo(session, ctx, code, f"memo:{about}", match=match.name, facts=facts)
    if sent.alone and sent.stands is not None:
        _ask(session, ctx, match, row, sent.stands.forum)


def _ask(session: Session, ctx: Context, match: Match, row: Outbox, forum: str) -> None:
    """Ask a player by mail who has left the thread of a seat; who has no address can only be asked by the GM."""
    assignments = (assignment for assignment, _ in match_queries.assignments_in(session, row.match or 0))
    assignment: SeatAssignment | None = next(
        (each for each in assignments if (each.seat, each.player) == (row.seat, row.player)), None
    )
    to = people_queries.written_to(session, row.player)
    if assignment is None or not to:
        return
    back = () if forum in ctx.settings.closed_forums else (joining.line(session, match, assignment, forum),)
    key = f"notice:thread-left:{match.id}:{assignment.id}:{ctx.now():%Y-%m-%d}"
    notice = Notice(
        head=letterhead.head(ctx, session.get_one(Player, assignment.player), match, assignment.seat),
        code="thread-left",
        facts={"url": ctx.settings.forums.get(forum, "")},
        lines=("SET DELIVERY MAIL", *back),
    )
    outbox.enqueue(session, ctx, match, OutgoingLetter(key=key, assignment=assignment, to=to, payload=notice))
