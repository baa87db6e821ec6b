"""Checks of what was thrown, and of the orders that were resolved: all is computed again from what was opened."""

from collections.abc import Iterable, Iterator

from moderator.core import dice
from moderator.core.dice import FORMULA, Occasion, Seeds, Stream, Why
from moderator.core.seats import Seat
from moderator.service.audit.finding import Finding
from moderator.service.audit.proofs import MOST_ALIKE, Proofs, ProvenLetter, address, as_bytes
from moderator.service.letter_proofs import DrawLine, ListedReceipt, Opened, RollLine
from moderator.service.matches import order_requests
from moderator.service.proof import OwnOrders

_MOST_SIDES = 2**64
_MOST_DRAWN = 200
"""A letter that says more than any game throws is no reason to compute for ever."""


def findings(match_proofs: Proofs) -> Iterator[Finding]:
    """Give what does not hold of throws, drawn orders, receipts, order sets and salts."""
    yield from _rolls(match_proofs)
    yield from _draws(match_proofs)
    yield from _check_acknowledged_receipts(match_proofs)
    for letter in match_proofs.letters:
        yield from _report(match_proofs, letter)


# ---- throws ------------------------------------------------------------------------------------------------------


def _rolls(match_proofs: Proofs) -> Iterator[Finding]:
    """Throw every roll again from the seed that was opened."""
    for roll in (item for letter in match_proofs.letters for item in letter.thrown if isinstance(item, RollLine)):
        about = f"{roll.kind} {roll.place} {' '.join(roll.seats)} {roll.n}".strip()
        streams = _streams(match_proofs, roll)
        if not streams:
            yield Finding(code="seed-missing", about=about, record=roll.record, grave=False)
        for stream in streams:
            match_proofs.checked["rolls"] += 1
            why = Why(roll.kind, roll.place, roll.seats, roll.n)
            if not 1 <= roll.sides <= _MOST_SIDES or stream.d(roll.sides, why) != roll.value:
                yield Finding(code="roll-differs", about=about, record=roll.record)


def _draws(match_proofs: Proofs) -> Iterator[Finding]:
    """Draw every order again that was drawn by weight, and compare it with what was told at the time."""
    draws = [item for letter in match_proofs.letters for item in letter.thrown if isinstance(item, DrawLine)]
    weighed = {address(draw) for draw in draws if draw.among}
    orders: dict[object, set[tuple[str, ...]]] = {}
    reported = {letter.newest.record for letter in match_proofs.letters if letter.newest}
    lost = any(letter.ends and letter.lost for letter in match_proofs.letters)
    for draw in (draw for draw in draws if draw.order):
        orders.setdefault(address(draw), set()).add(draw.order)
        if match_proofs.secrets and address(draw) not in weighed:
            yield Finding(code="weights-missing", about=_about(draw), record=draw.record, grave=not lost)
    for draw in (draw for draw in draws if draw.among):
        streams = _streams(match_proofs, draw)
        if not streams:
            yield Finding(code="order-unopened", about=_about(draw), record=draw.record, grave=False)
        if draw.record not in reported:
            yield Finding(code="report-missing", about=_about(draw), record=draw.record, grave=False)
        for stream in streams:
            match_proofs.checked["orders"] += 1
            if not _matches_draw(stream, draw, sorted(orders.get(address(draw), ()))[:MOST_ALIKE]):
                yield Finding(code="order-differs", about=_about(draw), record=draw.record)


def _streams(match_proofs: Proofs, thrown: RollLine | DrawLine) -> list[Stream]:
    """Return the stream of a throw, anew from each seed that was opened for its record."""
    name, found = thrown.stream or "open", dict[Opened, Stream]()
    for opened in match_proofs.by_record.get(thrown.record, ())[:MOST_ALIKE]:
        seed = {"open": opened.open, "secret": opened.secret}.get(name)
        if seed and 1 <= opened.formula <= FORMULA:
            seeds = Seeds(as_bytes(opened.open), as_bytes(opened.secret))
            made = seeds.dice_for(_occasion(match_proofs.match, opened), opened.receipts).for_step(thrown.step)
            found[opened] = made.open if name == "open" else made.secret
    return list(found.values())


def _occasion(match: str, opened: Opened) -> Occasion:
    return Occasion(
        match=match,
        formula=opened.formula,
        request=opened.request,
        record=opened.record,
        amendment=opened.amendment or 0,
    )


def _about(draw: DrawLine) -> str:
    return " ".join((draw.kind, draw.place, *draw.seats, str(draw.n))).replace("  ", " ")


