"""Letters of people who are unknown here and ask about open matches, or would like to join one."""

from collections.abc import Sequence
from datetime import timedelta

from sqlmodel import Session

from moderator.language.reading.commands import Command, Matches, Who
from moderator.mail.letter import ReadLetter
from moderator.service.codes import Verdict
from moderator.service.commands import joining
from moderator.service.commands.command_context import CommandContext
from moderator.service.commands.dispatch import carry_out
from moderator.service.context import Context
from moderator.service.inbox import acknowledge
from moderator.service.inbox.identify import SenderStatus
from moderator.service.recruiting.members import Visitor
from moderator.store import letter_queries
from moderator.store.statuses import LetterStatus
from moderator.store.tables import Letter, Player

_ANSWERS, _PER_DAY, _EACH = "ack:visitor:", 200, 10
"""Letters that answer strangers about open matches in a day, at most: to all of them, and to each."""
_DAY = timedelta(days=1)

Said = Sequence[tuple[int, Command]]


def hear(session: Session, ctx: Context, row: Letter, letter: ReadLetter, *, status: SenderStatus, said: Said) -> bool:
    """Do what somebody unknown asks about open matches; False if the letter asks nothing of the kind.

    Whoever is not proved real is asked, at the address, whether they wrote that.
    """
    visit = _Visit(session, ctx, row, letter)
    asked = [(line, command) for line, command in said if visit.is_heard(command)]
    done = visit.answer(asked) if status is SenderStatus.STRANGER else visit.ask(asked)
    if done:
        row.status, row.verdict = LetterStatus.DONE, Verdict.ANSWERED
    return done


class _Visit:
    """A letter of somebody unknown."""

    def __init__(self, session: Session, ctx: Context, row: Letter, letter: ReadLetter) -> None:
        self.session, self.ctx, self.row, self.letter = session, ctx, row, letter
        self.name = " ".join(letter.sender.name.split()) if letter.sender else ""

    def is_heard(self, command: Command) -> bool:
        """Tell whether a command is one for visitors."""
        return isinstance(command, Matches) or joining.open_match_of(self.session, command) is not None

    def answer(self, asked: Said) -> bool:
        """Carry out the commands of somebody who is proved real, unless too many were answered today."""
        own, since = f"{_ANSWERS}{self.letter.address}:", self.ctx.now() - _DAY
        if (
            not asked
            or letter_queries.outbox_keys(self.session, own, since) >= _EACH
            or letter_queries.outbox_keys(self.session, _ANSWERS, since) >= _PER_DAY
        ):
            return False
        visitor = Player(name=self.name, zone=self.ctx.settings.zone)

        def context_of(line: int, command: Command) -> CommandContext:
            return CommandContext(
                *(self.session, self.ctx, visitor, None, self.row, self.letter.thread, command, line),
                address=self.letter.address,
            )

        acknowledge.to_player(
            self.session,
            self.ctx,
            visitor,
            verdict=Verdict.ANSWERED,
            answers=carry_out(asked, context_of),
            key=f"{own}{self.row.id}",
            to=self.letter.address,
            in_reply_to=self.row.message_id or "",
        )
        return True

    def ask(self, asked: Said) -> bool:
        """Ask the address whether the commands are its own, those that change anything; tell whether it was asked."""
        answered = [self._ask(command) for _, command in asked if not isinstance(command, Who)]
        return any(answered)

    def _ask(self, command: Command) -> bool:
        open_match, address = joining.open_match_of(self.session, command), self.letter.address
        if open_match is None or not address:
            return False
        visitor = Visitor(name=self.name, address=address)
        answers = self.row.message_id or ""
        return joining.ask(self.session, self.ctx, open_match, command, visitor, in_reply_to=answers)
