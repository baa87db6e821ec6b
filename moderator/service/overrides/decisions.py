"""What was decided of an override: once, by its id, and told to the GM; an id that was refused is used up."""

from collections.abc import Sequence

from sqlalchemy import ColumnElement
from sqlmodel import Session, col, select

from moderator.core.errors import ModeratorError
from moderator.service import outbox
from moderator.service.context import ALL_MATCHES, Context, OverridePlan
from moderator.service.letter_parts import Note
from moderator.service.overrides import memos
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
    """Return the beginning of what is said about an override: where it stands, its id, and of several the match."""
    named = f'override "{plan.name}"' if plan.name else "these lines"
    where = f' in match "{plan.match}"' if plan.is_for_several and plan.match != ALL_MATCHES else ""
    return f"{plan.place}: {named}{where}" if plan.place else f"{named}{where}"


def lines_of(plan: OverridePlan) -> tuple[str, ...]:
    """Return the lines of an override as they are kept."""
    return tuple(line.strip() for line in plan.lines)


def written(plan: OverridePlan) -> tuple[str, ...]:
    """Return an override as it is kept to be compared and shown: its lines, and the reason behind them."""
    return (*lines_of(plan), *((f"why: {plan.why}",) if plan.why else ()))


def find_decision(session: Session, ctx: Context, plan: OverridePlan, match: Match) -> Override | None:
    """Return what was decided of an override in a match before, None if nothing was.

    Raises OverrideError if it was refused, or if its id was used for something else. One that an older release refused
    is recorded with its match and text now, and the GM is told.
    """
    known = _row(session, plan, Override.match == match.id)
    if known is None:
        known = _row(session, plan, col(Override.match).is_(None), Override.refused != "")
        if known is not None:
            known.match, known.text, known.record = match.id, "\n".join(written(plan)), match.number
            _tell(session, ctx, match, "override-refused-before", [(plan, known)])
    # any other one is as good, since all of an id were compared with one another
    row = known or _row(session, plan, col(Override.match).is_not(None)) or _row(session, plan)
    if row is not None:
        _check_same(session, plan, row)
    if known is not None and known.refused:
        raise refused_before(plan, known)
    return known


def find_decision_for_withdrawn(session: Session, plan: OverridePlan) -> Override | None:
    """Return what was decided of an override for a match of this name that was withdrawn since: it is of no later one.

    None if that is not so.
    """
    decided = select(Override, Match).join(Match, col(Match.id) == col(Override.match))
    rows = session.exec(decided.where(Override.name == plan.name, col(Match.withdrawn)).order_by(col(Override.id)))
    for row, match in rows if plan.name else ():
        if match.settings.name == plan.match and row.text in ("\n".join(written(plan)), ""):
            return row
    return None


def find_decision_for_all(session: Session, plan: OverridePlan) -> Override | None:
    """Return what was decided of which matches an override for all of them means, None if nothing was.

    Raises OverrideError if its id was used for something else.
    """
    known = _row(session, plan, col(Override.match).is_(None), Override.refused == "")
    row = known or _row(session, plan)
    if row is not None:
        _check_same(session, plan, row)
    return known


def decide_for_all(session: Session, ctx: Context, plan: OverridePlan, newest: int) -> None:
    """Write down that an override for all matches means those up to one."""
    text = "\n".join(written(plan))
    session.add(Override(name=plan.name, match=None, text=text, applied=ctx.now(), record=newest))


def _row(session: Session, plan: OverridePlan, *which: ColumnElement[bool] | bool) -> Override | None:
    """Return the first that was decided under the id of an override, of those that are meant."""
    asked = select(Override).where(Override.name == plan.name, *which).order_by(col(Override.id))
    return session.exec(asked).first() if plan.name else None


def _check_same(session: Session, plan: OverridePlan, row: Override) -> None:
    """Raise OverrideError unless what was decided under an id was this override, for a match that it is for."""
    text, was, when = "\n".join(written(plan)), "refused" if row.refused else "applied", _when(row)
    other = session.get_one(Match, row.match) if row.match is not None else None
    if other is not None and not (plan.is_for(other.name) or plan.is_for(other.settings.name)):
        raise OverrideError(
            f'{about(plan)}: this id was {was} on {when} in match "{other.name}". An id is used once in all matches: '
            "give this override an id of its own, or name all matches in one."
        )
    if row.text not in (text, ""):  # empty: it named somebody who was erased since
        said = "; ".join(row.text.splitlines())
        raise OverrideError(
            f"{about(plan)}: this id was {was} on {when} with another text{f' ({said})' if said else ''}. An id is "
            "used once: put the old text back, and give the new one an id of its own."
        )


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
    """Tell the GM of overrides of a match in one memo, and of each that is for several in the memo on that."""
    notes = {
        row.id: Note(code, {"id": plan.name, "why": row.refused, "place": plan.place}, written(plan))
        for plan, row in refused
    }
    for note in (notes.pop(row.id) for plan, row in refused if plan.is_for_several):
        memos.tell(session, ctx, match, note)
    if not notes:
        return
    (number, first), *more = notes.items()
    rest, key = tuple(note for _, note in more), f"{code}:{number}"
    outbox.memo(session, ctx, code, key, match=match.name, facts=first.facts, lines=first.lines, more=rest)
