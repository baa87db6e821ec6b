"""Answers to questions about an open match: whether somebody wrote a command, accepts an invitation, is there."""

from collections.abc import Sequence

from msgspec.structs import replace
from sqlmodel import Session

from moderator.language.reading.commands import COMMANDS, Join, Leave
from moderator.mail.letter import ReadLetter
from moderator.service.codes import RefusalCode, Verdict
from moderator.service.commands import joining
from moderator.service.context import Context
from moderator.service.inbox import acknowledge
from moderator.service.letter_parts import Answer
from moderator.service.recruiting import invitations, members, open_matches, questions, waiting_list
from moderator.service.recruiting.members import Visitor
from moderator.service.recruiting.questions import COMMAND, INVITATION, Question
from moderator.store import people_queries
from moderator.store.recruiting import OpenMatch
from moderator.store.statuses import LetterStatus
from moderator.store.tables import Letter, Player


def answer(session: Session, ctx: Context, row: Letter, letter: ReadLetter) -> bool:
    """Take a letter as the answer to a question, if it is one; whoever it is from has read the question."""
    words = waiting_list.said(letter.lines)
    if not words & (waiting_list.YES | waiting_list.NO):
        return False
    question = questions.answered(session, ctx, letter.thread)
    if question is None:
        return False
    row.status, row.verdict = LetterStatus.DONE, Verdict.ANSWERED
    says_yes = bool(words & waiting_list.YES)
    settle(session, ctx, question, says_yes=says_yes, key=f"ack:{row.id}", in_reply_to=row.message_id or "")
    return True


def settle(
    session: Session, ctx: Context, question: Question, *, says_yes: bool, key: str, in_reply_to: str = ""
) -> Answer | None:
    """Do what the answer to a question asks for, and say so under a ``key`` in a letter to who was asked.

    None if nothing was to be done: that is not answered, or a letter of its own says so.
    """
    author = _asked(session, question)
    done = _done(session, ctx, question, author, says_yes=says_yes)
    if done is not None:
        known = author if isinstance(author, Player) else _asked(session, question)
        player = known if isinstance(known, Player) else Player(name=known.known_as, zone=ctx.settings.zone)
        acknowledge.to_player(
            session,
            ctx,
            player,
            verdict=Verdict.ANSWERED,
            answers=(done,),
            key=key,
            to=question.row.to,
            in_reply_to=in_reply_to,
        )
    return done


def _done(
    session: Session, ctx: Context, question: Question, author: Player | Visitor, *, says_yes: bool
) -> Answer | None:
    said = "YES" if says_yes else "NO"
    open_match = open_matches.lock(session, question.about)
    if open_match is None or open_match.id != question.open_match or questions.is_over(ctx, question):
        return Answer(command=said, code=RefusalCode.OPEN_OVER, facts={"match": question.about})
    if question.kind == COMMAND:
        command = COMMANDS.attempt(str(question.facts.get("line", "")))
        return joining.do(session, ctx, open_match, command, author) if command is not None and says_yes else None
    if question.kind == INVITATION and not says_yes:
        invitations.decline(session, ctx, question)
        return None
    return say(session, ctx, open_match, author, says_yes=says_yes)


def say(session: Session, ctx: Context, open_match: OpenMatch, author: Player | Visitor, *, says_yes: bool) -> Answer:
    """Let somebody have a place in an open match that is locked, or none; what they said is answered."""
    command = Join(match=open_match.slug) if says_yes else Leave(match=open_match.slug)
    return replace(joining.do(session, ctx, open_match, command, author), command="YES" if says_yes else "NO")


def _asked(session: Session, question: Question) -> Player | Visitor:
    """Return who was asked: the player, if the database knows them."""
    if question.row.player is not None:
        return session.get_one(Player, question.row.player)
    owners = people_queries.owners(session, [question.row.to])
    if owners:
        return session.get_one(Player, owners[0].player)
    return Visitor(name=str(question.facts.get("name", "")), address=question.row.to)


def pending(session: Session, player: Player) -> Sequence[OpenMatch]:
    """Return the open matches whose muster waits for an answer of a player, locked."""
    names = [
        each.name
        for each in open_matches.all_open(session)
        if (member := members.membership(session, each, player)) is not None and member.here is None
    ]
    return [row for name in names if (row := open_matches.lock(session, name)) is not None]
