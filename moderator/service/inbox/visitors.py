"""Letters of people who are unknown here: they join an open match, watch a match, or ask about either."""

from datetime import timedelta

from sqlmodel import Session

from moderator.language.reading.commands import Command, Matches, Ratings, Series, Unsubscribe, Watch
from moderator.mail.letter import ReadLetter
from moderator.service.codes import Verdict
from moderator.service.commands import joining
from moderator.service.commands.command_context import CommandContext
from moderator.service.commands.dispatch import carry_out
from moderator.service.context import Context
from moderator.service.inbox import acknowledge
from moderator.service.inbox.identify import SenderStatus
from moderator.service.recruiting import members
from moderator.service.recruiting.members import Visitor
from moderator.store import letter_queries
from moderator.store.statuses import LetterStatus
from moderator.store.tables import Letter

_ANSWERS, _PER_DAY, _EACH = "ack:visitor:", 200, 10
"""Letters that answer strangers in a day, at most: to all of them, and to each."""
_UNPROVED, _LISTS = "ack:list:", 50
"""Letters in a day, at most, that list matches, ratings or series for strangers whom nobody vouches for."""
_HEARD = (Matches, Watch, Unsubscribe, Ratings, Series)
"""Commands for visitors, besides those about open matches."""
_DAY = timedelta(days=1)

Said = list[tuple[int, Command]]


def hear(session: Session, ctx: Context, row: Letter, letter: ReadLetter, *, status: SenderStatus, said: Said) -> Said:
    """Do what somebody unknown may ask for; return the commands that are left.

    Without proof that they are real we ask, at the address, whether they wrote that, or send a list once a day.
    """
    visit = _Visit(session, ctx, row, letter)
    asked = [(line, command) for line, command in said if visit.is_heard(command)]
    if not asked or not (visit.answer(asked) if status is SenderStatus.STRANGER else visit.ask(asked)):
        return said
    row.status, row.verdict = LetterStatus.DONE, Verdict.ANSWERED
    return [each for each in said if each not in asked]


class _Visit:
    """A letter of somebody unknown."""

    def __init__(self, session: Session, ctx: Context, row: Letter, letter: ReadLetter) -> None:
        self.session, self.ctx, self.row, self.letter = session, ctx, row, letter
        self.visitor = Visitor(name=letter.sender_name, address=letter.address)

    def is_heard(self, command: Command) -> bool:
        """Tell whether a command is one for visitors."""
        return isinstance(command, _HEARD) or joining.open_match_of(self.session, self.ctx, command) is not None

    def answer(self, asked: Said) -> bool:
        """Carry out the commands of somebody who is proved real, unless too many were answered today."""
        own = f"{_ANSWERS}{self.letter.address}:"
        if self._are_many(own, _EACH) or self._are_many(_ANSWERS, _PER_DAY):
            return False
        self._tell(asked, f"{own}{self.row.id}")
        return True

    def ask(self, asked: Said) -> bool:
        """Ask the address whether the commands are its own; once a day it is told what it only asks."""
        if not self.letter.address:
            return False
        done = [self._ask(command) for _, command in asked if not command.harmless]
        own = f"{_UNPROVED}{self.letter.address}:{self.ctx.now():%Y-%m-%d}"
        told = [(line, command) for line, command in asked if command.harmless]
        if told and not letter_queries.is_written(self.session, own) and not self._are_many(_UNPROVED, _LISTS):
            self._tell(told, own)
            done.append(True)
        return any(done)

    def _are_many(self, prefix: str, most: int) -> bool:
        return letter_queries.outbox_keys(self.session, prefix, self.ctx.now() - _DAY) >= most

    def _tell(self, asked: Said, key: str) -> None:
        author = members.as_author(self.ctx, self.visitor)

        def context_of(line: int, command: Command) -> CommandContext:
            return CommandContext(
                *(self.session, self.ctx, author, None, self.row, self.letter.thread, command, line),
                address=self.letter.address,
            )

        acknowledge.to_player(
            self.session,
            self.ctx,
            author,
            verdict=Verdict.ANSWERED,
            answers=carry_out(asked, context_of),
            key=key,
            to=self.letter.address,
            in_reply_to=self.row.message_id or "",
        )

    def _ask(self, command: Command) -> bool:
        open_match = joining.open_match_of(self.session, self.ctx, command)
        if open_match is None:
            return False
        answers = self.row.message_id or ""
        return joining.ask(self.session, self.ctx, open_match, command, self.visitor, in_reply_to=answers)
