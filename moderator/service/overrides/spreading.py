"""Which matches an override for all of them means: those that go on when it is read first, and none that begins later.

That is written down before it is carried out in any of them, so that one which is tried again means the same.
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace
from sqlmodel import Session, col, func, select

from moderator.service.context import ALL_MATCHES, Context, OverridePlan
from moderator.service.overrides import decisions
from moderator.service.overrides.decisions import OverrideError
from moderator.store.session import Store
from moderator.store.statuses import MatchStatus
from moderator.store.tables import Match

Spread = tuple[OverridePlan, Exception | None]
"""An override for one match; or one for all, and why it is carried out in none."""


def spread(store: Store, ctx: Context, plans: Sequence[OverridePlan], *, dry_run: bool) -> Iterator[Spread]:
    """Give overrides, each of those that are for all matches once for each match that it means."""
    for plan in plans:
        if plan.match != ALL_MATCHES:
            yield plan, None
            continue
        try:
            with store.write() as session:
                found = _spread(session, ctx, plan, dry_run=dry_run)
        except Exception as error:  # noqa: BLE001 - one bad override never stops the others
            yield plan, error
        else:
            yield from found


def _spread(session: Session, ctx: Context, plan: OverridePlan, *, dry_run: bool) -> list[Spread]:
    decided = decisions.find_decision_for_all(session, plan)
    newest = decided.record if decided else session.exec(select(func.max(Match.id))).one() or 0
    asked = select(Match).where(col(Match.id) <= newest, Match.status != MatchStatus.OVER).order_by(col(Match.id))
    found: list[Spread] = [(replace(plan, match=match.name), None) for match in session.exec(asked)]
    if decided is None and not dry_run:
        decisions.decide_for_all(session, ctx, plan, newest)
    if decided is None and not found:
        return [(plan, OverrideError(f"{decisions.about(plan)}: no match goes on, so it does nothing"))]
    return found
