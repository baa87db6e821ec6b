"""Seats of absent players, offered to the waiting list where their match says so, and given to who accepts.

Each match is settled in a transaction of its own. What was accepted is written down with the letter that accepts, so a
crash in between loses nothing: the seat is given away at the next look.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial

from sqlalchemy.exc import OperationalError
from sqlmodel import Session, col, select

from moderator.service import masks, outbox
from moderator.service.context import Context, SeatPlan
from moderator.service.facts import Notice
from moderator.service.letter_parts import Fact
from moderator.service.matches import absences, letterhead, order_requests, secrecy
from moderator.service.outbox import OutgoingLetter
from moderator.service.overrides.carry_out import OverrideRun
from moderator.service.recruiting import waiting_list
from moderator.store import match_queries, people_queries
from moderator.store.recruiting import Standby
from moderator.store.session import Store
from moderator.store.statuses import MatchStatus
from moderator.store.tables import Match, Player, SeatAssignment


def settle(store: Store, ctx: Context) -> tuple[str, ...]:
    """Offer the seats of absent players and give away those that were accepted; return the matches that failed."""
    with store.read() as session:
        concerned = _matches_to_settle(session)
    failed = []
    for number, name in concerned.items():
        try:
            with store.write() as session:
                _Vacancies(session, ctx, match_queries.lock_match(session, number)).settle()
        except OperationalError:  # the database is busy or away: no match is to blame
            raise
        except Exception:  # noqa: BLE001 - one bad match never stops the others
            failed.append(name)
    return tuple(failed)


_OFFERED_IN = select(Match).where(
    col(Match.id).in_(select(Standby.offered_in).where(col(Standby.assignment).is_not(None)))
)
_ABSENT = (
    select(SeatAssignment, Match)
    .join(Match, col(Match.id) == col(SeatAssignment.match))
    .where(
        col(SeatAssignment.left).is_(None),
        col(SeatAssignment.missed) > "",  # by its index
        col(SeatAssignment.bot) == "",
        Match.status == MatchStatus.RUNNING,  # what is over grows without end
    )
)


def _matches_to_settle(session: Session) -> dict[int, str]:
    """Return the matches in which a seat may be offered, or is, by their numbers."""
    found = [match for assignment, match in session.exec(_ABSENT) if _is_vacant(match, assignment)]
    found += session.exec(_OFFERED_IN).all()
    return {match.id: match.name for match in found}


def _is_vacant(match: Match, assignment: SeatAssignment | None) -> bool:
    """Tell whether a seat is to be had: its player is absent, and the match asks the waiting list."""
    asks = match.status is MatchStatus.RUNNING and match.settings.absent == "standby"
    return asks and assignment is not None and absences.is_gone(match, assignment)


def _is_open(ctx: Context, row: Standby) -> bool:
    return row.asked is not None and row.asked > ctx.now() - waiting_list.PATIENCE


class _Vacancies:
    """The vacant seats of a match that is locked, and the offers of them."""

    def __init__(self, session: Session, ctx: Context, match: Match) -> None:
        self.session, self.ctx, self.match = session, ctx, match

    def settle(self) -> None:
        """Take back the offers that hold no more, and fill the seats or offer them."""
        if self.match.status in (MatchStatus.PAUSED, MatchStatus.FAULTED):
            return  # it waits, and so do its offers
        vacant = [
            assignment
            for assignment in order_requests.assignments(self.session, self.match).values()
            if _is_vacant(self.match, assignment)
        ]
        offered = select(Standby).where(Standby.offered_in == self.match.id).order_by(col(Standby.accepted))
        offers = self.session.exec(offered).all()
        offered_for: dict[int | None, SeatAssignment] = {assignment.id: assignment for assignment in vacant}
        for row in offers:
            assignment = offered_for.get(row.assignment)
            if assignment is None or self._knows_another_side(assignment, row):
                self._take_back(row)
        for assignment in vacant:
            self._fill(assignment, [row for row in offers if row.assignment == assignment.id])

    def _knows_another_side(self, assignment: SeatAssignment, row: Standby) -> bool:
        """Tell whether somebody plays or has played another seat of the match."""
        sat = people_queries.addresses_ever_in(self.session, self.match.id)
        return secrecy.bare(row.address) in {secrecy.bare(address) for seat, address in sat if seat != assignment.seat}

    def _is_barred(self, assignment: SeatAssignment, row: Standby) -> bool:
        """Tell whether a seat is not for somebody: who knows another side, or is absent from it."""
        mine = [address.address for address in people_queries.addresses(self.session, assignment.player or 0)]
        return row.address in mine or self._knows_another_side(assignment, row)

    def _fill(self, assignment: SeatAssignment, offers: Sequence[Standby]) -> None:
        """Give a seat to who accepted it first, or offer it to the next once the last has had time to answer."""
        taken = next((row for row in offers if row.accepted is not None), None)
        if taken is not None:
            self._give(assignment, taken)
            for row in offers:
                if row is not taken:
                    self._take_back(row)
        elif not any(_is_open(self.ctx, row) for row in offers):
            self._offer(assignment)

    def _give(self, assignment: SeatAssignment, row: Standby) -> None:
        """Put somebody into a seat as REPLACE does, and tell everybody."""
        run = OverrideRun(self.session, self.ctx, self.match, rehearsal=False)
        run.replace(SeatPlan(seat=assignment.seat, player=row.name, addresses=(row.address,)))
        run.record(())
        run.news.send(self.session, self.ctx, self.match)
        self._tell_gm("stepped-in", assignment, row)
        self.session.delete(row)

    def _offer(self, assignment: SeatAssignment) -> None:
        match, now = self.match, self.ctx.now()
        row = waiting_list.first(self.session, match, partial(self._is_barred, assignment))
        if row is None:
            self._tell_gm("nobody-waits", assignment)
            return
        row.assignment, row.offered_in, row.asked = assignment.id, match.id, now
        facts: dict[str, Fact] = {
            "seat": assignment.seat,
            "turn": match.turn,
            "until": (now + waiting_list.PATIENCE).isoformat(),
        }
        if match.deadline is not None:
            facts["due"] = match.deadline.isoformat()
        self._write(row, "offer", waiting_list.key_of(row), facts)
        self._tell_gm("seat-offered", assignment, row)
        self._warn(assignment)

    def _warn(self, assignment: SeatAssignment) -> None:
        """Tell the absent player, once an absence, that the seat is offered to others and how to keep it."""
        head = letterhead.head(self.ctx, self.session.get_one(Player, assignment.player), self.match, assignment.seat)
        key = f"seat-offered:{assignment.id}:{assignment.missed}".replace(" ", "-")
        notice = Notice(head=head, code="seat-offered", due=letterhead.due(self.match))
        outbox.enqueue(
            self.session, self.ctx, self.match, OutgoingLetter(key=key, assignment=assignment, payload=notice)
        )

    def _take_back(self, row: Standby) -> None:
        """Put somebody back on the list whose offer holds no more, and say so to who may still think of it."""
        if _is_open(self.ctx, row) or row.accepted is not None:
            made = masks.told_at(self.ctx, self.match, "")  # its player may have written
            self._write(row, "offer-over", f"{waiting_list.key_of(row)}:over", {}, made)
        row.assignment = row.offered_in = row.asked = row.accepted = None

    def _write(
        self, row: Standby, code: str, key: str, facts: Mapping[str, Fact], made: datetime | None = None
    ) -> None:
        facts = {"match": self.match.name, "game": self.ctx.game(self.match.game).info.title, **facts}
        outbox.stranger(self.session, self.ctx, row.address, code, key, facts=facts, made=made)

    def _tell_gm(self, code: str, assignment: SeatAssignment, row: Standby | None = None) -> None:
        absent = self.session.get_one(Player, assignment.player)
        facts: dict[str, Fact] = {"player": absent.name, "seat": assignment.seat}
        if row is not None:
            facts |= {"name": row.name, "address": row.address}
        key = f"{code}:{assignment.id}:{assignment.missed}:{row.id if row else 0}".replace(" ", "-")
        made = secrecy.told_at(self.session, self.ctx, self.match, assignment.seat)
        outbox.memo(self.session, self.ctx, code, key, match=self.match.name, facts=facts, made=made)
