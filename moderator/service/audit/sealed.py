"""Checks of letters and of the promises in them: nothing is missing, and every order request is sealed and opened."""

import re
from bisect import bisect
from collections import Counter
from collections.abc import Iterator
from itertools import accumulate

from moderator.core import dice
from moderator.service.audit.finding import Finding
from moderator.service.audit.proofs import MOST_ALIKE, Proofs, ProvenLetter, as_bytes, group_by_key, identity
from moderator.service.codes import GmEnding
from moderator.service.letter_proofs import DrawLine, Opened

_SEED = re.compile("[0-9a-f]{64}")
_OBSERVERS = ("", "GM")
"""What stands for a seat in letters to the public and to the GM."""


def findings(match_proofs: Proofs) -> Iterator[Finding]:
    """Give what does not hold of letters, seals, seeds and numbers."""
    yield from _check_completeness(match_proofs)
    yield from _first_reports(match_proofs)
    yield from _contradictions(match_proofs)
    seats = {seat for told in match_proofs.seals.values() for _, seal in told for seat in seal.seats}
    for letter in match_proofs.letters:
        yield from _check_seals_printed(letter)
        yield from _check_throw_records(letter)
        yield from _check_seats_known(letter, seats)
        yield from _check_ending(letter, seats)
    yield from _requests(match_proofs)
    yield from _seals(match_proofs)
    yield from _match_secret(match_proofs)
    yield from _check_derivation(match_proofs)
    yield from _numbers(match_proofs)
    yield from _check_repeated_openings(match_proofs)
    yield from _check_single_use(match_proofs)
    yield from _amendments(match_proofs)
    yield from _rollbacks(match_proofs)


# ---- letters -----------------------------------------------------------------------------------------------------


def _check_completeness(match_proofs: Proofs) -> Iterator[Finding]:
    """Look for lines and letters that are missing, as far as the others tell that there must be some."""
    for letter in match_proofs.doubted:
        yield Finding(code="letter-doubted", about=letter.about, grave=False)
    here = {(letter.seat, letter.newest.record) for letter in match_proofs.all if letter.newest}
    promised = (seal for told in match_proofs.seals.values() for _, seal in told)
    counted = any(seal.formula > 1 for seal in promised) or any(opened.formula > 1 for opened in match_proofs.opened)
    for letter in match_proofs.letters:
        if letter.damaged:
            yield Finding(code="lines-damaged", about=letter.about, grave=False)
        if letter.holds is None:
            grave = counted and not letter.damaged and not letter.shared
            yield Finding(code="counts-missing", about=letter.about, grave=grave)
            continue
        if letter.counts > 1:
            yield Finding(code="counts-twice", about=letter.about, grave=False)
        for lost in letter.lost:
            yield Finding(code="lines-missing", about=f"{letter.about}: {lost}", grave=False)
        before = letter.holds.after
        follows = before is None or (letter.newest is not None and before < letter.newest.record)
        if before is not None and not (follows and (letter.seat, before) in here):
            about = f"the report before the {letter.about}"
            yield Finding(code="letter-missing", about=about, record=before, grave=False)


def _first_reports(match_proofs: Proofs) -> Iterator[Finding]:
    """See that every report names the one before it: after each welcome a single one is the first."""
    welcomes = Counter(letter.seat for letter in match_proofs.letters if letter.welcomes)
    firsts: dict[str, dict[int, ProvenLetter]] = {}
    for letter in match_proofs.letters:
        if letter.newest and letter.holds and letter.holds.after is None:
            firsts.setdefault(letter.seat, {}).setdefault(letter.newest.record, letter)
    for seat, found in firsts.items():
        for record in sorted(found)[max(1, welcomes[seat]) :]:
            yield Finding(code="letter-unlinked", about=found[record].about, record=record, grave=False)


def _contradictions(match_proofs: Proofs) -> Iterator[Finding]:
    for letter in match_proofs.letters:
        counts = Counter(map(identity, letter.items))
        if any(count > 1 for count in counts.values()):
            yield Finding(code="item-twice", about=letter.about, grave=not letter.unsure)
    for about in match_proofs.contradictions:
        kind, *of = about if isinstance(about, tuple) else (about,)
        what = " ".join(str(each) for each in of if isinstance(each, str | int) and each != "")
        code = "opened-differs" if kind is Opened else "letters-contradict"
        yield Finding(code=code, about=f"{getattr(kind, '__name__', kind)} {what}".lower())


