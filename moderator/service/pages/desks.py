"""The desk of a player: all seats with what is due, and each seat with its board, its report and its orders."""

from datetime import datetime

from msgspec import Struct
from sqlmodel import Session

from moderator.core.game import Place
from moderator.core.seats import Seat
from moderator.service import tags
from moderator.service.context import Context
from moderator.service.facts import LetterFacts, TurnReport
from moderator.service.letter_parts import Due, OrderLine
from moderator.service.matches import deadlines, letterhead, records, reports
from moderator.service.matches.seat_context import SeatContext
from moderator.service.outgoing import envelopes
from moderator.service.pages import boards, composing, public
from moderator.service.pages.composing import OrderForm
from moderator.service.pages.public import MatchLine, NothingToSeeError
from moderator.service.report_json import AnyReportJson
from moderator.store import letter_queries, people_queries
from moderator.store.statuses import MatchStatus


class OwnSeat(Struct, frozen=True):
    """A seat as a player's browser asks for it: the player's number, and the slugs of match and seat."""

    player: int
    match: str
    seat: str


class SeatRow(Struct, frozen=True, kw_only=True):
    """A seat of a player's, as the list of them tells it; ``slug`` and ``seat_slug`` stand in its address."""

    name: str
    slug: str
    seat: Seat
    seat_slug: str
    title: str
    game: str
    turn: int
    due: Due
    over: bool
    asked: bool
    recorded: bool
    all_in: datetime | None
    ready: bool


class SeatPage(Struct, frozen=True, kw_only=True):
    """A seat's desk: what its player sees now, and the orders that are recorded.

    ``report`` is the newest, with the board as it is now; ``since`` are the letters that told of changes after it.
    ``lines`` are what the form begins with: the recorded orders, or what stands until it is changed. ``request`` is the
    number of the order request, which goes with the form. Where nothing is asked of the seat, ``asked`` is false.
    """

    match: MatchLine
    row: SeatRow
    report: TurnReport
    since: tuple[LetterFacts, ...]
    request: int
    asked: bool
    recorded: tuple[OrderLine, ...]
    lines: tuple[str, ...]
    unsettled: tuple[str, ...]
    forms: tuple[OrderForm, ...]
    places: tuple[Place, ...]


def seats(session: Session, ctx: Context, player: int) -> tuple[SeatRow, ...]:
    """Return the seats of a player: those that are waited for first, then the others that go on, then what is over."""
    rows = [
        row_of(SeatContext(session, ctx, match, assignment))
        for assignment, match in reversed(people_queries.assignments_shown(session, player))
    ]
    return tuple(sorted(rows, key=lambda row: (row.over, row.ready or not row.asked)))


def seat_context(session: Session, ctx: Context, own: OwnSeat) -> SeatContext:
    """Return the context of a player's seat; raises NothingToSeeError if it is not theirs.

    Nor does it open for a player whose mail address nobody answered from yet: what is secret waits for that.
    """
    address = people_queries.address_on_file(session, own.player)
    if address is not None and not address.confirmed:
        raise NothingToSeeError(f"{own.match}, {own.seat}")
    for assignment, match in people_queries.assignments_shown(session, own.player):
        if (match.slug, tags.slug(assignment.seat)) == (own.match, own.seat):
            return SeatContext(session, ctx, match, assignment)
    raise NothingToSeeError(f"{own.match}, {own.seat}")


def seat_page(session: Session, ctx: Context, own: OwnSeat) -> SeatPage:
    """Return a seat's desk; raises NothingToSeeError if the seat is not the player's."""
    found = seat_context(session, ctx, own)
    to = reports.reader(session, ctx, found.match, found.assignment)
    hidden = found.prompt is None
    orders = found.orders or found.lasting
    told = records.reported(session, found.game, found.match, found.match.number)
    return SeatPage(
        match=public.line_of(session, ctx, found.match, seated=True),
        row=row_of(found),
        report=boards.report(session, ctx, found.match, found.match.number, to),
        since=tuple(envelopes.tell(session, ctx, letter_queries.notices_since(session, found.assignment, told.number))),
        request=found.match.request,
        asked=found.prompt is not None,
        recorded=() if hidden else found.order_lines(),
        lines=() if hidden or found.prompt is None else letterhead.form_lines(found.game, found.prompt, orders),
        unsettled=() if hidden else tuple(complaint.text for complaint in found.complaints if complaint.text),
        forms=() if hidden else composing.forms(found.game, found.view, found.prompt),
        places=() if hidden else tuple(found.game.places(found.view)),
    )


def report_json(session: Session, ctx: Context, own: OwnSeat) -> AnyReportJson:
    """Return a player's seat as a document for programs; raises NothingToSeeError if the seat is not the player's."""
    found = seat_context(session, ctx, own)
    to = reports.reader(session, ctx, found.match, found.assignment)
    return boards.json(session, ctx, found.match, found.match.number, to)


def letters_to_check(session: Session, ctx: Context, own: OwnSeat) -> list[LetterFacts]:
    """Return the letters to a seat's player that may have something to check in them, the oldest first.

    Raises NothingToSeeError if the seat is not the player's.
    """
    found = seat_context(session, ctx, own)
    return envelopes.tell(session, ctx, letter_queries.letters_to_check(session, found.assignment))


def row_of(found: SeatContext) -> SeatRow:
    """Return a seat as the list of its player's seats tells it."""
    match, order_set = found.match, found.order_set
    return SeatRow(
        name=match.name,
        slug=match.slug,
        seat=found.seat,
        seat_slug=tags.slug(found.seat),
        title=found.game.info.title,
        game=match.game,
        turn=match.turn,
        due=letterhead.due(match),
        over=match.status is MatchStatus.OVER,
        asked=found.prompt is not None,
        recorded=order_set is not None,
        all_in=deadlines.all_in_at(found.ctx, match),
        ready=order_set is not None and not order_set.holds,
    )
