"""Commands about the sheet on file: CLEAR, ADD, READY, WAIT. What they do is done before any other is answered."""

from moderator.language.reading.commands import Clear
from moderator.service.codes import AnswerCode, RefusalCode
from moderator.service.commands.asked import Asked
from moderator.service.letter_parts import Answer
from moderator.service.matches import asking, deadlines
from moderator.service.matches.situation import Situation
from moderator.service.sheets import filing


def clear(asked: Asked, command: Clear, before: int) -> Answer:
    """Tell what was withdrawn; ``before`` is how many orders were on file when the letter came."""
    if not before:
        return asked.answer(RefusalCode.CLEAR_NOTHING)
    return asked.answer(AnswerCode.CLEARED_ONE if command.which else AnswerCode.CLEARED, which=command.which)


def add(asked: Asked, here: Situation) -> Answer:
    """Tell that the orders were added to those on file, or those brought back that a new sheet left out."""
    added = here.sheet is not None and here.sheet.letter == asked.letter.id
    return asked.answer(AnswerCode.ADDED if added else RefusalCode.ADD_NOTHING)


def ready(asked: Asked, here: Situation) -> Answer:
    """Tell when the turn runs; without orders on file, READY files what silence would mean."""
    if here.sheet is None:
        filing.file(here, here.silence, asked.letter, wait=False)
        return asked.answer(AnswerCode.READY_SILENCE, *here.lines(here.orders))
    runs = deadlines.all_in_at(asked.ctx, here.match)
    pause = int(asking.settings_of(asked.ctx, here.match).delay.total_seconds())
    dated = int(here.match.deadline is not None)
    return asked.answer(
        AnswerCode.READY, runs=runs.isoformat() if runs else "", pause=pause, dated=dated, faulty=int(here.sheet.faulty)
    )


def wait(asked: Asked, here: Situation) -> Answer:
    """Tell that the turn is held back until the deadline."""
    return asked.answer(AnswerCode.WAIT if here.sheet else AnswerCode.WAIT_ANYWAY)
