"""Delegates: people at an address who may send orders for a player's seat for a time, once they have said yes.

A delegate is told the board and the recorded orders as they are now, and the reports of turns that run in their time;
nothing older, and no press. They never learn the reply address of the seat: they have one of their own, which works
from their address as long as they may send orders. Nobody learns by this who plays in a match.
"""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime

from msgspec.structs import replace
from sqlalchemy import or_
from sqlmodel import Session, col, select

from moderator.service import outbox, tags
from moderator.service.context import Context
from moderator.service.letter_parts import Form
from moderator.service.matches.secrecy import bare
from moderator.service.outbox import OutgoingLetter
from moderator.store import delegates, people_queries, queries
from moderator.store.delegates import Delegate
from moderator.store.statuses import MatchStatus
from moderator.store.tables import Match, Outbox, SeatAssignment

KIND = "delegated-report"
"""The kind of a report to a delegate; it tells of a record, and is gathered when it goes."""
QUESTION = "ask"
"""What the key of the letter names that asks an address whether it will be a delegate."""
_KEYS = "delegate:"


def key(row: Delegate, about: str, *rest: object) -> str:
    """Return the key of a letter to a delegate; a row's number alone may return."""
    return ":".join((f"{_KEYS}{about}", str(row.id), _mark(row), *map(str, rest)))


def _mark(row: Delegate) -> str:
    return f"{row.asked:%Y%m%dT%H%M%S%f}"


def is_to_delegate(letter: Outbox) -> bool:
    """Tell whether a letter goes to a delegate, or to somebody who was asked to be one."""
    return letter.key.startswith(_KEYS)


def of_letter(session: Session, letter: Outbox) -> Delegate | None:
    """Return the delegate to whom a letter goes, None if they are none any more."""
    number, asked = letter.key.split(":")[2:4]
    row = session.get(Delegate, int(number))
    same = row is not None and (row.address, _mark(row)) == (letter.to, asked)
    return row if same else None


def answered(session: Session, thread: Collection[str], address: str) -> Outbox | None:
    """Return the newest letter to a delegate that a letter from their address answers."""
    ours = select(Outbox).where(col(Outbox.message_id).in_(thread), col(Outbox.key).startswith(_KEYS))
    return session.exec(ours.where(Outbox.to == address).order_by(col(Outbox.id).desc())).first() if thread else None


def speaking(
    session: Session,
    ctx: Context,
    thread: Collection[str],
    address: str,
    *,
    claims: Sequence[tags.Claim],
    vouched: bool,
) -> Delegate | None:
    """Return the delegate who speaks in a letter from an address: it answers a letter of ours, or carries their tag.

    If our server has ``vouched`` for the sender, neither is needed of the delegate of one seat who plays nowhere here.
    """
    ours = answered(session, thread, address)
    if ours is not None:
        row = of_letter(session, ours)
        return row if row is not None and is_active(session, ctx, row) else None
    active = [row for row in delegates.at_address(session, address) if is_active(session, ctx, row)]
    tagged = [row for row in active if any(_is_genuine(session, ctx, row, claim) for claim in claims)]
    if tagged or not vouched or people_queries.owners(session, [address]):
        return tagged[0] if tagged else None
    return active[0] if len(active) == 1 else None


def _is_genuine(session: Session, ctx: Context, row: Delegate, claim: tags.Claim) -> bool:
    """Tell whether a claim carries the tag of a delegate."""
    match, seat = session.get_one(Match, row.match), session.get_one(SeatAssignment, row.assignment).seat
    about = (claim.match, claim.seat) == (match.slug, tags.slug(seat))
    return about and bool(claim.code) and tags.genuine(ctx, claim, match.name, seat, tag_number(row))


def is_active(session: Session, ctx: Context, row: Delegate) -> bool:
    """Tell whether a delegate may send orders now."""
    return row.since is not None and is_open(session, ctx, row) and not is_barred(session, ctx, row)


def is_open(session: Session, ctx: Context, row: Delegate) -> bool:
    """Tell whether a delegate's time is not over, and the player who asked them still has the seat."""
    match, held = session.get_one(Match, row.match), session.get_one(SeatAssignment, row.assignment)
    return ctx.now() < row.until and held.left is None and match.status is not MatchStatus.OVER


def is_barred(session: Session, ctx: Context, row: Delegate) -> bool:
    """Tell whether somebody may not be the delegate of a seat: they are a GM, or know the match from another seat."""
    if bare(row.address) in map(bare, ctx.settings.gms):
        return True
    if session.get_one(Match, row.match).settings.delegates == "anybody":
        return False
    known = {bare(address) for _, address in people_queries.addresses_ever_in(session, row.match)}
    return bare(row.address) in known


