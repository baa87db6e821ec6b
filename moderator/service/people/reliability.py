"""How reliable people are: whether their orders came in the last turns, and whether they played matches to the end.

It is counted anew from the records each time that somebody asks. What a record says of a turn was judged when it ran:
only then was it known when orders were due, who was away, and whether we were. What was taken back counts no more.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import islice
from typing import NamedTuple

import sqlalchemy
from msgspec import Struct
from sqlalchemy import bindparam, or_
from sqlmodel import Session, col, select

from moderator.core import codec
from moderator.core.seats import Seat
from moderator.service import masks, spectators
from moderator.service.letter_parts import Reliability
from moderator.service.matches.records import ROLLED_BACK, Punctuality
from moderator.store import match_queries, people_queries
from moderator.store.statuses import MatchStatus, RecordKind
from moderator.store.tables import Match, Record, SeatAssignment

TURNS, MATCHES = 20, 20
"""How many of the last ones count."""

_TOGETHER = 25
"""Records that are read together: more than count, since some say nothing of a player."""

_NOW = datetime.max.replace(tzinfo=UTC)


class _TurnNote(Struct, frozen=True):
    """What a turn's record holds, as far as it tells how people kept time."""

    punctuality: dict[Seat, Punctuality] = {}


class _RollbackNote(Struct, frozen=True):
    """What an amendment's record holds, as far as it tells what was taken back."""

    code: str = ""
    facts: dict[str, str | int] = {}


class _Turn(NamedTuple):
    """A turn that ran while somebody sat in a seat of its match."""

    player: int
    seat: Seat
    record: int
    match: int


class _Tenure(NamedTuple):
    """A seat that somebody holds or held; ``ended`` is when the last record of its match was made."""

    player: int
    match: int
    bot: str
    left: datetime | None
    status: MatchStatus
    ended: datetime


def of(session: Session, players: Collection[int]) -> dict[int, Reliability]:
    """Return how reliable some players are, by their numbers, as everybody may know it."""
    return _count(session, players)


def of_oneself(session: Session, player: int) -> Reliability:
    """Return how reliable a player is, by the number, for that player alone: matches that nobody may see count, too."""
    return _count(session, [player], whole=None)[player]


def by_seat(
    session: Session, match: Match, until: datetime | None = None, *, seated: bool = False
) -> dict[Seat, Reliability]:
    """Return how reliable the people are who play a match now, by their seats; nothing of who was erased.

    Of other matches count only turns that everybody may know; of this one all, for who is ``seated`` there. Nothing is
    told of masked players.

    ``until`` is the time as of which it is told: to spectators who are kept behind it tells no more than they may know.
    """
    if masks.are_worn(match):
        return {}
    erased = people_queries.seats_of_erased(session, match.id)
    held = {
        assignment.seat: player.id
        for assignment, player in match_queries.assignments_in(session, match.id)
        if player is not None and assignment.seat not in erased
    }
    counted = _count(session, set(held.values()), until, whole=(match.id,) if seated else ())
    return {seat: counted[player] for seat, player in held.items()}


def finished_matches(session: Session, player: int) -> int:
    """Return how many matches a player has played to the end."""
    turns, tenures = _turns(session, [player]), _tenures(session, [player])
    return sum(_matches_finished(turns[player], tenures[player]))


def _count(
    session: Session, players: Collection[int], until: datetime | None = None, *, whole: Collection[int] | None = ()
) -> dict[int, Reliability]:
    """Count for several players what everybody may know, and in the ``whole`` matches, None for all, everything."""
    turns, tenures = _turns(session, players, until, whole=whole), _tenures(session, players)
    found, notes = {}, dict[int, _TurnNote]()
    for player in players:
        kept = Counter(islice(_kept(session, turns[player], notes), TURNS))
        ended = Counter(islice(_matches_finished(turns[player], tenures[player], until), MATCHES))
        found[player] = Reliability(
            asked=kept.total(),
            missed=kept[Punctuality.MISSED],
            late=kept[Punctuality.LATE],
            finished=ended[True],
            left=ended[False],
        )
    return found


def _kept(session: Session, turns: Sequence[_Turn], notes: dict[int, _TurnNote]) -> Iterator[Punctuality]:
    """Give how a player kept time in turns, as far as it counts, in their order; ``notes`` holds what was read."""
    for begin in range(0, len(turns), _TOGETHER):
        some = turns[begin : begin + _TOGETHER]
        unread = [turn.record for turn in some if turn.record not in notes]
        for record, body in session.exec(_BODIES, params={"records": unread}) if unread else ():
            notes[record] = codec.unpack(body, _TurnNote)
        for turn in some:
            kept = notes[turn.record].punctuality.get(turn.seat)
            if kept is not None:
                yield kept


