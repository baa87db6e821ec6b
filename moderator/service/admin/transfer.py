"""A match as plain data: taken out of one instance, brought into another, and proved there.

What is carried is what the match is made of: settings, seats and who sits there, askings with their seeds, sheets,
records, votes, overrides, threads in forums. Letters stay where they are.
"""

import zlib
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy.exc import OperationalError
from sqlmodel import Session, SQLModel, select

from moderator import __version__
from moderator.core import codec
from moderator.core.errors import ModeratorError
from moderator.core.seats import Seat
from moderator.service import tags
from moderator.service.admin import carried_forums
from moderator.service.admin.carried_forums import CarriedAccount, CarriedForum, CarriedThread
from moderator.service.audit import versions
from moderator.service.audit.replay import Finding, first_difference, replay
from moderator.service.context import Context, MatchPlan
from moderator.service.matches import asking, records
from moderator.store import queries
from moderator.store.tables import (
    Address,
    Asking,
    Complaint,
    Match,
    MatchStatus,
    Override,
    Place,
    Player,
    Record,
    RecordKind,
    Sheet,
    Vote,
    pack_complaints,
)

FORMAT = 3
"""The number of the layout described here; a match with a higher one comes from a later release."""


class TransferError(ModeratorError):
    """A match that cannot be brought in; the text says why, and nothing was changed."""


