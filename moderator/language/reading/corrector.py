"""Corrections carried out: what the orders of a letter become by a line that corrects them.

A correction is carried out where it is plain, and told; else it is asked back. Nothing here takes a whole order set
back: CLEAR is offered instead.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Generic, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from moderator.core.errors import Fact, Problem, Stage
from moderator.core.language import Language
from moderator.core.orders import O
from moderator.language.faults import LanguageFault
from moderator.language.numbering import Entry
from moderator.language.reading.commands import Clear
from moderator.language.reading.corrections import Correction

_ARTICLE = re.compile(r"an?\s+(?=\S)", re.IGNORECASE)
_AFTERTHOUGHT = re.compile(r"[\s,]+(?:instead|please|pls|plz|rather|thanks|thank you)[\s.!]*\Z", re.IGNORECASE)
_WHERE = re.compile(r"(?:to|at|in|into|from|on)\s+", re.IGNORECASE)
_FEW = 4
"""Words that may say one part of an order anew ("make that A2"), at most."""


class Spot(NamedTuple):
    """Where a correction stands in the letter: line, column, and its text."""

    line: int
    column: int
    text: str


class Corrected(Struct, Generic[O], frozen=True):
    """A letter's entries after a correction, its commands, what is told; ``loose``: none of these gave way.

    ``removed`` are the indexes of the entries that were taken out.
    """

    entries: tuple[Entry[O], ...]
    commands: tuple[Clear, ...] = ()
    problems: tuple[Problem, ...] = ()
    loose: bool = False
    removed: tuple[int, ...] = ()

    def changes(self, entries: Sequence[Entry[O]]) -> bool:
        """Tell whether the correction does more than raise the question what it means."""
        unclear = all(each.code == LanguageFault.CORRECTION_UNCLEAR for each in self.problems)
        return bool(self.commands) or self.entries != tuple(entries) or not unclear


class Corrector(Generic[O]):
    """Carries out corrections on the entries of a letter."""

    def __init__(self, language: Language[O], on_file: Sequence[O], *, numbered: bool) -> None:
        """Know the language, the recorded orders, and whether its orders have numbers."""
        self._language = language
        self._on_file = tuple(on_file)
        self._numbered = numbered

    def correct(self, correction: Correction, entries: Sequence[Entry[O]], spot: Spot) -> Corrected[O] | None:
        """Return what a correction makes of the entries so far; None if it turns out to be none."""
        if correction.wipes:
            return Corrected((*entries,), problems=(_problem(LanguageFault.CLEAR_LIKE, spot, hints=("CLEAR",)),))
        if not correction.text:
            return (
                self._undo(correction, entries, spot) if correction.old else self._take_back(correction, entries, spot)
            )
        order, begin, written = self._read_order(correction)
        if order is None or not correction.sure:
            problem = self._unread(correction, entries, spot, order)
            return None if problem is None else Corrected((*entries,), problems=(problem,))
        at = self._corrected_index(correction, order, entries)
        number = correction.numbers[0] if correction.numbers else ""
        if at is None and not number and (filed := self._recorded_index(correction, order)) is not None:
            return self._put_for_filed(Entry(spot.line, written, "", order, spot.column + begin), entries, filed, spot)
        if at is None and ((correction.old and not number) or (number and (number == "last" or not self._numbered))):
            return _unclear(entries, spot, self._language.format(order))
        entry = Entry(spot.line, written, number if at is None else entries[at].label, order, spot.column + begin)
        return self._put(entry, entries, at, spot)

    def _put(self, entry: Entry[O], entries: Sequence[Entry[O]], at: int | None, spot: Spot) -> Corrected[O]:
        """Put an order in the place of an earlier one, or behind all, and tell so at both."""
        if at is None:
            facts: dict[str, Fact] = {"number": entry.label, "was": ""}
            note = _problem(LanguageFault.CORRECTION, spot, facts=facts)
            return Corrected((*entries, entry), problems=(note,), loose=True)
        old = entries[at]
        note = _problem(LanguageFault.CORRECTION, spot, facts={"number": "", "was": self._written(old)})
        return Corrected((*entries[:at], entry, *entries[at + 1 :]), problems=(_replaced_note(old, entry.line), note))

    def _recorded_index(self, correction: Correction, order: O) -> int | None:
        """Return the place of the order on file that is corrected: it is named, or about the same thing."""
        old = self._language.attempt(correction.old) if correction.old else None
        for place, filed in enumerate(self._on_file):
            like = self._language.topic(filed) == self._language.topic(order)
            if (old is not None and _same(filed, old)) or (not correction.old and like):
                return place
        return None

    def _put_for_filed(self, entry: Entry[O], entries: Sequence[Entry[O]], place: int, spot: Spot) -> Corrected[O]:
        """Put an order under the number of one on file; without numbers, that one is cleared."""
        name = self._name(place)
        entry = replace(entry, label=name if self._numbered else "")
        facts: dict[str, Fact] = {"number": "", "was": self._language.line(self._on_file[place])}
        note = _problem(LanguageFault.CORRECTION, spot, facts=facts)
        commands = () if self._numbered else (Clear(which=name),)
        return Corrected((*entries, entry), commands, (note,), loose=True)

    def _take_back(self, correction: Correction, entries: Sequence[Entry[O]], spot: Spot) -> Corrected[O]:
        """Take orders back: those of this letter fall, those on file by CLEAR; what is not plain is asked back."""
        problems, commands, removed = list[Problem](), list[Clear](), list[int]()
        for number in correction.numbers:
            at = self._numbered_entry(number, entries, names_orders=correction.names_orders)
            on_file = number != "last" and self._numbered
            if not correction.sure or (at is None and not on_file):
                hints = () if number == "last" else (f"CLEAR {number}",)
                problems.append(_problem(LanguageFault.CORRECTION_UNCLEAR, spot, hints=hints))
                continue
            if at is not None:
                removed.append(at)
                problems += self._taken_back(entries[at], spot)
            if on_file and (at is None or entries[at].label):
                commands.append(Clear(which=number))
        remaining = tuple(entry for at, entry in enumerate(entries) if at not in removed)
        return Corrected(remaining, tuple(commands), tuple(problems), removed=tuple(removed))

    def _undo(self, correction: Correction, entries: Sequence[Entry[O]], spot: Spot) -> Corrected[O] | None:
        """Take back the order that a line repeats, here or on file; None if it repeats none."""
        old = self._language.attempt(correction.old)
        if old is None:
            return None
        at = next((at for at, entry in reversed([*enumerate(entries)]) if entry.order == old), None)
        if at is not None and correction.sure:
            remaining = (*entries[:at], *entries[at + 1 :])
            return Corrected(remaining, problems=self._taken_back(entries[at], spot), removed=(at,))
        filed = next((self._name(place) for place, order in enumerate(self._on_file) if _same(order, old)), "")
        if filed and correction.sure:
            return Corrected((*entries,), (Clear(which=filed),))
        return _unclear(entries, spot, *([f"CLEAR {filed}"] if filed else ()))

    def _taken_back(self, removed: Entry[O], spot: Spot) -> tuple[Problem, ...]:
        """Tell at both lines that an entry is taken out."""
        return _replaced_note(removed, spot.line), _problem(
            LanguageFault.TAKEN_BACK, spot, facts={"was": self._written(removed)}
        )

    def _name(self, place: int) -> str:
        """Return what CLEAR calls an order on file: its number, or its place."""
        return self._on_file[place].number if self._numbered else str(place + 1)

    def _read_order(self, correction: Correction) -> tuple[O | None, int, str]:
        """Return the order that is to stand, where it begins and how it was written."""
        for begin, text in _readings(correction):
            order = self._language.attempt(text)
            if order is not None:
                return order, begin, text
        return None, correction.begin, correction.text

    def _corrected_index(self, correction: Correction, order: O, entries: Sequence[Entry[O]]) -> int | None:
        """Return which entry is corrected: it is named by number or words, or is about the same thing."""
        if correction.numbers:
            return self._numbered_entry(correction.numbers[0], entries, names_orders=correction.names_orders)
        old = self._language.attempt(correction.old) if correction.old else None
        topic = self._language.topic(order)
        fits = [
            at
            for at, entry in enumerate(entries)
            if (entry.order == old if correction.old else self._language.topic(entry.order) == topic)
        ]
        if fits or correction.old or not entries or not correction.firm:
            return fits[-1] if fits else None
        return len(entries) - 1 if self._language.topic(entries[-1].order)[0] == topic[0] else None

    def _numbered_entry(self, number: str, entries: Sequence[Entry[O]], *, names_orders: bool) -> int | None:
        """Return which of the entries has a number; where none has any, they are counted as on an order set."""
        if number == "last":
            return len(entries) - 1 if entries else None
        labelled = [at for at, entry in enumerate(entries) if entry.label == number]
        if labelled or any(entry.label for entry in entries):
            return labelled[-1] if labelled else None
        counts = number.isdecimal() and 0 < int(number) <= len(entries) and (self._numbered or names_orders)
        return int(number) - 1 if counts else None

    def _unread(
        self, correction: Correction, entries: Sequence[Entry[O]], spot: Spot, order: O | None
    ) -> Problem | None:
        """Return the complaint about a correction that is not plain, None if it is talk."""
        number = correction.numbers[0] if correction.numbers else ""
        label = f"{number}. " if number and self._numbered and number != "last" else ""
        if order is not None:
            return _problem(LanguageFault.NOT_PLAIN, spot, hints=(label + self._language.format(order),))
        suggestion = self._anew(correction, entries)
        if suggestion is not None:
            return _problem(LanguageFault.CORRECTION_UNCLEAR, spot, hints=(suggestion,))
        about = (
            self._language.mentions(correction.text)
            if number
            else self._language.concerns(f"{correction.text} {correction.old}")
        )
        brief = number or (entries and len(correction.text.split()) <= _FEW)
        if not (correction.names_orders or self._language.looks_like(correction.text) or (about and brief)):
            return None
        problem = self._language.read(correction.text).problem
        if problem is None or not self._language.looks_like(correction.text):
            return _problem(LanguageFault.CORRECTION_UNCLEAR, spot)
        hints = tuple(label + hint for hint in problem.hints)
        return replace(
            problem, line=spot.line, column=spot.column + correction.begin + (problem.column or 0), hints=hints
        )

    def _anew(self, correction: Correction, entries: Sequence[Entry[O]]) -> str | None:
        """Return the order above with its end said anew ("make that A2"), None if that makes no other order."""
        at = (
            self._numbered_entry(correction.numbers[0], entries, names_orders=correction.names_orders)
            if correction.numbers
            else len(entries) - 1
        )
        if at is None or at < 0:
            return None
        old = entries[at]
        words = self._language.format(old.order).split()
        new = _WHERE.sub("", re.split(r",| not | instead ", correction.text)[0].strip(" .!")).split()
        if not 0 < len(new) <= min(_FEW, len(words) - 1) or not (correction.firm or any(map(str.isdigit, new[-1]))):
            return None
        reading = self._language.read(" ".join((*words[: -len(new)], *new)), hints=False)
        if reading.order is None or reading.problem is not None or reading.order == old.order:
            return None
        return f"{old.label}. " * bool(old.label) + self._language.format(reading.order)

    def _written(self, entry: Entry[O]) -> str:
        """Return an order as it is shown, with the number that was written before it."""
        return f"{entry.label}. " * bool(entry.label) + self._language.format(entry.order)


def _readings(correction: Correction) -> Iterator[tuple[int, str]]:
    """Yield how the order of a correction may be read: as it stands, without an afterthought, without an article."""
    plain = _AFTERTHOUGHT.sub("", correction.text)
    article = _ARTICLE.match(plain)
    for text in dict.fromkeys((correction.text, plain)):
        yield correction.begin, text
    if article is not None:
        yield correction.begin + article.end(), plain[article.end() :]


def _unclear(entries: Sequence[Entry[O]], spot: Spot, *hints: str) -> Corrected[O]:
    """Ask a correction back; the letter stays as it is."""
    return Corrected((*entries,), problems=(_problem(LanguageFault.CORRECTION_UNCLEAR, spot, hints=hints),))


def _same(order: O, other: O) -> bool:
    """Tell whether two orders are the same but for their numbers."""
    return replace(order, number="") == replace(other, number="")


def _replaced_note(entry: Entry[O], line: int) -> Problem:
    """Tell at the earlier order that it does not stand."""
    return _problem(LanguageFault.CORRECTED, Spot(entry.line, entry.column, entry.text), facts={"line": line})


def _problem(
    code: LanguageFault, spot: Spot, *, facts: dict[str, Fact] | None = None, hints: tuple[str, ...] = ()
) -> Problem:
    """Return what is told of a correction: a note with facts, or a complaint."""
    return Problem(
        code=code,
        stage=Stage.UNREADABLE if facts is None else Stage.NOTED,
        line=spot.line,
        column=spot.column + len(spot.text) - len(spot.text.lstrip()),
        fragment=spot.text.strip(),
        facts=facts or {},
        hints=hints,
    )
