"""Step 11, record: verdicts made so in one commit, and whom they are told; or a match stopped that cannot be ruled."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import delete, update
from sqlmodel import Session, col

from moderator.ports import FORUM
from moderator.service import outbox
from moderator.service.context import Context
from moderator.service.matches import absences, asking, matches, records
from moderator.service.outbox import OutgoingLetter
from moderator.service.turns.adjudication import OpenTurn, Sign, Verdict, signs_on_file
from moderator.store import queries
from moderator.store.tables import Asking, Match, MatchStatus, Outbox, Place, Record, RecordKind, Vote


def record(session: Session, ctx: Context, ruled: Sequence[tuple[OpenTurn, Verdict]]) -> set[int]:
    """Make verdicts so, as part of the caller's transaction and in bulk; return the matches that were recorded.

    A verdict on a match that moved on meanwhile is dropped.
    """
    if not ruled:
        return set()
    ids = [turn.asking.match for turn, _ in ruled]
    locked = queries.lock_matches(session, ids)
    forums = queries.forums_of(session, ids) if ctx.settings.forums else {}
    signs = signs_on_file(session, ids)
    now, done = ctx.now(), set()
    rows: queries.Rows = {Record: [], Outbox: []}
    closed: list[dict[str, Any]] = []
    for turn, verdict in ruled:
        match = locked[turn.asking.match]
        if _moved(turn, match, signs.get(turn.asking.match, set())) or not _still_absent(session, turn, verdict):
            continue
        _record(ctx, verdict, match, rows)
        rows[Outbox].extend(_letters(ctx, match, turn.places.values(), forums.get(turn.asking.match, ())))
        absences.apply(session, ctx, match, turn.places, verdict.absences)
        closed.append({"id": turn.asking.id, "closed": now, "record": match.number})
        done.add(turn.asking.match)
    queries.insert_all(session, rows)
    if closed:
        session.execute(update(Asking), closed)
    session.execute(delete(Vote).where(col(Vote.match).in_(done)))
    return done


def _record(ctx: Context, verdict: Verdict, match: Match, rows: queries.Rows) -> None:
    game = ctx.game(match.game)
    state = verdict.progress.state
    rows[Record].append(records.row(match, RecordKind.TURN, verdict.body, state=state, made=ctx.now()))
    if verdict.opening is None:
        match.status = MatchStatus.OVER
        match.deadline = match.ready_at = None
    else:
        match.turn = next((prompt.turn for prompt in verdict.progress.waiting.values()), match.turn)
        asking.ask(ctx, game, match, verdict.opening, rows)
        match.deadline = matches.next_deadline(ctx, match)


def _moved(turn: OpenTurn, match: Match, signs: Collection[Sign]) -> bool:
    """Tell whether anything was recorded, filed or taken back since the turn was read."""
    then = {Sign(sheet.id, sheet.wait, sheet.complaints) for sheet in turn.sheets.values()}
    return match.number != turn.number or match.status is not MatchStatus.RUNNING or signs != then


def _still_absent(session: Session, turn: OpenTurn, verdict: Verdict) -> bool:
    """Tell whether those whom the ruling counts as absent have not written since the turn was read."""
    missed = verdict.absences.missed
    return not missed or absences.unchanged(session, [turn.places[seat] for seat in missed])


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
    forums = queries.forums_of(session, [match.id or 0]) if ctx.settings.forums else {}
    queries.insert_all(session, {Outbox: _letters(ctx, match, places, forums.get(match.id or 0, ()))})


def _letters(ctx: Context, match: Match, places: Iterable[Place], forums: Iterable[str]) -> list[dict[str, Any]]:
    kind, number, about = "turn-report", match.number, f"report:{match.id}:{match.number}"
    letters = [
        OutgoingLetter(kind=kind, key=f"{about}:{place.id}", place=place, record=number)
        for place in places
        if place.player is not None
    ]
    if ctx.settings.gm:
        letters.append(OutgoingLetter(kind=kind, key=f"{about}:gm", to=ctx.settings.gm, record=number))
    letters += [
        OutgoingLetter(kind=kind, key=f"{about}:{FORUM}{forum}", to=f"{FORUM}{forum}", record=number)
        for forum in forums
        if forum in ctx.settings.forums
    ]
    return [outbox.row(ctx, match, letter) for letter in letters]


def fault(session: Session, ctx: Context, turn: OpenTurn, trace: str) -> bool:
    """Stop a match whose ruling raised and tell the GM; False if it moved on meanwhile."""
    number = turn.number
    match = queries.lock_match(session, turn.asking.match)
    if match.number != number or match.status is not MatchStatus.RUNNING:
        return False
    match.status = MatchStatus.FAULTED
    match.fault = trace
    outbox.memo(
        session,
        ctx,
        "match-faulted",
        f"fault:{match.id}:{number}:{ctx.now().isoformat()}",
        match=match.name,
        facts={"turn": match.turn, "record": number + 1},
        lines=trace.rstrip().splitlines(),
    )
    return True
