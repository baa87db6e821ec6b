"""What a rollback takes back, and the orders of then that come back with the position.

Nothing is erased: the position of then is a new record, its orders are asked for under new numbers and seals, and
what was resolved since stays in the book of the match.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from msgspec import Struct
from sqlmodel import Session, col, select

from moderator.core.errors import ModeratorError
from moderator.core.game import AnyGame
from moderator.core.seats import Seat
from moderator.service.commands import ending
from moderator.service.gm_commands import Rollback
from moderator.service.matches import order_requests, records
from moderator.service.order_sets.merging import Instructions, Merge, merge_and_check
from moderator.store import match_queries
from moderator.store.complaints import Complaint
from moderator.store.statuses import RecordKind
from moderator.store.tables import Match, OrderSet, Record, SeatAssignment, Vote


class NotThereError(ModeratorError):
    """A point that a match cannot go back to; the text says which there are."""


class RollbackTarget(Struct, frozen=True):
    """Where a rollback goes: the steps that it takes back, what was on file for the first, the record before it."""

    taken: tuple[Record, ...]
    before: records.RecordWithBody
    count: int
    """Which rollback of its match it is."""
    stood_in: tuple[Seat, ...]
    """The seats for which bots played in place of absent players when the first was asked for."""
    entered: dict[Seat, int]
    """The numbers of the order sets for the first that the GM had entered."""


def find_target(session: Session, game: AnyGame, match: Match, back: Rollback) -> RollbackTarget:
    """Find what a rollback takes back; raises NotThereError. What was taken back before is not counted again."""
    told = records.all_with_bodies(session, game, match)
    resolved = [row for row, _ in records.in_force(told) if row.kind is RecordKind.TURN]
    if not resolved:
        raise NotThereError("nothing has been ruled that could be taken back")
    if back.turn is None:
        if back.steps > len(resolved):
            raise NotThereError(f"{len(resolved)} can be taken back, no more")
        taken = resolved[-back.steps :]
    else:
        taken = [row for row in resolved if row.turn >= back.turn]
        if back.turn not in {row.turn for row in taken}:
            turns = ", ".join(str(turn) for turn in dict.fromkeys(row.turn for row in resolved))
            raise NotThereError(f"nothing of turn {back.turn} has been ruled; a match goes back to one of: {turns}")
    before = next(each for each in told if each[0].number == taken[0].number - 1)
    count = 1 + sum(held.code == records.ROLLED_BACK for _, held in told)
    entered = records.numbers_entered_by_gm(told, taken[0].request)
    return RollbackTarget(tuple(taken), before, count, _stand_in_seats(told, taken[0]), entered)


def _stand_in_seats(told: Sequence[records.RecordWithBody], resolved: Record) -> tuple[Seat, ...]:
    """Return the seats that bots played when a record's orders were requested, even if players came back since."""
    before = [(row, held) for row, held in told if row.number < resolved.number]
    opened = max(row.number for row, held in before if row.kind in records.RESOLVED or held.code == records.ROLLED_BACK)
    playing: dict[Seat, str] = {}
    for row, held in before:
        playing |= held.changed_bots if row.number <= opened else {}
    return tuple(seat for seat, bot in playing.items() if bot)


class RestoredOrders(Struct, frozen=True):
    """What comes back of a seat's order set: the orders that are valid still, and as lines those that are not."""

    orders: tuple[Any, ...]
    fallen: tuple[str, ...]
    by_gm: bool
    """Whether the GM had entered them."""


def orders_to_restore(
    session: Session,
    game: AnyGame,
    match: Match,
    target: RollbackTarget,
    state: Any,  # noqa: ANN401 - the state is the game's own
) -> dict[Seat, RestoredOrders]:
    """Return by seat what comes back of the order sets that people had on file; bots make theirs anew."""
    prompts = game.pending(state)
    sitting = order_requests.assignments(session, match)
    found: dict[Seat, RestoredOrders] = {}
    for seat, order_set in _filed_by_people(
        session, match, order_requests.order_sets(session, match, target.taken[0].request)
    ).items():
        if seat not in prompts or sitting[seat].bot:
            continue
        if seat in target.stood_in and order_set.letter is None and order_set.number == 1:
            continue
        orders = order_requests.unpack_orders(game, order_set.orders)
        check = partial(game.check, game.view(state, seat), prompts[seat])
        merged = merge_and_check(Merge(check=check, prompt=prompts[seat], letter=Instructions(()), onto=orders))
        fallen = tuple(game.language.line(order) for order in orders if order not in merged.orders)
        found[seat] = RestoredOrders(merged.orders, fallen, by_gm=target.entered.get(seat) == order_set.number)
    return found


def _filed_by_people(session: Session, match: Match, filed: Mapping[Seat, OrderSet]) -> dict[Seat, OrderSet]:
    """Return the order sets that were filed while a person sat there."""
    held = session.exec(
        select(SeatAssignment).where(SeatAssignment.match == match.id, col(SeatAssignment.player).is_not(None))
    ).all()
    return {
        seat: order_set
        for seat, order_set in filed.items()
        if any(assignment.seat == seat and assignment.held(order_set.arrived) for assignment in held)
    }


def require_confirmation(order_set: OrderSet) -> None:
    """Let a player have yet to say that an order set stands: by READY, or by other orders."""
    order_set.complaints = (Complaint("", "", since=order_set.arrived),)


# ---- with the consent of the players ------------------------------------------------------------------------

ASKED = "rollback-asked"
"""The code of the note that keeps the GM's question."""


def people(session: Session, match: Match) -> set[Seat]:
    """Return the seats whose players must agree."""
    sitting = order_requests.assignments(session, match)
    return {seat for seat, assignment in sitting.items() if assignment.player is not None and not assignment.bot}


def is_vote_open(session: Session, match: Match) -> bool:
    """Tell whether the players are asked already."""
    return bool(match_queries.votes(session, match.id, ending.ROLLBACK, match.request))


_QUESTIONS = select(Vote.match, Vote.request).where(Vote.kind == ending.ROLLBACK, Vote.seat == ending.NOBODY)


def matches_agreed(session: Session) -> list[Match]:
    """Return the matches that go back now: everybody who plays in them has agreed."""
    asked = set(session.exec(_QUESTIONS))  # first, and by itself: the votes are few, the matches are many
    numbers = [number for number, _ in asked]
    found = session.exec(select(Match).where(col(Match.id).in_(numbers)).order_by(col(Match.id))) if asked else ()
    now = [match for match in found if (match.id, match.request) in asked]
    return [match for match in now if not seats_not_agreed(session, match)]


def seats_not_agreed(session: Session, match: Match) -> set[Seat]:
    """Return the seats whose players have not agreed yet."""
    return people(session, match) - _voters(session, match)


def _voters(session: Session, match: Match) -> set[Seat]:
    return {vote.seat for vote in match_queries.votes(session, match.id, ending.ROLLBACK, match.request)}


def question(session: Session, game: AnyGame, match: Match) -> tuple[int, records.AnyBody]:
    """Return the record of the override that the players were asked about last, and what it holds."""
    kept = reversed(records.all_with_bodies(session, game, match))
    return next((record.number, held) for record, held in kept if held.code == ASKED)
