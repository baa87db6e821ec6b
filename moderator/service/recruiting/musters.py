"""The muster: before an open match begins its people are asked whether they are there, and those who are play it.

The next who waits for a place replaces somebody who does not answer. What happens when too few are left, the match has
chosen (``short``): bots fill the places, the start waits for more people, or the match is called off.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy.exc import OperationalError
from sqlmodel import Session, col, update

from moderator.core.errors import describe_error
from moderator.core.seats import Seat
from moderator.service import outbox
from moderator.service.context import Context, SeatPlan
from moderator.service.matches import matches
from moderator.service.recruiting import open_matches, opening, places, waiting_list
from moderator.store import people_queries
from moderator.store.recruiting import Membership, OpenMatch
from moderator.store.session import Store
from moderator.store.statuses import OpenStatus
from moderator.store.tables import Match, Player, Thread

PATIENCE = timedelta(hours=24)
"""How long before the start people are asked; those who wrote to us since then are there without being asked."""

_Joined = Sequence[tuple[Membership, Player]]


def settle(store: Store, ctx: Context) -> dict[str, Exception]:
    """Muster the open matches whose time has come, and begin or call off those that were; return what failed by name.

    One that cannot begin stops no other. The GM is told of it once a day, and it is tried again at every look.
    """
    with store.read() as session:
        names = [row.name for row in open_matches.all_open(session, ctx)]
    failed: dict[str, Exception] = {}
    for name in names:
        try:
            with store.read() as session:
                row = open_matches.find(session, name)
                if row is None or not _is_due(session, ctx, row):
                    continue
            with store.write() as session:
                row = open_matches.lock(session, ctx, name)
                if row is not None:
                    _Muster(session, ctx, row).settle()
        except OperationalError:  # the database is busy or away: no match is to blame
            raise
        except Exception as error:  # noqa: BLE001 - one bad match never stops the others
            failed[name] = error
            _tell_gm(store, ctx, name, error)
    return failed


def next_look(session: Session, ctx: Context) -> datetime | None:
    """Return when an open match is worth a look next, as far as nobody joins or leaves before."""
    moments = []
    for row in open_matches.all_open(session, ctx):
        start = row.settings.start
        if row.begins is not None:
            moments.append(row.begins)
        elif start is not None and start - PATIENCE > ctx.now():
            moments.append(start - PATIENCE)
    return min(moments, default=None)


def _is_due(session: Session, ctx: Context, row: OpenMatch) -> bool:
    muster = _Muster(session, ctx, row)
    return muster.is_to_begin() or muster.is_to_be_called()


def _tell_gm(store: Store, ctx: Context, name: str, error: Exception) -> None:
    lines = [describe_error(error)]
    with store.write() as session:
        key = f"memo:open-failed:{name}:{ctx.now():%Y-%m-%d}"
        outbox.memo(session, ctx, "open-failed", key, match=name, lines=lines)


class _Muster:
    """An open match with its people."""

    def __init__(self, session: Session, ctx: Context, row: OpenMatch) -> None:
        self.session, self.ctx, self.row = session, ctx, row
        self.game, self.plan = open_matches.game_of(ctx, row), row.settings
        self.least, self.most = places.least(self.game, self.plan), places.most(self.game, self.plan)
        self.joined: _Joined = open_matches.people(session, row)

    @property
    def there(self) -> _Joined:
        """Those who are there, as many as there are places."""
        return [each for each in self.joined if each[0].here is not None][: self.most]

    def settle(self) -> None:
        """Do what is due now."""
        if self.is_to_be_called():
            self._call()
        if self.is_to_begin():
            self._begin()

    # ---- asking whether people are there -------------------------------------------------------------------

    def is_to_be_called(self) -> bool:
        """Tell whether it is time to ask: the match is full, or it begins within the day."""
        if self.row.status is not OpenStatus.OPEN:
            return False
        start, count = self.plan.start, len(self.joined)
        if self.row.waited:
            return count >= self.least
        return count >= self.most if start is None else self.ctx.now() >= start - PATIENCE

    def _call(self) -> None:
        """Ask everybody who was not heard of lately; the others learn when the match begins."""
        now, start = self.ctx.now(), self.plan.start
        self.row.status, self.row.asked = OpenStatus.MUSTERED, now
        self.row.begins = start if start is not None and start > now else now + PATIENCE
        for at, (member, player) in enumerate(self.joined):
            if member.here is not None and member.here < now - PATIENCE:
                member.here = None
            has_place = at < self.most
            if member.here is None:
                code = "muster" if has_place else "muster-waiting"
                open_matches.tell(
                    self.session,
                    self.ctx,
                    self.row,
                    player,
                    code,
                    begins=self.row.begins.isoformat(),
                    dated=int(start is not None and not self.row.waited),
                )
        self.session.flush()

    # ---- the start ------------------------------------------------------------------------------------------

    def is_to_begin(self) -> bool:
        """Tell whether the match begins, or turns out not to: at its time, or once everybody is there it waits for."""
        if self.row.status is not OpenStatus.MUSTERED or self.row.begins is None:
            return False
        wanted = self.least if self.row.waited else self.most
        full = (self.plan.start is None or self.row.waited) and len(self.there) >= wanted
        return full or self.ctx.now() >= self.row.begins

    def _begin(self) -> None:
        there, short = self.there, self.plan.short
        if len(there) >= self.least or (short == "bots" and there):
            self._play(there)
        elif short == "wait":
            self._wait()
        else:
            opening.call_off(self.session, self.ctx, self.row, "")

    def _wait(self) -> None:
        """Let people join again; those who did not answer are off the list."""
        for member, player in self.joined:
            code = "open-waits" if member.here is not None else "open-missed"
            open_matches.tell(self.session, self.ctx, self.row, player, code)
            if member.here is None:
                self.session.delete(member)
        self.row.status, self.row.asked, self.row.begins, self.row.waited = OpenStatus.OPEN, None, None, True

    def _play(self, there: _Joined) -> None:
        """Begin the match with those who are there; those who get no place stay on its waiting list."""
        placed = [self._placed(member, player) for member, player in there]
        dealt = places.deal(self.game, self.plan, [each.seat for each in placed], self.least)
        known = {seat: player for seat, (_, player) in zip(dealt, there, strict=False)}
        plan = places.fill(self.game, self.plan, placed, self.least)
        match = matches.create(self.session, self.ctx, plan, known=known)
        self.row.status = OpenStatus.BEGUN
        for seat, player in known.items():
            self._take_thread(match, seat, player)
        seated = {player.id for player in known.values()}
        for member, player in self.joined:
            if player.id not in seated:
                self._turn_away(match, member, player)
        matches.announce(self.session, self.ctx, match)

    def _placed(self, member: Membership, player: Player) -> SeatPlan:
        """Return somebody who has joined as who is to sit in a seat."""
        accounts = [each for each in people_queries.accounts_with(self.session, player.id) if each.name]
        forum = f"{accounts[-1].forum}:{accounts[-1].name}" if accounts else ""
        addresses = tuple(entry.address for entry in people_queries.addresses(self.session, player.id))
        return SeatPlan(seat=member.seat, player=player.name, addresses=addresses, forum=forum)

    def _turn_away(self, match: Match, member: Membership, player: Player) -> None:
        """Tell somebody that the match begins without them; who is there stays on its waiting list."""
        address = people_queries.written_to(self.session, player.id)
        waits = member.here is not None and bool(address)
        if waits:
            waiting_list.add(self.session, self.ctx, address, player.name, match.name)
        code = "open-full" if member.here is not None else "open-missed"
        open_matches.tell(self.session, self.ctx, self.row, player, code, waits=int(waits), begun=1)

    def _take_thread(self, match: Match, seat: Seat, player: Player) -> None:
        """Let the thread in a forum in which a player joined be that of the seat."""
        theirs = (col(Thread.player) == player.id, col(Thread.match).is_(None))
        self.session.execute(update(Thread).where(*theirs).values(match=match.id, seat=seat))
