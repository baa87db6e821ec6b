"""``yes``, alone on its line: the suggestion of the answer that a letter replies to, taken as if it had been written.

Only where that answer made a single suggestion, for the asking that is open, and with the sheet as it is now.
"""

from msgspec import Struct

from moderator.core import codec
from moderator.core.errors import Problem, Stage
from moderator.language.reading.commands import COMMANDS, Press
from moderator.language.reading.endings import is_yes
from moderator.mail.letter import ReadLetter
from moderator.service.codes import SheetFault
from moderator.service.facts import Acknowledgement, LetterFacts
from moderator.service.matches.situation import Situation
from moderator.store import queries


class Offer(Struct, frozen=True):
    """What ``yes`` would stand for in a letter: its ``lines``, none if it cannot be taken, for the reason ``code``.

    ``suggested`` are the lines that the answer suggested.
    """

    lines: tuple[str, ...] = ()
    code: str = ""
    suggested: tuple[str, ...] = ()

    def told(self, line: int) -> tuple[Problem, ...]:
        """Return what is to be said of the line that says it; 0 for none."""
        if not line or not self.code:
            return ()
        taken = bool(self.lines)
        problem = Problem(
            code=self.code,
            stage=Stage.NOTED if taken else Stage.DOUBTFUL,
            line=line,
            column=0,
            fragment="yes",
            facts={"lines": self.suggested} if taken else {},
            hints=() if taken else self.suggested,
        )
        return (problem,)


def offer(here: Situation, letter: ReadLetter) -> Offer:
    """Return what ``yes`` stands for in a letter; nobody is asked where no line says it."""
    said = any(not line.quoted and is_yes(line.text) for line in letter.lines)
    answered = _answered(here, letter) if said else None
    suggestions = answered.suggestions if answered else ()
    suggested = tuple(line for each in suggestions for line in each)
    if answered is None or not suggestions:
        return Offer()
    if len(suggestions) > 1:
        return Offer(code=SheetFault.YES_TO_WHICH, suggested=suggested)
    if not _is_as_it_was(here, answered):
        return Offer(code=SheetFault.YES_TOO_LATE, suggested=suggested)
    is_message = isinstance(COMMANDS.attempt(suggested[0]), Press)
    # orders stand on one line, each at its place there; a message is as long as it is
    return Offer(suggested if is_message else ("; ".join(suggested),), SheetFault.YES_TAKEN, suggested)


def _answered(here: Situation, letter: ReadLetter) -> Acknowledgement | None:
    """Return the answer of ours that a letter replies to, None if it replies to something else."""
    for row in queries.letters_out(here.session, here.match.id or 0, here.seat, letter.thread[-1:]):
        facts: LetterFacts | None = codec.unpack(row.payload, LetterFacts | None)
        if isinstance(facts, Acknowledgement):
            return facts
    return None


def _is_as_it_was(here: Situation, answer: Acknowledgement) -> bool:
    """Tell whether the asking and the sheet are those of an answer."""
    sheet = here.sheet.number if here.sheet else None
    then = answer.receipt.number if answer.receipt else None
    return answer.form is not None and answer.form.asking == here.match.asking and sheet == then
