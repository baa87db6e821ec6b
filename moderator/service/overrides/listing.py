"""All overrides of a match, for the GM: what was applied, what was refused, and what still waits for something."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from enum import StrEnum

from msgspec import Struct
from sqlmodel import Session, col, select

from moderator.service.commands import address
from moderator.service.context import ALL_MATCHES, Context, MatchPlan, OverridePlan
from moderator.service.matches import matches
from moderator.service.overrides import decisions, rollback
from moderator.store import match_queries
from moderator.store.tables import AddressChange, Match, Override


class OverrideState(StrEnum):
    """How an override stands."""

    APPLIED = "applied"
    REFUSED = "refused"
    PENDING = "pending"


class OverrideEntry(Struct, frozen=True):
    """An override: its id, match and lines, how it stands since when, and what it waits for or why it was refused.

    ``record`` is the record that it made, None if it made none. Lines are empty if they named somebody who was erased.
    """

    name: str
    match: str
    standing: OverrideState
    lines: tuple[str, ...]
    when: datetime | None = None
    why: str = ""
    record: int | None = None


def list_overrides(
    session: Session, ctx: Context, plans: Sequence[OverridePlan], planned: Sequence[MatchPlan], match: str = ""
) -> list[OverrideEntry]:
    """Return the overrides of a match, or of all: those that were decided, then those of the file that were not.

    ``plans`` and ``planned`` are the overrides and matches of the operator's file.
    """
    rows = session.exec(select(Override).order_by(col(Override.applied), col(Override.id))).all()
    names = {number: name for name, number in match_queries.match_names(session).items()}
    decided = (row for row in rows if row.match is not None and (not match or names[row.match] == match))
    of_file = (plan for plan in plans if not match or plan.match.casefold() in (match.casefold(), ALL_MATCHES))
    return [
        *(_decided_entry(session, ctx, row, session.get_one(Match, row.match)) for row in decided),
        *(_pending_entry(session, planned, plan) for plan in of_file if not _is_decided(session, plan, rows)),
    ]


def _is_decided(session: Session, plan: OverridePlan, rows: Sequence[Override]) -> bool:
    """Tell whether an override of the file was decided in its match, or one for all matches at all."""
    decided = [row for row in rows if row.name == plan.name]
    matches_of = [session.get_one(Match, row.match) for row in decided if row.match is not None]
    names = {name for match in matches_of for name in (match.name, match.settings.name)}
    whole = (row for row in decided if row.match is None and (row.refused or plan.match == ALL_MATCHES))
    return plan.match.casefold() in names or any(whole)


def _decided_entry(session: Session, ctx: Context, row: Override, match: Match) -> OverrideEntry:
    lines = tuple(row.text.splitlines())
    if row.refused:
        return OverrideEntry(row.name, match.name, OverrideState.REFUSED, lines, row.applied, row.refused)
    waits = "; ".join(_waits_for(session, ctx, row, match))
    standing = OverrideState.PENDING if waits else OverrideState.APPLIED
    return OverrideEntry(row.name, match.name, standing, lines, row.applied, waits, row.record)


def _waits_for(session: Session, ctx: Context, row: Override, match: Match) -> Iterator[str]:
    """Yield what an override that was carried out still waits for."""
    for change in session.exec(select(AddressChange).where(AddressChange.match == match.id, AddressChange.by_gm)):
        if f":gm:{match.id}:{row.record}:" in change.key:
            hours = address.OBJECTION.total_seconds() / 3600
            yield f"waits until {change.old} confirms {change.address}, or has not objected for {hours:.0f} hours"
    silent = rollback.seats_not_agreed(session, match) if rollback.is_vote_open(session, match) else ()
    if silent and rollback.question(session, ctx.game(match.game), match)[0] == row.record:
        yield f"waits until all players agree; answers that are missing: {len(silent)}"  # whose is theirs to tell


def _pending_entry(session: Session, planned: Sequence[MatchPlan], plan: OverridePlan) -> OverrideEntry:
    why = "waits until the file is read: by moderator serve, once or override"
    match = matches.find(session, plan.match)
    if match is None and plan.match != ALL_MATCHES:
        begins = any(each.name == plan.match for each in planned)
        why = f"waits for the match {plan.match}, which {'has not begun' if begins else 'does not exist'}"
    elif match is not None and match.withdrawn:
        why = f"waits until {match.name}, which was withdrawn, begins anew"
    return OverrideEntry(plan.name, plan.match, OverrideState.PENDING, decisions.written(plan), why=why)
