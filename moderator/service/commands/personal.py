"""Commands about the player: SET, UNSUBSCRIBE, VACATION, TAG NEW."""

import re
from datetime import UTC, date, datetime, time, timedelta

from sqlmodel import Session

from moderator.language.reading.commands import Set, Unsubscribe, Vacation
from moderator.service import browsers, preferences
from moderator.service.codes import AnswerCode, RefusalCode
from moderator.service.commands import address, notifying, watching
from moderator.service.commands.command_context import CommandContext
from moderator.service.context import Context
from moderator.service.letter_parts import Answer
from moderator.service.matches import joining, reminders
from moderator.service.matches.seat_context import SeatContext
from moderator.service.outgoing import digests
from moderator.service.schedule import MONTHS, real, zone_of
from moderator.store.tables import Player

_LONGEST_VACATION = timedelta(days=365)
_FURTHEST = timedelta(days=2 * 365)
"""Nobody knows further ahead: it is rather the year that is wrong."""
_LONGEST_TURN = timedelta(days=183)
"""Days without a year that would lie further apart, over New Year, were rather written in the wrong order."""
_GERMAN_MONTHS = {"mär": "mar", "mae": "mar", "mrz": "mar", "mai": "may", "okt": "oct", "dez": "dec"}
"""How those months begin in German that begin otherwise in English."""


def put(command_context: CommandContext, command: Set) -> Answer:
    """Change a preference of a player, or of a player's in this match; an address is asked about first."""
    if command.preference == "ADDRESS":
        return address.change(command_context, command.value)
    if command.preference == "NOTIFY":
        return notifying.change(command_context, command)
    of_match = command.preference == "REPORTS"
    if of_match and command_context.seat_context is None:
        return command_context.answer(RefusalCode.NEEDS_SEAT)
    try:
        if of_match and command_context.seat_context is not None:
            value = preferences.put_reports(command_context.seat_context.assignment, command.value)
        else:
            value = prefer(
                command_context.session,
                command_context.ctx,
                command_context.player,
                command.preference,
                command.value,
            )
    except preferences.PreferenceError as error:
        return command_context.answer(error.code, *error.allowed, name=command.preference, value=command.value)
    if command_context.seat_context is not None and preferences.load_preferences(command_context.player).delivery in (
        "forum",
        "both",
    ):
        where, lines = joining.invitation(
            command_context.session,
            command_context.ctx,
            command_context.seat_context.match,
            command_context.seat_context.assignment,
        )
        return command_context.answer(AnswerCode.PREFERENCE_SET, *lines, name=command.preference, value=value, **where)
    return command_context.answer(AnswerCode.PREFERENCE_SET, name=command.preference, value=value)


def unsubscribe(command_context: CommandContext, _: Unsubscribe) -> Answer:
    """Send a player no reminders any more, and nobody reports of matches that they only watch."""
    if not command_context.proved:
        return command_context.answer(RefusalCode.WATCH_UNPROVED)
    watched = watching.stop_all(command_context)
    if command_context.is_visitor:
        return command_context.answer(AnswerCode.WATCH_OFF, match="")
    prefer(command_context.session, command_context.ctx, command_context.player, "REMIND", "OFF")
    return command_context.answer(AnswerCode.UNSUBSCRIBED, watched=watched)


def prefer(session: Session, ctx: Context, player: Player, name: str, value: str) -> str:
    """Change a preference of a player who is seated, with what follows for reminders and letters that wait.

    Return the value as kept; raises PreferenceError.
    """
    if name == "REMIND":
        reminders.begin_anew(session, ctx, player.id)
    kept = preferences.put(player, name, value)
    if name in ("DIGEST", "ZONE", "DELIVERY"):
        digests.reconsider(session, ctx, player.id)
    return kept


def vacation(command_context: CommandContext, command: Vacation) -> Answer:
    """Note when a player is away, and tell the GM; deadlines are the GM's to move."""
    zone = zone_of(command_context.player.zone)
    today = command_context.ctx.now().astimezone(zone).date()
    begin, end = day(command.begin, today), day(command.end, today)
    if begin is None or end is None:
        return command_context.answer(RefusalCode.VACATION_UNCLEAR, _example_vacation(today, today + timedelta(7)))
    turned = day(command.end, begin)
    if end < begin and turned is not None and turned - begin < _LONGEST_TURN:  # over the end of the year
        end = turned
    if end < begin:
        return command_context.answer(
            RefusalCode.VACATION_REVERSED, _example_vacation(end, begin), begin=begin.isoformat(), end=end.isoformat()
        )
    if end < today:
        return command_context.answer(
            RefusalCode.VACATION_PAST, _example_vacation(today, today + (end - begin)), end=end.isoformat()
        )
    if end - begin > _LONGEST_VACATION:
        return command_context.answer(
            RefusalCode.VACATION_LONG, days=_LONGEST_VACATION.days, begin=begin.isoformat(), end=end.isoformat()
        )
    if begin - today > _FURTHEST:
        return command_context.answer(RefusalCode.VACATION_FAR, years=_FURTHEST.days // 365, begin=begin.isoformat())
    player = command_context.player
    player.vacation_from = real(datetime.combine(begin, time(0)), zone).astimezone(UTC)
    player.vacation_to = real(datetime.combine(end + timedelta(1), time(0)), zone).astimezone(UTC)
    command_context.tell_gm("vacation", begin=begin.isoformat(), end=end.isoformat())
    return command_context.answer(AnswerCode.VACATION, begin=begin.isoformat(), end=end.isoformat())


def _example_vacation(begin: date, end: date) -> str:
    return f"VACATION {begin.isoformat()} {end.isoformat()}"


def day(text: str, today: date) -> date | None:
    """Read a day as people write it; without a year it is the next such day. None if there is no such day."""
    words = text.lower().replace(",", " ")
    if found := re.fullmatch(r"\s*(\d{4})-(\d{1,2})-(\d{1,2})\s*", words):
        return _date(int(found[1]), int(found[2]), int(found[3]))
    if found := re.fullmatch(r"\s*(\d{1,2})\.\s?(\d{1,2})\.(?:\s?(\d{4}))?\s*", words):
        return _next(today, int(found[2]), int(found[1]), found[3])
    if found := re.fullmatch(r"\s*(\d{1,2})-(\d{1,2})\s*", words):
        return _next(today, int(found[1]), int(found[2]), None)
    name = re.search(r"[a-zä]{3,}", re.sub(r"(?<=\d)(?:st|nd|rd|th)\b", "", words))
    numbers = re.findall(r"\d+", words)
    begun = _GERMAN_MONTHS.get(name[0][:3], name[0][:3]) if name else ""
    months = [at for at, month in enumerate(MONTHS, 1) if begun and month.lower().startswith(begun)]
    if not months or not numbers:
        return None
    return _next(today, months[0], int(numbers[0]), numbers[1] if len(numbers) > 1 else None)


def _next(today: date, month: int, number: int, year: str | None) -> date | None:
    if year:
        return _date(int(year), month, number)
    this = _date(today.year, month, number)
    return this if this is not None and this >= today else _date(today.year + 1, month, number)


def _date(year: int, month: int, number: int) -> date | None:
    try:
        return date(year, month, number)
    except (ValueError, OverflowError):
        return None


def tag_new(command_context: CommandContext, seat_context: SeatContext) -> Answer:
    """Withdraw the seat's reply address, and sign its player's browsers out; the answer comes from the new address."""
    seat_context.assignment.key_number += 1
    browsers.sign_out(command_context.session, seat_context.player.id)
    command_context.session.flush()
    return command_context.answer(AnswerCode.TAG_NEW)
