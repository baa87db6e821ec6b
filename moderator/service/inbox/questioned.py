"""Answers to questions about an open match: whether somebody wrote a command, accepts an invitation, is there."""

from collections.abc import Sequence
from datetime import datetime

from msgspec.structs import replace
from sqlmodel import Session

from moderator.language.reading.commands import COMMANDS, Command, Confirm, Join, Leave
from moderator.mail.letter import ReadLetter
from moderator.service.codes import AnswerCode, RefusalCode, Verdict
from moderator.service.commands import joining
from moderator.service.commands.command_context import CommandContext
from moderator.service.commands.dispatch import carry_out
from moderator.service.context import Context
from moderator.service.inbox import acknowledge
from moderator.service.inbox.reading_commands import read_commands
from moderator.service.letter_parts import Answer
from moderator.service.recruiting import invitations, members, open_matches, questions, replies
from moderator.service.recruiting.members import Visitor
from moderator.service.recruiting.questions import COMMAND, INVITATION, Question
from moderator.service.recruiting.replies import Reply
from moderator.store import people_queries
from moderator.store.recruiting import OpenMatch
from moderator.store.statuses import LetterStatus
from moderator.store.tables import Letter, Player


def answer(session: Session, ctx: Context, row: Letter, letter: ReadLetter) -> bool:
    """Take a letter as the answer to a question, if it is one: it bears its Message-ID, and comes from who was asked.

    Whatever commands it holds besides are carried out, too.
    """
    question = questions.answered(session, ctx, letter.thread)
    if question is None:
        return False
    own, author = replies.own_lines(ctx, letter.lines), _asked(session, question, letter.sender_name)
    said = [(line, command) for line, command in read_commands(own) if not isinstance(command, Confirm)]
    reply = replies.read(own)
    if not _is_from(session, letter, question, author) or (reply is Reply.UNCLEAR and said) or reply is Reply.NOTHING:
        return False
    row.status, row.verdict = LetterStatus.DONE, Verdict.ANSWERED
    if reply is Reply.UNCLEAR:
        unclear = Answer(command="", code=RefusalCode.OPEN_UNCLEAR, facts={"match": question.about})
        answers: tuple[Answer, ...] = (unclear,)
    else:
        done = _done(session, ctx, question, author, at=row.arrived, says_yes=reply is Reply.YES)
        answers = (done,) if done is not None else ()
        if reply is Reply.YES:
            asked = _asked(session, question, letter.sender_name)
            answers += _do_also(session, ctx, question, asked, at=row.arrived)
        came = row, letter.thread
        answers += _carry_out(session, ctx, came, _asked(session, question, letter.sender_name), said)
    if answers:
        _tell(session, ctx, question, answers, key=f"ack:{row.id}", in_reply_to=row.message_id or "")
    return True


def _is_from(session: Session, letter: ReadLetter, question: Question, author: Player | Visitor) -> bool:
    """Tell whether a letter comes from who was asked: others may have been handed the question."""
    known = {question.row.to}
    if isinstance(author, Player):
        known |= {entry.address for entry in people_queries.addresses(session, author.id)}
    return letter.address in known and not letter.proof.speaks_against(letter.address)


def _carry_out(
    session: Session,
    ctx: Context,
    came: tuple[Letter, tuple[str, ...]],
    author: Player | Visitor,
    said: Sequence[tuple[int, Command]],
) -> tuple[Answer, ...]:
    """Do what else a letter asks for whose author is proved, by what it answers or by what answered a question."""
    row, thread = came
    address = author.address if isinstance(author, Visitor) else ""
    player = members.as_author(ctx, author)
    row.player = player.id

    def context_of(line: int, command: Command) -> CommandContext:
        return CommandContext(session, ctx, player, None, row, thread, command, line, address=address)

    return carry_out(said, context_of)


