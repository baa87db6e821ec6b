"""The facts of the letters that tell of records: welcome, turn report, reminder; gathered when a letter goes.

A letter holds only its reader's view and what that reader witnessed; an unconfirmed address sees what is public.
"""

from collections.abc import Sequence
from datetime import datetime
from functools import cached_property, partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import bindparam
from sqlmodel import Session, col, select

from moderator.core import dice
from moderator.core.game import Ahead, AnyGame, Event, Outcome, Prompt, Report, Section
from moderator.core.seats import Observer, Seat, Who
from moderator.service import masks, spectators
from moderator.service.context import Context
from moderator.service.facts import Reminder, TurnReport, Welcome
from moderator.service.letter_parts import Due, Form, Head, MatchRecap, MissedTurn, OrderHelp, SeatLine, WaitedFor
from moderator.service.letter_proofs import Corrected, Corrections, ListedReceipt, Opened, RollLine
from moderator.service.matches import (
    amended,
    disclosure,
    evidence,
    letterhead,
    order_requests,
    recaps,
    records,
    secrecy,
)
from moderator.service.matches.records import AnyBody
from moderator.service.matches.seat_context import SeatContext, turns_missed_before
from moderator.service.report_json import AnyReportJson, report_json
from moderator.store import letter_queries, match_queries, people_queries
from moderator.store.statuses import MatchStatus, RecordKind
from moderator.store.tables import Address, Match, OrderSet, Player, Record, SeatAssignment

GM_SEAT = "GM"
"""What stands for a seat in the GM's copy of a report."""


class Recipient(Struct, frozen=True):
    """Somebody who gets a report: a place, or with ``assignment`` None an observer such as the GM."""

    who: Who
    head: Head
    assignment: SeatAssignment | None = None
    confirmed: bool = True

    @property
    def seat(self) -> Seat:
        """The seat that is read for, empty for observers."""
        return self.assignment.seat if self.assignment else ""

    def sat(self, then: datetime) -> bool:
        """Tell whether this reader got the letters of a time: an observer always does."""
        return self.assignment is None or self.assignment.joined < then


def reader(session: Session, ctx: Context, match: Match, assignment: SeatAssignment) -> Recipient:
    """Return a player as a reader."""
    player = session.get(Player, assignment.player) if assignment.player is not None else None
    return recipient(ctx, match, assignment, player, people_queries.address_on_file(session, assignment.player))


def recipient(
    ctx: Context, match: Match, assignment: SeatAssignment, player: Player | None, address: Address | None
) -> Recipient:
    """Return a player as a reader; one whose address is not confirmed sees what the public may know."""
    confirmed = address is None or address.confirmed
    head = letterhead.head(ctx, player, match, assignment.seat)
    return Recipient(assignment.seat if confirmed else Observer.PUBLIC, head, assignment, confirmed)


def observer(ctx: Context, match: Match, who: Observer) -> Recipient:
    """Return the GM or the public as a reader."""
    seat = GM_SEAT if who is Observer.GM else ""
    return Recipient(who, letterhead.head(ctx, None, match, seat))


def gm(session: Session, ctx: Context, match: Match) -> Recipient:
    """Return the GM as a reader, who sees what everybody may know where a match keeps its secrets from the GM."""
    reader = observer(ctx, match, Observer.GM)
    return replace(reader, who=Observer.PUBLIC) if secrecy.is_blind(session, ctx, match) else reader


# built once, since building a statement takes longer than running it
_OF_MATCH = col(Record.match) == bindparam("match")
_NOTES = (
    select(Record)
    .where(_OF_MATCH, col(Record.request) == bindparam("request"))
    .where(col(Record.kind).in_((RecordKind.NOTE, RecordKind.AMENDMENT)))
    .order_by(col(Record.number))
)
_SINCE = (
    select(Record)
    .where(_OF_MATCH, col(Record.number).between(bindparam("first"), bindparam("last")))
    .order_by(col(Record.number))
)
_RESOLVED_BEFORE = (
    select(Record.number, Record.kind, Record.made)
    .where(_OF_MATCH, col(Record.number) < bindparam("number"), col(Record.kind).in_(records.RESOLVED))
    .order_by(col(Record.number).desc())
    .limit(1)
)


