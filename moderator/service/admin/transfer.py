"""A match as plain data: taken out of one instance, brought into another, and proved there.

What is carried is what the match is made of: settings, seats and who sits there, order requests with their seeds, order
sets, records, votes, overrides, threads in forums. Letters stay where they are.
"""

import zlib
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy.exc import OperationalError
from sqlmodel import Session, SQLModel, select

from moderator import __version__
from moderator.core import codec
from moderator.service import preferences, tags
from moderator.service.admin import export_checks, export_forums, export_players
from moderator.service.admin.export_layout import (
    FORMAT,
    Carried,
    CarriedAddress,
    CarriedAssignment,
    CarriedOrderSet,
    CarriedOverride,
    CarriedPlayer,
    CarriedRecord,
    CarriedRequest,
    CarriedRow,
    CarriedVote,
    TransferError,
)
from moderator.service.audit import versions
from moderator.service.audit.finding import Finding
from moderator.service.audit.replay import first_difference, replay
from moderator.service.context import Context
from moderator.service.matches import records
from moderator.store import match_queries, people_queries
from moderator.store.complaints import Complaint
from moderator.store.statuses import MatchStatus, RecordKind
from moderator.store.tables import Match, OrderRequest, OrderSet, Override, Player, Record, SeatAssignment, Vote

# ---- out -------------------------------------------------------------------------------------------------


def export_match(session: Session, ctx: Context, match: Match) -> tuple[Carried, tuple[CarriedRecord, ...]]:
    """Return a match as plain data, its records apart; nothing is changed."""
    assignments = _rows(session, SeatAssignment, match)
    numbers = tuple(dict.fromkeys(assignment.player for assignment in assignments if assignment.player is not None))
    players = tuple(_player(session, number) for number in numbers)
    threads = export_forums.threads(session, match, numbers)
    forums = {each.forum for each in threads} | {each.forum for player in players for each in player.accounts}
    carried = Carried(
        format=FORMAT,
        release=__version__,
        carried=ctx.now(),
        **{name: getattr(match, name) for name in _ALIKE},
        secret=match.secret.hex(),
        players=players,
        assignments=tuple(
            _plain(
                CarriedAssignment,
                assignment,
                player=None if assignment.player is None else numbers.index(assignment.player),
            )
            for assignment in assignments
        ),
        requests=tuple(_plain(CarriedRequest, row) for row in _rows(session, OrderRequest, match)),
        order_sets=tuple(_plain(CarriedOrderSet, row) for row in _rows(session, OrderSet, match)),
        votes=tuple(_plain(CarriedVote, row) for row in _rows(session, Vote, match)),
        overrides=tuple(_plain(CarriedOverride, row) for row in _rows(session, Override, match)),
        threads=threads,
        forums=export_forums.forums(session, ctx, forums),
    )
    return carried, tuple(_plain(CarriedRecord, row) for row in match_queries.records(session, match.id))


_ALIKE = tuple({*Carried.__struct_fields__} & {*Match.model_fields} - {"secret"})
"""What is carried of a match's row as it is."""
_PACKED = ("prompts", "proposals", "orders", "body", "position")


def _rows(session: Session, table: type[SQLModel], match: Match) -> Sequence[Any]:
    of_match: Any = table
    return session.exec(select(of_match).where(of_match.match == match.id).order_by(of_match.id)).all()


def _plain(kind: Any, row: SQLModel, **other: Any) -> Any:  # noqa: ANN401 - any row as its Struct
    return kind(**{name: other[name] if name in other else _value(name, getattr(row, name))
                   for name in kind.__struct_fields__})  # fmt: skip


def _value(name: str, value: Any) -> Any:  # noqa: ANN401 - whatever a column holds
    if name in _PACKED and value is not None:
        return codec.unpack(value, Any)
    if name == "complaints":
        return codec.encode(value).decode()
    return value.hex() if isinstance(value, bytes) else value


def _player(session: Session, number: int) -> CarriedPlayer:
    player = session.get_one(Player, number)
    return CarriedPlayer(
        name=player.name,
        zone=player.zone,
        preferences=preferences.portable(codec.decode(player.preferences, dict[str, Any])),
        addresses=tuple(
            CarriedAddress(address=row.address, confirmed=row.confirmed)
            for row in people_queries.addresses(session, number)
        ),
        accounts=export_forums.accounts(session, number),
    )


# ---- in --------------------------------------------------------------------------------------------------


def bring_in(session: Session, ctx: Context, carried: Carried, rows: Sequence[CarriedRecord]) -> Match:
    """Make a match of what was carried, as part of the caller's transaction; raises TransferError.

    It is played again from its records and must come out the same. One that goes on comes paused, with the time that
    was left when it was taken out: nobody is written to before the GM lets it run.
    """
    export_checks.check_fields(carried, rows)
    check(session, ctx, carried)
    export_checks.check_match(ctx, carried, rows)
    try:
        match = _write(session, ctx, carried, rows)
        found = _differences(session, ctx, match)
    except OperationalError:  # the database is busy or away: the folder is not to blame
        raise
    except Exception as error:
        what = export_checks.printable(f"{type(error).__name__}: {error}".partition("\n")[0])
        raise TransferError(
            f"{carried.name} cannot be played again from what is in the folder ({what}); nothing was changed"
        ) from error
    rules = ctx.game(match.game).info.rules
    if found:
        told = _describe_differences(match, rules, found)
        raise TransferError(
            f"{match.name} does not come out the same when it is played again; nothing was changed. {told}"
        )
    if match.status is not MatchStatus.OVER:
        versions.move(match, ctx.game(match.game))
    if match.status is MatchStatus.RUNNING:
        _pause(session, ctx, match, carried.carried)
    return match


