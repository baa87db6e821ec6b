"""Steps 9 to 11: is a turn due, what is its ruling, and the one commit that makes it so."""

import traceback
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any

from msgspec import Struct
from sqlalchemy import update
from sqlmodel import Session, col

from moderator.core.dice import Dice, Seeds
from moderator.core.game import AnyGame, Prompt
from moderator.core.referee import Progress, advance
from moderator.core.seats import Observer, Seat
from moderator.service import asking, deadlines, matches, outbox, records, reports
from moderator.service.asking import Opening
from moderator.service.context import Context
from moderator.service.facts import TurnReport
from moderator.service.outbox import Letter, Priority
from moderator.service.records import AnyBody, Body, Filed
from moderator.store import queries
from moderator.store.session import Store
from moderator.store.tables import Asking, Match, MatchStatus, Place, RecordKind, Sheet, Vote

Drain = Callable[[datetime], object]
"""Fetches mail and acts on every kept letter that arrived before a time."""


_TRIES = 3


class Looked(StrEnum):
    """What came of looking at a match."""

    NOT_DUE = "not due"
    RULED = "ruled"
    OVER = "over"
    """It was ruled, and that was its end."""
    MOVED = "moved"
    """Somebody else recorded something meanwhile; look again."""
    WAITING = "waiting"
    """Nothing can be ruled until somebody answers."""
    FAULTED = "faulted"


class Table(Struct, frozen=True):
    """Everything that a ruling needs, read in one transaction; ``number`` is the record that it goes on from."""

    match: Match
    number: int
    asking: Asking
    prompts: dict[Seat, Prompt]
    sheets: dict[Seat, Sheet]
    places: dict[Seat, Place]
    standing: dict[Seat, tuple[Any, ...]]


class Verdict(Struct, frozen=True):
    """What was ruled, before it is recorded."""

    progress: Progress
    body: AnyBody
    opening: Opening | None


def look(store: Store, ctx: Context, match_id: int, drain: Drain | None = None, *, force: bool = False) -> Looked:
    """Run a match's turn if it is due; harmless at any time, however often.

    The mailbox is drained first, so that what arrived in time counts. ``force`` runs the turn now as if the deadline
    were over (the GM's RESOLVE). What raises in a ruling pauses that match alone and is told to the GM.
    """
    now = ctx.now()
    before = _read(store, match_id)
    if not (force and before.status is MatchStatus.RUNNING) and not deadlines.is_due(ctx, before, now):
        return Looked.NOT_DUE
    if drain is not None:
        last = deadlines.cutoff(ctx, before)
        drain(now if last is None else min(now, last))
    for _ in range(_TRIES):
        found = _rule(store, ctx, match_id, now, force=force)
        if found is not Looked.MOVED:
            return found
    return Looked.MOVED


def _rule(store: Store, ctx: Context, match_id: int, now: datetime, *, force: bool) -> Looked:
    with store.read() as session:
        table = read_table(session, ctx, match_id)
    if table is None or not (force or deadlines.is_due(ctx, table.match, now)):
        return Looked.NOT_DUE
    try:
        verdict = adjudicate(ctx, table, overdue=force or deadlines.overdue(ctx, table.match, now))
    except Exception:  # noqa: BLE001 - one bad match never stops the others
        with store.write() as session:
            return _fault(session, ctx, match_id, table.number, traceback.format_exc())
    if not verdict.progress.rulings:
        return Looked.WAITING
    with store.write() as session:
        return record(session, ctx, table, verdict)


def look_at_all(store: Store, ctx: Context, drain: Drain | None = None) -> dict[str, Looked]:
    """Run every turn that is due, again while a match of bots alone is due at once; return what came of each."""
    if drain is not None:
        drain(ctx.now())
    with store.read() as session:
        due = deadlines.due_matches(session, ctx)
    return {_read(store, match_id).name: look(store, ctx, match_id, drain) for match_id in due}


def rehearse(store: Store, ctx: Context, match_id: int) -> TurnReport | None:
    """Return the GM's report of what a turn would bring now, on throwaway dice; nothing is changed.

    None if the match waits for nobody, or nothing can be ruled.
    """
    with store.read() as session:
        table = read_table(session, ctx, match_id)
        if table is None:
            return None
        dice = Dice.throwaway(f"rehearsal/{table.match.name}/{table.number}")
        progress = _advance(ctx, table, dice, overdue=True)
        if not progress.rulings:
            return None
        body = Body[Any, Any](rulings=records.ruled(progress.rulings))
        to = reports.observer(ctx, table.match, Observer.GM)
        return reports.rehearsed(ctx, table.match, to, body, progress.state)


# ---- step 10: outside any write transaction ----------------------------------------------------------------


def _read(store: Store, match_id: int) -> Match:
    with store.read() as session:
        match = session.get(Match, match_id)
        if match is None:
            raise LookupError(f"there is no match {match_id}")
        return match


def read_table(session: Session, ctx: Context, match_id: int) -> Table | None:
    """Return what a ruling of a match needs, None if it waits for nothing."""
    match = session.get(Match, match_id)
    open_asking = asking.current(session, match) if match else None
    if match is None or open_asking is None or match.status is not MatchStatus.RUNNING:
        return None
    return Table(
        match=match,
        number=match.number,
        asking=open_asking,
        prompts=asking.prompts(open_asking),
        sheets=asking.sheets(session, match),
        places=asking.places(session, match),
        standing=records.standing(session, ctx.game(match.game), match),
    )


