"""What a match asks now: prompts, the sheets on file, the salts of their receipts, and the match's own settings."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import timedelta
from functools import lru_cache, reduce
from operator import or_
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, replace
from sqlalchemy import bindparam
from sqlmodel import Session, col, select

from moderator.core import codec, dice
from moderator.core.dice import Occasion, Seeds, Stream
from moderator.core.game import AnyGame, Prompt
from moderator.core.orders import Order
from moderator.core.seats import Seat
from moderator.service.context import Context, MatchPlan, Settings
from moderator.service.matches import bots
from moderator.store import match_queries
from moderator.store.tables import Asking, Letter, Match, Place, Sheet


@lru_cache(maxsize=4096)
def plan_of(settings: str) -> MatchPlan:
    """Return a match's plan from the text kept in ``Match.settings``."""
    return codec.decode(settings, MatchPlan)


class _Own(Struct, frozen=True):
    """What a plan may set for its match alone: apart from the rest, since every look at a match asks for it."""

    delay: timedelta | None = None
    grace: timedelta | None = None
    remind: timedelta | None = None
    confirm: bool | None = None


def settings_of(ctx: Context, match: Match) -> Settings:
    """Return the operator's settings with what the match has of its own in their place."""
    own = _own(match.settings)
    return replace(ctx.settings, **own) if own else ctx.settings


@lru_cache(maxsize=4096)
def _own(settings: str) -> dict[str, Any]:
    """Return what a plan sets for its match alone."""
    return {name: value for name, value in asdict(codec.decode(settings, _Own)).items() if value is not None}


_PROMPTS = dict[Seat, Prompt]


@lru_cache(maxsize=64)
def _sheet_type(orders: tuple[type, ...]) -> Any:  # noqa: ANN401 - a tuple of a union
    return tuple[reduce(or_, orders), ...]  # type: ignore[misc]


def pack_orders(orders: Sequence[Order]) -> bytes:
    """Return orders as ``Sheet.orders`` keeps them."""
    return codec.pack(tuple(orders))


def unpack_orders(game: AnyGame, data: bytes) -> tuple[Any, ...]:
    """Read what ``pack_orders`` wrote."""
    orders: tuple[Any, ...] = codec.unpack(data, _sheet_type(game.language.orders))
    return orders


def salt_of(secret: bytes, asking: int, seat: Seat, number: int) -> bytes:
    """Return the salt of a sheet's receipt, from the match secret: the end of the match opens it, and so every salt."""
    return codec.digest(secret, ["salt", asking, seat, number]).encode()


def receipt(game: AnyGame, salt: bytes, orders: Sequence[Order]) -> str:
    """Return the proof that a sheet was filed, over its canonical lines."""
    return dice.receipt(salt, [game.language.line(order) for order in orders])


# built once, since building a statement takes longer than running it
_OPEN = select(Asking).where(
    col(Asking.match) == bindparam("match"), col(Asking.number) == bindparam("number"), col(Asking.closed).is_(None)
)


def current(session: Session, match: Match) -> Asking | None:
    """Return the asking that is open, None once the match is over."""
    return session.exec(_OPEN, params={"match": match.id, "number": match.asking}).first()


def occasion(match: Match, number: int, record: int, amendment: int = 0) -> Occasion:
    """Return for what dice of a match are thrown: the turn of order request ``number``, or an amendment in it."""
    name = dice_name(match)
    return Occasion(match=name, formula=match.formula, asking=number, record=record, amendment=amendment)


def dice_name(match: Match) -> str:
    """Return the name that the dice of a match are keyed with, and that its proofs bear: no other match has it."""
    plan = plan_of(match.settings)
    return plan.dice_name or plan.name


def seeds(asking: Asking) -> Seeds:
    """Return the seeds of the dice of an asking."""
    return Seeds(asking.open_seed, asking.secret_seed)


def seals_kept(seeds: Seeds) -> str:
    """Return the seals of an asking as ``Asking.sealed`` keeps them."""
    seals = seeds.seals()
    return f"{seals.open} {seals.secret}"


def chance_of_bots(match: Match, asking: Asking) -> Stream:
    """Return what the bots of an asking draw from: its secret dice without receipts, for none are known yet.

    So a replay finds the same sheets, and nobody can foretell them before the end.
    """
    return seeds(asking).dice_for(occasion(match, asking.number, asking.record)).secret


def out(game: AnyGame, state: Any, seats: Iterable[Seat]) -> frozenset[Seat]:  # noqa: ANN401 - the state is the game's own
    """Return which of some seats are out of a match, so that nothing is asked of them any more."""
    return frozenset(seats).difference(game.playing(state)) if game.playing else frozenset()


def prompts(asking: Asking | None) -> dict[Seat, Prompt]:
    """Return who is asked for what."""
    if asking is None:
        return {}
    asked: dict[Seat, Prompt] = codec.unpack(asking.prompts, _PROMPTS)
    return asked


_SHEETS_THAT_COUNT = (
    select(Sheet)
    .where(col(Sheet.match) == bindparam("match"), col(Sheet.asking) == bindparam("asking"))
    .where(col(Sheet.current).is_(True))
    .order_by(col(Sheet.id))
)