def due(session: Session, ctx: Context, match: Match) -> Due:
    """Return when orders are due, and if that was moved in this order request: first from when, and last why."""
    if match.status is MatchStatus.OVER:
        return Due(deadline=None)
    notes = session.exec(_NOTES, params={"match": match.id, "request": match.request})
    held = [records.body(ctx.game(match.game), note) for note in notes]
    moved = [note.facts for note in held if note.facts.get("was")]
    was = datetime.fromisoformat(str(moved[0]["was"])) if moved else None
    if was is None or was == match.deadline:
        return letterhead.due(match)
    return letterhead.due(match, was, str(moved[-1]["why"]))


def _not_due(session: Session, match: Match, resolved: Record, seat: Seat) -> Due:
    """Return the deadline of a seat that is asked for nothing: none, and the one before is gone if it had one."""
    return Due(
        deadline=None,
        withdrawn=seat in order_requests.prompts(match_queries.request(session, match.id, resolved.request)),
    )


def welcome(session: Session, ctx: Context, match: Match, assignment: SeatAssignment, number: int) -> Welcome:
    """Return the facts of the first letter to a player, as of a record: 0, or the one of a takeover."""
    game, to = ctx.game(match.game), reader(session, ctx, match, assignment)
    record = records.by_number(session, match, number)
    opened = order_requests.current(session, match)
    seen = game.view(records.position(game, record.position), to.who)
    view = order_requests.view_with_plans(
        game, opened if to.confirmed else None, seen, lambda: _bots_order_sets(session, match)
    )
    body = records.body(game, record)
    setup = record.kind is RecordKind.SETUP
    events = _events_known_to(records.events_of(body), to.who) if setup else ()
    prompt = order_requests.prompts(opened).get(assignment.seat)
    gm_seats = secrecy.played_by_gm(session, ctx, match)
    pictures = ctx.pictures(match.game, to.head.language)
    # the seals of then, though the letter may go late: they were made before the orders
    sealed = match_queries.request(session, match.id, record.request + 1 if setup else record.request)
    return Welcome(
        head=_head_as_of(to.head, match, record),
        due=due(session, ctx, match),
        form=_form(SeatContext(session, ctx, match, assignment), to, prompt),
        seal=replace(evidence.seal(match, sealed), match_secret=dice.seal(match.secret)),
        seats=letterhead.seat_lines(match, match_queries.assignments_in(session, match.id), assignment.seat),
        orders=tuple(OrderHelp(tag, (line,)) for tag, line in letterhead.forms_by_kind(game, view).items()),
        timely=prompt.verbs if prompt else (),
        lasting=letterhead.doctrine_tags(game),
        report=game.report(view, events),
        chart=pictures.chart(view),
        drawings=tuple(pictures.draw(view)),
        poster=pictures.poster(view, blank=True) if letterhead.sends_posters(to.head) else None,
        confirm=not to.confirmed,
        blind=secrecy.is_blind(session, ctx, match),
        unsigned=match.settings.unsigned,
        gm_plays=bool(gm_seats),
        gm_seats=tuple(seat for seat in gm_seats if not masks.hide(match, seat, assignment.seat)),
        chronicle=not match.settings.masks or spectators.are_let_in(match),
        **letterhead.for_spectators(ctx, match),
        setup_proven=setup and not any(step.throws for step in body.steps),
    )


def turn(session: Session, ctx: Context, match: Match, number: int, to: Recipient) -> TurnReport:
    """Return the facts of one report: record ``number`` and all notes and amendments since the step before it."""
    return Reports(session, ctx, match, number).to(to)


