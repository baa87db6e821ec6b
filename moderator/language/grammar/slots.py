"""What can stand in the gaps of an order: numbers, choices, free text.

A game is free to bring slots of its own: anything with these members is one. Places come with the boards of the kit.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Protocol, runtime_checkable

from moderator.language.grammar.lexicon import PROSE
from moderator.language.grammar.suggest import nearest

MISREAD = str.maketrans({"O": "0", "Q": "0", "I": "1", "L": "1", "Z": "2", "S": "5"})
"""Undoes letters that look like digits."""

NUMBER_WORDS = (
    "ZERO ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN ELEVEN TWELVE".split()  # noqa: SIM905 - reads as a row
)
_SHORTEST_PREFIX = 3
_MANY = 100
_DIGITS = re.compile(r"-?[0-9]+")
_BEFORE = " \t\u00a0\u2002\u2003\u2007\u2009\u202f\u3000:,=.-\u2013\u2014"
"""What may stand before a value: blanks of every width, which programs put between words, and punctuation."""


class Slot(Protocol):
    """A gap of a syntax: reads words as a value and writes a value as words."""

    @property
    def noun(self) -> str:
        """The noun for the kind of thing, as codes of problems have it: ``"place"`` makes ``missing-place``."""
        ...

    def read(self, words: Sequence[str]) -> tuple[object, int] | None:
        """Return the value that the words (upper case, no punctuation) begin with, and how many it took."""
        ...

    def write(self, value: object) -> str:
        """Return the value as one would write it; reading that gives the value again."""
        ...

    def near(self, word: str) -> Sequence[str]:
        """Return what may have been meant by a word that cannot be read, as it would be written.

        It may also be two words with a blank between them.
        """
        ...

    def values(self) -> Sequence[str]:
        """Return every value as it would be written; nothing where they cannot be told one by one."""
        ...

    def example(self, n: int = 0) -> str:
        """Return a value for an example; ``n`` counts the gaps of this slot before it in the line."""
        ...


@runtime_checkable
class TextSlot(Protocol):
    """A slot that reads the raw line, where case, spacing or punctuation matter."""

    @property
    def verbatim(self) -> bool:
        """Whether its text is its author's own, with no words of the orders: never translated."""
        ...

    def take(self, text: str) -> tuple[object, int] | None:
        """Return the value that the raw text begins with, and how many characters it took."""
        ...

    def lead_length(self, text: str) -> int:
        """Return how many characters of raw text that is no value begin one: what is wrong comes after them."""
        ...


@runtime_checkable
class ListSlot(Protocol):
    """A slot that reads as many values as follow each other, however many words they are.

    What stands after them is taken for one that is wrong if ``near`` knows what it was meant to be, or if an order
    ends with the list and the word is none of common talk.
    """

    @property
    def joiners(self) -> frozenset[str]:
        """The words that may stand between two values."""
        ...


@runtime_checkable
class JoinedSlot(Protocol):
    """A slot whose one value, such as units, may be written as several with commas between them."""

    @property
    def many(self) -> bool:
        """Whether it may."""
        ...


@runtime_checkable
class CommonNames(Protocol):
    """A slot some of whose names are common words of the game, such as those for units; people and places have none.

    One typo in such a word is set right, and a times sign between it and a number says how many.
    """

    @property
    def common(self) -> Collection[str]:
        """The names, in capitals, of one or more words."""
        ...


class Number:
    """A whole number within bounds, in digits or as a word up to twelve; BOTH is two."""

    noun = "number"

    def __init__(self, low: int, high: int, *, most: int | None = None) -> None:
        """Admit ``low`` to ``high``; ``most`` is what players are told of, where more is read to be answered better."""
        self.low, self.high, self.most = low, high, high if most is None else most
        self._longest = len(str(high)) + 4

    def read(self, words: Sequence[str]) -> tuple[int, int] | None:
        """Read one word."""
        word = words[0]
        if word in NUMBER_WORDS:
            value = NUMBER_WORDS.index(word)
        elif word == "BOTH":
            value = 2
        elif len(word) <= self._longest and _DIGITS.fullmatch(word):
            value = int(word)
        else:
            return None
        return (value, 1) if self.low <= value <= self.high else None

    def write(self, value: object) -> str:
        """Write digits."""
        return str(value)

    def near(self, word: str) -> Sequence[str]:
        """Offer number words that are nearly written, or the digits of ``4x``."""
        digits = word.strip("X#").translate(MISREAD)
        if digits.isdecimal() and digits.isascii() and len(digits) < len(word) + 1 and self.read([digits]):
            return (digits,)
        return tuple(
            str(NUMBER_WORDS.index(found))
            for found in nearest(word, NUMBER_WORDS)
            if self.low <= NUMBER_WORDS.index(found) <= self.high
        )

    def values(self) -> Sequence[str]:
        """Return all numbers, the highest first, if they are few."""
        return [str(value) for value in range(self.most, self.low - 1, -1)] if self.most - self.low < _MANY else ()

    def example(self, n: int = 0) -> str:
        """Return the highest."""
        del n
        return str(self.most)


