"""Steps 5 and 6 for one letter: what it says, whether it may change the recorded orders, and what that would become.

Nothing is changed here: filing and ``moderator read`` both plan the change, and only filing acts.
"""

from collections.abc import Sequence
from textwrap import shorten
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from moderator.core.errors import Problem, Stage
from moderator.core.game import Prompt
from moderator.language.faults import LanguageFault
from moderator.language.numbering import Entry
from moderator.language.reading import blocks, versions
from moderator.language.reading.commands import Add, Clear, Command, Ready, Undo, Wait
from moderator.language.reading.text_lines import TextLine, is_mark
from moderator.language.reading.understood import Understood
from moderator.mail.letter import ReadLetter
from moderator.service import tags
from moderator.service.chat import links
from moderator.service.codes import OrderSetFault, Verdict
from moderator.service.letter_parts import SaidLine
from moderator.service.matches.seat_context import SeatContext
from moderator.service.order_sets import complaints, filing, lines_we_sent, merging
from moderator.service.order_sets.mending import with_legal_hints, with_numbers
from moderator.service.order_sets.merging import AnyEntry, Instructions, Merge, Merged, has
from moderator.store.complaints import Complaint
from moderator.store.statuses import MatchStatus
from moderator.store.tables import Letter

AnyUnderstood = Understood[Any]

_MOST_SAID = 60
"""Lines of a letter that are shown in its answer, at most."""

_MOST_TALK, _TALK_WIDTH = 6, 60
"""Lines of talk that are shown in an answer, and characters of each, at most; the other lines are counted."""

_MOST_PROBLEMS = 5
_CORRECTED = frozenset(("correction", "taken-back"))
"""Notes on lines that change orders by CLEAR, though they do not say so."""


