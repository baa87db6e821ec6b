"""What the operator's file asks for: new matches begin, overrides are applied, and the GM is told what is wrong."""

from collections.abc import Collection, Sequence
from datetime import datetime

import structlog
from sqlalchemy.exc import OperationalError

from moderator.config import Config
from moderator.core.errors import ModeratorError, describe_error
from moderator.service.admin import operators_file
from moderator.service.context import Context, MatchPlan, OverridePlan
from moderator.service.matches import beginning, deadlines, differences, names, plan_warnings
from moderator.service.overrides import apply as overrides
from moderator.service.overrides import decisions
from moderator.service.recruiting import opening
from moderator.store.session import Store

_log = structlog.get_logger()


class ConfigFile:
    """The operator's file as it was read last, with the matches of it that are still to begin."""

    def __init__(self, store: Store) -> None:
        """Begin with no match that waits, and no override."""
        self._store = store
        self._to_come: list[MatchPlan] = []
        self._overrides: Sequence[OverridePlan] = ()
        self._again: list[OverridePlan] = []
        """Overrides that found the database busy or away."""
        self._said_before: list[str] | None = None
        """What was to be said of the file until now, None before the first reading."""

    def take_over(self, ctx: Context, before: Config, config: Config, later: Sequence[str]) -> list[str]:
        """Begin the new matches of a file and apply its new overrides; return the lines that the GM is mailed.

        These are ``later`` first, what counts only when the moderator is started again. A match or override that cannot
        be made is told there and does not stop the others.
        """
        self.accept(ctx)
        self._to_come, self._overrides, self._again = [], config.overrides, []
        gone = {plan.name for plan in before.matches} - {plan.name for plan in config.matches}
        with self._store.write() as session:
            names.give_up(session, ctx, config.matches)
        with self._store.read() as session:
            message_lines = plan_warnings.taken_out(session, gone) + opening.taken_out(session, ctx, gone)
            made = differences.find_made_matches(session, config.matches)
            opened = opening.find_opened(session, config.matches)
        compared = {plan.name: self._differences(plan, made[plan.name]) for plan in config.matches if plan.name in made}
        compared |= {
            plan.name: [*opening.differences(plan, opened[plan.name])] for plan in config.matches if plan.name in opened
        }
        begun_lines = self._begin(ctx, [plan for plan in config.matches if plan.name not in compared])
        applied = self._apply(ctx, config.overrides)
        with self._store.write() as session:  # an override of this reading may have withdrawn a match
            freed = names.give_up(session, ctx, config.matches)
        begun_lines += self._begin(ctx, [plan for plan in config.matches if plan.name in freed])
        applied |= self._apply(ctx, self._overrides_of(freed))
        message_lines += (line for name, lines in compared.items() if name not in freed for line in lines)
        message_lines += (*begun_lines, *(line for lines in applied.values() for line in lines))
        with self._store.write() as session:
            deadlines.reschedule_checks(session, ctx)
        if message_lines:  # they quote what people wrote, orders too: the memo has them
            _log.warning("config.told", count=len(message_lines), places=operators_file.places(message_lines))
        message_lines = [*later, *message_lines]
        self._tell(ctx, message_lines)
        return message_lines

    def refuse(self, ctx: Context, faults: Sequence[str]) -> bool:
        """Tell the GM of all mistakes of a file that is not taken over; return whether that is another letter."""
        with self._store.write() as session:
            return operators_file.report_refusal(session, ctx, faults)

    def accept(self, ctx: Context) -> bool:
        """Tell the GM that the file is good again, once, if it was refused before; return whether it was."""
        with self._store.write() as session:
            return operators_file.report_acceptance(session, ctx)

    def begin_due(self, ctx: Context) -> None:
        """Begin the matches whose time has come since the file was read, and apply the overrides that waited.

        These waited for such a match, or until the database was there again.
        """
        due = {plan.name for plan in self._to_come if not beginning.waits(ctx, plan)}
        if due or self._again:
            lines = self._begin(ctx, self._to_come)
            plans = list(dict.fromkeys((*self._again, *self._overrides_of(due))))
            applied = self._apply(ctx, plans)
            lines += (line for lines in applied.values() for line in lines)
            waited = tuple(decisions.about(plan) for plan in plans)
            stood = [line for line in self._said_before or () if not line.startswith(waited)]
            self._tell(ctx, [*stood, *lines])

    def next_start(self, ctx: Context) -> datetime | None:
        """Return when a match of the file begins next."""
        return beginning.next_start(ctx, self._to_come)

    def _tell(self, ctx: Context, lines: Sequence[str]) -> None:
        with self._store.write() as session:
            operators_file.report_lines(session, ctx, lines, self._said_before)
        self._said_before = [*lines]

    def _differences(self, plan: MatchPlan, made: differences.MadeMatch) -> list[str]:
        """Return how the file and a match that has begun differ."""
        try:
            with self._store.read() as session:
                return differences.find(session, plan, made)
        except Exception as error:  # noqa: BLE001 - one bad match never stops the others
            _log.exception("match.not-compared", match=plan.name)
            complaint = "could not be compared with the running match"
            return [f'{plan.place}: match "{plan.name}" {complaint}: {describe_error(error)}']

    def _begin(self, ctx: Context, plans: Sequence[MatchPlan]) -> list[str]:
        """Begin new matches whose time has come; return what is to be said of them. The others wait for theirs."""
        waiting = {plan.name for plan in plans if beginning.waits(ctx, plan)}
        outcome = beginning.begin(self._store, ctx, plans, opening.open_match)
        others = [plan for plan in self._to_come if plan not in plans]
        self._to_come = [*others, *(plan for plan in plans if plan.name in waiting.union(outcome.again))]
        for name in outcome.names:
            _log.info("match.made", match=name)
        lines = list(outcome.lines)
        for plan in plans:
            if (error := outcome.errors.get(plan.name)) is not None:
                _log.error("match.not-made", match=plan.name, exc_info=error)
                lines.append(f'{plan.place}: match "{plan.name}" could not be made: {describe_error(error)}')
        return lines

    def _overrides_of(self, matches: Collection[str]) -> list[OverridePlan]:
        """Return the overrides of the file that are for some matches."""
        return [plan for plan in self._overrides if plan.match.lower() in matches]

    def _apply(self, ctx: Context, plans: Sequence[OverridePlan]) -> dict[tuple[str, str], tuple[str, ...]]:
        """Apply the overrides whose ids are new; return by id and match what is to be said beside the memos on each."""
        lines_of: dict[tuple[str, str], tuple[str, ...]] = {}
        self._again = [plan for plan in self._again if plan not in plans]
        to_come = {plan.name for plan in self._to_come}
        for plan, done in overrides.apply_all(self._store, ctx, plans, to_come=to_come):
            if isinstance(done, Exception) and not isinstance(done, ModeratorError):
                _log.error("override.not-applied", override=plan.name, exc_info=done)
            if isinstance(done, OperationalError):
                self._again.append(plan)
            lines_of[plan.name, plan.match] = overrides.explain(self._store, ctx, plan, done)
        return lines_of
