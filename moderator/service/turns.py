"""Steps 9 to 11: is a turn due, what is its ruling, and the one commit that makes it so."""

import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from msgspec import Struct
from sqlalchemy import delete, insert, update
from sqlalchemy.exc import OperationalError
from sqlmodel import Session, col, select

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
from moderator.store.tables import Asking, Match, MatchStatus, Place, Record, RecordKind, Sheet, Vote

Drain = Callable[[datetime], object]
"""Fetches mail and acts on every kept letter that arrived before a time; False if a mailbox could not be read."""


_TRIES = 3
_BATCH = 32
"""How many matches are ruled to one transaction: its price is one write to the disk, however many they are."""


class Looked(StrEnum):
    """What came of looking at a match."""

    NOT_DUE = "not due"
    RULED = "ruled"
    OVER = "over"
    """It was ruled, and that was its end."""
    MOVED = "moved"
    """Somebody else recorded something meanwhile; look again."""
    UNREAD = "unread"
    """A mailbox cannot be read: letters may lie there that came in time."""
    WAITING = "waiting"
    """Nothing can be ruled until somebody answers."""
    FAULTED = "faulted"


class Table(Struct, frozen=True):
    """Everything that a ruling needs, read in one transaction; ``number`` is the record that it goes on from.

    It is unpacked when it is ruled on: what cannot be unpacked then stops its own match alone.
    """

    match: Match
    number: int
    asking: Asking
    newest: Record
    sheets: dict[Seat, Sheet]
    places: dict[Seat, Place]


class Verdict(Struct, frozen=True):
    """What was ruled, before it is recorded."""

    progress: Progress
    body: AnyBody
    opening: Opening | None


def look(store: Store, ctx: Context, match_id: int, drain: Drain | None = None, *, force: bool = False) -> Looked:
    """Run a match's turn if it is due; harmless at any time, however often.

    The mailbox is drained first, so that what arrived in time counts; while it cannot be read, no turn runs unless
    it is forced. ``force`` runs the turn now as if the deadline
    were over, and takes a match up again whose last ruling raised (the operator's ``resolve``). What raises in a
    ruling stops that match alone and is told to the GM.
    """
    now = ctx.now()
    match = _find(store, match_id)
    if force and match.status is MatchStatus.FAULTED:
        with store.write() as session:
            mended = queries.lock_match(session, match_id)
            mended.status, mended.fault = MatchStatus.RUNNING, ""
            session.add(mended)
        match = _find(store, match_id)
    if not (force and match.status is MatchStatus.RUNNING) and not deadlines.is_due(ctx, match, now):
        return Looked.NOT_DUE
    if drain is not None and drain(deadlines.counts_until(ctx, match, now)) is False and not force:
        return _held_back(store, ctx, {match_id: match.name})[match.name]
    return rule(store, ctx, [match_id], force=force)[match_id]


def _find(store: Store, match_id: int) -> Match:
    with store.read() as session:
        match = session.get(Match, match_id)
    if match is None:
        raise LookupError(f"there is no match {match_id}")
    return match


def look_at_all(
    store: Store, ctx: Context, drain: Drain | None = None, ruled: Callable[[], object] | None = None
) -> dict[str, Looked]:
    """Run every turn that is due, many matches to a transaction; return what came of each by its name.

    ``ruled`` is called after each transaction: its letters may go while the next turns are resolved.
    """
    with store.read() as session:
        due = deadlines.due_matches(session, ctx)
        names = {match_id: name for name, match_id in queries.match_names(session).items()} if due else {}
    out: dict[str, Looked] = {}
    for until, ids in due.items():
        if drain is not None and drain(until) is False:
            out.update(_held_back(store, ctx, {match_id: names[match_id] for match_id in ids}))
            continue
        for start in range(0, len(ids), _BATCH):
            found = rule(store, ctx, ids[start : start + _BATCH])
            out.update({names[match_id]: looked for match_id, looked in found.items()})
            if ruled is not None:
                ruled()
    return out


def _held_back(store: Store, ctx: Context, held: Mapping[int, str]) -> dict[str, Looked]:
    """Leave turns alone until the mail can be read, and tell the GM, once a day: silence must be the players' own."""
    with store.write() as session:
        outbox.memo(session, ctx, "turns-held", f"turns-held:{ctx.now():%Y-%m-%d}", lines=tuple(held.values()))
    return dict.fromkeys(held.values(), Looked.UNREAD)


def rule(store: Store, ctx: Context, match_ids: Sequence[int], *, force: bool = False) -> dict[int, Looked]:
    """Rule the turns of some matches that are due: one transaction reads, one writes, none is open between."""
    out: dict[int, Looked] = {}
    left = list(match_ids)
    for _ in range(_TRIES):
        out.update(_rule(store, ctx, left, force=force))
        left = [match_id for match_id in left if out[match_id] is Looked.MOVED]
        if not left:
            break
    return out


