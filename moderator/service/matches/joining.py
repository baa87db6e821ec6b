"""How a player comes into a forum whose account nobody knows yet: by a code that is good once."""

import base64
import secrets
from collections.abc import Collection, Sequence

from sqlmodel import Session

from moderator.service import outbox, tags
from moderator.service.context import Context
from moderator.service.facts import Notice
from moderator.service.letter_parts import Fact
from moderator.service.matches import letterhead
from moderator.service.matches.seat_context import PlayerSeat
from moderator.service.outbox import OutgoingLetter
from moderator.store import match_queries, people_queries
from moderator.store.tables import Account, Match, Player, SeatAssignment

_BYTES = 10


def playing(accounts: Sequence[Account], threads: Collection[str]) -> Account | None:
    """Return the account by which a player plays a seat: of a forum where the seat has a thread, or the newest."""
    return next((each for each in accounts if each.forum in threads), accounts[-1] if accounts else None)


def line(session: Session, match: Match, assignment: SeatAssignment, forum: str) -> str:
    """Return what a player posts in a private thread with the moderator to play a seat there; the code is kept."""
    accounts = people_queries.accounts_with(session, assignment.player)
    account = next((each for each in accounts if each.forum == forum or not each.name), None)
    if account is None:
        account = Account(player=assignment.player or 0, forum=forum, name="")
        session.add(account)
    account.code = account.code or base64.b32encode(secrets.token_bytes(_BYTES)).decode().lower()
    session.flush()
    return f"JOIN {match.slug}.{tags.slug(assignment.seat)}.{account.code}"


def invitation(
    session: Session, ctx: Context, match: Match, assignment: SeatAssignment
) -> tuple[dict[str, Fact], tuple[str, ...]]:
    """Return where a player can join and the line for it; nothing for who has joined, or where nobody can."""
    accounts = people_queries.accounts_with(session, assignment.player)
    forums = {name: url for name, url in ctx.settings.forums.items() if name not in ctx.settings.closed_forums}
    if not forums or any(account.name for account in accounts):
        return {}, ()
    wanted = next((account.forum for account in accounts if account.forum in forums), next(iter(forums)))
    return {"url": forums[wanted]}, (line(session, match, assignment, wanted),)


def send_join_code(
    session: Session, ctx: Context, match: Match, assignment: SeatAssignment, *, again: str = ""
) -> None:
    """Send a code to a player who is expected in a forum, or to the GM if the player has no address.

    A code that was spoilt is handed out ``again``, once for each such text.
    """
    accounts = people_queries.accounts_with(session, assignment.player)
    where, lines = invitation(session, ctx, match, assignment) if accounts else ({}, ())
    if not lines:
        return
    player, key = session.get_one(Player, assignment.player), f"join-code:{match.id}:{assignment.id}{again}"
    if people_queries.address_on_file(session, player.id) is not None:
        head = letterhead.head(ctx, player, match, assignment.seat)
        notice = Notice(head=head, code="join-code", facts=where, lines=lines)
        outbox.enqueue(session, ctx, match, OutgoingLetter(key=key, assignment=assignment, payload=notice))
    else:
        facts = {**where, "player": player.name, "seat": assignment.seat}
        outbox.memo(session, ctx, "join-code", f"memo:{key}", match=match.name, facts=facts, lines=lines)


def seat_of_code(session: Session, text: str) -> tuple[PlayerSeat, Account] | None:
    """Return the seat and the account that a code is good for, with the match locked; None for any other text."""
    claim = tags.read_code(text)
    account = people_queries.account_by_code(session, claim.code) if claim is not None else None
    meant = match_queries.match_by_slug(session, claim.match) if claim is not None else None
    if claim is None or account is None or meant is None:
        return None
    match = match_queries.lock_match(session, meant.id)
    for assignment, player in match_queries.assignments_in(session, match.id):
        if player is not None and player.id == account.player and tags.slug(assignment.seat) == claim.seat:
            return PlayerSeat(match, assignment, player), account
    return None


def bind(session: Session, account: Account, forum: str, name: str, number: str) -> bool:
    """Note whose account it is and use up its code; False if the player has another."""
    elsewhere = account.forum != forum and (account.name or people_queries.account_in(session, account.player, forum))
    other = account.number not in ("", number) or (account.name and not account.number and account.name != name)
    if elsewhere or other:
        return False
    account.forum, account.name, account.number, account.code = forum, name, number, ""
    return True
