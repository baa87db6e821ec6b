"""Reports to delegates: what their player's seat is told of a turn, without what is older or the player's own."""

from collections.abc import Callable

from msgspec.structs import replace
from sqlmodel import Session

from moderator.service.context import Context
from moderator.service.facts import TurnReport
from moderator.service.matches import reports
from moderator.service.matches.reports import Reports
from moderator.service.people import delegates
from moderator.store.tables import Match, Outbox, Player, SeatAssignment


def reply_to(session: Session, ctx: Context, row: Outbox) -> tuple[str, str]:
    """Return the reply address of a letter to a delegate, and what its subject begins with where that can't carry it.

    Who has not said yes yet answers to our own address.
    """
    delegate = delegates.of_letter(session, row)
    if delegate is None or delegate.since is None:
        return ctx.settings.address, ""
    return delegates.reply_address(session, ctx, delegate), delegates.subject(session, ctx, delegate)


def report(
    session: Session, ctx: Context, row: Outbox, *, match: Match, gathered: Callable[[], Reports]
) -> TurnReport | None:
    """Return the report of a turn as a delegate gets it; None for somebody who is none any more."""
    delegate = delegates.of_letter(session, row)
    if delegate is None or not delegates.is_active(session, ctx, delegate):
        return None
    place = session.get_one(SeatAssignment, delegate.assignment)
    reader = reports.recipient(ctx, match, place, session.get(Player, place.player), None)
    head = replace(reader.head, player="", poster=False, json=False)
    told = gathered().to(replace(reader, head=head))
    if told.outcome is not None:
        return None
    form = delegates.form(session, ctx, delegate, told.form)
    return replace(told, form=form, missed=(), course=None, poster=None, json=None)