def _rule(store: Store, ctx: Context, match_ids: Sequence[int], *, force: bool) -> dict[int, Looked]:
    now = ctx.now()
    out = dict.fromkeys(match_ids, Looked.NOT_DUE)
    with store.read() as session:
        tables = read_tables(session, match_ids)
    ruled: list[tuple[Table, Verdict]] = []
    faults: list[tuple[Table, str]] = []
    for match_id, table in tables.items():
        try:
            if not (force or deadlines.is_due(ctx, table.match, now)):
                continue
            verdict = adjudicate(ctx, table, overdue=force or deadlines.overdue(ctx, table.match, now))
        except Exception:  # noqa: BLE001 - one bad match never stops the others
            faults.append((table, traceback.format_exc()))
            continue
        if verdict.progress.rulings:
            ruled.append((table, verdict))
        else:
            out[match_id] = Looked.WAITING
    if ruled:
        out.update(_commit(store, ctx, ruled))
    for table, trace in faults:
        out.update(_stop(store, ctx, table, trace))
    return out


def _commit(store: Store, ctx: Context, ruled: Sequence[tuple[Table, Verdict]]) -> dict[int, Looked]:
    """Record verdicts in one transaction; if one of them cannot be recorded, each in its own."""
    try:
        with store.write() as session:
            return record(session, ctx, ruled)
    except OperationalError:  # the database is busy or away: no match is to blame
        raise
    except Exception:  # noqa: BLE001 - one bad match never stops the others
        if len(ruled) == 1:
            return _stop(store, ctx, ruled[0][0], traceback.format_exc())
    out: dict[int, Looked] = {}
    for one in ruled:
        out.update(_commit(store, ctx, [one]))
    return out


def _stop(store: Store, ctx: Context, table: Table, trace: str) -> dict[int, Looked]:
    with store.write() as session:
        return {table.asking.match: _fault(session, ctx, table, trace)}


def rehearse(store: Store, ctx: Context, match_id: int) -> TurnReport | None:
    """Return the GM's report of what a turn would bring now, on throwaway dice; nothing is changed.

    None if the match waits for nobody, or nothing can be ruled.
    """
    with store.read() as session:
        table = read_table(session, match_id)
        if table is None:
            return None
        dice = Dice.throwaway(f"rehearsal/{table.match.name}/{table.number}")
        game = ctx.game(table.match.game)
        progress = _advance(game, table, records.body(game, table.newest).standing, dice, overdue=True)
        if not progress.rulings:
            return None
        body = Body[Any, Any](rulings=records.ruled(progress.rulings))
        to = reports.observer(ctx, table.match, Observer.GM)
        return reports.rehearsed(ctx, table.match, to, body, progress.state)


# ---- step 10: outside any write transaction ----------------------------------------------------------------


def read_table(session: Session, match_id: int) -> Table | None:
    """Return what a ruling of a match needs, None if it waits for nothing."""
    return read_tables(session, [match_id]).get(match_id)


def read_tables(session: Session, match_ids: Sequence[int]) -> dict[int, Table]:
    """Return what the rulings of several matches need, by match; those that wait for nothing are left out."""
    rows = session.exec(
        select(Match, Asking, Record)
        .join(Asking, (col(Asking.match) == Match.id) & (col(Asking.number) == Match.asking))
        .join(Record, (col(Record.match) == Match.id) & (col(Record.number) == Match.number))
        .where(col(Match.id).in_(match_ids), Match.status == MatchStatus.RUNNING, col(Asking.closed).is_(None))
    ).all()
    sheets = _sheets(session, match_ids)
    places: dict[int, dict[Seat, Place]] = {}
    for place in session.exec(
        select(Place).where(col(Place.match).in_(match_ids), col(Place.left).is_(None)).order_by(col(Place.id))
    ):
        places.setdefault(place.match, {})[place.seat] = place
    return {
        opened.match: Table(
            match=match,
            number=match.number,
            asking=opened,
            newest=newest,
            sheets=sheets.get(opened.match, {}),
            places=places.get(opened.match, {}),
        )
        for match, opened, newest in rows
    }


def _sheets(session: Session, match_ids: Sequence[int]) -> dict[int, dict[Seat, Sheet]]:
    """Return the sheets that count for the open askings of some matches."""
    found: dict[int, dict[Seat, Sheet]] = {}
    for sheet in session.exec(
        select(Sheet)
        .join(Match, (col(Match.id) == Sheet.match) & (col(Match.asking) == Sheet.asking))
        .where(col(Match.id).in_(match_ids), col(Sheet.current).is_(True))
        .order_by(col(Sheet.id))
    ):
        found.setdefault(sheet.match, {})[sheet.seat] = sheet
    return found


