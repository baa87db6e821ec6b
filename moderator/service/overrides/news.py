"""What overrides changed in a match, as it is told: one letter to each person, whatever the number of lines."""

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from typing import Any

import msgspec
from msgspec import structs
from sqlmodel import Session

from moderator.core.game import AnyGame
from moderator.core.pictures import Pictures
from moderator.core.seats import Seat
from moderator.kit.amend import OptionSet
from moderator.kit.options import format_value
from moderator.service import masks, outbox, unconfirmed
from moderator.service.context import Context
from moderator.service.facts import Notice
from moderator.service.letter_parts import Fact, Note
from moderator.service.letter_proofs import RolledBack
from moderator.service.matches import evidence, letterhead, matches, order_requests, records, reports
from moderator.service.matches.amended import Amended
from moderator.service.matches.seat_context import SeatContext
from moderator.service.outbox import OutgoingLetter
from moderator.service.overrides import memos, telling, withdrawing
from moderator.service.turns import recording
from moderator.store import match_queries, people_queries
from moderator.store.statuses import MatchStatus
from moderator.store.tables import Match, Player, SeatAssignment

_FOR_FORMER_PLAYERS = ("seat-left",)
_OTHER_ORDERS = ("orders-entered", "orders-restored")
_SAYS_ORDERS_STAY = ("deadline-moved", "match-paused", "match-resumed", "position-amended")
_OF_ONE_REQUEST = ("orders-entered", "deadline-moved", "turn-called")
"""What is about the orders that are open; a rollback ends those, and tells what it opens."""
_FOR_NEW_PLAYERS = ("orders-entered",)
"""What a welcome does not tell: it shows the match as it is now."""


