"""A series: matches that the operator's file puts together, with one table of their players.

A player gets a point for every seat placed below the own one in a match that they played to its end, and half a point
for every other seat that shares its place.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from sqlmodel import Session, col, select

from moderator.core.seats import Seat
from moderator.service import masks, spectators, tags
from moderator.service.context import Context
from moderator.service.letter_parts import SeriesRow, SeriesTable
from moderator.service.matches import letterhead
from moderator.service.people import results
from moderator.store import match_queries
from moderator.store.tables import Match, Player, SeatAssignment


def names(session: Session) -> tuple[str, ...]:
    """Return the series that spectators may know of, by their names."""
    return tuple(sorted({match.settings.series for match in _shown(session) if match.settings.series}))


def table(session: Session, ctx: Context, name: str) -> SeriesTable | None:
    """Return the table of a series, None if there is none of this name that spectators may know of."""
    wanted = tags.slug(name)
    matches = {match.id: match for match in _shown(session) if wanted and tags.slug(match.settings.series) == wanted}
    if not matches:
        return None
    halves, finished = Counter[int](), Counter[int]()
    for result in results.all_results(session, ctx, matches):
        for seat, player in result.finishers.items():
            halves[player] += _half_points(seat, result.outcome.ranking)
        finished.update(set(result.finishers.values()))
    seated = results.assignments(session)
    known = (number for number, match in matches.items() if not masks.are_worn(match))
    played = Counter(player for match in known for player in _players(seated[match]))
    people = session.exec(select(Player).where(col(Player.id).in_(played)))
    rows = (
        SeriesRow(name=each.name, halves=halves[each.id], played=played[each.id], finished=finished[each.id])
        for each in people
    )
    return SeriesTable(
        name=next(iter(matches.values())).settings.series,
        rows=tuple(sorted(rows, key=lambda row: (-row.halves, -row.finished, row.name))),
        matches=tuple(letterhead.match_line(session, ctx, match) for match in matches.values()),
    )


def _shown(session: Session) -> Iterator[Match]:
    """Give the matches that spectators may know of, the oldest first."""
    return (match for match in reversed(match_queries.newest_matches(session)) if spectators.are_let_in(match))


def _players(assignments: Iterable[SeatAssignment]) -> set[int]:
    return {each.player for each in assignments if each.player is not None}


def _half_points(seat: Seat, ranking: Sequence[Sequence[Seat]]) -> int:
    """Return twice the points of a seat; one that the ranking does not know has none."""
    place = next((at for at, seats in enumerate(ranking) if seat in seats), None)
    if place is None:
        return 0
    below = sum(len(seats) for seats in ranking[place + 1 :])
    return 2 * below + len(ranking[place]) - 1
