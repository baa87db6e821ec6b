"""The desk of a player: all seats with what is due, and each seat with its board, its report and its orders."""

from msgspec import Struct
from sqlmodel import Session

from moderator.core.pictures import Place
from moderator.service import tags
from moderator.service.context import Context
from moderator.service.facts import LetterFacts, TurnReport
from moderator.service.letter_parts import MatchLine, OrderLine, SeatRow
from moderator.service.matches import letterhead, records, reports
from moderator.service.matches.seat_context import SeatContext, seat_row, turns_since_orders
from moderator.service.outgoing import envelopes
from moderator.service.pages import boards, composing
from moderator.service.pages.composing import OrderForm
from moderator.service.pages.public import NothingToSeeError
from moderator.service.report_json import AnyReportJson
from moderator.store import letter_queries, people_queries
from moderator.store.tables import Player, Record

EARLIER = 10
"""Reports that a seat's page has before the newest one, at most; a turn of several steps is not cut."""


class OwnSeat(Struct, frozen=True):
    """A seat as a player's browser asks for it: the player's number, and the slugs of match and seat."""

    player: int
    match: str
    seat: str


class DeskLine(Struct, frozen=True, kw_only=True):
    """A seat in the list of its player's seats, with what is new.

    New are the reports of turns and the messages of others that came since the player last wrote about the match.
    """

    row: SeatRow
    new_reports: int
    new_messages: int


class SeatPage(Struct, frozen=True, kw_only=True):
    """A seat's desk: what its player sees now, and the orders that are recorded.

    ``report`` is the newest, with the board as it is now; ``since`` are the letters that told of changes after it.
    ``earlier`` are reports before it, the oldest first: those since the player's last orders, or since the turn that
    was asked for. If they are too many for one page, the next are those since the turn ``then``.
    ``lines`` are what the form begins with: the recorded orders, or what stands until it is changed. ``request`` is the
    number of the order request, which goes with the form. Where nothing is asked of the seat, ``asked`` is false.
    """

    match: MatchLine
    row: SeatRow
    report: TurnReport
    earlier: tuple[TurnReport, ...]
    then: int | None
    since: tuple[LetterFacts, ...]
    request: int
    asked: bool
    recorded: tuple[OrderLine, ...]
    lines: tuple[str, ...]
    unsettled: tuple[str, ...]
    forms: tuple[OrderForm, ...]
    places: tuple[Place, ...]


def lines(session: Session, ctx: Context, player: int) -> tuple[tuple[DeskLine, ...], str]:
    """Return the desk of a player, and the player's time zone.

    What is waited for comes first, by its deadline, then what is ready, what runs without asking, and what is over.
    """
    found = [_line(context) for context in _seats(session, ctx, player)]
    zone = session.get_one(Player, player).zone
    return tuple(sorted(found, key=lambda line: _urgency(line.row))), zone


def seats(session: Session, ctx: Context, player: int) -> tuple[SeatRow, ...]:
    """Return the seats of a player, the newest first."""
    return tuple(seat_row(found) for found in _seats(session, ctx, player))


def _seats(session: Session, ctx: Context, player: int) -> list[SeatContext]:
    shown = people_queries.assignments_shown(session, player)
    return [SeatContext(session, ctx, match, assignment) for assignment, match in reversed(shown)]


def _line(found: SeatContext) -> DeskLine:
    heard = letter_queries.last_heard(found.session, found.assignment)
    turns = records.turns_in_force(found.session, found.game, found.match)
    return DeskLine(
        row=seat_row(found),
        new_reports=sum(turn.made > heard for turn in turns),
        new_messages=letter_queries.press_since(found.session, found.assignment, heard, found.ctx.now()),
    )


def _urgency(row: SeatRow) -> tuple[int, bool, float]:
    """Return what sorts seats: how much is asked of the player, and until when."""
    asks = 3 if row.over else 2 if not row.asked else 1 if row.ready else 0
    deadline = None if asks > 1 or row.due.paused else row.due.deadline
    return (asks, deadline is None, deadline.timestamp() if deadline else 0)


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


def seat_page(session: Session, ctx: Context, own: OwnSeat, since: int | None = None) -> SeatPage:
    """Return a seat's desk, with the reports ``since`` a turn if one is named.

    Raises NothingToSeeError if the seat is not the player's.
    """
    found = seat_context(session, ctx, own)
    to = reports.reader(session, ctx, found.match, found.assignment)
    hidden = found.prompt is None
    orders = found.orders or found.lasting
    told = records.reported(session, found.game, found.match, found.match.number)
    turns = [turn for turn in _turns(found, since) if turn.number < told.number]
    most = next((at for at in range(EARLIER, len(turns)) if turns[at].turn != turns[at - 1].turn), len(turns))
    since_then = letter_queries.notices_since(session, found.assignment, told.number, ctx.now())
    return SeatPage(
        match=letterhead.match_line(session, ctx, found.match, found.seat, seated=True),
        row=seat_row(found),
        report=boards.report_of(session, ctx, found.match, found.match.number, to, told=told),
        earlier=tuple(reports.turn(session, ctx, found.match, turn.number, to) for turn in turns[:most]),
        then=turns[most].turn if len(turns) > most else None,
        since=tuple(envelopes.tell(session, ctx, since_then)),
        request=found.match.request,
        asked=found.prompt is not None,
        recorded=() if hidden else found.order_lines(),
        lines=() if hidden or found.prompt is None else letterhead.form_lines(found.game, found.prompt, orders),
        unsettled=() if hidden else tuple(complaint.text for complaint in found.complaints if complaint.text),
        forms=() if hidden else composing.forms(found.game, found.view, found.prompt, to.head.language),
        places=() if hidden else tuple(found.game.places(found.view)),
    )


def report_json(session: Session, ctx: Context, own: OwnSeat) -> AnyReportJson:
    """Return a player's seat as a document for programs; raises NothingToSeeError if the seat is not the player's."""
    found = seat_context(session, ctx, own)
    to = reports.reader(session, ctx, found.match, found.assignment)
    return boards.json(session, ctx, found.match, found.match.number, to)


def _turns(found: SeatContext, since: int | None) -> list[Record]:
    """Return the turns since one that is named, or else those since the player's last orders."""
    if since is None:
        return turns_since_orders(found)
    return [turn for turn in records.turns_in_force(found.session, found.game, found.match) if turn.turn >= since]


def letters_to_check(session: Session, ctx: Context, own: OwnSeat) -> list[LetterFacts]:
    """Return the letters to a seat's player that may have something to check in them, the oldest first.

    Raises NothingToSeeError if the seat is not the player's.
    """
    found = seat_context(session, ctx, own)
    return envelopes.tell(session, ctx, letter_queries.letters_to_check(session, found.assignment))
