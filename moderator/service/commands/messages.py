"""Letters that bring somebody's words: to the players of a match, and into its chronicles in forums."""

from collections.abc import Iterable, Iterator

from msgspec import Struct
from sqlmodel import Session

from moderator.core.seats import Seat
from moderator.ports import FORUM
from moderator.service.context import Context
from moderator.service.facts import PressLetter
from moderator.service.matches import letterhead
from moderator.service.matches.seat_context import SeatContext
from moderator.service.outbox import OutgoingLetter
from moderator.store.tables import Match, Player, SeatAssignment

GM = "GM"
"""Who a message of the GM's is from; PRESS TO GM answers it."""


class Message(Struct, frozen=True, kw_only=True):
    """Somebody's words in a match: the ``author`` is a seat or ``GM``. ``cut``: they go on in the forum."""

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
        form=None,
        cut=message.cut,
        reason=message.reason,
    )
    for forum in forums:
        to = f"{FORUM}{forum}"
        yield OutgoingLetter(key=f"press:{key}:{to}", to=to, payload=told)


def to_players(
    session: Session,
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
    for assignment, player in told:
        if player is None:
            continue
        there = SeatContext(session, ctx, match, assignment)
        letter = PressLetter(
            head=letterhead.head(ctx, player, match, assignment.seat),
            author=message.author,
            text=message.text,
            public=message.public,
            form=letterhead.form(ctx, match, assignment, there.prompt, there.orders or there.lasting),
            stands=stands,
            cut=message.cut,
            reason=message.reason,
            private=message.author == GM and not message.public,
        )
        yield OutgoingLetter(key=f"press:{key}:{assignment.id}", assignment=assignment, payload=letter)
