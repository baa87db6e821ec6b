"""Letters that came as posts of a forum: who wrote, in whose thread, and orders where everybody reads them."""

from sqlmodel import Session

from moderator.language.reading.commands import Press, Propose
from moderator.mail.letter import ReadLetter
from moderator.posts.post import Post, PostState, decode
from moderator.service.codes import Verdict
from moderator.service.commands import press
from moderator.service.context import Context
from moderator.service.inbox import acknowledge
from moderator.service.inbox.identify import Caller, Standing
from moderator.service.inbox.intake import raw_of
from moderator.service.matches.situation import Chair, lock_seat
from moderator.service.sheets.plan_change import Change, plan_change
from moderator.store import queries
from moderator.store.tables import Letter, LetterStatus, Thread

HIDDEN = "hidden"
"""The verdict on a post that nobody sees, or not yet: once it is shown, it comes again."""
PRESS = "press"
"""The verdict on what a player has posted in the chronicle for all to read."""
ELSEWHERE = "elsewhere"
"""The verdict on a post in a thread where no orders are taken, or by somebody who may give none there."""


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


def set_aside(session: Session, ctx: Context, row: Letter, letter: ReadLetter) -> Post | None:
    """File a post that gives no orders; return one that gives them in public, to be hidden.

    Its author is told in the seat's own thread; nothing of it is taken. Whatever else a player posts in the chronicle
    is press.
    """
    post = decode(raw_of(row)).post
    row.status, row.verdict = LetterStatus.IGNORED, HIDDEN if post.state is not PostState.SHOWN else ELSEWHERE
    forum = row.forum
    thread = queries.thread_in(session, forum, post.thread)
    public = thread is not None and not thread.seat and post.state is PostState.SHOWN
    chair = _chair(session, forum, thread, post) if thread is not None and public else None
    if chair is None:
        return None
    here = lock_seat(session, ctx, chair)
    row.player, row.match, row.seat = here.player.id, here.match.id, here.seat
    with session.no_autoflush:
        change = plan_change(here, row, letter, None)
    row.status = LetterStatus.DONE
    if not _is_slip(change):
        row.verdict = PRESS
        press.posted(here, f"{row.transport}:{post.id}", _text(letter), row.forum)
        return None
    row.verdict = Verdict.IN_PUBLIC
    acknowledge.unread(here, row, Verdict.IN_PUBLIC, {})
    return post


def _is_slip(change: Change) -> bool:
    """Tell whether a post holds what not everybody is to read: orders, or a message to some."""
    return bool(change.understood.entries) or any(isinstance(each, Press | Propose) for each in change.commands)


def _text(letter: ReadLetter) -> str:
    """Return what somebody posted as plain text, quotes marked as in a letter."""
    return "\n".join(f"{'> ' * line.quoted}{line.text}" for line in letter.lines)