class Reports:
    """The reports of a record and of all notes and amendments since the step before it.

    What is read and unpacked for them is the same for all readers, and is gathered once; ``to`` tells each its part.
    """

    def __init__(self, session: Session, ctx: Context, match: Match, number: int) -> None:
        """Read what was resolved, and what is asked now if that was the last."""
        self._session, self._ctx, self._match, self._game = session, ctx, match, ctx.game(match.game)
        self._before = _step_before(session, match, number) or (-1, "", ctx.now())
        self._since = _since(session, self._game, match, self._before[0], number)
        self._news = records.in_force(self._since)
        self._newest, self._held = self._news[-1]
        self._is_last = _is_newest(match, self._newest)
        self._over = self._is_last and match.status is MatchStatus.OVER
        self._whole = records.all_with_bodies(session, self._game, match) if self._over else []
        shown = disclosure.last(self._game, match, self._newest.position, self._held) if self._is_last else None
        self._state = shown.state if shown else records.position(self._game, self._newest.position)
        self._laid_open = shown.events if shown else ()
        self._open = order_requests.current(session, match) if self._is_last else None
        self._prompts = order_requests.prompts(self._open)
        resolved = self._newest.kind is RecordKind.TURN
        self._asked = match_queries.request(session, match.id, self._newest.request + 1) if resolved else None
        self._recaps: dict[str, MatchRecap | None] = {}

    def to(self, to: Recipient) -> TurnReport:
        """Return the facts of the report to a reader."""
        match, game, over, newest = self._match, self._game, self._over, self._newest
        view, known = self._view(to), self._events_told(to.who)
        before, kind, made = self._before
        pictures = self._ctx.pictures(match.game, to.head.language)
        return TurnReport(
            head=_head_as_of(to.head, match, newest),
            resolved_turn=newest.turn,
            made=newest.made,
            due=self._due_for(to),
            form=self._form(to, view),
            seal=evidence.seal(match, self._asked) if self._asked else None,
            opened=self._opened,
            rolls=self._rolls,
            hidden=tuple(evidence.untold_throws(self._whole)),
            draws=(*evidence.drawn_orders_known_to(self._news, to.who), *evidence.weights_of_draws(self._whole)),
            receipts=self._receipts(to),
            silent=silent(self._session, match, newest, self._held, to.who),
            missed=self._missed(to),
            stand_ins=self._held.changed_bots if newest.kind is RecordKind.TURN else {},
            report=report(game, view, known, over=over),
            chart=pictures.chart(view),
            drawings=tuple(pictures.draw(view, known)),
            out=self._reports_when_out(to),
            course=pictures.course(view),
            poster=pictures.poster(view, blank=False) if letterhead.sends_posters(to.head) else None,
            json=self._json(to, view, known) if letterhead.sends_json(to.head) else None,
            next_turn=None if self._is_last else self._next_turn,
            outcome=self._outcome if over else None,
            blind=to.head.seat == GM_SEAT and to.who is Observer.PUBLIC,
            after=self._report_before(to, before) if kind == RecordKind.TURN and to.sat(made) else None,
            why=self._reason,
            recap=self._recap(to.head.language) if over and to.confirmed else None,
            unmasked=self._unmasked if over else (),
            standing=self._standing(to),
            rollbacks=tuple(evidence.rollbacks(self._whole or self._since)),
            corrected=self._corrected,
            corrections=self._corrections,
        )

    def json(self, to: Recipient) -> AnyReportJson:
        """Return the report to a reader as a document for programs."""
        return self._json(to, self._view(to), self._events_told(to.who))

    def _json(self, to: Recipient, view: Any, known: Sequence[Event]) -> AnyReportJson:  # noqa: ANN401 - as below
        return report_json(
            to.head,
            turn=records.turn_of(self._newest),
            made=self._newest.made,
            deadline=self._due_for(to).deadline,
            view=view,
            events=at_the_end(known) if self._over else known,
        )

    def _view(self, to: Recipient) -> Any:  # noqa: ANN401 - the view is the game's own
        """Return what a reader may know of the position, with the plans of allies if they are being made."""
        seen, opened = self._game.view(self._state, to.who), self._open if to.confirmed else None
        bots = partial(_bots_order_sets, self._session, self._match)
        return order_requests.view_with_plans(self._game, opened, seen, bots)

    def _missed(self, to: Recipient) -> tuple[MissedTurn, ...]:
        """Return what the turns brought before this one to a reader who sent no orders for it, nor for them."""
        if to.assignment is None or not any(to.seat in step.silent for step in self._held.steps):
            return ()
        session, game, match = self._session, self._game, self._match
        before = turns_missed_before(SeatContext(session, self._ctx, match, to.assignment), self._newest)
        whole = records.all_with_bodies(session, game, match) if before else ()
        told = recaps.headlines(session, game, match, whole, who=to.who, wanted=[row.number for row in before])
        return tuple(MissedTurn(turn=row.turn, headline=told[row.number].facts) for row in before)

    def _reports_when_out(self, to: Recipient) -> str:
        """Tell which reports a reader gets whose seat is out; empty for all others."""
        goes_on = self._match.status is not MatchStatus.OVER
        if to.assignment and goes_on and order_requests.seats_out(self._game, self._state, [to.seat]):
            return "all" if to.assignment.watches else "end"
        return ""

    def _report_before(self, to: Recipient, before: int) -> int:
        """Return the record that a reader was told of last: of some a reader who is out got no report."""
        if to.assignment is None or to.seat in self._prompts:
            return before
        told = letter_queries.last_report(self._session, to.assignment, before)
        return before if told is None else told

    def _due_for(self, to: Recipient) -> Due:
        if not self._is_last:
            return Due(deadline=None)
        if to.assignment is None or to.seat in self._prompts:
            return self._due
        return _not_due(self._session, self._match, self._newest, to.seat)

    def _form(self, to: Recipient, view: Any) -> Form | None:  # noqa: ANN401 - the view is the game's own
        """Return the form of a reader who is asked now; it sees what its report tells of."""
        if to.assignment is None or to.seat not in self._prompts:
            return None
        seat_context = SeatContext(self._session, self._ctx, self._match, to.assignment)
        if self._newest.number == self._match.number:
            seat_context.know(view=view, prompts=self._prompts, standing=self._held.standing.get(to.seat, ()))
        return _form(seat_context, to, seat_context.prompt)

    def _events_told(self, who: Who) -> tuple[Event, ...]:
        """Return what somebody may know of what happened: of the GM's changes only what that reader can see."""
        return (*amended.events_known_to(self._session, self._game, self._match, self._news, who), *self._laid_open)

    def _receipts(self, to: Recipient) -> tuple[ListedReceipt, ...]:
        own = self._filed.get(to.seat) if to.confirmed else None
        listed = evidence.receipts(self._held, own, to.seat, to.who)
        return tuple(replace(each, by="gm") if each.seat in self._entered else each for each in listed)

    @cached_property
    def _entered(self) -> tuple[Seat, ...]:
        """The seats for which the newest step got orders that the GM entered."""
        entered = records.numbers_entered_by_gm(self._news, self._newest.request)
        return tuple(each.seat for each in self._held.filed if entered.get(each.seat) == each.number)

    @cached_property
    def _corrections(self) -> Corrections:
        since = [body for row, body in self._since if row is not self._newest and body.code != records.ROLLED_BACK]
        by_gm = sum(bool(body.lines) for body in since)
        public = {each.seat for each in self._held.filed if not each.secret}
        return Corrections(
            by_gm=by_gm, by_us=len(since) - by_gm, entered=tuple(seat for seat in self._entered if seat in public)
        )

    @cached_property
    def _due(self) -> Due:
        return due(self._session, self._ctx, self._match)

    @cached_property
    def _opened(self) -> tuple[Opened, ...]:
        return tuple(evidence.opened_seeds(self._session, self._match, self._whole or self._news, over=self._over))

    @cached_property
    def _rolls(self) -> tuple[RollLine, ...]:
        return tuple(evidence.rolls(self._news))

    @cached_property
    def _filed(self) -> dict[Seat, OrderSet]:
        """The order sets that the newest step got, everybody's."""
        return order_requests.order_sets(self._session, self._match, self._newest.request) if self._held.filed else {}

    def _standing(self, to: Recipient) -> WaitedFor:
        if not self._prompts:
            return WaitedFor()
        who = Observer.GM if to.who is Observer.GM else to.seat or Observer.PUBLIC
        return letterhead.standing(self._ctx, self._match, self._prompts, self._recorded, who)

    @cached_property
    def _recorded(self) -> dict[Seat, OrderSet]:
        """The recorded orders for what is asked now."""
        return order_requests.order_sets(self._session, self._match)

    @property
    def _next_turn(self) -> int | None:
        return next((prompt.turn for prompt in order_requests.prompts(self._asked).values()), None)

    @property
    def _outcome(self) -> Outcome | None:
        """How the match ended: as its GM says, or by its rules."""
        by_gm = self._newest.kind is RecordKind.END
        return disclosure.outcome(self._match, self._held) if by_gm else self._game.outcome(self._state)

    @cached_property
    def _reason(self) -> str:
        """Why the GM ended the match, or had the turn run."""
        called = (body for row, body in reversed(self._news) if row.kind is RecordKind.END or "called" in body.facts)
        return next((body.reason for body in called), "")

    @cached_property
    def _corrected(self) -> tuple[Corrected, ...]:
        changes = amended.changes(self._session, self._game, self._match, self._whole)
        standing = {row.number for row, _ in records.in_force(self._whole)}
        reasons = {row.number: body.reason for row, body in self._whole}
        return tuple(
            Corrected(turn=row.turn, events=change.news, undone=row.number not in standing, why=reasons[row.number])
            for row, change in changes
            if change.news
        )

    @cached_property
    def _unmasked(self) -> tuple[SeatLine, ...]:
        match = self._match
        if masks.are_worn(match) or not match.settings.masks:
            return ()
        lines = recaps.everybody(self._session, match)
        seats = list(dict.fromkeys(line.seat for line in lines))
        return tuple(sorted(lines, key=lambda line: seats.index(line.seat)))

    def _recap(self, language: str) -> MatchRecap | None:
        if language not in self._recaps:
            self._recaps[language] = recaps.recap(self._session, self._ctx, self._match, language)
        return self._recaps[language]


