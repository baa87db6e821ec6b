"""New matches of the operator's file: begun at once, or when their time has come, or not while they are held."""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy.exc import OperationalError
from sqlmodel import Session

from moderator.core import codec
from moderator.core.errors import ModeratorError
from moderator.service import outbox, schedule
from moderator.service.context import Context, MatchPlan
from moderator.service.matches import differences, matches, plan_warnings
from moderator.store.session import Store

LATE = timedelta(days=1)
"""A match begins late by this much at most, if the moderator was away at its time: an older one is a typo."""


class Beginnings(Struct, frozen=True):
    """What came of some new matches: those that began, what is to be said of them, and what went wrong by name.

    Those to be tried ``again`` soon found the database busy or away.
    """

    names: tuple[str, ...]
    lines: tuple[str, ...]
    errors: dict[str, Exception]
    again: tuple[str, ...] = ()


def waits(ctx: Context, plan: MatchPlan) -> bool:
    """Tell whether a match that has not begun is to be left alone now: it is held, or its time has not come."""
    return plan.hold or (plan.start is not None and plan.start > ctx.now() and not plan.open)


def next_start(ctx: Context, plans: Iterable[MatchPlan]) -> datetime | None:
    """Return when a match of the file begins next."""
    starts = (plan.start for plan in plans if plan.start is not None and waits(ctx, plan) and not plan.hold)
    return min(starts, default=None)


Opening = Callable[[Session, Context, MatchPlan], object]
"""Opens a match that people can join; raises MatchError if it cannot be."""


def begin(store: Store, ctx: Context, plans: Iterable[MatchPlan], opening: Opening) -> Beginnings:
    """Begin new matches, each in a transaction of its own, or tell the GM once that and why one waits.

    Those that people can join are opened. One that cannot be made stops no other.
    """
    names, lines, errors = list[str](), list[str](), dict[str, Exception]()
    for plan in plans:
        try:
            with store.write() as session:
                if waits(ctx, plan):
                    if not plan.open:
                        _announce_waiting(session, ctx, plan)
                    continue
                if plan.open:
                    opening(session, ctx, plan)
                else:
                    lines += _begin(session, ctx, plan)
        except ModeratorError as error:
            lines.append(str(error))
        except Exception as error:  # noqa: BLE001 - one bad match never stops the others
            errors[plan.name] = error
        else:
            names.append(plan.name)
    again = (name for name, error in errors.items() if isinstance(error, OperationalError))
    return Beginnings(tuple(names), tuple(lines), errors, tuple(again))


def _begin(session: Session, ctx: Context, plan: MatchPlan) -> list[str]:
    """Make a match; return what may not be meant of it."""
    unmeant = check(session, ctx, plan)
    matches.announce(session, ctx, matches.create(session, ctx, plan))
    return unmeant


def check(session: Session, ctx: Context, plan: MatchPlan) -> list[str]:
    """Return what may not be meant in a match that has not begun; raises MatchError if it cannot begin as written."""
    if plan.start is not None and not plan.hold and plan.start < ctx.now() - LATE:
        raise matches.MatchError(
            f"{plan.about}: its start is past ({start_of(plan)}), so it did not begin. Write a time to come, or "
            "take the line with start out, and it begins at once"
        )
    return plan_warnings.about_match(session, ctx, plan)


def start_of(plan: MatchPlan) -> str:
    """Return when a match begins, as the file says it."""
    return (
        ""
        if plan.start is None
        else f"{plan.start.astimezone(schedule.zone_of(plan.zone)):%Y-%m-%d %H:%M}, {plan.zone}"
    )


def _announce_waiting(session: Session, ctx: Context, plan: MatchPlan) -> None:
    """Tell the GM, once for what the file says, that a match is checked and waits; nothing else is done."""
    as_written = replace(plan, place="", seats=tuple(replace(seat, place="") for seat in plan.seats))
    mark = hashlib.sha256(codec.encode(as_written)).hexdigest()[:16]
    facts: dict[str, str | int] = {} if plan.hold or plan.start is None else {"start": plan.start.isoformat()}
    lines = [*_seats(plan), *check(session, ctx, plan)]
    outbox.memo(session, ctx, "match-waits", f"match-waits:{mark}", match=plan.name, facts=facts, lines=lines)


def _seats(plan: MatchPlan) -> Iterator[str]:
    for seat in plan.seats:
        ways = "".join(f" <{each}>" for each in (*seat.addresses, *([seat.forum] if seat.forum else [])))
        yield f"{seat.seat}: {differences.name_of(seat)}{ways}"
