"""Letters that bring somebody's words: to the players of a match, and into its chronicles in forums."""

from collections.abc import Iterable, Iterator
from datetime import datetime

from msgspec import Struct

from moderator.core.seats import Seat
from moderator.ports import FORUM
from moderator.service import masks
from moderator.service.context import Context
from moderator.service.facts import PressLetter
from moderator.service.matches import letterhead
from moderator.service.outbox import OutgoingLetter
from moderator.store.tables import Match, Player, SeatAssignment

GM = "GM"
"""Who a message of the GM's is from; PRESS TO GM answers it."""


class Message(Struct, frozen=True, kw_only=True):
    """Somebody's words; the ``author`` is a seat, ``GM`` or empty. ``cut``: they go on in the forum."""

    author: Seat
    text: str
    public: bool
    cut: bool = False
    reason: str = ""
    """Why the GM writes, in the GM's own words."""


def into_chronicles(
    ctx: Context, match: Match, key: str, message: Message, forums: Iterable[str]
) -> Iterator[OutgoingLetter]:
    """Give the letters that put a message into the chronicles of a match in some forums."""
    told = PressLetter(
        head=letterhead.head(ctx, None, match),
        author=message.author,
        text=message.text,
        public=True,
        cut=message.cut,
        reason=message.reason,
    )
    made = _told_at(ctx, match, key, message)
    for forum in forums:
        to = f"{FORUM}{forum}"
        yield OutgoingLetter(key=f"press:{key}:{to}", to=to, payload=told, made=made)


def to_players(
    ctx: Context,
    match: Match,
    key: str,
    message: Message,
    *,
    told: Iterable[tuple[SeatAssignment, Player | None]],
    stands: tuple[str, ...] = (),
) -> Iterator[OutgoingLetter]:
    """Give the letters that bring a message to every person in some places.

    ``stands`` are the forums in whose chronicles it is, too: who plays there reads it there.
    """
    made = _told_at(ctx, match, key, message)
    for assignment, player in told:
        if player is None:
            continue
        letter = PressLetter(
            head=letterhead.head(ctx, player, match, assignment.seat),
            author=message.author,
            text=message.text,
            public=message.public,
            stands=stands,
            cut=message.cut,
            reason=message.reason,
            private=message.author == GM and not message.public,
        )
        yield OutgoingLetter(key=f"press:{key}:{assignment.id}", assignment=assignment, payload=letter, made=made)


def _told_at(ctx: Context, match: Match, key: str, message: Message) -> datetime:
    """Return when a message goes: the GM's at once."""
    if message.author == GM:
        return ctx.now()
    return masks.told_at(ctx, match, message.author, unsigned="" if message.author else key)
