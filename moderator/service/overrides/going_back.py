"""ROLLBACK being carried out: the position of before stands again, or the players are asked about it first."""

from moderator.service import gm_commands
from moderator.service.commands import ending
from moderator.service.gm_language import GmLine
from moderator.service.letter_parts import Fact
from moderator.service.matches import letterhead, matches, order_requests, records
from moderator.service.overrides import gm_orders, rollback
from moderator.service.overrides.progress import OverrideProgress
from moderator.store import match_queries
from moderator.store.statuses import MatchStatus, RecordKind
from moderator.store.tables import Player, SeatAssignment, Vote


def roll_back(run: OverrideProgress, line: GmLine, back: gm_commands.Rollback) -> None:
    """Go back, or ask the players whether to; raises GmError if there is nothing to go back to."""
    try:
        target = rollback.find_target(run.session, run.game, run.match, back)
    except rollback.NotThereError as error:
        run.refuse(line, str(error))
    people = rollback.people(run.session, run.match)
    if people and not run.agreed and run.blind:
        _ask_for_rollback(run, line, target)
    else:
        _go_back(run, target)


def _ask_for_rollback(run: OverrideProgress, line: GmLine, target: rollback.RollbackTarget) -> None:
    """Ask everybody, since nobody else can judge what a GM wants back who may not see it."""
    if rollback.is_vote_open(run.session, run.match):
        run.refuse(line, "the players are asked already; it is done once all have agreed")
    vote = Vote(match=run.match.id, request=run.match.request, seat=ending.NOBODY, kind=ending.ROLLBACK, made=run.now)
    run.session.add(vote)
    run.begun += 1
    run.note(rollback.ASKED, {"rulings": len(target.taken), "turn": target.taken[0].turn})


def _go_back(run: OverrideProgress, target: rollback.RollbackTarget) -> None:
    """Bring the position of then back, shuffled anew, and ask for its orders under new seals."""
    before, held = target.before
    seeds, number = matches.next_seeds(run.match), run.match.number + 1
    dice = seeds.dice_for(order_requests.occasion(run.match, run.match.request + 1, number, amendment=1))
    run.state = run.game.reshuffled(records.position(run.game, before.position), dice)
    run.standing = held.standing
    run.steps = (records.StoredStep(0, {}, (), (), tuple(dice.log)),)
    match_queries.close_requests(run.session, [run.match.id], run.now)
    matches.ask(run.session, run.ctx, run.match, run.state, seeds, record=number + 1)
    run.request = order_requests.current(run.session, run.match)
    if run.match.status is MatchStatus.PAUSED:
        run.facts["paused"] = run.now.isoformat()  # the clock stands still from here on
    run.kind = RecordKind.AMENDMENT
    numbers: dict[str, Fact] = {"record": number, "to": before.number, "asking": run.match.request}
    counted: dict[str, Fact] = {"count": target.count, "rulings": len(target.taken), "turn": run.match.turn}
    run.note(records.ROLLED_BACK, numbers | counted)
    _bring_back_orders(run, target)


def _bring_back_orders(run: OverrideProgress, target: rollback.RollbackTarget) -> None:
    """File what was on file then as new order sets, and tell each seat what stands there, and how the board stands."""
    back = rollback.orders_to_restore(run.session, run.game, run.match, target, run.state)
    for assignment in order_requests.assignments(run.session, run.match).values():
        run.news.note(assignment, "board-restored", {}, _chart(run, assignment))
        found = back.get(assignment.seat)
        if found is not None and (found.orders or not found.fallen):
            order_set = order_requests.new_order_set(
                run.ctx, run.game, run.match, assignment.seat, found.orders, number=1
            )
            rollback.require_confirmation(order_set)
            run.session.add(order_set)
            if found.by_gm:
                run.entered[assignment.seat] = order_set.number
            lines = [run.game.language.line(order) for order in found.orders]
            run.news.note(assignment, "orders-restored", gm_orders.proof_of(order_set), lines)
        if found is not None and found.fallen:
            run.news.note(assignment, "orders-fallen", {}, found.fallen)
    run.session.flush()


def _chart(run: OverrideProgress, assignment: SeatAssignment) -> list[str]:
    player = run.session.get(Player, assignment.player) if assignment.player is not None else None
    pictures = letterhead.pictures(run.ctx, player, run.match)
    return pictures.chart(run.game.view(run.state, assignment.seat)).splitlines()
