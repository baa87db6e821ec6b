"""Commands of people who want to play: JOIN, LEAVE, WHO, INVITE, STANDBY. Their author may have no seat yet."""

from collections.abc import Sequence
from datetime import timedelta

from sqlmodel import Session

from moderator.core import codec
from moderator.language.reading.commands import Command, Invite, Join, Leave, Standby, Who
from moderator.language.reading.text_lines import TextLine
from moderator.mail.headers import detail_of, one_address
from moderator.service.codes import AnswerCode, RefusalCode
from moderator.service.commands.command_context import CommandContext, label
from moderator.service.context import Context
from moderator.service.letter_parts import Answer, Fact
from moderator.service.recruiting import invitations, members, open_matches, questions, waiting_list
from moderator.service.recruiting.members import Outcome, Visitor
from moderator.store import letter_queries, people_queries
from moderator.store.recruiting import OpenMatch
from moderator.store.tables import Letter, Player

_ASKED_PER_DAY, _EACH_PER_DAY, _DAY = 50, 3, timedelta(days=1)
"""Questions whether a command came from an address, in a day, at most, in all and to each: others may have used it."""

OF_OPEN_MATCHES: tuple[type[Command], ...] = (Join, Leave, Who, Invite)
"""Commands about matches that people can join, which somebody without a seat and without a name here may send."""


def open_match_of(session: Session, ctx: Context, command: Command) -> OpenMatch | None:
    """Return the match that people can join now which a command names, locked; None if it names none such."""
    name = command.match if isinstance(command, Join | Leave | Who | Invite) else ""
    return open_matches.lock(session, ctx, name) if name else None


def do(
    session: Session, ctx: Context, open_match: OpenMatch, command: Command, author: Player | Visitor, *, line: int = 0
) -> Answer:
    """Do what a command about an open match that is locked asks for; it is proved who its author is.

    Somebody who joins is a player from then on.
    """
    return _outcome(session, ctx, open_match, command, author).answer(
        label(command), open_matches.line(session, ctx, open_match), line=line
    )


def _outcome(
    session: Session, ctx: Context, open_match: OpenMatch, command: Command, author: Player | Visitor
) -> Outcome:
    if isinstance(command, Join):
        return members.join(session, ctx, open_match, author, command.seat)
    player = author if isinstance(author, Player) else members.find_player(session, author)
    member = members.membership(session, open_match, player) if player is not None else None
    if isinstance(command, Who):
        return Outcome(AnswerCode.OPEN_WHO, members.standing(session, ctx, open_match, member) if member else {})
    if player is None or member is None:
        return Outcome(RefusalCode.OPEN_NOT_IN)
    if isinstance(command, Invite):
        return invitations.invite(session, ctx, open_match, one_address(command.address), by=player)
    return members.leave(session, open_match, player)


def join(command_context: CommandContext, command: Join) -> Answer:
    """Join an open match, take a seat that was offered, or hand the wish for one to the GM."""
    open_match = open_match_of(command_context.session, command_context.ctx, command)
    if open_match is not None:
        return _do_or_ask(command_context, open_match)
    said = (TextLine(command_context.line, label(command)),)
    for own in _own(command_context):
        if waiting_list.answer(
            command_context.session,
            command_context.ctx,
            own,
            said,
            command_context.thread,
            proved=command_context.proved,
        ):
            return command_context.answer(AnswerCode.JOINING, match=command.match)
    command_context.tell_gm("join", wanted=command.match, address=command_context.letter.sender)
    return command_context.answer(AnswerCode.JOIN, match=command.match)


def about_open_match(command_context: CommandContext, command: Leave | Who | Invite) -> Answer:
    """Do what else is about an open match: LEAVE, WHO and INVITE, the last also without a name in the only one."""
    name = command.match or members.only_match(command_context.session, command_context.player)
    open_match = open_matches.lock(command_context.session, command_context.ctx, name) if name else None
    if open_match is None:
        return command_context.answer(RefusalCode.OPEN_UNKNOWN, match=command.match)
    return _do_or_ask(command_context, open_match)


def _do_or_ask(command_context: CommandContext, open_match: OpenMatch) -> Answer:
    """Do what a command asks for, or ask at the author's own address first if they wrote it."""
    session, ctx, command = command_context.session, command_context.ctx, command_context.command
    if command_context.proved or command.harmless:
        visitor = Visitor(name=command_context.player.name, address=command_context.address)
        author = visitor if command_context.is_visitor else command_context.player
        return do(session, ctx, open_match, command, author, line=command_context.line)
    visitor = Visitor(name=command_context.player.name, address=next(iter(_own(command_context)), ""))
    if ask(session, ctx, open_match, command, visitor, letter=command_context.letter):
        return command_context.answer(AnswerCode.OPEN_ASKED)
    return command_context.answer(RefusalCode.OPEN_BUSY)


def ask(
    session: Session,
    ctx: Context,
    open_match: OpenMatch,
    command: Command,
    visitor: Visitor,
    *,
    letter: Letter | None = None,
    also: Sequence[str] = (),
) -> bool:
    """Ask an address whether a command about an open match came from there, once a day for each command and name.

    ``also`` are other commands of the same ``letter``: YES has them answered, too. False if we ask nobody any more
    today. What was asked already is not asked again, nor is an address that was asked so often: nobody learns that.
    """
    today = ctx.now() - _DAY
    if letter_queries.outbox_keys(session, questions.ASKED_BY_COMMAND, today) >= _ASKED_PER_DAY:
        return False
    theirs = f"{questions.ASKED_BY_COMMAND}{open_match.id}:{visitor.address}:"
    ours = detail_of(ctx.settings.addresses, visitor.address) is not None
    if ours or letter_queries.outbox_keys(session, theirs, today) >= _EACH_PER_DAY:
        return True
    line, facts = label(command), dict[str, Fact]()
    if letter is not None and also:
        facts = {"also": "\n".join(also), "letter": letter.id}
    questions.ask_address(
        session,
        ctx,
        visitor.address,
        code="command-question",
        key=f"{theirs}{ctx.now():%Y-%m-%d}:{codec.digest(ctx.key, (line, visitor.name, *also))[:8]}",
        facts={"line": line, "name": visitor.name, **facts},
        about=open_matches.line(session, ctx, open_match),
        in_reply_to=(letter.message_id or "") if letter is not None else "",
    )
    return True


def standby(command_context: CommandContext, command: Standby) -> Answer:
    """Put the player on the waiting list or take the player off; where nothing proves who wrote, the GM is told."""
    own = _own(command_context)
    if not command_context.proved or not own:
        return command_context.answer(AnswerCode.STANDBY_UNPROVED)
    if command.off:
        waiting_list.take_off(command_context.session, own)
        return command_context.answer(AnswerCode.STANDBY_OFF)
    if not waiting_list.add(
        command_context.session, command_context.ctx, own[0], command_context.player.name, command.match
    ):
        return command_context.answer(RefusalCode.STANDBY_UNKNOWN, match=command.match)
    if not command_context.is_visitor:
        command_context.tell_gm("standby", address=own[0], **({"wanted": command.match} if command.match else {}))
    return command_context.answer(AnswerCode.STANDBY, match=command.match)


def _own(command_context: CommandContext) -> list[str]:
    """Return the addresses of who asks, the one on file first."""
    number = command_context.player.id
    if command_context.is_visitor:
        return [command_context.address]
    entries = [
        people_queries.address_on_file(command_context.session, number),
        *people_queries.addresses(command_context.session, number),
    ]
    return list(dict.fromkeys(entry.address for entry in entries if entry is not None))
