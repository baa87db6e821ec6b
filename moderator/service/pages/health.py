"""How the moderator is, for its GM: what is wrong, what to look at and what is well, the worst first."""

from collections.abc import Mapping

from msgspec import Struct
from sqlmodel import Session

from moderator.service.admin import checkup
from moderator.service.admin.checkup import Diagnosis
from moderator.service.context import Context
from moderator.service.outgoing.envelopes import MAIL
from moderator.store import queries
from moderator.store.statuses import MatchStatus
from moderator.store.tables import Match

LEFT_ALONE = "letters-left-alone"
"""The code under which letters in the mailbox are counted that are for nobody here; it need not be a trouble."""

_WORST_FIRST = ("bad", "look", "good")


class HealthPage(Struct, frozen=True, kw_only=True):
    """The ``troubles`` of the work by their codes, as for how many seconds or how often; and what was found beside."""

    troubles: Mapping[str, int]
    findings: tuple[Diagnosis, ...]

    @property
    def is_well(self) -> bool:
        """Whether nothing is wrong and nothing wants a look."""
        return not self.troubles and all(each.mark == "good" for each in self.findings)


def page(session: Session, ctx: Context, troubles: Mapping[str, int]) -> HealthPage:
    """Return how the moderator is; ``troubles`` are those that it knows itself of its work."""
    stopped = queries.count(session, Match, Match.status == MatchStatus.FAULTED)
    known = dict(troubles)
    found = [
        checkup.clock(ctx.now()),
        checkup.work(session, ctx),
        *checkup.letters(session, ctx, (MAIL, *ctx.settings.forums)),
        *checkup.trust(ctx.settings),
        *checkup.left_alone(known.pop(LEFT_ALONE, 0)),
    ]
    return HealthPage(
        troubles={**known, **({"faulted": stopped} if stopped else {})},
        findings=tuple(sorted(found, key=lambda each: _WORST_FIRST.index(each.mark))),
    )