# ---- what stands where -------------------------------------------------------------------------------------------


def _check_seals_printed(letter: ProvenLetter) -> Iterator[Finding]:
    """See that a letter prints the seals of the orders that it asks for, and no others."""
    printed = {seal.request: seal for seal in letter.seals}
    for request in letter.asks:
        if request not in printed:
            about = f"{letter.about}: order request {request}"
            yield Finding(code="seal-unprinted", about=about, grave=not letter.unsure)
    for request, seal in printed.items():
        record = letter.asks.get(request)
        if request not in letter.asks:
            about = f"{letter.about}: order request {request}"
            yield Finding(code="seal-misplaced", about=about, record=seal.record, grave=not letter.unsure)
        if seal.formula > 1 and record not in (None, seal.record):
            yield Finding(code="record-moved", about=f"order request {request}", record=seal.record)


def _check_throw_records(letter: ProvenLetter) -> Iterator[Finding]:
    """See that a letter tells throws of what it opens, and the last one of a match no open throw of before."""
    opened = {each.record for each in letter.opened}
    after = letter.holds.after if letter.holds and letter.ends else None
    grave = bool(opened) and not letter.unsure
    for thrown in letter.thrown:
        code = "draw-misplaced" if isinstance(thrown, DrawLine) else "roll-misplaced"
        told = bool(thrown.order) if isinstance(thrown, DrawLine) else not thrown.stream
        elsewhere = told and after is not None and 0 < thrown.record <= after
        if thrown.record not in opened or elsewhere:
            yield Finding(code=code, about=f"{letter.about}: {thrown.kind}", record=thrown.record, grave=grave)


def _check_ending(letter: ProvenLetter, seats: set[str]) -> Iterator[Finding]:
    """See that only the last letter of a match tells how it ended; the last orders of one that its GM ended fell."""
    told = letter.ending
    if told is None:
        return
    if not letter.ends:
        yield Finding(code="ending-misplaced", about=letter.about, grave=not letter.unsure)
    by_gm = told.how in set(GmEnding)
    fits = bool(told.how) and told.by == ("gm" if by_gm else "rules") and not (by_gm and letter.listed)
    if not fits or (seats and not seats.issuperset(told.seats)):
        yield Finding(code="ending-differs", about=letter.about)


def _check_seats_known(letter: ProvenLetter, seats: set[str]) -> Iterator[Finding]:
    """See that letters and receipts are of seats of the match, and that salts are shown to their owners alone."""
    if seats and letter.seat not in seats and letter.seat not in _OBSERVERS:
        yield Finding(code="seat-unknown", about=letter.about)
    for receipt in letter.listed:
        if seats and receipt.seat not in seats:
            yield Finding(code="receipt-unknown", about=f"{letter.about}: {receipt.seat}")
        if receipt.salt and receipt.seat != letter.seat:
            yield Finding(code="salt-misplaced", about=f"{letter.about}: {receipt.seat}")


# ---- order requests, seals and seeds -----------------------------------------------------------------------------


def _requests(match_proofs: Proofs) -> Iterator[Finding]:
    """See that every order request that was sealed or answered was opened, or ended by a rollback."""
    opened = {each.request for each in match_proofs.opened}
    taken_back = {back.request - 1 for back in match_proofs.rolled_back.values()}
    asked = {*match_proofs.seals, *(request for _, request in match_proofs.given)}
    over, steps = any(letter.ends for letter in match_proofs.letters), _steps(match_proofs)
    for request in sorted(asked - opened - taken_back - {0}):
        skipped = over or any(before < request < then for before, then in steps)
        if skipped or any(each > request for each in opened):
            grave = skipped and not match_proofs.unsure
            yield Finding(code="request-unopened", about=f"order request {request}", grave=grave)
    for request in sorted({request for _, request in match_proofs.given} - match_proofs.seals.keys()):
        yield Finding(code="seal-missing", about=f"asking {request}", grave=False)
    for letter in match_proofs.letters:
        if letter.ends and (match_proofs.by_record.keys() | {0}) - {each.record for each in letter.opened}:
            yield Finding(code="end-unopened", about=letter.about, grave=not letter.unsure)


def _steps(match_proofs: Proofs) -> set[tuple[int, int]]:
    """Return from which order request to which the reports of a reader go on, as they say themselves."""
    of: dict[tuple[str, int | None], int] = {
        (each.seat, each.newest.record): each.newest.request for each in match_proofs.letters if each.newest
    }
    linked = [each for each in match_proofs.letters if each.newest and each.holds and each.holds.after is not None]
    found = ((of.get((each.seat, each.holds.after)), each.newest) for each in linked if each.holds)
    return {(before, newest.request) for before, newest in found if before is not None and newest is not None}


