"""What GMs wish by letter: lines are tried and told, and applied once the GM has said YES to what they would do."""

from contextlib import suppress
from datetime import timedelta

from sqlalchemy import or_
from sqlmodel import Session, col, select

from moderator.service import outbox
from moderator.service.context import Context, OverridePlan
from moderator.service.inbox import gm_letters, intake
from moderator.service.inbox.gm_letters import OF_GM, TRIED, GmWish
from moderator.service.letter_parts import Note
from moderator.service.matches import matches
from moderator.service.overrides import apply as overrides
from moderator.service.overrides.decisions import OutdatedError, OverrideError, RefusedError
from moderator.store.session import Store
from moderator.store.tables import Letter, Outbox, Override

_RECENT = timedelta(days=2)


def settle(store: Store, ctx: Context, wish: GmWish) -> None:
    """Try what a GM wishes, or apply what was tried, and tell the GM; doing it twice is harmless."""
    if wish.record is None:
        _try(store, ctx, wish)
    else:
        _apply(store, ctx, wish)


def unsettled(session: Session, ctx: Context) -> list[GmWish]:
    """Return the wishes of the last days that a crash may have kept from being carried out, or told."""
    lately = (Letter.verdict == OF_GM, Letter.kept > ctx.now() - _RECENT, Letter.raw != b"")
    found: list[GmWish] = []
    for row in session.exec(select(Letter).where(*lately).order_by(col(Letter.id))):
        letter = intake.read_stored(ctx, intake.raw_of(row), row.transport)
        found += (wish for wish in gm_letters.wishes_of(session, ctx, row, letter) if not _is_settled(session, wish))
    return found


def _try(store: Store, ctx: Context, wish: GmWish) -> None:
    with store.read() as session:
        match = matches.find(session, wish.match)
        record = match.number if match is not None else 0
    name = match.name if match is not None else wish.match
    plan = OverridePlan(name="", match=name, lines=wish.lines, record=record)
    try:
        done = overrides.apply(store, ctx, plan, dry_run=True)
    except OverrideError as error:
        why = error.why if isinstance(error, RefusedError) else str(error)
        _tell(store, ctx, wish, "gm-lines-refused", 0, name=name, why=why)
        return
    notes = [Note("gm-would", {}, (*done.changes, *done.warnings))]
    if seats := list(dict.fromkeys(notice.head.seat for notice in done.told if notice.head.seat)):
        notes.append(Note("gm-would-tell", {"seats": ", ".join(seats)}))
    if done.after:
        notes.append(Note("gm-would-board", {}, (*done.before, "", *done.after)))
    _tell(store, ctx, wish, TRIED, record, name=name, more=tuple(notes))


def _apply(store: Store, ctx: Context, wish: GmWish) -> None:
    """Apply lines as they were tried; what becomes of them is told like that of any override."""
    plan = OverridePlan(name=_name(wish), match=wish.match, lines=wish.lines, record=wish.record)
    try:
        with suppress(RefusedError):  # it is recorded with its reason, and told
            overrides.apply(store, ctx, plan)
    except OutdatedError:
        _tell(store, ctx, wish, "gm-outdated", 0, name=wish.match)
    except OverrideError as error:
        _tell(store, ctx, wish, "gm-lines-refused", 0, name=wish.match, why=str(error))


def _tell(
    store: Store,
    ctx: Context,
    wish: GmWish,
    code: str,
    record: int,
    *,
    name: str,
    why: str = "",
    more: tuple[Note, ...] = (),
) -> None:
    facts: dict[str, str | int] = {"why": why} if why else {}
    with store.write() as session:
        answered = session.get_one(Letter, wish.letter).message_id or ""
        key = f"{code}:{wish.letter}:{wish.number}:{record}"
        outbox.memo(session, ctx, code, key, match=name, facts=facts, lines=wish.lines, more=more, in_reply_to=answered)


def _is_settled(session: Session, wish: GmWish) -> bool:
    """Tell whether a wish was decided as an override, or a GM was told what became of it."""
    if wish.record is not None and session.exec(select(Override.id).where(Override.name == _name(wish))).first():
        return True
    told = (f"{code}:{wish.letter}:{wish.number}:" for code in (TRIED, "gm-lines-refused", "gm-outdated"))
    keys = or_(*(col(Outbox.key).startswith(each, autoescape=True) for each in told))
    return session.exec(select(Outbox.id).where(keys)).first() is not None


def _name(wish: GmWish) -> str:
    """Return the id of the override that applies a wish."""
    return f"letter-{wish.letter}"
