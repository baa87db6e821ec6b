"""Entries of a letter put on an order set: each order gets its number."""

import re
from collections import deque
from collections.abc import Collection, Mapping, Sequence
from typing import Generic, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from moderator.core.errors import Problem, Stage
from moderator.core.game import Prompt
from moderator.core.orders import O
from moderator.language.faults import LanguageFault


class Entry(Struct, Generic[O], frozen=True):
    """One order as a letter gave it: its line, its text there, the label before it ("" for none), where it starts."""

    line: int
    text: str
    label: str
    order: O
    column: int = 0


class UnreadOrder(Struct, frozen=True):
    """A line that was meant as an order and does not stand, since it cannot be read or was taken back.

    It keeps its number, so that it does not shift the others. Its fields are those of ``Entry``; ``after`` counts the
    entries of the letter that stand before it.
    """

    line: int
    text: str
    label: str
    column: int = 0
    after: int = 0


class Numbered(NamedTuple, Generic[O]):
    """The orders of a letter in the order of the order set, the problems with numbers, and who has which number.

    ``places`` gives for an entry or an unread line, by its line and column, the number that it has or that is kept for
    it; those that have none are not in it.
    """

    orders: tuple[O, ...]
    problems: tuple[Problem, ...]
    places: Mapping[tuple[int, int], str]


def number(
    entries: Sequence[Entry[O]], prompt: Prompt, *, taken: Collection[str] = (), unread: Sequence[UnreadOrder] = ()
) -> Numbered[O]:
    """Give every entry its number, and every unread line the one that is kept for it.

    Labels count as written. An order without one takes the next free number after that of the order before it,
    else the lowest free. ``taken`` are numbers that recorded orders hold: only a label goes over them.
    """
    if not prompt.numbers:
        return Numbered(tuple(replace(entry.order, number="") for entry in entries), (), {})
    order_set = _OrderSet[O](prompt.numbers, taken)
    for entry in entries:
        if entry.label:
            order_set.put_labelled(entry)
    waiting = deque(unread)
    for at, entry in enumerate(entries):
        while waiting and waiting[0].after <= at:
            order_set.reserve(waiting.popleft())
        order_set.put(entry)
    for line in waiting:
        order_set.reserve(line)
    order_set.refuse()
    problems = sorted(order_set.problems, key=lambda problem: (problem.line or 0, problem.column or 0))
    return Numbered(order_set.orders(), tuple(problems), order_set.places)


def without(entries: Sequence[Entry[O]], unread: Sequence[UnreadOrder], gone: Collection[int]) -> list[UnreadOrder]:
    """Return the unread lines of a letter with the entries that are taken out, named by their index, among them."""
    taken = [
        UnreadOrder(entry.line, entry.text, entry.label, entry.column, at)
        for at, entry in enumerate(entries)
        if at in gone
    ]
    return [
        replace(line, after=line.after - sum(at < line.after for at in gone))
        for line in sorted([*unread, *taken], key=lambda line: line.after)
    ]


def merge(old: Sequence[O], new: Sequence[O], prompt: Prompt) -> tuple[O, ...]:
    """Lay new numbered orders over old ones by their numbers, as ADD does; unnumbered ones follow the old."""
    if not prompt.numbers:
        return (*(order for order in old if order not in new), *new)
    by_number = {order.number: order for order in (*old, *new)}
    return tuple(by_number[label] for label in prompt.numbers if label in by_number)


class _OrderSet(Generic[O]):
    """The numbers of an order set while they are given out."""

    def __init__(self, numbers: Sequence[str], taken: Collection[str]) -> None:
        self.numbers = tuple(numbers)
        self.problems: list[Problem] = []
        self.places: dict[tuple[int, int], str] = {}
        self._held: dict[str, Entry[O]] = {}
        self._refused: dict[int, Entry[O]] = {}
        self._reserved = set(taken)
        self._last = -1

    def put_labelled(self, entry: Entry[O]) -> None:
        """Place an entry with a label; the later of two under one label counts, and its author is asked about both."""
        label = self._resolve(entry.label)
        if label is None:
            self._refused[id(entry)] = entry
            return
        earlier = self._held.get(label)
        if earlier is not None:
            stage = Stage.NOTED if earlier.order == entry.order else Stage.DOUBTFUL
            self._complain(earlier, LanguageFault.NUMBER_GIVEN_AGAIN, stage, label)
        self._hold(label, entry)

    def put(self, entry: Entry[O]) -> None:
        """Pass by an entry that is placed, or give it the next free number."""
        placed = self.places.get((entry.line, entry.column))
        if placed is not None:
            self._last = self.numbers.index(placed)
        elif id(entry) not in self._refused:
            free = self._free()
            if free is None:
                self._complain(entry, LanguageFault.TOO_MANY_ORDERS, Stage.ILLEGAL, "")
                return
            self._hold(free, entry)
            self._last = self.numbers.index(free)

    def refuse(self) -> None:
        """Complain about the labels that the order set does not have, now that it shows which numbers are free."""
        for entry in self._refused.values():
            free = self._free() or ""
            if free:
                self._reserved.add(free)
            self._complain(entry, LanguageFault.NO_SUCH_NUMBER, Stage.ILLEGAL, entry.label, free)

    def orders(self) -> tuple[O, ...]:
        """Return the orders with their numbers."""
        return tuple(replace(self._held[label].order, number=label) for label in self.numbers if label in self._held)

    def _resolve(self, label: str) -> str | None:
        """Return the number that a label means: itself, for "1" the first free of 1a, 1b …, for "b" the second."""
        if label in self.numbers:
            return label
        if label.isalpha():
            at = ord(label) - ord("a")
            plain = all(number.isdecimal() for number in self.numbers)
            return self.numbers[at] if plain and at < len(self.numbers) else None
        family = [other for other in self.numbers if re.fullmatch(re.escape(label) + "[a-z]", other)]
        return next((other for other in family if other not in self._held), family[-1] if family else None)

    def _free(self) -> str | None:
        """Return the next free number after the last one, else the lowest."""
        free = [at for at, label in enumerate(self.numbers) if label not in self._held and label not in self._reserved]
        at = next((at for at in free if at > self._last), free[0] if free else None)
        return None if at is None else self.numbers[at]

    def reserve(self, line: UnreadOrder) -> None:
        """Keep the number of an unreadable line free."""
        meant = self._resolve(line.label) if line.label else self._free()
        if meant is not None:
            self._reserved.add(meant)
            self.places[line.line, line.column] = meant
            self._last = self.numbers.index(meant)

    def _hold(self, label: str, entry: Entry[O]) -> None:
        self._held[label] = entry
        self.places[entry.line, entry.column] = label

    def _complain(self, entry: Entry[O], code: LanguageFault, stage: Stage, label: str, free: str = "") -> None:
        self.problems.append(
            Problem(
                code=code,
                stage=stage,
                line=entry.line,
                column=entry.column,
                fragment=entry.text,
                facts={"number": label, "numbers": self.numbers},
                hints=(f"{free}. {entry.text}",) if free else (),
            )
        )