def _seals(match_proofs: Proofs) -> Iterator[Finding]:
    """Compare every seed that was opened with the seal that was printed in another letter, before its orders."""
    for letter, opened in ((each, opened) for each in match_proofs.letters for opened in each.opened):
        about = f"asking {opened.request}"
        if not opened.open or (letter.ends and not opened.secret):
            yield Finding(code="seed-unopened", about=about, record=opened.record, grave=False)
        if letter.ends and opened.request == opened.record == 0:
            continue  # the set-up, thrown before anybody held a seal
        printed = match_proofs.seals.get(opened.request, ())
        seals = [seal for where, seal in printed if where is not letter and where.precedes(opened.request)]
        if not seals:
            yield Finding(code="seal-missing", about=about, record=opened.record, grave=False)
        for seal in seals[:MOST_ALIKE]:
            for seed, told in ((opened.open, seal.open), (opened.secret, seal.secret)):
                if seed:
                    match_proofs.checked["seals"] += 1
                    if dice.seal(as_bytes(seed)) != told:
                        yield Finding(code="seal-differs", about=about, record=opened.record)


def _match_secret(match_proofs: Proofs) -> Iterator[Finding]:
    seals = {seal.match_secret for told in match_proofs.seals.values() for _, seal in told if seal.match_secret}
    if len(match_proofs.secrets) > 1:
        yield Finding(code="opened-differs", about="match secret")
    for secret in match_proofs.secrets:
        if not seals:
            yield Finding(code="seal-missing", about="match secret", grave=False)
        for seal in sorted(seals)[:MOST_ALIKE]:
            match_proofs.checked["seals"] += 1
            if dice.seal(as_bytes(secret)) != seal:
                yield Finding(code="seal-differs", about="match secret")


def _check_derivation(match_proofs: Proofs) -> Iterator[Finding]:
    """See that all seeds and seals follow from the secret of the match, where its formula says so."""
    sealed = [(request, seal) for request, told in match_proofs.seals.items() for _, seal in told]
    for secret in map(as_bytes, match_proofs.secrets):
        for opened in (
            each for each in dict.fromkeys(match_proofs.opened) if each.formula >= dice.FIRST_DERIVING_FORMULA
        ):
            made = dice.derive_seeds(secret, opened.request)
            match_proofs.checked["seals"] += 1
            if opened.open not in ("", made.open.hex()) or opened.secret not in ("", made.secret.hex()):
                yield Finding(code="seed-differs", about=f"asking {opened.request}", record=opened.record)
        for request, seal in (each for each in dict.fromkeys(sealed) if each[1].formula >= dice.FIRST_DERIVING_FORMULA):
            kept = dice.derive_seeds(secret, request).seals()
            if seal.open not in ("", kept.open) or seal.secret not in ("", kept.secret):
                yield Finding(code="seed-differs", about=f"asking {request}", record=seal.record)


def _numbers(match_proofs: Proofs) -> Iterator[Finding]:
    """Compare formula and record of what was opened with what its seal announced."""
    taken_back = {back.request - 1 for back in match_proofs.rolled_back.values()}
    for request, opened in group_by_key((each.request, each) for each in match_proofs.opened).items():
        last = max(each.record for each in opened)
        announced = {(seal.formula, seal.record) for _, seal in match_proofs.seals.get(request, ())}
        if request == 0:
            announced = {(opened[0].formula, 0)}  # nothing announces the set-up
        for formula, record in sorted(announced)[:MOST_ALIKE]:
            about = f"order request {request}"
            for each in opened:
                if each.formula != formula:
                    yield Finding(code="formula-differs", about=about, record=each.record)
                elif formula == 1 and (each.record != last or request in taken_back):
                    continue
                elif not _is_announced_record(match_proofs, each, record):
                    yield Finding(code="record-moved", about=about, record=each.record, grave=not match_proofs.unsure)


def _is_announced_record(match_proofs: Proofs, opened: Opened, announced: int) -> bool:
    """Tell whether a record is the one that was announced, or as many later as were recorded in between."""
    record, between = opened.record, opened.corrections
    if opened.formula == 1:
        most = record if between is None else announced + between
        return record in match_proofs.rolled_back or announced <= record <= most
    if record in match_proofs.rolled_back:
        return record + 1 == announced
    return between is not None and record - between == announced


