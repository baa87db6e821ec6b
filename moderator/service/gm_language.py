"""The GM's language: what a line of an override means; the game's own amendments are read by the game.

``EXTEND 24h`` · ``DEADLINE 2026-11-26 20:00`` · ``SCHEDULE at MON,THU 20:00`` · ``PAUSE`` · ``RESUME`` · ``RESOLVE`` ·
``ORDERS Red: MOVE TROOPS C3 C4; ATTACK D4`` · ``ORDERS FOR Red`` and a line per order up to ``END ORDERS`` ·
``REPLACE Red WITH "Dora" dora@example.org`` · ``REPLACE Red WITH BOT recruit`` ·
``ADDRESS Red rosa@example.org`` · ``NAME Red "Rosa"`` · ``END [why]`` · ``END WINNER Red`` · ``END DRAW Red, Blue`` ·
``WITHDRAW [why]`` ·
``ROLLBACK 1`` · ``ROLLBACK TO TURN 3`` · ``SPECTATORS AFTER 3 TURNS`` · ``TELL ALL: words`` ·
``TELL Red, Blue`` and lines of words up to ``END TELL``
"""

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from difflib import get_close_matches
from typing import Any, TypeAlias

from msgspec import Struct

from moderator.core.errors import ModeratorError, Problem
from moderator.core.game import AnyGame
from moderator.core.seats import Seat
from moderator.mail.headers import one_address
from moderator.service import schedule, spectators
from moderator.service.context import Say, SeatPlan, spell_problem
from moderator.service.gm_commands import (
    Amend,
    ChangeAddress,
    Command,
    End,
    EnterOrders,
    Extend,
    Pause,
    Rename,
    Replace,
    Reschedule,
    Resolve,
    Resume,
    Rollback,
    SetDeadline,
    ShowSpectators,
    Tell,
    Withdraw,
)

_SCHEDULE_LINE = "SCHEDULE at MON,THU 20:00"
_PLAYER_LINE = 'REPLACE Red WITH "Name" name@example.org'
_BOT_LINE = "REPLACE Red WITH BOT random"
_ADDRESS_LINE = "ADDRESS Red name@example.org"
_NAME_LINE = 'NAME Red "Name"'

SYNTAX = (
    "EXTEND 24h",
    "DEADLINE 2026-11-26 20:00",
    _SCHEDULE_LINE,
    "PAUSE",
    "RESUME",
    "RESOLVE",
    "ORDERS Red: <order>; <order>",
    _PLAYER_LINE,
    _BOT_LINE,
    _ADDRESS_LINE,
    "END <why>",
    "ROLLBACK 1",
    "ROLLBACK TO TURN 3",
    "SCHEDULE NONE",
    _NAME_LINE,
    "WITHDRAW <why>",
    "SPECTATORS AFTER 3 TURNS",
    "TELL ALL: <words>",
    "TELL Red: <words>",
    "END WINNER Red",
    "END DRAW",
)
"""One line for each thing that a GM may do in any game."""

NO_SCHEDULE = "NONE"
"""What stands for a schedule that a match is to have no longer."""

_LONGEST_NAME = 80
_YEARS = 10
"""By how many years a deadline may lie from now, at most: another one is a typo, and far ones are past any calendar."""
_QUOTES = "\"'“”„«»"
"""What may stand around a name: mail programs and editors put curly quotes in place of straight ones."""
_ADDRESS = re.compile(r"<?([^\s<>@]+@[^\s<>@]+)>?")


class GmError(ModeratorError):
    """A line that means nothing or cannot be done; ``line`` counts from 1 in the override."""

    def __init__(self, line: int, text: str, why: str) -> None:
        super().__init__(f'line {line}, "{text}": {why}')
        self.line = line


class _MeaningError(ModeratorError):
    """What is wrong with the words of a line."""


class GmLine(Struct, frozen=True):
    """A command and where it stands."""

    number: int
    text: str
    command: Command


class LineContext(Struct, frozen=True):
    """What a line is read with: the game, the seats of the match, its zone, the time, and who words complaints."""

    game: AnyGame
    seats: tuple[Seat, ...]
    zone: str
    now: datetime
    say: Say = spell_problem


