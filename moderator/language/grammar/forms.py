"""One form of an order: compiled from its syntax line, matched against words, written from values."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from msgspec import NODEFAULT
from msgspec.structs import fields

from moderator.core.orders import Order
from moderator.language.grammar.lexicon import AFTER, FILLER, PROSE
from moderator.language.grammar.slots import CommonNames, ListSlot, Number, Rest, Slot, TextSlot
from moderator.language.grammar.words import Glossary, Line

_PIECE = re.compile(r"\[|\]|\{(\w+)\}|[^\s\[\]{}]+")
_ONE = frozenset(("1", "ONE", "SINGLE"))
_CHATTER = FILLER | PROSE | AFTER
_END = re.compile(r"[.!:()]")
"""What ends a list; a comma or a dash stands between two values of it."""
_WIDEST = 4
"""How many words a slot may look at."""
TOWARDS = frozenset(("TO", "INTO", "ONTO", "TOWARDS", "TOWARD"))
_ELSEWHERE = {"origin": TOWARDS, **dict.fromkeys(("goal", "way", "into"), frozenset(("FROM",)))}
"""Words before a place that say that it fills another gap than this: "to B1" is no origin."""


class Gap(NamedTuple):
    """A slot in a syntax, under the name of the field that it fills."""

    name: str
    slot: Slot
    raw: TextSlot | None = None
    """The slot once more if it reads raw text."""
    listed: ListSlot | None = None
    """The slot once more if it reads several values."""


class Group(NamedTuple):
    """A part of a syntax that may be left out."""

    elements: "tuple[Element, ...]"


Element: TypeAlias = str | Gap | Group
Flat: TypeAlias = tuple[str | Gap, ...]


class Match(NamedTuple):
    """What a form read: values by field, and the index of the first word after it."""

    values: dict[str, object]
    end: int


class Failure(NamedTuple):
    """Where a form failed: at which word (the number of words: at the end), and what it expected there."""

    at: int
    expected: str | Gap


class Tokens(NamedTuple):
    """The words of a line as they are matched; ``origins`` leads back to the words as written."""

    line: Line
    words: Sequence[str]
    origins: list[int] | None = None

    def origin(self, index: int) -> int:
        """Return which written word a matched word came from."""
        if self.origins is None or index >= len(self.origins):
            return min(index, len(self.line.words)) if self.origins is None else len(self.line.words)
        return self.origins[index]


def compile_syntax(syntax: str, slots: Mapping[str, Slot]) -> tuple[Element, ...]:
    """Read a syntax line such as ``"MOVE {unit} {origin} {goal} [WITH {troops} TROOPS]"``."""
    stack: list[list[Element]] = [[]]
    for found in _PIECE.finditer(syntax):
        piece = found.group()
        if piece == "[":
            stack.append([])
        elif piece == "]":
            if len(stack) == 1:
                raise ValueError(f"a bracket closes that never opened: {syntax}")
            group = stack.pop()
            stack[-1].append(Group(tuple(group)))
        elif found.group(1):
            if found.group(1) not in slots:
                raise ValueError(f"no slot is called {found.group(1)!r}: {syntax}")
            slot = slots[found.group(1)]
            stack[-1].append(_gap(found.group(1), slot))
        else:
            stack[-1].extend(Line(piece).words)
    if len(stack) > 1 or not stack[0] or not isinstance(stack[0][0], str):
        raise ValueError(f"a syntax begins with a word and closes its brackets: {syntax}")
    return tuple(stack[0])


def _gap(name: str, slot: Slot) -> Gap:
    return Gap(name, slot, slot if isinstance(slot, TextSlot) else None, slot if isinstance(slot, ListSlot) else None)


def expand(elements: Sequence[Element]) -> Iterator[Flat]:
    """Yield every way to keep or leave the optional parts, the fullest first."""
    if not elements:
        yield ()
        return
    first, rest = elements[0], elements[1:]
    if isinstance(first, Group):
        yield from expand((*first.elements, *rest))
        yield from expand(rest)
    else:
        for tail in expand(rest):
            yield (first, *tail)


class Form:
    """One flat form: words and gaps without optional parts."""

    __slots__ = (
        "common",
        "counted",
        "gapless",
        "kind",
        "lists",
        "literals",
        "names",
        "needs",
        "open_ended",
        "rest",
        "verb",
    )

    def __init__(self, kind: object, flat: Flat) -> None:
        """Take what the form makes (an order type or a refusal) and its elements, the first of them a word."""
        self.kind = kind
        self.verb = str(flat[0])
        self.rest: Flat = flat[1:]
        self.literals = tuple(element for element in flat if isinstance(element, str))
        self.needs = frozenset(self.literals)
        self.gapless = len(self.literals) == len(flat)
        self.open_ended = isinstance(flat[-1], Gap) and isinstance(flat[-1].slot, Rest)
        slots = [element.slot for element in flat if isinstance(element, Gap)]
        self.names = frozenset(name for slot in slots if isinstance(slot, CommonNames) for name in slot.common)
        self.common = frozenset(word for name in self.names for word in name.split())
        self.lists = any(isinstance(slot, ListSlot) and "OR" in slot.joiners for slot in slots)
        self.counted = frozenset(
            after for before, after in pairwise(flat) if _is_number(before) and isinstance(after, str)
        )

    def match(self, tokens: Tokens, canon: Mapping[str, str], noise: frozenset[str]) -> Match | Failure:
        """Match the words after the first, which is the verb.

        A gap is tried before its word is taken for noise, and so is a word of the form: whatever has a meaning
        in this form keeps it. A lone "one" before a word of the form says nothing ("MOVE ONE SQUAD OF TROOPS").
        """
        words, at = tokens.words, 1
        values: dict[str, object] = {}
        for number, element in enumerate(self.rest):
            if isinstance(element, str):
                found = _literal(element, words, at, canon, noise)
                if found < 0:
                    return Failure(_first_telling(words, at, noise), element)
                at = found + 1
                continue
            start = at
            if element.raw is not None:
                at, got = _take(element.raw, tokens, at, noise)
            else:
                at, got = _read(element.slot, words, at, noise, len(words) if element.listed else _WIDEST)
            if got is None or not _ELSEWHERE.get(element.name, frozenset()).isdisjoint(words[start:at]):
                return Failure(at, element)
            values[element.name], at = got
            if element.listed is not None and not self._goes_on(number + 1, tokens, at, (canon, noise)):
                stray = _stray(element, tokens, at, noise | element.listed.joiners, last=element is self.rest[-1])
                if stray is not None:
                    return Failure(stray, element)
        return Match(values, at)

    def _goes_on(self, number: int, tokens: Tokens, at: int, known: tuple[Mapping[str, str], frozenset[str]]) -> bool:
        """Tell whether the next element stands here, a word with what belongs to it: no stray value of a list."""
        words, (canon, noise) = tokens.words, known
        for element in self.rest[number : number + 2]:
            if isinstance(element, Gap):
                return element.raw is None and _read(element.slot, words, at, noise, _WIDEST)[1] is not None
            at = _literal(element, words, at, canon, noise) + 1
            if not at:
                return False
        return number < len(self.rest)

    def begins_part(self, failure: Failure, words: Sequence[str], canon: Mapping[str, str], end: int) -> bool:
        """Tell whether the gap that failed has its word before it, after the words that another form ended with.

        Then a part that may be left out was not left out ("SCRAP Drone OF x").
        """
        if not isinstance(failure.expected, Gap):
            return False
        before = (self.verb, *self.rest)[self.rest.index(failure.expected)]
        return any(canon.get(word, word) == before for word in words[end : failure.at])


def _is_number(element: str | Gap) -> bool:
    return isinstance(element, Gap) and isinstance(element.slot, Number)


def _literal(wanted: str, words: Sequence[str], at: int, canon: Mapping[str, str], noise: frozenset[str]) -> int:
    """Return where a word of a form stands, noise before it passed over; -1 if something else stands there."""
    for index in range(at, len(words)):
        word = words[index]
        if canon.get(word, word) == wanted:
            return index
        if word not in noise and word not in _ONE:
            return -1
    return -1


def _read(
    slot: Slot, words: Sequence[str], at: int, noise: frozenset[str], widest: int
) -> tuple[int, tuple[object, int] | None]:
    """Read a value, noise before it passed over; return where it failed, or the value and where it ends."""
    count = len(words)
    while at < count:
        got = slot.read(words[at : at + widest])
        if got is not None:
            return at, (got[0], at + got[1])
        if words[at] not in noise:
            return at, None
        at += 1
    return count, None


def _first_telling(words: Sequence[str], start: int, noise: frozenset[str]) -> int:
    """Return the first word from ``start`` on that says something."""
    return next((at for at in range(start, len(words)) if words[at] not in noise), len(words))


def _stray(gap: Gap, tokens: Tokens, end: int, passed: frozenset[str], *, last: bool) -> int | None:
    """Return the word after a list that belongs to it, though it is no value of it; None if what follows does not.

    It nearly is a value; or nothing of the form comes after the list, and it is no chatter: without it the order
    could say something else.
    """
    line, words = tokens.line, tokens.words
    at = _first_telling(words, end, passed)
    if at < len(words) and gap.raw is not None:
        text, place = _text_for(gap.raw, line, tokens.origin(at))
        led = gap.raw.lead_length(text)
        at = _word_after(tokens, at, place(led)) if led else at
    if at >= len(words) or (words[at] in _CHATTER and not _is_part(gap.slot, words[at])):
        return None
    ended = any(_END.search(line.gap(tokens.origin(between))) for between in range(end, at + 1))
    return at if gap.slot.near(words[at]) or (last and not ended) else None


def _is_part(slot: Slot, word: str) -> bool:
    """Tell whether a word is one of a name, such as "turn" of the card "Turn Port"."""
    return any(word in value.upper().split() for value in slot.values())


def _take(slot: TextSlot, tokens: Tokens, at: int, noise: frozenset[str]) -> tuple[int, tuple[object, int] | None]:
    """Let a slot read the raw text after the words before ``at``; return as ``_read`` does."""
    line, count, told = tokens.line, len(tokens.words), at
    while told < count and tokens.words[told] in noise and not isinstance(slot, Rest):
        told += 1
    text, place = _text_for(slot, line, tokens.origin(told))
    got = slot.take(text)
    if got is not None:
        return told, (got[0], _word_after(tokens, told, place(got[1])))
    led = slot.lead_length(text)
    return (_word_after(tokens, told, place(led)) if led else told), None


def _text_for(slot: TextSlot, line: Line, index: int) -> tuple[str, Callable[[int], int]]:
    """Return what a slot reads behind some words, and what leads from a length of that to a place in the line.

    Of a line in another language it reads the English, unless its text is its author's own.
    """
    begin = line.end(index)
    if slot.verbatim or not line.is_translated:
        return line.raw[begin:], lambda length: begin + length
    text = line.english(index)
    return text, lambda length: line.end(index + len(Line(text[:length]).words))


def read_whole(gap: Gap, text: str, glossary: Glossary) -> tuple[object] | None:
    """Return the value that a text is for a gap, alone in a tuple; None if it is none, or more than one."""
    line = Line(text, glossary)
    if gap.raw is not None:
        text, _ = _text_for(gap.raw, line, 0)
        taken = gap.raw.take(text)
        return (taken[0],) if taken and not Line(text[taken[1] :]).words else None
    words = line.words
    got = gap.slot.read(words) if words else None
    return (got[0],) if got and got[1] == len(words) else None


def _word_after(tokens: Tokens, at: int, end: int) -> int:
    """Return the first word from ``at`` on that does not begin before a character."""
    while at < len(tokens.words) and tokens.line.start(tokens.origin(at)) < end:
        at += 1
    return at


def write(
    elements: Sequence[Element],
    values: Mapping[str, object],
    defaults: Mapping[str, object],
    say: Callable[[str], str] = str,
) -> str:
    """Write values in a syntax; an optional part is left out where all its values are the defaults.

    ``say`` turns English words into those of the language to write in.
    """
    out: list[str] = []
    for element in elements:
        if isinstance(element, str):
            out.append(say(element))
        elif isinstance(element, Gap):
            value = values.get(element.name)
            text = f"<{element.name}>" if value is None else element.slot.write(value)
            out.append(text if element.raw is not None and element.raw.verbatim else say(text))
        elif any(values.get(name) != defaults.get(name) for name in gap_names(element.elements)):
            out.append(write(element.elements, values, defaults, say))
    return " ".join(out)


def gaps_of(elements: Sequence[Element]) -> Iterator[Gap]:
    """Yield all gaps, those in optional parts too."""
    for element in elements:
        if isinstance(element, Gap):
            yield element
        elif isinstance(element, Group):
            yield from gaps_of(element.elements)


def gap_names(elements: Sequence[Element]) -> Iterator[str]:
    """Yield the names of all gaps, those in optional parts too."""
    yield from (gap.name for gap in gaps_of(elements))


def picture(elements: Sequence[Element]) -> str:
    """Write a syntax for people: ``MOVE TRANSPORT <origin> <goal> [WITH <troops> TROOPS]``."""
    out: list[str] = []
    for element in elements:
        if isinstance(element, Group):
            out.append(f"[{picture(element.elements)}]")
        else:
            out.append(f"<{element.name}>" if isinstance(element, Gap) else element)
    return " ".join(out)


def example(elements: Sequence[Element]) -> str:
    """Write a syntax with all optional parts and every gap filled."""
    used: dict[int, int] = {}
    out: list[str] = []
    for element in next(expand(elements)):
        if isinstance(element, Gap):
            n = used.get(id(element.slot), 0)
            used[id(element.slot)] = n + 1
            out.append(element.slot.example(n))
        else:
            out.append(element)
    return " ".join(out)


def default_values(kind: type[Order]) -> dict[str, object]:
    """Return the defaults of the fields of an order type that have one, but for its number."""
    return {
        field.name: field.default if field.default_factory is NODEFAULT else field.default_factory()
        for field in fields(kind)
        if not field.required and field.name != "number"
    }
