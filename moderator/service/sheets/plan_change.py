"""Steps 5 to 7 for one letter: what it says, whether it may change the sheet on file, and what that would become.

Nothing is changed here: filing and ``moderator read`` both weigh a letter, and only filing acts.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from moderator.core.errors import Problem, Stage
from moderator.core.game import Prompt
from moderator.language.grammar.labels import read_label
from moderator.language.numbering import Entry, Missed
from moderator.language.reading import blocks
from moderator.language.reading.commands import Add, Clear, Command, Ready, Wait
from moderator.language.reading.text_lines import TextLine, is_mark
from moderator.language.reading.understood import Understood
from moderator.mail.letter import ReadLetter
from moderator.service.facts import SaidLine
from moderator.service.matches import asking
from moderator.service.matches.chairs import addressees
from moderator.service.sheets import complaints, consent, filing, lines_we_sent, said_of_sheet
from moderator.service.sheets.complaints import Complaint
from moderator.service.sheets.filing import AnyEntry, Merged
from moderator.service.sheets.mending import with_legal_hints
from moderator.service.sheets.situation import Situation
from moderator.store.tables import Letter, MatchStatus

AnyUnderstood = Understood[Any]

_MOST_SAID = 60
"""So many lines of a letter are shown in its answer."""

_MOST_PROBLEMS = 5
_CORRECTED = frozenset(("correction", "taken-back"))
"""Notes on lines that change orders by CLEAR, though they do not say so."""
_PERHAPS = frozenset(("perhaps-quoted", "perhaps-command"))
"""Problems of lines below what may be the beginning of a quote."""


class Change(Struct, frozen=True, kw_only=True):
    """What a letter amounts to for a seat.

    ``verdict`` is the acknowledgement's; ``blocked`` the code why the sheet on file cannot change now, empty if it
    can. ``orders`` is the sheet to be filed, None for none; ``withdraw`` means that what is on file falls. ``spoken``
    are the numbers of the sheet that the letter speaks of, and ``open`` the lines that are waited for after it. Of the
    orders on file ``gone`` are those that a new sheet leaves out, and ``kept`` counts those that a letter left alone.
    ``overtaken``: letters that came later are on file, and this one fills only what they left alone.
    """

    verdict: str
    blocked: str
    understood: AnyUnderstood
    problems: tuple[Problem, ...]
    orders: tuple[Any, ...] | None = None
    withdraw: bool = False
    wait: bool | None = None
    before: int = 0
    numbers: frozenset[str] = frozenset()
    spoken: tuple[str, ...] = (filing.WHOLE,)
    open: tuple[Complaint, ...] = ()
    gone: tuple[Any, ...] = ()
    kept: int = 0
    overtaken: bool = False

    def blocked_for(self, command: Command) -> str:
        """Return the code why a command about the sheet does nothing, empty if it does."""
        late = self.overtaken and isinstance(command, Ready | Wait)
        return self.blocked or ("older-letter" if late else "")

    @property
    def asked(self) -> tuple[tuple[int, Command], ...]:
        """The commands to be answered, with their lines; what the note on a correction tells is not told again."""
        noted = {problem.line: problem.code for problem in self.problems if problem.code in _CORRECTED}
        return tuple(
            (line, command)
            for line, command in self.understood.commands
            if not isinstance(command, Clear)
            or noted.get(line) is None
            or (noted[line] == "taken-back" and command.which in self.numbers)
        )

    @property
    def commands(self) -> tuple[Command, ...]:
        """The commands of the letter."""
        return tuple(command for _, command in self.understood.commands)

    def said(self, lines: Sequence[TextLine]) -> tuple[SaidLine, ...]:
        """Return the first lines of the letter that were taken as orders or commands, or that have problems.

        Before them stand, under no number, the orders on file that fell by it.
        """
        texts = {line.number: line.text for line in lines}
        problems: dict[int, list[Problem]] = {}
        for problem in self.problems:
            problems.setdefault(problem.line or 0, []).append(problem)
        on_file = (SaidLine(0, problem.fragment, (problem,)) for problem in problems.pop(0, ()))
        written = (
            SaidLine(
                number,
                texts.get(number, problems[number][0].fragment if number in problems else ""),
                tuple(problems.get(number, ())[:_MOST_PROBLEMS]),
            )
            for number in sorted(self._numbers - {0})[:_MOST_SAID]
        )
        return (*on_file, *written)

    @property
    def is_said_whole(self) -> bool:
        """Whether every such line is shown, and the letter was read to its end."""
        return self.understood.ended != "limit" and len(self._numbers) <= _MOST_SAID

    @property
    def _numbers(self) -> set[int]:
        entries = {entry.line for entry in self.understood.entries}
        commands = {line for line, _ in self.understood.commands}
        return entries | commands | {problem.line or 0 for problem in self.problems}


def plan_change(here: Situation, row: Letter, letter: ReadLetter, answers: int | None) -> Change:
    """Weigh a letter; ``answers`` is the number of the asking that it was written for, as far as it says."""
    form = here.form()
    sent = here.sent() if any(is_mark(line.text) for line in letter.lines) else form.lines if form else ()
    head = f"{here.match.name} {here.game.info.title}"
    offer = consent.offer(here, letter)
    understood = _without_ours(
        here,
        letter,
        blocks.understand(
            letter.lines,
            here.game.language,
            sent=sent,
            mark=form.mark if form else "",
            head=head,
            numbered=here.prompt is None or bool(here.prompt.numbers),
            names=lambda: addressees(here.session, here.match, here.seat),
            on_file=here.orders,
            yes=offer.lines,
        ),
    )
    blocked = _blocked(here, row, answers, understood)
    commands = tuple(command for _, command in understood.commands)
    problems = (*offer.told(understood.yes), *understood.problems, *_set_aside(understood))
    change = Change(
        verdict="answered" if commands else "nothing-read",
        blocked=blocked,
        understood=understood,
        problems=problems,
        before=len(here.orders),
        numbers=frozenset(order.number for order in here.orders),
        open=here.complaints,
    )
    if blocked:
        return change if not understood.entries else replace(change, verdict=blocked)
    return _Planning(here, row, letter.lines, change, here.prompt).merged() if here.prompt else change


def _without_ours(here: Situation, letter: ReadLetter, understood: AnyUnderstood) -> AnyUnderstood:
    """Leave out the lines that we sent, or that she sent before, of what was quoted, surely or perhaps.

    Which those are is only asked if there are any.
    """
    doubted = [problem for problem in understood.problems if problem.code in _PERHAPS]
    if not doubted and not any(line.quoted for line in understood.aside):
        return understood
    ours = lines_we_sent.lines(here, letter)
    aside = tuple(line for line in understood.aside if not line.quoted or lines_we_sent.plain(line.text) not in ours)
    if not doubted:
        return replace(understood, aside=aside)
    given = (lines_we_sent.plain(here.game.language.format(entry.order)) for entry in understood.entries)
    known = ours | lines_we_sent.ordered(here) | frozenset(given)
    begun = min(problem.line or 0 for problem in doubted)
    left = tuple(problem for problem in understood.problems if not _is_known(problem, known))
    aside = tuple(line for line in aside if line.number < begun or lines_we_sent.plain(line.text) not in known)
    if not (understood.entries or understood.commands or left):  # it may have been all that she meant
        aside += tuple(TextLine(problem.line or 0, problem.fragment) for problem in doubted)
    return replace(understood, aside=aside, problems=left)


def _is_known(problem: Problem, known: Collection[str]) -> bool:
    """Tell whether a line that may be quoted stands in what was sent before, as it is or in the words of the game."""
    return problem.code in _PERHAPS and any(
        lines_we_sent.plain(text) in known for text in (problem.fragment, *problem.hints)
    )


def faults_of(letter: ReadLetter, change: Change) -> tuple[str, ...]:
    """Return the codes of all that could not be read of a letter, or not shown."""
    truncated = ("truncated",) if letter.truncated else ()
    return (*letter.faults, *truncated, *(() if change.is_said_whole else ("unending",)))


class _Planning:
    """One letter that may change the sheet, with the sheet that it finds on file."""

    def __init__(self, here: Situation, row: Letter, lines: Sequence[TextLine], change: Change, prompt: Prompt) -> None:
        self._here, self._weighed, self._prompt = here, change, prompt
        self._texts = {line.number: line.text for line in lines}
        self._commands = change.commands
        self._missed = change.understood.missed
        self._arrived = row.arrived
        self._standing, self._over = filing.met(here, row)
        self._entries: Sequence[AnyEntry] = change.understood.entries
        if said_of_sheet.adds(self._commands) and not (self._entries or self._missed):
            self._entries = self._left_out()

    def merged(self) -> Change:
        """Lay the orders of the letter on a sheet, and tell what becomes of the one on file."""
        here, prompt = self._here, self._prompt
        merges = self._merges()
        standing = self._standing or (here.lasting if self._weighed.understood.amends else ())
        onto = self._left_alone(said_of_sheet.kept(standing, self._commands, prompt)) if merges else ()
        merged = filing.merge_and_check(
            here.check,
            prompt,
            self._entries,
            onto,
            missed=self._missed,
            over=self._over,
            write=here.game.language.line,
            before=self._belonging() if merges else {},
        )
        stands = filing.stands(self._entries, merged.orders)
        beside = merged.orders if stands else onto
        unread = (self._with_numbers(problem, merged) for problem in self._weighed.problems)
        problems = (*unread, *filter(_is_told, merged.problems))
        change = replace(
            self._weighed,
            problems=with_legal_hints(here.game, here.view, prompt, beside, problems),
            wait=None if self._over else said_of_sheet.wants_wait(self._commands),
            withdraw=said_of_sheet.clears(self._commands) and not stands,
            overtaken=self._over is not None,
            spoken=self._spoken(merged) if merges else (filing.WHOLE,),
        )
        if stands:
            change = replace(change, verdict="filed", orders=merged.orders, **self._told(merged, onto, merges=merges))
        elif merges and onto != standing:
            change = replace(change, orders=onto or None, withdraw=not onto)
        elif self._over and self._entries:
            change = replace(change, verdict="older-letter")
        return replace(change, open=self._open(change, merged, afresh=stands and not merges))

    def _merges(self) -> bool:
        """Tell whether the letter is laid over the sheet on file; else its orders are a new sheet.

        This is the one rule that players are told: orders with numbers change those numbers; where sheets have none,
        orders that only answer lines which were complained of are laid over the sheet.
        """
        if said_of_sheet.amends(self._commands) or self._weighed.understood.amends or not self._entries:
            return True
        if self._prompt.numbers:
            return any(instruction.label for instruction in self._instructions)
        return complaints.answered(self._here.complaints, self._lines)

    def _left_alone(self, standing: Sequence[Any]) -> tuple[Any, ...]:
        """Return the orders on file but those that were read from a line with a slip which is said anew now."""
        if self._prompt.numbers:
            return tuple(standing)
        write = self._here.game.language.format
        anew = complaints.said_anew(self._here.complaints, self._lines)
        return tuple(order for order in standing if write(order) not in anew)

    @property
    def _instructions(self) -> tuple[AnyEntry | Missed, ...]:
        return (*self._entries, *self._missed)

    @property
    def _lines(self) -> tuple[str, ...]:
        """What the letter says in orders, and in lines that were meant as such."""
        write = self._here.game.language.format
        return (*(write(entry.order) for entry in self._entries), *(line.text for line in self._missed))

    def _left_out(self) -> list[AnyEntry]:
        """Return for ADD alone the orders that the last new sheet left out and that are not on file again.

        Each has the number that it had, where that is free, and else the next free one.
        """
        here, own = self._here, self._here.own
        newest = max((at for at, sheet in enumerate(own) if at and sheet.spoken == filing.WHOLE), default=0)
        if not newest:
            return []
        before, after = (asking.unpack_orders(here.game, sheet.orders) for sheet in own[newest - 1 : newest + 1])
        gone = [order for order in before if not _has((*after, *here.orders), order)]
        taken = {order.number for order in here.orders}
        line = next(line for line, command in self._weighed.understood.commands if isinstance(command, Add))
        write = here.game.language.format
        return [
            Entry(line, write(order), "" if order.number in taken else order.number, order, column)
            for column, order in enumerate(gone)
        ]

    def _with_numbers(self, problem: Problem, merged: Merged) -> Problem:
        """Put before what is offered for a missed line the number that is kept for it; further orders get free ones.

        Where the sheet has none left nothing is offered: without a number it would be a new sheet.
        """
        line = self._instruction(problem)
        if not isinstance(line, Missed) or not self._prompt.numbers:
            return problem
        held = {*merged.places.values(), *(order.number for order in merged.orders)}
        free = [number for number in self._prompt.numbers if number not in held]
        own = line.label or merged.places.get((line.line, line.column), "")
        if not own:
            return replace(problem, hints=())
        stands = bool(self._here.game.language.times(line.text))  # "x2": the first of them is on the line above
        hints = problem.hints[stands:]
        names = [own, *free] if problem.together else [own] * len(hints)
        return replace(problem, hints=_numbered(hints, names), together=problem.together and len(hints) > 1)

    def _instruction(self, problem: Problem) -> AnyEntry | Missed | None:
        """Return the instruction of the letter that a problem is about."""
        begin = self._piece(problem)[0]
        before = [
            instruction
            for instruction in self._instructions
            if instruction.line == problem.line and begin <= instruction.column <= (problem.column or 0)
        ]
        return max(before, key=lambda instruction: instruction.column, default=None)

    def _spoken(self, merged: Merged) -> tuple[str, ...]:
        """Return the numbers of the sheet that the letter speaks of."""
        said = {*merged.places.values(), *said_of_sheet.cleared(self._commands)}
        return tuple(number for number in self._prompt.numbers if number in said)

    def _told(self, merged: Merged, onto: Sequence[Any], *, merges: bool) -> dict[str, Any]:
        """Return which orders on file a new sheet leaves out, and how many stayed of those that were laid over."""
        if merges:
            own = [replace(entry.order, number="") for entry in self._entries]
            return {"kept": sum(order in onto and replace(order, number="") not in own for order in merged.orders)}
        return {"gone": tuple(order for order in self._here.orders if not _has(merged.orders, order))}

    def _open(self, change: Change, merged: Merged, *, afresh: bool) -> tuple[Complaint, ...]:
        """Return the lines that are waited for after this letter; ``afresh``: a new sheet leaves none from before.

        READY in the letter speaks for the lines of those before, not for its own: its writer did not know of them.
        """
        forgotten = afresh or said_of_sheet.clears(self._commands) or change.wait is False
        later = complaints.later(self._here.complaints, self._arrived)
        before = [complaint for complaint in self._here.complaints if complaint not in later]
        left = () if forgotten else complaints.unsettled(before, change.spoken, self._lines)
        return (*left, *later, *self._complaints(change.problems, merged))

    def _complaints(self, problems: Iterable[Problem], merged: Merged) -> Iterator[Complaint]:
        """Yield the lines of the letter that a later one may mend: those that did not count, or were read as others."""
        for problem in problems:
            if not complaints.is_one(problem) or problem.line in self._weighed.understood.botched:
                continue
            instruction = self._instruction(problem)
            place = (problem.line or 0, problem.column or 0)
            before = self._following(place, merged.orders)
            if instruction is None:
                yield complaints.of(problem, "", self._piece(problem)[1], since=self._arrived, before=before)
            else:
                number = merged.places.get((instruction.line, instruction.column), "")
                yield complaints.of(problem, number, instruction.text, since=self._arrived, before=before)

    def _piece(self, problem: Problem) -> tuple[int, str]:
        """Return what the letter says between the semicolons around a problem, and where in its line that begins."""
        text, column = self._texts.get(problem.line or 0, problem.fragment), problem.column or 0
        begin = text.rfind(";", 0, column) + 1
        return begin, text[begin:].partition(";")[0].strip()

    def _following(self, place: tuple[int, int], orders: Sequence[Any]) -> str:
        """Return the first order below a place in the letter that stands, "" if none does."""
        write = self._here.game.language.format
        below = (entry.order for entry in self._entries if (entry.line, entry.column) > place)
        return next((write(order) for order in below if order in orders), "")

    def _belonging(self) -> dict[Any, str]:
        """Return the orders that mend a line or correct an order on file, with the one before which they belong."""
        write, on_file = self._here.game.language.format, self._here.orders
        cleared = {
            line: int(command.which)
            for line, command in self._weighed.understood.commands
            if isinstance(command, Clear) and command.which.isdecimal()
        }
        found = {
            entry.order: complaint.before
            for entry in self._entries
            for complaint in self._here.complaints
            if complaint.before and complaints.answers(complaint, write(entry.order))
        }
        follows = {
            entry.order: write(on_file[cleared[entry.line]])
            for entry in self._entries
            if cleared.get(entry.line, len(on_file)) < len(on_file)
        }
        return {} if self._prompt.numbers else found | follows


def _numbered(hints: Sequence[str], names: Iterable[str]) -> tuple[str, ...]:
    """Put before each of the lines that are offered and bear no number the next one that none of them bears."""
    borne = {read_label(hint).label for hint in hints}
    left = (f"{name}. " for name in names if name not in borne)
    return tuple(hint if read_label(hint).label else next(left, "") + hint for hint in hints)


def _is_told(problem: Problem) -> bool:
    """Tell whether a problem is told of a letter; what the sheet itself shows of orders on file is not."""
    return problem.falls or problem.line is not None


def _has(orders: Iterable[Any], order: Any) -> bool:  # noqa: ANN401 - the orders are the game's own
    """Tell whether an order is among others, whatever its number."""
    return any(replace(other, number=order.number) == order for other in orders)


def _blocked(here: Situation, row: Letter, answers: int | None, understood: AnyUnderstood) -> str:
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
    later = filing.newer(here, row)
    cleared = any(isinstance(command, Clear) for _, command in understood.commands)
    return "older-letter" if later and (cleared or any(sheet.spoken == filing.WHOLE for sheet in later)) else ""


def _set_aside(understood: AnyUnderstood) -> tuple[Problem, ...]:
    """Return lines that were perhaps meant and do not count, as doubts."""
    return tuple(
        Problem(code="set-aside", stage=Stage.DOUBTFUL, line=line.number, column=0, fragment=line.text.strip())
        for line in understood.aside
    )
