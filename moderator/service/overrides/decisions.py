"""What was decided of an override: once, by its id, and told to the GM; an id that was refused is used up."""

from collections.abc import Sequence

from sqlmodel import Session, col, select

from moderator.core.errors import ModeratorError
from moderator.service import outbox
from moderator.service.context import Context, OverridePlan
from moderator.service.letter_parts import Note
from moderator.store.tables import Match, Override

_NEW_ID = "To have it tried again, write it under a new id."


class OverrideError(ModeratorError):
    """An override that cannot be applied; nothing was changed, and the text says where and why."""


class RefusedError(OverrideError):
    """An override that is decided against: it is recorded as refused, and its id is used up."""

    def __init__(self, plan: OverridePlan, why: str) -> None:
        """Keep the reason, and say it about the override."""
        self.plan, self.why = plan, why
        super().__init__(f"{about(plan)}: {why}")


class OutdatedError(OverrideError):
    """An override that was written for an earlier record of its match; nothing was decided."""


class AlreadyRefusedError(OverrideError):
    """An override that was refused before, of which the GM has been told."""


def about(plan: OverridePlan) -> str:
    """Return the beginning of what is said about an override: where it stands, and its id."""
    named = f'override "{plan.name}"' if plan.name else "these lines"
    return f"{plan.place}: {named}" if plan.place else named


def lines_of(plan: OverridePlan) -> tuple[str, ...]:
    """Return the lines of an override as they are kept."""
    return tuple(line.strip() for line in plan.lines)


def written(plan: OverridePlan) -> tuple[str, ...]:
    """Return an override as it is kept to be compared and shown: its lines, and the reason behind them."""
    return (*lines_of(plan), *((f"why: {plan.why}",) if plan.why else ()))


def find_decision(session: Session, plan: OverridePlan) -> Override | None:
    """Return what was decided of an override before, None if nothing was."""
    return session.exec(select(Override).where(Override.name == plan.name)).first() if plan.name else None


def find_decision_for_withdrawn(session: Session, plan: OverridePlan) -> Override | None:
    """Return what was decided of an override for a match of this name that was withdrawn since: it is of no later one.

    None if that is not so.
    """
    known = find_decision(session, plan)
    if known is None or known.match is None:
        return None
    match = session.get_one(Match, known.match)
    former = match.withdrawn and match.settings.name == plan.match
    return known if former and known.text in ("\n".join(written(plan)), "") else None


def check(session: Session, ctx: Context, plan: OverridePlan, known: Override, match: Match) -> None:
    """Raise OverrideError unless an override is the one that was applied under its id.

    One that an older release refused is recorded with its match and text now, and the GM is told.
    """
    text = "\n".join(written(plan))
    if known.match is None:
        known.match, known.text, known.record = match.id, text, match.number
        _tell(session, ctx, match, "override-refused-before", [(plan, known)])
    was, when = "refused" if known.refused else "applied", _when(known)
    if known.match != match.id:
        other = session.get_one(Match, known.match).name
        raise OverrideError(
            f'{about(plan)}: this id was {was} on {when} in match "{other}". An id is used once in all matches: '
            "give this override an id of its own."
        )
    if known.text not in (text, ""):  # empty: it named somebody who was erased since
        said = "; ".join(known.text.splitlines())
        raise OverrideError(
            f"{about(plan)}: this id was {was} on {when} with another text{f' ({said})' if said else ''}. An id is "
            "used once: put the old text back, and give the new one an id of its own."
        )
    if known.refused:
        raise refused_before(plan, known)


def refused_before(plan: OverridePlan, known: Override) -> AlreadyRefusedError:
    """Return what is said of an override that was refused."""
    return AlreadyRefusedError(f"{about(plan)}: it was refused on {_when(known)}: {known.refused}. {_NEW_ID}")


def _when(known: Override) -> str:
    return f"{known.applied:%Y-%m-%d %H:%M} UTC"


def refuse(session: Session, ctx: Context, match: Match, refusals: Sequence[RefusedError]) -> None:
    """Record overrides of a match as refused, and tell the GM of them in one memo."""
    told = []
    for refusal in refusals:
        plan = refusal.plan
        row = Override(
            name=plan.name,
            match=match.id,
            text="\n".join(written(plan)),
            applied=ctx.now(),
            record=match.number,
            refused=refusal.why.removesuffix("."),
        )
        session.add(row)
        told.append((plan, row))
    if told:
        session.flush()
        _tell(session, ctx, match, "override-refused", told)


def new_override_id(session: Session, ctx: Context, prefix: str) -> str:
    """Return an id for an override that stands in no file: the prefix, the day, and a number."""
    begin = f"{prefix}-{ctx.now():%Y-%m-%d}-"
    used = set(session.exec(select(Override.name).where(col(Override.name).startswith(begin))))
    return next(name for number in range(1, len(used) + 2) if (name := f"{begin}{number}") not in used)


def _tell(
    session: Session, ctx: Context, match: Match, code: str, refused: Sequence[tuple[OverridePlan, Override]]
) -> None:
    notes = [
        Note(code, {"id": plan.name, "why": row.refused, "place": plan.place}, written(plan)) for plan, row in refused
    ]
    first, *more = notes
    outbox.memo(
        session,
        ctx,
        code,
        f"{code}:{refused[0][1].id}",
        match=match.name,
        facts=first.facts,
        lines=first.lines,
        more=tuple(more),
    )
