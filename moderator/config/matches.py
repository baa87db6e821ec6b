"""Matches and overrides of the operator's file: the checks that depend on a game, beyond those of their shape."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from typing import Any, NamedTuple, get_args

import msgspec
from msgspec.structs import replace

from moderator.config.faults import Fault, did_you_mean
from moderator.config.lines import Path
from moderator.config.reading import Source
from moderator.config.shape import SCHEDULES, File, OverrideTable
from moderator.config.values import FULL
from moderator.core.errors import Problem
from moderator.core.game import AnyGame
from moderator.rendering.complaints import Complaints
from moderator.scheduling.clock import SystemClock
from moderator.service import gm_language, schedule, tags
from moderator.service.context import ALL_MATCHES, Context, MatchPlan, OverridePlan, SeatPlan, Settings
from moderator.service.matches import matches
from moderator.service.recruiting import places

_NO_KEY = bytes(32)
_EXAMPLES = {"every": 'every = "48h"', "at": 'at = "MON,THU 20:00"', "cron": 'cron = "0 20 * * MON,THU"'}


def plans(
    source: Source, file: File, settings: Settings, games: Mapping[str, AnyGame]
) -> tuple[tuple[MatchPlan, ...], list[Fault]]:
    """Return the matches of a file that are correct, and the faults of the others."""
    checked: list[MatchPlan] = []
    names = [table.name for table in file.match]
    faults = source.duplicates("match", "name", names, "matches are called", "give this one another name")
    for number, parsed in enumerate(file.match):
        path: Path = ("match", number)
        plan = _complete(source, path, parsed, settings)
        wrong = _match_faults(source, path, plan, settings, games)
        # an address stops a new match alone, not the file: a match that runs may have begun with it
        faults += [*wrong, *_address_faults(source, path, plan, settings)] if wrong else []
        if not wrong:
            checked.append(plan)
    return tuple(checked), faults


def _match_faults(
    source: Source, path: Path, plan: MatchPlan, settings: Settings, games: Mapping[str, AnyGame]
) -> list[Fault]:
    found = [*_schedule_faults(source, path, plan), *_start_faults(source, path, plan)]
    game = games.get(plan.game)
    if game is None:
        advice = did_you_mean(plan.game, games)
        return [source.fault((*path, "game"), f'there is no game "{plan.game}"', advice), *found]
    seats = _seat_faults(source, path, plan, game)
    found += seats
    found += _option_faults(source, path, plan, game, seated=not seats and not plan.open)
    found += [] if seats else _name_faults(source, path, plan, settings, games)
    if plan.open and not found:
        return _open_faults(source, path, plan, settings, games)
    return found + _bot_faults(source, (*path, "absent_bot"), plan.absent_bot, game)


def _address_faults(source: Source, path: Path, plan: MatchPlan, settings: Settings) -> list[Fault]:
    """Return what is wrong with the addresses of a match that has other faults, so that all are corrected in one go."""
    seats = [replace(seat, place=str(at)) for at, seat in enumerate(plan.seats)]
    wrong = matches.wrong_addresses(settings, seats)
    return [source.fault((*path, "seats", int(seat.place)), what) for seat, what in wrong]


def _bot_faults(source: Source, at: Path, bot: str, game: AnyGame) -> list[Fault]:
    if bot and bot not in game.bots:
        return [source.fault(at, f'there is no bot "{bot}"', did_you_mean(bot, game.bots))]
    return []


def _name_faults(
    source: Source, path: Path, plan: MatchPlan, settings: Settings, games: Mapping[str, AnyGame]
) -> list[Fault]:
    """Return a fault if a reply address of the match would be longer than mail allows."""
    try:
        tags.check_names(
            Context(settings=settings, games=games, clock=SystemClock(), key=_NO_KEY),
            plan.name,
            [seat.seat for seat in plan.seats],
        )
    except tags.TagError as error:
        return [source.fault((*path, "name"), str(error), "choose a shorter name")]
    return []


def _seat_faults(source: Source, path: Path, plan: MatchPlan, game: AnyGame) -> list[Fault]:
    offered = [spec.name for spec in game.info.seats]
    faults: list[Fault] = []
    taken: set[str] = set()
    for number, seat in enumerate(plan.seats):
        at: Path = (*path, "seats", number)
        if seat.seat not in offered:
            advice = did_you_mean(seat.seat, offered)
            faults.append(source.fault((*at, "seat"), f'{plan.game} has no seat "{seat.seat}"', advice))
        elif seat.seat in taken:
            free = ", ".join(name for name in offered if name not in taken)
            faults.append(source.fault((*at, "seat"), f'"{seat.seat}" is taken already', f"free: {free}"))
        taken.add(seat.seat)
        faults += _player_faults(source, at, seat, game)
    if plan.open:
        return faults
    missing = [spec.name for spec in game.info.seats if not spec.optional and spec.name not in taken]
    if not plan.seats:
        advice = (
            f'add seats = [{{ seat = "{offered[0]}", player = "Ann", address = "ann@example.org" }}], or open = true'
        )
        faults.append(source.fault((*path, "seats"), "nobody plays this match", advice))
    elif missing and not faults:
        example = f'add {{ seat = "{missing[0]}", bot = "{next(iter(game.bots))}" }}'
        faults.append(source.fault((*path, "seats"), f"nobody sits in {', '.join(missing)}", example))
    return faults


def _player_faults(source: Source, at: Path, seat: SeatPlan, game: AnyGame) -> list[Fault]:
    if seat.bot and (seat.player or seat.addresses):
        both = source.fault((*at, "bot"), "a seat has a player or a bot, not both", "remove one of them")
        return [both, *_bot_faults(source, (*at, "bot"), seat.bot, game)]
    if not seat.bot and not seat.addresses and not seat.forum:
        advice = 'add player = "Ann", address = "ann@example.org", or forum = "main:ann", or bot = "random"'
        return [source.fault(at, f'nobody plays "{seat.seat}"', advice)]
    return _bot_faults(source, (*at, "bot"), seat.bot, game)


def _start_faults(source: Source, path: Path, plan: MatchPlan) -> list[Fault]:
    """Return the faults of what only a match that people can join may say."""
    if plan.open:
        return []
    written = source.written(path)
    closed = [key for key in ("least", "most", "short", "asks") if key in written]
    closed += ["start"] if written.get("start") == FULL else []
    advice = "add open = true, or remove this line"
    return [source.fault((*path, key), "only a match that people can join has this", advice) for key in closed]


def _open_faults(
    source: Source, path: Path, plan: MatchPlan, settings: Settings, games: Mapping[str, AnyGame]
) -> list[Fault]:
    """Return what is wrong with a match that people can join, if it could not begin with some number of them."""
    ctx = Context(settings=settings, games=games, clock=SystemClock(), key=_NO_KEY, say=Complaints())
    try:
        places.check(ctx, replace(plan, place=""))
    except matches.MatchError as error:
        return [source.fault((*path, "open"), str(error))]
    return []


def _option_faults(source: Source, path: Path, plan: MatchPlan, game: AnyGame, *, seated: bool) -> list[Fault]:
    """Return the faults of options: of their names and types, and those that the game finds in the others.

    Unless the seats are right (``seated``), the game is asked about those that it must have, and not heard about seats.
    """
    troubles = option_troubles(game, plan.options)
    faults = [source.fault((*path, "options", each.key), each.what, each.advice) for each in troubles]
    wrong = {each.key for each in troubles}
    options = {key: value for key, value in plan.options.items() if key not in wrong}
    needed = [spec.name for spec in game.info.seats if not spec.optional]
    problems = game.check_options(options, [seat.seat for seat in plan.seats] if seated else needed)
    shown = [each for each in problems if each.falls and (seated or each.facts.get("key") != "seats")]
    return faults + [_option_fault(source, path, problem, game) for problem in shown]


class Trouble(NamedTuple):
    """A mistake in one option: the option's key, what is wrong, and what to write instead."""

    key: str
    what: str
    advice: str