def _do_also(
    session: Session, ctx: Context, question: Question, author: Player | Visitor, *, at: datetime
) -> tuple[Answer, ...]:
    """Answer the other commands of the letter that a question asks about, now that it is proved who wrote it."""
    row = session.get(Letter, int(question.facts.get("letter", 0)))
    if row is None or questions.is_over(question, at):
        return ()
    lines = str(question.facts.get("also", "")).split("\n")
    commands = [(0, command) for line in lines if (command := COMMANDS.attempt(line)) is not None]
    return _carry_out(session, ctx, (row, ()), author, commands)


def settle(session: Session, ctx: Context, question: Question, *, says_yes: bool, name: str = "") -> Answer | None:
    """Answer a question by its link, and say so in a letter to who was asked, who may give a ``name``.

    None if nothing was to be done: that is not answered, or a letter of its own says so.
    """
    done = _done(session, ctx, question, _asked(session, question, name), at=ctx.now(), says_yes=says_yes)
    if done is not None:
        asked = _asked(session, question, name)
        also = _do_also(session, ctx, question, asked, at=ctx.now()) if says_yes else ()
        key = f"ack:question:{question.row.id}:{ctx.now():%Y%m%dT%H%M%S}"
        _tell(session, ctx, question, (done, *also), key=key)
    return done


def _tell(
    session: Session, ctx: Context, question: Question, answers: tuple[Answer, ...], *, key: str, in_reply_to: str = ""
) -> None:
    acknowledge.to_player(
        session,
        ctx,
        members.as_author(ctx, _asked(session, question)),
        verdict=Verdict.ANSWERED,
        answers=answers,
        key=key,
        to=question.row.to,
        in_reply_to=in_reply_to,
    )


def _done(
    session: Session, ctx: Context, question: Question, author: Player | Visitor, *, at: datetime, says_yes: bool
) -> Answer | None:
    """Do what an answer says that came at a time, as far as that was in time."""
    open_match = open_matches.lock(session, ctx, question.about)
    if open_match is None or open_match.id != question.open_match or questions.is_over(question, at):
        playing = isinstance(author, Player) and _plays(session, question.about, author)
        code = AnswerCode.OPEN_PLAYING if playing else RefusalCode.OPEN_OVER
        return Answer(command="YES" if says_yes else "NO", code=code, facts={"match": question.about})
    if question.kind == COMMAND:
        command = COMMANDS.attempt(str(question.facts.get("line", "")))
        return joining.do(session, ctx, open_match, command, author) if command is not None and says_yes else None
    if question.kind == INVITATION and not says_yes:
        invitations.decline(session, ctx, question)
        return None
    return say(session, ctx, open_match, author, says_yes=says_yes)


def _plays(session: Session, match: str, player: Player) -> bool:
    """Tell whether somebody has a seat in a match of a name."""
    return any(each.name == match for _, each in people_queries.assignments_of(session, player.id))


def say(session: Session, ctx: Context, open_match: OpenMatch, author: Player | Visitor, *, says_yes: bool) -> Answer:
    """Let somebody have a place in an open match that is locked, or none; what they said is answered."""
    command = Join(match=open_match.slug) if says_yes else Leave(match=open_match.slug)
    return replace(joining.do(session, ctx, open_match, command, author), command="YES" if says_yes else "NO")


def _asked(session: Session, question: Question, name: str = "") -> Player | Visitor:
    """Return who was asked: the player, if the database knows them; else by the ``name`` that they gave, if any."""
    if question.row.player is not None:
        return session.get_one(Player, question.row.player)
    owners = people_queries.owners(session, [question.row.to])
    if owners:
        return session.get_one(Player, owners[0].player)
    return Visitor(name=str(question.facts.get("name", "")) or name, address=question.row.to)


def pending(session: Session, ctx: Context, player: Player) -> Sequence[OpenMatch]:
    """Return the open matches whose muster waits for an answer of a player, locked."""
    names = [
        each.name
        for each in open_matches.all_open(session, ctx)
        if (member := members.membership(session, each, player)) is not None and member.here is None
    ]
    return [row for name in names if (row := open_matches.lock(session, ctx, name)) is not None]
