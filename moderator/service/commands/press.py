"""PRESS: messages between players, to one, several, all, or the GM; what is for all stands in the chronicle, too.

What they say to people is data and never interpreted; bots among the allies take an attack under a number as proposed.
"""

import re
import textwrap
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from moderator.language.reading.commands import Press, Propose
from moderator.service import masks, outbox, tags
from moderator.service.codes import AnswerCode, RefusalCode
from moderator.service.commands import messages, proposing
from moderator.service.commands.allowance import HEAVIEST, next_allowed_at, weight
from moderator.service.commands.command_context import CommandContext
from moderator.service.commands.messages import Message
from moderator.service.letter_parts import Answer, Fact
from moderator.service.matches import chronicle, letterhead
from moderator.service.matches.seat_context import SeatContext
from moderator.service.order_sets import filing
from moderator.store import match_queries
from moderator.store.tables import Player, SeatAssignment

_WIDTH, _SHOWN = 56, 4
"""Columns and lines of a message that are shown to its writer, at most."""

LONGEST = 10_000
"""Characters of one message; with its form and its HTML it stays a small letter."""

_ALL = frozenset(("all", "everybody", "everyone", "public", "alle"))
_GM = frozenset(("gm", "moderator", "referee", "spielleitung", "sl"))


class _Readers(Struct, frozen=True):
    """Whom a message is for: slugs of seats, and words for all and the GM; and names that lead to nobody."""

    names: frozenset[str]
    unknown: tuple[str, ...]

    @property
    def public(self) -> bool:
        """Whether everybody is to read it."""
        return not self.names.isdisjoint(_ALL)

    @property
    def gm(self) -> bool:
        """Whether the GM is to read it."""
        return not self.names.isdisjoint(_GM)

    @property
    def gm_alone(self) -> bool:
        """Whether nobody else is to read it."""
        return self.names <= _GM


def send(command_context: CommandContext, seat_context: SeatContext, command: Press) -> Answer:
    """Send a message; nothing goes out unless everybody who was named is known."""
    text, readers = _text(seat_context, command), _readers(seat_context, command.readers)
    refused = _refusal(command_context, seat_context, command, text, readers)
    if refused is not None:
        return refused
    seated = _others(seat_context)
    told = [pair for pair in seated if readers.public or tags.slug(pair[0].seat) in readers.names]
    author = "" if command.unsigned else seat_context.seat
    message = Message(author=author, text=text, public=readers.public)
    stands = _post_to_chronicles(seat_context, command_context.key, message) if readers.public else ()
    reached = _tell_seats(seat_context, command_context.key, told, message, stands)
    if readers.gm:
        command_context.tell_gm("press", *text.splitlines())
    if not (reached or stands or readers.gm):
        return _answer_for_bots(command_context, seat_context, message, [assignment.seat for assignment, _ in told])
    code = AnswerCode.PRESS_PUBLIC if readers.public else AnswerCode.PRESS_SENT
    facts: dict[str, Fact] = {"stands": 1} if stands else {}
    if (reached or stands) and masks.delay(seat_context.match, signed=not command.unsigned):
        facts["goes"] = masks.next_quarter(command_context.ctx.now()).isoformat()
    whom = ", ".join((*reached, *(("GM",) if readers.gm else ())))
    return command_context.answer(code, *beginning(text), whom=whom, **facts)


def _text(seat_context: SeatContext, command: Press) -> str:
    text = command.message.strip()
    return masks.even_out(text) if masks.delay(seat_context.match, signed=not command.unsigned) else text


def _others(seat_context: SeatContext) -> list[tuple[SeatAssignment, Player | None]]:
    return [pair for pair in seat_context.held if pair[0].seat != seat_context.seat]


def _readers(seat_context: SeatContext, written: str) -> _Readers:
    """Return whom a message is for, as it is written: names with commas, "and" or "und" between them."""
    seats = _by_name(seat_context)
    called = [name.strip() for name in re.sub(r" and | und |&", ",", written).split(",") if tags.slug(name)]
    known = _ALL | _GM | seats.keys()
    names = frozenset(seats.get(name, name) for name in map(tags.slug, called))
    return _Readers(names, tuple(name for name in called if tags.slug(name) not in known))


def _refusal(
    command_context: CommandContext, seat_context: SeatContext, command: Press, text: str, readers: _Readers
) -> Answer | None:
    """Return what is said of a message that is not sent."""
    if not text:
        return command_context.answer(RefusalCode.PRESS_EMPTY)
    if readers.unknown or not readers.names:
        seats = [assignment.seat for assignment, _ in _others(seat_context)]
        whom = ", ".join(readers.unknown)
        return command_context.answer(RefusalCode.PRESS_UNKNOWN, "ALL", "GM", *seats, whom=whom)
    refused = _unsigned_refusal(command_context, seat_context, command, text, to_gm=readers.gm)
    return refused or _limit_refusal(command_context, seat_context, text, to_gm=readers.gm_alone)


def _answer_for_bots(
    command_context: CommandContext, seat_context: SeatContext, message: Message, bots: Sequence[str]
) -> Answer:
    """Return the answer to a message that only bots would read: allies take a plan of attack as proposed."""
    to_allies = message.author and not set(bots).isdisjoint(proposing.allies(seat_context))
    late = filing.is_late(seat_context, command_context.letter)
    plan = proposing.read_plan(seat_context, message.text) if to_allies and not late else None
    if plan is not None:
        return _send_proposal(command_context, seat_context, plan)
    return command_context.answer(RefusalCode.PRESS_BOTS, whom=", ".join(bots))


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
    cut = cut or len(whole) > len(text)
    message = Message(author=seat_context.seat, text=text, public=True, cut=cut)
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


def _unsigned_refusal(
    command_context: CommandContext, seat_context: SeatContext, command: Press, text: str, *, to_gm: bool
) -> Answer | None:
    """Return what is said of an unsigned message that the match does not allow, or that is to the GM, who knows all.

    Where it is allowed, a text that begins with the word is meant so.
    """
    allowed = seat_context.match.settings.unsigned
    if command.unsigned:
        return None if allowed and not to_gm else command_context.answer(RefusalCode.PRESS_SIGNED, gm=int(allowed))
    if allowed and tags.slug(text.split(maxsplit=1)[0]) == "unsigned":
        return command_context.answer(RefusalCode.PRESS_SIGNED, f"PRESS TO {command.whom.strip()} UNSIGNED", "…", "END")
    return None


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


def _by_name(seat_context: SeatContext) -> dict[str, str]:
    """Return what leads to which other seat: its own name, or the name of its player, who has no other seat here."""
    lines = letterhead.seat_lines(seat_context.match, seat_context.held, seat_context.seat)
    others = [line for line in lines if line.seat != seat_context.seat]
    people = [(tags.slug(line.player), tags.slug(line.seat)) for line in others if line.player]
    names = [name for name, _ in people]
    alone = {name: seat for name, seat in people if names.count(name) == 1 and name not in _ALL | _GM}
    return {**alone, **{slug: slug for slug in (tags.slug(line.seat) for line in others)}}


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
    letters = list(messages.to_players(ctx, match, key, message, told=told, stands=stands))
    for letter in letters:
        outbox.enqueue(session, ctx, match, letter)
    return [letter.assignment.seat for letter in letters if letter.assignment is not None]