def option_troubles(game: AnyGame, options: Mapping[str, object]) -> list[Trouble]:
    """Return the options that a game does not have, and the values of a wrong type; the game itself checks the rest."""
    fields = _fields(game.info.options)
    listed = f"moderator match options {game.info.key} lists them"
    troubles = [
        Trouble(key, f"{game.info.key} has no such option", did_you_mean(key, fields) or listed)
        for key in options
        if key not in fields
    ]
    for key, value in options.items():
        if key not in fields:
            continue
        try:
            msgspec.convert(value, fields[key].type)
        except msgspec.ValidationError as error:
            choices = [word for word in get_args(fields[key].type) if isinstance(word, str)]
            meant = did_you_mean(str(value), choices) if choices else ""
            troubles.append(Trouble(key, _in_plain_words(str(error)), meant or game.info.option_help.get(key, "")))
    return troubles


@cache
def _fields(options: type[msgspec.Struct]) -> Mapping[str, Any]:
    """Return the fields of a game's options by name: what msgspec tells of them it works out anew each time."""
    return {field.name: field for field in msgspec.structs.fields(options)}


def _in_plain_words(message: str) -> str:
    """Return one of msgspec's error messages in plain words."""
    words = {"`int`": "a whole number", "`str`": "text", "`float`": "a decimal number", "`bool`": "true or false"}
    words |= {"`object`": "a table", "`array`": "a list", "`$": "`"}
    for theirs, ours in words.items():
        message = message.replace(theirs, ours)
    message = re.sub(r"^Expected (.*), got (.*)$", r"must be \1, not \2", message)
    message = re.sub(r"^Invalid enum value (.*)$", r"\1 is not allowed here", message)
    return message[:1].lower() + message[1:]


