"""What a match asks now: prompts, the sheets on file, standing orders, and its own settings."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from functools import lru_cache, reduce
from operator import or_
from typing import Any

from sqlmodel import Session, col, select

from moderator.core import codec
from moderator.core.game import AnyGame, Lasts, Order, Prompt
from moderator.core.seats import Seat
from moderator.service.context import Context, MatchPlan
from moderator.store.tables import Asking, Match, Place, Sheet


@lru_cache(maxsize=1024)
def plan_of(settings: str) -> MatchPlan:
    """Return a match's plan from the text kept in ``Match.settings``."""
    return codec.decode(settings, MatchPlan)


def delay(ctx: Context, match: Match) -> timedelta:
    """Return the pause for second thoughts once all are in."""
    own = plan_of(match.settings).delay
    return ctx.settings.delay if own is None else own


def grace(ctx: Context, match: Match) -> timedelta:
    """Return the last chance for the late."""
    own = plan_of(match.settings).grace
    return ctx.settings.grace if own is None else own


def remind(ctx: Context, match: Match) -> timedelta:
    """Return how long before a deadline a silent seat is reminded."""
    own = plan_of(match.settings).remind
    return ctx.settings.remind if own is None else own


def current(session: Session, match: Match) -> Asking | None:
    """Return the asking that is open, None once the match is over."""
    return session.exec(
        select(Asking).where(Asking.match == match.id, Asking.number == match.asking, col(Asking.closed).is_(None))
    ).first()


def prompts(asking: Asking | None) -> dict[Seat, Prompt]:
    """Return who is asked for what, in the game's order."""
    if asking is None:
        return {}
    listed: tuple[tuple[Seat, Prompt], ...] = codec.unpack(asking.prompts, tuple[tuple[Seat, Prompt], ...])
    return dict(listed)


def sheets(session: Session, match: Match) -> dict[Seat, Sheet]:
    """Return the sheets that count for the open asking, bots' among them."""
    rows = session.exec(
        select(Sheet).where(Sheet.match == match.id, Sheet.asking == match.asking, col(Sheet.current).is_(True))
    )
    return {sheet.seat: sheet for sheet in rows}


def places(session: Session, match: Match) -> dict[Seat, Place]:
    """Return who sits where now."""
    rows = session.exec(select(Place).where(Place.match == match.id, col(Place.left).is_(None)).order_by(col(Place.id)))
    return {place.seat: place for place in rows}


def fold_standing(old: Sequence[Order], sheet: Sequence[Order]) -> tuple[Order, ...]:
    """Return what stands after a sheet: its own standing orders, then those of other kinds that stood before."""
    new = tuple(order for order in sheet if order.lasts is Lasts.CHANGED)
    kinds = {type(order) for order in new}
    return new + tuple(order for order in old if type(order) not in kinds)


def union_of(types: Sequence[type]) -> Any:  # noqa: ANN401 - a union of types is no type
    """Return the tagged union of some Struct types, for the codec."""
    return reduce(or_, types)


def silence(game: AnyGame, state: Any, seat: Seat, prompt: Prompt, standing: Mapping[Seat, Sequence[Order]]) -> tuple[Any, ...]:  # noqa: ANN401, E501 - the state is the game's own
    """Return what the default would order for a seat."""
    return tuple(game.default(game.view(state, seat), prompt, standing.get(seat, ())).orders)