def _check_repeated_openings(match_proofs: Proofs) -> Iterator[Finding]:
    """Compare what several letters opened of one record: the final report opens all of them again."""
    turns = {(letter.newest.request, letter.newest.record) for letter in match_proofs.letters if letter.newest}
    for asked, count in Counter(asked for asked, _ in turns).items():
        if count > 1:
            yield Finding(code="seed-twice", about=f"asking {asked}")
    for record, same in sorted(match_proofs.by_record.items()):
        told = {(opened.request, tuple(sorted(opened.receipts)), opened.open) for opened in same}
        counts = {opened.amendment for opened in same if opened.formula > 1}
        if len(told) > 1 or len(counts) > 1 or len({opened.secret for opened in same} - {""}) > 1:
            yield Finding(code="opened-differs", about=f"asking {same[0].request}", record=record)


def _check_single_use(match_proofs: Proofs) -> Iterator[Finding]:
    """See that seeds and seals are of 32 bytes, and each is of one order request and of one kind."""
    for what, items in (
        ("seed", match_proofs.opened),
        ("seal", [seal for told in match_proofs.seals.values() for _, seal in told]),
    ):
        uses: dict[str, set[str]] = {}
        for item in items:
            uses.setdefault(item.open, set()).add(f"open {what} of asking {item.request}")
            uses.setdefault(item.secret, set()).add(f"secret {what} of asking {item.request}")
            uses.setdefault(item.match_secret, set()).add(f"match {what}")
        uses.pop("", None)
        for value, of in uses.items():
            about = ", ".join(sorted(of)[:MOST_ALIKE])
            if not _SEED.fullmatch(value):
                yield Finding(code="seed-short", about=about)
            if len(of) > 1:
                yield Finding(code="seed-shared", about=about)


def _amendments(match_proofs: Proofs) -> Iterator[Finding]:
    """See that corrections which threw dice are counted from 1, in the order of their records, before the turn."""
    reports = group_by_key(
        (each.newest.request, each) for each in match_proofs.letters if each.newest and not each.ends
    )
    for request, opened in group_by_key(
        (each.request, each) for each in match_proofs.opened if each.formula > 1
    ).items():
        by_record = {each.record: each.amendment for each in opened}
        *before, turn = [by_record[record] for record in sorted(by_record)]
        if before != list(range(1, len(before) + 1)) or turn not in (None, len(before) + 1):
            yield Finding(code="amendments-differ", about=f"order request {request}", grave=not match_proofs.unsure)
        for letter in reports.get(request, ()):
            here = {each.record for each in letter.opened}
            if any(record < max(here) for record in by_record.keys() - here):
                yield Finding(code="amendment-unopened", about=letter.about, grave=not letter.unsure)


# ---- rollbacks ---------------------------------------------------------------------------------------------------


def _rollbacks(match_proofs: Proofs) -> Iterator[Finding]:
    """Count the rollbacks, and see that what was opened after one is of a later request than all before it."""
    told = match_proofs.rolled_back
    counts = [told[record].count for record in sorted(told)]
    if counts != sorted(set(counts)):
        yield Finding(code="rollbacks-differ", about=", ".join(f"no. {count}" for count in counts))
    if max(counts, default=0) > len(set(counts)):
        here = set(counts)
        missing = next(number for number in range(1, max(counts)) if number not in here)
        yield Finding(code="rollback-missing", about=f"rollback no. {missing}", grave=False)
    opened = sorted((each.record, each.request) for each in match_proofs.opened)
    records = [record for record, _ in opened]
    highest = [-1, *accumulate((request for _, request in opened), max)]
    lowest = [*accumulate((request for _, request in reversed(opened)), min)][::-1]
    for back in told.values():
        at = bisect(records, back.record - 1)
        apart = highest[at] < back.request and all(low >= back.request for low in lowest[at : at + 1])
        if not apart or back.to >= back.record or back.steps < 1:
            yield Finding(code="numbers-return", about=f"rollback no. {back.count}", record=back.record)
    for letter in match_proofs.letters:
        if letter.newest is not None and letter.holds is not None:
            first = 0 if letter.ends else letter.holds.after
            due = {record for record in told if first is not None and first < record < letter.newest.record}
            if due - {back.record for back in letter.rollbacks}:
                yield Finding(code="rollback-untold", about=letter.about, grave=not letter.unsure)
