"""Players who miss turns: noted, played by a bot where their match says so, and back with their next letter.

A turn is missed by who is asked in public for orders and lets the deadline pass. It is not counted against a player who
is away (``VACATION``), nor where we were away ourselves or the GM called the turn. Of turns that are missed in a row a
letter begins the count anew.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy import bindparam, func, update
from sqlmodel import Session, col, select

from moderator.core import codec
from moderator.core.game import AnyGame, Prompt
from moderator.core.seats import Seat
from moderator.service import masks, outbox
from moderator.service.context import Context, MatchPlan
from moderator.service.facts import Notice
from moderator.service.letter_parts import Fact
from moderator.service.matches import deadlines, letterhead, records, secrecy
from moderator.service.matches.records import Punctuality
from moderator.service.matches.seat_context import SeatContext
from moderator.service.outbox import OutgoingLetter
from moderator.store import match_queries
from moderator.store.statuses import MatchStatus, RecordKind
from moderator.store.tables import Letter, Match, OrderRequest, OrderSet, Player, Record, SeatAssignment


class Absences(Struct, frozen=True):
    """What a step finds: the turns that seats have missed in a row by now, and who has missed too many."""

    missed: dict[Seat, str] = {}
    gone: tuple[Seat, ...] = ()
    stand_ins: dict[Seat, str] = {}
    """The bots that play for those who are gone."""


class _AbsenceNote(Struct, frozen=True):
    """What a note says, as far as it excuses silence."""

    facts: dict[str, str | int] = {}


def bot_of(game: AnyGame, plan: MatchPlan) -> str:
    """Return the bot that plays for absent players: the one that the match names, or the game's best."""
    return plan.absent_bot or list(game.bots)[-1]


def is_gone(match: Match, assignment: SeatAssignment) -> bool:
    """Tell whether the person in a place has missed as many turns in a row as the match allows."""
    return assignment.player is not None and len(assignment.missed.split()) >= match.settings.absent_after


def excused_seats(
    session: Session, match: Match, opened: OrderRequest, assignments: Mapping[Seat, SeatAssignment], *, noted: bool
) -> frozenset[Seat]:
    """Return those of some seats against which it does not count if orders came late, or not at all.

    ``noted`` tells whether anything was recorded since the order request opened.
    """
    if noted and _all_are_excused(session, match, opened):
        return frozenset(assignments)
    until = match.deadline or opened.opened
    people = {assignment.player for assignment in assignments.values()}
    away = select(Player.id).where(col(Player.id).in_(people), col(Player.vacation_from) < until)
    gone = set(session.exec(away.where(col(Player.vacation_to) > opened.opened)))
    return frozenset(seat for seat, assignment in assignments.items() if assignment.player in gone)


def _all_are_excused(session: Session, match: Match, opened: OrderRequest) -> bool:
    """Tell whether the deadline moved since we were away, or the GM called the turn."""
    notes = session.exec(
        select(Record.body)
        .where(Record.match == match.id, Record.request == opened.number)
        .where(col(Record.kind).not_in(records.RESOLVED))
    )
    return any(_excuses(codec.unpack(body, _AbsenceNote)) for body in notes)


def _excuses(note: _AbsenceNote) -> bool:
    return note.facts.get("why") == "outage" or "called" in note.facts


_FIRST_SENT = (
    select(OrderSet.seat, func.min(OrderSet.arrived))
    .where(col(OrderSet.match) == bindparam("match"), col(OrderSet.request) == bindparam("request"))
    .where(col(OrderSet.letter).is_not(None))
    .group_by(col(OrderSet.seat))
)


def late_seats(session: Session, match: Match, order_sets: Mapping[Seat, OrderSet]) -> frozenset[Seat]:
    """Return the seats whose first orders for what is asked now came after the deadline."""
    due = match.deadline
    if due is None or all(order_set.arrived <= due for order_set in order_sets.values()):
        return frozenset()
    first = session.exec(_FIRST_SENT, params={"match": match.id, "request": match.request})
    return frozenset(seat for seat, arrived in first if arrived > due)


def punctuality(
    opened: OrderRequest,
    assignments: Mapping[Seat, SeatAssignment],
    asked: Mapping[Seat, Prompt],
    wrong: Mapping[Seat, Punctuality],
    excused: Collection[Seat],
) -> dict[Seat, Punctuality]:
    """Return how the people kept time who were asked in public; ``wrong`` are those who were late or silent.

    Whatever does not count against somebody is left out, as is who took the seat meanwhile, or has a bot play it.
    """
    found = {seat: wrong.get(seat, Punctuality.IN_TIME) for seat, prompt in asked.items() if not prompt.secret}
    return {
        seat: kept
        for seat, kept in found.items()
        if (assignment := assignments.get(seat)) is not None
        and assignment.player is not None
        and not assignment.bot
        and assignment.joined <= opened.opened
        and not (seat in wrong and seat in excused)
    }


