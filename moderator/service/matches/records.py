"""Records, the append-only history of a match: what each one holds and how it is read and written."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from functools import lru_cache, reduce
from operator import or_
from typing import Any, Generic, TypeAlias, TypeVar

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace
from sqlalchemy import bindparam
from sqlalchemy.orm import defer
from sqlmodel import Session, col, func, select

from moderator.core import codec
from moderator.core.dice import Throw
from moderator.core.game import AnyGame, Event, Report, Section
from moderator.core.referee import ResolutionStep, fold_standing
from moderator.core.seats import Seat
from moderator.service import masks
from moderator.service.facts import Acknowledgement, LetterFacts, Notice
from moderator.store import match_queries
from moderator.store.statuses import MatchStatus, RecordKind
from moderator.store.tables import Match, OrderRequest, Record

E = TypeVar("E")
O = TypeVar("O")  # noqa: E741 - the letter of the architecture


class StoredStep(Struct, Generic[E, O], frozen=True):
    """One call of ``resolve`` as it is kept; positions are kept once a record."""

    number: int
    orders: dict[Seat, tuple[O, ...]]
    silent: tuple[Seat, ...]
    events: tuple[E, ...]
    throws: tuple[Throw, ...]


class Filed(Struct, frozen=True):
    """An order set that a step got; one that was asked for in secret bends no dice and is listed to nobody else."""

    seat: Seat
    number: int
    receipt: str
    secret: bool = False


REASON = "reason"
"""The fact that keeps why a GM did something, in a record and in what is told of it."""


class Punctuality(StrEnum):
    """How somebody kept time who was asked for orders."""

    IN_TIME = "in-time"
    LATE = "late"
    """The first orders came after the deadline, within the grace."""
    MISSED = "missed"


class Body(Struct, Generic[E, O], frozen=True, kw_only=True, rename={"steps": "rulings"}):
    """What ``Record.body`` packs.

    ``code``, ``facts`` and ``lines`` tell of a note, an amendment or an end (``lines`` are the GM's). ``standing``
    are the orders that stand after the record. ``stand_ins`` are the bots that play for absent players from here on, ""
    where none does any more; unset where nothing changes. ``entered`` are the numbers of the order sets that the GM
    entered, by seat. ``punctuality`` is that of the people in the seats that were asked, where it counts.
    """

    code: str = ""
    facts: dict[str, str | int] = {}
    lines: tuple[str, ...] = ()
    steps: tuple[StoredStep[E, O], ...] = ()
    filed: tuple[Filed, ...] = ()
    standing: dict[Seat, tuple[O, ...]] = {}
    stand_ins: dict[Seat, str] | UnsetType = UNSET
    entered: dict[Seat, int] | UnsetType = UNSET
    punctuality: dict[Seat, Punctuality] | UnsetType = UNSET

    @property
    def reason(self) -> str:
        """Why the GM did it, in the GM's own words; empty if none were given."""
        return str(self.facts.get(REASON, ""))

    @property
    def changed_bots(self) -> dict[Seat, str]:
        """The bots that play for absent players from here on, by seat."""
        return {} if self.stand_ins is UNSET else self.stand_ins

    @property
    def sets_of_gm(self) -> dict[Seat, int]:
        """The numbers of the order sets that the GM entered, by seat."""
        return {} if self.entered is UNSET else self.entered

    def receipts(self) -> tuple[str, ...]:
        """Return the receipts that the key of the dice was made with, sorted."""
        return tuple(sorted(filed.receipt for filed in self.filed if not filed.secret))


AnyBody = Body[Any, Any]
RecordWithBody: TypeAlias = tuple[Record, AnyBody]
"""A record with what it holds."""

RESOLVED = (RecordKind.SETUP, RecordKind.TURN)
"""The records that the game made, and at which a report ends."""

ROLLED_BACK = "rolled-back"
"""The code of an amendment that brings an earlier position back: the one after the record ``to`` in its facts."""


@lru_cache(maxsize=64)
def _body_type(events: tuple[type, ...], orders: tuple[type, ...]) -> Any:  # noqa: ANN401 - a generic over unions
    return Body[reduce(or_, events), reduce(or_, orders)]  # type: ignore[misc]


def body(game: AnyGame, record: Record) -> AnyBody:
    """Read what a record holds."""
    held: AnyBody = codec.unpack(record.body, _body_type(tuple(game.events), game.language.orders))
    return held


def position(game: AnyGame, data: bytes) -> Any:  # noqa: ANN401 - the state is the game's own
    """Read a packed position."""
    return codec.unpack(data, game.state_type)


def events_of(held: AnyBody) -> tuple[Event, ...]:
    """Return the events of a record, in their order."""
    return tuple(event for step in held.steps for event in step.events)


def with_types_of_game(game: AnyGame, letter: LetterFacts) -> LetterFacts:
    """Return a letter that was packed with facts of the game, if it has any, in the game's own types."""
    if isinstance(letter, Notice):
        happenings: Any = reduce(or_, game.events)
        return replace(letter, events=tuple(codec.convert(event, happenings) for event in letter.events))
    if not isinstance(letter, Acknowledgement):
        return letter
    kinds: Any = reduce(or_, game.foretold)
    answers = tuple(
        replace(
            answer,
            report=Report(
                tuple(
                    Section(section.key, tuple(codec.convert(fact, kinds) for fact in section.facts))
                    for section in answer.report.sections
                )
            ),
        )
        for answer in letter.answers
    )
    return replace(letter, answers=answers)


def stored_steps(steps: Sequence[ResolutionStep]) -> tuple[StoredStep[Any, Any], ...]:
    """Return steps as they are kept."""
    return tuple(StoredStep(step.number, step.orders, step.silent, step.events, step.throws) for step in steps)


def in_force(told: Iterable[RecordWithBody]) -> list[RecordWithBody]:
    """Return the records that no rollback took back, in their order; a rollback stands in place of what it took."""
    kept: list[RecordWithBody] = []
    for row, held in told:
        if held.code == ROLLED_BACK:
            kept = [each for each in kept if each[0].number <= int(held.facts["to"])]
        kept.append((row, held))
    return kept


def turn_of(record: Record) -> int:
    """Return the turn that a record resolved; 0 for the beginning."""
    return 0 if record.kind is RecordKind.SETUP else record.turn


def corrections(told: Iterable[RecordWithBody], request: int) -> list[RecordWithBody]:
    """Return what was recorded while the orders of a request were open; the rollback that opened it is none of that."""
    return [
        (row, held)
        for row, held in told
        if row.request == request and row.kind in (RecordKind.NOTE, RecordKind.AMENDMENT) and held.code != ROLLED_BACK
    ]


def numbers_entered_by_gm(told: Iterable[RecordWithBody], request: int) -> dict[Seat, int]:
    """Return by seat the numbers of the order sets of an order request that the GM entered, also before a rollback."""
    numbers: dict[Seat, int] = {}
    for row, held in told:
        numbers |= held.sets_of_gm if row.request == request else {}
    return numbers


def amendments(told: Iterable[RecordWithBody], request: int) -> int:
    """Return how many records threw dice of a request before its turn: corrections, and the shuffle of a rollback."""
    return sum(
        row.request == request and row.kind not in RESOLVED and any(step.throws for step in held.steps)
        for row, held in told
    )


def all_with_bodies(session: Session, game: AnyGame, match: Match) -> list[RecordWithBody]:
    """Return all records of a match in their order, each with its body."""
    return [(row, body(game, row)) for row in match_queries.records(session, match.id)]


_WITH_BODIES_UNREAD = (
    select(Record)
    .where(col(Record.match) == bindparam("match"))
    .order_by(col(Record.number))
    .options(defer(col(Record.body)), defer(col(Record.position)))  # type: ignore[arg-type] # columns
)


def resolved_in_force(session: Session, game: AnyGame, match: Match) -> list[Record]:
    """Return the records of set-up and turns that no rollback took back, in their order; what they hold is not read."""
    rows = session.exec(_WITH_BODIES_UNREAD, params={"match": match.id})
    told = [(row, AnyBody() if row.kind in RESOLVED else body(game, row)) for row in rows]
    return [row for row, _ in in_force(told) if row.kind in RESOLVED]


def turns_in_force(session: Session, game: AnyGame, match: Match) -> list[Record]:
    """Return those of the turns alone."""
    return [row for row in resolved_in_force(session, game, match) if row.kind is RecordKind.TURN]


def by_number(session: Session, match: Match, number: int) -> Record:
    """Return a record by its number; raises LookupError if there is none."""
    row = session.exec(select(Record).where(Record.match == match.id, Record.number == number)).first()
    if row is None:
        raise LookupError(f"match {match.name} has no record {number}")
    return row


def reported(session: Session, game: AnyGame, match: Match, number: int) -> Record:
    """Return the record that the newest report told of when a record was made; corrections and notes have no report.

    What a rollback took back is none; before the first turn it is the setup. Raises LookupError if there is no such
    record.
    """
    row, last = by_number(session, match, number), match.number if match.status is MatchStatus.OVER else None
    while row.number != last and row.kind not in (*RESOLVED, RecordKind.END):
        held = body(game, row)
        before = int(held.facts["to"]) if held.code == ROLLED_BACK else row.number - 1
        row = by_number(session, match, before)
    return row


_NEWEST_POSITION = select(func.max(Record.number)).where(
    col(Record.match) == bindparam("match"), col(Record.kind) != RecordKind.NOTE
)


def newest_shown(session: Session, match: Match) -> int:
    """Return the number of the newest record as letters name it.

    Where players are masked a note does not count: it changes no position, and would tell when one of them wrote.
    """
    if not masks.are_worn(match):
        return match.number
    return session.exec(_NEWEST_POSITION, params={"match": match.id}).one() or 0


def of_turn(session: Session, match: Match, turn: int) -> Sequence[Record]:
    """Return what was resolved in a turn, in order."""
    return session.exec(
        select(Record)
        .where(Record.match == match.id, Record.turn == turn, col(Record.kind).in_((RecordKind.TURN, RecordKind.END)))
        .order_by(col(Record.number))
    ).all()


class NewestRecord(Struct, frozen=True):
    """What a letter needs of a match's newest record: the order request that it was of, and its body unread."""

    request: int
    body: bytes

    def standing(self, game: AnyGame) -> dict[Seat, tuple[Any, ...]]:
        """Return the orders that stand, by seat; whatever else the body holds is passed over."""
        held: _Standing[Any] = codec.unpack(self.body, _standing_type(game.language.orders))
        return held.standing


class _Standing(Struct, Generic[O], frozen=True):
    standing: dict[Seat, tuple[O, ...]] = {}


@lru_cache(maxsize=64)
def _standing_type(orders: tuple[type, ...]) -> Any:  # noqa: ANN401 - a generic over a union
    return _Standing[reduce(or_, orders)]  # type: ignore[misc]


# put together once, since it is asked for every letter: a tenth of the time of acting on one
_NEWEST_AND_ASKED = (
    select(Record.request, Record.body, OrderRequest)
    .join(
        OrderRequest,
        (col(OrderRequest.match) == col(Record.match))
        & (col(OrderRequest.number) == bindparam("request"))
        & col(OrderRequest.closed).is_(None),
        isouter=True,
    )
    .where(col(Record.match) == bindparam("match"), col(Record.number) == bindparam("number"))
)


def newest_and_open_request(session: Session, match: Match) -> tuple[NewestRecord, OrderRequest | None]:
    """Return what a letter needs of the newest record of a match, and the order request that is open.

    Once the match is over none is.
    """
    asked = {"match": match.id, "number": match.number, "request": match.request}
    of, held, opened = session.exec(_NEWEST_AND_ASKED, params=asked).one()
    return NewestRecord(of, held), opened


def former_name_fact(player: int, mark: int | str = "") -> str:
    """Return under which fact a record keeps a name of before of a player: whoever is erased is found by it."""
    return f"name of {player} before {mark}"


def standing(session: Session, game: AnyGame, match: Match) -> dict[Seat, tuple[Any, ...]]:
    """Return the orders that stand in a match, by seat."""
    return newest_and_open_request(session, match)[0].standing(game)


class Packed(Struct, frozen=True):
    """What a record keeps: what it holds, and the position after it with its digest."""

    body: bytes
    position: bytes
    digest: str


def pack_record(match: Match, held: AnyBody, state: Any) -> Packed:  # noqa: ANN401 - as above
    """Pack what the next record of a match holds, and the position after it."""
    after = codec.encode_once(state)
    return Packed(codec.pack(held), codec.pack(after), codec.digest(match.secret, after))


def successor(match: Match, kind: RecordKind, kept: Packed, *, made: datetime) -> Record:
    """Return the next record of a match, and make it the match's newest; the caller adds it to the session."""
    match.number += 1
    match.state = kept.position
    return Record(
        match=match.id,
        number=match.number,
        request=match.request,
        kind=kind,
        turn=match.turn,
        made=made,
        body=kept.body,
        position=kept.position,
        digest=kept.digest,
    )


def append(
    session: Session,
    match: Match,
    kind: RecordKind,
    held: AnyBody,
    *,
    state: Any,  # noqa: ANN401 - as above
    made: datetime,
) -> int:
    """Write the next record and make it the match's newest; return its number."""
    session.add(successor(match, kind, pack_record(match, held, state), made=made))
    session.flush()
    return match.number


def merged_standing(
    old: Mapping[Seat, Sequence[Any]], order_sets: Mapping[Seat, Sequence[Any]]
) -> dict[Seat, tuple[Any, ...]]:
    """Return what stands after the order sets of an order request."""
    seats = [*old, *(seat for seat in order_sets if seat not in old)]
    folded = {seat: fold_standing(old.get(seat, ()), order_sets.get(seat, ())) for seat in seats}
    return {seat: orders for seat, orders in folded.items() if orders}
