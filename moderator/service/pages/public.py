"""What everybody may look at: the matches, and each match turn by turn as ``Observer.PUBLIC`` knows it."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace
from sqlmodel import Session

from moderator.core.errors import ModeratorError
from moderator.core.seats import Observer, Seat
from moderator.service import spectators
from moderator.service.context import Context
from moderator.service.facts import TurnReport
from moderator.service.letter_parts import MatchLine, Reliability
from moderator.service.matches import letterhead, records, reports
from moderator.service.matches.reports import Reports
from moderator.service.people import reliability
from moderator.service.report_json import AnyReportJson
from moderator.store import match_queries
from moderator.store.statuses import RecordKind
from moderator.store.tables import Match


class NothingToSeeError(ModeratorError):
    """There is no such match or board, or none that this reader may see; nobody learns which."""


class Stop(Struct, frozen=True, kw_only=True):
    """A board that spectators can go to: ``key`` names it in addresses, ``number`` is that of its record."""

    key: str
    turn: int
    number: int
    made: datetime


class Chronicle(Struct, frozen=True, kw_only=True):
    """A match with one of its boards; without a board ``at`` and ``report`` are None."""

    match: MatchLine
    stops: tuple[Stop, ...]
    reliability: Mapping[Seat, Reliability] = {}
    """How reliable the people are who play it."""
    at: Stop | None = None
    report: TurnReport | None = None

    @property
    def before(self) -> Stop | None:
        """The board before this one."""
        return self._beside(-1)

    @property
    def after(self) -> Stop | None:
        """The board after this one."""
        return self._beside(+1)

    def _beside(self, step: int) -> Stop | None:
        index = self.stops.index(self.at) + step if self.at else -1
        return self.stops[index] if 0 <= index < len(self.stops) else None


def matches(session: Session, ctx: Context) -> tuple[MatchLine, ...]:
    """Return the matches that spectators may know of: those that go on first, each kind the newest first."""
    rows = match_queries.newest_matches(session)
    seen = [letterhead.match_line(session, ctx, match) for match in rows if spectators.are_let_in(match)]
    return tuple(sorted(seen, key=lambda each: each.over))


def line(session: Session, ctx: Context, slug: str) -> MatchLine:
    """Return a match as spectators may know it, without its boards; raises NothingToSeeError."""
    return letterhead.match_line(session, ctx, _find_shown(session, slug))


def outline(session: Session, ctx: Context, slug: str) -> Chronicle:
    """Return a match with the list of its boards, without any of them; raises NothingToSeeError."""
    return _outline(session, ctx, _find_shown(session, slug))


def chronicle(session: Session, ctx: Context, slug: str, key: str = "", *, language: str = "") -> Chronicle:
    """Return a match at one of its boards, the newest without a ``key``; raises NothingToSeeError.

    What is told and drawn is in a ``language``, else in that of the match.
    """
    match = _find_shown(session, slug)
    seen = _outline(session, ctx, match)
    seen = replace(seen, reliability=reliability.by_seat(session, match, _told_until(match, seen.stops)))
    if not (key or seen.stops):
        return seen
    at = _find_stop(seen, key)
    to = reports.observer(ctx, match, Observer.PUBLIC)
    to = replace(to, head=replace(to.head, language=language or to.head.language))
    return replace(seen, at=at, report=reports.turn(session, ctx, match, at.number, to))


def _told_until(match: Match, stops: Sequence[Stop]) -> datetime | None:
    """Return as of when spectators are told of those who play: who is kept behind would learn who was asked since."""
    if spectators.last_turn_shown(match) == match.turn:
        return None
    return stops[-1].made if stops else match.created


def report_json(session: Session, ctx: Context, slug: str, key: str) -> AnyReportJson:
    """Return one of the boards of a match as a document for programs; raises NothingToSeeError."""
    match = _find_shown(session, slug)
    at = _find_stop(_outline(session, ctx, match), key)
    return Reports(session, ctx, match, at.number).json(reports.observer(ctx, match, Observer.PUBLIC))


def _find_stop(seen: Chronicle, key: str) -> Stop:
    at = next((stop for stop in reversed(seen.stops) if key in ("", stop.key)), None)
    if at is None:
        raise NothingToSeeError(f"{seen.match.slug}, {key}")
    return at


def find(session: Session, slug: str) -> Match:
    """Return a match by its slug, shown or not; raises NothingToSeeError if there is none, or it was withdrawn."""
    match = match_queries.match_by_slug(session, slug)
    if match is None or match.withdrawn:
        raise NothingToSeeError(slug)
    return match


def _find_shown(session: Session, slug: str) -> Match:
    match = find(session, slug)
    if not spectators.are_let_in(match):
        raise NothingToSeeError(slug)
    return match


def _outline(session: Session, ctx: Context, match: Match) -> Chronicle:
    return Chronicle(match=letterhead.match_line(session, ctx, match), stops=tuple(_stops(session, ctx, match)))


def _stops(session: Session, ctx: Context, match: Match) -> Iterator[Stop]:
    """Give the boards that spectators see, oldest first: what was taken back by a rollback is none of them."""
    last = spectators.last_turn_shown(match)
    if last is None:
        return
    game = ctx.game(match.game)
    standing = records.in_force(records.all_with_bodies(session, game, match))
    boards = [row for row, _ in standing if row.kind in (*records.RESOLVED, RecordKind.END)]
    for turn, rows in groupby(boards, records.turn_of):
        steps = list(rows)
        if turn > last:
            return
        for number, row in enumerate(steps, 1):
            key = str(turn) if len(steps) == 1 else f"{turn}.{number}"
            yield Stop(key=key, turn=turn, number=row.number, made=row.made)
