"""What is told about a place that takes no chat notices: the operator by a memo, a player by one letter."""

from msgspec.structs import replace
from sqlmodel import Session

from moderator.ports import ChatSent
from moderator.service import outbox, preferences
from moderator.service.chat import gathering
from moderator.service.chat.targets import Target
from moderator.service.context import Context
from moderator.service.facts import Notice
from moderator.service.letter_parts import Fact
from moderator.service.matches import letterhead, order_requests
from moderator.service.outbox import OutgoingLetter
from moderator.store.chat import ChatNotice
from moderator.store.tables import Match, Player


def tell(session: Session, ctx: Context, row: ChatNotice, target: Target, sent: ChatSent) -> None:
    """Tell that a message is given up: the operator once a week for each place, a player once, who gets none any more.

    The address itself is in neither letter.
    """
    match = session.get_one(Match, row.match)
    facts: dict[str, Fact] = {
        "host": target.host,
        "kind": target.kind.value,
        "trouble": sent.trouble.value if sent.trouble else "",
        "number": sent.number,
    }
    if target.player is None:
        key = f"memo:notice-failed:{target.name}:{ctx.now():%G-W%V}"
        outbox.memo(session, ctx, "notice-failed", key, match=match.name, facts=facts)
    else:
        player, key = session.get_one(Player, target.player), f"notice:notify-failed:{gathering.key_of(ctx, row)}"
        preferences.put_notify(player, "", "")
        gathering.forget(session, player.id)
        if (letter := _letter(session, ctx, match, player, facts)) is not None:
            outbox.enqueue(session, ctx, match, replace(letter, key=key))


def _letter(
    session: Session, ctx: Context, match: Match, player: Player, facts: dict[str, Fact]
) -> OutgoingLetter | None:
    """Return the letter that says so, in the match that it failed in; None for a player who has left that."""
    seated = order_requests.assignments(session, match).values()
    assignment = next((each for each in seated if each.player == player.id), None)
    if assignment is None:
        return None
    head, lines = letterhead.head(ctx, player, match, assignment.seat), preferences.lines("NOTIFY")[:1]
    notice = Notice(head=head, code="notify-failed", facts=facts, lines=lines)
    return OutgoingLetter(key="", assignment=assignment, payload=notice)
