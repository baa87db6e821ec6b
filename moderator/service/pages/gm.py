"""What the GM's desk shows: all matches with what needs a decision, and one match as its GM may know it."""

from datetime import datetime

from msgspec import Struct
from sqlmodel import Session

from moderator.core.seats import Observer, Seat
from moderator.service import gm_language, masks, player_memos
from moderator.service.context import Context
from moderator.service.facts import Memo, TurnReport
from moderator.service.letter_parts import MatchLine
from moderator.service.matches import deadlines, letterhead, reports, secrecy
from moderator.service.overrides import listing
from moderator.service.overrides.listing import OverrideEntry
from moderator.service.pages import boards, public
from moderator.service.people import delegates
from moderator.store import match_queries
from moderator.store.statuses import MatchStatus
from moderator.store.tables import Match

_LOG, _MEMOS = 20, 200
"""Overrides that are shown, and memos among which those of a match are looked for, the newest."""
_SHOWN = 20
"""Memos that are shown."""
_ON_DESKS = ("desk-link", "desk-opened")
"""Memos that are no news at the desk itself."""


class Missing(Struct, frozen=True):
    """A player who sent no orders for some turns in a row."""

    seat: Seat
    player: str
    turns: int


class GmLine(Struct, frozen=True, kw_only=True):
    """A match in the GM's list. ``late`` tells that its turn should have run, ``fault`` what stopped it."""

    match: MatchLine
    status: MatchStatus
    late: bool
    missing: tuple[Missing, ...]
    delegates: tuple[tuple[Seat, datetime], ...]
    """The seats for which somebody else may send orders, and until when."""
    blind: bool
    fault: str = ""

    @property
    def needs_decision(self) -> bool:
        """Whether the match waits for its GM, or a player goes missing."""
        return self.late or bool(self.missing) or self.status in (MatchStatus.FAULTED, MatchStatus.PAUSED)


class KeptMemo(Struct, frozen=True):
    """A memo, and when it was written."""

    made: datetime
    memo: Memo


class GmDesk(Struct, frozen=True, kw_only=True):
    """The GM's desk: what needs a decision comes first, then what goes on, then what is over."""

    matches: tuple[GmLine, ...]
    memos: tuple[KeptMemo, ...]


class GmPage(Struct, frozen=True, kw_only=True):
    """A match on the GM's desk: the newest report with the board as it is now, and the newest overrides and memos."""

    line: GmLine
    report: TurnReport
    log: tuple[OverrideEntry, ...]
    memos: tuple[KeptMemo, ...]
    syntax: tuple[str, ...]
    """Every line that there is, once; a blind match admits none of the game's own."""

    def decided(self, name: str) -> OverrideEntry | None:
        """Return what became of an override by its id."""
        return next((entry for entry in self.log if entry.name == name), None)


def desk(session: Session, ctx: Context) -> GmDesk:
    """Return the GM's desk."""
    lines = [_line(session, ctx, match) for match in match_queries.newest_matches(session)]
    ordered = sorted(lines, key=lambda line: (line.match.over, not line.needs_decision))
    return GmDesk(matches=tuple(ordered), memos=_memos(session, ctx))


def page(session: Session, ctx: Context, slug: str) -> GmPage:
    """Return a match on the GM's desk; raises NothingToSeeError if there is none of that name."""
    match = public.find(session, slug)
    log = listing.list_overrides(session, ctx, (), (), match.name)
    line = _line(session, ctx, match)
    return GmPage(
        line=line,
        report=boards.report(session, ctx, match, match.number, reports.gm(session, ctx, match)),
        log=tuple(reversed(log[-_LOG:])),
        memos=_memos(session, ctx, match.name),
        syntax=(*gm_language.SYNTAX, *(() if line.blind else ctx.game(match.game).gm.syntax().values())),
    )


def _line(session: Session, ctx: Context, match: Match) -> GmLine:
    blind = secrecy.is_blind(session, ctx, match)
    to, held = Observer.PUBLIC if blind else Observer.GM, match_queries.assignments_in(session, match.id)
    return GmLine(
        match=letterhead.match_line(session, ctx, match, to, seated=True),
        status=match.status,
        late=deadlines.overdue(ctx, match, ctx.now()),
        missing=tuple(
            Missing(
                assignment.seat,
                "" if masks.hide(match, assignment.seat, to) else player.name,
                len(assignment.missed.split()),
            )
            for assignment, player in held
            if player is not None and assignment.missed and match.status is not MatchStatus.OVER
        ),
        delegates=tuple((place.seat, row.until) for place, row in delegates.active_in(session, ctx, match)),
        blind=blind,
        fault="" if blind else match.fault.strip(),
    )


def _memos(session: Session, ctx: Context, match: str = "") -> tuple[KeptMemo, ...]:
    """Return the newest memos, or those about a match, as the GM may read them."""
    newest = player_memos.newest(session, _MEMOS)
    wanted = [(made, memo) for made, memo in newest if memo.code not in _ON_DESKS and match in ("", memo.match)]
    return tuple(KeptMemo(made, secrecy.redact(session, ctx, memo)) for made, memo in wanted[:_SHOWN])
