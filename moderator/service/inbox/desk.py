"""Steps 3 to 7 for every kept letter: read, identify, understand, check, record, answer, in the order of arrival.

Each letter has a transaction of its own, and whatever was kept and not acted on is taken up again. A letter that raises
is *shunted*: set aside with its traceback, its author told calmly that nothing changed, the operator told once, the
others not stopped.
"""

import traceback
from collections.abc import Sequence
from datetime import datetime, timedelta

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy.exc import OperationalError
from sqlmodel import Session

from moderator.core.errors import ModeratorError
from moderator.core.seats import Seat
from moderator.mail.letter import Kind, ReadLetter
from moderator.service import outbox, unconfirmed
from moderator.service.audit import versions
from moderator.service.codes import Verdict
from moderator.service.context import Context
from moderator.service.inbox import (
    acknowledge,
    delegated,
    gm_letters,
    intake,
    machines,
    open_posts,
    posted,
    questioned,
    reception,
    typed,
)
from moderator.service.inbox.apply_letter import AppliedLetter, apply_letter
from moderator.service.inbox.gm_letters import GmWish
from moderator.service.inbox.identify import Caller, SenderStatus, identify
from moderator.service.inbox.posted import PublicPost
from moderator.service.letter_parts import Fact
from moderator.service.matches import order_requests
from moderator.service.matches.seat_context import SeatContext, lock_seat
from moderator.service.order_sets import filing
from moderator.store import letter_queries, match_queries
from moderator.store.session import Store, refuses
from moderator.store.statuses import LetterStatus
from moderator.store.tables import Letter

_HOUR = timedelta(hours=1)
_SHOWN_FRAMES = 3
_SHUNT = "memo:shunt:"
_SHUNTS_PER_DAY = 20
"""Faulted letters of which the operator is told one by one; ``moderator shunt list`` has them all."""


class Archive(Struct, frozen=True):
    """An order set for the order desk on disk: ``orders/archive/<match>/<turn>/<seat>.txt``."""

    match: str
    turn: int
    seat: Seat
    lines: tuple[str, ...]


class ProcessedLetter(Struct, frozen=True, kw_only=True):
    """The result of processing a letter.

    ``archive`` is to be written to disk; ``public`` is a post in a chronicle, to be looked at once more in its forum.
    ``wishes`` are what a GM wrote, to be tried or applied.
    """

    letter: int
    status: LetterStatus
    verdict: str
    match: str = ""
    seat: Seat = ""
    archive: Archive | None = None
    public: PublicPost | None = None
    wishes: tuple[GmWish, ...] = ()


class UnknownLetterError(ModeratorError):
    """There is no such letter, or it is not shunted."""


def act_all(store: Store, ctx: Context, before: datetime | None = None) -> list[ProcessedLetter]:
    """Act on every kept letter in the order of arrival until none is left; ``before``: on those that came by then."""
    versions.follow(store, ctx)
    done: list[ProcessedLetter] = []
    while True:
        with store.read() as session:
            waiting = letter_queries.letters_to_read(session, before)
        acted = process(store, ctx, waiting)
        done += acted
        if not acted:  # nothing waits, or somebody else has acted on it
            return done


def process(store: Store, ctx: Context, letters: Sequence[int]) -> list[ProcessedLetter]:
    """Act on kept letters (commit 2), and tell of those that were acted on. What raises shunts its letter.

    A database that is busy or out of reach is no fault of a letter's: what is left stays on the worklist, so that no
    letter is overtaken by those behind it.
    """
    done: list[ProcessedLetter] = []
    for letter in letters:
        try:
            with store.write() as session:
                row = letter_queries.lock_letter(session, letter)
                acted = _act(session, ctx, row) if row is not None else None
        except Exception as error:  # noqa: BLE001 - whatever one letter raises, the others go on
            if isinstance(error, OperationalError) and not refuses(error):
                break
            acted = _shunt(store, ctx, letter, traceback.format_exc())
        if acted is not None:
            done.append(acted)
    return done


def _act(session: Session, ctx: Context, row: Letter) -> ProcessedLetter | None:
    """Act on a letter; None leaves it on the worklist until its match goes on, and its author is told that once."""
    raw = intake.raw_of(row)
    letter = intake.read_stored(ctx, raw, row.transport)
    row.sender = intake.column_text(letter.address)
    if letter.kind is not Kind.LETTER and not row.trusted and not _is_players(session, ctx, row, letter):
        reception.put_aside(session, ctx, row, letter)
        return _processed(row)
    caller = _caller(session, ctx, row, letter, raw)
    if _too_many(session, ctx, row, caller):
        return _processed(row)
    if (heard := _of_question_or_gm(session, ctx, row, letter, caller)) is not None:
        return heard
    player_seat = caller.player_seat if caller.status is SenderStatus.PROVED else None
    seat_context = lock_seat(session, ctx, player_seat) if player_seat else None
    if seat_context is None:
        return _of_no_seat(session, ctx, row, letter, caller)
    if versions.how_stopped(seat_context.match):
        acknowledge.acknowledge_stopped(seat_context, row, caller.delegate)
        return None
    row.match, row.seat = seat_context.match.id, seat_context.seat
    row.player = seat_context.player.id if caller.delegate is None else None  # it is the delegate's own letter
    return _of_seat(seat_context, row, letter, caller)


