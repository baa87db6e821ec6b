"""Commands about how the match goes on: EXTEND, DRAW, CONCEDE, RESIGN. The GM decides; we count and pass on."""

from collections.abc import Mapping
from datetime import timedelta

from sqlalchemy import delete
from sqlmodel import col

from moderator.core.seats import Seat
from moderator.language.reading.commands import Extend
from moderator.service import masks, outbox, schedule, tags
from moderator.service.codes import AnswerCode, RefusalCode
from moderator.service.commands.command_context import CommandContext
from moderator.service.facts import Notice
from moderator.service.letter_parts import Answer, Fact
from moderator.service.matches import letterhead
from moderator.service.matches.seat_context import SeatContext
from moderator.service.outbox import OutgoingLetter
from moderator.store import letter_queries, match_queries
from moderator.store.statuses import MatchStatus
from moderator.store.tables import Match, Vote

ROLLBACK, NOBODY = "rollback", ""
"""The kind of vote by which people agree to a rollback, and whose row stands for the GM's question."""

_LONGEST = timedelta(days=60)
"""More time than this at once is taken for a typo."""

_GERMAN_UNITS = {"s": "h", "t": "d"}
"""How *Stunde* and *Tag* begin; *Woche* begins like *week*."""


def extend(command_context: CommandContext, seat_context: SeatContext, command: Extend) -> Answer:
    """Hand the wish for more time to the GM, with the override that would grant it."""
    if seat_context.match.status is MatchStatus.OVER:
        return command_context.answer(RefusalCode.MATCH_OVER)
    try:
        wanted = schedule.duration(_compact(command.duration))
    except schedule.ScheduleError:
        return command_context.answer(RefusalCode.EXTEND_UNCLEAR, "EXTEND 24h")
    if not timedelta(0) < wanted <= _LONGEST:
        return command_context.answer(RefusalCode.EXTEND_UNCLEAR, "EXTEND 24h")
    command_context.tell_gm(
        "extend",
        *_override(command_context, seat_context, f"EXTEND {_compact(command.duration)}"),
        duration=command.duration,
    )
    return command_context.answer(
        AnswerCode.EXTEND, duration=command.duration, hours=int(wanted.total_seconds() // 3600)
    )


def _compact(text: str) -> str:
    """Return ``"2 days"``, or the same in German, as ``"2d"``."""
    joined = "".join(text.lower().split())
    number = joined.rstrip("abcdefghijklmnopqrstuvwxyz")
    unit = joined[len(number) : len(number) + 1]
    return number + _GERMAN_UNITS.get(unit, unit)


def vote(command_context: CommandContext, seat_context: SeatContext, kind: str) -> Answer:
    """Count a vote to end the match for this turn; once every person has said so, the GM is told."""
    match = seat_context.match
    if match.status is MatchStatus.OVER:
        return command_context.answer(RefusalCode.MATCH_OVER)
    votes, needed = _cast(command_context, seat_context, kind), _people(command_context, seat_context)
    masked, facts = masks.are_worn(match), _counts(match, votes, needed)
    if votes >= needed:
        command_context.tell_gm(
            f"{kind}-agreed", *_override(command_context, seat_context, _line_of(kind, seat_context)), turn=match.turn
        )
        if not masked:
            return command_context.answer(AnswerCode(f"{kind}-agreed"), **facts)
    _tell_others(
        command_context,
        seat_context,
        f"vote:{kind}:{match.id}:{match.request}:{seat_context.seat}",
        f"vote-{kind}",
        {**facts, "asking": match.request},
    )
    return command_context.answer(AnswerCode(kind), **facts)


def _line_of(kind: str, seat_context: SeatContext) -> str:
    """Return the line that ends a match as all people have agreed; if they concede, the bots win that there are."""
    bots = [assignment.seat for assignment, player in seat_context.held if player is None]
    return "END DRAW" if kind == "draw" else f"END WINNER {', '.join(bots)}" if bots else "END"


def answer_rollback(command_context: CommandContext, seat_context: SeatContext, *, agrees: bool) -> Answer:
    """Count who agrees that the match goes back; one who does not ends the question, and all are told.

    To who is not told of that yet it is as if the question were still open.
    """
    match, session = seat_context.match, command_context.session
    refused = f"rollback-refused:{match.id}:{match.request}:"
    if NOBODY not in {vote.seat for vote in match_queries.votes(session, match.id, ROLLBACK, match.request)}:
        if not letter_queries.is_to_come(session, seat_context.assignment, refused, command_context.ctx.now()):
            return command_context.answer(RefusalCode.ROLLBACK_NOT_ASKED)
        return command_context.answer(AnswerCode.ROLLBACK_AGREED if agrees else AnswerCode.ROLLBACK_REFUSED)
    if agrees:
        votes, needed = _cast(command_context, seat_context, ROLLBACK), _people(command_context, seat_context)
        counts = _counts(match, votes, needed)
        agreed = {"agreed": 1} if votes >= needed else {}
        return command_context.answer(AnswerCode.ROLLBACK_AGREED, **counts, **agreed)
    session.execute(delete(Vote).where(col(Vote.match) == match.id, col(Vote.kind) == ROLLBACK))
    _tell_others(command_context, seat_context, f"{refused}{command_context.key}", "rollback-refused", {})
    command_context.tell_gm("rollback-refused", turn=match.turn)
    return command_context.answer(AnswerCode.ROLLBACK_REFUSED)


def _counts(match: Match, votes: set[Seat], needed: set[Seat]) -> dict[str, Fact]:
    """Return how many have voted; masked players are not told, or they would learn when others voted."""
    return {} if masks.are_worn(match) else {"votes": len(votes & needed), "needed": len(needed)}


def _people(command_context: CommandContext, seat_context: SeatContext) -> set[Seat]:
    """Return the seats that people play; a bot that stands in for one has no vote."""
    seated = match_queries.assignments_in(command_context.session, seat_context.match.id)
    return {assignment.seat for assignment, player in seated if player is not None and not assignment.bot}


def _cast(command_context: CommandContext, seat_context: SeatContext, kind: str) -> set[Seat]:
    """Count the seat's vote, once, and return all that were cast for what is asked now."""
    match = seat_context.match
    votes = {vote.seat for vote in match_queries.votes(command_context.session, match.id, kind, match.request)}
    if seat_context.seat not in votes:
        made = command_context.ctx.now()
        command_context.session.add(
            Vote(match=match.id, request=match.request, seat=seat_context.seat, kind=kind, made=made)
        )
    return votes | {seat_context.seat}


def _tell_others(
    command_context: CommandContext, seat_context: SeatContext, key: str, code: str, facts: Mapping[str, Fact]
) -> None:
    """Tell everybody else what a seat has said."""
    made = masks.told_at(command_context.ctx, seat_context.match, seat_context.seat)
    for assignment, player in match_queries.assignments_in(command_context.session, seat_context.match.id):
        if player is not None and assignment.seat != seat_context.seat:
            head = letterhead.head(command_context.ctx, player, seat_context.match, assignment.seat)
            notice = Notice(head=head, code=code, facts={"seat": seat_context.seat, **facts}, as_of_now=True)
            letter = OutgoingLetter(key=f"{key}:{assignment.id}", assignment=assignment, payload=notice, made=made)
            outbox.enqueue(command_context.session, command_context.ctx, seat_context.match, letter)


def resign(command_context: CommandContext, seat_context: SeatContext) -> Answer:
    """Hand a resignation to the GM, with the override that fills the seat; until then defaults play it."""
    if seat_context.match.status is MatchStatus.OVER:
        return command_context.answer(RefusalCode.MATCH_OVER)
    bots = [name for name in seat_context.game.bots if name != "random"] or ["random"]
    command_context.tell_gm(
        "resign",
        *_override(command_context, seat_context, f"REPLACE {seat_context.seat} WITH BOT {bots[0]}"),
        turn=seat_context.match.turn,
    )
    return command_context.answer(AnswerCode.RESIGN, seat=seat_context.seat)


def _override(command_context: CommandContext, seat_context: SeatContext, line: str) -> tuple[str, ...]:
    """Return the lines of ``config.toml`` that would do what was asked for."""
    verb = line.partition(" ")[0]
    name = tags.slug(f"{verb} {seat_context.match.name} {seat_context.seat} {command_context.key}")
    return ("[[override]]", f'id = "{name}"', f'match = "{seat_context.match.name}"', f'do = "{line}"')
