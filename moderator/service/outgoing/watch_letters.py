"""Letters to people who only watch a match: what they tell, as spectators may know it when they go, and their links."""

from collections.abc import Callable

from msgspec.structs import replace
from sqlmodel import Session

from moderator.core.seats import Observer
from moderator.service import spectators, tags
from moderator.service.context import Context
from moderator.service.facts import TurnReport
from moderator.service.matches import letterhead, records
from moderator.service.matches.reports import Recipient, Reports
from moderator.service.outgoing.list_links import ListLinks, links_of_watcher
from moderator.service.people import watching
from moderator.store.tables import Match, Outbox, Player


def report(
    session: Session, ctx: Context, row: Outbox, *, match: Match, player: Player | None, reports: Callable[[], Reports]
) -> TurnReport | None:
    """Return a report as spectators see it; None for who watches no more, or if the match shows nothing any more."""
    last, record = spectators.last_turn_shown(match), records.by_number(session, match, row.record or 0)
    if last is None or records.turn_of(record) > last or watching.watcher_of(session, row) is None:
        return None
    head = replace(letterhead.head(ctx, player, match), watches=True)
    if ctx.settings.web:
        head = replace(head, page=f"{ctx.settings.web}/m/{match.slug}")
    return reports().to(Recipient(Observer.PUBLIC, head))


def links(ctx: Context, row: Outbox, match: Match) -> ListLinks:
    """Return the links in the head of a letter to somebody who watches a match."""
    return links_of_watcher(ctx, match, watching.name_of(row.player, row.to))


def thread_of(ctx: Context, row: Outbox) -> str:
    """Return the Message-ID that all letters to somebody about a match follow: of none that was ever sent."""
    return tags.message_id(ctx, f"watch:{row.match}:{watching.name_of(row.player, row.to)}")
