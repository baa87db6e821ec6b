"""How matches came out that spectators may know of, in the order in which they ended, and who played what in them."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime

import msgspec
from msgspec import Struct
from sqlmodel import Session, col, func, select

from moderator.core.game import Outcome
from moderator.core.seats import Seat
from moderator.service import spectators
from moderator.service.context import Context
from moderator.service.matches import letterhead, records
from moderator.store.statuses import MatchStatus, RecordKind
from moderator.store.tables import Match, Record, SeatAssignment


class MatchResult(Struct, frozen=True, kw_only=True):
    """How a match came out; ``by_gm`` if its GM ended it. ``began`` is when its first turn ran, None if none did."""

    match: Match
    outcome: Outcome
    by_gm: bool
    began: datetime | None
    assignments: Sequence[SeatAssignment]

    @property
    def beginners(self) -> dict[Seat, int]:
        """The players who sat in the seats when the first turn ran, not those who took one over since."""
        began = self.began
        there = (
            each
            for each in self.assignments
            if began is not None and each.joined < began and (each.left is None or each.left >= began)
        )
        return {each.seat: each.player for each in there if each.player is not None}

    @property
    def finishers(self) -> dict[Seat, int]:
        """The players who sat in the seats at the end, for whom no bot played."""
        there = (each for each in self.assignments if each.left is None and not each.bot)
        return {each.seat: each.player for each in there if each.player is not None}


_ENDED = (
    select(Match, col(Record.kind))
    .join(Record, (col(Record.match) == col(Match.id)) & (col(Record.number) == col(Match.number)))
    .where(Match.status == MatchStatus.OVER, ~col(Match.withdrawn))
    .order_by(col(Record.made), col(Match.id))
)
_BEGAN = select(Record.match, func.min(Record.made)).where(Record.kind == RecordKind.TURN).group_by(col(Record.match))


def all_results(session: Session, ctx: Context, among: Collection[int] | None = None) -> Iterator[MatchResult]:
    """Give the results of the matches that are over and let spectators know of them, the first that ended first.

    With ``among`` only those of some matches, by their ids. A match of a game that is not installed any more, or has
    changed too much, has no result.
    """
    began, seated = dict(session.exec(_BEGAN).all()), assignments(session)
    for match, kind in session.exec(_ENDED):
        is_meant = spectators.are_let_in(match) and (among is None or match.id in among)
        outcome = _outcome(session, ctx, match, kind) if is_meant else None
        if outcome is not None:
            yield MatchResult(
                match=match,
                outcome=outcome,
                by_gm=kind is RecordKind.END,
                began=began.get(match.id),
                assignments=seated[match.id],
            )


def assignments(session: Session) -> Mapping[int, list[SeatAssignment]]:
    """Return by match who holds or held its seats."""
    found: dict[int, list[SeatAssignment]] = defaultdict(list)
    for assignment in session.exec(select(SeatAssignment).order_by(col(SeatAssignment.id))):
        found[assignment.match].append(assignment)
    return found


def _outcome(session: Session, ctx: Context, match: Match, kind: RecordKind) -> Outcome | None:
    game = ctx.games.get(match.game)
    if game is None:
        return None
    if kind is RecordKind.END:
        return letterhead.ended_by_gm(session, ctx, match)
    try:
        return game.outcome(records.position(game, match.state))
    except msgspec.ValidationError:
        return None