def judge(
    game: AnyGame,
    match: Match,
    assignments: Mapping[Seat, SeatAssignment],
    asked: Mapping[Seat, Prompt],
    silent: Sequence[Seat],
) -> Absences:
    """Count a turn that its deadline has ended against those who were silent and have no excuse."""
    plan = match.settings
    if plan.absent == "default":
        return Absences()
    missed, gone = {}, []
    for seat in silent:
        assignment = assignments.get(seat)
        turns = assignment.missed.split() if assignment else []
        if assignment is None or assignment.player is None or asked[seat].secret or is_gone(match, assignment):
            continue
        if str(asked[seat].turn) not in turns:
            turns.append(str(asked[seat].turn))
            missed[seat] = " ".join(turns)
            gone += [seat] * (len(turns) >= plan.absent_after)
    bot = bot_of(game, plan)
    return Absences(missed, tuple(gone), dict.fromkeys(gone, bot) if plan.absent == "bot" else {})


def apply(
    session: Session, ctx: Context, match: Match, assignments: Mapping[Seat, SeatAssignment], found: Absences
) -> None:
    """Write down what a step found, and tell the GM where the match leaves it to the GM."""
    for seat, missed in found.missed.items():
        session.execute(
            update(SeatAssignment)
            .where(col(SeatAssignment.id) == assignments[seat].id)
            .values(missed=missed, bot=found.stand_ins.get(seat, ""))
        )
    if match.settings.absent == "gm":
        for seat in found.gone:
            _ask_gm(session, ctx, match, assignments[seat], found.missed[seat].split())


def _ask_gm(session: Session, ctx: Context, match: Match, assignment: SeatAssignment, turns: Sequence[str]) -> None:
    seat, player = assignment.seat, session.get_one(Player, assignment.player)
    bot = bot_of(ctx.game(match.game), match.settings)
    lines = (f"REPLACE {seat} WITH BOT {bot}", f'REPLACE {seat} WITH "Name" name@example.org')
    facts: dict[str, str | int] = {"player": player.name, "seat": seat, "turns": ", ".join(turns)}
    outbox.memo(
        session, ctx, "absent", f"absent:{assignment.id}:{match.number}", match=match.name, facts=facts, lines=lines
    )


def still_unheard(session: Session, assignments: Iterable[SeatAssignment]) -> bool:
    """Tell whether nothing was heard of some players since their places were read."""
    then = {assignment.id: assignment.missed for assignment in assignments}
    now = session.exec(select(SeatAssignment.id, SeatAssignment.missed).where(col(SeatAssignment.id).in_(then)))
    return dict(now.all()) == then


# ---- back again ------------------------------------------------------------------------------------------------


def mark_as_back(seat_context: SeatContext, letter: Letter) -> None:
    """Let a player who writes count as present, and play the seat again where a bot stood in.

    The bot's order set for the open order request is taken off file, unless the letter came too late for that.
    """
    assignment, bot = seat_context.assignment, seat_context.assignment.bot
    seat_context.kept = is_gone(seat_context.match, assignment) and seat_context.match.settings.absent == "standby"
    if seat_context.kept:
        facts: dict[str, str | int] = {"player": seat_context.player.name, "seat": seat_context.seat}
        key = f"kept:{assignment.id}:{assignment.missed}".replace(" ", "-")
        _tell_gm(seat_context, "seat-kept", key, facts)
    assignment.missed = ""
    if not bot or seat_context.match.status is MatchStatus.OVER:
        return
    assignment.bot, seat_context.back_from = "", bot
    last, order_set = deadlines.cutoff(seat_context.ctx, seat_context.match), seat_context.order_set
    if (
        order_set is not None
        and order_set.letter is None
        and order_set.number == 1
        and (last is None or letter.arrived <= last)
    ):
        order_set.current = False
    _record(seat_context, bot)
    seat_context.forget()
    deadlines.note_order_sets(seat_context.ctx, seat_context.match, seat_context.prompts, seat_context.order_sets)


def _record(seat_context: SeatContext, bot: str) -> None:
    """Note the return in the match's history, and tell everybody else."""
    session, match, seat = seat_context.session, seat_context.match, seat_context.seat
    facts: dict[str, str | int] = {"seat": seat, "player": seat_context.player.name, "bot": bot}
    body = records.Body[Any, Any](
        code="player-back",
        facts={"seat": seat, "bot": bot},
        standing=seat_context.newest.standing(seat_context.game),
        stand_ins={seat: ""},
    )
    state = records.position(seat_context.game, match.state)
    records.append(session, match, RecordKind.NOTE, body, state=state, made=seat_context.ctx.now())
    _tell_gm(seat_context, "player-back", f"back:{match.id}:{match.number}", facts)
    told = {**facts, "player": "" if masks.are_worn(match) else seat_context.player.name}
    made = masks.told_at(seat_context.ctx, match, seat)
    for other, player in match_queries.assignments_in(session, match.id):
        if player is not None and other.seat != seat:
            head = letterhead.head(seat_context.ctx, player, match, other.seat)
            notice = Notice(head=head, code="player-back", facts=told, as_of_now=True)
            key = f"notice:{match.id}:{match.number}:{other.id}"
            letter = OutgoingLetter(key=key, assignment=other, payload=notice, made=made)
            outbox.enqueue(session, seat_context.ctx, match, letter)


def _tell_gm(seat_context: SeatContext, code: str, key: str, facts: dict[str, Fact]) -> None:
    session, ctx, match = seat_context.session, seat_context.ctx, seat_context.match
    made = secrecy.told_at(session, ctx, match, seat_context.seat)
    outbox.memo(session, ctx, code, key, match=match.name, facts=facts, made=made)
