"""Step 9, resolve: what a step needs is read, and a turn is resolved as far as it goes; nothing is written."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import UNSET, Struct
from msgspec.structs import replace
from sqlmodel import Session

from moderator.core.dice import Dice
from moderator.core.game import AnyGame, Prompt
from moderator.core.referee import Progress, advance
from moderator.core.seats import Observer, Seat
from moderator.service.context import Context
from moderator.service.facts import TurnReport
from moderator.service.matches import absences, deadlines, matches, order_requests, records, reports
from moderator.service.matches.absences import Absences
from moderator.service.matches.order_requests import Opening
from moderator.service.matches.records import AnyBody, Body, Filed, NewestRecord, Packed, Punctuality
from moderator.service.matches.reports import Recipient
from moderator.store import match_queries
from moderator.store.session import Store
from moderator.store.tables import Match, OrderRequest, OrderSet, SeatAssignment


class OpenTurn(Struct, frozen=True):
    """Everything that a step needs, read in one transaction; ``number`` is the record that it goes on from.

    It is unpacked when it is resolved on: what cannot be unpacked then stops its own match alone.
    """

    match: Match
    number: int
    request: OrderRequest
    newest: NewestRecord
    order_sets: dict[Seat, OrderSet]
    assignments: dict[Seat, SeatAssignment]
    late: frozenset[Seat] = frozenset()
    """Whose orders came after the deadline."""
    excused: frozenset[Seat] = frozenset()
    """Against whom it does not count to be late or silent."""


class TurnResult(Struct, frozen=True):
    """What was resolved, before it is recorded."""

    kept: Packed
    opening: Opening | None
    absences: Absences = Absences()
    out: frozenset[Seat] = frozenset()
    """The seats that were out of the match before the turn and still are."""


def read_open_turn(session: Session, match_id: int) -> OpenTurn | None:
    """Return what a step of a match needs, None if it waits for nothing."""
    return read_open_turns(session, [match_id]).get(match_id)


def read_open_turns(session: Session, match_ids: Sequence[int]) -> dict[int, OpenTurn]:
    """Return what the steps of several matches need, by match; those that wait for nothing are left out."""
    order_sets, assignments = (
        match_queries.current_order_sets(session, match_ids),
        match_queries.current_assignments(session, match_ids),
    )
    return {
        match.id: _judge(
            session,
            OpenTurn(
                match=match,
                number=match.number,
                request=opened,
                newest=NewestRecord(of, held),
                order_sets=order_sets.get(match.id, {}),
                assignments=assignments.get(match.id, {}),
            ),
        )
        for match, opened, of, held in match_queries.open_turns(session, match_ids)
    }


def _judge(session: Session, turn: OpenTurn) -> OpenTurn:
    """Return a turn with who is late in it, and who has an excuse for being late or silent."""
    late = absences.late_seats(session, turn.match, turn.order_sets)
    wrong = {seat: who for seat, who in turn.assignments.items() if seat in late or seat not in turn.order_sets}
    if not wrong:
        return turn
    noted = turn.newest.request == turn.match.request
    excused = absences.excused_seats(session, turn.match, turn.request, wrong, noted=noted)
    return replace(turn, late=late, excused=excused)


def adjudicate(ctx: Context, turn: OpenTurn, *, overdue: bool) -> TurnResult | None:
    """Rule a turn as far as it goes and let bots answer what is asked next; touches no database.

    None if nothing can be resolved before somebody answers.
    """
    game, match = ctx.game(turn.match.game), turn.match
    asked = order_requests.prompts(turn.request)
    filed = filed_order_sets(turn.order_sets, asked)
    orders = _orders(game, turn.order_sets)
    standing = records.merged_standing(turn.newest.standing(game), orders)
    number = turn.number + 1
    public = [order_set.receipt for order_set in filed if not order_set.secret]
    dice = order_requests.seeds(turn.request).dice_for(
        order_requests.occasion(match, turn.request.number, number), public
    )
    progress = _advance(game, turn, orders, standing, dice, overdue=overdue)
    if not progress.steps:
        return None
    found = _absences(ctx, turn, progress, asked)
    opening = None
    if progress.waiting:
        opening = order_requests.opening(
            game,
            match,
            progress.state,
            progress.waiting,
            seated=turn.assignments,
            seeds=matches.next_seeds(match),
            record=number + 1,
            stand_ins=found.stand_ins,
        )
    body: AnyBody = Body(
        code="turn",
        steps=records.stored_steps(progress.steps),
        filed=filed,
        standing=standing,
        stand_ins=found.stand_ins or UNSET,
        punctuality=_punctuality(turn, progress, asked) or UNSET,
    )
    return TurnResult(
        records.pack_record(match, body, progress.state), opening, found, _out_before(game, turn, progress.state)
    )


def _out_before(game: AnyGame, turn: OpenTurn, after: Any) -> frozenset[Seat]:  # noqa: ANN401 - the state is the game's own
    """Return who has been out of the match since before the turn."""
    out = order_requests.seats_out(game, after, turn.assignments)
    return out and out & order_requests.seats_out(game, records.position(game, turn.match.state), turn.assignments)


def _absences(ctx: Context, turn: OpenTurn, progress: Progress, asked: Mapping[Seat, Prompt]) -> Absences:
    """Count the turn against who was silent until its deadline, in a match that goes on and watches for absence."""
    if not (progress.waiting and deadlines.overdue(ctx, turn.match, ctx.now())):
        return Absences()
    silent = [seat for seat in progress.steps[0].silent if seat not in turn.excused]
    return absences.judge(ctx.game(turn.match.game), turn.match, turn.assignments, asked, silent)


def _punctuality(turn: OpenTurn, progress: Progress, asked: Mapping[Seat, Prompt]) -> dict[Seat, Punctuality]:
    wrong = dict.fromkeys(turn.late, Punctuality.LATE) | dict.fromkeys(progress.steps[0].silent, Punctuality.MISSED)
    theirs = {seat for seat, order_set in turn.order_sets.items() if order_set.letter is not None}
    known = {seat: prompt for seat, prompt in asked.items() if seat in wrong or seat in theirs}
    return absences.punctuality(turn.request, turn.assignments, known, wrong, turn.excused)


def filed_order_sets(order_sets: Mapping[Seat, OrderSet], prompts: Mapping[Seat, Prompt]) -> tuple[Filed, ...]:
    """Return the order sets that a step gets: those of the seats that are asked."""
    return tuple(
        Filed(seat, order_sets[seat].number, order_sets[seat].receipt, prompts[seat].secret)
        for seat in prompts
        if seat in order_sets
    )


def _orders(game: AnyGame, order_sets: Mapping[Seat, OrderSet]) -> dict[Seat, tuple[Any, ...]]:
    return {seat: order_requests.unpack_orders(game, order_set.orders) for seat, order_set in order_sets.items()}


def _advance(
    game: AnyGame,
    turn: OpenTurn,
    orders: Mapping[Seat, Sequence[Any]],
    standing: Mapping[Seat, Sequence[Any]],
    dice: Dice,
    *,
    overdue: bool,
) -> Progress:
    state = records.position(game, turn.match.state)
    return advance(game, state, orders, dice, overdue=overdue, standing=standing)


def rehearse(store: Store, ctx: Context, match_id: int) -> TurnReport | None:
    """Return the GM's report of what a turn would bring now, on throwaway dice; nothing is changed.

    None if the match waits for nobody, or nothing can be resolved.
    """
    with store.read() as session:
        turn = read_open_turn(session, match_id)
        if turn is None:
            return None
        dice = Dice.throwaway(f"rehearsal/{turn.match.name}/{turn.number}")
        game = ctx.game(turn.match.game)
        orders = _orders(game, turn.order_sets)
        standing = records.merged_standing(turn.newest.standing(game), orders)
        progress = _advance(game, turn, orders, standing, dice, overdue=True)
        if not progress.steps:
            return None
        body = Body[Any, Any](steps=records.stored_steps(progress.steps))
        watcher = reports.observer(ctx, turn.match, Observer.GM)
        return _trial_report(ctx, turn.match, watcher, body, progress.state)


def _trial_report(
    ctx: Context,
    match: Match,
    to: Recipient,
    body: AnyBody,
    state: Any,  # noqa: ANN401 - the state is the game's own
) -> TurnReport:
    """Return the report of a step that was not made: a dry run on throwaway dice, with nothing to check in it."""
    game = ctx.game(match.game)
    pictures = ctx.pictures(match.game, to.head.language)
    view = game.view(state, to.who)
    known = [event for event in records.events_of(body) if event.known_to(to.who)]
    return TurnReport(
        head=to.head,
        resolved_turn=match.turn,
        made=ctx.now(),
        silent=body.steps[0].silent if body.steps else (),
        report=reports.report(game, view, known, over=game.outcome(state) is not None),
        chart=pictures.chart(view),
        drawings=tuple(pictures.draw(view, known)),
        course=pictures.course(view),
        outcome=game.outcome(state),
    )
