"""Step 11, record: verdicts made so in one commit, and whom they are told; or a match stopped that cannot be ruled."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlmodel import Session

from moderator.core.seats import Seat
from moderator.ports import FORUM
from moderator.service import outbox
from moderator.service.context import Context
from moderator.service.matches import absences, asking, chronicle, matches, records
from moderator.service.outbox import OutgoingLetter
from moderator.service.turns.adjudication import OpenTurn, Verdict
from moderator.store import queries
from moderator.store.plain import AnyMatch, AnyPlace, PlainMatch, PlainPlace, PlainSheet
from moderator.store.tables import Match, MatchStatus, Outbox, Place, Record, RecordKind


def record(session: Session, ctx: Context, ruled: Sequence[tuple[OpenTurn, Verdict]]) -> set[int]:
    """Make verdicts so, as part of the caller's transaction and in bulk; return the matches that were recorded.

    A verdict on a match that moved on meanwhile is dropped.
    """
    if not ruled:
        return set()
    ids = [turn.match.id for turn, _ in ruled]
    locked, filed = queries.lock_plain(session, ids), queries.plain_sheets(session, ids)
    forums = queries.forums_of(session, ids) if ctx.settings.forums else {}
    rows: queries.Rows = {Record: [], Outbox: []}
    # An asking closes before its record is made, never after it.
    now, done = ctx.now(), dict[tuple[int, int], PlainMatch]()
    for turn, verdict in ruled:
        match = locked[turn.match.id]
        if _moved(turn, match, filed.get(match.id, {})) or not _still_absent(session, turn, verdict):
            continue
        _record(ctx, verdict, match, rows)
        readers = [place for place in turn.places.values() if _reads(session, ctx, turn, verdict, place)]
        rows[Outbox].extend(_letters(ctx, match, readers, forums.get(match.id, ())))
        absences.apply(session, ctx, match, turn.places, verdict.absences)
        done[match.id, turn.asking.number] = match
    queries.insert_all(session, rows)
    queries.update_all(session, Match, [_written(match) for match in done.values()])
    queries.close_askings(session, done, now)
    return {match.id for match in done.values()}


def _record(ctx: Context, verdict: Verdict, match: PlainMatch, rows: queries.Rows) -> None:
    game = ctx.game(match.game)
    rows[Record].append(records.row(match, RecordKind.TURN, verdict.kept, made=ctx.now()))
    if verdict.opening is None:
        match.status = MatchStatus.OVER
        match.deadline = match.ready_at = None
    else:
        match.turn = next((prompt.turn for prompt in verdict.opening.prompts.values()), match.turn)
        asking.ask(ctx, game, match, verdict.opening, rows)
        match.deadline = matches.next_deadline(ctx, match)


def _reads(session: Session, ctx: Context, turn: OpenTurn, verdict: Verdict, place: PlainPlace) -> bool:
    """Tell whether a person gets the report of a turn: one who is out may watch on, and always hears of the end."""
    if verdict.opening is None or place.watches or place.player is None or place.seat not in verdict.out:
        return True
    return not _is_closed(session, ctx, turn, place)


def _is_closed(session: Session, ctx: Context, turn: OpenTurn, place: PlainPlace) -> bool:
    """Tell whether the last report to a player who is out told so; a correction by the GM is told in no report yet."""
    told, game = queries.last_report(session, place, turn.number), ctx.game(turn.match.game)
    if told is None:
        return False
    shown = records.position(game, records.at(session, turn.match, told).position)
    return place.seat in asking.out(game, shown, [place.seat])


def _written(match: PlainMatch) -> dict[str, Any]:
    """Return what a ruling changes of a match."""
    return {
        "id": match.id,
        "status": match.status,
        "number": match.number,
        "turn": match.turn,
        "asking": match.asking,
        "state": match.state,
        "deadline": match.deadline,
        "ready_at": match.ready_at,
        "reminded": match.reminded,
    }


def _moved(turn: OpenTurn, match: PlainMatch, filed: Mapping[Seat, PlainSheet]) -> bool:
    """Tell whether anything was recorded, filed or taken back since the turn was read."""
    return match.number != turn.number or match.status is not MatchStatus.RUNNING or filed != turn.sheets


def _still_absent(session: Session, turn: OpenTurn, verdict: Verdict) -> bool:
    """Tell whether those whom the ruling counts as absent have not written since the turn was read."""
    missed = verdict.absences.missed
    return not missed or absences.unchanged(session, [turn.places[seat] for seat in missed])


def close(session: Session, match: Match, now: datetime) -> None:
    """Close the open asking of a match."""
    queries.close_askings(session, [(match.id or 0, match.asking)], now)


def tell(session: Session, ctx: Context, match: Match, places: Iterable[Place]) -> None:
    """Put the reports of a match's newest record into the outbox, thin: one a person in a seat, and the GM's copy."""
    forums = chronicle.forums(session, ctx, match)
    queries.insert_all(session, {Outbox: _letters(ctx, match, places, forums)})


def _letters(ctx: Context, match: AnyMatch, places: Iterable[AnyPlace], forums: Iterable[str]) -> list[dict[str, Any]]:
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
    match = queries.lock_match(session, turn.match.id)
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