def active_in(session: Session, ctx: Context, match: Match) -> list[tuple[SeatAssignment, Delegate]]:
    """Return the delegates who may send orders in a match now, with their seats."""
    return [
        (session.get_one(SeatAssignment, row.assignment), row)
        for row in delegates.in_match(session, match.id)
        if is_active(session, ctx, row)
    ]


def begin(session: Session, ctx: Context, place: SeatAssignment, address: str, until: datetime) -> Delegate:
    """Note that somebody is to be asked, in place of the delegate that the seat had before."""
    end(session, ctx, place)
    row = Delegate(match=place.match, assignment=place.id, address=address, asked=ctx.now(), until=until)
    session.add(row)
    session.flush()
    return row


def is_question_of(letter: Outbox, player: int) -> bool:
    """Tell whether a letter asks somebody in the name of a player."""
    return letter.key.startswith(f"{_KEYS}{QUESTION}:") and letter.key.endswith(f":{player}")


def asked_since(session: Session, player: int, since: datetime) -> int:
    """Return how many people a player has asked since a time."""
    theirs = col(Outbox.key).startswith(f"{_KEYS}{QUESTION}:"), col(Outbox.key).endswith(f":{player}")
    return queries.count(session, Outbox, *theirs, col(Outbox.made) > since)


def end(session: Session, ctx: Context, place: SeatAssignment) -> Delegate | None:
    """End the time of the delegate of a seat, and tell them so if they had said yes; return who that was."""
    row = delegates.of_assignment(session, place.id)
    if row is None:
        return None
    if row.since is not None and is_open(session, ctx, row):
        facts = {"match": session.get_one(Match, row.match).name}
        outbox.stranger(session, ctx, row.address, "delegate-ended", key(row, "ended"), facts=facts)
    session.delete(row)
    session.flush()
    return row


def drop(session: Session, *, player: int | None, addresses: Collection[str]) -> None:
    """Forget the delegates of a player's seats, and that some addresses are delegates."""
    for row in _of_person(session, player, addresses):
        session.delete(row)


def of_person(session: Session, player: int | None, addresses: Collection[str]) -> list[dict[str, str]]:
    """Return whom a player has asked, and for which seats somebody at some addresses was asked, as plain data."""
    return [
        {
            "match": session.get_one(Match, row.match).name,
            "delegate": row.address,
            "asked": str(row.asked),
            "since": str(row.since or ""),
            "until": str(row.until),
        }
        for row in _of_person(session, player, addresses)
    ]


def _of_person(session: Session, player: int | None, addresses: Collection[str]) -> Sequence[Delegate]:
    place = select(SeatAssignment.id).where(SeatAssignment.player == player)
    by_address = col(Delegate.address).in_([each.lower() for each in addresses])
    theirs = by_address if player is None else or_(by_address, col(Delegate.assignment).in_(place))
    return session.exec(select(Delegate).where(theirs).order_by(col(Delegate.id))).all()


def tell(session: Session, ctx: Context, match: Match, readers: Iterable[SeatAssignment]) -> None:
    """Put the report of a match's newest record into the outbox for the delegates of the seats that get it.

    Not the last one of a match: it tells all that was before.
    """
    told = {place.id for place in readers}
    for place, row in active_in(session, ctx, match):
        if place.id not in told:
            continue
        letter = OutgoingLetter(kind=KIND, key=key(row, "report", match.number), to=row.address, record=match.number)
        outbox.enqueue(session, ctx, match, letter)


def tag_number(row: Delegate) -> int:
    """Return the number of the key of a delegate's reply address, which is their own and ends with their time."""
    return int(row.asked.timestamp())


def reply_address(session: Session, ctx: Context, row: Delegate) -> str:
    """Return the address to which a delegate replies."""
    match, place = session.get_one(Match, row.match), session.get_one(SeatAssignment, row.assignment)
    return tags.reply_address(ctx, match.name, place.seat, tag_number(row))


def subject(session: Session, ctx: Context, row: Delegate) -> str:
    """Return what the subjects of a delegate's replies begin with."""
    match, place = session.get_one(Match, row.match), session.get_one(SeatAssignment, row.assignment)
    return tags.subject_mark(ctx, match.name, place.seat, tag_number(row), match.request)


def form(session: Session, ctx: Context, row: Delegate, of_seat: Form | None) -> Form | None:
    """Return a seat's form as a delegate gets it: with their own reply address."""
    if of_seat is None:
        return None
    return replace(of_seat, reply_to=reply_address(session, ctx, row), subject=subject(session, ctx, row))