def adjudicate(ctx: Context, table: Table, *, overdue: bool) -> Verdict:
    """Rule a turn as far as it goes and let bots answer what is asked next; touches no database."""
    game, match = ctx.game(table.match.game), table.match
    filed = filed_sheets(table.sheets, asking.prompts(table.asking))
    standing = records.body(game, table.newest).standing
    seeds = Seeds(table.asking.open_seed, table.asking.secret_seed)
    number = table.number + 1
    public = [sheet.receipt for sheet in filed if not sheet.secret]
    progress = _advance(game, table, standing, seeds.dice(match.name, number, public), overdue=overdue)
    orders = _orders(game, table.sheets)
    body = Body[Any, Any](
        code="turn",
        rulings=records.ruled(progress.rulings),
        filed=filed,
        standing=records.merged_standing(standing, {sheet.seat: orders[sheet.seat] for sheet in filed}),
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


def _advance(
    game: AnyGame, table: Table, before: Mapping[Seat, Sequence[Any]], dice: Dice, *, overdue: bool
) -> Progress:
    state = records.position(game, table.match.state)
    orders = _orders(game, table.sheets)
    standing = records.merged_standing(before, orders)
    return advance(game, state, orders, dice, overdue=overdue, standing=standing)


# ---- step 11: one commit -----------------------------------------------------------------------------------


def record(session: Session, ctx: Context, ruled: Sequence[tuple[Table, Verdict]]) -> dict[int, Looked]:
    """Make verdicts so, as part of the caller's transaction and in bulk; return what came of each match.

    A verdict on a match that moved on meanwhile is dropped.
    """
    if not ruled:
        return {}
    ids = [table.asking.match for table, _ in ruled]
    locked = queries.lock_matches(session, ids)
    sheets = _sheets(session, ids)
    now, out = ctx.now(), {}
    rows, asked = _Rows([], [], []), asking.Rows([], [])
    for table, verdict in ruled:
        match = locked[table.asking.match]
        if _moved(table, match, sheets.get(table.asking.match, {})):
            out[table.asking.match] = Looked.MOVED
            continue
        _record(ctx, table, verdict, match, rows=rows, asked=asked)
        session.add(match)
        rows.closed.append({"id": table.asking.id, "closed": now, "record": match.number})
        out[table.asking.match] = Looked.OVER if match.status is MatchStatus.OVER else Looked.RULED
    rows.write(session)
    asked.write(session)
    done = [match_id for match_id, looked in out.items() if looked is not Looked.MOVED]
    session.execute(delete(Vote).where(col(Vote.match).in_(done)))
    return out


@dataclass(frozen=True)
class _Rows:
    """What is written for many matches at once."""

    records: list[dict[str, Any]]
    letters: list[dict[str, Any]]
    closed: list[dict[str, Any]]

    def write(self, session: Session) -> None:
        if self.records:
            session.execute(insert(Record), self.records)
            session.execute(update(Asking), self.closed)
        outbox.write(session, self.letters)


def _record(ctx: Context, table: Table, verdict: Verdict, match: Match, *, rows: _Rows, asked: asking.Rows) -> None:
    game = ctx.game(match.game)
    state = verdict.progress.state
    rows.records.append(records.row(match, RecordKind.TURN, verdict.body, state=state, made=ctx.now()))
    if verdict.opening is None:
        match.status = MatchStatus.OVER
        match.deadline = match.ready_at = None
    else:
        match.turn = next((prompt.turn for prompt in verdict.progress.waiting.values()), match.turn)
        asking.ask(ctx, game, match, verdict.opening, asked)
        match.deadline = matches.next_deadline(ctx, match)
    rows.letters.extend(_letters(ctx, match, table.places.values()))


def _moved(table: Table, match: Match, sheets: Mapping[Seat, Sheet]) -> bool:
    """Tell whether anything was recorded, filed or taken back since the table was read."""
    now = {seat: (sheet.id, sheet.wait) for seat, sheet in sheets.items()}
    then = {seat: (sheet.id, sheet.wait) for seat, sheet in table.sheets.items()}
    return match.number != table.number or match.status is not MatchStatus.RUNNING or now != then


def close(session: Session, match: Match, now: datetime) -> None:
    """Close the open asking of a match; votes stand until the match moves on, which is now."""
    session.execute(
        update(Asking)
        .where(col(Asking.match) == match.id, col(Asking.number) == match.asking)
        .values(closed=now, record=match.number)
    )
    session.execute(delete(Vote).where(col(Vote.match) == match.id))


def tell(session: Session, ctx: Context, match: Match, places: Iterable[Place]) -> None:
    """Put the reports of a match's newest record into the outbox, thin: one a person in a seat, and the GM's copy."""
    outbox.write(session, _letters(ctx, match, places))


def _letters(ctx: Context, match: Match, places: Iterable[Place]) -> list[dict[str, Any]]:
    number = match.number
    rows = [
        outbox.row(
            ctx,
            match,
            Letter(
                kind="turn-report",
                key=f"report:{match.id}:{number}:{place.id}",
                seat=place.seat,
                player=place.player,
                key_number=place.key_number,
            ),
            Priority.REPORT,
            number,
        )
        for place in places
        if place.player is not None
    ]
    if ctx.settings.gm:
        copy = Letter(kind="turn-report", key=f"report:{match.id}:{number}:gm", to=ctx.settings.gm)
        rows.append(outbox.row(ctx, match, copy, Priority.NOTICE, number))
    return rows


def _fault(session: Session, ctx: Context, table: Table, trace: str) -> Looked:
    number = table.number
    match = queries.lock_match(session, table.asking.match)
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