def _matches_finished(
    turns: Iterable[_Turn], tenures: Sequence[_Tenure], until: datetime | None = None
) -> Iterator[bool]:
    """Give for each match whether a player finished or left it, in the order of the turns; nothing while it goes on.

    Who has a bot play when it ends has left it. A match counts once a turn has run with the player in it.
    """
    now = until or _NOW
    for match in dict.fromkeys(turn.match for turn in turns):
        seats = [tenure for tenure in tenures if tenure.match == match]
        over = seats[0].status is MatchStatus.OVER and seats[0].ended <= now
        stays = [seat for seat in seats if seat.left is None or seat.left > now]
        if over or not stays:
            yield any(not seat.bot for seat in stays)


# built once, since building a statement takes longer than running it
_OF_PLAYERS = col(SeatAssignment.player).in_(bindparam("players", expanding=True))
_SAT_THEN = (
    (col(Record.match) == col(SeatAssignment.match))
    & (col(Record.made) > col(SeatAssignment.joined))
    & or_(col(SeatAssignment.left).is_(None), col(Record.made) <= col(SeatAssignment.left))
)
_TURNS = (
    sqlalchemy.select(
        *map(col, (SeatAssignment.player, SeatAssignment.seat, Record.id, Record.match)),
        col(Record.number),
        col(Record.turn),
    )
    .join(Record, _SAT_THEN)
    .where(_OF_PLAYERS, col(Record.kind) == RecordKind.TURN, col(Record.made) <= bindparam("until"))
    .order_by(col(Record.made).desc(), col(Record.id).desc())
)
_BODIES = select(Record.id, Record.body).where(col(Record.id).in_(bindparam("records", expanding=True)))
_AMENDMENTS = sqlalchemy.select(col(Record.match), col(Record.number), col(Record.body)).where(
    col(Record.match).in_(sqlalchemy.select(col(SeatAssignment.match)).where(_OF_PLAYERS)),
    col(Record.kind) == RecordKind.AMENDMENT,
)
_TENURES = (
    sqlalchemy.select(
        *map(col, (SeatAssignment.player, SeatAssignment.match, SeatAssignment.bot, SeatAssignment.left)),
        col(Match.status),
        col(Record.made),
    )
    .join(Match, col(Match.id) == col(SeatAssignment.match))
    .join(Record, (col(Record.match) == col(Match.id)) & (col(Record.number) == col(Match.number)))
    .where(_OF_PLAYERS)
)


def _turns(
    session: Session,
    players: Collection[int],
    until: datetime | None = None,
    *,
    whole: Collection[int] | None = None,
) -> Mapping[int, list[_Turn]]:
    """Return by player the turns that ran while they sat in a seat, and were not taken back, the newest first.

    Of matches that are not among the ``whole`` ones those alone that spectators may know.
    """
    found: dict[int, list[_Turn]] = defaultdict(list)
    undone = _taken_back(session, players)
    rows = session.execute(_TURNS, {"players": [*players], "until": until or _NOW}).all()
    shown = {} if whole is None else _shown(session, {row.match for row in rows}.difference(whole))
    for player, seat, record, match, number, turn in rows:
        if turn <= shown.get(match, turn) and not any(to < number < by for to, by in undone[match]):
            found[player].append(_Turn(player, seat, record, match))
    return found


def _shown(session: Session, matches: Collection[int]) -> dict[int, int]:
    """Return by match the last turn of which spectators may know who played it, -1 for none."""
    rows = session.exec(select(Match).where(col(Match.id).in_(matches))) if matches else ()
    last = {row.id: None if masks.are_worn(row) else spectators.last_turn_shown(row) for row in rows}
    return {match: -1 if turn is None else turn for match, turn in last.items()}


def _taken_back(session: Session, players: Collection[int]) -> Mapping[int, list[tuple[int, int]]]:
    """Return by match between which records lies what rollbacks took back, in the matches of players."""
    found: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for match, number, body in session.execute(_AMENDMENTS, {"players": [*players]}):
        note: _RollbackNote = codec.unpack(body, _RollbackNote)
        if note.code == ROLLED_BACK:
            found[match].append((int(note.facts["to"]), number))
    return found


def _tenures(session: Session, players: Collection[int]) -> Mapping[int, list[_Tenure]]:
    """Return by player the seats that they hold or held."""
    found: dict[int, list[_Tenure]] = defaultdict(list)
    for row in session.execute(_TENURES, {"players": [*players]}):
        found[row[0]].append(_Tenure(*row))
    return found
