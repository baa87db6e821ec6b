"""Step 6, check: the orders of a letter merged into an order set, and the whole checked by what its seat sees.

A line that falls costs itself only.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from moderator.core.errors import Problem, Stage
from moderator.core.game import Prompt
from moderator.core.orders import Order
from moderator.language import numbering
from moderator.language.grammar.labels import read_label
from moderator.language.numbering import Entry, UnreadOrder
from moderator.language.reading.commands import Add, Clear, Command, Ready, Undo, Wait
from moderator.service.codes import OrderSetFault

AnyEntry = Entry[Any]
Instruction: TypeAlias = AnyEntry | UnreadOrder

Check: TypeAlias = Callable[[tuple[Any, ...]], Sequence[Problem]]
"""Judges an order set by what its seat sees, ``game.check``."""


class LaterOrders(Struct, frozen=True):
    """What letters that came later have said already: the ``numbers`` they spoke of, and their ``orders``."""

    numbers: frozenset[str]
    orders: tuple[Any, ...]


class Instructions(Struct, frozen=True):
    """What a letter says of the recorded orders: orders, lines that were meant as such (``unread``), commands.

    ``texts`` are its lines by number.
    """

    entries: Sequence[AnyEntry]
    unread: Sequence[UnreadOrder] = ()
    commands: Sequence[Command] = ()
    texts: Mapping[int, str] = {}

    def __iter__(self) -> Iterator[Instruction]:
        yield from self.entries
        yield from self.unread

    def about(self, problem: Problem) -> Instruction | None:
        """Return the instruction that a problem is about."""
        begin = self.piece(problem)[0]
        before = [each for each in self if each.line == problem.line and begin <= each.column <= (problem.column or 0)]
        return max(before, key=lambda each: each.column, default=None)

    def piece(self, problem: Problem) -> tuple[int, str]:
        """Return where in its line the piece between semicolons begins that a problem is about, and what it says."""
        text, column = self.texts.get(problem.line or 0, problem.fragment), problem.column or 0
        begin = text.rfind(";", 0, column) + 1
        return begin, text[begin:].partition(";")[0].strip()

    def text_of(self, problem: Problem) -> str:
        """Return the instruction that a problem is about, without its number; "" for one of an order on file."""
        instruction = self.about(problem)
        if instruction is not None:
            return instruction.text
        return "" if problem.line is None else read_label(self.piece(problem)[1]).rest

    def following(self, problem: Problem, orders: Sequence[Any]) -> Any | None:  # noqa: ANN401 - the game's own
        """Return the first order below a problem that is among some orders, None if there is none."""
        place = (problem.line or 0, problem.column or 0)
        below = (entry.order for entry in self.entries if (entry.line, entry.column) > place)
        return next((order for order in below if order in orders), None)

    @property
    def adds(self) -> bool:
        """Whether the letter says ADD."""
        return any(isinstance(command, Add) for command in self.commands)

    @property
    def undoes(self) -> bool:
        """Whether the letter says UNDO."""
        return any(isinstance(command, Undo) for command in self.commands)

    @property
    def cleared(self) -> frozenset[str]:
        """The numbers or places that CLEAR withdraws, "" for the whole order set."""
        return frozenset(command.which.lstrip("#").lower() for command in self.commands if isinstance(command, Clear))

    @property
    def clears_all(self) -> bool:
        """Whether everything that is on file is withdrawn."""
        return any(isinstance(command, Clear) and not command.which for command in self.commands)

    @property
    def amends(self) -> bool:
        """Whether the orders are laid over those on file by a command, instead of replacing them."""
        return (
            self.adds or self.undoes or any(isinstance(command, Clear) and command.which for command in self.commands)
        )

    @property
    def wants_wait(self) -> bool | None:
        """True for WAIT, False for READY (the later of the two counts), None for neither."""
        said = [isinstance(command, Wait) for command in self.commands if isinstance(command, Ready | Wait)]
        return said[-1] if said else None

    def kept(self, orders: Sequence[Any], prompt: Prompt) -> tuple[Any, ...]:
        """Return the recorded orders that no CLEAR names, by number or by place."""
        if "" in self.cleared:
            return ()
        if prompt.numbers:
            return tuple(order for order in orders if order.number not in self.cleared)
        return tuple(order for place, order in enumerate(orders, 1) if str(place) not in self.cleared)

    def stand(self, orders: Sequence[Any]) -> bool:
        """Tell whether any of the orders is on an order set, under whatever number."""
        return any(has(orders, entry.order) for entry in self.entries)


def has(orders: Iterable[Any], order: Any) -> bool:  # noqa: ANN401 - the orders are the game's own
    """Tell whether an order is among others, whatever its number."""
    return any(replace(other, number=order.number) == order for other in orders)


class Merged(Struct, frozen=True):
    """Orders on an order set: those that stand, and the problems by line of the letter (None: an order on file fell).

    ``places`` gives by line and column the number that each instruction of the letter has, unread ones as well.
    """

    orders: tuple[Any, ...]
    problems: tuple[Problem, ...]
    places: Mapping[tuple[int, int], str]

    def number_of(self, instruction: Instruction) -> str:
        """Return the number on the order set that an instruction has, "" for none."""
        return self.places.get((instruction.line, instruction.column), "")


class Merge(Struct, frozen=True, kw_only=True):
    """What a letter orders, and the recorded orders that it is merged into (``onto``).

    A number is kept for each unread line. What newer letters said (``over``) lies over the orders. ``before``
    names, as ``write`` writes it, the order before which a new one belongs; any other follows those on file.
    """

    check: Check
    prompt: Prompt
    letter: Instructions
    onto: Sequence[Any] = ()
    over: LaterOrders | None = None
    before: Mapping[Any, str] = {}
    write: Callable[[Any], str] = repr

    def placed(self, orders: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return orders with those that belong before another there."""
        out = [order for order in orders if order not in self.before]
        for order, following in self.before.items():
            at = next((at for at, other in enumerate(out) if self.write(other) == following), len(out))
            out.insert(at, order)
        return tuple(out)

    def overtaken(self, orders: Sequence[Any]) -> Iterator[Problem]:
        """Yield a complaint about each order whose number a newer letter has spoken of."""
        for order in orders:
            if self.over is not None and order.number in self.over.numbers:
                problem = Problem(
                    code=OrderSetFault.OVERTAKEN, stage=Stage.DOUBTFUL, order=0, facts={"number": order.number}
                )
                yield self.located(problem, [order])

    def located(self, problem: Problem, orders: Sequence[Any]) -> Problem:
        """Return a complaint about an order as one about the line of the letter that gave it, or as it is on file."""
        order = orders[_index(problem, orders)]
        for entry in reversed(self.letter.entries):
            if replace(entry.order, number=order.number) == order:
                at = _word_at(problem.fragment, entry.text)
                fragment = entry.text if at is None else entry.text[at : at + len(problem.fragment)]
                return replace(problem, line=entry.line, column=entry.column + (at or 0), fragment=fragment)
        return replace(problem, column=None, fragment=self.write(order))


