"""Names of matches that are used again: a match that was withdrawn gives its name up once another is written.

Whatever proves something keeps telling the two apart: the dice of the later match are keyed with a name of its own, its
blocks of proofs bear that name, and no tag of the one before is valid in it.
"""

from collections.abc import Sequence
from itertools import count

from msgspec.structs import replace
from sqlmodel import Session, col, select

from moderator.core.seats import Seat
from moderator.service import tags
from moderator.service.context import Context, MatchPlan
from moderator.store.tables import Match, SeatAssignment

_FORMER = "withdrawn"


def withdrawn_matches(session: Session) -> Sequence[Match]:
    """Return all matches that were withdrawn, the oldest first."""
    return session.exec(select(Match).where(col(Match.withdrawn)).order_by(col(Match.id))).all()


def former(session: Session, name: str) -> list[Match]:
    """Return the matches that began under a name and were withdrawn."""
    return [match for match in withdrawn_matches(session) if match.settings.name == name]


def give_up(session: Session, ctx: Context, plans: Sequence[MatchPlan]) -> set[str]:
    """Free the names of withdrawn matches that the file does not hold any more, or not as they were; return them."""
    freed: set[str] = set()
    here = {plan.name: plan for plan in plans}
    for match in withdrawn_matches(session):
        plan = match.settings
        now = here.get(plan.name)
        if match.name == plan.name and (now is None or _as_written(now) != _as_written(plan)):
            match.name = _free_name(session, ctx, plan)
            match.slug = tags.slug(match.name)
            session.flush()
            freed.add(plan.name)
    return freed


def dice_name(session: Session, name: str) -> str:
    """Return with what name the dice of a new match are keyed: none that a match of before had; empty for its own."""
    before = len(former(session, name))
    return f"{name}/{before + 1}" if before else ""


def next_key_number(session: Session, name: str, seat: Seat) -> int:
    """Return the first number of a seat's key whose tag nobody has had from a match of this name."""
    before = [match.id for match in former(session, name)]
    keys = select(SeatAssignment.key_number).where(col(SeatAssignment.match).in_(before), SeatAssignment.seat == seat)
    return max(session.exec(keys), default=0) + 1 if before else 1


def _as_written(plan: MatchPlan) -> MatchPlan:
    """Return what the operator wrote, without where it stood and what became of it."""
    seats = tuple(replace(seat, place="") for seat in plan.seats)
    return replace(plan, place="", begins={}, moved=None, dice_name="", shown="none", seats=seats)


def _free_name(session: Session, ctx: Context, plan: MatchPlan) -> str:
    """Return a name under which a withdrawn match is found from now on; a long one is cut, so that it fits."""
    taken = set(session.exec(select(Match.slug)))
    seats = [seat.seat for seat in plan.seats]
    for number in count(1):
        end = f"-{_FORMER}" if number == 1 else f"-{_FORMER}-{number}"
        cut = (plan.name[:length].rstrip("-") + end for length in range(len(plan.name), 0, -1))
        name = next(name for name in cut if _name_fits(ctx, name, seats))
        if name not in taken:
            return name
    raise AssertionError("counting never ends")


def _name_fits(ctx: Context, name: str, seats: Sequence[Seat]) -> bool:
    try:
        tags.check_names(ctx, name, seats)
    except tags.TagError:
        return False
    return True
