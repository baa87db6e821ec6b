"""Matches that look the same to somebody and are not: all that is hidden, in the position and on record, is changed."""

import hashlib
import itertools
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace
from sqlmodel import Session, select

from moderator.core import codec
from moderator.core.dice import Throw
from moderator.core.game import AnyGame, Event, Prompt
from moderator.core.seats import Seat, Who
from moderator.service.context import MatchPlan
from moderator.service.matches import order_requests, records
from moderator.store.tables import Match, OrderRequest, OrderSet, Record
from moderator.testing.finding import find_testing


def otherwise(game: AnyGame, state: Any, who: Who) -> Any:  # noqa: ANN401 - the game's own
    """Return a position in which all that somebody may not know of this one is otherwise."""
    hidden = find_testing(game).hidden
    for number in itertools.count():
        found: Any = next(itertools.islice(hidden(state, who), number, None), None)
        if found is None:
            return state
        state = found
    raise AssertionError("there is an end to it")


def hide(session: Session, game: AnyGame, who: Who) -> None:
    """Make everything in the one match that there is otherwise that somebody may not know."""
    match = session.exec(select(Match)).one()
    for record in session.exec(select(Record)):
        record.position = codec.pack(otherwise(game, records.position(game, record.position), who))
        record.body = codec.pack(_other_body(records.body(game, record), who))
        session.add(record)
        if record.number == match.number:
            match.state = record.position
    match.settings = _other_plan(game, match, who)
    session.add(match)
    for asked in session.exec(select(OrderRequest)):
        asked.secret_seed = hashlib.sha256(asked.secret_seed).digest()
        session.add(asked)
    swapped = _ask_others(session, match, game.pending(records.position(game, match.state)))
    for order_set in session.exec(select(OrderSet)):
        if order_set.seat != who:
            order_set.orders, order_set.salt, order_set.receipt = order_requests.pack_orders(()), b"other", "f" * 32
            order_set.seat = (
                swapped.get(order_set.seat, order_set.seat) if order_set.request == match.request else order_set.seat
            )
            session.add(order_set)


def _other_plan(game: AnyGame, match: Match, who: Who) -> MatchPlan:
    """Return the plan of a match as it would be with the options of its position, so far as they are others'."""
    plan, played = match.settings, to_builtins(game.options(records.position(game, match.state)))
    own = {name: {who: part[who]} for name, part in plan.options.items() if isinstance(part, dict) and who in part}
    return replace(plan, options={**plan.options, **{name: {**played[name], **part} for name, part in own.items()}})


def _ask_others(session: Session, match: Match, prompts: Mapping[Seat, Prompt]) -> dict[Seat, Seat]:
    """Ask whom the position asks now, under seeds of its own; return who stands for whom that was asked in secret."""
    opened = order_requests.current(session, match)
    assert opened is not None
    before = order_requests.prompts(opened)
    swapped = zip(
        (seat for seat in before if seat not in prompts), (s for s in prompts if s not in before), strict=True
    )
    opened.open_seed = hashlib.sha256(opened.open_seed).digest()
    opened.prompts = codec.pack(dict(prompts))
    session.add(opened)
    return dict(swapped)


def _other_body(body: records.AnyBody, who: Who) -> records.AnyBody:
    """Return what a record holds, with other orders of others, other secret throws, and other things unseen."""
    steps = tuple(
        records.StoredStep(
            step.number,
            {seat: orders if seat == who else () for seat, orders in step.orders.items()},
            step.silent,
            (*(event for event in step.events if event.known_to(who)), *_unseen(step, who)),
            tuple(_other_throw(throw, who) for throw in step.throws),
        )
        for step in body.steps
    )
    standing = {seat: orders for seat, orders in body.standing.items() if seat == who}
    return replace(body, steps=steps, standing=standing)


def _unseen(step: records.StoredStep[Any, Any], who: Who) -> Iterator[Event]:
    """Give events that others alone have witnessed."""
    others = tuple(seat for seat in step.orders if seat != who)
    yield from (replace(event, seen_by=others) for event in step.events[:3])


def _other_throw(throw: Throw, who: Who) -> Throw:
    """Return a throw as it might have come out as well, if somebody has not seen it, and a draw by other weights."""
    if throw.draw:
        order = throw.draw.order if throw.draw.known_to(who) else throw.draw.order[::-1]
        throw = replace(throw, draw=replace(throw.draw, order=order, weights=tuple(w + 1 for w in throw.draw.weights)))
    return throw if throw.stream == "open" else replace(throw, value=throw.value % throw.sides + 1)
