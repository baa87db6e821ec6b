"""What the rows of a match say of one another: times, turns and letters that stand in several places must agree.

A match that is played again shows nothing of when an order set arrived, which letter brought it, and when and in which
turn something was resolved. Others know: the letter and its acknowledgement, the order requests before and after, the
override.
"""

import re
import zlib
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from msgspec import Struct
from sqlmodel import Session, col, select

from moderator.core import codec
from moderator.core.dice import FIRST_DERIVING_FORMULA, derive_seeds
from moderator.core.game import AnyGame
from moderator.mail.letter import read_copy
from moderator.service.audit.finding import Finding
from moderator.service.letter_proofs import Receipt
from moderator.service.matches import order_requests, records
from moderator.service.matches.records import AnyBody
from moderator.store import match_queries
from moderator.store.statuses import RecordKind
from moderator.store.tables import Letter, Match, OrderSet, Outbox, Override, Record, SeatAssignment

_SOON = timedelta(seconds=10)
"""How long one transaction may take: what it writes bears times that are no further apart."""
_BEGINNING = timedelta(minutes=1)
_ACKNOWLEDGED = re.compile(r"ack:(\d+)")


class _Acknowledged(Struct, frozen=True):
    """What an acknowledgement says of the recorded orders."""

    filed: bool = False
    receipt: Receipt | None = None


class _ToldReceipt(Struct, frozen=True):
    """That a letter filed an order set, as its author was told."""

    letter: int
    arrived: datetime | None


def differences(session: Session, game: AnyGame, match: Match) -> list[Finding]:
    """Return where two rows say different things of the same."""
    rows = _Rows(session, game, match)
    return [
        *_OrderSets(session, rows).findings(),
        *_turns(rows),
        *_seals(rows),
        *_letters(session, match),
        *_players(session, rows),
        *_Times(session, rows).findings(),
    ]


class _Rows:
    """What all compare: the order requests and records of a match, and the letters that were written of it."""

    def __init__(self, session: Session, game: AnyGame, match: Match) -> None:
        self.game, self.match = game, match
        self.requests = match_queries.requests(session, match.id)
        self.records = match_queries.records(session, match.id)
        self.written = session.exec(select(Outbox).where(Outbox.match == match.id).order_by(col(Outbox.id))).all()
        # letters stay where they are when a match is carried elsewhere, and clocks differ
        self.begun_here = any(letter.made <= match.created + _BEGINNING for letter in self.written)

    def body(self, record: Record) -> AnyBody:
        """Return what a record holds."""
        return records.body(self.game, record)


# ---- order sets ------------------------------------------------------------------------------------------------


