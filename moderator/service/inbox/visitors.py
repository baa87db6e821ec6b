"""Letters of people who are unknown here: they join an open match, watch a match, or ask about either."""

from datetime import timedelta

from sqlmodel import Session

from moderator.language.reading.commands import Command, Matches, Ratings, Series, Unsubscribe, Watch
from moderator.mail.letter import ReadLetter
from moderator.service.codes import Verdict
from moderator.service.commands import joining
from moderator.service.commands.command_context import CommandContext, label
from moderator.service.commands.dispatch import carry_out, fold
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
_HEARD: tuple[type[Command], ...] = (*joining.OF_OPEN_MATCHES, Matches, Watch, Unsubscribe, Ratings, Series)
"""Commands for visitors: a letter with one of them is answered whole, line by line."""
_DAY = timedelta(days=1)

Said = list[tuple[int, Command]]


def hear(
    session: Session, ctx: Context, row: Letter, letter: ReadLetter, *, status: SenderStatus, said: Said
) -> Said | None:
    """Do what somebody unknown may ask for; return the commands that the GM is to hear of, None if nothing was done.

    Without proof that they are real we ask, at the address, whether they wrote that, or send a list once a day. The
    GM hears of the rest, since nobody may ever answer.
    """
    visit, proved = _Visit(session, ctx, row, letter), status is SenderStatus.STRANGER
    if not any(isinstance(command, _HEARD) for _, command in said):
        return None
    if not (visit.answer(said) if proved else visit.ask(said)):
        return None
    row.status, row.verdict = LetterStatus.DONE, Verdict.ANSWERED
    return [] if proved else [each for each in said if not visit.can_ask(each[1])]


class _Visit:
    """A letter of somebody unknown."""

    def __init__(self, session: Session, ctx: Context, row: Letter, letter: ReadLetter) -> None:
        self.session, self.ctx, self.row, self.letter = session, ctx, row, letter
        self.visitor = Visitor(name=letter.sender_name, address=letter.address)

    def can_ask(self, command: Command) -> bool:
        """Tell whether a command is about a match that people can join, so that we can ask who wrote it."""
        return not command.harmless and joining.open_match_of(self.session, self.ctx, command) is not None

    def answer(self, said: Said) -> bool:
        """Carry out the commands of somebody who is proved real, unless too many were answered today."""
        own = f"{_ANSWERS}{self.letter.address}:"
        if self._are_many(own, _EACH) or self._are_many(_ANSWERS, _PER_DAY):
            return False
        self._tell(said, f"{own}{self.row.id}")
        return True

    def ask(self, said: Said) -> bool:
        """Ask the address whether the commands are its own; once a day it is told what it only asks.

        What is beside a question waits for its answer, which proves who wrote that, too.
        """
        if not self.letter.address:
            return False
        own = f"{_UNPROVED}{self.letter.address}:{self.ctx.now():%Y-%m-%d}"
        asks = any(isinstance(command, _HEARD) and command.harmless for _, command in said)
        if asks and not letter_queries.is_written(self.session, own) and not self._are_many(_UNPROVED, _LISTS):
            self._tell(said, own, proved=False)
            return True
        also = tuple(label(command) for _, command in fold(said) if not self.can_ask(command))
        done = False
        for _, command in said:
            done = self._ask(command, () if done else also) or done
        return done

    def _are_many(self, prefix: str, most: int) -> bool:
        return letter_queries.outbox_keys(self.session, prefix, self.ctx.now() - _DAY) >= most

    def _tell(self, said: Said, key: str, *, proved: bool = True) -> None:
        author = members.as_author(self.ctx, self.visitor)

        def context_of(line: int, command: Command) -> CommandContext:
            return CommandContext(
                *(self.session, self.ctx, author, None, self.row, self.letter.thread, command, line, proved),
                address=self.letter.address,
            )

        acknowledge.to_player(
            self.session,
            self.ctx,
            author,
            verdict=Verdict.ANSWERED,
            answers=carry_out(said, context_of),
            key=key,
            to=self.letter.address,
            in_reply_to=self.row.message_id or "",
        )

    def _ask(self, command: Command, also: tuple[str, ...]) -> bool:
        open_match = joining.open_match_of(self.session, self.ctx, command)
        if open_match is None or command.harmless:
            return False
        return joining.ask(self.session, self.ctx, open_match, command, self.visitor, letter=self.row, also=also)
