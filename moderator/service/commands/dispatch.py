"""The commands of a letter: one explicit table from each to its use case, and all of a letter carried out together.

Each has a savepoint of its own, and all of them stay within what a letter may cost. A command that fails costs no
other: nothing of it is done, its author is told, and the operator gets one memo.
"""

import traceback
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from msgspec import Struct
from sqlalchemy.exc import OperationalError

from moderator.core import codec
from moderator.language.reading import commands
from moderator.language.reading.commands import Command
from moderator.service import outbox
from moderator.service.codes import RefusalCode, Verdict
from moderator.service.commands import (
    confirming,
    delegating,
    ending,
    helping,
    joining,
    order_sets,
    personal,
    press,
    standings,
    telling,
    watching,
)
from moderator.service.commands.command_context import CommandContext, label
from moderator.service.letter_parts import Answer, Fact
from moderator.service.matches.seat_context import SeatContext
from moderator.store import letter_queries
from moderator.store.session import refuses

ANYBODY: Mapping[type[Command], Callable[[CommandContext, Any], Answer]] = {
    commands.Help: helping.show_help,
    commands.Matches: lambda command_context, _: telling.matches(command_context),
    commands.Watch: watching.watch,
    commands.Ratings: standings.tell_ratings,
    commands.Series: standings.tell_series,
    commands.Set: personal.put,
    commands.Unsubscribe: personal.unsubscribe,
    commands.Vacation: personal.vacation,
    commands.Join: joining.join,
    commands.Leave: joining.about_open_match,
    commands.Who: joining.about_open_match,
    commands.Invite: joining.about_open_match,
    commands.Standby: joining.standby,
}
"""Commands that need no seat."""

_OF_PLAYERS = (commands.Set, commands.Vacation)
"""Those of them that need a player whom we know."""

SEATED: Mapping[type[Command], Callable[[CommandContext, SeatContext, Any], Answer]] = {
    commands.Status: lambda command_context, seat_context, _: telling.status(command_context, seat_context),
    commands.ShowOrders: lambda command_context, seat_context, _: telling.show_orders(command_context, seat_context),
    commands.Rules: lambda command_context, seat_context, _: telling.rules(command_context, seat_context),
    commands.History: lambda command_context, seat_context, _: telling.history(command_context, seat_context),
    commands.Since: lambda command_context, seat_context, _: telling.since(command_context, seat_context),
    commands.ShowMap: telling.show_map,
    commands.Desk: lambda command_context, seat_context, _: telling.desk(command_context, seat_context),
    commands.Preview: lambda command_context, seat_context, _: telling.preview(command_context, seat_context),
    commands.Resend: telling.resend,
    commands.Undo: lambda command_context, seat_context, _: order_sets.undo(command_context, seat_context),
    commands.Add: lambda command_context, seat_context, _: order_sets.add(command_context, seat_context),
    commands.Ready: lambda command_context, seat_context, _: order_sets.ready(command_context, seat_context),
    commands.Wait: lambda command_context, seat_context, _: order_sets.wait(command_context, seat_context),
    commands.Press: press.send,
    commands.Propose: press.propose,
    commands.TagNew: lambda command_context, seat_context, _: personal.tag_new(command_context, seat_context),
    commands.Confirm: confirming.confirm,
    commands.Extend: ending.extend,
    commands.Delegate: delegating.delegate,
    commands.Draw: lambda command_context, seat_context, _: ending.vote(command_context, seat_context, "draw"),
    commands.Concede: lambda command_context, seat_context, _: ending.vote(command_context, seat_context, "concede"),
    commands.Agree: lambda command_context, seat_context, _: ending.answer_rollback(
        command_context, seat_context, agrees=True
    ),
    commands.Refuse: lambda command_context, seat_context, _: ending.answer_rollback(
        command_context, seat_context, agrees=False
    ),
    commands.Resign: lambda command_context, seat_context, _: ending.resign(command_context, seat_context),
}
"""Commands that speak for a seat."""

_OF_DELEGATES: tuple[type[Command], ...] = (
    *(commands.Help, commands.Status, commands.ShowOrders, commands.Rules, commands.ShowMap, commands.Preview),
    *(commands.Clear, commands.Undo, commands.Add, commands.Ready, commands.Wait),
)
"""Commands that somebody may give for a player: about the orders, and the board as it is now."""

ORDER_SET: tuple[type[Command], ...] = (
    *(commands.Clear, commands.Undo, commands.Add),
    *(commands.Ready, commands.Wait, commands.Propose),
)
"""Commands about the orders to come, which do nothing where those cannot change now."""

MOST = 40
"""How many commands of one letter are answered: each may cost a map, a report or a letter to somebody else."""
LARGE: tuple[type[Command], ...] = (commands.ShowMap, commands.History, commands.Since, commands.Rules, commands.Resend)
"""Commands whose answers are large: they count against ``large_answers_per_day``."""

_LARGE_VERBS = frozenset(kind.syntax[0].split()[0] for kind in LARGE)
_DAY = timedelta(days=1)
_FAILED = "memo:command:"
_MEMOS_PER_DAY = 20
"""Letters with a command that failed of which the operator is told in a day, at most."""


