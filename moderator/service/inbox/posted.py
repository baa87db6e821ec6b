"""Letters that came as posts of a forum: who wrote, in whose thread, and orders where everybody reads them."""

from datetime import timedelta

from msgspec import Struct
from sqlmodel import Session, col, select

from moderator.core.seats import Seat
from moderator.language.reading.commands import Press, Propose
from moderator.mail.letter import ReadLetter
from moderator.posts.post import Post, PostState, decode
from moderator.service.codes import Verdict
from moderator.service.commands import press
from moderator.service.context import Context
from moderator.service.inbox import acknowledge, joining
from moderator.service.inbox.identify import Caller, Standing
from moderator.service.inbox.intake import raw_of, read_kept
from moderator.service.matches.situation import Chair, lock_seat
from moderator.service.sheets.plan_change import plan_change
from moderator.store import queries
from moderator.store.tables import Letter, LetterStatus, Match, Thread

HIDDEN = "hidden"
"""The verdict on a post that nobody sees, or not yet: once it is shown, it comes again."""
PRESS = "press"
"""The verdict on what a player has posted in the chronicle for all to read."""
ELSEWHERE = "elsewhere"
"""The verdict on a post in a thread where no orders are taken, or by somebody who may give none there."""

_LATELY = timedelta(days=2)


def identify(session: Session, row: Letter, raw: bytes) -> Caller:
    """Return who wrote a post: it is proved by the account in the player's own thread, and by nothing else."""
    forum, post = row.forum, decode(raw).post
    row.sender = f"{forum}:{post.author.id}" if post.author else ""
    thread = queries.thread_in(session, forum, post.thread)
    if post.state is not PostState.SHOWN or thread is None or not thread.seat or not post.private:
        return Caller(standing=Standing.NOBODY)
    chair = _chair(session, forum, thread, post)
    if chair is None:
        return Caller(standing=Standing.NOBODY)
    return Caller(standing=Standing.GOOD, player=chair.player, chair=chair)


def _chair(session: Session, forum: str, thread: Thread, post: Post) -> Chair | None:
    """Return the seat of a post's author in the match of a thread; in a seat's own thread that seat alone."""
    if post.author is None:
        return None
    match = queries.lock_match(session, thread.match)
    seated = [(place, player) for place, player in queries.places_in(session, thread.match) if player is not None]
    accounts = queries.accounts_of(session, [player.id or 0 for _, player in seated])
    for place, player in seated:
        account = accounts.get(player.id or 0)
        own = account is not None and (account.forum, account.number) == (forum, post.author.id)
        if own and thread.seat in ("", place.seat) and thread.player in (None, player.id):
            return Chair(match, place, player)
    return None


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
    thread = queries.thread_in(session, row.forum, post.thread)
    if post.state is not PostState.SHOWN:
        return None
    if thread is None and post.private:
        joining.receive(session, ctx, row, letter, post)
    if thread is None or thread.seat:
        return None
    if (chair := _chair(session, row.forum, thread, post)) is not None:
        _file(session, ctx, row, letter, chair)
    return _public(session, row, letter, thread, post)


def public_posts(session: Session, ctx: Context) -> list[PublicPost]:
    """Return the posts of the last days in chronicles, but for those that were seen hidden.

    They are followed up after they are acted on, so a crash between the two leaves them as they were.
    """
    verdicts = (Verdict.IN_PUBLIC, PRESS, ELSEWHERE, HIDDEN)
    lately = (col(Letter.verdict).in_(verdicts), Letter.kept > ctx.now() - _LATELY, Letter.raw != b"")
    rows = session.exec(select(Letter).where(*lately).order_by(col(Letter.id)))
    newest = {(row.transport, row.origin.rpartition(";")[0]): row for row in rows if row.forum}
    found = []
    for row in newest.values():
        post = decode(raw := raw_of(row)).post
        thread = queries.thread_in(session, row.forum, post.thread)
        if row.verdict != HIDDEN and thread is not None and not thread.seat:
            found.append(_public(session, row, read_kept(ctx, raw, row.transport), thread, post))
    return found


def _public(session: Session, row: Letter, letter: ReadLetter, thread: Thread, post: Post) -> PublicPost:
    """Return what is to be done about a post in a chronicle that was acted on."""
    ours = queries.threads_of(session, [thread.match])
    return PublicPost(
        forum=row.forum,
        post=post,
        match=session.get_one(Match, thread.match).name,
        hide=row.verdict == Verdict.IN_PUBLIC,
        quoted=tuple(line.text for line in letter.lines if line.quoted),
        threads={each.thread: each.seat for each in ours if each.seat and each.forum == row.forum},
    )


def _file(session: Session, ctx: Context, row: Letter, letter: ReadLetter, chair: Chair) -> None:
    """File what a player has posted in the chronicle: a slip, if not everybody is to read it, else press."""
    here = lock_seat(session, ctx, chair)
    row.player, row.match, row.seat = here.player.id, here.match.id, here.seat
    with session.no_autoflush:
        change = plan_change(here, row, letter, None)
    row.status = LetterStatus.DONE
    if change.understood.entries or any(isinstance(each, Press | Propose) for each in change.commands):
        row.verdict = Verdict.IN_PUBLIC
        acknowledge.unread(here, row, Verdict.IN_PUBLIC, {})
        return
    row.verdict = PRESS
    own = "\n".join(line.text for line in letter.lines if not line.quoted)
    post = row.origin.rpartition(";")[0]  # without its revision: who polishes a post tells nothing new
    press.posted(here, f"{row.transport}:{post}", own, row.forum)