class _Row(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row of a table without what another instance numbers otherwise: bytes as hex, what is packed as JSON."""


class CarriedAddress(_Row, frozen=True, kw_only=True):
    """An address of a person."""

    address: str
    confirmed: bool


class CarriedPlayer(_Row, frozen=True, kw_only=True):
    """A person who sits in the match, or sat there; one who was erased has neither address nor account."""

    name: str
    zone: str
    preferences: dict[str, Any] = {}
    addresses: tuple[CarriedAddress, ...] = ()
    accounts: tuple[CarriedAccount, ...] = ()


class CarriedPlace(_Row, frozen=True, kw_only=True):
    """Who sat where, and when; ``player`` counts in the list of players."""

    seat: Seat
    player: int | None
    bot: str
    key_number: int
    joined: datetime
    left: datetime | None
    missed: str = ""


class CarriedAsking(_Row, frozen=True, kw_only=True):
    """A moment when orders were asked for, with both its seeds."""

    number: int
    record: int
    open_seed: str
    secret_seed: str
    prompts: Any
    told: Any = None
    opened: datetime
    closed: datetime | None


class CarriedSheet(_Row, frozen=True, kw_only=True):
    """What a seat ordered."""

    asking: int
    seat: Seat
    number: int
    arrived: datetime
    orders: Any
    salt: str
    receipt: str
    wait: bool
    current: bool
    complaints: str = "[]"
    spoken: str = "*"


class CarriedVote(_Row, frozen=True, kw_only=True):
    """A vote to end the match."""

    asking: int
    seat: Seat
    kind: str
    made: datetime


class CarriedOverride(_Row, frozen=True, kw_only=True):
    """What the GM did, by the ``id`` in the operator's file."""

    name: str
    text: str
    applied: datetime
    record: int


class CarriedRecord(_Row, frozen=True, kw_only=True):
    """What was ruled, and the position after it."""

    number: int
    asking: int
    kind: RecordKind
    turn: int
    made: datetime
    digest: str
    body: Any
    position: Any


class Carried(_Row, frozen=True, kw_only=True):
    """A match with everything that it is made of but its records; ``carried`` is when it was taken out."""

    format: int
    release: str
    carried: datetime
    name: str
    game: str
    rules: int
    status: MatchStatus
    schedule: str
    secret: str
    number: int
    turn: int
    asking: int
    created: datetime
    deadline: datetime | None
    ready_at: datetime | None
    reminded: datetime | None
    fault: str
    settings: MatchPlan
    players: tuple[CarriedPlayer, ...]
    places: tuple[CarriedPlace, ...]
    askings: tuple[CarriedAsking, ...]
    sheets: tuple[CarriedSheet, ...]
    votes: tuple[CarriedVote, ...]
    overrides: tuple[CarriedOverride, ...]
    threads: tuple[CarriedThread, ...] = ()
    forums: tuple[CarriedForum, ...] = ()

    @property
    def over(self) -> bool:
        """Whether nothing of it is secret any more."""
        return self.status is MatchStatus.OVER


# ---- out -------------------------------------------------------------------------------------------------


def take_out(session: Session, ctx: Context, match: Match) -> tuple[Carried, tuple[CarriedRecord, ...]]:
    """Return a match as plain data, its records apart; nothing is changed."""
    places = _rows(session, Place, match)
    numbers = tuple(dict.fromkeys(place.player for place in places if place.player is not None))
    players = tuple(_player(session, number) for number in numbers)
    threads = carried_forums.threads(session, match, numbers)
    forums = {each.forum for each in threads} | {each.forum for player in players for each in player.accounts}
    carried = Carried(
        format=FORMAT,
        release=__version__,
        carried=ctx.now(),
        **{name: getattr(match, name) for name in _ALIKE},
        secret=match.secret.hex(),
        settings=asking.plan_of(match.settings),
        players=players,
        places=tuple(
            _plain(CarriedPlace, place, player=None if place.player is None else numbers.index(place.player))
            for place in places
        ),
        askings=tuple(_plain(CarriedAsking, row) for row in _rows(session, Asking, match)),
        sheets=tuple(_plain(CarriedSheet, row) for row in _rows(session, Sheet, match)),
        votes=tuple(_plain(CarriedVote, row) for row in _rows(session, Vote, match)),
        overrides=tuple(_plain(CarriedOverride, row) for row in _rows(session, Override, match)),
        threads=threads,
        forums=carried_forums.forums(session, ctx, forums),
    )
    return carried, tuple(_plain(CarriedRecord, row) for row in queries.records(session, match.id or 0))


_ALIKE = tuple({*Carried.__struct_fields__} & {*Match.model_fields} - {"secret", "settings"})
"""What is carried of a match's row as it is."""
_PACKED = ("prompts", "told", "orders", "body", "position")


def _rows(session: Session, table: type[SQLModel], match: Match) -> Sequence[Any]:
    of_match: Any = table
    return session.exec(select(of_match).where(of_match.match == match.id).order_by(of_match.id)).all()


def _plain(kind: Any, row: SQLModel, **other: Any) -> Any:  # noqa: ANN401 - any row as its Struct
    return kind(**{name: other[name] if name in other else _value(name, getattr(row, name))
                   for name in kind.__struct_fields__})  # fmt: skip


def _value(name: str, value: Any) -> Any:  # noqa: ANN401 - whatever a column holds
    if name in _PACKED and value is not None:
        return codec.unpack(value, Any)
    return value.hex() if isinstance(value, bytes) else value


def _player(session: Session, number: int) -> CarriedPlayer:
    player = session.get_one(Player, number)
    return CarriedPlayer(
        name=player.name,
        zone=player.zone,
        preferences=codec.decode(player.preferences, dict[str, Any]),
        addresses=tuple(
            CarriedAddress(address=row.address, confirmed=row.confirmed) for row in queries.addresses(session, number)
        ),
        accounts=carried_forums.accounts(session, number),
    )


# ---- in --------------------------------------------------------------------------------------------------


def as_now(match: dict[str, Any]) -> dict[str, Any]:
    """Return a match, as JSON that any release wrote, in the layout that ``Carried`` has now."""
    if match.get("format") != 1:
        return match
    unknown = pack_complaints([Complaint("", "")])
    sheets = [
        {name: value for name, value in sheet.items() if name != "faulty"}
        | ({"complaints": unknown} if sheet.get("faulty") else {})
        for sheet in match.get("sheets", ())
    ]
    return {**match, "sheets": sheets}


def bring_in(session: Session, ctx: Context, carried: Carried, rows: Sequence[CarriedRecord]) -> Match:
    """Make a match of what was carried, as part of the caller's transaction; raises TransferError.

    It is played again from its records and must come out the same. One that goes on comes paused, with the time that
    was left when it was taken out: nobody is written to before the GM lets it run.
    """
    check(session, ctx, carried)
    try:
        match = _write(session, ctx, carried, rows)
        found = _differences(session, ctx, match)
    except OperationalError:  # the database is busy or away: the folder is not to blame
        raise
    except Exception as error:
        what = f"{type(error).__name__}: {error}".partition("\n")[0]
        raise TransferError(
            f"{carried.name} cannot be played again from what is in the folder ({what}); nothing was changed"
        ) from error
    rules = ctx.game(match.game).info.rules
    if found:
        told = _told(match, rules, found)
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
        settings=codec.encode(carried.settings).decode(),
        state=_packed(rows[-1].position),
    )
    session.add(match)
    session.flush()
    here = carried_forums.names_here(ctx, carried.forums)
    players = [_find_or_make(session, here, player) for player in carried.players]
    for place in carried.places:
        player = None if place.player is None else players[place.player]
        session.add(Place(**{**_columns(place), "match": match.id, "player": player}))
    known = set(session.exec(select(Override.name)))
    parts: list[tuple[type[SQLModel], Sequence[_Row]]] = [
        (Asking, carried.askings),
        (Sheet, carried.sheets),
        (Vote, carried.votes),
        (Record, rows),
        (Override, [each for each in carried.overrides if each.name not in known]),
    ]
    for table, listed in parts:
        session.add_all(table(**{**_columns(row), "match": match.id}) for row in listed)
        session.flush()
    carried_forums.add_threads(session, here, match, players, carried.threads)
    carried_forums.add_cursors(session, here, carried.forums)
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
    other = queries.match_of(session, tags.slug(carried.name))
    if other is not None:
        raise TransferError(_clash(carried, other))
    try:
        tags.check_names(ctx, carried.name, [seat.seat for seat in carried.settings.seats])
    except tags.TagError as error:
        raise TransferError(str(error)) from error
    seated = {each.player for each in carried.places if each.left is None}
    unaddressed = [each for number, each in enumerate(carried.players) if number in seated and not each.addresses]
    alone = {each.name: each.accounts for each in unaddressed if each.accounts}
    if not carried.over and (said := carried_forums.out_of_reach(ctx, carried.forums, alone)):
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


