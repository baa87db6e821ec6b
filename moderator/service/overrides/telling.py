"""The GM's own words, which TELL sends: a message to players, and one to all into the chronicles, too."""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from sqlmodel import Session

from moderator.core.seats import Seat
from moderator.service.commands import messages, press
from moderator.service.commands.messages import GM, Message
from moderator.service.context import Context
from moderator.service.matches import chronicle
from moderator.service.outbox import OutgoingLetter
from moderator.store import match_queries
from moderator.store.tables import Match


class Words(Struct, frozen=True):
    """What the GM tells the players of some seats, or all where no seat is named."""

    seats: tuple[Seat, ...]
    text: str
    reason: str = ""


def refusal(session: Session, match: Match, words: Words) -> str:
    """Return why the GM's words cannot be sent, empty if they can."""
    if press.is_too_long(words.text):
        return f"it is too long: a message has at most {press.LONGEST} characters"
    people = {assignment.seat for assignment, player in match_queries.assignments_in(session, match.id) if player}
    bots = [seat for seat in words.seats if seat not in people]
    if bots:
        return f"nobody would read it: a bot plays {' and '.join(bots)}"
    return "" if people else "nobody would read it: bots play all seats"


def letters(session: Session, ctx: Context, match: Match, told: Sequence[Words]) -> Iterator[OutgoingLetter]:
    """Give the messages to those who sit in the match now; what is told to some seats is private to each of them."""
    for number, words in enumerate(told):
        key = f"told:{match.id}:{match.number}:{number}"
        message = Message(author=GM, text=words.text, public=not words.seats, reason=words.reason)
        seated = match_queries.assignments_in(session, match.id)
        whom = [pair for pair in seated if message.public or pair[0].seat in words.seats]
        forums = chronicle.forums(session, ctx, match) if message.public else ()
        yield from messages.to_players(ctx, match, key, message, told=whom, stands=forums)
        yield from messages.into_chronicles(ctx, match, key, message, forums)
