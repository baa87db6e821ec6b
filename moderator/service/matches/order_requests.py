"""What a match asks now: prompts, the recorded orders, the salts of their receipts, and the match's own settings."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, reduce
from operator import or_
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import bindparam
from sqlmodel import Session, col, select

from moderator.core import codec, dice
from moderator.core.dice import Occasion, Seeds, Stream
from moderator.core.game import AnyGame, Prompt
from moderator.core.orders import Order
from moderator.core.seats import Seat
from moderator.games.simulate import bots_order_sets
from moderator.service.context import Context, Settings
from moderator.store import match_queries
from moderator.store.tables import Letter, Match, OrderRequest, OrderSet, SeatAssignment

_OF_MATCHES = ("delay", "grace", "remind", "confirm")
"""The settings that a match may have of its own."""


def settings_of(ctx: Context, match: Match) -> Settings:
    """Return the operator's settings with what the match has of its own in their place."""
    own = {name: value for name in _OF_MATCHES if (value := getattr(match.settings, name)) is not None}
    return replace(ctx.settings, **own) if own else ctx.settings


_PROMPTS = dict[Seat, Prompt]


@lru_cache(maxsize=64)
def _orders_type(orders: tuple[type, ...]) -> Any:  # noqa: ANN401 - a tuple of a union
    return tuple[reduce(or_, orders), ...]  # type: ignore[misc]


def pack_orders(orders: Sequence[Order]) -> bytes:
    """Return orders as ``OrderSet.orders`` keeps them."""
    return codec.pack(tuple(orders))


def unpack_orders(game: AnyGame, data: bytes) -> tuple[Any, ...]:
    """Read what ``pack_orders`` wrote."""
    orders: tuple[Any, ...] = codec.unpack(data, _orders_type(game.language.orders))
    return orders


def salt_of(secret: bytes, request: int, seat: Seat, number: int) -> bytes:
    """Return the salt of the orders' receipt, from the match secret: the end of the match opens them all."""
    return codec.digest(secret, ["salt", request, seat, number]).encode()


def receipt(game: AnyGame, salt: bytes, orders: Sequence[Order]) -> str:
    """Return the proof that an order set was filed, over its canonical lines."""
    return dice.receipt(salt, [game.language.line(order) for order in orders])


# built once, since building a statement takes longer than running it
_OPEN = select(OrderRequest).where(
    col(OrderRequest.match) == bindparam("match"),
    col(OrderRequest.number) == bindparam("number"),
    col(OrderRequest.closed).is_(None),
)


def current(session: Session, match: Match) -> OrderRequest | None:
    """Return the order request that is open, None once the match is over."""
    return session.exec(_OPEN, params={"match": match.id, "number": match.request}).first()


def occasion(match: Match, number: int, record: int, amendment: int = 0) -> Occasion:
    """Return for what dice of a match are thrown: the turn of order request ``number``, or an amendment in it."""
    name = dice_name(match)
    return Occasion(match=name, formula=match.formula, request=number, record=record, amendment=amendment)


def dice_name(match: Match) -> str:
    """Return the name that the dice of a match are keyed with, and that its proofs bear: no other match has it."""
    return match.settings.dice_name or match.settings.name


def seeds(request: OrderRequest) -> Seeds:
    """Return the seeds of the dice of an order request."""
    return Seeds(request.open_seed, request.secret_seed)


def packed_seals(seeds: Seeds) -> str:
    """Return the seals of an order request as ``OrderRequest.sealed`` keeps them."""
    seals = seeds.seals()
    return f"{seals.open} {seals.secret}"


def chance_of_bots(match: Match, request: OrderRequest) -> Stream:
    """Return what the bots of an order request draw from: its secret dice without receipts, for none are known yet.

    So a replay finds the same order sets, and nobody can foretell them before the end.
    """
    return seeds(request).dice_for(occasion(match, request.number, request.record)).secret


def seats_out(game: AnyGame, state: Any, seats: Iterable[Seat]) -> frozenset[Seat]:  # noqa: ANN401 - the state is the game's own
    """Return which of some seats are out of a match, so that nothing is asked of them any more."""
    return frozenset(seats).difference(game.playing(state)) if game.playing else frozenset()


def prompts(request: OrderRequest | None) -> dict[Seat, Prompt]:
    """Return who is asked for what."""
    if request is None:
        return {}
    asked: dict[Seat, Prompt] = codec.unpack(request.prompts, _PROMPTS)
    return asked


_CURRENT_ORDER_SETS_OF = (
    select(OrderSet)
    .where(col(OrderSet.match) == bindparam("match"), col(OrderSet.request) == bindparam("request"))
    .where(col(OrderSet.current).is_(True))
    .order_by(col(OrderSet.id))
)


def order_sets(session: Session, match: Match, number: int | None = None) -> dict[Seat, OrderSet]:
    """Return the order sets that count for an order request (the open one), bots' among them."""
    asked = {"match": match.id, "request": match.request if number is None else number}
    return {order_set.seat: order_set for order_set in session.exec(_CURRENT_ORDER_SETS_OF, params=asked)}


