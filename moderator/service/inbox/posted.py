"""Letters that came as posts of a forum: who wrote, in whose thread, and orders where everybody reads them."""

from datetime import timedelta

from msgspec import Struct
from sqlmodel import Session, col, select

from moderator.core.seats import Seat
from moderator.mail.letter import ReadLetter
from moderator.posts.post import Post, PostState, decode
from moderator.service import masks
from moderator.service.codes import Verdict
from moderator.service.commands import press
from moderator.service.context import Context
from moderator.service.inbox import acknowledge, joining, open_posts
from moderator.service.inbox.identify import Caller, SenderStatus
from moderator.service.inbox.intake import raw_of, read_stored
from moderator.service.matches.seat_context import PlayerSeat, SeatContext, lock_seat
from moderator.service.order_sets.plan_change import plan_change
from moderator.store import letter_queries, match_queries, people_queries
from moderator.store.statuses import LetterStatus
from moderator.store.tables import Letter, Match, OrderRequest, Thread

HIDDEN = "hidden"
"""The verdict on a post that nobody sees, or not yet: once it is shown, it comes again."""
PRESS = "press"
"""The verdict on what a player has posted in the chronicle for all to read."""
JOINED = "joined"
"""The verdict on a post that says nothing besides the code by which its author has joined."""
ELSEWHERE = "elsewhere"
"""The verdict on a post in a thread where no orders are taken, or by somebody who may give none there."""

_RECENT = timedelta(days=2)


def identify(session: Session, ctx: Context, row: Letter, letter: ReadLetter, raw: bytes) -> Caller:
    """Return who wrote a post: that is proved by the account in a player's own thread, or a code in a private one."""
    forum, post = row.forum, decode(raw).post
    row.sender = f"{forum}:{post.author.id}" if post.author else ""
    if post.state is not PostState.SHOWN or not post.private:
        return Caller(status=SenderStatus.NOBODY)
    thread = people_queries.thread_in(session, forum, post.thread)
    if (joined := joining.join(session, ctx, row, letter, post)) is not None:
        player_seat, line = joined
        return Caller(status=SenderStatus.PROVED, player=player_seat.player, player_seat=player_seat, spent=line)
    own = _player_seat(session, forum, thread, post) if thread is not None and thread.seat else None
    if own is None:
        return Caller(status=SenderStatus.NOBODY)
    return Caller(
        status=SenderStatus.PROVED, player=own.player, player_seat=own, request=_request_of(session, own.match, post)
    )


def _request_of(session: Session, match: Match, post: Post) -> int | None:
    """Return the number of the order request in which a post was first written: who edits an older one answers that."""
    opened = select(OrderRequest.number).where(OrderRequest.match == match.id, OrderRequest.opened <= post.created)
    return session.exec(opened.order_by(col(OrderRequest.number).desc()).limit(1)).first()


def _player_seat(session: Session, forum: str, thread: Thread, post: Post) -> PlayerSeat | None:
    """Return the seat of a post's author in the match of a thread; in a seat's own thread that seat alone."""
    if post.author is None or thread.match is None:
        return None
    match = match_queries.lock_match(session, thread.match)
    seated = [
        (assignment, player)
        for assignment, player in match_queries.assignments_in(session, thread.match)
        if player is not None
    ]
    for assignment, player in seated:
        account = people_queries.account_in(session, player.id, forum)
        if account is None or account.number != post.author.id:
            continue
        if thread.seat in ("", assignment.seat) and thread.player in (None, player.id):
            account.claimed = False
            return PlayerSeat(match, assignment, player)
    return None


def answers(seat_context: SeatContext, row: Letter) -> str | None:
    """Return the Message-ID of what a post answers: the newest acknowledgement that its seat had before it, if any."""
    found = letter_queries.last_acknowledgement(seat_context.session, seat_context.assignment, row.arrived)
    return None if found is None else found.message_id


class PublicPost(Struct, frozen=True, kw_only=True):
    """A post in the chronicle of a match: whether to ``hide`` it, and what it quotes, perhaps of a private report.

    ``threads`` are those of the seats, by what the forum calls them.
    """

    forum: str
    post: Post
    match: str
    hide: bool
    quoted: tuple[str, ...]
    threads: dict[str, Seat]


