"""Step 10, record: write verdicts in one commit and queue their letters, or stop a match that cannot be resolved."""

from collections.abc import Iterable, Mapping, Sequence

from sqlmodel import Session

from moderator.core.seats import Seat
from moderator.ports import FORUM
from moderator.service import outbox
from moderator.service.context import Context
from moderator.service.matches import absences, chronicle, deadlines, order_requests, records
from moderator.service.outbox import OutgoingLetter
from moderator.service.people import delegates, watching
from moderator.service.turns.adjudication import OpenTurn, TurnResult
from moderator.store import delegates as delegate_queries
from moderator.store import letter_queries, match_queries, people_queries, watchers
from moderator.store.statuses import MatchStatus, RecordKind
from moderator.store.tables import Match, OrderSet, SeatAssignment


def record(session: Session, ctx: Context, resolved: Sequence[tuple[OpenTurn, TurnResult]]) -> set[int]:
    """Make verdicts so, as part of the caller's transaction; return the matches that were recorded.

    A verdict on a match that moved on meanwhile is dropped.
    """
    ids = [turn.match.id for turn, _ in resolved]
    locked, filed = match_queries.lock_matches(session, ids), match_queries.current_order_sets(session, ids)
    forums = people_queries.forums_of(session, ids) if ctx.settings.forums else {}
    watched, delegated = watchers.watched(session, ids), delegate_queries.delegated(session, ids)
    valid = {
        number: (turn, verdict)
        for turn, verdict in resolved
        if not _has_changed(turn, locked[number := turn.match.id], filed.get(number, {}))
        and _still_absent(session, turn, verdict)
    }
    match_queries.close_requests(session, [*valid], ctx.now())  # before their records are made, never after them
    for number, (turn, verdict) in valid.items():
        match = locked[number]
        _record(session, ctx, verdict, match)
        absences.apply(session, ctx, match, turn.assignments, verdict.absences)
        readers = [
            assignment
            for assignment in turn.assignments.values()
            if _gets_report(session, ctx, turn, verdict, assignment)
        ]
        _report(session, ctx, match, readers, chronicle.kept_in(session, match, forums.get(number, set())))
        if number in delegated:
            delegates.tell(session, ctx, match, readers)
        if number in watched:
            session.flush()
            watching.tell(session, ctx, match)
    return set(valid)


def _record(session: Session, ctx: Context, verdict: TurnResult, match: Match) -> None:
    game = ctx.game(match.game)
    session.add(records.successor(match, RecordKind.TURN, verdict.kept, made=ctx.now()))
    if verdict.opening is None:
        match.status = MatchStatus.OVER
        match.deadline = match.ready_at = None
    else:
        match.turn = next((prompt.turn for prompt in verdict.opening.prompts.values()), match.turn)
        order_requests.ask(session, ctx, game, match, verdict.opening)
        match.deadline = deadlines.next_deadline(ctx, match)


def _gets_report(
    session: Session, ctx: Context, turn: OpenTurn, verdict: TurnResult, assignment: SeatAssignment
) -> bool:
    """Tell whether a person gets the report of a turn: one who is out may watch on, and always hears of the end."""
    if verdict.opening is None or assignment.watches or assignment.player is None or assignment.seat not in verdict.out:
        return True
    return not _is_closed(session, ctx, turn, assignment)


def _is_closed(session: Session, ctx: Context, turn: OpenTurn, assignment: SeatAssignment) -> bool:
    """Tell whether the last report to a player who is out told so; a correction by the GM is told in no report yet."""
    told, game = letter_queries.last_report(session, assignment, turn.number), ctx.game(turn.match.game)
    if told is None:
        return False
    shown = records.position(game, records.by_number(session, turn.match, told).position)
    return assignment.seat in order_requests.seats_out(game, shown, [assignment.seat])


def _has_changed(turn: OpenTurn, match: Match, filed: Mapping[Seat, OrderSet]) -> bool:
    """Tell whether anything was recorded, filed or taken back since the turn was read."""
    same = {seat: _content(order_set) for seat, order_set in filed.items()}
    return (
        match.number != turn.number
        or match.status is not MatchStatus.RUNNING
        or same != {seat: _content(order_set) for seat, order_set in turn.order_sets.items()}
    )


def _content(order_set: OrderSet) -> tuple[object, ...]:
    """Return what may change of an order set that counts, with its number."""
    return order_set.id, order_set.orders, order_set.wait, order_set.complaints


def _still_absent(session: Session, turn: OpenTurn, verdict: TurnResult) -> bool:
    """Tell whether those whom the step counts as absent have not written since the turn was read."""
    missed = verdict.absences.missed
    return not missed or absences.still_unheard(session, [turn.assignments[seat] for seat in missed])


def tell(session: Session, ctx: Context, match: Match, assignments: Iterable[SeatAssignment]) -> None:
    """Put the reports of a match's newest record into the outbox, thin: one a person in a seat, and the GM's copy.

    People who watch the match get what spectators may see.
    """
    _report(session, ctx, match, assignments, chronicle.forums(session, ctx, match))
    watching.tell(session, ctx, match)


def _report(
    session: Session, ctx: Context, match: Match, assignments: Iterable[SeatAssignment], forums: Iterable[str]
) -> None:
    kind, number, about = "turn-report", match.number, f"report:{match.id}:{match.number}"
    letters = [
        OutgoingLetter(kind=kind, key=f"{about}:{assignment.id}", assignment=assignment, record=number)
        for assignment in assignments
        if assignment.player is not None
    ]
    if ctx.settings.gm:
        letters.append(OutgoingLetter(kind=kind, key=f"{about}:gm", to=ctx.settings.gm, record=number))
    letters += [
        OutgoingLetter(kind=kind, key=f"{about}:{FORUM}{forum}", to=f"{FORUM}{forum}", record=number)
        for forum in forums
        if forum in ctx.settings.forums
    ]
    for letter in letters:
        outbox.enqueue(session, ctx, match, letter)


def fault(session: Session, ctx: Context, turn: OpenTurn, trace: str) -> bool:
    """Stop a match whose step raised and tell the GM; False if it moved on meanwhile."""
    number = turn.number
    match = match_queries.lock_match(session, turn.match.id)
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
