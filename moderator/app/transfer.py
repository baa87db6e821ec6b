"""A match as a folder: as JSON that another instance can import, and as a text for people to read.

``match.json`` holds the match without its records, each ``records/<number>.json`` holds one record, and ``story.txt``
tells all of it in words. Only the owner may read the folder: while the match is running, it holds sealed secrets.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from sqlmodel import Session

from moderator.app.files import InstanceError, new_folder
from moderator.core import codec
from moderator.core.game import AnyGame
from moderator.core.seats import Observer
from moderator.core.template_folders import ENGLISH
from moderator.rendering.environment import ReadingSeat, Templates, Voice
from moderator.rendering.filters import clean
from moderator.service.admin.export_layout import FORMAT, Carried, CarriedRecord, upgrade_layout
from moderator.service.admin.transfer import export_match
from moderator.service.context import Context
from moderator.service.matches import order_requests, records
from moderator.store import match_queries
from moderator.store.statuses import MatchStatus
from moderator.store.tables import Match, OrderRequest, Record

_DAMAGE = (msgspec.DecodeError, UnicodeDecodeError, AttributeError, TypeError, ValueError, RecursionError, OSError)
"""What reading JSON raises that no export holds: text that is none, parts of another kind, nesting without end."""
_LARGEST = 100_000_000
"""Bytes of a file of an export, at most."""
_MOST_RECORDS = 100_000
_SHOWN = 300

_MATCH, _RECORDS, _STORY = "match.json", "records", "story.txt"
_SEALED = """\
THIS MATCH IS STILL RUNNING. This folder holds the seeds of future dice, hidden positions and everybody's
orders: anybody who reads match.json or records/ can predict the match. Protect it as you protect state/."""


def write(session: Session, ctx: Context, match: Match, folder: Path, templates: Path | None = None) -> Carried:
    """Write a match into a new folder, completely or not at all; raises InstanceError if the folder is not empty."""
    carried, rows = export_match(session, ctx, match)
    voice = Voice(Templates(templates).text, match.game, ReadingSeat("", "UTC"))
    story = "".join(f"{line}\n" for line in _story(session, ctx, match, voice))
    files = {_MATCH: _pretty(carried), _STORY: story.encode()}
    files |= {f"{_RECORDS}/{row.number:04d}.json": _pretty(row) for row in rows}
    new_folder(folder, files)
    return carried


def read(folder: Path) -> tuple[Carried, tuple[CarriedRecord, ...]]:
    """Return the match in a folder and its records; raises InstanceError with what is wrong with it."""
    if not (folder / _MATCH).is_file():
        raise InstanceError(f"there is no match in {folder}: moderator export MATCH makes a folder with {_MATCH} in it")
    head: dict[str, Any] = _read(folder / _MATCH, dict[str, Any])
    if isinstance(head.get("format"), int) and head["format"] > FORMAT:
        release = str(head.get("release"))[:_SHOWN]
        raise InstanceError(f"{folder} was written by release {release!r}, which is newer: install that one")
    carried = _match(folder / _MATCH, head)
    if not 0 <= carried.number < _MOST_RECORDS:
        raise InstanceError(f"{folder / _MATCH}: number is {carried.number}, and there are fewer records")
    paths = [folder / _RECORDS / f"{number:04d}.json" for number in range(carried.number + 1)]
    missing = next((path for path in paths if not path.is_file()), None)
    if missing is not None:
        raise InstanceError(f"the match in {folder} is not complete: there is no {missing}; export it again")
    rows = tuple(_read(path, CarriedRecord) for path in paths)
    return carried, rows


def _match(path: Path, head: dict[str, Any]) -> Carried:
    try:
        return codec.convert(upgrade_layout(head), Carried)
    except _DAMAGE as error:
        raise InstanceError(f"{path} is damaged or was changed: {_plain(error)}") from None


def _pretty(value: object) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n"


def _read(path: Path, kind: Any) -> Any:  # noqa: ANN401 - whatever the kind says
    try:
        if path.stat().st_size > _LARGEST:
            raise InstanceError(f"{path} is damaged or was changed: it has more than {_LARGEST:,} bytes")
        return codec.decode(path.read_bytes(), kind)
    except _DAMAGE as error:
        raise InstanceError(f"{path} is damaged or was changed: {_plain(error)}") from None


def _plain(error: Exception) -> str:
    """Return what is wrong with JSON; of what the file holds it may quote a little, without control characters."""
    return clean(f"{error}" or type(error).__name__).replace("\n", " ")[:_SHOWN]


# ---- in words --------------------------------------------------------------------------------------------


def _story(session: Session, ctx: Context, match: Match, voice: Voice) -> Iterator[str]:
    """Tell a match in words: its settings and seats, then the orders, news, board, seeds and digest of each record."""
    plan = match.settings
    yield f"{match.name}: {match.game}, rules {match.rules}, {match.status.value}, turn {match.turn}"
    if match.status is not MatchStatus.OVER:
        yield from ("", *_SEALED.splitlines())
    yield from ("", f"Begun {match.created:%Y-%m-%d %H:%M} UTC; schedule: {match.schedule or 'none'} ({plan.zone})")
    yield from (f"Option {key} = {value}" for key, value in sorted(plan.options.items()))
    for place, player in match_queries.assignments_in(session, match.id):
        yield f"{place.seat}: {player.name if player else f'bot {place.bot}'}"
    game = ctx.games.get(match.game)
    if game is None or game.info.rules != match.rules:
        yield from ("", "This release plays the game by other rules: its records can only be read as JSON.")
        return
    requests = match_queries.requests(session, match.id)
    for record in match_queries.records(session, match.id):
        yield from ("", f"---- Record {record.number}, turn {record.turn}, {record.kind.value} ----")
        yield f"Made {record.made:%Y-%m-%d %H:%M:%S} UTC; digest {record.digest}"
        if record.kind in records.RESOLVED:
            yield from _order_sets(session, game, match, record)
            yield from _seeds(requests[record.request], over=match.status is MatchStatus.OVER)
        yield from _news(ctx, game, record, voice)
    if match.status is not MatchStatus.OVER:
        yield from ("", "---- Recorded for the coming turn ----")
        yield from _orders(session, game, match, match.request)


def _order_sets(session: Session, game: AnyGame, match: Match, record: Record) -> Iterator[str]:
    yield from _orders(session, game, match, record.request)
    for filed in records.body(game, record).filed:
        yield f"Receipt of {filed.seat}, order set {filed.number}: {filed.receipt}"


def _orders(session: Session, game: AnyGame, match: Match, number: int) -> Iterator[str]:
    for seat, order_set in order_requests.order_sets(session, match, number).items():
        orders = order_requests.unpack_orders(game, order_set.orders)
        yield f"{seat} orders {'; '.join(game.language.line(order) for order in orders) or 'nothing'}"


def _seeds(asked: OrderRequest, *, over: bool) -> Iterator[str]:
    """Tell the seeds of an order request that is resolved; the secret seed stays sealed until the match is over."""
    yield f"Open seed of order request {asked.number}: {asked.open_seed.hex()}"
    yield f"Secret seed of order request {asked.number}: {asked.secret_seed.hex() if over else 'sealed until the end'}"


def _news(ctx: Context, game: AnyGame, record: Record, voice: Voice) -> Iterator[str]:
    body = records.body(game, record)
    yield from (f"  {line}" for line in body.lines)
    if not body.steps:
        return
    view = game.view(records.position(game, record.position), Observer.GM)
    events = [event for step in body.steps for event in step.events]
    for section in game.report(view, events).sections:
        yield from ("", voice.heading(section.key))
        yield from (f"  {voice.line(fact)}" for fact in section.facts)
    yield from ("", *(line.rstrip() for line in ctx.pictures(game.info.key, ENGLISH).chart(view).splitlines()))
