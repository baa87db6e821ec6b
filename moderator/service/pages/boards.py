"""A match at one of its records, as pages show it: the report that was the newest then, the board of that moment."""

from msgspec.structs import replace
from sqlmodel import Session

from moderator.service.context import Context
from moderator.service.facts import TurnReport
from moderator.service.matches import records, reports
from moderator.service.matches.reports import Recipient
from moderator.store.tables import Match


def report(session: Session, ctx: Context, match: Match, number: int, to: Recipient) -> TurnReport:
    """Return the newest report at the time of a record, with the board as a correction left it, if one came later.

    Raises LookupError if there is no such record.
    """
    told = records.reported(session, ctx.game(match.game), match, number)
    found = reports.turn(session, ctx, match, told.number, to)
    if told.number == number or records.by_number(session, match, number).position == told.position:
        return found
    return replace(found, drawings=reports.turn(session, ctx, match, number, to).drawings)
