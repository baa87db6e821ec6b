"""What an override changes, as lines that a GM can read: all about a match but its position, before and after.

What is changed in a position is told by its events and the chart.
"""

from typing import Any

import msgspec
from msgspec import Struct
from sqlmodel import Session

from moderator.core.seats import Observer
from moderator.service import masks
from moderator.service.commands import address
from moderator.service.context import Context
from moderator.service.matches import letterhead, order_requests
from moderator.service.schedule import zone_of
from moderator.store import match_queries, people_queries
from moderator.store.tables import Match, SeatAssignment

_ABSENT = "-"
SCHEDULE = "schedule"
"""What the line about the schedule begins with; the schedule is as it is written, for whoever words it."""
BECOMES = " → "


class Snapshot(Struct, frozen=True):
    """A match: lines by what they are about, those of them that a match may keep from its GM, and the chart."""

    lines: dict[str, str]
    hidden: dict[str, str]
    chart: tuple[str, ...]

    def without_secrets(self) -> "Snapshot":
        """Return what a GM may see of a match that keeps its secrets."""
        return Snapshot(self.lines, {}, ())


def snapshot(
    session: Session,
    ctx: Context,
    match: Match,
    state: Any,  # noqa: ANN401 - the state is the game's own
    *,
    runs: bool,
) -> Snapshot:
    """Take down clock, seats, options, recorded orders and the chart of the position."""
    game = ctx.game(match.game)
    lines = {
        "status": match.status.value,
        "turn": str(match.turn),
        "deadline": _deadline(match, runs=runs),
        SCHEDULE: match.schedule or "none",
        "spectators": match.settings.shown,
    }
    hidden: dict[str, str] = {}
    seats = hidden if masks.are_worn(match) else lines
    for assignment, player in match_queries.assignments_in(session, match.id):
        names = (
            player.name if player else "",
            _address(session, assignment),
            f"bot {assignment.bot}" if assignment.bot else "",
        )
        seats[f"seat {assignment.seat}"] = ", ".join(filter(None, names))
    lines |= {f"options.{key}": str(value) for key, value in msgspec.to_builtins(game.options(state)).items()}
    for seat, order_set in order_requests.order_sets(session, match).items():
        orders = order_requests.unpack_orders(game, order_set.orders)
        hidden[f"orders {seat}"] = "; ".join(game.language.line(order) for order in orders) or "none"
    chart = letterhead.pictures(ctx, None, match).chart(game.view(state, Observer.GM))
    return Snapshot(lines, hidden, tuple(chart.splitlines()))


def _deadline(match: Match, *, runs: bool) -> str:
    """Return when orders are due, or that the turn ``runs`` now: RESOLVE puts the deadline into the past for that."""
    if match.deadline is None:
        return "none"
    if runs:
        return "over, the turn runs now"
    zone = match.settings.zone
    return f"{match.deadline.astimezone(zone_of(zone)):%Y-%m-%d %H:%M} {zone}"


def _address(session: Session, assignment: SeatAssignment) -> str:
    """Return where the person in a place is written to, or is to be."""
    change = address.pending_change(session, assignment.player) if assignment.player is not None else None
    if change is not None:
        return f"{change.address}, unless {change.old} objects within 48 hours"
    return people_queries.written_to(session, assignment.player)


def describe_changes(before: Snapshot, after: Snapshot) -> tuple[str, ...]:
    """Return one line for everything that is not the same."""
    old_lines, new_lines = before.lines | before.hidden, after.lines | after.hidden
    pairs = {
        key: (old_lines.get(key, _ABSENT), new_lines.get(key, _ABSENT))
        for key in dict.fromkeys((*old_lines, *new_lines))
    }
    return tuple(f"{key}: {old}{BECOMES}{new}" for key, (old, new) in pairs.items() if old != new)
