"""What a seat's letter does: its orders are filed, its commands carried out.

``moderator read`` applies a letter in a transaction that is dropped: so it tells what would come of it, commands too.
"""

from msgspec import Struct
from msgspec.structs import replace

from moderator.language.reading.commands import Command
from moderator.mail.letter import ReadLetter
from moderator.service.codes import Verdict
from moderator.service.commands.asked import Asked
from moderator.service.commands.together import carry_out
from moderator.service.inbox.identify import Caller
from moderator.service.letter_parts import Answer
from moderator.service.matches import absences
from moderator.service.matches.situation import Situation
from moderator.service.sheets import filing
from moderator.service.sheets.plan_change import Change, plan_change
from moderator.store.tables import Letter


class Answered(Struct, frozen=True, kw_only=True):
    """What came of a letter: what changes by it, the answers to its commands, and the sheet's numbers by then."""

    change: Change
    answers: tuple[Answer, ...]
    filed: bool
    before: int | None
    """The number of the sheet that was on file, if there was one."""
    now: int | None

    @property
    def changed(self) -> bool:
        """Whether another sheet is on file, or none any more."""
        return self.now != self.before


def apply_letter(here: Situation, row: Letter, letter: ReadLetter, caller: Caller) -> Answered:
    """File what a letter orders and carry its commands out; whoever was absent is back with it."""
    if here.place.missed:
        absences.come_back(here, row)
    with here.session.no_autoflush:  # what is changed so far, no question asks for
        change = plan_change(here, row, letter, caller.asking)
    before = here.sheet.number if here.sheet else None
    filed = _file(here, row, change)

    def asked(line: int, command: Command) -> Asked:
        return Asked(here.session, here.ctx, here.player, here, row, letter.thread, command, line)

    answers = carry_out(change.asked, asked, change.before, change.blocked_for)
    if change.open and not change.blocked:
        filing.hold(here, row, wait=None, open_=change.open)  # READY may have filed what silence means
    now = here.sheet.number if here.sheet else None
    if now != before and change.verdict in (Verdict.ANSWERED, Verdict.NOTHING_READ):
        change = replace(change, verdict=Verdict.CHANGED)
    return Answered(change=change, answers=answers, filed=filed or now != before, before=before, now=now)


def _file(here: Situation, row: Letter, change: Change) -> bool:
    """Put on file what a letter orders; return whether the sheet changed."""
    if change.blocked:
        return False
    if change.orders is not None:
        filing.file(here, change.orders, row, wait=change.wait, open_=change.open, spoken=change.spoken)
        return True
    if change.withdraw:
        return filing.withdraw(here, row, change.open)
    if change.wait is not None or change.open != here.complaints:
        filing.hold(here, row, wait=change.wait, open_=change.open)
    return False