def _columns(row: _Row) -> dict[str, Any]:
    """Return what a row of a table holds."""
    return {name: _column(name, getattr(row, name)) for name in row.__struct_fields__}


def _column(name: str, value: Any) -> Any:  # noqa: ANN401 - whatever a column holds
    if name in _PACKED and value is not None:
        return _packed(value)
    return bytes.fromhex(value) if name in _HEX else value


_HEX = ("open_seed", "secret_seed", "salt")


def _packed(value: Any) -> bytes:  # noqa: ANN401 - whatever JSON holds, its fields in the order in which they came
    return zlib.compress(msgspec.json.encode(value), 6)


def _find_or_make(session: Session, here: Mapping[str, str], carried: CarriedPlayer) -> int:
    """Return the player with one of these addresses or accounts as this instance knows them, or a new one."""
    player = _known(session, here, carried) or _new_player(session, carried)
    carried_forums.add_accounts(session, here, player, carried.accounts)
    return player


def _known(session: Session, here: Mapping[str, str], carried: CarriedPlayer) -> int | None:
    for address in carried.addresses:
        owner = next(iter(queries.owners(session, [address.address])), None)
        if owner is not None:
            return owner.player
    return carried_forums.owner(session, here, carried.accounts)


def _new_player(session: Session, carried: CarriedPlayer) -> int:
    preferences = codec.encode(carried.preferences).decode()
    player = Player(name=carried.name, zone=carried.zone, preferences=preferences)
    session.add(player)
    session.flush()
    if player.id is None:
        raise AssertionError("a flushed player has an id")
    for address in carried.addresses:
        session.add(Address(player=player.id, address=address.address, confirmed=address.confirmed))
    session.flush()
    return player.id


def _differences(session: Session, ctx: Context, match: Match) -> list[Finding]:
    """Play the match again, bots and all; under other rules it must at least come out the same."""
    game = ctx.game(match.game)
    if match.rules == game.info.rules:
        return [finding for finding in replay(session, ctx, match) if finding.grave]
    difference = first_difference(session, game, match)
    return [difference] if difference else []


def _told(match: Match, rules: int, found: Sequence[Finding]) -> str:
    listed = "; ".join(f"record {each.record or 0}: {each.code} ({each.about})" for each in found[:3])
    if match.rules != rules:
        listed += f". It was begun under rules {match.rules}, this release plays {rules}: use a release that has those"
    return listed


def _pause(session: Session, ctx: Context, match: Match, since: datetime) -> None:
    """Stop the clock at the moment when the match was taken out, as a note of its own."""
    match.status, match.ready_at = MatchStatus.PAUSED, None
    game = ctx.game(match.game)
    body = records.Body[Any, Any](
        code="match-paused", facts={"paused": since.isoformat()}, standing=records.standing(session, game, match)
    )
    state = records.position(game, match.state)
    records.append(session, match, RecordKind.NOTE, body, state=state, made=ctx.now())
    asking.follow(session, match)
