"""An end to reminders, or to a match that is watched, by a link in the head of a letter.

Anybody who has the letter can do that, and nothing else.
"""

import hmac
from functools import partial

from msgspec import Struct
from sqlmodel import Session

from moderator.service import outbox, preferences
from moderator.service.commands.personal import prefer
from moderator.service.context import Context
from moderator.service.facts import Notice
from moderator.service.matches import letterhead
from moderator.service.outbox import OutgoingLetter
from moderator.service.pages.letters import linked_seat
from moderator.service.pages.public import NothingToSeeError
from moderator.service.people import watching
from moderator.service.tags import unsubscribe_code, watch_code
from moderator.store import match_queries, watchers
from moderator.store.tables import Match, Player, SeatAssignment
from moderator.store.watchers import Watcher


class UnsubscribeLink(Struct, frozen=True, kw_only=True):
    """The link in the head of a letter: the slugs of match and seat, and the secret part."""

    slug: str
    seat: str
    code: str


def find(session: Session, ctx: Context, link: UnsubscribeLink) -> tuple[Match, SeatAssignment]:
    """Return the seat that a link is about; raises NothingToSeeError where its code is not, or no more, genuine."""
    return linked_seat(session, link.slug, link.seat, link.code, partial(_code, ctx))


def _code(ctx: Context, match: Match, assignment: SeatAssignment) -> str:
    return unsubscribe_code(ctx, match.name, assignment.seat, assignment.key_number)


def stop_reminders(session: Session, ctx: Context, link: UnsubscribeLink) -> None:
    """Stop the reminders to a seat's player, and say so by letter, since anybody who has the link can do it.

    Nothing happens if they are stopped already. Raises NothingToSeeError as ``find`` does.
    """
    match, assignment = find(session, ctx, link)
    player = session.get_one(Player, assignment.player, with_for_update={"key_share": True})
    if preferences.reminders(player) == ():
        return
    prefer(session, ctx, player, "REMIND", "OFF")
    told = Notice(head=letterhead.head(ctx, player, match, assignment.seat), code="unsubscribed")
    key = f"unsubscribed:{player.id}:{ctx.now():%Y%m%dT%H%M%S}"
    outbox.enqueue(session, ctx, match, OutgoingLetter(key=key, assignment=assignment, payload=told))


class WatchLink(Struct, frozen=True, kw_only=True):
    """The link in the head of a letter to somebody who watches: the slug of the match, and the secret part."""

    slug: str
    code: str


def find_watcher(session: Session, ctx: Context, link: WatchLink) -> tuple[Match, Watcher]:
    """Return whom a link is about; raises NothingToSeeError if they watch the match no more, or never did."""
    match = match_queries.match_by_slug(session, link.slug)
    for watcher in watchers.watchers_of(session, match.id) if match else ():
        code = watch_code(ctx, link.slug, watching.name_of(watcher.player, watcher.address))
        if match is not None and hmac.compare_digest(code.encode(), link.code.encode()):
            return match, watcher
    raise NothingToSeeError(link.slug)


def stop_watching(session: Session, ctx: Context, link: WatchLink) -> None:
    """Send somebody no more reports of a match; raises NothingToSeeError as ``find_watcher`` does."""
    _, watcher = find_watcher(session, ctx, link)
    session.delete(watcher)
