"""Posts about matches that people can join: in a private thread with us, or where we announced them.

The account proves who wrote. Joining makes them a player here, and the private thread is theirs from then on:
once the match begins, it is that of their seat.
"""

from sqlmodel import Session, col, select, update

from moderator.language.reading.commands import Command, Join
from moderator.mail.letter import ReadLetter
from moderator.posts.post import Account as Author
from moderator.posts.post import Post
from moderator.service.codes import Verdict
from moderator.service.commands import joining
from moderator.service.commands.command_context import CommandContext
from moderator.service.commands.dispatch import ANYBODY, carry_out
from moderator.service.context import Context
from moderator.service.inbox import acknowledge, questioned
from moderator.service.inbox.reading_commands import read_commands
from moderator.service.letter_parts import Answer
from moderator.service.recruiting import members, replies
from moderator.service.recruiting.members import Visitor
from moderator.service.recruiting.replies import Reply
from moderator.store import people_queries
from moderator.store.statuses import LetterStatus
from moderator.store.tables import Letter, Player, Thread


def hear(session: Session, ctx: Context, row: Letter, letter: ReadLetter, post: Post) -> bool:
    """Do what a post outside the threads of seats asks for; False if it asks for nothing that we do there."""
    if post.author is None:
        return False
    said = [(line, command) for line, command in read_commands(letter.lines) if _is_for_us(session, ctx, post, command)]
    player = _player(session, row.forum, post.author) or _newcomer(session, ctx, row.forum, post.author, said)
    if player is None:
        return False

    def context_of(line: int, command: Command) -> CommandContext:
        return CommandContext(session, ctx, player, None, row, letter.thread, command, line)

    answers = (*carry_out(said, context_of), *(_muster_answers(session, ctx, player, letter) if post.private else ()))
    if not answers:
        return False
    if post.private:
        _keep_thread(session, row.forum, post.thread, player)
    row.status, row.verdict, row.player = LetterStatus.DONE, Verdict.ANSWERED, player.id
    acknowledge.to_player(session, ctx, player, verdict=Verdict.ANSWERED, answers=answers, key=f"ack:{row.id}")
    return True


def _is_for_us(session: Session, ctx: Context, post: Post, command: Command) -> bool:
    """Tell whether a command is carried out: any in private that needs no seat, in public those about open matches."""
    if joining.open_match_of(session, ctx, command) is not None:
        return True
    return post.private and isinstance(command, tuple(ANYBODY)) and not isinstance(command, Join)


def _player(session: Session, forum: str, author: Author) -> Player | None:
    """Return the player whose account a post is by."""
    account = people_queries.account_by_number(session, forum, author.id)
    return session.get(Player, account.player) if account is not None else None


def _newcomer(
    session: Session, ctx: Context, forum: str, author: Author, said: list[tuple[int, Command]]
) -> Player | None:
    """Let the author of a post be a player here, if the post asks to join an open match."""
    joins = (command for _, command in said if isinstance(command, Join))
    open_match = next((joining.open_match_of(session, ctx, command) for command in joins), None)
    if open_match is None:
        return None
    visitor = Visitor(name=author.name, forum=f"{forum}:{author.name}")
    player = members.as_player(session, ctx, open_match, visitor)
    account = people_queries.account_in(session, player.id, forum)
    if account is not None:
        account.name, account.number, account.claimed = author.name, author.id, False
    return player


def answer_musters(session: Session, ctx: Context, row: Letter, letter: ReadLetter, player: Player) -> bool:
    """Take a post in a seat's own thread that says YES or NO alone as the answer to musters, if some ask its player."""
    words = [line for line in letter.lines if line.text.strip() and not line.quoted]
    answers = _muster_answers(session, ctx, player, letter) if len(words) == 1 else ()
    if not answers:
        return False
    row.status, row.verdict, row.player = LetterStatus.DONE, Verdict.ANSWERED, player.id
    acknowledge.to_player(session, ctx, player, verdict=Verdict.ANSWERED, answers=answers, key=f"ack:{row.id}")
    return True


def _muster_answers(session: Session, ctx: Context, player: Player, letter: ReadLetter) -> tuple[Answer, ...]:
    """Take YES or NO in private as the answer to the musters that ask the player."""
    reply = replies.read(letter.lines)
    if reply not in (Reply.YES, Reply.NO):
        return ()
    asked = questioned.pending(session, ctx, player)
    return tuple(questioned.say(session, ctx, each, player, says_yes=reply is Reply.YES) for each in asked)


def _keep_thread(session: Session, forum: str, thread: str, player: Player) -> None:
    """Let a private thread be where we write to a player who has no seat yet."""
    if people_queries.thread_in(session, forum, thread) is not None:
        return
    before = (col(Thread.match).is_(None), col(Thread.player) == player.id, col(Thread.forum) == forum)
    if session.exec(select(Thread.id).where(*before)).first() is None:
        session.add(Thread(match=None, seat="", player=player.id, forum=forum, thread=thread))
    else:
        session.execute(update(Thread).where(*before).values(thread=thread))