def _bots_order_sets(session: Session, match: Match) -> Sequence[OrderSet]:
    """Return the recorded orders of the seats that bots play now."""
    return match_queries.bots_order_sets(session, match.id, match.request)


def reminder(session: Session, ctx: Context, match: Match, assignment: SeatAssignment) -> Reminder | None:
    """Return the facts of a reminder, or None if there is nothing to be reminded of any more."""
    seat_context = SeatContext(session, ctx, match, assignment)
    if seat_context.prompt is None or assignment.left is not None or seat_context.order_set is not None:
        return None
    to = reader(session, ctx, match, assignment)
    return Reminder(
        head=to.head,
        due=due(session, ctx, match),
        form=_form(seat_context, to, seat_context.prompt),
        silence=seat_context.lines(seat_context.silence) if to.confirmed else (),
    )


def report(game: AnyGame, view: Any, events: Sequence[Event], *, over: bool) -> Report:  # noqa: ANN401 - the game's own
    """Return the news of a reader; once the match is ``over``, if by the GM's word, nothing in them lies ahead."""
    if not over:
        return game.report(view, events)
    told = game.report(view, at_the_end(events))
    parts = ((part.key, tuple(fact for fact in part.facts if not isinstance(fact, Ahead))) for part in told.sections)
    return Report(tuple(Section(key, facts) for key, facts in parts if facts))


