"""A post that begins a private thread with the moderator: by a code its author's account becomes that of a seat."""

from sqlmodel import Session, col, delete

from moderator.language.reading.commands import Join
from moderator.mail.letter import ReadLetter
from moderator.posts.post import Account as Author
from moderator.posts.post import Post
from moderator.service import notes, outbox
from moderator.service.context import Context
from moderator.service.inbox.reception import about, read_commands
from moderator.service.matches import joining
from moderator.service.matches.situation import Chair
from moderator.service.outbox import OutgoingLetter
from moderator.store import queries
from moderator.store.tables import Account, Letter, LetterStatus, Thread

JOINED = "joined"
"""The verdict on a post by which somebody has joined."""


def receive(session: Session, ctx: Context, row: Letter, letter: ReadLetter, post: Post) -> None:
    """Let somebody join with a code; of what else strangers write the GM is told in the memo of the day.

    The thread becomes the seat's, and the welcome is posted there. A code is good once: afterwards for the account that
    has used it, which may have left its thread and want another.
    """
    if post.author is None:
        return
    for _, command in read_commands(letter.lines):
        chair = joining.chair_of(session, ctx, command.match) if isinstance(command, Join) else None
        if chair is not None and _bind(session, row.forum, chair.player.id or 0, post.author):
            _settle(session, ctx, row, chair, post)
            return
    notes.wish(session, ctx, row.id or 0, f"{post.author.name} ({row.forum}): {about(letter)}")


def _bind(session: Session, forum: str, player: int, author: Author) -> bool:
    """Note whose account it is; False if the player has another in this forum."""
    account = queries.account_in(session, player, forum)
    if account is None:
        session.add(Account(player=player, forum=forum, name=author.name, number=author.id))
        return True
    if account.number not in ("", author.id) or (not account.number and account.name):
        return False
    account.name, account.number = author.name, author.id
    return True


def _settle(session: Session, ctx: Context, row: Letter, chair: Chair, post: Post) -> None:
    """Make the thread that of the seat, and tell the player and the GM."""
    match, place, player = chair.match, chair.place, chair.player
    row.status, row.verdict = LetterStatus.DONE, JOINED
    row.player, row.match, row.seat = player.id, match.id, place.seat
    before = (col(Thread.match) == match.id, col(Thread.seat) == place.seat, col(Thread.forum) == row.forum)
    session.execute(delete(Thread).where(*before, col(Thread.player) == player.id))
    thread = Thread(match=match.id or 0, seat=place.seat, player=player.id, forum=row.forum, thread=post.thread)
    session.add(thread)
    key = f"{match.id}:{place.id}:{row.forum}:{post.thread}"
    letter = OutgoingLetter(kind="welcome", key=f"welcome:{key}", place=place, record=match.number)
    outbox.enqueue(session, ctx, match, letter)
    facts: dict[str, str | int] = {"player": player.name, "seat": place.seat, "forum": row.forum}
    facts["account"] = post.author.name if post.author else ""
    outbox.memo(session, ctx, "joined", f"memo:joined:{key}", match=match.name, facts=facts)
