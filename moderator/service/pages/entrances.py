"""The way to a desk: a browser asks, a link goes to the address of record, and the browser that asked may come in.

Somebody else who has the link (by a letter that was passed on, a program that looks at links in mail, the log of a
proxy) comes in nowhere: any other browser shows a short code, which is to be typed into the window that waits.
"""

import hmac
import secrets
from datetime import timedelta

from msgspec import Struct
from sqlmodel import Session, col, select

from moderator.service import browsers, outbox, tags, unconfirmed
from moderator.service.context import Context
from moderator.service.facts import Notice
from moderator.service.letter_parts import Note
from moderator.service.matches import letterhead
from moderator.service.outbox import OutgoingLetter
from moderator.service.pages.public import NothingToSeeError
from moderator.store import people_queries, queries
from moderator.store.tables import Browser, Entrance, Match, Player, SeatAssignment

VALID = timedelta(minutes=15)
"""How long a link works."""
A_DAY = 3
"""Links that the page of a letter sends in a day, at most, and the pages of all memos to the GM together."""
OF_TAG = 6
"""Links that the pages of all letters to a seat under one tag send in a day, at most."""

_MOST_TRIES = 10
_DAY = timedelta(days=1)
_SHORT = 8
_DIGITS = 9


class SeenLink(Struct, frozen=True):
    """What a link shows: a short code, or nothing in the browser that waits; and whether it leads to the GM's desk."""

    code: str
    is_gm: bool


class OpenedDesk(Struct, frozen=True):
    """What a browser is known by from now on, and whether it opens the GM's desk."""

    key: str
    is_gm: bool


def ask(session: Session, ctx: Context, match: Match, assignment: SeatAssignment, record: int) -> str | None:
    """Send a link to the address of record of the player in a seat, asked for on the page of a record's letter.

    Return what the browser that asked is known by, None if enough of them were sent today: so a letter that was passed
    on cannot use up what other letters may send, and after TAG NEW no earlier letter counts.
    """
    # locked, so that links that are asked for at once are counted one after the other
    player = session.get_one(Player, assignment.player, with_for_update={"key_share": True})
    tag = f"{assignment.id}-{assignment.key_number}-"
    if _sent_today(session, ctx, player.id, tag) >= OF_TAG:
        return None
    waiting = secrets.token_urlsafe(24)
    entrance = _new_entrance(session, ctx, player.id, waiting, f"{tag}{record}.")
    if entrance is None:
        return None
    link = _link(ctx, entrance)
    head = letterhead.head(ctx, player, match, assignment.seat)
    letter = Notice(head=head, code=link.code, facts=link.facts, lines=link.lines)
    key = f"desk-link:{player.id}:{entrance.id}"
    outbox.enqueue(session, ctx, match, OutgoingLetter(key=key, assignment=assignment, payload=letter))
    return waiting


def ask_as_gm(session: Session, ctx: Context, code: str) -> str | None:
    """Send a link to the GMs; raises NothingToSeeError unless the code is that of memos to the GM.

    Return what the browser that asked is known by, None if the GM was sent enough of them today.
    """
    check_gm_code(session, ctx, code)
    waiting = secrets.token_urlsafe(24)
    entrance = _new_entrance(session, ctx, None, waiting)
    if entrance is None:
        return None
    link = _link(ctx, entrance)
    outbox.memo(session, ctx, link.code, f"desk-link:gm:{entrance.id}", facts=link.facts, lines=link.lines)
    return waiting


def check_gm_code(_session: Session, ctx: Context, code: str) -> None:
    """Raise NothingToSeeError unless the code is that of memos to the GM."""
    if not ctx.settings.gm or not hmac.compare_digest(tags.gm_code(ctx).encode(), code.encode()):
        raise NothingToSeeError(code)


def _sent_today(session: Session, ctx: Context, player: int | None, letter: str) -> int:
    """Return how many links were sent today from the pages of letters whose names begin in some way."""
    asked = (Entrance.player == player, col(Entrance.asked) > ctx.now() - _DAY)
    return queries.count(session, Entrance, *asked, col(Entrance.letter).startswith(letter))


def _new_entrance(
    session: Session, ctx: Context, player: int | None, waiting: str, letter: str = ""
) -> Entrance | None:
    """Let a browser wait for a link to a desk, None if its letter sent too many today."""
    if _sent_today(session, ctx, player, letter) >= A_DAY:
        return None
    entrance = Entrance(player=player, waiting=browsers.hash_of(waiting), asked=ctx.now(), letter=letter)
    session.add(entrance)
    session.flush()
    return entrance


