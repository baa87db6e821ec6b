"""Entries of a letter put on a sheet: each order gets its number."""

import re
from collections.abc import Collection, Sequence
from typing import Generic

from msgspec import Struct
from msgspec.structs import replace

from moderator.core.errors import Problem, Stage
from moderator.core.game import O, Prompt


class Entry(Struct, Generic[O], frozen=True):
    """One order as a letter gave it: its line, its text there, the label before it ("" for none), where it starts.

    ``after`` holds the labels of unreadable orders just before it: they keep their numbers, so that one bad line
    does not shift the others.
    """

    line: int
    text: str
    label: str
    order: O
    column: int = 0
    after: tuple[str, ...] = ()


def number(
    entries: Sequence[Entry[O]], prompt: Prompt, *, taken: Collection[str] = ()
) -> tuple[tuple[O, ...], tuple[Problem, ...]]:
    """Give every entry its number; return the orders in the prompt's order, and the problems with numbers.

    Labels count as written. An order without one takes the next free number after that of the order before it,
    else the lowest free. ``taken`` are numbers that orders on file hold (ADD): only a label goes over them.
    """
    if not prompt.numbers:
        return tuple(replace(entry.order, number="") for entry in entries), ()
    sheet = _Sheet[O](prompt.numbers, taken)
    for entry in entries:
        if entry.label:
            sheet.put_labelled(entry)
    for entry in entries:
        sheet.put(entry)
    sheet.refuse()
    return sheet.orders(), tuple(sorted(sheet.problems, key=lambda problem: (problem.line or 0, problem.column or 0)))


def merge(old: Sequence[O], new: Sequence[O], prompt: Prompt) -> tuple[O, ...]:
    """Lay new numbered orders over old ones by their numbers, as ADD does; unnumbered ones follow the old."""
    if not prompt.numbers:
        return (*(order for order in old if order not in new), *new)
    by_number = {order.number: order for order in (*old, *new)}
    return tuple(by_number[label] for label in prompt.numbers if label in by_number)


class _Sheet(Generic[O]):
    """The numbers of a sheet while they are given out."""

    def __init__(self, numbers: Sequence[str], taken: Collection[str]) -> None:
        self.numbers = tuple(numbers)
        self.problems: list[Problem] = []
        self._held: dict[str, Entry[O]] = {}
        self._placed: dict[int, str] = {}
        self._refused: dict[int, Entry[O]] = {}
        self._reserved = set(taken)
        self._last = -1

    def put_labelled(self, entry: Entry[O]) -> None:
        """Place an entry with a label; the later of two under one label counts."""
        label = self._resolve(entry.label)
        if label is None:
            self._refused[id(entry)] = entry
            return
        earlier = self._held.get(label)
        if earlier is not None and earlier.order != entry.order:
            self._complain(earlier, "number-given-again", Stage.DOUBTFUL, label)
        self._held[label] = entry
        self._placed[id(entry)] = label

    def put(self, entry: Entry[O]) -> None:
        """Pass by an entry that is placed, or give it the next free number."""
        for label in entry.after:
            self._reserve(label)
        if id(entry) in self._placed:
            self._last = self.numbers.index(self._placed[id(entry)])
        elif id(entry) not in self._refused:
            free = self._free()
            if free is None:
                self._complain(entry, "too-many-orders", Stage.ILLEGAL, "")
                return
            self._held[free] = entry
            self._last = self.numbers.index(free)

    def refuse(self) -> None:
        """Complain about the labels that the sheet does not have, now that it shows which numbers are free."""
        for entry in self._refused.values():
            free = self._free() or ""
            if free:
                self._reserved.add(free)
            self._complain(entry, "no-such-number", Stage.ILLEGAL, entry.label, free)

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

    def _reserve(self, label: str) -> None:
        """Keep the number of an unreadable line free."""
        meant = self._resolve(label) if label else self._free()
        if meant is not None:
            self._reserved.add(meant)
            self._last = self.numbers.index(meant)

    def _complain(self, entry: Entry[O], code: str, stage: Stage, label: str, free: str = "") -> None:
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
