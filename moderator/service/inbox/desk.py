"""Steps 3 to 8 for every kept letter: read, identify, understand, file, acknowledge, in the order of arrival.

Whatever was kept and not acted on is taken up again. A few letters share a transaction, since a commit costs as much
as much of the reading; when one of them raises, all of that is dropped and each is acted on in a transaction of its
own. What raises there is *shunted*: set aside with its traceback, its author told calmly that nothing changed, the
operator told once, the others not stopped.
"""

import time
import traceback
from collections import deque
from collections.abc import Sequence
from datetime import datetime, timedelta

from msgspec import Struct
from sqlalchemy.exc import OperationalError
from sqlmodel import Session

from moderator.core.errors import ModeratorError
from moderator.core.seats import Seat
from moderator.mail.letter import Kind, ReadLetter
from moderator.service import bounces, outbox, unconfirmed
from moderator.service.audit import versions
from moderator.service.context import Context
from moderator.service.facts import Fact
from moderator.service.inbox import acknowledge, intake, reception
from moderator.service.inbox.apply_letter import Answered, apply_letter
from moderator.service.inbox.identify import Caller, SeatIndex, Standing, Writing, identify, know, writing
from moderator.service.matches import asking, deadlines
from moderator.service.outbox import Priority
from moderator.service.sheets import filing, unread_hints
from moderator.service.sheets.situation import Situation, lock_seat
from moderator.store import queries
from moderator.store.session import Store, refuses
from moderator.store.tables import Address, Letter, LetterStatus

_TOGETHER = 16
"""So many letters share a transaction at most."""
_LONGEST = 0.2
"""Seconds after which no further letter is taken into a transaction: others wait to write. Half of it for reading."""
_HOUR = timedelta(hours=1)
_SHOWN_FRAMES = 3
_SHUNT = "memo:shunt:"
_SHUNTS_PER_DAY = 20
"""Of so many faulted letters the operator is told one by one; ``moderator shunt list`` has them all."""


class Archive(Struct, frozen=True):
    """A sheet for the order desk on disk: ``orders/archive/<match>/<turn>/<seat>.txt``."""

    match: str
    turn: int
    seat: Seat
    lines: tuple[str, ...]


class Done(Struct, frozen=True, kw_only=True):
    """What became of a letter. ``wake`` is when its match is worth a look now; ``archive`` is to be written to disk.

    ``commanded`` tells that commands of it were carried out.
    """

    letter: int
    status: LetterStatus
    verdict: str
    match: str = ""
    seat: Seat = ""
    wake: datetime | None = None
    archive: Archive | None = None
    commanded: bool = False


class UnknownLetterError(ModeratorError):
    """There is no such letter, or it is not shunted."""


def act_all(store: Store, ctx: Context, before: datetime | None = None) -> list[Done]:
    """Act on every kept letter in the order of arrival until none is left; ``before``: on those that came by then."""
    versions.follow(store, ctx)
    done: list[Done] = []
    while True:
        with store.read() as session:
            waiting = queries.letters_to_read(session, before)
        acted = process(store, ctx, waiting)
        done += acted
        if not acted:  # nothing waits, or somebody else is at work on it
            return done


def process(store: Store, ctx: Context, letters: Sequence[int]) -> list[Done]:
    """Act on kept letters (commit 2), and tell of those that were acted on. What raises shunts its letter.

    A database that is busy or out of reach is no fault of a letter's: what is left stays on the worklist, so that no
    letter is overtaken by those behind it.
    """
    done: list[Done] = []
    rest, alone = list(letters), 0
    read: dict[int, Writing] = {}
    while rest:
        some = rest[: 1 if alone else _TOGETHER]
        try:
            with store.write() as session:
                acted, unread = _act_on(session, ctx, some, read)
        except Exception as error:  # noqa: BLE001 - whatever one letter raises, the others go on
            if isinstance(error, OperationalError) and not refuses(error):
                break
            if len(some) > 1:
                alone = len(some)
                continue
            acted, unread = [_shunt(store, ctx, some[0], traceback.format_exc())], []
        done += acted
        rest = unread + rest[len(some) :]
        read = {letter: read[letter] for letter in rest[:_TOGETHER] if letter in read}
        alone = max(alone - 1, 0)
    return done


