"""What letters prove: seals, opened seeds, throws, drawn orders, receipts and rollbacks, each for its reader."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import convert
from msgspec.structs import replace
from sqlmodel import Session

from moderator.core.dice import Throw
from moderator.core.seats import Observer, Seat, Who
from moderator.service.letter_proofs import DrawLine, ListedReceipt, Opened, RolledBack, RollLine, Seal
from moderator.service.matches import order_requests, records
from moderator.service.matches.records import AnyBody
from moderator.store import match_queries
from moderator.store.statuses import RecordKind
from moderator.store.tables import Match, OrderRequest, OrderSet, Record


def rollbacks(news: Sequence[records.RecordWithBody]) -> Iterator[RolledBack]:
    """Give the rollbacks among some records."""
    return (convert(body.facts, RolledBack) for _, body in news if body.code == records.ROLLED_BACK)


def seal(match: Match, request: OrderRequest | None) -> Seal:
    """Return the seals of an order request."""
    if request is None:
        return Seal(request=0, record=0, open="", secret="")
    seals = order_requests.seeds(request).seals()
    return Seal(
        request=request.number,
        record=request.record,
        open=seals.open,
        secret=seals.secret,
        formula=match.formula,
        seats=tuple(seat.seat for seat in match.settings.seats),
    )


def opened_seeds(
    session: Session, match: Match, news: Sequence[records.RecordWithBody], *, over: bool
) -> Iterator[Opened]:
    """Open the open seed of what was resolved, and all seeds of a match that is over with its secret.

    An amendment that threw dice is opened with its order request, never before. An order set filed for an order request
    that was never resolved is in none.
    """
    if not over and news[-1][0].kind is not RecordKind.TURN:
        return
    seeds = match_queries.requests(session, match.id, None if over else news[-1][0].request)
    for at, (record, body) in enumerate(news):
        last = over and record is news[-1][0]
        resolved = last or record.kind is RecordKind.TURN or (over and record.kind is RecordKind.SETUP)
        thrown = any(step.throws for step in body.steps)
        if resolved or thrown:
            row = seeds[record.request]
            amending = thrown and record.kind not in records.RESOLVED
            yield Opened(
                request=record.request,
                record=record.number,
                receipts=body.receipts(),
                open=row.open_seed.hex(),
                secret=row.secret_seed.hex() if over else "",
                match_secret=match.secret.hex() if over else "",
                formula=match.formula,
                amendment=records.amendments(news[:at], record.request) + 1 if amending else None,
                corrections=len(records.corrections(news[:at], record.request)),
            )


def rolls(news: Sequence[tuple[Record, AnyBody]]) -> Iterator[RollLine]:
    """Give the throws of the open stream, in the order of throwing."""
    return (_roll(record, throw) for record, throw in _throws(news) if throw.stream == "open")


def _throws(news: Sequence[tuple[Record, AnyBody]]) -> Iterator[tuple[Record, Throw]]:
    """Give every throw of some records, in the order of throwing."""
    for record, body in news:
        for step in body.steps:
            for throw in step.throws:
                yield record, throw


def _roll(record: Record, throw: Throw) -> RollLine:
    """Return a throw as its reader can check it."""
    return RollLine(**_address(record, throw), n=throw.why.n, sides=throw.sides, value=throw.value)


def _address(record: Record, throw: Throw) -> dict[str, Any]:
    """Return under which key of the dice a throw stands, but for its number there."""
    why, stream = throw.why, "" if throw.stream == "open" else throw.stream
    return {
        "record": record.number,
        "step": throw.step,
        "kind": why.kind,
        "place": why.place,
        "seats": why.seats,
        "stream": stream,
    }


def untold_throws(whole: Sequence[tuple[Record, AnyBody]]) -> Iterator[RollLine]:
    """Give the throws that no report has told, once the match is over: secret ones, and all of the set-up."""
    drawn = 0
    for record, throw in _throws(whole):
        drawn = throw.draw.throws if throw.draw else max(0, drawn - 1)
        if not drawn and (throw.stream != "open" or record.kind is RecordKind.SETUP):
            yield _roll(record, throw)


def drawn_orders_known_to(news: Sequence[tuple[Record, AnyBody]], who: Who) -> Iterator[DrawLine]:
    """Give the orders that were drawn and that somebody may know at once; their weights stay hidden."""
    for record, throw in _throws(news):
        if throw.draw and throw.draw.known_to(who):
            yield replace(_draw(record, throw), order=throw.draw.order)


def weights_of_draws(whole: Sequence[tuple[Record, AnyBody]]) -> Iterator[DrawLine]:
    """Give what every order of a match was drawn from; the throws are those that follow the first."""
    thrown = list(_throws(whole))
    for at, (record, throw) in enumerate(thrown):
        if throw.draw:
            values = tuple(each.value for _, each in thrown[at : at + throw.draw.throws])
            yield replace(_draw(record, throw), among=throw.draw.among, weights=throw.draw.weights, values=values)


def _draw(record: Record, first: Throw) -> DrawLine:
    return DrawLine(**_address(record, first), n=first.why.n - 1)


def receipts(body: AnyBody, own: OrderSet | None, seat: Seat, who: Who) -> list[ListedReceipt]:
    """List every seat's receipt; number, salt and time of filing are for the author alone, secret orders too."""
    out = []
    for filed in body.filed:
        mine = own if own is not None and filed.seat == seat else None
        if filed.secret and mine is None and who is not Observer.GM:
            continue
        out.append(
            ListedReceipt(
                seat=filed.seat,
                value=filed.receipt,
                number=filed.number if mine else None,
                salt=mine.salt.hex() if mine else "",
                arrived=mine.arrived if mine else None,
            )
        )
    return out