def set_aside(session: Session, ctx: Context, row: Letter, letter: ReadLetter) -> PublicPost | None:
    """File a post that counts for no seat; return one that stands in a chronicle.

    Orders in public are not taken, and their author is told in the seat's own thread. Whatever else a player posts in
    the chronicle is press.
    """
    post = decode(raw_of(row)).post
    row.status, row.verdict = LetterStatus.IGNORED, HIDDEN if post.state is not PostState.SHOWN else ELSEWHERE
    thread = people_queries.thread_in(session, row.forum, post.thread)
    if post.state is not PostState.SHOWN:
        return None
    if (thread is None or thread.match is None) and open_posts.hear(session, ctx, row, letter, post):
        return None
    if thread is None and post.private:
        joining.pass_on(session, ctx, row, letter, post)
    if post.private:
        return None
    spoilt = joining.void_public_code(session, ctx, row, letter)
    player_seat = _player_seat(session, row.forum, thread, post) if thread is not None else None
    if spoilt is not None:
        row.status, row.verdict = LetterStatus.DONE, Verdict.IN_PUBLIC
    elif player_seat is not None:
        _file(session, ctx, row, letter, player_seat)
    match = thread.match if thread is not None else spoilt.match.id if spoilt is not None else None
    return None if match is None else _public_post(session, row, letter, match, post)


def public_posts(session: Session, ctx: Context) -> list[PublicPost]:
    """Return the posts of the last days in chronicles, but for those that were seen hidden.

    They are followed up after they are acted on, so a crash between the two leaves them as they were.
    """
    verdicts = (Verdict.IN_PUBLIC, Verdict.UNMASKED, PRESS, ELSEWHERE, HIDDEN)
    lately = (col(Letter.verdict).in_(verdicts), Letter.kept > ctx.now() - _RECENT, Letter.raw != b"")
    rows = session.exec(select(Letter).where(*lately).order_by(col(Letter.id)))
    newest = {(row.transport, row.origin.rpartition(";")[0]): row for row in rows if row.forum}
    found = []
    for row in newest.values():
        post = decode(raw := raw_of(row)).post
        thread = people_queries.thread_in(session, row.forum, post.thread)
        if row.verdict != HIDDEN and thread is not None and thread.match is not None and not thread.seat:
            found.append(_public_post(session, row, read_stored(ctx, raw, row.transport), thread.match, post))
    return found


def _public_post(session: Session, row: Letter, letter: ReadLetter, match: int, post: Post) -> PublicPost:
    """Return what is to be done about a public post that was acted on; to hide one would show that its author plays."""
    ours, found = people_queries.threads_of(session, [match]), session.get_one(Match, match)
    return PublicPost(
        forum=row.forum,
        post=post,
        match=found.name,
        hide=row.verdict == Verdict.IN_PUBLIC and not masks.are_worn(found),
        quoted=tuple(line.text for line in letter.lines if line.quoted),
        threads={each.thread: each.seat for each in ours if each.seat and each.forum == row.forum},
    )


def _file(session: Session, ctx: Context, row: Letter, letter: ReadLetter, player_seat: PlayerSeat) -> None:
    """File what a player has posted in the chronicle: press, if nothing in it is meant for us and nobody is masked."""
    seat_context = lock_seat(session, ctx, player_seat)
    row.player, row.match, row.seat = seat_context.player.id, seat_context.match.id, seat_context.seat
    with session.no_autoflush:
        change = plan_change(seat_context, row, letter, None)
    row.status = LetterStatus.DONE
    is_for_us = change.understood.entries or change.commands or change.understood.problems
    masked = masks.are_worn(seat_context.match)
    if masked or is_for_us:
        verdict = Verdict.UNMASKED if masked else Verdict.IN_PUBLIC
        row.verdict = verdict
        acknowledge.unread(seat_context, row, verdict, {"text": decode(raw_of(row)).post.text.strip()})
        return
    row.verdict = PRESS
    own = "\n".join(line.text for line in letter.lines if not line.quoted)
    post = row.origin.rpartition(";")[0]  # without its revision: who polishes a post tells nothing new
    press.pass_on_post(seat_context, f"{row.transport}:{post}", own, row.forum, cut=letter.truncated)
