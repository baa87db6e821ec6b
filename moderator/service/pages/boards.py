"""A match at one of its records, as pages show it: the report that was the newest then, the board of that moment."""

from msgspec.structs import replace
from sqlmodel import Session

from moderator.service.context import Context
from moderator.service.facts import TurnReport
from moderator.service.matches import records, reports
from moderator.service.matches.reports import Recipient, Reports
from moderator.service.report_json import AnyReportJson
from moderator.store.tables import Match, Record


def report(session: Session, ctx: Context, match: Match, number: int, to: Recipient) -> TurnReport:
    """Return the newest report at the time of a record, with the board as a correction left it, if one came later.

    Raises LookupError if there is no such record.
    """
    told = records.reported(session, ctx.game(match.game), match, number)
    return report_of(session, ctx, match, number, to, told=told)


def report_of(session: Session, ctx: Context, match: Match, number: int, to: Recipient, *, told: Record) -> TurnReport:
    """Return the report of the record that was ``told`` last at the time of another, with the board of that time."""
    found = reports.turn(session, ctx, match, told.number, to)
    if not _is_corrected(session, match, number, told):
        return found
    return replace(found, drawings=reports.turn(session, ctx, match, number, to).drawings)


def json(session: Session, ctx: Context, match: Match, number: int, to: Recipient) -> AnyReportJson:
    """Return the same as a document for programs."""
    told = records.reported(session, ctx.game(match.game), match, number)
    found = Reports(session, ctx, match, told.number).json(to)
    if not _is_corrected(session, match, number, told):
        return found
    return replace(found, view=Reports(session, ctx, match, number).json(to).view)


def _is_corrected(session: Session, match: Match, number: int, told: Record) -> bool:
    """Tell whether the position at the time of a record is another than the newest report told of."""
    return told.number != number and records.by_number(session, match, number).position != told.position