def _act_on(
    session: Session, ctx: Context, letters: Sequence[int], read: dict[int, Writing]
) -> tuple[list[Done], list[int]]:
    """Act on letters one after another; when one took long, the rest are told of as well, for the next transaction.

    ``read`` holds those that were read for a transaction before, and takes up those that are read for this one.

    What they claim is asked for together, and what they change is written together, until one comes that may be about
    what another of them changed.
    """
    done: list[Done] = []
    begun = time.monotonic()
    rows = deque(queries.lock_letters(session, letters))
    waiting = deque[tuple[Letter, Writing]]()
    while rows and (not waiting or time.monotonic() - begun < _LONGEST / 2):
        row = rows.popleft()
        number = row.id or 0
        if number not in read:
            read[number] = writing(ctx, intake.read_kept(ctx, intake.raw_of(row)))
        waiting.append((row, read[number]))
    known, touched = SeatIndex(), set[tuple[str, int]]()
    while waiting:
        row, written = waiting[0]
        about = _about(known, row, written)
        if not about or about & touched:
            since = min(each.kept for each, _ in waiting) - _HOUR
            known, touched = know(session, [each for _, each in waiting], since), set()
            about = _about(known, row, written)
        acted = _act(session, ctx, row, written, known)
        session.add(row)
        waiting.popleft()
        touched |= about
        if not about or acted is None or acted.commanded or not acted.seat:
            known = SeatIndex()  # anything may have changed
        if acted is not None:
            done.append(acted)
        if time.monotonic() - begun > _LONGEST:
            break
    return done, [row.id for row in (*(row for row, _ in waiting), *rows) if row.id is not None]


def _about(known: SeatIndex, row: Letter, written: Writing) -> frozenset[tuple[str, int]]:
    """Return what a letter may read or change as far as that is foreseen; empty: anything."""
    foreseen = written.letter.kind is Kind.LETTER and not row.trusted and row.confirmed_by is None
    return known.about(written) if foreseen else frozenset()


def _act(session: Session, ctx: Context, row: Letter, written: Writing, known: SeatIndex) -> Done | None:
    """Act on a letter; None leaves it on the worklist until its match goes on, and its author is told that once."""
    letter = written.letter
    row.sender = intake.column_text(written.address)
    if letter.kind is not Kind.LETTER and not row.trusted:
        reception.put_aside(session, ctx, row, letter)
        return _done(row)
    with session.no_autoflush:
        caller = identify(session, ctx, row, written, known)
        if _too_many(session, ctx, row, caller, known):
            return _done(row)
        chair = caller.chair if caller.standing is Standing.GOOD else None
        here = lock_seat(session, ctx, chair) if chair else None
    if here is None:
        reception.receive(session, ctx, row, letter, caller)
        return _done(row)
    if versions.stopped(here.match):
        acknowledge.stopped(here, row)
        return None
    row.player, row.match, row.seat = here.player.id, here.match.id, here.seat
    row.status = LetterStatus.DONE
    if caller.entry is not None and not row.trusted:
        _answered(here, caller.entry)
    if letter.over_limit:
        row.verdict = "over-limit"
        acknowledge.unread(here, row, row.verdict, {"limit": letter.over_limit})
        return _done(row, here)
    return _serve(here, row, letter, caller)


def _serve(here: Situation, row: Letter, letter: ReadLetter, caller: Caller) -> Done:
    """Do what a seat's letter says, and acknowledge it."""
    answered = apply_letter(here, row, letter, caller)
    row.verdict = answered.change.verdict
    acknowledge.to_seat(here, row, answered, letter.lines, facts=unread_hints.facts_of(here, letter, answered.change))
    return _done(row, here, answered)


def _answered(here: Situation, entry: Address) -> None:
    """Note that somebody answered from an address; who was welcomed without secrets gets the whole welcome now."""
    bounces.heard(here.session, entry)
    if entry.confirmed:
        return
    entry.confirmed = True
    here.session.add(entry)
    unconfirmed.release(here.session, here.ctx, here.player.id or 0)
    outbox.enqueue(
        here.session,
        here.ctx,
        kind="welcome",
        key=f"welcome:{here.match.id}:{here.place.id}:confirmed",
        match=here.match.id,
        seat=here.seat,
        player=here.player.id,
        priority=Priority.REPORT,
        record=here.match.number,
    )


def _too_many(session: Session, ctx: Context, row: Letter, caller: Caller, known: SeatIndex) -> bool:
    """File a letter that is over the hourly limit; a proved writer gets one calm answer."""
    limit, since = ctx.settings.limits.letters_per_hour, row.kept - _HOUR
    proved = caller.standing is Standing.GOOD and caller.player is not None and caller.chair is not None
    if row.trusted or limit <= 0:
        return False
    if proved and caller.player and caller.chair:
        player = caller.player.id or 0
        lately = known.lately.get(player)
        if lately is None:  # no tag told of it
            lately = queries.letters_lately(session, [player], since)[player]
        count = sum(kept >= since for kept in lately)
        if count < limit:
            return False
        row.status, row.verdict, row.player = LetterStatus.IGNORED, "over-limit", caller.player.id
        if count == limit:
            # counted like one that was acted on, so that the next one over the limit is not answered
            row.status, row.match, row.seat = LetterStatus.DONE, caller.chair.match.id, caller.chair.place.seat
            acknowledge.unread(lock_seat(session, ctx, caller.chair), row, "over-limit", {"limit": "letters"})
        return True
    if queries.letters_unproved(session, row.sender, since) < limit:
        return False
    row.status, row.verdict = LetterStatus.IGNORED, "over-limit"
    return True


