"""The letter of a day: what may wait of the letters to a player who wishes that (SET DIGEST), together in one.

The sender decides about each letter when it is about to go, since it is known then what it tells and where it goes. One
that waits is kept as it was written. At the time that the player has chosen, or as soon as the deadline of its match is
near, it becomes a part of a letter of the day, whose facts are gathered when that goes.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any, NamedTuple

from msgspec.structs import replace
from sqlalchemy import bindparam, case, func, update
from sqlmodel import Session, col, select

from moderator.core import codec
from moderator.service import outbox, preferences, schedule
from moderator.service.context import Context
from moderator.service.facts import Digest, GmDigest, LetterFacts, Notice, Part, PressLetter, Reminder, SeatLetters
from moderator.service.letter_parts import Due, Form
from moderator.service.matches import letterhead, reports
from moderator.service.matches.seat_context import SeatContext
from moderator.service.outbox import OutgoingLetter
from moderator.service.outgoing import gm_digests
from moderator.store.statuses import OutboxStatus
from moderator.store.tables import Address, Match, Outbox, Player, SeatAssignment

NEAR = timedelta(hours=24)
"""So long before its deadline nothing about a match waits any more."""

KIND = "digest"

CAN_WAIT = frozenset(
    {
        "deadline-moved",
        "match-paused",
        "match-resumed",
        "notify-failed",
        "option-changed",
        "player-back",
        "player-renamed",
        "rollback-refused",
        "schedule-changed",
        "seat-taken-over",
        "spectators-changed",
    }
)
"""Notices that only tell a player something. What asks, answers, or tells of another position or orders never waits."""

_THIN = ("reminder", "turn-report")
"""Kinds of letters whose facts are gathered when they go."""

_MOST, _LARGEST = 50, 60_000
"""Parts of one letter, at most, and bytes of their facts, unless one alone has more."""


class ToldNow(NamedTuple):
    """What a letter tells that is to be a part of another, and whom: somebody in a place of a match."""

    match: Match
    assignment: SeatAssignment
    facts: Part


# ---- what waits --------------------------------------------------------------------------------------------


def waits(
    ctx: Context,
    row: Outbox,
    facts: LetterFacts | None,
    *,
    match: Match | None,
    player: Player | None,
    address: Address | None,
) -> bool:
    """Tell whether a letter waits that would go now, by mail and not to a forum, to the address on file."""
    if not _may_wait(facts) or row.in_reply_to or not row.seat or match is None or player is None:
        return False
    if address is None or not address.confirmed:
        return False  # it has a rule of its own
    moment = _moment(ctx, row, player)
    near = match.deadline is not None and match.deadline <= ctx.now() + NEAR
    return moment is not None and ctx.now() < moment and not near


def _may_wait(facts: LetterFacts | None) -> bool:
    """Tell whether a letter may wait; a message of the GM's to one player answers that player."""
    if isinstance(facts, Notice):
        return all(note.code in CAN_WAIT for note in facts.notes)
    return isinstance(facts, Reminder) or (isinstance(facts, PressLetter) and not facts.private)


def _moment(ctx: Context, row: Outbox, player: Player) -> datetime | None:
    """Return when the letter of the day goes that comes after a letter was written; None for a player without any."""
    time = preferences.load_preferences(player).digest
    written = min(row.made, ctx.now())  # by a clock that ran ahead it was written later than now
    return schedule.parse(f"at {time}", player.zone).following(written) if time else None


def hold(session: Session, ctx: Context, row: Outbox) -> None:
    """Let a letter wait for the letter of the day."""
    if row.player is None:
        until = gm_digests.held_until(session, ctx, row, NEAR)
    else:
        until = _moment(ctx, row, session.get_one(Player, row.player))
    row.status, row.due = OutboxStatus.GATHERED, until or ctx.now()


def reconsider(session: Session, ctx: Context, player: int | None = None) -> None:
    """Have the sender decide anew about what waits for a player, or for anybody: the wishes or the clock changed."""
    held = update(Outbox).where(col(Outbox.status) == OutboxStatus.GATHERED)
    held = held if player is None else held.where(col(Outbox.player) == player)
    session.execute(held.values(status=OutboxStatus.WAITING, due=ctx.now()))


# ---- when it goes ------------------------------------------------------------------------------------------

_HELD = col(Outbox.status) == OutboxStatus.GATHERED
_OF_PLAYER = col(Outbox.player).is_not(None)
_TIMELY = (
    select(Outbox)
    .join(Match, col(Match.id) == col(Outbox.match), isouter=True)
    .where(_HELD, (col(Outbox.due) <= bindparam("now")) | (_OF_PLAYER & (col(Match.deadline) <= bindparam("near"))))
    .order_by(col(Outbox.player), col(Outbox.made), col(Outbox.id))
    .with_for_update(of=Outbox)
)
_NEXT = (
    select(func.min(Outbox.due), func.min(case((_OF_PLAYER, Match.deadline))))
    .select_from(Outbox)
    .join(Match, col(Match.id) == col(Outbox.match), isouter=True)
    .where(_HELD)
)


def next_look(session: Session, _ctx: Context) -> datetime | None:
    """Return when something next is to go that waits."""
    due, deadline = session.exec(_NEXT).one()
    return min((each for each in (due, deadline and deadline - NEAR) if each is not None), default=None)