def carry_out(
    said: Iterable[tuple[int, Command]],
    context_of: Callable[[int, Command], CommandContext],
    before: int = 0,
    blocked: Callable[[Command], Verdict | None] = lambda _: None,
) -> tuple[Answer, ...]:
    """Do what the commands of a letter ask for, by line, and return what is said about each.

    ``before`` is how many orders were on file before the letter. ``blocked`` tells why a command cannot change the
    order set now, None if it can.
    """
    folded = fold(said)
    answers: list[Answer] = []
    for line, command in folded[:MOST]:
        one = context_of(line, command)
        answers.append(_quota_refusal(one, answers) or _attempt(one, before, blocked(command)))
    if len(folded) > MOST:
        answers.append(Answer(command="", code=RefusalCode.TOO_MANY, facts={"limit": MOST}))
    return tuple(answers)


def fold(said: Iterable[tuple[int, Command]]) -> list[tuple[int, Command]]:
    """Return commands by line without what is said again: a question anywhere, all else if nothing else was done since.

    A message goes as often as it is written.
    """
    found: list[tuple[int, Command]] = []
    for line, command in said:
        alike = [other for _, other in found if other.harmless == command.harmless]
        if isinstance(command, commands.Press) or command not in (alike if command.harmless else alike[-1:]):
            found.append((line, command))
    return found


def _attempt(command_context: CommandContext, before: int, blocked: Verdict | None) -> Answer:
    """Carry a command out whole or not at all; what ends the letter's own transaction is the letter's failure."""
    command_context.session.flush()  # what fails here is no fault of the command's
    whole = command_context.session.get_transaction()
    try:
        with command_context.session.begin_nested():
            return answer(command_context, before, blocked)
    except Exception as error:
        if isinstance(error, OperationalError) and not refuses(error):  # the database is busy or away
            raise
        if command_context.session.get_transaction() is not whole:  # what the letter did before is gone, too
            raise
        if command_context.seat_context is not None:
            command_context.seat_context.forget()
        _tell_operator(command_context, traceback.format_exc())
        return command_context.answer(RefusalCode.COMMAND_FAILED)


def answer(command_context: CommandContext, before: int, blocked: Verdict | None) -> Answer:
    """Do what a command asks for and return what is said about it.

    ``before`` is how many orders were on file before the letter, ``blocked`` why the order set cannot change now, if
    so.
    """
    kind, refused = type(command_context.command), _author_refusal(command_context)
    if refused is not None:
        return command_context.answer(refused)
    if kind in ANYBODY:
        return ANYBODY[kind](command_context, command_context.command)
    if command_context.seat_context is None:
        return command_context.answer(RefusalCode.NEEDS_SEAT)
    if blocked and kind in ORDER_SET:
        return command_context.answer(RefusalCode(blocked))
    if isinstance(command_context.command, commands.Clear):
        return order_sets.clear(command_context, command_context.command, before)
    return SEATED[kind](command_context, command_context.seat_context, command_context.command)


def _author_refusal(command_context: CommandContext) -> RefusalCode | None:
    """Return why the author of a letter may not give a command, None if they may."""
    kind = type(command_context.command)
    if command_context.delegated and kind not in _OF_DELEGATES:
        return RefusalCode.DELEGATE_MAY_NOT
    if kind in _OF_PLAYERS and command_context.is_visitor:
        return RefusalCode.NEEDS_SEAT
    return RefusalCode.WATCH_UNPROVED if kind in _OF_PLAYERS and not command_context.proved else None


def _tell_operator(command_context: CommandContext, trace: str) -> None:
    now, letter = command_context.ctx.now(), command_context.letter.id
    if letter_queries.outbox_keys(command_context.session, _FAILED, now - _DAY) >= _MEMOS_PER_DAY:
        return
    facts: dict[str, Fact] = {
        "letter": letter,
        "command": label(command_context.command),
        "player": command_context.player.name,
    }
    match = command_context.seat_context.match.name if command_context.seat_context else ""
    outbox.memo(
        command_context.session,
        command_context.ctx,
        "command-failed",
        f"{_FAILED}{letter}",
        match=match,
        facts=facts,
        lines=trace.rstrip().splitlines(),
    )


# ---- the allowance of a day --------------------------------------------------------------------------------


class _SentAnswer(Struct, frozen=True):
    """An answer as an acknowledgement keeps it, as far as it is counted."""

    command: str
    code: str

    @property
    def large(self) -> bool:
        return self.command.partition(" ")[0] in _LARGE_VERBS and not Answer(command="", code=self.code).refused


class _SentAnswers(Struct, frozen=True):
    answers: tuple[_SentAnswer, ...] = ()


def _quota_refusal(command_context: CommandContext, answers: Iterable[Answer]) -> Answer | None:
    """Return what is said about a command whose answer is large if its author has had too many of these in a day."""
    limit, now = command_context.ctx.settings.limits.large_answers_per_day, command_context.ctx.now()
    if not limit or not isinstance(command_context.command, LARGE):
        return None
    had = [
        *_recent_large_answers(command_context, now - _DAY),
        *(now for each in answers if _SentAnswer(each.command, each.code).large),
    ]
    if len(had) < limit:
        return None
    return command_context.answer(RefusalCode.LARGE_USED_UP, limit=limit, free=(had[-limit] + _DAY).isoformat())


def _recent_large_answers(command_context: CommandContext, since: datetime) -> list[datetime]:
    """Return when a player was given large answers since a time, the oldest first: counted from what was answered."""
    rows = letter_queries.acknowledgements(command_context.session, command_context.player.id, since)
    told: list[tuple[datetime, _SentAnswers | None]] = [
        (made, codec.unpack(payload, _SentAnswers | None)) for made, payload in rows
    ]
    return [made for made, each in told if each is not None for said in each.answers if said.large]