def _link(ctx: Context, entrance: Entrance) -> Note:
    """Return what a letter says of a link."""
    url = f"{ctx.settings.web}/enter/{_code(ctx, entrance)}"
    return Note("desk-link", {"minutes": VALID // timedelta(minutes=1), "url": url}, (url,))


def check_is_awaited(session: Session, ctx: Context, waiting: str) -> None:
    """Raise NothingToSeeError unless a browser waits for a link that can still be used."""
    if _by_waiting(session, ctx, waiting) is None:
        raise NothingToSeeError(waiting)


def look(session: Session, ctx: Context, code: str, waiting: str) -> SeenLink:
    """Return what a link shows; raises NothingToSeeError if there is no such link any more."""
    entrance = _by_code(session, ctx, code)
    if entrance is None:
        raise NothingToSeeError(code)
    typed = "" if entrance.waiting == browsers.hash_of(waiting) else _short_code(ctx, entrance)
    return SeenLink(typed, is_gm=entrance.player is None)


def enter_by_link(session: Session, ctx: Context, code: str, waiting: str) -> OpenedDesk:
    """Let the browser in that waits, and return its new key; raises NothingToSeeError for any other."""
    entrance = _by_code(session, ctx, code, lock=True)
    if entrance is None or entrance.waiting != browsers.hash_of(waiting):
        raise NothingToSeeError(code)
    return _enter(session, ctx, entrance)


def enter_by_code(session: Session, ctx: Context, typed: str, waiting: str) -> OpenedDesk | None:
    """Let the browser in that waits if the short code was typed there, and return its new key.

    None for a wrong code, which is counted. Raises NothingToSeeError if it waits for nothing, or has tried too often.
    """
    entrance = _by_waiting(session, ctx, waiting, lock=True)
    if entrance is None:
        raise NothingToSeeError(waiting)
    plain = "".join(sign for sign in typed.upper() if sign.isalnum())
    if not hmac.compare_digest(_short_code(ctx, entrance).encode(), plain.encode()):
        entrance.tries += 1
        return None
    return _enter(session, ctx, entrance)


def _code(ctx: Context, entrance: Entrance) -> str:
    """Return what stands in the link."""
    return f"{entrance.id}-{_secret(ctx, entrance, 'link')}"


def _short_code(ctx: Context, entrance: Entrance) -> str:
    """Return what is typed into the window that waits, of the capitals and digits of base 32."""
    return _secret(ctx, entrance, "typed")[:_SHORT].upper()


def _secret(ctx: Context, entrance: Entrance, kind: str) -> str:
    gm = tags.gms(ctx) if entrance.player is None else ""
    return tags.entrance_code(ctx, entrance.id, entrance.waiting, kind=kind, gm=gm)


def _by_code(session: Session, ctx: Context, code: str, *, lock: bool = False) -> Entrance | None:
    """Return the entrance of a link that can still be used; ``lock``: nobody else can until the transaction ends."""
    number = code.partition("-")[0]
    if not (number.isascii() and number.isdecimal() and len(number) <= _DIGITS):
        return None
    entrance = session.get(Entrance, int(number), with_for_update=lock or None)
    if entrance is None or not _is_open(ctx, entrance):
        return None
    return entrance if hmac.compare_digest(_code(ctx, entrance).encode(), code.encode()) else None


def _by_waiting(session: Session, ctx: Context, waiting: str, *, lock: bool = False) -> Entrance | None:
    """Return the entrance that a browser waits at; ``lock`` is as above."""
    asked = select(Entrance).where(Entrance.waiting == browsers.hash_of(waiting))
    found = session.exec(asked.with_for_update() if lock else asked).first()
    return found if found is not None and _is_open(ctx, found) else None


def _is_open(ctx: Context, entrance: Entrance) -> bool:
    return entrance.used is None and entrance.tries < _MOST_TRIES and ctx.now() < entrance.asked + VALID


def _enter(session: Session, ctx: Context, entrance: Entrance) -> OpenedDesk:
    """Let a browser in, and tell its player, or the GM, by letter."""
    now, key, is_gm = ctx.now(), secrets.token_urlsafe(32), entrance.player is None
    entrance.used = now
    hashed = browsers.hash_of(key, tags.gms(ctx) if is_gm else "")
    session.add(Browser(player=entrance.player, key=hashed, opened=now, used=now))
    told = f"desk-opened:{entrance.id}"
    if entrance.player is None:
        outbox.memo(session, ctx, "desk-opened", told)
    else:
        _tell_player(session, ctx, entrance.player, told)
    return OpenedDesk(key, is_gm=is_gm)


def _tell_player(session: Session, ctx: Context, number: int, key: str) -> None:
    """Tell a player that a desk was opened, which proves that they read mail to the address of record."""
    for assignment, match in people_queries.assignments_of(session, number)[-1:]:
        player = session.get_one(Player, number)
        address = people_queries.address_on_file(session, player.id)
        by_thread = any(account.name for account in people_queries.accounts_with(session, player.id))
        if address is not None and not by_thread:
            unconfirmed.hear_from(session, ctx, match, assignment, address, vouched=True)
        told = Notice(head=letterhead.head(ctx, player, match, assignment.seat), code="desk-opened")
        outbox.enqueue(session, ctx, match, OutgoingLetter(key=key, assignment=assignment, payload=told))