_SEATED = (
    select(SeatAssignment)
    .where(col(SeatAssignment.match) == bindparam("match"), col(SeatAssignment.left).is_(None))
    .order_by(match_queries.BY_SEAT)
)


def assignments(session: Session, match: Match) -> dict[Seat, SeatAssignment]:
    """Return who sits where now."""
    return {assignment.seat: assignment for assignment in session.exec(_SEATED, params={"match": match.id})}


# ---- what allies have told each other --------------------------------------------------------------------------


def proposed_plans(game: AnyGame, asked: OrderRequest) -> Mapping[Seat, tuple[Any, ...]]:
    """Return what people have told their allies that they mean to order."""
    if asked.proposals is None:
        return {}
    orders: dict[Seat, tuple[Any, ...]] = codec.unpack(asked.proposals, dict[Seat, _orders_type(game.language.orders)])  # type: ignore[misc]
    return orders


def intents(game: AnyGame, asked: OrderRequest, bots_order_sets: Iterable[OrderSet]) -> Mapping[Seat, tuple[Any, ...]]:
    """Return what all who tell it mean to order: people as they proposed, bots by their order sets.

    It is for each seat's allies alone, as the game's ``with_plans`` has it.
    """
    concert = game.concert
    if concert is None:
        return {}
    return {
        **proposed_plans(game, asked),
        **{order_set.seat: concert.intents(unpack_orders(game, order_set.orders)) for order_set in bots_order_sets},
    }


def view_with_plans(
    game: AnyGame,
    asked: OrderRequest | None,
    view: Any,  # noqa: ANN401 - the view is the game's own
    bots_order_sets: Callable[[], Iterable[OrderSet]],
) -> Any:  # noqa: ANN401 - the view is the game's own
    """Return a seat's view with what its allies have told, if it has any; else nobody asks for the bots' order sets."""
    if game.concert is None or asked is None or not game.concert.allies(view):
        return view
    return game.concert.with_plans(view, intents(game, asked, bots_order_sets()))


# ---- the next order request
# -------------------------------------------------------------------------------------------


class Opening(Struct, frozen=True):
    """A new order request before it is written: its seeds, who is asked, and what bots answer already.

    ``deserted`` says that bots play for all of the match's people: it keeps its deadlines, so that these may come back.
    """

    number: int
    record: int
    seeds: Seeds
    prompts: dict[Seat, Prompt]
    bot_order_sets: dict[Seat, tuple[Any, ...]]
    deserted: bool = False


def opening(
    game: AnyGame,
    match: Match,
    state: Any,  # noqa: ANN401 - the state is the game's own
    asked: Mapping[Seat, Prompt],
    *,
    seated: Mapping[Seat, SeatAssignment],
    seeds: Seeds,
    record: int,
    stand_ins: Mapping[Seat, str] | None = None,
) -> Opening:
    """Prepare the next request of a match, in no transaction: bots think here, ``stand_ins`` for the first time."""
    playing = {seat: assignment.bot for seat, assignment in seated.items() if assignment.bot} | dict(stand_ins or {})
    names = {seat: bot for seat, bot in playing.items() if seat in asked}
    people = [seat for seat, assignment in seated.items() if assignment.player is not None]
    number = match.request + 1
    secret = seeds.dice_for(occasion(match, number, record)).secret
    answers = bots_order_sets(game, state, asked, names, secret=secret) if names else {}
    deserted = bool(people) and all(seat in playing for seat in people)
    return Opening(number, record, seeds, dict(asked), answers, deserted)


def ask(session: Session, ctx: Context, game: AnyGame, match: Match, opening: Opening) -> None:
    """Make an order request the open one of its match; bots' order sets are filed with it."""
    now = ctx.now()
    match.request = opening.number
    match.ready_at = None
    match.reminded = None
    session.add(
        OrderRequest(
            match=match.id,
            number=opening.number,
            record=opening.record,
            open_seed=opening.seeds.open,
            secret_seed=opening.seeds.secret,
            sealed=packed_seals(opening.seeds),
            prompts=codec.pack(opening.prompts),
            opened=now,
        )
    )
    if all(seat in opening.bot_order_sets for seat in opening.prompts) and not opening.deserted:
        match.ready_at = now + settings_of(ctx, match).delay
    session.add_all(
        new_order_set(ctx, game, match, seat, orders, number=1) for seat, orders in opening.bot_order_sets.items()
    )


def new_order_set(
    ctx: Context,
    game: AnyGame,
    match: Match,
    seat: Seat,
    orders: Sequence[Order],
    *,
    number: int,
    letter: Letter | None = None,
) -> OrderSet:
    """Return an order set for the open request, to be added to the session; no letter brought a bot's and the GM's."""
    salted = salt_of(match.secret, match.request, seat, number)
    return OrderSet(
        match=match.id,
        request=match.request,
        seat=seat,
        number=number,
        letter=letter.id if letter else None,
        arrived=letter.arrived if letter else ctx.now(),
        orders=pack_orders(orders),
        salt=salted,
        receipt=receipt(game, salted, orders),
    )
