"""Steps 5 to 7 for one letter: what it says, whether it may change the sheet on file, and what that would become.

Nothing is changed here: filing and ``moderator read`` both weigh a letter, and only filing acts.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from moderator.core.errors import Problem, Stage
from moderator.language import blocks
from moderator.language.blocks import Understood
from moderator.language.commands import Command
from moderator.language.text_lines import TextLine, is_mark
from moderator.service import filing, shown
from moderator.service import letter as mime
from moderator.service.commands import sheets
from moderator.service.facts import SaidLine
from moderator.service.filing import AnyEntry
from moderator.service.mending import with_legal_hints
from moderator.service.situation import Situation
from moderator.store.tables import Letter, MatchStatus

AnyUnderstood = Understood[Any]

_MOST_SAID = 60
"""So many lines of a letter are shown in its answer."""

_MOST_PROBLEMS = 5


class Weighed(Struct, frozen=True, kw_only=True):
    """What a letter amounts to for a seat.

    ``verdict`` is the acknowledgement's; ``blocked`` the code why the sheet on file cannot change now, empty if it
    can. ``orders`` is the sheet to be filed, None for none; ``withdraw`` means that what is on file falls.
    """

    verdict: str
    blocked: str
    understood: AnyUnderstood
    problems: tuple[Problem, ...]
    orders: tuple[Any, ...] | None = None
    withdraw: bool = False
    wait: bool | None = None
    before: int = 0

    @property
    def faulty(self) -> bool:
        """Whether lines of the letter fell that may have been orders, and so may change the sheet once they are mended.

        READY in the same letter does not speak for them: its writer did not know of them.
        """
        botched = self.understood.botched
        return not self.blocked and any(problem.falls and problem.line not in botched for problem in self.problems)

    @property
    def commands(self) -> tuple[Command, ...]:
        """The commands of the letter."""
        return tuple(command for _, command in self.understood.commands)

    def said(self, lines: Sequence[TextLine]) -> tuple[SaidLine, ...]:
        """Return the first lines of the letter that were taken as orders or commands, or that have problems."""
        texts = {line.number: line.text for line in lines}
        problems: dict[int, list[Problem]] = {}
        for problem in self.problems:
            problems.setdefault(problem.line or 0, []).append(problem)
        return tuple(
            SaidLine(
                number,
                texts.get(number, problems[number][0].fragment if number in problems else ""),
                tuple(problems.get(number, ())[:_MOST_PROBLEMS]),
            )
            for number in sorted(self._numbers)[:_MOST_SAID]
        )

    @property
    def is_said_whole(self) -> bool:
        """Whether every such line is shown, and the letter was read to its end."""
        return self.understood.ended != "limit" and len(self._numbers) <= _MOST_SAID

    @property
    def _numbers(self) -> set[int]:
        entries = {entry.line for entry in self.understood.entries}
        commands = {line for line, _ in self.understood.commands}
        return entries | commands | {problem.line or 0 for problem in self.problems}


def weigh(here: Situation, row: Letter, letter: mime.Letter, answers: int | None) -> Weighed:
    """Weigh a letter; ``answers`` is the number of the asking that it was written for, as far as it says."""
    form = here.form()
    sent = here.sent() if any(is_mark(line.text) for line in letter.lines) else form.lines if form else ()
    head = f"{here.match.name} {here.game.info.title}"
    understood = _without_ours(
        here,
        letter,
        blocks.understand(letter.lines, here.game.language, sent=sent, mark=form.mark if form else "", head=head),
    )
    blocked = _blocked(here, row, answers)
    commands = tuple(command for _, command in understood.commands)
    problems = (*understood.problems, *_set_aside(understood))
    weighed = Weighed(
        verdict="answered" if commands else "nothing-read",
        blocked=blocked,
        understood=understood,
        problems=problems,
        before=len(here.orders),
    )
    if blocked:
        return weighed if not understood.entries else replace(weighed, verdict=blocked)
    return _laid(here, weighed, commands, understood.entries)


def _without_ours(here: Situation, letter: mime.Letter, understood: AnyUnderstood) -> AnyUnderstood:
    """Leave out of what was set aside the quoted lines that we sent; which those are is only asked if there are any."""
    if not any(line.quoted for line in understood.aside):
        return understood
    ours = shown.lines(here, letter)
    aside = tuple(line for line in understood.aside if not line.quoted or shown.plain(line.text) not in ours)
    return replace(understood, aside=aside)


def faults_of(letter: mime.Letter, weighed: Weighed) -> tuple[str, ...]:
    """Return the codes of all that could not be read of a letter, or not shown."""
    truncated = ("truncated",) if letter.truncated else ()
    return (*letter.faults, *truncated, *(() if weighed.is_said_whole else ("unending",)))


def _laid(here: Situation, weighed: Weighed, commands: Sequence[Command], entries: Sequence[AnyEntry]) -> Weighed:
    """Lay the orders of a letter that may change the sheet."""
    prompt = here.prompt
    if prompt is None:
        return weighed
    amends = sheets.amends(commands) or weighed.understood.amends
    weighed = replace(weighed, wait=sheets.says(commands), withdraw=sheets.clears(commands))
    standing = here.orders or (here.lasting if weighed.understood.amends else ())
    onto = sheets.kept(standing, commands, prompt) if amends else ()
    changed = amends and onto != here.orders
    alone = replace(
        weighed, orders=onto if changed and onto else None, withdraw=weighed.withdraw or (changed and not onto)
    )
    if not entries:
        return replace(alone, problems=with_legal_hints(here.game, here.view, prompt, onto, alone.problems))
    laid = filing.lay(here.check, prompt, entries, onto)
    problems = with_legal_hints(here.game, here.view, prompt, laid.orders, (*weighed.problems, *laid.problems))
    if not filing.stands(entries, laid.orders):
        return replace(alone, problems=problems)
    return replace(weighed, verdict="filed", problems=problems, orders=laid.orders, withdraw=False)


def _blocked(here: Situation, row: Letter, answers: int | None) -> str:
    """Return why a letter cannot change what is on file, or an empty text."""
    if here.match.status is MatchStatus.OVER or here.asking is None:
        return "match-over"
    if answers is not None and answers > here.match.asking:
        return "asking-ahead"
    meant_earlier = answers is None and row.arrived < here.asking.opened
    if meant_earlier or answers not in (None, here.match.asking):
        return "asking-over"
    if here.prompt is None:
        return "not-asked"
    if filing.is_late(here, row):
        return "too-late"
    return "older-letter" if filing.is_older(here, row) else ""


def _set_aside(understood: AnyUnderstood) -> tuple[Problem, ...]:
    """Return lines that were perhaps meant and do not count, as doubts."""
    return tuple(
        Problem(code="set-aside", stage=Stage.DOUBTFUL, line=line.number, column=0, fragment=line.text.strip())
        for line in understood.aside
    )