def _option_fault(source: Source, path: Path, problem: Problem, game: AnyGame) -> Fault:
    """Return a game's complaint about an option or the choice of seats as a fault; its facts name the key."""
    key = str(problem.facts.get("key", ""))
    at: Path = (*path, "seats") if key == "seats" else (*path, "options", key) if key else (*path, "options")
    advice = "" if problem.hints else game.info.option_help.get(key, "")
    return source.fault(at, Complaints()(game.info.key, problem), advice)


def _schedule_faults(source: Source, path: Path, plan: MatchPlan) -> list[Fault]:
    given = [key for key in SCHEDULES if key in source.written(path)]
    if len(given) > 1:
        advice = f"keep {given[0]} and remove {' and '.join(given[1:])}"
        return [source.fault((*path, given[1]), "a match has one schedule", advice)]
    try:
        schedule.parse(plan.schedule, plan.zone)
    except schedule.ScheduleError as error:
        return [source.fault((*path, given[0]), error.message, f"for example {_EXAMPLES[given[0]]}")]
    return []


def _complete(source: Source, path: Path, plan: MatchPlan, settings: Settings) -> MatchPlan:
    """Return a match as it was read, with what the rest of the file tells of it: its zone, and where it stands."""
    zone = plan.zone or settings.zone
    seats = (replace(seat, place=_place(source, (*path, "seats", at))) for at, seat in enumerate(plan.seats))
    return replace(plan, zone=zone, start=_start(plan, zone), place=_place(source, path), seats=tuple(seats))


def _start(plan: MatchPlan, zone: str) -> datetime | None:
    """Return when a match begins, in UTC."""
    if plan.start is None or plan.start.tzinfo is not None:
        return plan.start and plan.start.astimezone(UTC)
    return schedule.real(plan.start, schedule.zone_of(zone))


def _place(source: Source, path: Path) -> str:
    return source.place(path)


def overrides(source: Source, file: File, games: Mapping[str, AnyGame]) -> tuple[tuple[OverridePlan, ...], list[Fault]]:
    """Return the overrides of a file that are correct, and the faults of the others.

    An override may name a match that the file does not hold, or no longer holds: whether it is being played is found
    out when the override is applied.
    """
    ids = [table.id for table in file.override]
    faults = source.duplicates("override", "id", ids, "overrides have the id", "use each id once")
    for number, table in enumerate(file.override):
        faults += _override_faults(source, ("override", number), table, file, games)
    checked = tuple(
        OverridePlan(
            name=table.id,
            match=name,
            matches=table.match,
            lines=table.do,
            why=table.why,
            place=_place(source, ("override", number)),
        )
        for number, table in enumerate(file.override)
        for name in table.match
    )
    return checked, faults


def _override_faults(
    source: Source, path: Path, table: OverrideTable, file: File, games: Mapping[str, AnyGame]
) -> list[Fault]:
    known = {match.name: match for match in file.match}
    at: Path = (*path, "match")
    found: list[Fault] = []
    for number, name in enumerate(table.match):
        advice = did_you_mean(name, known)
        if name in known:
            about = f'match "{name}": ' if source.is_list(at) else ""
            found += _line_faults(source, path, _faulty_lines(table, known[name], file, games), about)
        elif name != ALL_MATCHES and advice.startswith("did"):
            found.append(source.fault(source.element(at, number), f'there is no match "{name}"', advice))
    if ALL_MATCHES in table.match and known:
        each = [_faulty_lines(table, match, file, games) for match in known.values()]
        nowhere = {line: error for line, error in each[0].items() if all(line in errors for errors in each)}
        found += _line_faults(source, path, nowhere, "in every match of this file: ")
    return found


def _faulty_lines(
    table: OverrideTable, match: MatchPlan, file: File, games: Mapping[str, AnyGame]
) -> dict[int, gm_language.GmError]:
    """Return what is wrong with the lines of an override for a match, by the numbers of the lines."""
    if match.game not in games:
        return {}
    seats = tuple(seat.seat for seat in match.seats)
    zone = match.zone or file.moderator.zone
    context = gm_language.LineContext(games[match.game], seats, zone, SystemClock().now(), Complaints())
    return {error.line: error for error in gm_language.faults(table.do, context)}


def _line_faults(source: Source, path: Path, errors: Mapping[int, gm_language.GmError], about: str) -> list[Fault]:
    at: Path = (*path, "do")
    return [source.fault(source.element(at, line - 1), f"{about}{error}") for line, error in errors.items()]
