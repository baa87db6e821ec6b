"""A report for other people's programs: what its reader knows of the position, and the events that they were told of.

It is written as the moderator keeps it itself (``core.codec``). ``docs/report-json.md`` describes it for those who
read it, ``docs/report.schema.json`` is its schema.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from moderator.core.game import Event
from moderator.core.seats import Seat
from moderator.service.letter_parts import Head

V = TypeVar("V")
E = TypeVar("E")

FORMAT = 1
"""The version of the document. It rises when programs that read it must change."""


class ReportJson(Struct, Generic[V, E], frozen=True, kw_only=True):
    """A report as a document: V is what one seat may know of the game's positions, E is one of the game's events.

    ``seat`` is empty for spectators. ``turn`` is the one that was resolved, 0 at the beginning, and ``made`` is when
    that was. ``deadline`` is when the reader's next orders are due; None if there is no deadline. No event names its
    witnesses: a report does not tell its reader who else knows.
    """

    format: int = FORMAT
    match: str
    game: str
    seat: Seat
    turn: int
    made: datetime
    deadline: datetime | None
    view: V
    events: tuple[E, ...]


AnyReportJson = ReportJson[Any, Any]


def report_json(
    head: Head,
    *,
    turn: int,
    made: datetime,
    deadline: datetime | None,
    view: Any,  # noqa: ANN401 - the view is the game's own
    events: Iterable[Event],
) -> AnyReportJson:
    """Return a report to somebody as a document; ``view`` and ``events`` are what that reader may know."""
    return ReportJson(
        match=head.match,
        game=head.game,
        seat=head.seat,
        turn=turn,
        made=made,
        deadline=deadline,
        view=view,
        events=tuple(replace(event, seen_by=None) for event in events),
    )