class News:
    """What some overrides of one match changed, in their order."""

    def __init__(self) -> None:
        self.notes: list[tuple[SeatAssignment, Note]] = []
        self.told: list[telling.Words] = []
        """The GM's own words, which go as messages."""
        self.changes: list[tuple[Amended, str]] = []
        """What was changed in the position, each with the GM's reason."""
        self.welcomed: list[SeatAssignment] = []
        self.applied: list[Note] = []
        """The overrides themselves, for the GM."""
        self.applied_in_several: list[Note] = []
        """Those of them that are for several matches."""
        self.elsewhere: dict[int, tuple[Match, News]] = {}
        """What changed with them in other matches, by their ids."""

    def note(self, assignment: SeatAssignment, code: str, facts: Mapping[str, Fact], lines: Sequence[str] = ()) -> None:
        """Keep something for the person in a place, if there is one."""
        if assignment.player is not None:
            self.notes.append((assignment, Note(code=code, facts=dict(facts), lines=tuple(lines))))

    @property
    def amended(self) -> Amended | None:
        """All that was changed in the position, as one change."""
        return reduce(Amended.then, (change for change, _ in self.changes)) if self.changes else None

    def amend(self, amended: Amended) -> None:
        """Keep that the position was changed."""
        self.changes.append((amended, ""))

    def explain(self, reason: str) -> None:
        """Keep why the GM did all of it."""
        self.notes = [
            (assignment, structs.replace(note, facts={**note.facts, records.REASON: reason}))
            for assignment, note in self.notes
        ]
        self.told = [structs.replace(words, reason=reason) for words in self.told]
        self.changes = [(change, reason) for change, _ in self.changes]

    def add(self, later: "News") -> None:
        """Put what came later behind this; a rollback takes back what was changed before it."""
        if any(note.code == records.ROLLED_BACK for _, note in later.notes):
            self.changes = []
            self.notes = [(assignment, note) for assignment, note in self.notes if note.code not in _OF_ONE_REQUEST]
        self.notes += later.notes
        self.told += later.told
        self.changes += later.changes
        self.welcomed += later.welcomed
        self.applied += later.applied
        self.applied_in_several += later.applied_in_several
        for match, news in later.elsewhere.values():
            self.add_other_match(match, news)

    def add_other_match(self, match: Match, news: "News") -> None:
        """Keep what changed in another match."""
        self.elsewhere.setdefault(match.id, (match, News()))[1].add(news)

    def send(self, session: Session, ctx: Context, match: Match) -> None:
        """Write to everybody concerned, and tell the GM which overrides were carried out."""
        for assignment in self.welcomed:
            matches.welcome(session, ctx, match, assignment)
        letters = self.letters(session, ctx, match)
        self._tell_gm(session, ctx, match, letters)
        if match.status is MatchStatus.OVER:
            recording.tell(session, ctx, match, withdrawing.recipients_of_final_report(session, match))
        for letter in letters:
            outbox.enqueue(session, ctx, match, letter)
        for other, news in self.elsewhere.values():
            news.send(session, ctx, other)

    def letters(self, session: Session, ctx: Context, match: Match) -> list[OutgoingLetter]:
        """Return the notices that tell of all of it, and the GM's own words; nothing is put into the outbox."""
        if match.status is MatchStatus.OVER:  # a final report tells all of it
            self.notes = [(assignment, note) for assignment, note in self.notes if assignment.left is not None]
        elif (amended := self.amended) is not None:
            for assignment in order_requests.assignments(session, match).values():
                player = session.get(Player, assignment.player) if assignment.player is not None else None
                pictures = letterhead.pictures(ctx, player, match)
                self._tell_of_the_position(ctx.game(match.game), pictures, assignment, amended)
        return [*self._letters(session, ctx, match), *telling.letters(session, ctx, match, self.told)]

    def _tell_gm(self, session: Session, ctx: Context, match: Match, letters: Sequence[OutgoingLetter]) -> None:
        over = withdrawing.recipients_of_final_report(session, match) if match.status is MatchStatus.OVER else ()
        assignments = (
            *(letter.assignment for letter in letters if letter.assignment is not None),
            *self.welcomed,
            *over,
        )
        told = ", ".join(dict.fromkeys(assignment.seat for assignment in assignments if assignment.player is not None))
        if self.applied:
            first, *more = self.applied
            key = f"override:{match.id}:{match.number}"
            facts = {**first.facts, "told": told}
            outbox.memo(
                session, ctx, first.code, key, match=match.name, facts=facts, lines=first.lines, more=tuple(more)
            )
        for note in self.applied_in_several:
            memos.tell(session, ctx, match, structs.replace(note, facts={**note.facts, "told": told}))

    def _tell_of_the_position(
        self, game: AnyGame, pictures: Pictures[Any], assignment: SeatAssignment, amended: Amended
    ) -> None:
        """Keep for a seat what it may know of what was changed: options for all, and the board where it differs."""
        seat = assignment.seat
        options = tuple(_options(game, amended, seat))
        reasons = dict.fromkeys(reason for change, reason in self.changes if reason and change.is_seen_by(seat))
        why: dict[str, Fact] = {records.REASON: " / ".join(reasons)} if reasons else {}
        for option in options:
            self.note(assignment, "option-changed", {**option, **why})
        was, now = game.view(amended.was, seat), game.view(amended.now, seat)
        before, chart = pictures.chart(was), pictures.chart(now)
        events = amended.in_words(seat)
        if events or before != chart or (was != now and not options):
            facts: dict[str, Fact] = {"sight": 1} if options and not events else {}
            facts |= why
            self.note(assignment, "position-amended", facts, chart.splitlines() if before != chart else ())

    # ---- the letters -----------------------------------------------------------------------------------------

    def _letters(self, session: Session, ctx: Context, match: Match) -> Iterator[OutgoingLetter]:
        """Give one letter a person; what is secret has one of its own that waits where nobody has answered yet."""
        for assignment in {assignment.id: assignment for assignment, _ in self.notes}.values():
            address = people_queries.address_on_file(session, assignment.player)
            waits = address is not None and not address.confirmed
            notes = [note for other, note in self.notes if other.id == assignment.id and self._is_for(assignment, note)]
            secret = [note for note in notes if waits and note.code in unconfirmed.SECRET_NOTICES]
            for mark, part in ("", [note for note in notes if note not in secret]), (":secret", secret):
                if part:
                    key = f"notice:{match.id}:{match.number}:{assignment.id}{mark}"
                    payload = self._notice(session, ctx, match, assignment, part)
                    taken = next((str(note.facts["seat"]) for note in part if note.code == "seat-taken-over"), "")
                    made = masks.told_at(ctx, match, taken) if taken else None
                    payload = structs.replace(payload, as_of_now=bool(taken))
                    yield OutgoingLetter(key=key, assignment=assignment, payload=payload, made=made)

    def _is_for(self, assignment: SeatAssignment, note: Note) -> bool:
        """Tell whether a note is for who left, or who has just come, besides those who play on."""
        if assignment.left is not None:
            return note.code in _FOR_FORMER_PLAYERS
        return assignment not in self.welcomed or note.code in _FOR_NEW_PLAYERS

    def _notice(
        self, session: Session, ctx: Context, match: Match, assignment: SeatAssignment, notes: Sequence[Note]
    ) -> Notice:
        seen = self.amended.in_words(assignment.seat) if self.amended and _tells_of_the_position(notes) else ()
        called = match.status is MatchStatus.RUNNING and match.deadline is not None and match.deadline <= ctx.now()
        seat_context = SeatContext(session, ctx, match, assignment)
        first, *more = notes if _keeps_orders(seat_context, notes) else map(_with_other_orders, notes)
        playing = match.status is not MatchStatus.OVER
        untold = called or assignment.left is not None or (playing and seat_context.prompt is None)
        notice = Notice(
            head=letterhead.head(ctx, session.get(Player, assignment.player), match, assignment.seat),
            code=first.code,
            facts=first.facts,
            lines=first.lines,
            more=tuple(more),
            events=seen,
            due=None if untold else reports.due(session, ctx, match),
        )
        rolled = [note for note in notes if note.code == records.ROLLED_BACK]
        if rolled:
            told = tuple(msgspec.convert(note.facts, RolledBack) for note in rolled)
            asked = match_queries.requests(session, match.id)
            seals = tuple(evidence.seal(match, asked[each.request]) for each in told)
            notice = structs.replace(notice, seals=seals, rollbacks=told)
        if seat_context.prompt is None or assignment.left is not None:
            return notice
        form = letterhead.form(ctx, match, assignment, seat_context.prompt, seat_context.orders or seat_context.lasting)
        return structs.replace(notice, form=structs.replace(form, lines=()) if called else form)


def _keeps_orders(seat_context: SeatContext, notes: Sequence[Note]) -> bool:
    """Tell whether a seat has recorded orders, and they are those of before."""
    return seat_context.order_set is not None and not any(note.code in _OTHER_ORDERS for note in notes)


def _with_other_orders(note: Note) -> Note:
    """Return a note that does not say that recorded orders stay as they are."""
    return structs.replace(note, facts={**note.facts, "entered": 1}) if note.code in _SAYS_ORDERS_STAY else note


def _tells_of_the_position(notes: Sequence[Note]) -> bool:
    return any(note.code == "position-amended" for note in notes)


def _options(game: AnyGame, amended: Amended, seat: Seat) -> Iterator[dict[str, Fact]]:
    """Give the options that are not what they were and that a seat may know of, with both values."""
    was, now = (structs.asdict(game.options(state)) for state in (amended.was, amended.now))
    told = [each.key for each in amended.events if isinstance(each, OptionSet) and each.known_to(seat)]
    for name in dict.fromkeys(told):
        if was[name] != now[name]:
            about = game.info.option_help.get(name, "")
            yield {"option": name, "before": format_value(was[name]), "now": format_value(now[name]), "about": about}
