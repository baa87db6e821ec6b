"""What a seat's letter does: its orders are filed, its commands carried out. The desk and ``moderator read`` share it.

``moderator read`` serves a letter in a transaction that is dropped: so it tells what would come of it, commands too.
"""

from msgspec import Struct
from msgspec.structs import replace

from moderator.language.reading.commands import Command
from moderator.mail import letter as mime
from moderator.service.commands.asked import Asked
from moderator.service.commands.together import carry_out
from moderator.service.facts import Answer
from moderator.service.inbox.identify import Caller
from moderator.service.sheets import filing
from moderator.service.sheets.lock_seat import Situation
from moderator.service.sheets.plan_change import Weighed, weigh
from moderator.store.tables import Letter


class Served(Struct, frozen=True, kw_only=True):
    """What came of a letter: how it was weighed, the answers to its commands, and the sheet's numbers by then."""

    weighed: Weighed
    answers: tuple[Answer, ...]
    filed: bool
    before: int | None
    """The number of the sheet that was on file, if there was one."""
    now: int | None

    @property
    def changed(self) -> bool:
        """Whether another sheet is on file, or none any more."""
        return self.now != self.before


def serve(here: Situation, row: Letter, letter: mime.Letter, caller: Caller) -> Served:
    """File what a letter orders and carry its commands out."""
    with here.session.no_autoflush:  # what is changed so far, no question asks for
        weighed = weigh(here, row, letter, caller.asking)
    before = here.sheet.number if here.sheet else None
    filed = _file(here, row, weighed)

    def asked(line: int, command: Command) -> Asked:
        return Asked(here.session, here.ctx, here.player, here, row, letter.thread, command, line)

    answers = carry_out(weighed.asked, asked, weighed.before, weighed.blocked_for)
    if weighed.open and not weighed.blocked:
        filing.hold(here, row, wait=None, open_=weighed.open)  # READY may have filed what silence means
    now = here.sheet.number if here.sheet else None
    if now != before and weighed.verdict in ("answered", "nothing-read"):
        weighed = replace(weighed, verdict="changed")
    return Served(weighed=weighed, answers=answers, filed=filed or now != before, before=before, now=now)


def _file(here: Situation, row: Letter, weighed: Weighed) -> bool:
    """Put on file what a letter orders; return whether the sheet changed."""
    if weighed.blocked:
        return False
    if weighed.orders is not None:
        filing.file(here, weighed.orders, row, wait=weighed.wait, open_=weighed.open, spoken=weighed.spoken)
        return True
    if weighed.withdraw:
        return filing.withdraw(here, row, weighed.open)
    if weighed.wait is not None or weighed.open != here.complaints:
        filing.hold(here, row, wait=weighed.wait, open_=weighed.open)
    return False