def _of_question_or_gm(
    session: Session, ctx: Context, row: Letter, letter: ReadLetter, caller: Caller
) -> ProcessedLetter | None:
    """Act on a letter that answers a question about an open match, or is a GM's about matches; None for any other."""
    if row.forum:
        player = caller.player
        heard = player is not None and open_posts.answer_musters(session, ctx, row, letter, player)
        return _processed(row) if heard else None
    if row.is_typed or row.trusted or caller.tagged:  # it is about a seat
        return None
    if wishes := gm_letters.hear(session, ctx, row, letter):
        return replace(_processed(row), wishes=wishes)
    heard = questioned.answer(session, ctx, row, letter) or delegated.answer(session, ctx, row, letter, caller)
    return _processed(row) if heard else None


def _of_seat(seat_context: SeatContext, row: Letter, letter: ReadLetter, caller: Caller) -> ProcessedLetter:
    """Act on a letter of a proved seat."""
    row.status = LetterStatus.DONE
    if caller.entry is not None and not row.trusted:
        vouched = letter.proof.covers(caller.entry.address)
        unconfirmed.hear_from(
            seat_context.session,
            seat_context.ctx,
            seat_context.match,
            seat_context.assignment,
            caller.entry,
            vouched=vouched,
        )
    left = tuple(line for line in letter.lines if line.number != caller.spent)
    letter = replace(letter, lines=left)
    if caller.spent and not any(line.text.strip() for line in left):
        row.verdict = posted.JOINED
        return _processed(row, seat_context)
    if letter.over_limit:
        row.verdict = Verdict.OVER_LIMIT
        facts: dict[str, Fact] = {"limit": letter.over_limit}
        acknowledge.unread(seat_context, row, Verdict.OVER_LIMIT, facts, delegate=caller.delegate)
        return _processed(row, seat_context)
    if row.forum or row.is_typed:
        letter = replace(letter, in_reply_to=posted.answers(seat_context, row))
    applied = apply_letter(seat_context, row, letter, caller)
    row.verdict = applied.change.verdict
    acknowledge.to_seat(seat_context, row, letter, applied, caller.delegate)
    return _processed(row, seat_context, applied)


def _is_players(session: Session, ctx: Context, row: Letter, letter: ReadLetter) -> bool:
    """Tell whether a letter with the marks of a machine is a player's; who wrote it is only asked if it may be."""
    if not letter.perhaps_written:
        return False
    return machines.is_players(session, ctx, row, letter, identify(session, ctx, row, letter))


def _caller(session: Session, ctx: Context, row: Letter, letter: ReadLetter, raw: bytes) -> Caller:
    """Return who wrote a letter; the proofs of a post and of what was typed on the desk are others."""
    if row.forum:
        return posted.identify(session, ctx, row, letter, raw)
    if row.is_typed:
        return typed.identify(session, raw)
    with session.no_autoflush:  # nothing that is asked depends on what has changed so far: the sender of this letter
        return identify(session, ctx, row, letter)


def _of_no_seat(session: Session, ctx: Context, row: Letter, letter: ReadLetter, caller: Caller) -> ProcessedLetter:
    """Act on a letter that speaks for no proved seat."""
    if row.is_typed:
        row.status, row.verdict = LetterStatus.IGNORED, typed.LEFT
        return _processed(row)
    if not row.forum:
        reception.receive(session, ctx, row, letter, caller)
        return _processed(row)
    return replace(_processed(row), public=posted.set_aside(session, ctx, row, letter))


def _too_many(session: Session, ctx: Context, row: Letter, caller: Caller) -> bool:
    """File a letter that is over the hourly limit; a proved writer gets one calm answer."""
    limit, since = ctx.settings.limits.letters_per_hour, row.kept - _HOUR
    if row.trusted or limit <= 0:
        return False
    player_seat = caller.player_seat if caller.status is SenderStatus.PROVED and caller.delegate is None else None
    with session.no_autoflush:
        if caller.delegate is not None:
            count = letter_queries.letters_from(session, row.sender, since)
        elif player_seat is None:
            count = letter_queries.letters_unproved(session, row.sender, since)
        else:
            count = letter_queries.letters_proved(session, player_seat.player.id, since)
    if count < limit:
        return False
    row.status, row.verdict = LetterStatus.IGNORED, Verdict.OVER_LIMIT
    if player_seat is not None:
        row.player = player_seat.player.id
    if player_seat is not None and count == limit:
        # counted like one that was acted on, so that the next one over the limit is not answered
        row.status, row.match, row.seat = LetterStatus.DONE, player_seat.match.id, player_seat.assignment.seat
        acknowledge.unread(lock_seat(session, ctx, player_seat), row, Verdict.OVER_LIMIT, {"limit": "letters"})
    return True


