"""Letters of recorded matches: the reports of some turns, as if people had sat in every seat."""

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from sqlmodel import Session, col, delete, select

from bench.common import BUCK, GENOCIDE, RAYGUNS, REBELS, REVISED, instance
from moderator.core.seats import Seat
from moderator.games.registry import GAMES
from moderator.service.admin.transfer import bring_in
from moderator.service.context import Context
from moderator.service.facts import TurnReport, Welcome
from moderator.service.matches import order_requests, reports
from moderator.store.session import Store
from moderator.store.statuses import MatchStatus
from moderator.store.tables import Address, Match, OrderRequest, OrderSet, Player, Record, SeatAssignment
from moderator.testing.recorded import unpack
from tests.support import library

MATCHES = {
    REBELS: "planet-held",
    GENOCIDE: "four-admirals",
    BUCK: "year",
    REVISED: "end",
    RAYGUNS: "target",
}
"""A recorded match of four seats on the whole board for each game."""


class Recorded:
    """A recorded match, which can be told again as it stood after any of its records."""

    def __init__(self, store: Store, ctx: Context, match: Match) -> None:
        """Seat people where bots played."""
        self._store, self._ctx, self._id = store, ctx, match.id
        self.name, self.number = match.name, match.number
        with store.write() as session:
            self.seats = tuple(_seat(session, place) for place in self._places(session).values())

    def _places(self, session: Session) -> dict[Seat, SeatAssignment]:
        return order_requests.assignments(session, session.get_one(Match, self._id))

    def letters(self, number: int, seats: Sequence[Seat] = ()) -> list[TurnReport]:
        """Return the facts of the reports on a record to some seats, by default to all."""
        with self._store.trial() as session:
            match = session.get_one(Match, self._id)
            if number < self.number:
                match = _as_of(session, match, number)
            places = order_requests.assignments(session, match)
            told = reports.Reports(session, self._ctx, match, number)
            return [told.to(reports.reader(session, self._ctx, match, places[seat])) for seat in seats or self.seats]

    def welcome(self, seat: Seat = "") -> Welcome:
        """Return the facts of the welcome to a seat, by default to the first."""
        with self._store.trial() as session:
            match = _as_of(session, session.get_one(Match, self._id), 0)
            assignment = order_requests.assignments(session, match)[seat or self.seats[0]]
            return reports.welcome(session, self._ctx, match, assignment, 0)


@contextmanager
def recorded(key: str) -> Iterator[Recorded]:
    """Give the recorded match of a game in an instance of its own."""
    path = library.present(GAMES[key]) / f"{MATCHES[key]}.tar.xz"
    with instance() as (store, ctx), tempfile.TemporaryDirectory() as folder:
        carried, rows = unpack(path.read_bytes(), Path(folder))
        with store.write() as session:
            match = bring_in(session, ctx, carried, rows)
        yield Recorded(store, ctx, match)


def _seat(session: Session, place: SeatAssignment) -> Seat:
    player = Player(name=place.seat, zone="UTC")
    session.add(player)
    session.flush()
    assert player.id is not None
    session.add(Address(player=player.id, address=f"{place.seat.lower()}@pbem.test", confirmed=True))
    place.player, place.bot = player.id, ""
    session.add(place)
    return place.seat


def _as_of(session: Session, match: Match, number: int) -> Match:
    """Return a match as it stood after one of its records, with nothing filed since."""
    row = session.exec(select(Record).where(Record.match == match.id, Record.number == number)).one()
    session.exec(delete(Record).where(col(Record.match) == match.id, col(Record.number) > number))
    session.exec(delete(OrderSet).where(col(OrderSet.match) == match.id, col(OrderSet.request) > row.request))
    match.number, match.state, match.request, match.status = number, row.position, row.request + 1, MatchStatus.RUNNING
    opened = session.exec(
        select(OrderRequest).where(OrderRequest.match == match.id, OrderRequest.number == match.request)
    ).one()
    opened.closed = None
    match.turn = next(iter(order_requests.prompts(opened).values())).turn
    session.flush()
    return match
