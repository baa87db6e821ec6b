"""The press of a seat: its messages by correspondent, and a new message, which is a letter with ``PRESS TO``."""

from collections.abc import Iterator
from datetime import datetime

from msgspec import Struct
from sqlmodel import Session, col, select

from moderator.core import codec
from moderator.core.seats import Seat
from moderator.language.reading.commands import Press
from moderator.ports import Delivery
from moderator.service import player_memos, preferences, tags
from moderator.service.commands.allowance import letter_of
from moderator.service.commands.messages import GM
from moderator.service.commands.press import LONGEST
from moderator.service.context import Context
from moderator.service.facts import PressLetter
from moderator.service.letter_parts import SeatRow
from moderator.service.matches import reports
from moderator.service.matches.seat_context import SeatContext, seat_row
from moderator.service.pages import checking, desks
from moderator.service.pages.desks import OwnSeat
from moderator.store import letter_queries
from moderator.store.tables import Outbox

UNSIGNED = " UNSIGNED"
"""What follows the reader of an unsigned message."""

ALL = "ALL"
"""Whom a message to everybody is to."""

_SHOWN = 50
"""Messages that are shown of a correspondence, the newest, at most."""


class Message(Struct, frozen=True, kw_only=True):
    """A message that went out; without an ``author`` it is unsigned. ``own``: the reader wrote it."""

    made: datetime
    author: Seat
    text: str
    own: bool


class Correspondence(Struct, frozen=True, kw_only=True):
    """The messages between the reader and ``whom``: a seat, ALL or GM. The newest come first, without the ``older``."""

    whom: str
    messages: tuple[Message, ...]
    older: int


class PressPage(Struct, frozen=True, kw_only=True):
    """The press of a seat, the liveliest correspondence first; ``choices`` are whom its player can write to.

    Messages can be ``unsigned`` if the match has that.
    """

    row: SeatRow
    zone: str
    language: str
    unsigned: bool
    choices: tuple[str, ...]
    correspondences: tuple[Correspondence, ...]
    longest: int = LONGEST


def page(session: Session, ctx: Context, own: OwnSeat) -> PressPage:
    """Return the press of a seat; raises NothingToSeeError if the seat is not the player's."""
    found = desks.seat_context(session, ctx, own)
    to = reports.reader(session, ctx, found.match, found.assignment)
    return PressPage(
        row=seat_row(found),
        zone=found.player.zone,
        language=preferences.language(ctx, found.player, found.match),
        unsigned=found.match.settings.unsigned,
        choices=_choices(found),
        correspondences=_correspondences(found) if to.confirmed else (),
    )


def delivery(
    session: Session, ctx: Context, own: OwnSeat, *, whom: str, text: str, once: str, unsigned: bool
) -> Delivery | None:
    """Return the letter that a message is kept as; None if not all of it would be read as the message.

    A line such as END ends a message. Raises NothingToSeeError if the seat is not the player's.
    """
    found = desks.seat_context(session, ctx, own)
    typed = f"PRESS TO {' '.join(whom.split())}{UNSIGNED if unsigned else ''}\n{text.strip()}\nEND"
    _, change = checking.plan(found, found.match.request, typed)
    press = [each for each in change.commands if isinstance(each, Press)]
    read = [(tags.slug(each.readers), each.unsigned, each.message.split()) for each in press]
    is_whole = read == [(tags.slug(whom), unsigned, text.split())] and len(change.commands) == 1
    if not (text.strip() and is_whole) or change.understood.entries:
        return None
    return checking.delivery(session, ctx, own, text=typed, once=once)


def written(typed: str) -> tuple[str, str, bool]:
    """Return to whom a message was written, its text, and if it was unsigned, from the letter that it was kept as."""
    first, *lines = typed.splitlines()
    return first.removeprefix("PRESS TO ").removesuffix(UNSIGNED), "\n".join(lines[:-1]), first.endswith(UNSIGNED)


def _choices(found: SeatContext) -> tuple[str, ...]:
    people = [each.seat for each, player in found.held if player is not None and each.seat != found.seat]
    return (*people, *((ALL,) if people else ()), *((GM,) if found.ctx.settings.gm else ()))


def _correspondences(found: SeatContext) -> tuple[Correspondence, ...]:
    by_whom: dict[str, dict[Message, None]] = {}
    told = [*_press(found), *_to_gm(found)]
    for whom, message in sorted(told, key=lambda pair: pair[1].made, reverse=True):
        by_whom.setdefault(whom, {})[message] = None
    return tuple(
        Correspondence(whom=whom, messages=tuple(messages)[:_SHOWN], older=max(len(messages) - _SHOWN, 0))
        for whom, messages in by_whom.items()
    )


def _press(found: SeatContext) -> Iterator[tuple[str, Message]]:
    """Give the messages that went to the player of a seat, and those that the player sent to others, with whom.

    One that goes to the player at the next quarter of an hour is not told before.
    """
    session, player, now = found.session, found.player.id, found.ctx.now()
    written = letter_queries.numbers_of_letters(session, player)
    asked = select(Outbox).where(
        Outbox.match == found.match.id, Outbox.kind == "press-letter", col(Outbox.made) >= found.assignment.joined
    )
    for row in session.exec(asked):
        told: PressLetter = codec.unpack(row.payload, PressLetter)
        letter = letter_of(row.key)
        own = told.author in ("", found.seat) and (letter in written if letter else bool(told.author))
        if own or ((row.seat, row.player) == (found.seat, player) and row.made <= now):
            whom = ALL if told.public else row.seat if own else told.author
            yield whom, Message(made=row.made, author=told.author, text=told.text, own=own)


def _to_gm(found: SeatContext) -> Iterator[tuple[str, Message]]:
    """Give what the player of a seat wrote to the GM."""
    for made, note in player_memos.notes_by(found.session, found.player.id, found.match.name):
        if note.code == "press" and note.facts.get("seat") == found.seat:
            yield GM, Message(made=made, author=found.seat, text="\n".join(note.lines), own=True)