class Choice:
    """One of some names, each of one or more words; its value is the name as declared."""

    def __init__(
        self,
        choices: Sequence[str],
        synonyms: Mapping[str, str] | None = None,
        *,
        noun: str = "choice",
        common: bool = False,
    ) -> None:
        """Declare the names; ``synonyms`` lead from other names to them. ``common``: they are words of the game."""
        self.noun = noun
        self.choices = tuple(choices)
        self._table: dict[tuple[str, ...], str] = {}
        for name, choice in (*((name, name) for name in choices), *(synonyms or {}).items()):
            self._table[tuple(re.findall(r"[^\W_]+(?:'[^\W_]+)*", name.upper()))] = choice
        self.common = tuple(map(" ".join, self._table)) if common else ()
        self._longest = max(map(len, self._table))
        self._singles = {key[0]: choice for key, choice in self._table.items() if len(key) == 1}
        self._wholes = {" ".join(key): choice for key, choice in self._table.items()}
        self._parts = {part: choice for key, choice in self._table.items() for part in key} | self._singles

    def read(self, words: Sequence[str]) -> tuple[str, int] | None:
        """Read the longest name that the words begin with, or one by an unambiguous beginning of it."""
        for count in range(min(self._longest, len(words)), 0, -1):
            choice = self._table.get(tuple(words[:count]))
            if choice is not None:
                return choice, count
        word = words[0]
        if len(word) >= _SHORTEST_PREFIX and word not in PROSE:
            begun = {choice for key, choice in self._singles.items() if key.startswith(word)}
            if len(begun) == 1:
                return begun.pop(), 1
        return None

    def write(self, value: object) -> str:
        """Write the name as declared."""
        return str(value)

    def near(self, word: str) -> Sequence[str]:
        """Offer names that are nearly written, that have a word nearly written, or the only one that begins like it."""
        if whole := nearest(word, tuple(self._wholes)):
            return tuple(dict.fromkeys(self._wholes[name] for name in whole))
        found = nearest(word, tuple(self._parts))
        if not found and len(word) >= _SHORTEST_PREFIX and " " not in word:
            begun = {name for part, name in self._parts.items() if part.startswith(word[:_SHORTEST_PREFIX])}
            return tuple(begun) if len(begun) == 1 else ()
        return tuple(dict.fromkeys(self._parts[name] for name in found))

    def values(self) -> Sequence[str]:
        """Return the names as declared."""
        return self.choices

    def example(self, n: int = 0) -> str:
        """Return the first, for a second gap the second."""
        return self.choices[n % len(self.choices)]


class Pattern:
    """A piece of raw text of a given form, such as a date or a duration; its value is the text that matched."""

    verbatim = True

    def __init__(self, noun: str, pattern: str, example: str, *, upper: bool = False, lead: str = "") -> None:
        """Match ``pattern`` (case ignored) at the start of what is left of the line; keep it in upper case if told.

        ``lead`` matches what may begin it, such as the count of something, where what follows is wrong.
        """
        self.noun = noun
        self._lead = re.compile(lead, re.IGNORECASE)
        self._pattern = re.compile(pattern + r"(?![^\W_])", re.IGNORECASE)
        self._example, self._upper = example, upper

    def take(self, text: str) -> tuple[str, int] | None:
        """Take what matches, punctuation before it passed over."""
        begin = len(text) - len(text.lstrip(_BEFORE))
        found = self._pattern.match(text, begin)
        if found is None or not found.group():
            return None
        value = " ".join(found.group().split())
        return (value.upper() if self._upper else value), found.end()

    def lead_length(self, text: str) -> int:
        """Return the end of what leads to a value."""
        found = self._lead.match(text, len(text) - len(text.lstrip(_BEFORE)))
        return found.end() if found is not None and found.group() else 0

    def read(self, words: Sequence[str]) -> tuple[str, int] | None:
        """Read one word, for those who have words alone."""
        taken = self.take(words[0])
        return (taken[0], 1) if taken and taken[1] == len(words[0]) else None

    def write(self, value: object) -> str:
        """Write the text."""
        return str(value)

    def near(self, word: str) -> Sequence[str]:
        """Offer nothing: free forms have no neighbours."""
        del word
        return ()

    def values(self) -> Sequence[str]:
        """Return nothing: free forms have no end."""
        return ()

    def example(self, n: int = 0) -> str:
        """Return the declared example."""
        del n
        return self._example


class Worded(Pattern):
    """A piece of raw text in words of the orders, which are read in other languages, too."""

    verbatim = False


_PLEASE = re.compile(r"(?:^|[\s,]+)(?:please|pls|plz)[\s.!]*\Z", re.IGNORECASE)


class Rest(Pattern):
    """The rest of the line as it was written, of one character or more (use it in an optional group for none)."""

    def __init__(self, noun: str = "text", example: str = "…", *, words: bool = False) -> None:
        """Name the kind of text; ``words`` of somebody are kept whole, from all else a "please" at its end is taken."""
        super().__init__(noun, r".+", example)
        self._words = words

    def take(self, text: str) -> tuple[str, int] | None:
        """Take everything, spaces inside kept."""
        value = (text if self._words else _PLEASE.sub("", text)).strip(" \t:,=")
        return (value, len(text)) if value else None


class Name(Pattern):
    """One run of raw text without blanks, such as the name of a match; punctuation at its end is left out."""

    def __init__(self, noun: str = "name", example: str = "name") -> None:
        """Name the kind of name."""
        super().__init__(noun, r"[^\s,;]*[^\W_]", example)