def parse(lines: Sequence[str], context: LineContext) -> tuple[GmLine, ...]:
    """Read an override; raises GmError for the first line that means nothing."""
    return tuple(_read_line(unit, context) for unit in _units(lines))


def amendments(lines: Sequence[str], context: LineContext) -> tuple[Any, ...]:
    """Read what an override that was carried out changed in the position, as orders of the game's language for GMs.

    Other lines are passed over: an older release may have read them otherwise.
    """
    own = (text for _, text, below in _units(lines) if below is None and _verb(text).upper() not in _VERBS)
    return tuple(_amend(text, context).order for text in own)


def faults(lines: Sequence[str], context: LineContext) -> Iterator[GmError]:
    """Yield what is wrong with an override: each line that means nothing, not only the first."""
    for unit in _units(lines):
        try:
            _read_line(unit, context)
        except GmError as error:
            yield error


_Unit: TypeAlias = tuple[int, str, tuple[str, ...] | None]
"""A line with its number, and the lines below that belong to it up to the one that ends them; None where none do."""
_BLOCKS = {
    "END ORDERS": re.compile(r"ORDERS\s+(?:FOR\s+)?([^:]+?):?", re.IGNORECASE),
    "END TELL": re.compile(r"TELL\s+([^:]+?):?", re.IGNORECASE),
}
"""How lines are written that have others below them, by the words that end these."""


def _units(lines: Sequence[str]) -> Iterator[_Unit]:
    split = ((number, line.strip()) for number, text in enumerate(lines, 1) for line in text.splitlines())
    rest = iter([(number, line) for number, line in split if line])
    for number, text in rest:
        end = next((end for end, first in _BLOCKS.items() if first.fullmatch(text)), "")
        yield number, text, tuple(_until(end, rest)) if end else None


def _until(end: str, rest: Iterator[tuple[int, str]]) -> Iterator[str]:
    """Give the lines up to the one that ends them, and that too; all that there are where none does."""
    for _, line in rest:
        yield line
        if line.upper() == end:
            return


def _read_line(unit: _Unit, context: LineContext) -> GmLine:
    number, text, below = unit
    try:
        if below is not None:
            return GmLine(number, text, _read_block(text, below, context))
        verb, _, rest = text.partition(" ")
        read = _VERBS.get(verb.upper())
        return GmLine(number, text, read(rest.strip(), context) if read else _amend(text, context))
    except (_MeaningError, schedule.ScheduleError) as error:
        raise GmError(number, text, str(error)) from error


def _read_block(text: str, below: tuple[str, ...], context: LineContext) -> Command:
    ended = bool(below) and below[-1].upper() in _BLOCKS
    inside = below[:-1] if ended else below
    if opened := _BLOCKS["END ORDERS"].fullmatch(text):
        return EnterOrders(_seat(opened[1], context), inside)
    if not ended:  # lines that were to be carried out would be told
        raise _MeaningError('write "TELL ALL: …" in one line; or "TELL ALL", lines of words below it, and "END TELL"')
    return _tell("\n".join((f"{text[len('TELL') :].rstrip(':')}:", *inside)), context)


def _alone(command: Command) -> "_Read":
    """Return the reader of a word that stands alone."""

    def read(rest: str, _context: LineContext) -> Command:
        if rest and rest.upper() != "NOW":
            raise _MeaningError(f'"{rest}" is too much: the word stands alone')
        return command

    return read


def _schedule(rest: str, context: LineContext) -> Reschedule:
    if rest.upper() == NO_SCHEDULE:
        return Reschedule("")
    if not rest:
        what = f'write when turns are due, as in "{_SCHEDULE_LINE}", or "SCHEDULE {NO_SCHEDULE}" to have no deadlines'
        raise _MeaningError(what)
    schedule.parse(rest, context.zone)
    return Reschedule(rest)


def _spectators(rest: str, _context: LineContext) -> ShowSpectators:
    choice = spectators.read(rest)
    if not choice:
        raise _MeaningError(
            'write "SPECTATORS PUBLIC", "SPECTATORS AFTER 3 TURNS", "SPECTATORS OVER" or "SPECTATORS NONE"'
        )
    return ShowSpectators(choice)


