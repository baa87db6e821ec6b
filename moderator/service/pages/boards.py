"""A match at one of its records, as pages show it: the report that was the newest then, the board of that moment."""

from msgspec.structs import replace
from sqlmodel import Session

from moderator.service.context import Context
from moderator.service.facts import TurnReport
from moderator.service.matches import records, reports
from moderator.service.matches.reports import Recipient, Reports
from moderator.service.report_json import AnyReportJson
from moderator.store.tables import Match


def report(session: Session, ctx: Context, match: Match, number: int, to: Recipient) -> TurnReport:
    """Return the newest report at the time of a record, with the board as a correction left it, if one came later.

    Raises LookupError if there is no such record.
    """
    told, corrected = _told(session, ctx, match, number)
    found = reports.turn(session, ctx, match, told, to)
    return replace(found, drawings=reports.turn(session, ctx, match, number, to).drawings) if corrected else found


def json(session: Session, ctx: Context, match: Match, number: int, to: Recipient) -> AnyReportJson:
    """Return the same as a document for programs."""
    told, corrected = _told(session, ctx, match, number)
    found = Reports(session, ctx, match, told).json(to)
    return replace(found, view=Reports(session, ctx, match, number).json(to).view) if corrected else found


def _told(session: Session, ctx: Context, match: Match, number: int) -> tuple[int, bool]:
    """Return the record that the newest report told of, and whether the position was corrected since."""
    told = records.reported(session, ctx.game(match.game), match, number)
    same = told.number == number or records.by_number(session, match, number).position == told.position
    return told.number, not same