class _OrderSets:
    """When order sets arrived and which letters brought them."""

    def __init__(self, session: Session, rows: _Rows) -> None:
        self.rows, match = rows, rows.match
        self.order_sets = session.exec(
            select(OrderSet).where(OrderSet.match == match.id).order_by(col(OrderSet.id))
        ).all()
        named = {order_set.letter for order_set in self.order_sets if order_set.letter is not None}
        self.letters: dict[int | None, Letter] = {
            row.id: row for row in session.exec(select(Letter).where(col(Letter.id).in_(named)))
        }
        self.assignments = session.exec(select(SeatAssignment).where(SeatAssignment.match == match.id)).all()
        self.told = dict(_receipts_told(rows.written))
        self.answered = {int(found[1]) for row in rows.written if (found := _ACKNOWLEDGED.match(row.key))}

    def findings(self) -> Iterator[Finding]:
        for order_set in self.order_sets:
            about = f"{order_set.seat}, sheet {order_set.number} of asking {order_set.request}"
            told = self.told.get(order_set.receipt)
            if told is not None and told.letter != order_set.letter:
                yield _finding("letter-differs", f"{about}: letter {told.letter} was told that it filed it")
            if told is not None and told.arrived != order_set.arrived:
                yield _finding("arrived-differs", f"{about}: its author was told another time")
            yield from self._check_acknowledged(order_set, about)
            yield from self._check_entered(order_set, about)
            if order_set.letter is not None:
                yield from self._check_mailed(order_set, self.letters.get(order_set.letter), about)
            elif told is None:
                yield from self._check_unmailed(order_set, about)

    def _check_acknowledged(self, order_set: OrderSet, about: str) -> Iterator[Finding]:
        """See that the letter of an order set was answered: every one is, in the commit that files its orders."""
        letter = self.letters.get(order_set.letter)
        if letter is not None and not self.answered & {letter.id, letter.confirmed_by}:
            yield _finding("acknowledgement-lost", f"{about}: letter {letter.id} has no answer")

    def _check_entered(self, order_set: OrderSet, about: str) -> Iterator[Finding]:
        """Judge later orders of a bot that sat there when the request opened: the GM entered it, or somebody else."""
        opened = self.rows.requests[order_set.request].opened
        seated = any(
            assignment.bot and assignment.seat == order_set.seat and assignment.held(opened)
            for assignment in self.assignments
        )
        if order_set.letter is not None or order_set.number == 1 or not seated or not order_set.current:
            return
        entered = [
            row for row in self.rows.records if row.request == order_set.request and self._enters(row, order_set)
        ]
        if entered:
            yield Finding(code="orders-entered", about=about, record=entered[-1].number, grave=False)
        elif not any(
            assignment.bot and assignment.seat == order_set.seat and assignment.joined == order_set.arrived
            for assignment in self.assignments
        ):
            # else it is of a bot that took the seat over then
            yield _finding("bot-differs", f"{about}: no override entered it")

    def _enters(self, row: Record, order_set: OrderSet) -> bool:
        """Tell whether a record says that the GM entered an order set; older ones say so in the GM's own line."""
        body = self.rows.body(row)
        told = f"orders {order_set.seat}".casefold()
        return body.sets_of_gm.get(order_set.seat) == order_set.number or any(
            " ".join(line.split()).casefold().startswith(told) for line in body.lines
        )

    def _check_mailed(self, order_set: OrderSet, letter: Letter | None, about: str) -> Iterator[Finding]:
        if letter is None or (letter.match, letter.seat) != (order_set.match, order_set.seat):
            yield _finding("letter-differs", f"{about}: letter {order_set.letter} is none of the seat's")
        elif letter.arrived != order_set.arrived:
            yield _finding("arrived-differs", f"{about}: letter {letter.id} came at another time")

    def _check_unmailed(self, order_set: OrderSet, about: str) -> Iterator[Finding]:
        """Judge a bot's or a GM's order set: it is filed when the order request opens, or by an override."""
        opened = self.rows.requests[order_set.request].opened
        times = [opened, *(row.made for row in self.rows.records if row.request == order_set.request)]
        if any(_soon_after(moment, order_set.arrived) for moment in times):
            return
        if any(
            assignment.bot and assignment.seat == order_set.seat and assignment.held(opened)
            for assignment in self.assignments
        ):
            yield _finding("arrived-differs", f"{about}: a bot's, filed when the asking opened or by an override")
        elif self.rows.begun_here:
            yield _finding("letter-differs", f"{about}: it has no letter, and no override was applied when it arrived")


def _receipts_told(written: Iterable[Outbox]) -> Iterator[tuple[str, _ToldReceipt]]:
    """Yield by receipt what authors were told of their order sets; what was erased tells nothing."""
    for row in written:
        found = _ACKNOWLEDGED.fullmatch(row.key) if row.kind == "acknowledgement" else None
        said: _Acknowledged | None = codec.unpack(row.payload, _Acknowledged | None) if found else None
        if found and said is not None and said.filed and said.receipt is not None:
            yield said.receipt.value, _ToldReceipt(int(found[1]), said.receipt.arrived)


# ---- records -----------------------------------------------------------------------------------------------


def _turns(rows: _Rows) -> Iterator[Finding]:
    """Follow the turn from what each position asks next."""
    turn = 0
    for row in rows.records:
        asked = rows.game.pending(records.position(rows.game, row.position)).values()
        after = next((prompt.turn for prompt in asked), turn)
        amended = row.kind not in records.RESOLVED and rows.body(row).steps
        before, turn = (after if amended else turn), after
        if row.turn != before:
            yield _finding("turn-differs", f"it says turn {row.turn} and was made in turn {before}", row.number)


def _seals(rows: _Rows) -> Iterator[Finding]:
    """Compare the seeds of every request with the seals that were kept as it opened, and with the secret of the match.

    Older order requests have no seals, and by older formulas the seeds were random.
    """
    for row in rows.requests.values():
        seeds = order_requests.seeds(row)
        if row.sealed not in ("", order_requests.packed_seals(seeds)):
            yield _finding("seal-changed", f"asking {row.number}")
        if rows.match.formula >= FIRST_DERIVING_FORMULA and seeds != derive_seeds(rows.match.secret, row.number):
            yield _finding("seed-differs", f"asking {row.number}")