def gather(session: Session, ctx: Context) -> int:
    """Put a letter of the day into the outbox for each player, and the GM, for whom something waits that is to go now.

    Return how many there are. What waits for a GM who wants no such letter any more goes by itself.
    """
    now, count = ctx.now(), 0
    if not ctx.settings.gm_digest:
        of_gm = update(Outbox).where(_HELD, col(Outbox.player).is_(None))
        session.execute(of_gm.values(status=OutboxStatus.WAITING, due=now))
    timely = session.exec(_TIMELY, params={"now": now, "near": now + NEAR}).all()
    for number, some in groupby(timely, lambda row: row.player or 0):
        player = session.get_one(Player, number) if number else None
        for rows in _letters(some):
            _gather(session, ctx, player, rows)
            count += 1
    return count


def _letters(rows: Iterable[Outbox]) -> Iterator[list[Outbox]]:
    """Give the parts of one letter after the other, so that none is too large."""
    some, size = list[Outbox](), 0
    for row in rows:
        own = len(codec.encode(codec.unpack(row.payload, Any)))
        if some and (len(some) == _MOST or size + own > _LARGEST):
            yield some
            some, size = [], 0
        some, size = [*some, row], size + own
    yield some


def _gather(session: Session, ctx: Context, player: Player | None, rows: Sequence[Outbox]) -> None:
    for row in rows:
        row.status = OutboxStatus.DROPPED
    if player is None:
        of_gm = OutgoingLetter(
            key=f"{gm_digests.KIND}:{rows[0].key}", to=ctx.settings.gm, payload=gm_digests.begin(ctx, rows)
        )
        outbox.enqueue(session, ctx, None, of_gm)
        return
    digest = Digest(head=letterhead.head(ctx, player), rows=tuple(row.id for row in rows))
    key = f"{KIND}:{rows[0].key}"  # the number of a row would count the letters to others
    outbox.enqueue(session, ctx, None, OutgoingLetter(key=key, player=player.id, payload=digest))


# ---- what it tells -----------------------------------------------------------------------------------------


def parts(session: Session, rows: Iterable[Outbox]) -> dict[int, list[Outbox]]:
    """Return the parts of those letters that are letters of a day, in the order of writing; none that was erased."""
    asked = {row.id: _numbers(row) for row in rows if row.kind in (KIND, gm_digests.KIND)}
    if not asked:
        return {}
    numbers = {number for numbers in asked.values() for number in numbers}
    found = {row.id: row for row in session.exec(select(Outbox).where(col(Outbox.id).in_(numbers)))}
    return {
        digest: [found[number] for number in numbers if number in found and not _is_empty(found[number])]
        for digest, numbers in asked.items()
    }


def _numbers(row: Outbox) -> tuple[int, ...]:
    digest: Digest | GmDigest | None = codec.unpack(row.payload, Digest | GmDigest | None)
    return digest.rows if digest is not None else ()


def _is_empty(row: Outbox) -> bool:
    """Tell whether the facts of a letter were taken out of it; those of a thin one never are in it."""
    return row.kind not in _THIN and codec.unpack(row.payload, LetterFacts | None) is None


def together(session: Session, ctx: Context, player: Player, told: Sequence[ToldNow]) -> Digest:
    """Return the facts of a letter of the day, by seats: what was written first comes first.

    Deadlines and forms are those of now. If all is told to one seat, the letter is that seat's. Like press, it has
    no page on the web desk.
    """
    places: dict[tuple[int, int], list[ToldNow]] = {}
    for each in told:
        places.setdefault((each.match.id, each.assignment.id), []).append(each)
    seats = tuple(_tell_seat(session, ctx, some) for some in places.values())
    match, assignment, _ = told[-1]
    whole = (match, assignment.seat) if len(seats) == 1 else ()
    return Digest(head=letterhead.head(ctx, player, *whole), seats=seats)


def _tell_seat(session: Session, ctx: Context, told: Sequence[ToldNow]) -> SeatLetters:
    match, assignment, _ = told[0]
    form, due = _asked_now(session, ctx, match, assignment)
    now = tuple(_as_of_now(each.facts, match, form, due) for each in told)
    with_examples = next((each.facts.form for each in told if isinstance(each.facts, Reminder)), form)
    return SeatLetters(head=now[-1].head, form=with_examples, due=due, parts=now)


def as_of_now(session: Session, ctx: Context, told: ToldNow) -> Part:
    """Return a letter that has waited with the deadline and the form of now, which a reminder has."""
    if isinstance(told.facts, Reminder):
        return told.facts
    return _as_of_now(told.facts, told.match, *_asked_now(session, ctx, told.match, told.assignment))


def _asked_now(
    session: Session, ctx: Context, match: Match, assignment: SeatAssignment
) -> tuple[Form | None, Due | None]:
    """Return the form by which a seat answers now, and until when it is asked for orders."""
    if assignment.left is not None:
        return None, None
    seat = SeatContext(session, ctx, match, assignment)
    form = letterhead.form(ctx, match, assignment, seat.prompt, seat.orders or seat.lasting)
    return form, None if seat.prompt is None else reports.due(session, ctx, match)


def _as_of_now(facts: Part, match: Match, form: Form | None, due: Due | None) -> Part:
    changes: dict[str, object] = {"head": replace(facts.head, turn=match.turn), "form": facts.form and form}
    if isinstance(facts, Notice):
        changes["due"] = facts.due and due
    return replace(facts, **changes)
