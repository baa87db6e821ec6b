"""What orders that somebody types would come to: read and judged as a letter is, in a session that only reads."""

import hashlib
import sys
from typing import Any

from msgspec import Struct
from sqlmodel import Session

from moderator.core.composing import Choices
from moderator.core.game import Report
from moderator.core.seats import Seat
from moderator.language.reading.commands import Clear, Preview, Undo
from moderator.mail.letter import ReadLetter
from moderator.ports import WEB, Delivery
from moderator.posts import typed
from moderator.posts.typed import TypedLetter
from moderator.service import preferences
from moderator.service.commands.command_context import label
from moderator.service.context import Context
from moderator.service.inbox import intake
from moderator.service.letter_parts import SaidLine
from moderator.service.matches.seat_context import SeatContext
from moderator.service.order_sets.plan_change import Change, plan_change
from moderator.service.pages import composing, desks
from moderator.service.pages.composing import Begun
from moderator.service.pages.desks import OwnSeat
from moderator.store.statuses import LetterStatus
from moderator.store.tables import Letter

_SHOWN = Clear | Preview | Undo
"""Commands whose effect the page shows."""


class Checked(Struct, frozen=True, kw_only=True):
    """What would be recorded, and what is said of each line.

    ``blocked`` tells why nothing can change now, as a verdict; ``orders`` are the canonical lines that would be on
    record. ``commands`` would be carried out besides. ``fell`` counts the lines that do not count. ``talk`` are the
    lines that were read as conversation or courtesy: on a page, more likely orders that were mistyped.
    """

    game: str
    seat: Seat
    zone: str
    language: str
    blocked: str
    orders: tuple[str, ...]
    said: tuple[SaidLine, ...]
    commands: tuple[str, ...]
    fell: int
    talk: tuple[str, ...]
    preview: Report = Report(())


def delivery(
    session: Session,
    ctx: Context,
    own: OwnSeat,
    *,
    text: str,
    once: str,
    request: int | None = None,
    whole: bool = False,
) -> Delivery:
    """Return the letter that a form is kept as; the same ``once``, which the page gave it, is the same letter.

    With another text it is another one: a browser that goes back may send an old page with new words. Without the
    ``request`` that it answers it answers the one that is open. With ``whole`` its
    orders are all that are wanted. Raises NothingToSeeError if the seat is not the
    player's.
    """
    found = desks.seat_context(session, ctx, own)
    number = found.match.request if request is None else request
    raw = typed.encode(_typed(found, number, text, whole=whole))
    origin = hashlib.sha256(once.encode() + raw).hexdigest()[:32]
    return Delivery(transport=WEB, origin=origin, arrived=ctx.now(), raw=raw)


def check(session: Session, ctx: Context, own: OwnSeat, *, request: int, text: str, preview: bool = False) -> Checked:
    """Tell what orders would come to if they were sent now; raises NothingToSeeError if the seat is not the player's.

    With ``preview`` also what they would do if nobody else moved.
    """
    found = desks.seat_context(session, ctx, own)
    letter, change = plan(found, request, text)
    orders = _orders(found, change)
    said = change.said(letter.lines)
    wanted = preview or any(isinstance(command, Preview) for command in change.commands)
    return Checked(
        game=found.match.game,
        seat=found.seat,
        zone=found.player.zone,
        language=preferences.language(ctx, found.player, found.match),
        blocked=change.blocked or "",
        orders=found.lines(orders),
        said=said,
        commands=tuple(label(command) for command in change.commands if not isinstance(command, _SHOWN)),
        fell=sum(any(problem.falls for problem in line.problems) for line in said),
        talk=_talk(change),
        preview=found.game.preview(found.view, found.prompt, orders) if wanted and found.prompt else Report(()),
    )


def choices(session: Session, ctx: Context, own: OwnSeat, *, request: int, text: str, begun: Begun) -> Choices:
    """Return what can be done about a gap of an order beside the orders that are typed.

    Raises NothingToSeeError if the seat is not the player's.
    """
    found = desks.seat_context(session, ctx, own)
    return composing.choices(found, _orders(found, plan(found, request, text)[1]), begun)


def _talk(change: Change) -> tuple[str, ...]:
    lines = (*change.understood.talk, *change.understood.courtesy)
    return tuple(line.text for line in sorted(lines, key=lambda line: line.number))


def plan(found: SeatContext, request: int, text: str) -> tuple[ReadLetter, Change]:
    """Return what is typed for a seat as it would be read, and what it would change."""
    letter = intake.read_stored(found.ctx, typed.encode(_typed(found, request, text, whole=True)), WEB)
    return letter, plan_change(found, _row(found.ctx), letter, request)


def _typed(found: SeatContext, request: int, text: str, *, whole: bool) -> TypedLetter:
    player, match, seat = found.player.id, found.match.name, found.seat
    return TypedLetter(player=player, match=match, seat=seat, request=request, text=text, whole=whole)


def _row(ctx: Context) -> Letter:
    """Return a letter that is kept nowhere, and is newer than all that are."""
    now, status = ctx.now(), LetterStatus.KEPT
    return Letter(
        id=sys.maxsize, transport=WEB, origin="", fingerprint="", arrived=now, kept=now, raw=b"", status=status
    )


def _orders(found: SeatContext, change: Change) -> tuple[Any, ...]:
    """Return the orders that would be on record; where nothing can change, those that were read."""
    if change.blocked:
        return tuple(entry.order for entry in change.understood.entries)
    if change.orders is not None:
        return change.orders
    return () if change.withdraw else found.orders
