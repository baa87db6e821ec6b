"""How much press one player may send in a day: so many messages, and no more than so many bytes of them.

A player who writes to all makes a letter for each of them. The bound is for the player, in all matches together, and
counts what is in the outbox, whatever way it came: by PRESS, by PROPOSE, or as a post in a chronicle.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from html import escape

from msgspec import Struct
from sqlmodel import col, select

from moderator.core import codec
from moderator.core.seats import Seat
from moderator.service.matches.seat_context import SeatContext
from moderator.store import letter_queries, people_queries
from moderator.store.tables import Outbox

HEAVIEST = 30_000
"""Bytes of one message as HTML: 10,000 letters of any alphabet, and fewer signs that HTML or UTF-8 writes longer."""
HEAVIEST_DAY = 100_000
"""Bytes of all messages of a player in a day."""
_DAY = timedelta(days=1)


class _Sent(Struct, frozen=True):
    """A message as the outbox keeps it, as far as it is counted."""

    author: Seat = ""
    text: str = ""


def letter_of(key: str) -> int:
    """Return the number of the letter that brought a message, from the key of one of its letters out; 0 for a post."""
    _, number, *_ = key.split(":")
    return int(number) if number.isdigit() else 0


def weight(text: str) -> int:
    """Return how many bytes a message has where it is longest, which is as HTML."""
    return len(escape(text).encode("utf-8", "replace"))


def next_allowed_at(seat_context: SeatContext, text: str) -> datetime | None:
    """Return when a player who has written too much today may send a message, None for now."""
    limit, now = seat_context.ctx.settings.limits.press_per_day, seat_context.ctx.now()
    if not limit:
        return None
    had = sorted(_recent_messages(seat_context, now - _DAY).values())
    room = HEAVIEST_DAY - weight(text)
    while had and (len(had) >= limit or sum(size for _, size in had) > room):
        oldest, _ = had.pop(0)
        if len(had) < limit and sum(size for _, size in had) <= room:
            return oldest + _DAY
    return None


def _recent_messages(seat_context: SeatContext, since: datetime) -> Mapping[str, tuple[datetime, int]]:
    """Return when a player sent each message since a time, and how heavy it was, by what its letters have in common.

    One that bears no name is known by the letter that brought it.
    """
    own = letter_queries.numbers_of_letters(seat_context.session, seat_context.player.id, since - _DAY)
    seats = {
        (assignment.match, assignment.seat)
        for assignment, _ in people_queries.assignments_of(seat_context.session, seat_context.player.id)
    }
    asked = select(Outbox.match, Outbox.key, Outbox.made, Outbox.payload).where(
        Outbox.kind == "press-letter",
        col(Outbox.match).in_({match for match, _ in seats}),
        # no letter is due before it is made, and the index is on the due time
        col(Outbox.due) >= since,
        col(Outbox.made) > since,
    )
    found = {}
    for match, key, made, payload in seat_context.session.exec(asked):
        sent: _Sent | None = codec.unpack(payload, _Sent | None)
        if sent is None:
            continue
        if (match, sent.author) in seats or (not sent.author and letter_of(key) in own):
            found[f"{match}:{key.rpartition(':')[0]}"] = made, weight(sent.text)
    return found