def sheets(session: Session, match: Match, number: int | None = None) -> dict[Seat, Sheet]:
    """Return the sheets that count for an asking (the open one), bots' among them."""
    asked = {"match": match.id, "asking": match.asking if number is None else number}
    return {sheet.seat: sheet for sheet in session.exec(_SHEETS_THAT_COUNT, params=asked)}


_SEATED = (
    select(Place)
    .where(col(Place.match) == bindparam("match"), col(Place.left).is_(None))
    .order_by(match_queries.BY_SEAT)
)


def places(session: Session, match: Match) -> dict[Seat, Place]:
    """Return who sits where now."""
    return {place.seat: place for place in session.exec(_SEATED, params={"match": match.id})}


# ---- what allies have told each other --------------------------------------------------------------------------


def proposed(game: AnyGame, asked: Asking) -> Mapping[Seat, tuple[Any, ...]]:
    """Return what people have told their allies that they mean to order."""
    if asked.told is None:
        return {}
    orders: dict[Seat, tuple[Any, ...]] = codec.unpack(asked.told, dict[Seat, _sheet_type(game.language.orders)])  # type: ignore[misc]
    return orders


def intents(game: AnyGame, asked: Asking, bots_sheets: Iterable[Sheet]) -> Mapping[Seat, tuple[Any, ...]]:
    """Return what all who tell it mean to order: people as they proposed, bots by their sheets.

    It is for each seat's allies alone, as the game's ``heard`` has it.
    """
    concert = game.concert
    if concert is None:
        return {}
    return {
        **proposed(game, asked),
        **{sheet.seat: concert.intents(unpack_orders(game, sheet.orders)) for sheet in bots_sheets},
    }


def heard(game: AnyGame, asked: Asking | None, view: Any, bots_sheets: Callable[[], Iterable[Sheet]]) -> Any:  # noqa: ANN401 - the view is the game's own
    """Return a seat's view with what its allies have told, if it has any; else nobody asks for the bots' sheets."""
    if game.concert is None or asked is None or not game.concert.allies(view):
        return view
    return game.concert.heard(view, intents(game, asked, bots_sheets()))


# ---- the next asking -------------------------------------------------------------------------------------------


class Opening(Struct, frozen=True):
    """A new asking before it is written: its seeds, who is asked, and what bots answer already.

    ``deserted`` says that bots play for all of the match's people: it keeps its deadlines, so that these may come back.
    """

    number: int
    record: int
    seeds: Seeds
    prompts: dict[Seat, Prompt]
    bot_sheets: dict[Seat, tuple[Any, ...]]
    deserted: bool = False


def opening(
    game: AnyGame,
    match: Match,
    state: Any,  # noqa: ANN401 - the state is the game's own
    asked: Mapping[Seat, Prompt],
    *,
    seated: Mapping[Seat, Place],
    seeds: Seeds,
    record: int,
    stand_ins: Mapping[Seat, str] | None = None,
) -> Opening:
    """Prepare the next asking of a match, in no transaction: bots think here, ``stand_ins`` for the first time."""
    playing = {seat: place.bot for seat, place in seated.items() if place.bot} | dict(stand_ins or {})
    names = {seat: bot for seat, bot in playing.items() if seat in asked}
    people = [seat for seat, place in seated.items() if place.player is not None]
    number = match.asking + 1
    secret = seeds.dice_for(occasion(match, number, record)).secret
    answers = bots.sheets(game, state, asked, names, secret=secret) if names else {}
    deserted = bool(people) and all(seat in playing for seat in people)
    return Opening(number, record, seeds, dict(asked), answers, deserted)


def ask(session: Session, ctx: Context, game: AnyGame, match: Match, opening: Opening) -> None:
    """Make an asking the open one of its match; bots' sheets are filed with it."""
    now = ctx.now()
    if match.id is None:
        raise AssertionError("a match that is written has an id")
    match.asking = opening.number
    match.ready_at = None
    match.reminded = None
    session.add(
        Asking(
            match=match.id,
            number=opening.number,
            record=opening.record,
            open_seed=opening.seeds.open,
            secret_seed=opening.seeds.secret,
            sealed=seals_kept(opening.seeds),
            prompts=codec.pack(opening.prompts),
            opened=now,
        )
    )
    if all(seat in opening.bot_sheets for seat in opening.prompts) and not opening.deserted:
        match.ready_at = now + settings_of(ctx, match).delay
    session.add_all(new_sheet(ctx, game, match, seat, orders, number=1) for seat, orders in opening.bot_sheets.items())


def new_sheet(
    ctx: Context,
    game: AnyGame,
    match: Match,
    seat: Seat,
    orders: Sequence[Order],
    *,
    number: int,
    letter: Letter | None = None,
) -> Sheet:
    """Return a sheet for the open asking, to be added to the session; no letter brought a bot's and the GM's."""
    if match.id is None:
        raise AssertionError("a match that is written has an id")
    salted = salt_of(match.secret, match.asking, seat, number)
    return Sheet(
        match=match.id,
        asking=match.asking,
        seat=seat,
        number=number,
        letter=letter.id if letter else None,
        arrived=letter.arrived if letter else ctx.now(),
        orders=pack_orders(orders),
        salt=salted,
        receipt=receipt(game, salted, orders),
    )
