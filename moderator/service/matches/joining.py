"""How a player comes into a forum whose account nobody knows yet: by a code that is good for one seat, and once."""

import hmac

from sqlmodel import Session

from moderator.service import outbox, tags
from moderator.service.context import Context
from moderator.service.facts import Fact, Notice
from moderator.service.matches import letterhead
from moderator.service.matches.situation import Chair
from moderator.service.outbox import OutgoingLetter
from moderator.store import queries
from moderator.store.tables import Match, Place, Player


def line(ctx: Context, match: Match, place: Place) -> str:
    """Return what a player posts in a private thread with the moderator, to play there."""
    return f"JOIN {tags.join_code(ctx, match.name, place.seat, place.key_number)}"


def invitation(session: Session, ctx: Context, match: Match, place: Place) -> tuple[dict[str, Fact], tuple[str, ...]]:
    """Return where a player can join and the line for it; nothing for who has joined, or where there is no forum."""
    account = queries.accounts_of(session, [place.player or 0]).get(place.player or 0)
    forums = ctx.settings.forums
    if not forums or (account is not None and account.name):
        return {}, ()
    wanted = [account.forum] if account is not None and account.forum in forums else list(forums)
    return {"url": ", ".join(forums[name] for name in wanted)}, (line(ctx, match, place),)


def hand_out(session: Session, ctx: Context, match: Match, place: Place) -> None:
    """Send the code of a seat whose player is expected in a forum: to the player, or where that cannot be to the GM."""
    account = queries.accounts_of(session, [place.player or 0]).get(place.player or 0)
    where, lines = invitation(session, ctx, match, place)
    if place.player is None or account is None or not lines:
        return
    player, key = session.get_one(Player, place.player), f"join-code:{match.id}:{place.id}"
    if queries.address_on_file(session, player.id) is not None:
        notice = Notice(
            head=letterhead.head(ctx, player, match, place.seat), code="join-code", facts=where, lines=lines
        )
        outbox.enqueue(session, ctx, match, OutgoingLetter(kind="notice", key=key, place=place, payload=notice))
    else:
        facts = {**where, "player": player.name, "seat": place.seat}
        outbox.memo(session, ctx, "join-code", f"memo:{key}", match=match.name, facts=facts, lines=lines)


def chair_of(session: Session, ctx: Context, code: str) -> Chair | None:
    """Return the seat that a code is good for, with its match locked; None for any other text."""
    claim = tags.read_code(code)
    found = queries.match_of(session, claim.match) if claim is not None else None
    if claim is None or found is None:
        return None
    match = queries.lock_match(session, found.id or 0)
    for place, player in queries.places_in(session, match.id or 0):
        right = tags.join_code(ctx, match.name, place.seat, place.key_number)
        if player is not None and hmac.compare_digest(right.encode(), code.strip().lower().encode()):
            return Chair(match, place, player)
    return None
