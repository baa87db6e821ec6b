"""When players who have sent nothing are reminded: as the match is set, or as they wish it themselves (SET REMIND)."""

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime, timedelta

from sqlmodel import Session, col, select

from moderator.service import outbox, preferences
from moderator.service.context import Context
from moderator.service.matches import order_requests
from moderator.service.outbox import OutgoingLetter
from moderator.store import people_queries
from moderator.store.statuses import MatchStatus
from moderator.store.tables import AT_ONCE, Match, OrderRequest, Player, SeatAssignment

Ahead = tuple[timedelta, ...]
"""How long before a deadline somebody is reminded."""

Wishes = Mapping[int, Ahead]
"""What players wish, by their seat assignments; those who go by the settings of the match are not in it."""

_WISHES = (
    select(SeatAssignment.match, SeatAssignment.id, Player)
    .join(Player, col(Player.id) == col(SeatAssignment.player))
    .where(col(SeatAssignment.left).is_(None), col(Player.preferences).contains('"remind"'))
)


def wishes(session: Session, matches: Collection[int] | None = None) -> dict[int, dict[int, Ahead]]:
    """Return by match what its players wish; of all matches if none are named."""
    asked = _WISHES if matches is None else _WISHES.where(col(SeatAssignment.match).in_(matches))
    found: dict[int, dict[int, Ahead]] = {}
    for match, assignment, player in session.exec(asked):
        ahead = preferences.reminders(player)
        if ahead is not None:
            found.setdefault(match, {})[assignment] = ahead
    return found


def next_at(ctx: Context, match: Match, opened: OrderRequest | None, wished: Wishes, now: datetime) -> datetime | None:
    """Return when somebody is to be reminded next; None if there is nothing left to be reminded of."""
    if match.status is not MatchStatus.RUNNING or match.deadline is None or match.deadline <= now or opened is None:
        return None
    aheads = (_usual(ctx, match), *wished.values())
    return min((at for ahead in aheads for at in _left(match, opened, ahead)), default=None)


def remind(session: Session, ctx: Context, match: Match, opened: OrderRequest, wished: Wishes) -> int:
    """Remind those whose time has come and who have sent nothing; return how many reminders went to the outbox.

    Somebody for whom several moments have passed since the last look is reminded once. Moments before they took the
    seat over are none of theirs.
    """
    now, filed = ctx.now(), order_requests.order_sets(session, match)
    assignments = order_requests.assignments(session, match)
    told = 0
    for seat in order_requests.prompts(opened):
        assignment = assignments.get(seat)
        if assignment is None or assignment.player is None or seat in filed:
            continue
        ahead = wished.get(assignment.id, _usual(ctx, match))
        passed = [at for at in _left(match, opened, ahead) if assignment.joined < at <= now]
        if passed:
            told += outbox.enqueue(session, ctx, match, _letter(match, opened, assignment, max(passed)))
    match.reminded = now
    return told


def _letter(match: Match, opened: OrderRequest, assignment: SeatAssignment, at: datetime) -> OutgoingLetter:
    key = f"reminder:{match.id}:{opened.number}:{assignment.id}:{deadline_mark(match)}:{_mark(at)}"
    return OutgoingLetter(kind="reminder", key=key, assignment=assignment)


def _usual(ctx: Context, match: Match) -> Ahead:
    return (order_requests.settings_of(ctx, match).remind,)


def _left(match: Match, opened: OrderRequest, ahead: Ahead) -> Iterator[datetime]:
    """Yield the moments for reminders that no look has seen yet: never before half of the time is over."""
    if match.deadline is None:
        return
    half = opened.opened + (match.deadline - opened.opened) / 2
    for span in ahead:
        at = max(match.deadline - span, half)
        if span > timedelta(0) and (match.reminded is None or at > match.reminded):
            yield at


def deadline_mark(match: Match) -> str:
    """Return what stands for the deadline in the key of a reminder: if it moves, there is another to be reminded of."""
    return _mark(match.deadline) if match.deadline else ""


def _mark(moment: datetime) -> str:
    return f"{moment:%Y%m%dT%H%M%S}"


def begin_anew(session: Session, ctx: Context, player: int) -> None:
    """Prepare a player's matches for other wishes: what is due by the old ones goes, and only what is to come counts.

    Call this before the wishes change.
    """
    now = ctx.now()
    for _, match in people_queries.assignments_of(session, player):
        if match.status is not MatchStatus.RUNNING:
            continue
        opened, wished = order_requests.current(session, match), wishes(session, [match.id]).get(match.id, {})
        due = next_at(ctx, match, opened, wished, now)
        if opened is not None and due is not None and due <= now:
            remind(session, ctx, match, opened, wished)
        match.reminded, match.check_due = now, AT_ONCE
