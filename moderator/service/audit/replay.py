"""A match played again from what is kept of it: the same seeds, order sets, bots and amendments must give the same."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from msgspec.structs import replace
from sqlmodel import Session, col, select

from moderator.core import codec
from moderator.core.dice import Dice
from moderator.core.game import AnyGame, IllegalAmendment, Prompt
from moderator.core.referee import advance
from moderator.core.seats import Seat
from moderator.games.simulate import bots_order_sets
from moderator.service import gm_language
from moderator.service.audit.finding import Finding
from moderator.service.context import Context, spell_problem
from moderator.service.matches import matches, order_requests, records
from moderator.service.matches.records import AnyBody, StoredStep
from moderator.store import match_queries
from moderator.store.statuses import RecordKind
from moderator.store.tables import Match, OrderSet, Record, SeatAssignment


def replay(session: Session, ctx: Context, match: Match) -> list[Finding]:
    """Play a match again and return what differs; it goes on from the recorded position after a difference."""
    game = ctx.games.get(match.game)
    if game is None:
        return [Finding(code="no-such-game", about=match.game)]
    if game.info.rules != match.rules:
        about = f"{match.game}: rules {match.rules} when it began, {game.info.rules} now"
        return [Finding(code="other-rules", about=about, grave=False)]
    return list(_Replay(session, game, match).findings())


def first_difference(session: Session, game: AnyGame, match: Match) -> Finding | None:
    """Play a match again under the rules as they are now; return where it first comes out otherwise, None if nowhere.

    Bots are not asked again: what they ordered is on file. What cannot be played again at all is a difference too.
    """
    again = _Replay(session, game, match, bots_too=False)
    try:
        return next((finding for finding in again.findings() if finding.grave), None)
    except Exception as error:  # noqa: BLE001 - other rules may raise anything over records that they did not make
        what = str(error).partition("\n")[0]
        return Finding(code="cannot-be-replayed", about=f"{type(error).__name__}: {what}", record=again.at)


class _Replay:
    """One match being played again; ``at`` is the record at hand."""

    def __init__(self, session: Session, game: AnyGame, match: Match, *, bots_too: bool = True) -> None:
        self.session, self.game, self.match, self.bots_too = session, game, match, bots_too
        self.at = 0
        self.requests = match_queries.requests(session, match.id)
        seated = session.exec(
            select(SeatAssignment).where(SeatAssignment.match == match.id).order_by(col(SeatAssignment.id))
        )
        self.assignments: Sequence[SeatAssignment] = seated.all()
        self.seats = tuple(matches.seats_of(match, game))
        self.state: Any = None
        self.standing: dict[Seat, tuple[Any, ...]] = {}
        self.opened_by = 0
        """The record that opened the order request at hand."""
        self.amended = False
        """Whether the GM changed the position since then."""
        self.stand_ins: dict[Seat, str] = {}
        self.stood_in: dict[Seat, str] = {}
        """The bots that played for absent players when the order request opened."""
        self.told: list[records.RecordWithBody] = []

    def findings(self) -> Iterator[Finding]:
        expected = 0
        for record in match_queries.records(self.session, self.match.id):
            if record.number != expected:
                yield Finding(code="record-missing", about=f"{expected}", record=expected)
            expected = record.number + 1
            self.at = record.number
            body = records.body(self.game, record)
            yield from self._replay_record(record, body)
            yield from self._compare_position(record)
            self.state = records.position(self.game, record.position)
            self.standing = body.standing
            self.told.append((record, body))
            self.stand_ins.update(body.changed_bots)
            self.amended |= bool(body.steps)
            if record.kind in records.RESOLVED or body.code == records.ROLLED_BACK:
                self.opened_by, self.amended, self.stood_in = record.number, False, dict(self.stand_ins)
        if expected != self.match.number + 1:
            yield Finding(code="record-missing", about=f"{self.match.number}", record=self.match.number)
        elif codec.encode(records.position(self.game, self.match.state)) != codec.encode(self.state):
            yield Finding(code="position-differs", about="the match's own copy", record=self.match.number)

    def _compare_position(self, record: Record) -> Iterator[Finding]:
        kept = records.position(self.game, record.position)
        if codec.digest(self.match.secret, kept) != record.digest:
            yield Finding(code="position-differs", about="the recorded position and its digest", record=record.number)
        if codec.digest(self.match.secret, self.state) != record.digest:
            yield Finding(code="digest-differs", about="the position played again", record=record.number)

    def _replay_record(self, record: Record, body: AnyBody) -> Iterator[Finding]:
        if record.kind is RecordKind.SETUP:
            yield from self._setup(record, body)
        elif record.kind is RecordKind.TURN:
            yield from self._turn(record, body)
        elif body.code == records.ROLLED_BACK:
            yield from self._rollback(record, body)
        elif body.steps:
            yield from self._amendment(record, body)

    def _dice(self, record: Record, receipts: Sequence[str] = ()) -> Dice:
        number = 0 if record.kind in records.RESOLVED else records.amendments(self.told, record.request) + 1
        occasion = order_requests.occasion(self.match, record.request, record.number, number)
        return order_requests.seeds(self.requests[record.request]).dice_for(occasion, receipts)

    def _setup(self, record: Record, body: AnyBody) -> Iterator[Finding]:
        dice = self._dice(record)
        plan = self.match.settings
        made = self.game.setup(self.seats, plan.whole_options, dice)
        self.state = made.state
        again = StoredStep[Any, Any](0, {}, (), tuple(made.events), tuple(dice.log))
        yield from _compare(record, body.steps, (again,))

    def _turn(self, record: Record, body: AnyBody) -> Iterator[Finding]:
        row = self.requests[record.request]
        prompts = order_requests.prompts(row)
        order_sets = order_requests.order_sets(self.session, self.match, record.request)
        orders = {
            seat: order_requests.unpack_orders(self.game, order_set.orders) for seat, order_set in order_sets.items()
        }
        yield from self._receipts(record, body, order_sets, orders)
        if self.bots_too:
            yield from self._bots(record, prompts, order_sets, orders)
        dice = self._dice(record, body.receipts())
        progress = advance(
            self.game,
            self.state,
            orders,
            dice,
            overdue=any(step.silent for step in body.steps),
            standing=records.merged_standing(self.standing, orders),
        )
        self.state = progress.state
        yield from _compare(record, body.steps, records.stored_steps(progress.steps))

    def _receipts(
        self,
        record: Record,
        body: AnyBody,
        order_sets: Mapping[Seat, OrderSet],
        orders: Mapping[Seat, tuple[Any, ...]],
    ) -> Iterator[Finding]:
        listed = {filed.seat: filed for filed in body.filed}
        for seat, order_set in order_sets.items():
            salt = order_requests.salt_of(self.match.secret, order_set.request, seat, order_set.number)
            made = order_requests.receipt(self.game, order_set.salt, orders[seat])
            resolved = listed.get(seat)
            if order_set.salt != salt:
                yield Finding(code="salt-differs", about=seat, record=record.number)
            if made != order_set.receipt:
                yield Finding(code="receipt-differs", about=f"{seat}: the sheet and its receipt", record=record.number)
            if resolved is not None and resolved.receipt != order_set.receipt:
                yield Finding(code="receipt-differs", about=f"{seat}: sheet and record", record=record.number)
        for seat in listed:
            if seat not in order_sets:
                yield Finding(code="sheet-missing", about=seat, record=record.number)

    def _bots(
        self,
        record: Record,
        prompts: Mapping[Seat, Prompt],
        order_sets: Mapping[Seat, OrderSet],
        orders: Mapping[Seat, tuple[Any, ...]],
    ) -> Iterator[Finding]:
        """Ask the bots again that sat there when the order request opened, unless the GM changed what they saw.

        What a bot ordered before its match moved to the present rules it may order otherwise now: that is not grave.
        """
        opened = self.requests[record.request].opened
        names = {
            seat: bot
            for seat, bot in self._bots_at(opened).items()
            if seat in order_sets and order_sets[seat].letter is None and order_sets[seat].number == 1
        }
        if self.amended:
            return
        moved = self.match.settings.moved
        grave = moved is None or record.request > moved
        row = self.requests[record.request]
        secret = (
            order_requests.seeds(row)
            .dice_for(order_requests.occasion(self.match, row.number, self.opened_by + 1))
            .secret
        )
        told = order_requests.proposed_plans(self.game, self.requests[record.request])
        for seat, order_set in bots_order_sets(self.game, self.state, prompts, names, secret=secret, told=told).items():
            if codec.encode(order_set) != codec.encode(orders[seat]):
                yield Finding(code="bot-differs", about=f"{seat} ({names[seat]})", record=record.number, grave=grave)

    def _bots_at(self, when: datetime) -> dict[Seat, str]:
        seated = {
            assignment.seat: assignment.bot
            for assignment in self.assignments
            if assignment.player is None and assignment.held(when)
        }
        return seated | {seat: bot for seat, bot in self.stood_in.items() if bot}

    def _rollback(self, record: Record, body: AnyBody) -> Iterator[Finding]:
        """Bring the position of then back again, from what was in force, and shuffle it with the new seeds."""
        counted = 1 + sum(held.code == records.ROLLED_BACK for _, held in self.told)
        standing = {row.number: (row, held) for row, held in records.in_force(self.told)}
        then = standing.get(int(body.facts["to"]))
        taken = standing.get(int(body.facts["to"]) + 1)
        if then is None or taken is None or taken[0].kind is not RecordKind.TURN or body.facts["count"] != counted:
            yield Finding(code="rollback-differs", about="where it goes back to, or its count", record=record.number)
            return
        if codec.encode(body.standing) != codec.encode(then[1].standing):
            yield Finding(code="rollback-differs", about="the orders that stand", record=record.number)
        dice = self._dice(record)
        self.state = self.game.reshuffled(records.position(self.game, then[0].position), dice)
        again = StoredStep[Any, Any](0, {}, (), (), tuple(dice.log))
        yield from _compare(record, body.steps, (again,))

    def _amendment(self, record: Record, body: AnyBody) -> Iterator[Finding]:
        zone = self.match.settings.zone
        context = gm_language.LineContext(self.game, self.seats, zone, record.made)
        orders = gm_language.amendments(body.lines, context)
        dice = self._dice(record)
        try:
            made = self.game.amend(self.state, orders, dice)
        except IllegalAmendment as illegal:
            about = spell_problem(self.game.info.key, illegal.problem)
            yield Finding(code="amendment-refused", about=about, record=record.number)
            return
        self.state = made.state
        again = StoredStep[Any, Any](0, {}, (), tuple(made.events), tuple(dice.log))
        yield from _compare(record, body.steps, (again,))


def _compare(
    record: Record, kept: Sequence[StoredStep[Any, Any]], again: Sequence[StoredStep[Any, Any]]
) -> Iterator[Finding]:
    """Compare steps as they are kept with the same played again."""
    if len(kept) != len(again):
        about = f"{len(kept)} rulings kept, {len(again)} played again"
        yield Finding(code="rulings-differ", about=about, record=record.number)
    for old, new in zip(kept, again, strict=False):
        for name in ("orders", "silent", "events", "throws"):
            before, after = getattr(old, name), getattr(new, name)
            if name == "throws" and not any(throw.draw for throw in before):
                # kept before a draw told its weights: the throws themselves say enough
                after = tuple(replace(throw, draw=None) for throw in after)
            if codec.encode(before) != codec.encode(after):
                about = _first_difference(before, after)
                yield Finding(code=f"{name}-differ", about=f"ruling {old.number}: {about}", record=record.number)


def _first_difference(old: Any, new: Any) -> str:  # noqa: ANN401 - orders, seats, events or throws
    if isinstance(old, dict):
        return ", ".join(key for key in {**old, **new} if old.get(key) != new.get(key))
    if len(old) != len(new):
        return f"{len(old)} kept, {len(new)} played again"
    first = next(
        index for index, pair in enumerate(zip(old, new, strict=True)) if codec.encode(pair[0]) != codec.encode(pair[1])
    )
    return f"the {first + 1}. of {len(old)}"
