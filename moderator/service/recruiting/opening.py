"""Opening a match that people can join, calling it off, and what the operator's file says of one that is open."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from msgspec.structs import replace
from sqlmodel import Session, col, select

from moderator.ports import FORUM
from moderator.service import outbox, tags
from moderator.service.context import Context, MatchPlan
from moderator.service.facts import Notice
from moderator.service.matches import matches
from moderator.service.matches.matches import MatchError
from moderator.service.outbox import OutgoingLetter
from moderator.service.recruiting import open_matches, places
from moderator.store.recruiting import OpenMatch
from moderator.store.statuses import OpenStatus


def open_match(session: Session, ctx: Context, plan: MatchPlan) -> OpenMatch:
    """Let people join a match that is to be played; part of the caller's transaction. Raises MatchError.

    The GM is told, and it is announced in all forums.
    """
    check(session, ctx, plan)
    row = OpenMatch(name=plan.name, slug=tags.slug(plan.name), status=OpenStatus.OPEN, settings=plan, opened=ctx.now())
    session.add(row)
    session.flush()
    _announce(session, ctx, row)
    return row


def check(session: Session, ctx: Context, plan: MatchPlan) -> None:
    """Raise MatchError if a match cannot be opened as it is written."""
    places.check(ctx, plan)
    matches.check_name(session, plan)
    before = open_matches.find(session, plan.name)
    if before is not None and before.status in open_matches.GOING_ON:
        raise MatchError(f"{plan.about}: a match of this name is open already")
    if plan.start is not None and plan.start < ctx.now():
        raise MatchError(f'{plan.about}: its start is past. Write a time to come, or "full"')


def _announce(session: Session, ctx: Context, row: OpenMatch) -> None:
    line = open_matches.line(session, ctx, row)
    facts: dict[str, str | int] = {"page": open_matches.page(ctx, row)}
    outbox.memo(session, ctx, "match-open", f"match-open:{row.id}", match=row.name, facts=facts)
    told = Notice(head=open_matches.head(ctx, None, row), code="open", facts=facts, open=(line,))
    for forum in ctx.settings.forums:
        if forum not in ctx.settings.closed_forums:
            letter = OutgoingLetter(key=f"open:{row.id}:{forum}", to=f"{FORUM}{forum}", payload=told)
            outbox.enqueue(session, ctx, None, letter)


def call_off(session: Session, ctx: Context, row: OpenMatch, why: str) -> None:
    """Call off an open match that is locked, and tell everybody who has joined; ``why`` is quoted."""
    row.status = OpenStatus.OFF
    for _, player in open_matches.people(session, row):
        open_matches.tell(session, ctx, row, player, "open-off", why=why)
    outbox.memo(session, ctx, "open-off", f"open-off:{row.id}", match=row.name, facts={"why": why})


def begin_now(session: Session, ctx: Context, row: OpenMatch) -> None:
    """Let an open match that is locked begin at the next look, with all who have joined."""
    row.status, row.asked, row.begins = OpenStatus.MUSTERED, ctx.now(), ctx.now()
    for member, _ in open_matches.people(session, row):
        member.here = ctx.now()


# ---- the operator's file -------------------------------------------------------------------------------------


def find_opened(session: Session, plans: Sequence[MatchPlan]) -> dict[str, OpenMatch]:
    """Return by name the matches of plans that are open, or were called off; not those that have begun."""
    wanted = {tags.slug(plan.name): plan.name for plan in plans}
    if not wanted:
        return {}
    rows = session.exec(select(OpenMatch).where(col(OpenMatch.slug).in_(wanted)).order_by(col(OpenMatch.id)))
    newest = {wanted[row.slug]: row for row in rows}
    opens = {plan.name for plan in plans if plan.open}
    return {
        name: row
        for name, row in newest.items()
        if row.status in open_matches.GOING_ON or (row.status is OpenStatus.OFF and name in opens)
    }


def differences(plan: MatchPlan, row: OpenMatch) -> Iterator[str]:
    """Give what the file says of an open match that is not so: it is read once, when its name is new."""
    if row.status is OpenStatus.OFF:
        yield f"{plan.about}: it was called off. To let people join again, give it another name"
        return
    if not plan.open:
        first = f"call it off first (moderator match close {row.name})"
        yield f"{plan.about}: people can join a match of this name, so this one does not begin; {first}"
        return
    changed = [key for key in MatchPlan.__struct_fields__ if _as_written(plan, key) != _as_written(row.settings, key)]
    if changed:
        yield (
            f"{plan.about}: people can join it as it was opened, so {', '.join(changed)} is not taken over. To change "
            f"that, call it off (moderator match close {row.name}) and open one with another name"
        )


def not_in(session: Session, ctx: Context, names: Collection[str]) -> list[str]:
    """Return the names of open matches that are not among those of a file, in lower case."""
    return [row.name for row in open_matches.all_open(session, ctx) if row.name.lower() not in names]


def taken_out(session: Session, ctx: Context, names: Collection[str]) -> list[str]:
    """Return what is to be said of open matches, by name, that are not in the file any more."""
    return [
        f'match "{row.name}" is not in the file any more, and people can join it all the same; moderator match close '
        f"{row.name} calls it off"
        for row in open_matches.all_open(session, ctx)
        if row.name in names
    ]


def _as_written(plan: MatchPlan, key: str) -> object:
    seats = tuple(replace(seat, place="") for seat in plan.seats)
    written: Mapping[str, object] = {"place": "", "seats": seats}
    return written.get(key, getattr(plan, key))
