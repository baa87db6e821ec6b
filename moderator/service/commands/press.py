"""PRESS: messages between players, to one, several, all, or the GM; what is for all stands in the chronicle, too.

What they say to people is data and never interpreted; bots among the allies take an attack under a number as proposed.
"""

import textwrap
from collections.abc import Sequence
from typing import Any

from moderator.language.reading.commands import Press, Propose
from moderator.service import outbox, tags
from moderator.service.codes import AnswerCode, RefusalCode
from moderator.service.commands import messages, proposing
from moderator.service.commands.allowance import HEAVIEST, next_allowed_at, weight
from moderator.service.commands.command_context import CommandContext
from moderator.service.commands.messages import Message
from moderator.service.letter_parts import Answer
from moderator.service.matches import chronicle
from moderator.service.matches.seat_context import SeatContext
from moderator.service.order_sets import filing
from moderator.store import match_queries
from moderator.store.tables import Player, SeatAssignment

_WIDTH, _SHOWN = 56, 4
"""Columns and lines of a message that are shown to its writer, at most."""

LONGEST = 10_000
"""Characters of one message; with its form and its HTML it stays a small letter."""

_ALL = frozenset(("all", "everybody", "everyone", "public"))
_GM = frozenset(("gm", "moderator", "referee"))


def send(command_context: CommandContext, seat_context: SeatContext, command: Press) -> Answer:
    """Send a message; nothing goes out unless everybody who was named is known."""
    text = command.message.strip()
    seated = [
        (assignment, player)
        for assignment, player in match_queries.assignments_in(command_context.session, seat_context.match.id)
        if assignment.seat != seat_context.seat
    ]
    seats = _by_name(seated)
    known = _ALL | _GM | seats.keys()
    named = command.whom.replace(" and ", ",").replace("&", ",").split(",")
    called = [name.strip() for name in named if tags.slug(name)]
    names = [seats.get(name, name) for name in map(tags.slug, called)]
    unknown = [name for name in called if tags.slug(name) not in known]
    if not text:
        return command_context.answer(RefusalCode.PRESS_EMPTY)
    if unknown or not names:
        return command_context.answer(
            RefusalCode.PRESS_UNKNOWN,
            "ALL",
            "GM",
            *(assignment.seat for assignment, _ in seated),
            whom=", ".join(unknown),
        )
    if (refused := _limit_refusal(command_context, seat_context, text, to_gm=_GM.issuperset(names))) is not None:
        return refused
    public = any(name in _ALL for name in names)
    told = [pair for pair in seated if public or tags.slug(pair[0].seat) in names]
    message = Message(author=seat_context.seat, text=text, public=public)
    stands = _post_to_chronicles(seat_context, command_context.key, message) if public else ()
    reached = _tell_seats(seat_context, command_context.key, told, message, stands)
    if any(name in _GM for name in names):
        command_context.tell_gm("press", *text.splitlines())
        reached.append("GM")
    if not (reached or stands):
        to_allies = any(assignment.seat in proposing.allies(seat_context) for assignment, _ in told)
        plan = (
            proposing.read_plan(seat_context, text)
            if to_allies and not filing.is_late(seat_context, command_context.letter)
            else None
        )
        if plan is not None:
            return _send_proposal(command_context, seat_context, plan)
        return command_context.answer(RefusalCode.PRESS_BOTS, whom=", ".join(assignment.seat for assignment, _ in told))
    code = AnswerCode.PRESS_PUBLIC if public else AnswerCode.PRESS_SENT
    return command_context.answer(code, *beginning(text), whom=", ".join(reached), **({"stands": 1} if stands else {}))


