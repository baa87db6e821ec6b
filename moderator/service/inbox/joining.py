"""A player joins in a forum: by a code the author of a post becomes the player of a seat, who begins or comes back."""

from collections.abc import Iterator

from sqlmodel import Session, col, update

from moderator.language.reading.commands import Join
from moderator.mail.letter import ReadLetter
from moderator.posts.post import Post
from moderator.service import outbox, player_memos
from moderator.service.context import Context
from moderator.service.inbox.reading_commands import read_commands
from moderator.service.inbox.reception import about
from moderator.service.matches import joining
from moderator.service.matches.seat_context import PlayerSeat
from moderator.service.outbox import OutgoingLetter
from moderator.store import people_queries
from moderator.store.tables import Account, Letter, Thread


def join(session: Session, ctx: Context, row: Letter, letter: ReadLetter, post: Post) -> tuple[PlayerSeat, int] | None:
    """Let the author of a private post join by a code in it; return the seat, and the line of the code.

    A thread that is no seat's becomes this one's, and the welcome is posted there.
    """
    for line, player_seat, account in _codes(session, letter):
        if post.author is None or not joining.bind(session, account, row.forum, post.author.name, post.author.id):
            continue
        if people_queries.thread_in(session, row.forum, post.thread) is None:
            _take_thread(session, player_seat, row.forum, post.thread)
        match, assignment = player_seat.match, player_seat.assignment
        key = f"{match.id}:{assignment.id}:{row.forum}:{post.thread}"
        welcome = OutgoingLetter(kind="welcome", key=f"welcome:{key}", assignment=assignment, record=match.number)
        outbox.enqueue(session, ctx, match, welcome)
        facts = {
            "player": player_seat.player.name,
            "seat": assignment.seat,
            "account": f"{row.forum}:{post.author.name}",
        }
        outbox.memo(session, ctx, "joined", f"memo:joined:{key}", match=match.name, facts={**facts})
        return player_seat, line
    return None


def void_public_code(session: Session, ctx: Context, row: Letter, letter: ReadLetter) -> PlayerSeat | None:
    """Make a code worthless that stands where everybody reads it, and hand out another; return its seat."""
    spoilt = None
    for _, player_seat, account in _codes(session, letter):
        account.code = ""
        joining.send_join_code(session, ctx, player_seat.match, player_seat.assignment, again=f":{row.id}")
        spoilt = player_seat
    return spoilt


def pass_on(session: Session, ctx: Context, row: Letter, letter: ReadLetter, post: Post) -> None:
    """Tell the GM in the memo of the day what somebody writes to us who plays no seat."""
    author = f"{row.forum}:{post.author.name}" if post.author else row.forum
    player_memos.wish(session, ctx, row.id, f"{author}: {about(letter)}")


def _codes(session: Session, letter: ReadLetter) -> Iterator[tuple[int, PlayerSeat, Account]]:
    """Give the lines of a post that are codes, with what they are good for."""
    for line, command in read_commands(letter.lines):
        found = joining.seat_of_code(session, command.match) if isinstance(command, Join) else None
        if found is not None:
            yield line, *found


def _take_thread(session: Session, player_seat: PlayerSeat, forum: str, thread: str) -> None:
    """Make a thread that of a seat; what the seat had before is kept with no player, for proofs stand there."""
    match, seat, player = player_seat.match.id, player_seat.assignment.seat, player_seat.player.id
    before = (col(Thread.match) == match, col(Thread.seat) == seat, col(Thread.forum) == forum)
    session.execute(update(Thread).where(*before, col(Thread.player) == player).values(player=None))
    session.add(Thread(match=match, seat=seat, player=player, forum=forum, thread=thread))
