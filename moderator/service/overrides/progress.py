"""What an override that is being carried out works on, and what it has changed so far."""

from collections.abc import Mapping
from typing import Any, NoReturn

from sqlmodel import Session

from moderator.core.game import AnyGame
from moderator.core.seats import Seat
from moderator.service import gm_language, masks
from moderator.service.context import Context
from moderator.service.gm_language import GmError, GmLine
from moderator.service.letter_parts import Fact
from moderator.service.matches import deadlines, order_requests, records, secrecy
from moderator.service.overrides import changes
from moderator.service.overrides.news import News
from moderator.store.statuses import RecordKind
from moderator.store.tables import Match


class OverrideProgress:
    """An override in a match that is locked; the caller commits, or rolls back a ``rehearsal``."""

    def __init__(self, session: Session, ctx: Context, match: Match, *, rehearsal: bool) -> None:
        self.session, self.ctx, self.match, self.now = session, ctx, match, ctx.now()
        self.rehearsal = rehearsal
        self.agreed = False
        """Whether the players have agreed to what is done."""
        self.game: AnyGame = ctx.game(match.game)
        self.state = records.position(self.game, match.state)
        self.standing = records.standing(session, self.game, match)
        self.request = order_requests.current(session, match)
        self.begun = 0
        """How many lines take effect only once players have agreed, or time has passed."""
        self.reason = ""
        """Why the GM does it, in the GM's own words."""
        self.kind = RecordKind.NOTE
        self.code = "note"
        self.facts: dict[str, Fact] = {}
        self.steps: tuple[records.StoredStep[Any, Any], ...] = ()
        self.stand_ins: dict[Seat, str] = {}
        self.entered: dict[Seat, int] = {}
        self.news = News()
        self.warnings: list[str] = []
        self.renamed: list[tuple[int, str]] = []
        """Players who got another name, each with the one of before: it holds in all their matches."""
        self.blind = secrecy.is_blind(session, ctx, match)
        self.masked = secrecy.hides_players(session, ctx, match)
        """Whether the GM may not know who plays: then nothing that is tried tells it."""

    def line_context(self) -> gm_language.LineContext:
        """Return what the lines are read against."""
        seats = tuple(order_requests.assignments(self.session, self.match))
        return gm_language.LineContext(self.game, seats, self.match.settings.zone, self.now, self.ctx.say)

    def snapshot(self) -> changes.Snapshot:
        """Return how the match stands at this point of the work."""
        return changes.snapshot(
            self.session,
            self.ctx,
            self.match,
            self.state,
            runs=deadlines.overdue(self.ctx, self.match, self.now),
        )

    def refuse(self, line: GmLine, why: str) -> NoReturn:
        """Refuse the whole override because of a line; raises GmError."""
        raise GmError(line.number, line.text, why)

    def note(self, code: str, facts: Mapping[str, Fact], about: Seat = "") -> None:
        """Remember what was done and tell every person in the match; nobody is told about a player whom masks hide."""
        self.code = code
        self.facts.update(facts)
        for seat, assignment in order_requests.assignments(self.session, self.match).items():
            if not (about and masks.hide(self.match, about, seat)):
                self.news.note(assignment, code, facts)