def _processed(
    row: Letter, seat_context: SeatContext | None = None, applied: AppliedLetter | None = None
) -> ProcessedLetter:
    if seat_context is None:
        return ProcessedLetter(letter=row.id, status=row.status, verdict=row.verdict)
    archive = None
    if applied is not None and applied.changed:
        lines = filing.archive_lines(
            seat_context.game, seat_context.match, seat_context.match.turn, seat_context.order_set, seat_context.orders
        )
        archive = Archive(seat_context.match.name, seat_context.match.turn, seat_context.seat, lines)
    return ProcessedLetter(
        letter=row.id,
        status=row.status,
        verdict=row.verdict,
        match=seat_context.match.name,
        seat=seat_context.seat,
        archive=archive,
    )


def _shunt(store: Store, ctx: Context, letter: int, trace: str) -> ProcessedLetter:
    """Set a letter aside with its traceback; tell its author, if that can be done, and the operator."""
    with store.write() as session:
        row = session.get_one(Letter, letter, with_for_update=True)
        if row.status is not LetterStatus.KEPT:  # somebody else had more luck with it
            return _processed(row)
        row.status, row.verdict, row.traceback = LetterStatus.SHUNTED, Verdict.FAULTED, intake.column_text(trace)
        told = _tell_author(session, ctx, row)
        lines = tuple(trace.strip().splitlines()[-_SHOWN_FRAMES:])
        facts: dict[str, Fact] = {"letter": letter, "told": int(told)}
        if letter_queries.outbox_keys(session, _SHUNT, ctx.now() - timedelta(days=1)) < _SHUNTS_PER_DAY:
            outbox.memo(session, ctx, "letter-shunted", f"{_SHUNT}{letter}", facts=facts, lines=lines)
        return _processed(row)


def _tell_author(session: Session, ctx: Context, row: Letter) -> bool:
    """Tell a proved author that nothing changed; what went wrong before may go wrong here again."""
    try:
        with session.begin_nested():
            raw = intake.raw_of(row)
            letter = intake.read_stored(ctx, raw, row.transport)
            caller = _caller(session, ctx, row, letter, raw)
            if letter.kind is not Kind.LETTER or caller.status is not SenderStatus.PROVED or caller.player_seat is None:
                return False
            acknowledge.unread(lock_seat(session, ctx, caller.player_seat), row, Verdict.FAULTED, {}, key=":faulted")
            return True
    except Exception:  # noqa: BLE001 - the fault that shunted the letter, once more
        return False


def archives(store: Store, ctx: Context) -> list[Archive]:
    """Return what the archive should hold of the last two order requests of every match that goes on.

    A copy is written after the letter is acted on, so a crash between the two leaves it as it was before.
    """
    found = []
    with store.read() as session:
        for match, asked, order_set in match_queries.last_mailed_order_sets(session, 2):
            game, prompts = ctx.games.get(match.game), order_requests.prompts(asked)
            if game is not None and order_set.seat in prompts:
                turn = prompts[order_set.seat].turn
                orders = order_requests.unpack_orders(game, order_set.orders)
                lines = filing.archive_lines(game, match, turn, order_set if order_set.current else None, orders)
                found.append(Archive(match.name, turn, order_set.seat, lines))
    return found


def shunted_letters(store: Store) -> list[Letter]:
    """Return the letters that a fault set aside, the oldest first."""
    with store.read() as session:
        return list(letter_queries.shunted_letters(session))


def shunted_letter(session: Session, letter: int) -> Letter:
    """Return a letter that a fault set aside; raises UnknownLetterError."""
    row = session.get(Letter, letter, with_for_update=True)
    if row is None or row.status is not LetterStatus.SHUNTED:
        raise UnknownLetterError(f"there is no shunted letter number {letter}; moderator shunt list shows all")
    return row


def drop(store: Store, letter: int) -> None:
    """Give a shunted letter up: it stays on file and is never acted on; raises UnknownLetterError."""
    with store.write() as session:
        row = shunted_letter(session, letter)
        row.status = LetterStatus.IGNORED


def retry(store: Store, ctx: Context, letter: int) -> ProcessedLetter:
    """Act on a shunted letter again, after the fault is mended; raises UnknownLetterError."""
    with store.write() as session:
        row = shunted_letter(session, letter)
        row.status, row.traceback = LetterStatus.KEPT, ""
    for done in process(store, ctx, [letter]):
        return done
    raise UnknownLetterError(f"letter {letter} waits: somebody else has acted on it, or its match is stopped")
