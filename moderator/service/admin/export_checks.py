"""What an import is refused for before anything is made of it: nonsense in a field, which is named.

An export is a file that anybody may have edited. What config.toml would refuse is refused here, too: addresses, zones,
schedules, seats, numbers that no match has. Whether the match comes out the same is asked afterwards.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from enum import Enum
from functools import cache
from typing import Any, TypeAlias
from zoneinfo import available_timezones

import msgspec
from msgspec import Struct

from moderator.core import codec
from moderator.core.dice import FORMULA
from moderator.core.game import AnyGame
from moderator.core.template_folders import LANGUAGES
from moderator.mail.headers import detail_of, is_address
from moderator.service import schedule
from moderator.service.admin.export_layout import Carried, CarriedRecord, TransferError
from moderator.service.context import Context
from moderator.service.matches.matches import SEED_BYTES
from moderator.service.preferences import Preferences
from moderator.store.complaints import Complaint
from moderator.store.statuses import MatchStatus, RecordKind

Fault: TypeAlias = tuple[str, str]
"""The path of a field, and what is wrong with it."""

_LARGEST = 2**31 - 1
_FIRST, _LAST = datetime(2000, 1, 1, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)
_LONGEST = timedelta(days=3660)
_WORDS = 200
"""Characters of a name, a zone or a schedule, at most."""
_SHOWN = 800
"""Characters of a reason, at most."""
_PROSE = {"fault": 20_000, "text": 100_000, "complaints": 1_000_000, "cursor": 100_000}
"""Fields that hold more, and may have line ends."""
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_CONTROL_IN_PROSE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_HEX = re.compile(r"(?:[0-9a-f]{2})*")
_SEALS = re.compile(r"(?:[0-9a-f]{64} [0-9a-f]{64})?")
_DIGEST = re.compile(r"[0-9a-f]{32}")
_NUMBERS = re.compile(r"(?:\d{1,9}(?: \d{1,9})*)?")
_SPOKEN = re.compile(r"\*|[\w ]{0,200}")
_VOTES = ("draw", "concede", "rollback")


def check_fields(carried: Carried, rows: Sequence[CarriedRecord]) -> None:
    """Raise TransferError for the first field that holds what no field of its kind can hold."""
    _refuse(carried, [_walk("", carried), *(_walk(f"records[{at}]", row) for at, row in enumerate(rows))])


def check_match(ctx: Context, carried: Carried, rows: Sequence[CarriedRecord]) -> None:
    """Raise TransferError for the first field that does not fit the others, the game, or this instance."""
    game = ctx.games[carried.game]
    found = [_match(carried, rows), _settings(carried, game), _people(ctx, carried), _places(carried, game)]
    _refuse(
        carried, [*found, _check_requests(carried, rows), _check_order_sets(carried), _check_records(carried, rows)]
    )


def printable(text: str) -> str:
    """Return what is told of a file, of a bearable length and without its control characters."""
    return _CONTROL.sub("?", text)[:_SHOWN]


def _refuse(carried: Carried, parts: Iterable[Iterator[Fault]]) -> None:
    for path, why in (fault for part in parts for fault in part):
        raise TransferError(f"{printable(f'{carried.name[:_WORDS]}: {path} {why}')}; nothing was changed")


# ---- of every field ----------------------------------------------------------------------------------------


def _walk(path: str, value: object) -> Iterator[Fault]:
    """Check a value by its kind, and all that it holds; what a game packs is read by the game."""
    if isinstance(value, Struct):
        for field, name in zip(value.__struct_fields__, value.__struct_encode_fields__, strict=True):
            if name not in ("prompts", "told", "orders", "body", "position", "preferences", "options", "begins"):
                yield from _walk(f"{path}.{name}" if path else name, getattr(value, field))
    elif isinstance(value, tuple | list):
        for at, each in enumerate(value):
            yield from _walk(f"{path}[{at}]", each)
    elif isinstance(value, str) and not isinstance(value, Enum):
        yield from _text(path, value)
    elif isinstance(value, int) and not 0 <= value <= _LARGEST:
        yield path, f"is {value}: it must be from 0 to {_LARGEST}"
    elif isinstance(value, datetime) and (value.tzinfo is None or not _FIRST <= value < _LAST):
        yield path, "is not a time from 2000 to 2199 with its zone"
    elif isinstance(value, timedelta) and not timedelta() <= value <= _LONGEST:
        yield path, "is not a length of time up to ten years"


def _text(path: str, value: str) -> Iterator[Fault]:
    name = path.rpartition(".")[2].partition("[")[0]
    control = _CONTROL_IN_PROSE if name in _PROSE else _CONTROL
    if len(value) > _PROSE.get(name, _WORDS):
        yield path, f"has {len(value)} characters: {_PROSE.get(name, _WORDS)} are allowed"
    elif control.search(value):
        yield path, "holds control characters"


def _check_allowed(path: str, value: object, allowed: Collection[object]) -> Iterator[Fault]:
    if value not in allowed:
        listed = ", ".join(map(str, list(allowed)[:12])) or "none"
        yield path, f'is "{value}": there is {listed}'


def _check_pattern(path: str, value: str, pattern: "re.Pattern[str]", what: str) -> Iterator[Fault]:
    if not pattern.fullmatch(value):
        yield path, f"is not a {what}"


def _secret(path: str, value: str, size: int = SEED_BYTES) -> Iterator[Fault]:
    if len(value) != 2 * size or not _HEX.fullmatch(value):
        yield path, f"cannot be: it must be {size} bytes in hexadecimal"


def _check_unique(path: str, keys: Iterable[object], name: str) -> Iterator[Fault]:
    listed = list(keys)
    for key, count in Counter(listed).items():
        if count > 1:
            yield f"{path}[{len(listed) - 1 - listed[::-1].index(key)}].{name}", f"is there twice: {key}"


@cache
def _zones() -> frozenset[str]:
    return frozenset(available_timezones())


def _zone(path: str, name: str) -> Iterator[Fault]:
    if name not in _zones():
        yield path, f'is "{name}", which is not a time zone'


# ---- of one part each --------------------------------------------------------------------------------------


def _match(carried: Carried, rows: Sequence[CarriedRecord]) -> Iterator[Fault]:
    yield from _secret("secret", carried.secret)
    yield from _check_allowed("formula", carried.formula, range(1, FORMULA + 1))
    if not carried.name.strip():
        yield "name", "is empty"
    if carried.number != len(rows) - 1:
        yield "number", f"is {carried.number}: the last record is {len(rows) - 1}"
    for at, row in enumerate(rows):
        if row.number != at:
            yield f"records[{at}].number", f"is {row.number}"
        yield from _check_pattern(f"records[{at}].digest", row.digest, _DIGEST, "digest")
        if (row.kind is RecordKind.SETUP) != (at == 0):
            yield f"records[{at}].kind", f'is "{row.kind.value}"'
    if carried.request != max((each.number for each in carried.requests), default=-1):
        yield "asking", f"is {carried.request}, which is not the newest asking"
    if carried.created > carried.carried:
        yield "created", "is later than the export"
    asks = any(each.closed is None for each in carried.requests[-1:])
    if asks is (carried.status is MatchStatus.OVER):
        yield "status", f'is "{carried.status.value}", and orders are {"" if asks else "not "}asked for'
    yield from _schedule("schedule", carried.schedule, carried.settings.zone)


def _schedule(path: str, text: str, zone: str) -> Iterator[Fault]:
    try:
        schedule.parse(text, zone if zone in _zones() else "UTC")
    except schedule.ScheduleError as error:
        yield path, f"cannot be: {error}"


def _settings(carried: Carried, game: AnyGame) -> Iterator[Fault]:
    plan = carried.settings
    yield from _zone("settings.zone", plan.zone)
    yield from _schedule("settings.schedule", plan.schedule, plan.zone)
    yield from _check_allowed("settings.language", plan.language, ("", *LANGUAGES))
    yield from _check_allowed("settings.game", plan.game, [carried.game])
    if not carried.withdrawn:
        yield from _check_allowed("settings.name", plan.name, [carried.name])
    elif carried.status is not MatchStatus.OVER or carried.turn > 1:
        yield "withdrawn", "is true of a match that has had its first turn, or is not over"
    if plan.dice_name and not re.fullmatch(rf"{re.escape(plan.name)}/[1-9]\d{{0,3}}", plan.dice_name):
        yield "settings.dice_name", "is not the name of the match with a number"
    yield from _check_allowed("settings.absent_bot", plan.absent_bot, ["", *game.bots])
    yield from _check_allowed("settings.absent_after", plan.absent_after, range(1, 21))
    offered = [spec.name for spec in game.info.seats]
    for at, seat in enumerate(plan.seats):
        here = f"settings.seats[{at}]"
        yield from _check_allowed(f"{here}.seat", seat.seat, offered)
        yield from _check_allowed(f"{here}.bot", seat.bot, ["", *game.bots])
        yield from _zone(f"{here}.zone", seat.zone or "UTC")
        for number, address in enumerate(seat.addresses):
            yield from _address(f"{here}.addresses[{number}]", address.lower())
    yield from _check_unique("settings.seats", (seat.seat for seat in plan.seats), "seat")
    if carried.rules == game.info.rules:
        yield from _options(carried, game)


def _options(carried: Carried, game: AnyGame) -> Iterator[Fault]:
    """Check options by their types; a match of other rules may have options that are no more."""
    fields = {field.name: field for field in msgspec.structs.fields(game.info.options)}
    for group, options in (("options", carried.settings.options), ("begins", carried.settings.begins)):
        for key, value in options.items():
            if key not in fields:
                yield f"settings.{group}.{key[:_WORDS]}", "is not an option of the game"
            else:
                yield from _of_type(f"settings.{group}.{key}", value, fields[key].type)


def _of_type(path: str, value: object, kind: Any) -> Iterator[Fault]:  # noqa: ANN401 - any type of a field
    try:
        codec.convert(value, kind)
    except (msgspec.ValidationError, RecursionError) as error:
        yield path, f"cannot be: {error}"[:300]


def _people(ctx: Context, carried: Carried) -> Iterator[Fault]:
    for at, player in enumerate(carried.players):
        here = f"players[{at}]"
        yield from _zone(f"{here}.zone", player.zone)
        yield from _of_type(f"{here}.preferences", player.preferences, Preferences)
        yield from _check_allowed(
            f"{here}.preferences.paper", player.preferences.get("paper", ""), ("", "a4", "a3", "letter")
        )
        yield from _check_allowed(
            f"{here}.preferences.language", player.preferences.get("language", ""), ("", *LANGUAGES)
        )
        for number, each in enumerate(player.addresses):
            yield from _address(f"{here}.addresses[{number}].address", each.address)
            if detail_of(ctx.settings.addresses, each.address) is not None:
                yield f"{here}.addresses[{number}].address", "is the moderator's own"
        yield from _check_unique(f"{here}.accounts", (each.forum for each in player.accounts), "forum")
    people = [(at, each.address) for at, player in enumerate(carried.players) for each in player.addresses]
    first: dict[str, int] = {}
    for at, address in people:
        if first.setdefault(address, at) != at or people.count((at, address)) > 1:
            yield f"players[{at}].addresses", f"holds {address}, which is there already"
    forums = [each.name for each in carried.forums]
    yield from _check_unique("forums", forums, "name")
    for at, thread in enumerate(carried.threads):
        yield from _check_allowed(f"threads[{at}].forum", thread.forum, forums)
        yield from _player(f"threads[{at}].player", thread.player, carried)


def _address(path: str, address: str) -> Iterator[Fault]:
    if not is_address(address):
        yield path, f'is "{address}", which is not a mail address'
    elif address != address.lower():
        yield path, f'is "{address}": addresses are kept in small letters'


def _player(path: str, number: int | None, carried: Carried) -> Iterator[Fault]:
    if number is not None and number >= len(carried.players):
        yield path, f"cannot be: there are {len(carried.players)} players, counted from 0"


def _places(carried: Carried, game: AnyGame) -> Iterator[Fault]:
    seats = [seat.seat for seat in carried.settings.seats]
    for at, assignment in enumerate(carried.assignments):
        here = f"places[{at}]"
        yield from _check_allowed(f"{here}.seat", assignment.seat, seats)
        yield from _player(f"{here}.player", assignment.player, carried)
        yield from _check_allowed(f"{here}.bot", assignment.bot, ["", *game.bots])
        yield from _check_pattern(f"{here}.missed", assignment.missed, _NUMBERS, "list of turns")
        if assignment.left is not None and assignment.left < assignment.joined:
            yield f"{here}.left", "is earlier than joined"
    for seat in seats:
        now = [assignment for assignment in carried.assignments if assignment.seat == seat and assignment.left is None]
        if len(now) != 1:
            yield "places", f"say of {seat} that {len(now)} sit there"
    sat = list(dict.fromkeys(assignment.player for assignment in carried.assignments if assignment.player is not None))
    if sat != list(range(len(carried.players))):
        yield "players", "are not those of the places, in the order in which they sat down"
    for at, thread in enumerate(carried.threads):
        yield from _check_allowed(f"threads[{at}].seat", thread.seat, ["", *seats])


def _check_requests(carried: Carried, rows: Sequence[CarriedRecord]) -> Iterator[Fault]:
    for at, asked in enumerate(carried.requests):
        here = f"askings[{at}]"
        if asked.number != at:
            yield f"{here}.number", f"is {asked.number} in place of {at}, so the match cannot be played again"
        yield from _secret(f"{here}.open_seed", asked.open_seed)
        yield from _secret(f"{here}.secret_seed", asked.secret_seed)
        yield from _check_pattern(f"{here}.sealed", asked.sealed, _SEALS, "pair of seals")
        if asked.record > carried.number + 1:
            yield f"{here}.record", f"is {asked.record}: the last record is {carried.number}"
        if asked.closed is not None and asked.closed < asked.opened:
            yield f"{here}.closed", "is earlier than opened"
    numbers = range(len(carried.requests))
    for at, row in enumerate(rows):
        yield from _check_allowed(f"records[{at}].asking", row.request, numbers)


def _check_order_sets(carried: Carried) -> Iterator[Fault]:
    seats, numbers = [seat.seat for seat in carried.settings.seats], range(len(carried.requests))
    for at, order_set in enumerate(carried.order_sets):
        here = f"sheets[{at}]"
        yield from _check_allowed(f"{here}.seat", order_set.seat, seats)
        yield from _check_allowed(f"{here}.asking", order_set.request, numbers)
        yield from _check_pattern(f"{here}.receipt", order_set.receipt, _DIGEST, "receipt")
        yield from _check_pattern(f"{here}.salt", order_set.salt, _HEX, "salt in hexadecimal")
        yield from _check_pattern(f"{here}.spoken", order_set.spoken, _SPOKEN, "list of order numbers")
        yield from _decoded(f"{here}.complaints", order_set.complaints)
    keys = [(order_set.request, order_set.seat, order_set.number) for order_set in carried.order_sets]
    yield from _check_unique("sheets", keys, "number")
    counts = Counter((order_set.request, order_set.seat) for order_set in carried.order_sets if order_set.current)
    for (request, seat), count in counts.items():
        if count > 1:
            yield "sheets", f"has {count} that count for {seat} in asking {request}"


def _decoded(path: str, text: str) -> Iterator[Fault]:
    try:
        codec.decode(text, tuple[Complaint, ...])
    except (msgspec.DecodeError, RecursionError) as error:
        yield path, f"cannot be: {error}"[:300]


def _check_records(carried: Carried, rows: Sequence[CarriedRecord]) -> Iterator[Fault]:
    seats, numbers = ["", *(seat.seat for seat in carried.settings.seats)], range(len(carried.requests))
    for at, vote in enumerate(carried.votes):
        yield from _check_allowed(f"votes[{at}].seat", vote.seat, seats)
        yield from _check_allowed(f"votes[{at}].asking", vote.request, numbers)
        yield from _check_allowed(f"votes[{at}].kind", vote.kind, _VOTES)
    yield from _check_unique("votes", ((vote.request, vote.seat, vote.kind) for vote in carried.votes), "kind")
    yield from _check_unique("overrides", (each.name for each in carried.overrides), "name")
    for at, override in enumerate(carried.overrides):
        yield from _check_allowed(f"overrides[{at}].record", override.record, range(len(rows)))