def _write(session: Session, ctx: Context, carried: Carried, rows: Sequence[CarriedRecord]) -> Match:
    match = Match(
        **{name: getattr(carried, name) for name in _ALIKE},
        slug=tags.slug(carried.name),
        secret=bytes.fromhex(carried.secret),
        state=_packed(rows[-1].position),
    )
    session.add(match)
    session.flush()
    here = export_forums.local_forum_names(ctx, carried.forums)
    players = [export_players.find_or_make(session, here, player) for player in carried.players]
    for assignment in carried.assignments:
        player = None if assignment.player is None else players[assignment.player]
        session.add(SeatAssignment(**{**_columns(assignment), "match": match.id, "player": player}))
    parts: list[tuple[type[SQLModel], Sequence[CarriedRow]]] = [
        (OrderRequest, carried.requests),
        (OrderSet, carried.order_sets),
        (Vote, carried.votes),
        (Record, rows),
        (Override, carried.overrides),
    ]
    for table, listed in parts:
        session.add_all(table(**{**_columns(row), "match": match.id}) for row in listed)
        session.flush()
    people = [(player, each.accounts) for player, each in zip(players, carried.players, strict=True)]
    export_forums.add_threads(session, here, match, people, carried.threads)
    export_forums.add_cursors(session, here, carried.forums)
    return match


def check(session: Session, ctx: Context, carried: Carried) -> None:
    """Raise TransferError if a match cannot be brought in, before anything is made of it."""
    if carried.format > FORMAT:
        raise TransferError(
            f"{carried.name} was taken out by release {carried.release}, which is newer than this one "
            f"({__version__}): install that release first"
        )
    if carried.game not in ctx.games:
        raise TransferError(
            f'{carried.name} plays "{carried.game}", and there is no such game here: {", ".join(ctx.games)}'
        )
    other = match_queries.match_by_slug(session, tags.slug(carried.name))
    if other is not None:
        raise TransferError(_clash(carried, other))
    try:
        tags.check_names(ctx, carried.name, [seat.seat for seat in carried.settings.seats])
    except tags.TagError as error:
        raise TransferError(str(error)) from error
    seated = {each.player for each in carried.assignments if each.left is None}
    unaddressed = [each for number, each in enumerate(carried.players) if number in seated and not each.addresses]
    alone = {each.name: each.accounts for each in unaddressed if each.accounts}
    if not carried.over and (said := export_forums.unreachable_players(ctx, carried.forums, alone)):
        raise TransferError(f"{carried.name}: {said}")


def _clash(carried: Carried, other: Match) -> str:
    if other.secret.hex() == carried.secret:
        return (
            f"{other.name} is here already: it is the same match, here up to record {other.number}, in the folder up "
            f"to record {carried.number}; nothing was changed"
        )
    return (
        f'there is another match "{other.name}" here, and a match cannot be renamed, for its dice are thrown under its '
        "name; bring it into an instance of its own: moderator init DIR, then moderator import FOLDER "
        "--config DIR/config.toml"
    )


def _columns(row: CarriedRow) -> dict[str, Any]:
    """Return what a row of a table holds."""
    return {name: _column(name, getattr(row, name)) for name in row.__struct_fields__}


def _column(name: str, value: Any) -> Any:  # noqa: ANN401 - whatever a column holds
    if name in _PACKED and value is not None:
        return _packed(value)
    if name == "complaints":
        return codec.decode(value, tuple[Complaint, ...])
    return bytes.fromhex(value) if name in _HEX else value


_HEX = ("open_seed", "secret_seed", "salt")


def _packed(value: Any) -> bytes:  # noqa: ANN401 - whatever JSON holds, its fields in the order in which they came
    return zlib.compress(msgspec.json.encode(value), 6)


def _differences(session: Session, ctx: Context, match: Match) -> list[Finding]:
    """Play the match again, bots and all; under other rules it must at least come out the same."""
    game = ctx.game(match.game)
    if match.rules == game.info.rules:
        return [finding for finding in replay(session, ctx, match) if finding.grave]
    difference = first_difference(session, game, match)
    return [difference] if difference else []


def _describe_differences(match: Match, rules: int, found: Sequence[Finding]) -> str:
    listed = "; ".join(f"record {each.record or 0}: {each.code} ({each.about})" for each in found[:3])
    if match.rules != rules:
        listed += f". It was begun under rules {match.rules}, this release plays {rules}: use a release that has those"
    return export_checks.printable(listed)


def _pause(session: Session, ctx: Context, match: Match, since: datetime) -> None:
    """Stop the clock at the moment when the match was taken out, as a note of its own."""
    match.status, match.ready_at = MatchStatus.PAUSED, None
    game = ctx.game(match.game)
    body = records.Body[Any, Any](
        code="match-paused", facts={"paused": since.isoformat()}, standing=records.standing(session, game, match)
    )
    state = records.position(game, match.state)
    records.append(session, match, RecordKind.NOTE, body, state=state, made=ctx.now())
