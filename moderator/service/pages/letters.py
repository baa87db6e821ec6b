"""A letter as a page: its report and board, and nothing newer. All who have the letter, or its link, see as much."""

import hmac
from collections.abc import Callable
from functools import partial

from msgspec import Struct
from msgspec.structs import replace
from sqlmodel import Session

from moderator.service import tags
from moderator.service.context import Context
from moderator.service.facts import TurnReport
from moderator.service.letter_parts import Due, WaitedFor
from moderator.service.matches import order_requests, reports
from moderator.service.pages import boards
from moderator.service.pages.public import NothingToSeeError
from moderator.store import match_queries, people_queries
from moderator.store.tables import Match, SeatAssignment


class LetterAddress(Struct, frozen=True, kw_only=True):
    """A letter as its link names it: slugs of match and seat, the number of its record, and the secret part."""

    slug: str
    seat: str
    record: int
    code: str


class LetterPage(Struct, frozen=True, kw_only=True):
    """A letter that is shown, the number of its seat's player, and where a link would go to (``a…@pbem.test``)."""

    report: TurnReport
    player: int | None
    goes_to: str


def find_seat(session: Session, ctx: Context, link: LetterAddress) -> tuple[Match, SeatAssignment]:
    """Return whose letter a path leads to; raises NothingToSeeError where its code is not, or no more, genuine."""
    return linked_seat(session, link.slug, link.seat, link.code, partial(_code, ctx, record=link.record))


def _code(ctx: Context, match: Match, assignment: SeatAssignment, *, record: int) -> str:
    return tags.page_code(ctx, match.name, assignment.seat, assignment.key_number, record)


def linked_seat(
    session: Session, slug: str, seat: str, code: str, code_of: Callable[[Match, SeatAssignment], str]
) -> tuple[Match, SeatAssignment]:
    """Return the seat that a link in a letter is about, by its slugs and the code that belongs to its player.

    Raises NothingToSeeError where nobody sits in such a seat, or the code is not, or no more, genuine.
    """
    match = match_queries.match_by_slug(session, slug)
    held = order_requests.assignments(session, match).values() if match is not None else ()
    assignment = next((each for each in held if tags.slug(each.seat) == seat), None)
    if match is None or match.withdrawn or assignment is None or assignment.player is None:
        raise NothingToSeeError(slug)
    if not hmac.compare_digest(code_of(match, assignment).encode(), code.encode()):
        raise NothingToSeeError(slug)
    return match, assignment


def page(session: Session, ctx: Context, link: LetterAddress) -> LetterPage:
    """Return a letter as it was sent; raises NothingToSeeError where its link opens nothing."""
    match, assignment = find_seat(session, ctx, link)
    to = reports.reader(session, ctx, match, assignment)
    try:
        report = boards.report(session, ctx, match, link.record, to)
    except LookupError:
        raise NothingToSeeError(link.slug) from None
    return LetterPage(
        report=_as_sent(report),
        player=assignment.player,
        goes_to=_hint(people_queries.written_to(session, assignment.player)),
    )


def _as_sent(report: TurnReport) -> TurnReport:
    """Return a report without what it tells only as long as its turn is the last: when orders are due, and for what."""
    return replace(report, due=Due(deadline=None), form=None, standing=WaitedFor())


def _hint(address: str) -> str:
    """Return an address so that its owner knows which it is, and nobody else learns it."""
    local, at, host = address.partition("@")
    return f"{local[:1]}…{at}{host}" if at else ""
