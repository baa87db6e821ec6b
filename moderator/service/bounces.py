"""Letters of ours that did not arrive: counted against the address, told to the GM, sent again where that may help.

A player all of whose addresses refused a letter is *unreachable*, until one is written from again.
"""

from collections.abc import Sequence
from datetime import timedelta

from sqlmodel import Session, col, select

from moderator.mail.letter import ReadLetter
from moderator.service import outbox, tags
from moderator.service.context import Context
from moderator.service.people import watching
from moderator.store import letter_queries, people_queries
from moderator.store.statuses import OutboxStatus
from moderator.store.tables import Address, Letter, Match, Outbox, Player

GIVE_UP = timedelta(days=5)
"""How long a letter is tried, as mail servers do."""

_FIRST_PAUSE = timedelta(hours=2)
_DAY = timedelta(days=1)
_MEMOS_PER_DAY = 20
"""Letters that did not arrive of which the GM is told one by one in a day; of each player once besides."""


def act_on_bounce(session: Session, ctx: Context, row: Letter, letter: ReadLetter) -> None:
    """Act on a bounce; one that is about no letter of ours, or tells of a delay, changes nothing.

    A server that gave up for a reason that may pass (a full mailbox) is tried again, after twice as long each time.
    """
    named = [bounce_id for to in letter.recipients if (bounce_id := tags.read_return_path(ctx, to)) is not None]
    sent = letter_queries.outbox_bounced(session, named[0]) if named else None
    if sent is None and letter.bounce_of:
        sent = session.exec(select(Outbox).where(col(Outbox.message_id) == letter.bounce_of)).first()
    if sent is None:
        return
    row.player, row.match, row.seat = sent.player, sent.match, sent.seat
    final = [bounce for bounce in letter.bounces if not bounce.delayed]
    told = [f"{bounce.address} {bounce.status}".strip() for bounce in final]
    if any(bounce.permanent for bounce in final) or (named and not letter.bounces):
        addresses = [bounce.address for bounce in final if bounce.permanent]
        count_refusal(session, ctx, sent, "bounce", addresses=addresses, lines=told)
    elif final and ctx.now() < sent.made + GIVE_UP:
        sent.status, sent.sent = OutboxStatus.WAITING, None
        sent.due = ctx.now() + _FIRST_PAUSE * (1 << min(sent.attempts, 8))
    elif final:
        count_refusal(session, ctx, sent, "bounce", addresses=[bounce.address for bounce in final], lines=told)


def count_refusal(
    session: Session, ctx: Context, sent: Outbox, code: str, *, addresses: Sequence[str] = (), lines: Sequence[str]
) -> None:
    """Count a letter that will never arrive against the addresses that it was for; tell the GM once.

    ``code`` is the memo's: ``bounce``, or ``letter-refused`` by the server that we hand our letters to. A stranger who
    only watches a match gets no more letters about it, and nobody is told.
    """
    if sent.kind == watching.KIND and sent.player is None:
        watching.drop_unreachable(session, sent)
        return
    to = sent.to or people_queries.written_to(session, sent.player)
    known = (
        people_queries.addresses(session, sent.player)
        if sent.player is not None
        else people_queries.owners(session, [to])
    )
    before = unreachable(known)
    for entry in [entry for entry in known if entry.address in addresses] or [e for e in known if e.address == to]:
        entry.refused += 1
    if ctx.settings.is_gm(to):
        return
    about = session.get(Match, sent.match) if sent.match is not None else None
    match = about.name if about else ""
    facts: dict[str, str | int] = {"address": to, "kind": sent.kind, "seat": sent.seat}
    # who got many letters of ours can forge as many bounces of them
    if letter_queries.outbox_keys(session, f"{code}:", ctx.now() - _DAY) < _MEMOS_PER_DAY:
        outbox.memo(session, ctx, code, f"{code}:{sent.id}", match=match, facts=facts, lines=lines)
    player = session.get(Player, sent.player) if sent.player is not None else None
    if player is not None and unreachable(known) and not before:
        facts = {"player": player.name, "seat": sent.seat}
        outbox.memo(session, ctx, "unreachable", f"unreachable:{sent.id}", match=match, facts=facts)


def unreachable(addresses: Sequence[Address]) -> bool:
    """Tell whether every address of a player refused a letter since it was last written from."""
    return bool(addresses) and all(entry.refused for entry in addresses)