class Change(Struct, frozen=True, kw_only=True):
    """What a letter amounts to for a seat.

    ``verdict`` is the acknowledgement's; ``blocked`` why the recorded orders cannot change now, None if it can.
    ``orders`` is the order set to be filed, None for none; ``withdraw`` means that what is on file falls. ``spoken``
    are the numbers of the order set that the letter speaks of, and ``open`` the lines that are waited for after it. Of
    the recorded orders ``gone`` are those that a new order set leaves out, and ``kept`` counts those that a letter left
    alone. ``overtaken``: letters that came later are on file, and this one fills only what they left alone.
    """

    verdict: Verdict
    blocked: Verdict | None
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

    def blocked_for(self, command: Command) -> Verdict | None:
        """Return why a command about the order set does nothing, None if it does something."""
        late = self.overtaken and isinstance(command, Ready | Wait)
        return self.blocked or (Verdict.OLDER_LETTER if late else None)

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

        Before them stand, under no number, the recorded orders that fell by it.
        """
        texts = {line.number: line.text for line in lines}
        problems: dict[int, list[Problem]] = {}
        for problem in self.problems:
            problems.setdefault(problem.line or 0, []).append(problem)
        on_file = (SaidLine(0, problem.fragment, (problem,)) for problem in problems.pop(0, ()))
        written = (
            SaidLine(
                number,
                links.without_addresses(texts.get(number, problems[number][0].fragment if number in problems else "")),
                tuple(map(_without_addresses, problems.get(number, ())[:_MOST_PROBLEMS])),
            )
            for number in sorted(self._numbers - {0})[:_MOST_SAID]
        )
        return (*on_file, *written)

    @property
    def talk(self) -> tuple[SaidLine, ...]:
        """The first lines of the letter that were read as conversation."""
        return tuple(
            SaidLine(line.number, shorten(links.without_addresses(line.text), _TALK_WIDTH, placeholder=" …"))
            for line in self.understood.talk[:_MOST_TALK]
        )

    @property
    def more_talk(self) -> int:
        """How many further lines were read as conversation."""
        return max(len(self.understood.talk) - _MOST_TALK, 0)

    @property
    def said_in_words(self) -> tuple[str, ...]:
        """What the letter says besides orders and commands, line by line."""
        lines = [(line.number, line.text) for line in (*self.understood.talk, *self.understood.courtesy)]
        asked = ((each.line or 0, each.fragment) for each in self.problems if each.code == LanguageFault.NOT_READ)
        return tuple(text for _, text in sorted([*lines, *asked]))

    @property
    def is_said_whole(self) -> bool:
        """Whether every such line is shown, and the letter was read to its end."""
        return self.understood.ended != "limit" and len(self._numbers) <= _MOST_SAID

    @property
    def _numbers(self) -> set[int]:
        entries = {entry.line for entry in self.understood.entries}
        commands = {line for line, _ in self.understood.commands}
        return entries | commands | {problem.line or 0 for problem in self.problems}


def plan_change(seat_context: SeatContext, row: Letter, letter: ReadLetter, answers: int | None) -> Change:
    """Plan what a letter changes; ``answers`` is the number of the order request that it answers, as far as it says."""
    offer = lines_we_sent.offer(seat_context, letter)
    understood = lines_we_sent.leave_out(seat_context, letter, _understand(seat_context, letter, offer))
    blocked = _blocking_verdict(seat_context, row, answers, understood)
    change = Change(
        verdict=Verdict.ANSWERED if understood.commands else Verdict.NOTHING_READ,
        blocked=blocked,
        understood=understood,
        problems=(*offer.problems_of(understood.yes), *understood.problems, *_set_aside(understood)),
        before=len(seat_context.orders),
        numbers=frozenset(order.number for order in seat_context.orders),
        open=seat_context.complaints,
    )
    if blocked:
        return change if not understood.entries else replace(change, verdict=blocked)
    return (
        _Planning(seat_context, row, letter, change, seat_context.prompt).planned() if seat_context.prompt else change
    )


def _understand(seat_context: SeatContext, letter: ReadLetter, offer: lines_we_sent.Offer) -> AnyUnderstood:
    """Return what a letter says in answer to what its seat was sent."""
    match, prompt = seat_context.match, seat_context.prompt
    understood = blocks.understand(
        letter.lines,
        seat_context.game.language,
        sent=seat_context.sent(all_order_sets=any(is_mark(line.text) for line in letter.lines)),
        mark=tags.form_mark(match.name, seat_context.seat, match.turn, match.request) if prompt else "",
        head=f"{match.name} {seat_context.game.info.title}",
        numbered=prompt is None or bool(prompt.numbers),
        names=seat_context.addressees,
        on_file=seat_context.orders,
        yes=offer.lines,
        things=tuple(name for names in seat_context.game.topics.values() for name in names),
        subject=letter.own_subject,
        turn=match.turn,
    )
    if not (letter.lone or letter.other):
        return understood
    return versions.ask_about_lone(understood, seat_context.game.language, letter.lone, letter.other)


class _Planning:
    """One letter that may change the order set, with the order set that it finds on file."""

    def __init__(
        self, seat_context: SeatContext, row: Letter, letter: ReadLetter, change: Change, prompt: Prompt
    ) -> None:
        self._seat_context, self._change, self._prompt = seat_context, change, prompt
        self._arrived = row.arrived
        self._standing, self._over = filing.orders_found(seat_context, row)
        self._write = seat_context.game.language.format
        self._whole = letter.whole
        said, texts = change.understood, {line.number: line.text for line in letter.lines}
        self._letter = Instructions(said.entries, said.unread, change.commands, texts)
        if self._letter.adds and not (said.entries or said.unread):
            self._letter = replace(self._letter, entries=self._left_out())
        self._complaints = seat_context.complaints
        self._undone = self._letter.undoes and bool(seat_context.own)
        if self._undone:
            self._standing, self._complaints = filing.before_newest(seat_context)

    def planned(self) -> Change:
        """Merge the orders of the letter into an order set, and tell what becomes of the one on file."""
        seat_context, prompt, letter = self._seat_context, self._prompt, self._letter
        merges = self._merges()
        standing = self._standing or (seat_context.lasting if self._change.understood.amends else ())
        onto = self._untouched_orders(letter.kept(standing, prompt)) if merges else ()
        merge = Merge(
            check=seat_context.check,
            prompt=prompt,
            letter=letter,
            onto=onto,
            over=self._over,
            before=self._places_of_orders() if merges else {},
            write=seat_context.game.language.line,
        )
        merged = merging.merge_and_check(merge)
        stands = letter.stand(merged.orders)
        unread = with_numbers(seat_context.game, prompt, letter, merged, self._change.problems)
        problems = (*unread, *filter(_is_told, merged.problems))
        change = replace(
            self._change,
            problems=with_legal_hints(
                seat_context.game,
                seat_context.view,
                prompt,
                merged.orders if stands else onto,
                problems,
                text_of=letter.text_of,
            ),
            wait=None if self._over else letter.wants_wait,
            withdraw=letter.clears_all and not stands,
            overtaken=self._over is not None,
            spoken=self._spoken(merged) if merges else (filing.WHOLE,),
        )
        if stands:
            told = self._left_as_it_was(merged, onto) if merges else self._dropped_orders(merged)
            change = replace(change, verdict=Verdict.FILED, orders=merged.orders, **told)
        elif merges and (self._undone or onto != standing):
            change = replace(change, orders=onto or None, withdraw=not onto)
        elif self._over and letter.entries:
            change = replace(change, verdict=Verdict.OLDER_LETTER)
        return replace(change, open=self._open(change, merged, afresh=stands and not merges))

    def _merges(self) -> bool:
        """Tell whether the letter is merged into the recorded orders; else its orders are a new order set.

        This is the one rule that players are told: orders with numbers change those numbers; where order sets have
        none, orders that only answer lines which were complained of are laid over the order set. A page shows all
        orders, and all that is sent from it is meant.
        """
        if self._letter.amends or self._change.understood.amends or not self._letter.entries:
            return True
        if self._whole:
            return False
        if self._prompt.numbers:
            return any(instruction.label for instruction in self._letter)
        return complaints.only_answers(self._complaints, self._lines)

    def _untouched_orders(self, standing: Sequence[Any]) -> tuple[Any, ...]:
        """Return the recorded orders but those that were read from a line with a typo which is said anew now."""
        if self._prompt.numbers:
            return tuple(standing)
        anew = complaints.orders_said_again(self._complaints, self._lines)
        return tuple(order for order in standing if self._write(order) not in anew)

    @property
    def _lines(self) -> tuple[str, ...]:
        """What the letter says in orders, and in lines that were meant as such."""
        orders = (self._write(entry.order) for entry in self._letter.entries)
        return (*orders, *(line.text for line in self._letter.unread))

    def _left_out(self) -> list[AnyEntry]:
        """Return for ADD alone the orders that the last new order set left out and that are not on file again.

        Each has the number that it had, where that is free, and else the next free one.
        """
        seat_context, own = self._seat_context, self._seat_context.own
        newest = max((at for at, order_set in enumerate(own) if at and order_set.spoken == filing.WHOLE), default=0)
        if not newest:
            return []
        before, after = map(seat_context.orders_of, own[newest - 1 : newest + 1])
        gone = [order for order in before if not has((*after, *seat_context.orders), order)]
        taken = {order.number for order in seat_context.orders}
        line = next(line for line, command in self._change.understood.commands if isinstance(command, Add))
        return [
            Entry(line, self._write(order), "" if order.number in taken else order.number, order, column)
            for column, order in enumerate(gone)
        ]

    def _spoken(self, merged: Merged) -> tuple[str, ...]:
        """Return the numbers of the order set that the letter speaks of."""
        said = {*merged.places.values(), *self._letter.cleared}
        return tuple(number for number in self._prompt.numbers if number in said)

    def _left_as_it_was(self, merged: Merged, onto: Sequence[Any]) -> dict[str, Any]:
        """Count the recorded orders that the letter left alone."""
        own = [replace(entry.order, number="") for entry in self._letter.entries]
        return {"kept": sum(order in onto and replace(order, number="") not in own for order in merged.orders)}

    def _dropped_orders(self, merged: Merged) -> dict[str, Any]:
        """Return the recorded orders that a new order set leaves out."""
        return {"gone": tuple(order for order in self._seat_context.orders if not has(merged.orders, order))}

    def _open(self, change: Change, merged: Merged, *, afresh: bool) -> tuple[Complaint, ...]:
        """Return the lines that are waited for after this letter; ``afresh``: a new order set leaves none from before.

        Nor does a letter that speaks of every number.
        READY in the letter speaks for the lines of those before, not for its own: its writer did not know of them.
        """
        renewed = bool(self._prompt.numbers) and set(change.spoken) >= set(self._prompt.numbers)
        forgotten = afresh or renewed or self._letter.clears_all or change.wait is False
        later = complaints.later(self._complaints, self._arrived)
        before = [complaint for complaint in self._complaints if complaint not in later]
        left = (
            ()
            if forgotten
            else complaints.unsettled_complaints(before, change.spoken, self._lines, ordered=bool(self._letter.entries))
        )
        own = (
            complaints.complaint_about(
                problem,
                self._letter,
                merged,
                since=self._arrived,
                read=self._seat_context.game.language.attempt,
                write=self._write,
            )
            for problem in change.problems
            if complaints.is_remembered(problem) and problem.line not in change.understood.faulty_commands
        )
        return (*left, *later, *own)

    def _places_of_orders(self) -> dict[Any, str]:
        """Return the orders that mend a line or correct an order on file, with the one before which they belong."""
        if self._prompt.numbers:
            return {}
        write, on_file = self._write, self._seat_context.orders
        cleared = {
            line: int(command.which)
            for line, command in self._change.understood.commands
            if isinstance(command, Clear) and command.which.isdecimal()
        }
        found = {
            entry.order: complaint.before
            for entry in self._letter.entries
            for complaint in self._complaints
            if complaint.before and complaints.answers(complaint, write(entry.order))
        }
        follows = {
            entry.order: write(on_file[cleared[entry.line]])
            for entry in self._letter.entries
            if cleared.get(entry.line, len(on_file)) < len(on_file)
        }
        return found | follows


def _is_told(problem: Problem) -> bool:
    """Tell whether a problem is told of a letter; what the order set itself shows of recorded orders is not."""
    return problem.falls or problem.line is not None


def _blocking_verdict(
    seat_context: SeatContext, row: Letter, answers: int | None, understood: AnyUnderstood
) -> Verdict | None:
    """Return why a letter cannot change what is on file, None if it can."""
    if seat_context.match.status is MatchStatus.OVER or seat_context.request is None:
        return Verdict.MATCH_OVER
    if answers is not None and answers > seat_context.match.request:
        return Verdict.REQUEST_AHEAD
    meant_earlier = answers is None and row.arrived < seat_context.request.opened
    if meant_earlier or answers not in (None, seat_context.match.request):
        return Verdict.REQUEST_OVER
    if seat_context.prompt is None:
        return Verdict.NOT_ASKED
    if filing.is_late(seat_context, row):
        return Verdict.TOO_LATE
    later = filing.newer(seat_context, row)
    takes_back = any(isinstance(command, Clear | Undo) for _, command in understood.commands)
    return (
        Verdict.OLDER_LETTER
        if later and (takes_back or any(order_set.spoken == filing.WHOLE for order_set in later))
        else None
    )


def _set_aside(understood: AnyUnderstood) -> tuple[Problem, ...]:
    """Return lines that were perhaps meant and do not count, as doubts."""
    return tuple(
        Problem(
            code=OrderSetFault.SET_ASIDE, stage=Stage.DOUBTFUL, line=line.number, column=0, fragment=line.text.strip()
        )
        for line in understood.set_aside
    )


def _without_addresses(problem: Problem) -> Problem:
    """Return a problem with a line as it may be shown."""
    hints = tuple(map(links.without_addresses, problem.hints))
    return replace(problem, fragment=links.without_addresses(problem.fragment), hints=hints)