# ---- letters and players -----------------------------------------------------------------------------------


def _letters(session: Session, match: Match) -> Iterator[Finding]:
    """See that no letter of a match holds what came as another one."""
    kept = session.exec(select(Letter).where(Letter.match == match.id).order_by(col(Letter.id))).all()
    came = {row.fingerprint: row.id for row in kept}
    for row in kept:
        raw = zlib.decompress(row.raw) if row.raw else b""
        found = came.get(read_copy(raw).fingerprint, row.id) if raw else row.id
        if found != row.id and read_copy(raw).fingerprint != row.fingerprint:
            yield _finding("letter-changed", f"letter {row.id} holds what came as letter {found}")


def _players(session: Session, rows: _Rows) -> Iterator[Finding]:
    """See that every seat is still of who was welcomed to it, and that its orders came from who sat there."""
    welcomed = {row.key: row.player for row in rows.written if row.kind == "welcome"}
    assignments = session.exec(select(SeatAssignment).where(SeatAssignment.match == rows.match.id)).all()
    for assignment in assignments:
        told = welcomed.get(f"welcome:{rows.match.id}:{assignment.id}", assignment.player)
        if told != assignment.player:
            yield _finding("player-differs", f"{assignment.seat}: somebody else was welcomed to it")
    sat = {(assignment.seat, assignment.player) for assignment in assignments}
    filed = select(Letter).join(OrderSet, col(OrderSet.letter) == Letter.id).where(OrderSet.match == rows.match.id)
    for letter in dict.fromkeys((row.seat, row.player) for row in session.exec(filed)):
        if letter[1] is not None and letter not in sat:
            yield _finding("player-differs", f"{letter[0]}: its orders came from somebody who never sat there")


class _Times:
    """When steps were made, by what was written with them."""

    def __init__(self, session: Session, rows: _Rows) -> None:
        self.rows, match = rows, rows.match
        overridden = session.exec(select(Override).where(Override.match == match.id, Override.refused == ""))
        self.applied = {row.record: row.applied for row in overridden}
        self.told: dict[int, datetime] = {}
        for letter in rows.written:
            found = re.match(rf"(?:report|notice):{match.id}:(\d+):", letter.key)
            if found:
                self.told.setdefault(int(found[1]), letter.made)

    def findings(self) -> Iterator[Finding]:
        # a clock that ran ahead and was put back leaves times that come before what they follow
        mended = {row.request for row in self.rows.records if self.rows.body(row).facts.get("why") == "clock"}
        for row in self.rows.records:
            for what, least, most in self._bounds(row, mended):
                if (least and row.made < least) or (most and row.made > most):
                    yield _finding("made-differs", f"made {row.made:%Y-%m-%d %H:%M:%S} UTC, {what}", row.number)
                    break

    def _bounds(self, row: Record, mended: set[int]) -> Iterator[tuple[str, datetime | None, datetime | None]]:
        """Yield what else tells when a record was made: from when on, and until when."""
        asked, following = self.rows.requests[row.request], self.rows.requests.get(row.request + 1)
        if row.kind is RecordKind.SETUP:
            yield "and its asking opened at another time", asked.opened, asked.opened
        elif row.kind is RecordKind.TURN:
            yield "and its asking closed at another time", asked.closed, _later(asked.closed)
            if following is not None and following.number not in mended:
                yield "and the next asking opened at another time", None, following.opened
        elif row.number in self.applied:
            at = self.applied[row.number]
            yield "and the override was applied at another time", at, at
        elif self.rows.body(row).code == records.ROLLED_BACK:
            yield "and its asking opened at another time", asked.opened - _SOON, asked.opened
        elif self.rows.begun_here and row.request not in mended:
            yield "and its asking was not open then", asked.opened, asked.closed
        if row.number in self.told:
            told = self.told[row.number]
            yield "and its letters were written at another time", told - _SOON, told


def _later(moment: datetime | None) -> datetime | None:
    return moment + timedelta(minutes=10) if moment else None


def _soon_after(moment: datetime, then: datetime) -> bool:
    return timedelta(0) <= then - moment <= _SOON


def _finding(code: str, about: str, record: int | None = None) -> Finding:
    return Finding(code=code, about=about, record=record)