def _orders(rest: str, context: LineContext) -> EnterOrders:
    name, _, orders = rest.partition(":")
    name = re.sub(r"^FOR\s+", "", name, flags=re.IGNORECASE)
    return EnterOrders(_seat(name, context), (orders.strip(),))


def _tell(rest: str, context: LineContext) -> Tell:
    whom, _, text = rest.partition(":")
    if not text.strip():
        raise _MeaningError('write whom you tell what: "TELL ALL: …" or "TELL Red, Blue: …"')
    return Tell(() if whom.strip().upper() == "ALL" else _seats(whom, context), text.strip())


_DECIDED = re.compile(r"(?P<word>WINNERS?|WON|WINS?|DRAWN?)\b\s*[:=]?\s*(?P<rest>.*?)\s*\.?", re.IGNORECASE)
"""What decides a match. People write it with a colon, too, as after TELL and ORDERS."""


def _end(rest: str, context: LineContext) -> End:
    found = _DECIDED.fullmatch(rest)
    if found is None:
        return End(rest)
    word, said = found["word"].upper(), found["rest"]
    if word.startswith("DRAW"):
        return _draw(said, context)
    if not word.startswith("WINNER") or not said:
        raise _MeaningError('write who wins: "END WINNER Red" or "END WINNER Red, Blue"; for a reason use why = "…"')
    return End(won=_seats(said, context))


def _draw(said: str, context: LineContext) -> End:
    """Return a draw between some seats, or all; words that name none are its reason."""
    if not said or said.upper() == "ALL":
        return End(drawn=context.seats)
    try:
        seats = _seats(said, context)
    except _MeaningError:
        return End(why=said, drawn=context.seats)
    if len(seats) == 1:
        raise _MeaningError('a draw is between several: write "END DRAW" (all seats) or "END DRAW Red, Blue"')
    return End(drawn=seats)


def _rollback(rest: str, _context: LineContext) -> Rollback:
    found = re.fullmatch(r"(?:(?P<rulings>[1-9]\d{0,2})|TO\s+TURN\s+(?P<turn>\d{1,3}))", rest, re.IGNORECASE)
    if found is None:
        raise _MeaningError('write "ROLLBACK 1" (how many steps) or "ROLLBACK TO TURN 3"')
    return Rollback(int(found["rulings"])) if found["rulings"] else Rollback(turn=int(found["turn"]))


def _positive(text: str) -> timedelta:
    by = schedule.duration(text)
    if by <= timedelta(0):
        raise schedule.ScheduleError(f'"{text}" gives no more time: write "24h"')
    if by > timedelta(days=365 * _YEARS):
        raise schedule.ScheduleError(f'"{text}" is more than {_YEARS} years: write "24h"')
    return by


def _moment(text: str, context: LineContext) -> datetime:
    """Read a time in the match's zone, as a date with a time of day or as the next such weekday."""
    try:
        wall = datetime.fromisoformat(text)
    except ValueError:
        try:
            return schedule.parse(f"at {text}", context.zone).following(context.now)
        except schedule.ScheduleError:
            raise schedule.ScheduleError(
                f'"{text}" is not a time: write "2026-11-26 20:00" (in {context.zone}) or "THU 20:00"'
            ) from None
    if abs(wall.year - context.now.year) > _YEARS:
        raise schedule.ScheduleError(f'"{text}" is more than {_YEARS} years from now: write "2026-11-26 20:00"')
    if wall.tzinfo is not None:
        return wall.astimezone(UTC)
    if not re.search(r"\d[T ]\d", text):
        raise schedule.ScheduleError(f'"{text}" has no time of day: write "{text} 20:00"')
    return schedule.real(wall, schedule.zone_of(context.zone))


def _seat(name: str, context: LineContext) -> Seat:
    wanted = name.strip().strip(_QUOTES).lower()
    for seat in context.seats:
        if seat.lower() == wanted:
            return seat
    raise _MeaningError(f'there is no seat "{name.strip()}" in this match; there are: {", ".join(context.seats)}')


def _seats(names: str, context: LineContext) -> tuple[Seat, ...]:
    """Read one seat or several, each once, in the order of the match."""
    named = {_seat(name, context) for name in re.split(r",|&|\band\b", names, flags=re.IGNORECASE)}
    return tuple(seat for seat in context.seats if seat in named)