def adjudicate(ctx: Context, table: Table, *, overdue: bool) -> Verdict:
    """Rule a turn as far as it goes and let bots answer what is asked next; touches no database."""
    game, match = ctx.game(table.match.game), table.match
    filed = filed_sheets(table.sheets, table.prompts)
    seeds = Seeds(table.asking.open_seed, table.asking.secret_seed)
    number = table.number + 1
    public = [sheet.receipt for sheet in filed if not sheet.secret]
    progress = _advance(ctx, table, seeds.dice(match.name, number, public), overdue=overdue)
    orders = _orders(game, table.sheets)
    body = Body[Any, Any](
        code="turn",
        rulings=records.ruled(progress.rulings),
        filed=filed,
        standing=records.merged_standing(table.standing, {sheet.seat: orders[sheet.seat] for sheet in filed}),
    )
    opening = None
    if progress.rulings and progress.waiting:
        opening = asking.opening(
            game,
            match,
            progress.state,
            progress.waiting,
            seated=table.places,
            seeds=matches.fresh_seeds(),
            record=number + 1,
        )
    return Verdict(progress, body, opening)


def filed_sheets(sheets: Mapping[Seat, Sheet], prompts: Mapping[Seat, Prompt]) -> tuple[Filed, ...]:
    """Return the sheets that a ruling gets: those of the seats that are asked."""
    return tuple(
        Filed(seat, sheets[seat].number, sheets[seat].receipt, prompts[seat].secret)
        for seat in prompts
        if seat in sheets
    )


def _orders(game: AnyGame, sheets: Mapping[Seat, Sheet]) -> dict[Seat, tuple[Any, ...]]:
    return {seat: asking.unpack_orders(game, sheet.orders) for seat, sheet in sheets.items()}


def _advance(ctx: Context, table: Table, dice: Dice, *, overdue: bool) -> Progress:
    game = ctx.game(table.match.game)
    state = records.position(game, table.match.state)
    orders = _orders(game, table.sheets)
    standing = records.merged_standing(table.standing, orders)
    return advance(game, state, orders, dice, overdue=overdue, standing=standing)


# ---- step 11: one commit -----------------------------------------------------------------------------------


def record(session: Session, ctx: Context, table: Table, verdict: Verdict) -> Looked:
    """Make a verdict so, as part of the caller's transaction; drop it if the match moved on meanwhile."""
    game = ctx.game(table.match.game)
    match = queries.lock_match(session, table.asking.match)
    if match.number != table.number or match.status is not MatchStatus.RUNNING or _changed(session, table, match):
        return Looked.MOVED
    now = ctx.now()
    state = verdict.progress.state
    number = records.append(session, match, RecordKind.TURN, verdict.body, state=state, made=now)
    close(session, match, now)
    if verdict.opening is None:
        match.status = MatchStatus.OVER
        match.deadline = match.ready_at = None
    else:
        match.turn = next((prompt.turn for prompt in verdict.progress.waiting.values()), match.turn)
        asking.write(session, ctx, game, match, verdict.opening)
        match.deadline = matches.next_deadline(ctx, match)
    session.add(match)
    tell(session, ctx, match, table.places.values(), number)
    return Looked.OVER if match.status is MatchStatus.OVER else Looked.RULED


def _changed(session: Session, table: Table, match: Match) -> bool:
    """Tell whether a sheet was filed, changed or taken back since the table was read."""
    now = asking.sheets(session, match)
    return {seat: (sheet.id, sheet.wait) for seat, sheet in now.items()} != {
        seat: (sheet.id, sheet.wait) for seat, sheet in table.sheets.items()
    }


def close(session: Session, match: Match, now: datetime) -> None:
    """Close the open asking of a match; votes stand until the match moves on, which is now."""
    session.execute(
        update(Asking)
        .where(col(Asking.match) == match.id, col(Asking.number) == match.asking)
        .values(closed=now, record=match.number)
    )
    session.execute(Vote.__table__.delete().where(col(Vote.match) == match.id))  # type: ignore[attr-defined]


def tell(session: Session, ctx: Context, match: Match, places: Iterable[Place], number: int) -> None:
    """Put the reports of a record into the outbox, thin: one for every person in a seat, and the GM's copy."""
    letters = [
        Letter(
            kind="turn-report",
            key=f"report:{match.id}:{number}:{place.id}",
            seat=place.seat,
            player=place.player,
            key_number=place.key_number,
        )
        for place in places
        if place.player is not None
    ]
    if ctx.settings.gm:
        letters.append(Letter(kind="turn-report", key=f"report:{match.id}:{number}:gm", to=ctx.settings.gm))
    outbox.enqueue_all(session, ctx, match, letters, record=number, priority=Priority.REPORT)


def _fault(session: Session, ctx: Context, match_id: int, number: int, trace: str) -> Looked:
    match = queries.lock_match(session, match_id)
    if match.number != number or match.status is not MatchStatus.RUNNING:
        return Looked.MOVED
    match.status = MatchStatus.FAULTED
    match.fault = trace
    session.add(match)
    outbox.memo(
        session,
        ctx,
        "match-faulted",
        f"fault:{match.id}:{number}:{ctx.now().isoformat()}",
        match=match.name,
        facts={"turn": match.turn, "record": number + 1},
        lines=trace.rstrip().splitlines(),
    )
    return Looked.FAULTED
