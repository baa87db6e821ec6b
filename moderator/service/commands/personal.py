"""Commands about the player: SET, VACATION, TAG NEW, JOIN, STANDBY."""

import re
from datetime import UTC, date, datetime, time, timedelta

from moderator.language.reading.commands import Join, Set, Standby, Vacation
from moderator.language.reading.text_lines import TextLine
from moderator.service import preferences, waiting
from moderator.service.codes import AnswerCode, RefusalCode
from moderator.service.commands import address
from moderator.service.commands.asked import Asked, label
from moderator.service.letter_parts import Answer
from moderator.service.matches import joining
from moderator.service.matches.seat_context import SeatContext
from moderator.service.schedule import MONTHS, real, zone_of
from moderator.store import people_queries

_LONGEST_VACATION = timedelta(days=365)
_FURTHEST = timedelta(days=2 * 365)
"""Nobody knows further ahead: it is rather the year that is wrong."""
_LONGEST_TURN = timedelta(days=183)
"""Days without a year that would lie further apart, over New Year, were rather written in the wrong order."""


def put(asked: Asked, command: Set) -> Answer:
    """Change a preference of a player, or of a player's in this match; an address is asked about first."""
    if command.preference == "ADDRESS":
        return address.change(asked, command.value)
    of_match = command.preference == "REPORTS"
    if of_match and asked.seat_context is None:
        return asked.answer(RefusalCode.NEEDS_SEAT)
    try:
        if of_match and asked.seat_context is not None:
            value = preferences.put_reports(asked.seat_context.assignment, command.value)
        else:
            value = preferences.put(asked.player, command.preference, command.value)
    except preferences.PreferenceError as error:
        return asked.answer(error.code, *error.allowed, name=command.preference, value=command.value)
    if asked.seat_context is not None and preferences.of(asked.player).delivery in ("forum", "both"):
        where, lines = joining.invitation(
            asked.session, asked.ctx, asked.seat_context.match, asked.seat_context.assignment
        )
        return asked.answer(AnswerCode.PREFERENCE_SET, *lines, name=command.preference, value=value, **where)
    return asked.answer(AnswerCode.PREFERENCE_SET, name=command.preference, value=value)


def vacation(asked: Asked, command: Vacation) -> Answer:
    """Note when a player is away, and tell the GM; deadlines are the GM's to move."""
    zone = zone_of(asked.player.zone)
    today = asked.ctx.now().astimezone(zone).date()
    begin, end = day(command.begin, today), day(command.end, today)
    if begin is None or end is None:
        return asked.answer(RefusalCode.VACATION_UNCLEAR, _away(today, today + timedelta(7)))
    turned = day(command.end, begin)
    if end < begin and turned is not None and turned - begin < _LONGEST_TURN:  # over the end of the year
        end = turned
    if end < begin:
        return asked.answer(
            RefusalCode.VACATION_REVERSED, _away(end, begin), begin=begin.isoformat(), end=end.isoformat()
        )
    if end < today:
        return asked.answer(RefusalCode.VACATION_PAST, _away(today, today + (end - begin)), end=end.isoformat())
    if end - begin > _LONGEST_VACATION:
        return asked.answer(
            RefusalCode.VACATION_LONG, days=_LONGEST_VACATION.days, begin=begin.isoformat(), end=end.isoformat()
        )
    if begin - today > _FURTHEST:
        return asked.answer(RefusalCode.VACATION_FAR, years=_FURTHEST.days // 365, begin=begin.isoformat())
    player = asked.player
    player.vacation_from = real(datetime.combine(begin, time(0)), zone).astimezone(UTC)
    player.vacation_to = real(datetime.combine(end + timedelta(1), time(0)), zone).astimezone(UTC)
    asked.tell_gm("vacation", begin=begin.isoformat(), end=end.isoformat())
    return asked.answer(AnswerCode.VACATION, begin=begin.isoformat(), end=end.isoformat())


def _away(begin: date, end: date) -> str:
    return f"VACATION {begin.isoformat()} {end.isoformat()}"


def day(text: str, today: date) -> date | None:
    """Read a day as people write it; without a year it is the next such day. None if there is no such day."""
    words = text.lower().replace(",", " ")
    if found := re.fullmatch(r"\s*(\d{4})-(\d{1,2})-(\d{1,2})\s*", words):
        return _date(int(found[1]), int(found[2]), int(found[3]))
    if found := re.fullmatch(r"\s*(\d{1,2})\.\s?(\d{1,2})\.(?:\s?(\d{4}))?\s*", words):
        return _next(today, int(found[2]), int(found[1]), found[3])
    name = re.search(r"[a-z]{3,}", re.sub(r"(?<=\d)(?:st|nd|rd|th)\b", "", words))
    numbers = re.findall(r"\d+", words)
    months = [at for at, month in enumerate(MONTHS, 1) if name and month.lower().startswith(name[0][:3])]
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


def tag_new(asked: Asked, seat_context: SeatContext) -> Answer:
    """Withdraw the seat's reply address; the answer itself comes from the new one."""
    seat_context.assignment.key_number += 1
    asked.session.flush()
    return asked.answer(AnswerCode.TAG_NEW)


def join(asked: Asked, command: Join) -> Answer:
    """Take a seat that was offered, or hand the wish for one to the GM."""
    said = (TextLine(asked.line, label(command)),)
    for own in _own(asked):
        if waiting.answer(asked.session, asked.ctx, own, said, asked.thread, proved=asked.proved):
            return asked.answer(AnswerCode.JOINING, match=command.match)
    asked.tell_gm("join", wanted=command.match, address=asked.letter.sender)
    return asked.answer(AnswerCode.JOIN, match=command.match)


def standby(asked: Asked, command: Standby) -> Answer:
    """Put the player on the waiting list or take the player off; where nothing proves who wrote, the GM is told."""
    own = _own(asked)
    if not asked.proved or not own:
        return asked.answer(AnswerCode.STANDBY_UNPROVED)
    if command.off:
        waiting.take_off(asked.session, own)
        return asked.answer(AnswerCode.STANDBY_OFF)
    if not waiting.put(asked.session, asked.ctx, own[0], asked.player.name, command.match):
        return asked.answer(RefusalCode.STANDBY_UNKNOWN, match=command.match)
    asked.tell_gm("standby", address=own[0], **({"wanted": command.match} if command.match else {}))
    return asked.answer(AnswerCode.STANDBY, match=command.match)


def _own(asked: Asked) -> list[str]:
    """Return the addresses of who asks, the one on file first."""
    number = asked.player.id
    entries = [people_queries.address_on_file(asked.session, number), *people_queries.addresses(asked.session, number)]
    return list(dict.fromkeys(entry.address for entry in entries if entry is not None))
