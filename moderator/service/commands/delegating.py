"""DELEGATE: a player lets somebody else send orders for the seat for a time."""

from datetime import UTC, datetime, time, timedelta

from moderator.language.reading.commands import Delegate
from moderator.mail.headers import detail_of, one_address
from moderator.service import outbox, tags
from moderator.service.codes import AnswerCode, RefusalCode
from moderator.service.commands.command_context import CommandContext
from moderator.service.commands.personal import day
from moderator.service.letter_parts import Answer
from moderator.service.matches.seat_context import SeatContext
from moderator.service.people import delegates
from moderator.service.schedule import real, zone_of
from moderator.store import people_queries
from moderator.store.delegates import of_assignment

LONGEST = timedelta(days=92)
"""How long somebody may be a delegate."""
_PER_DAY = 3
"""People whom a player may ask in a day: each gets a letter that may hit anybody."""
_EXAMPLE = "DELEGATE dora@example.org UNTIL 2026-12-20"


def delegate(command_context: CommandContext, seat_context: SeatContext, command: Delegate) -> Answer:
    """Ask somebody whether they will send orders for the seat, end that, or tell how it stands."""
    if command.off:
        gone = delegates.end(command_context.session, command_context.ctx, seat_context.assignment)
        return command_context.answer(AnswerCode.DELEGATE_OFF, address=gone.address if gone else "")
    if not command.address:
        return _show(command_context, seat_context)
    if seat_context.match.settings.delegates == "off":
        return command_context.answer(RefusalCode.DELEGATE_CLOSED, match=seat_context.match.name)
    address, until = one_address(command.address), _until(command_context, command.until)
    why = _mistake(command_context, seat_context, command, address, until)
    if why or until is None:
        days = LONGEST.days
        return command_context.answer(RefusalCode.DELEGATE_UNCLEAR, _EXAMPLE, why=why or "date", days=days)
    return _ask(command_context, seat_context, address, until)


def _until(command_context: CommandContext, written: str) -> datetime | None:
    """Return the end of the last day that was written, in the player's zone; None if there is no such day."""
    zone = zone_of(command_context.player.zone)
    last = day(written, command_context.ctx.now().astimezone(zone).date())
    return None if last is None else real(datetime.combine(last + timedelta(1), time(0)), zone).astimezone(UTC)


def _mistake(
    command_context: CommandContext, seat_context: SeatContext, command: Delegate, address: str, until: datetime | None
) -> str:
    """Return what of a line is wrong: ``match``, ``address`` or ``date``; empty for nothing."""
    session, ctx = command_context.session, command_context.ctx
    if command.match and tags.slug(command.match) != seat_context.match.slug:
        return "match"
    own = {entry.address for entry in people_queries.addresses(session, command_context.player.id)}
    if not address or address in own or detail_of(ctx.settings.addresses, address) is not None:
        return "address"
    return "" if until is not None and ctx.now() < until <= ctx.now() + LONGEST else "date"


def _ask(command_context: CommandContext, seat_context: SeatContext, address: str, until: datetime) -> Answer:
    session, ctx, player = command_context.session, command_context.ctx, command_context.player
    if delegates.asked_since(session, player.id, ctx.now() - timedelta(days=1)) >= _PER_DAY:
        return command_context.answer(RefusalCode.DELEGATE_MANY, limit=_PER_DAY)
    row = delegates.begin(session, ctx, seat_context.assignment, address, until)
    facts = {"by": player.name, "match": seat_context.match.name, "game": seat_context.game.info.title}
    outbox.stranger(
        session,
        ctx,
        address,
        "delegate-question",
        delegates.key(row, delegates.QUESTION, command_context.key, player.id),
        facts={**facts, "until": until.isoformat()},
    )
    return command_context.answer(AnswerCode.DELEGATE_ASKED, address=address, until=until.isoformat())


def _show(command_context: CommandContext, seat_context: SeatContext) -> Answer:
    row = of_assignment(command_context.session, seat_context.assignment.id)
    if row is None or not delegates.is_open(command_context.session, command_context.ctx, row):
        return command_context.answer(AnswerCode.DELEGATE, _EXAMPLE, address="")
    agreed = int(row.since is not None)
    return command_context.answer(AnswerCode.DELEGATE, address=row.address, until=row.until.isoformat(), agreed=agreed)