def at_the_end(events: Sequence[Event]) -> list[Event]:
    """Return the events as they are told once the match is over."""
    return [left for event in events if (left := event.at_the_end()) is not None]


# ---- what letters are made of ------------------------------------------------------------------------------


def _head_as_of(head: Head, match: Match, record: Record) -> Head:
    """Return a head that speaks of the turn that is played now, or of the record's own if that is not the last."""
    return head if _is_newest(match, record) else replace(head, turn=record.turn)


def _is_newest(match: Match, record: Record) -> bool:
    """Tell whether what a record asks for is still asked; notes and amendments since, seen or not, change nothing."""
    if match.status is MatchStatus.OVER:
        return record.number == match.number
    return match.request == (record.request + 1 if record.kind in records.RESOLVED else record.request)


def _since(session: Session, game: AnyGame, match: Match, before: int, number: int) -> list[records.RecordWithBody]:
    """Return a record with the notes and amendments between it and the step before it, in order."""
    rows = session.exec(_SINCE, params={"match": match.id, "first": before + 1, "last": number}).all()
    if not rows or rows[-1].number != number:
        raise LookupError(f"match {match.name} has no record {number}")
    return [(row, records.body(game, row)) for row in rows]


def _step_before(session: Session, match: Match, number: int) -> tuple[int, str, datetime] | None:
    return session.exec(_RESOLVED_BEFORE, params={"match": match.id, "number": number}).first()


def _events_known_to(events: Sequence[Event], who: Who) -> tuple[Event, ...]:
    return tuple(event for event in events if event.known_to(who))


def silent(session: Session, match: Match, record: Record, body: AnyBody, who: Who) -> tuple[Seat, ...]:
    """Return who sent nothing; who was asked in secret is known to itself and the GM alone."""
    silent = [seat for step in body.steps for seat in step.silent]
    if not silent:
        return ()
    public = asked_in_public(session, match, record)
    return tuple(seat for seat in silent if seat == who or who is Observer.GM or seat in public)


def asked_in_public(session: Session, match: Match, record: Record) -> tuple[Seat, ...]:
    """Return the seats that all know were asked for what a record resolved."""
    asked = order_requests.prompts(match_queries.request(session, match.id, record.request))
    return tuple(seat for seat, prompt in asked.items() if not prompt.secret)


def _form(seat_context: SeatContext, to: Recipient, prompt: Prompt | None) -> Form:
    """Return the form of a reader, filled with the orders that stand, and lines legal now."""
    if not to.confirmed or prompt is None:
        return letterhead.form(seat_context.ctx, seat_context.match, seat_context.assignment, None, ())
    form = letterhead.form(seat_context.ctx, seat_context.match, seat_context.assignment, prompt, seat_context.lasting)
    return replace(form, examples=seat_context.examples())