def _done(row: Letter, here: Situation | None = None, answered: Answered | None = None) -> Done:
    if row.id is None:
        raise AssertionError("a kept letter has an id")
    if here is None:
        return Done(letter=row.id, status=row.status, verdict=row.verdict)
    archive = None
    if answered is not None and answered.changed:
        lines = filing.archive_lines(here.game, here.match, here.match.turn, here.sheet)
        archive = Archive(here.match.name, here.match.turn, here.seat, lines)
    return Done(
        letter=row.id,
        status=row.status,
        verdict=row.verdict,
        match=here.match.name,
        seat=here.seat,
        wake=deadlines.wake_at(here.ctx, here.match, here.asking),
        archive=archive,
        commanded=answered is not None and bool(answered.answers),
    )


def _shunt(store: Store, ctx: Context, letter: int, trace: str) -> Done:
    """Set a letter aside with its traceback; tell its author, if that can be done, and the operator."""
    with store.write() as session:
        row = session.get_one(Letter, letter, with_for_update=True)
        if row.status is not LetterStatus.KEPT:  # somebody else had more luck with it
            return _done(row)
        row.status, row.verdict, row.traceback = LetterStatus.SHUNTED, "faulted", intake.column_text(trace)
        session.add(row)
        told = _tell_author(session, ctx, row)
        lines = tuple(trace.strip().splitlines()[-_SHOWN_FRAMES:])
        facts: dict[str, Fact] = {"letter": letter, "told": int(told)}
        if queries.outbox_keys(session, _SHUNT, ctx.now() - timedelta(days=1)) < _SHUNTS_PER_DAY:
            outbox.memo(session, ctx, "letter-shunted", f"{_SHUNT}{letter}", facts=facts, lines=lines)
        return _done(row)


def _tell_author(session: Session, ctx: Context, row: Letter) -> bool:
    """Tell a proved author that nothing changed; what went wrong before may go wrong here again."""
    try:
        with session.begin_nested():
            letter = intake.read_kept(ctx, intake.raw_of(row))
            caller = identify(session, ctx, row, writing(ctx, letter))
            if letter.kind is not Kind.LETTER or caller.standing is not Standing.GOOD or caller.chair is None:
                return False
            acknowledge.unread(lock_seat(session, ctx, caller.chair), row, "faulted", {}, key=":faulted")
            return True
    except Exception:  # noqa: BLE001 - the fault that shunted the letter, once more
        return False


def archives(store: Store, ctx: Context) -> list[Archive]:
    """Return what the archive should hold of the last two askings of every match that goes on.

    A copy is written after the letter is acted on, so a crash between the two leaves it as it was before.
    """
    found = []
    with store.read() as session:
        for match, opened in queries.last_askings(session, 2):
            if (game := ctx.games.get(match.game)) is None:
                continue
            prompts = asking.prompts(opened)
            newest = {sheet.seat: sheet for sheet in queries.sheets(session, opened.match, opened.number)}
            for seat, sheet in newest.items():
                if sheet.letter is not None and seat in prompts:
                    turn = prompts[seat].turn
                    lines = filing.archive_lines(game, match, turn, sheet if sheet.current else None)
                    found.append(Archive(match.name, turn, seat, lines))
    return found


def shunted(store: Store) -> list[Letter]:
    """Return the letters that a fault set aside, the oldest first."""
    with store.read() as session:
        return list(queries.shunted_letters(session))


def shunted_letter(session: Session, letter: int) -> Letter:
    """Return a letter that a fault set aside; raises UnknownLetterError."""
    row = session.get(Letter, letter, with_for_update=True)
    if row is None or row.status is not LetterStatus.SHUNTED:
        raise UnknownLetterError(f"there is no shunted letter number {letter}")
    return row


def drop(store: Store, letter: int) -> None:
    """Give a shunted letter up: it stays on file and is never acted on; raises UnknownLetterError."""
    with store.write() as session:
        row = shunted_letter(session, letter)
        row.status = LetterStatus.IGNORED
        session.add(row)


def retry(store: Store, ctx: Context, letter: int) -> Done:
    """Act on a shunted letter again, after the fault is mended; raises UnknownLetterError."""
    with store.write() as session:
        row = shunted_letter(session, letter)
        row.status, row.traceback = LetterStatus.KEPT, ""
        session.add(row)
    for done in process(store, ctx, [letter]):
        return done
    raise UnknownLetterError(f"letter {letter} waits: somebody else is at work on it, or its match is stopped")