def _replace(rest: str, context: LineContext) -> Replace:
    found = re.fullmatch(r"(.+?)\s+(?:WITH|BY)\s+(.+)", rest, re.IGNORECASE)
    if found is None:
        raise _MeaningError(f'write {_PLAYER_LINE} or "{_BOT_LINE}"')
    seat = _seat(found[1], context)
    if bot := re.fullmatch(r"BOT\s+(\S+)", found[2], re.IGNORECASE):
        name = next((known for known in context.game.bots if known.lower() == bot[1].lower()), "")
        if not name:
            raise _MeaningError(f'there is no bot "{bot[1]}"; there are: {", ".join(context.game.bots)}')
        return Replace(SeatPlan(seat=seat, bot=name))
    words = found[2]
    zone = ""
    if zoned := re.search(r"\s+ZONE\s+(\S+)\s*$", words, re.IGNORECASE):
        zone, words = str(schedule.zone_of(zoned[1])), words[: zoned.start()]
    addresses = tuple(_ADDRESS.findall(words))
    player = _ADDRESS.sub("", words).strip().strip(_QUOTES).strip()
    if not addresses or not player:
        raise _MeaningError(f"a player needs a name and an address: {_PLAYER_LINE}")
    return Replace(SeatPlan(seat=seat, player=player, addresses=addresses, zone=zone))


def _address(rest: str, context: LineContext) -> ChangeAddress:
    name, _, written = rest.rpartition(" ")
    address = one_address(rest)
    if not address or address not in written.lower():
        raise _MeaningError(f"a seat and one address are needed: {_ADDRESS_LINE}")
    return ChangeAddress(_seat(re.sub(r"\s+TO$", "", name, flags=re.IGNORECASE), context), address)


def _name(rest: str, context: LineContext) -> Rename:
    """Read whose name is corrected, and the name behind it, with quotes or without."""
    named = [seat for seat in context.seats if re.match(rf"{re.escape(seat)}(?!\w)", rest, re.IGNORECASE)]
    seat = max(named, key=len, default="") or _seat(re.split(r"\s+(?:TO\s)?|[\"“]", rest)[0], context)
    name = re.sub(r"^TO\s+", "", rest[len(seat) :].strip(), flags=re.IGNORECASE).strip(_QUOTES).strip()
    if not name or len(name) > _LONGEST_NAME or not name.isprintable():
        raise _MeaningError(f"a name of 1 to {_LONGEST_NAME} characters is needed: {_NAME_LINE}")
    if _ADDRESS.search(name):
        raise _MeaningError(f'a name holds no address; for another address write "{_ADDRESS_LINE}"')
    return Rename(seat, name)


def _amend(text: str, context: LineContext) -> Amend:
    read = context.game.gm.parse(text)
    if isinstance(read, Problem):
        verb = text.partition(" ")[0]
        lines = (*SYNTAX, *context.game.gm.syntax().values())
        if verb.upper() in {_verb(line) for line in lines}:
            raise _MeaningError(context.say(context.game.info.key, read))
        meant = get_close_matches(verb.upper(), {_verb(line) for line in lines}, 1)
        likely = [line for line in lines if _verb(line) in meant]
        advice = f"try: {' | '.join(likely)}" if likely else f"a GM may write: {' · '.join(lines)}"
        raise _MeaningError(f'"{verb}" begins no line; {advice}')
    return Amend(read)


def _verb(line: str) -> str:
    return line.partition(" ")[0]


_Read: TypeAlias = Callable[[str, LineContext], Command]

_VERBS: dict[str, _Read] = {
    "EXTEND": lambda rest, _context: Extend(_positive(rest)),
    "DEADLINE": lambda rest, context: SetDeadline(_moment(rest, context)),
    "SCHEDULE": _schedule,
    "SPECTATORS": _spectators,
    "PAUSE": _alone(Pause()),
    "RESUME": _alone(Resume()),
    "RESOLVE": _alone(Resolve()),
    "ORDERS": _orders,
    "TELL": _tell,
    "REPLACE": _replace,
    "ADDRESS": _address,
    "NAME": _name,
    "ROLLBACK": _rollback,
    "WITHDRAW": lambda rest, _context: Withdraw(rest),
    "END": _end,
}