def pass_on_post(seat_context: SeatContext, key: str, text: str, forum: str, *, cut: bool) -> None:
    """Pass on what a player has posted in the chronicle of a forum to all who do not read it there.

    ``cut`` tells that not all of it was read. What is longer than a message may be is cut, too, and said to be.
    """
    whole = text.strip()
    if not whole:
        return
    text = whole[:LONGEST]
    while weight(text) > HEAVIEST:
        text = text[: len(text) // 2]
    if next_allowed_at(seat_context, text) is not None:
        facts: dict[str, str | int] = {"player": seat_context.player.name, "seat": seat_context.seat}
        about = f"press-used-up:{seat_context.player.id}:{seat_context.ctx.now():%Y-%m-%d}"
        outbox.memo(
            seat_context.session, seat_context.ctx, "press-used-up", about, match=seat_context.match.name, facts=facts
        )
        return
    others = match_queries.assignments_in(seat_context.session, seat_context.match.id)
    message = Message(author=seat_context.seat, text=text, public=True, cut=cut or len(whole) > len(text))
    stands = (forum, *_post_to_chronicles(seat_context, key, message, but=forum))
    told = [pair for pair in others if pair[0].seat != seat_context.seat]
    _tell_seats(seat_context, key, told, message, stands)


def propose(command_context: CommandContext, seat_context: SeatContext, command: Propose) -> Answer:
    """Keep what the seat means to order and tell its allies; without a plan, tell what they mean to order."""
    if not proposing.allies(seat_context):
        return command_context.answer(RefusalCode.PROPOSE_NO_ALLIES)
    if seat_context.prompt is None:
        return command_context.answer(RefusalCode.NOT_ASKED)
    if not command.plan.strip():
        return command_context.answer(AnswerCode.ALLIES_MEAN, *proposing.lines(seat_context))
    plan = proposing.read_plan(seat_context, command.plan)
    return (
        command_context.answer(RefusalCode.PROPOSE_UNREAD)
        if plan is None
        else _send_proposal(command_context, seat_context, plan)
    )


def _send_proposal(command_context: CommandContext, seat_context: SeatContext, plan: Sequence[Any]) -> Answer:
    """Keep a plan, let the bots among the seat's allies think again, and write to the people among them."""
    whole = "; ".join(seat_context.lines(tuple(plan))) or "NOTHING"
    if (refused := _limit_refusal(command_context, seat_context, whole)) is not None:
        return refused
    proposing.keep(seat_context, plan)
    seated, allies = (
        match_queries.assignments_in(command_context.session, seat_context.match.id),
        proposing.allies(seat_context),
    )
    told = [pair for pair in seated if pair[0].seat in allies]
    message = Message(author=seat_context.seat, text=f"PROPOSE {whole}", public=False)
    _tell_seats(seat_context, command_context.key, told, message)
    return command_context.answer(AnswerCode.PROPOSED, *proposing.lines(seat_context), plan=whole)


def _limit_refusal(
    command_context: CommandContext, seat_context: SeatContext, text: str, *, to_gm: bool = False
) -> Answer | None:
    """Return what is said of a message that is too long, or whose author has sent too much today.

    One to the GM alone is gathered with others in a memo, and counts for nothing.
    """
    if len(text) > LONGEST:
        return command_context.answer(RefusalCode.PRESS_LONG, limit=LONGEST)
    if to_gm:
        return None
    if weight(text) > HEAVIEST:
        return command_context.answer(RefusalCode.PRESS_LONG, limit=len(text) * HEAVIEST // weight(text))
    free, limit = next_allowed_at(seat_context, text), command_context.ctx.settings.limits.press_per_day
    return (
        None if free is None else command_context.answer(RefusalCode.PRESS_USED_UP, limit=limit, free=free.isoformat())
    )


def is_too_long(text: str) -> bool:
    """Tell whether a text is longer than one message may be."""
    return len(text) > LONGEST or weight(text) > HEAVIEST


def _by_name(seated: Sequence[tuple[SeatAssignment, Player | None]]) -> dict[str, str]:
    """Return what leads to which seat: its own name, or the name of whoever sits there and nowhere else here."""
    people = [
        (tags.slug(player.name), tags.slug(assignment.seat)) for assignment, player in seated if player is not None
    ]
    names = [name for name, _ in people]
    alone = {name: seat for name, seat in people if names.count(name) == 1 and name not in _ALL | _GM}
    return {**alone, **{slug: slug for slug in (tags.slug(assignment.seat) for assignment, _ in seated)}}


def beginning(text: str) -> list[str]:
    """Return how a message begins: so one sees at once that a line was left out where END was forgotten."""
    lines = [line for row in text.splitlines() for line in textwrap.wrap(row, _WIDTH)]
    return lines if len(lines) <= _SHOWN else [*lines[:_SHOWN], "…"]


def _post_to_chronicles(seat_context: SeatContext, key: str, message: Message, *, but: str = "") -> tuple[str, ...]:
    """Put a message into the chronicles of the match; return the forums that have one."""
    session, ctx, match = seat_context.session, seat_context.ctx, seat_context.match
    forums = tuple(forum for forum in chronicle.forums(session, ctx, match) if forum != but)
    for letter in messages.into_chronicles(ctx, match, key, message, forums):
        outbox.enqueue(session, ctx, match, letter)
    return forums


def _tell_seats(
    seat_context: SeatContext,
    key: str,
    told: Sequence[tuple[SeatAssignment, Player | None]],
    message: Message,
    stands: tuple[str, ...] = (),
) -> list[str]:
    """Put the message into the outbox for every person among some seats; return their seats."""
    session, ctx, match = seat_context.session, seat_context.ctx, seat_context.match
    letters = list(messages.to_players(session, ctx, match, key, message, told=told, stands=stands))
    for letter in letters:
        outbox.enqueue(session, ctx, match, letter)
    return [letter.assignment.seat for letter in letters if letter.assignment is not None]