def _matches_draw(stream: Stream, draw: DrawLine, told: Iterable[tuple[str, ...]]) -> bool:
    """Tell whether the weights and the seed give the throws that are listed and every order that was told."""
    fit = len(draw.among) == len(draw.weights) <= _MOST_DRAWN and all(1 <= each <= _MOST_SIDES for each in draw.weights)
    if not fit or sum(draw.weights) > _MOST_SIDES:
        return False
    order = stream.ordered(draw.among, draw.weights, Why(draw.kind, draw.place, draw.seats, draw.n))
    return tuple(throw.value for throw in stream.log) == draw.values and all(each == order for each in told)


# ---- orders ------------------------------------------------------------------------------------------------------


def _check_acknowledged_receipts(match_proofs: Proofs) -> Iterator[Finding]:
    """Make the receipt of every acknowledged order set again."""
    for letter, filed in match_proofs.filed:
        match_proofs.checked["receipts"] += 1
        if dice.receipt(as_bytes(filed.salt), filed.lines) != filed.value:
            yield Finding(code="receipt-differs", about=f"asking {filed.request}: the sheet and its receipt")
        yield from _salt(match_proofs, letter.seat, filed.request, filed)


def _report(match_proofs: Proofs, letter: ProvenLetter) -> Iterator[Finding]:
    """Compare the receipts that a letter lists with those that were given before and those in the dice's key."""
    newest, seat = letter.newest, letter.seat
    if newest is None:
        if letter.listed:
            yield Finding(code="receipt-alone", about=letter.about, grave=False)
        return
    used = set(newest.receipts)
    if used - {receipt.value for receipt in letter.listed}:
        grave = not letter.lost
        yield Finding(code="receipt-unlisted", about=f"asking {newest.request}", record=newest.record, grave=grave)
    ended_by_gm = not letter.listed and letter.ends
    own = any(receipt.seat == seat for receipt in letter.listed)
    if not ended_by_gm and not own and (given := _acknowledged_orders(match_proofs, seat, newest)):
        # nothing in the letters tells an order set that was lost from one that its player withdrew
        about = f"{seat}, asking {newest.request}: sheet {given[-1].number}, unless it was withdrawn"
        yield Finding(code="receipt-missing", about=about, record=newest.record, grave=False)
    for receipt in letter.listed:
        match_proofs.checked["receipts"] += 1
        if receipt.value not in used and receipt.seat != seat:
            about = f"{receipt.seat}, asking {newest.request}"
            yield Finding(code="receipt-unused", about=about, record=newest.record)
        yield from _check_resolved(match_proofs, receipt, newest, own=receipt.seat == seat)


def _acknowledged_orders(match_proofs: Proofs, seat: Seat, opened: Opened) -> list[OwnOrders]:
    """Return the order sets that were acknowledged to a seat for an order request, before it was resolved."""
    return [
        filed for where, filed in match_proofs.given.get((seat, opened.request), ()) if where.precedes(opened.request)
    ]


def _check_resolved(match_proofs: Proofs, listed: ListedReceipt, opened: Opened, *, own: bool) -> Iterator[Finding]:
    """Check that orders that were resolved are the last ones acknowledged to their seat, whoever is told of it."""
    about = f"{listed.seat}, asking {opened.request}"
    given = _acknowledged_orders(match_proofs, listed.seat, opened)
    same = [filed for filed in given if _may_match(listed, filed)]
    number = listed.number if listed.number is not None else max((filed.number for filed in same), default=None)
    if number is not None and any(filed.number > number for filed in given):
        yield Finding(code="sheet-outdated", about=about, record=opened.record)
    elif not same and own:
        yield Finding(code="acknowledgement-missing", about=about, record=opened.record, grave=False)
    elif (same or (number is None and given)) and not any(_matches_orders(listed, filed) for filed in same):
        yield Finding(code="sheet-differs", about=about, record=opened.record)
    yield from _salt(match_proofs, listed.seat, opened.request, listed)


def _may_match(listed: ListedReceipt, filed: OwnOrders) -> bool:
    """Tell whether a receipt is of orders that were acknowledged: by its number, or by its value if it tells none."""
    return listed.value == filed.value if listed.number is None else listed.number == filed.number


def _matches_orders(listed: ListedReceipt, filed: OwnOrders) -> bool:
    """Tell whether a receipt is of orders that were acknowledged: its value, and salt and time where both tell them."""
    salts, times = {listed.salt, filed.salt} - {""}, {listed.arrived, filed.arrived} - {None}
    return listed.value == filed.value and len(salts) < 2 and len(times) < 2  # noqa: PLR2004 - one


def _salt(match_proofs: Proofs, seat: Seat, asked: int, of: ListedReceipt | OwnOrders) -> Iterator[Finding]:
    """Make a salt again from the secret of the match, once that is opened."""
    for secret in match_proofs.secrets if of.salt else ():
        match_proofs.checked["salts"] += 1
        if order_requests.salt_of(as_bytes(secret), asked, seat, of.number or 0).hex() != of.salt:
            yield Finding(code="salt-differs", about=f"{seat}, asking {asked}, sheet {of.number}")