def merge_and_check(merge: Merge) -> Merged:
    """Put the orders of a letter on an order set, check the whole, and drop what falls.

    Of several that fall the first is dropped, and the rest checked again: what fell only because of it stands.
    """
    taken = [order.number for order in merge.onto if order.number]
    new = numbering.number(merge.letter.entries, merge.prompt, taken=taken, unread=merge.letter.unread)
    orders = merge.placed(numbering.merge(merge.onto, new.orders, merge.prompt))
    found = [*new.problems, *merge.overtaken(new.orders)]
    if (over := merge.over) is not None:
        left = [order for order in orders if order.number not in over.numbers]
        orders = numbering.merge(left, over.orders, merge.prompt)
    while orders:
        judged = merge.check(orders)
        fallen = [problem for problem in judged if problem.falls]
        if not fallen:
            found.extend(merge.located(problem, orders) for problem in judged)
            break
        first = min(_index(problem, orders) for problem in fallen)
        found.extend(merge.located(problem, orders) for problem in fallen if _index(problem, orders) == first)
        orders = orders[:first] + orders[first + 1 :]
    return Merged(orders, tuple(found), new.places)


def _word_at(word: str, text: str) -> int | None:
    """Return where in a line a word is written that a complaint points at, None if the whole line is meant."""
    found = re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text, re.IGNORECASE) if word else None
    return found.start() if found else None


def _index(problem: Problem, orders: Sequence[Order]) -> int:
    """Return which order a complaint is about; one about the whole order set is about its last order."""
    return len(orders) - 1 if problem.order is None else problem.order
