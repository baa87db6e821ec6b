"""Whether a sentence that is no order could have been meant as one, or asks for nothing.

A sentence asks for something if it tells somebody what to do with a thing of the game, if it speaks of other orders, or
if it is as terse as orders are and stands among them. Talk of the past, opinions and courtesy ask for nothing.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from moderator.core.language import Language
from moderator.language.grammar.lexicon import COURTESY, GREETING
from moderator.language.grammar.words import Line
from moderator.language.reading.everyday import (
    ACTS,
    ASKED_FOR,
    ASKING,
    BE,
    EVERYDAY,
    MANNERS,
    MODALS,
    NOT_PAST,
    REFERS,
    SOCIAL,
    TELLS,
)

_TERSE, _FEW, _SHORT = 6, 8, 12
"""Words of a terse sentence, of a brief one, and of one that is not long."""
_EARLY = 5
"""The first words of a sentence, among which what is done stands."""
_LONGEST_NAME, _SHORTEST_PART = 4, 4
_SENTENCE = re.compile(
    r"(?<=[.!?;])\s+|\s+[\u2013\u2014-]+\s+|(?<=\w):\s+(?=\S)|\s*[()]\s*|,?\s+but\s+|,\s+so\s+|,\s+then\s+",
    re.IGNORECASE,
)
_MYSELF = frozenset(("I", "I'M", "WE", "WE'RE"))
_STOP = re.compile(r"[.!?;]\s+\S")
_PAST = re.compile(r"[A-Z]{2,}ED\Z")


class Near(NamedTuple):
    """Where a sentence stands: near orders, with empty lines between or not, and right below one."""

    orders: bool = False
    directly: bool = False


class _Mood(NamedTuple):
    """How a sentence begins: with a wish, a negation, a condition, a plea, an article; and where it goes on."""

    wishes: bool
    negates: bool
    conditional: bool
    pleads: bool
    names: bool
    begin: int


def sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a text, or the parts of one that stand for themselves; a brief text comes whole as well."""
    pieces = [piece.strip() for piece in _SENTENCE.split(text) if piece and piece.strip()]
    if len(pieces) > 1 and len(text.split()) <= _SHORT and not _STOP.search(text):
        yield text.strip()
    yield from pieces


class Listener:
    """Knows the words of a game, and tells which sentences could have been meant as an instruction."""

    def __init__(self, language: Language[Any], names: Collection[str] = ()) -> None:
        """Take the language of the game and further names of its things."""
        self._language = language
        self._more = names

    def asks(self, text: str, near: Near = Near()) -> bool:  # noqa: B008 - a value
        """Tell whether a sentence could have been meant as an instruction, by its words and where it stands."""
        words = _told(text)
        if not words or SOCIAL.match(text):
            return False
        if refers := REFERS.search(text):
            return not _tells(_told(f"{text[: refers.start()]} {text[refers.end() :]}"))
        mood = _mood(text)
        rest = Line(text[mood.begin :]).words
        acts = not mood.names and self._acts(rest)
        if self.tells(words):
            return (acts or mood.conditional or mood.pleads) and self.things(words) > 0 and len(words) <= _SHORT
        return (
            self._commands(words, mood, acts=acts)
            or self._acts_on_things(text, words, rest, mood, acts=acts)
            or self._is_terse(text, words, mood, near, acts=acts)
        )

    def tells(self, words: Sequence[str]) -> bool:
        """Tell whether words tell of something that was, or of what somebody feels."""
        if not words:
            return False
        if words[0] in GREETING or words[0] in ASKING:
            return True
        return _tells(words)

    def things(self, words: Sequence[str]) -> int:
        """Return how many things of the game some words name."""
        plain = [_single(word) for word in words]
        found: set[tuple[str, ...]] = set()
        for at, word in enumerate(plain):
            if self._language.is_place(words, at):
                found.add((word,))
            found.update(name for name in self._names.get(word, ()) if tuple(plain[at : at + len(name)]) == name)
        return sum(not any(set(one) < set(other) for other in found) for one in found)

    @cached_property
    def _names(self) -> dict[str, list[tuple[str, ...]]]:
        """All names of things by their first word, each in the singular, and the telling words within longer names."""
        found: dict[str, list[tuple[str, ...]]] = {}
        for name in (*self._language.names(), *self._more):
            words = tuple(map(_single, Line(name).words))[:_LONGEST_NAME]
            parts = [(word,) for word in words if len(word) >= _SHORTEST_PART and not self._does(word)]
            for own in (words, *parts) if len(words) > 1 else (words,):
                if own and not (len(own) == 1 and self._is_everyday(own[0])):
                    found.setdefault(own[0], []).append(own)
        return found

    @staticmethod
    def _is_everyday(word: str) -> bool:
        return word in EVERYDAY or len(word) == 1 or not word.isalpha()

    def _does(self, word: str) -> bool:
        """Tell whether a word says what is done."""
        return _base(word) in ACTS or self._language.acts(word)

    def _acts(self, rest: Sequence[str]) -> bool:
        """Tell whether words begin with something to do; before "is" or "was" the same word is a noun."""
        return bool(rest) and self._does(rest[0]) and not BE.intersection(rest[1:2])

    @staticmethod
    def _commands(words: Sequence[str], mood: _Mood, *, acts: bool) -> bool:
        """Tell whether words are about what commands are for, and ask for it."""
        asked = any(word in ASKED_FOR for word in words)
        begun = bool(ASKED_FOR.intersection(words[:2])) and not BE.intersection(words)
        return asked and (mood.wishes or mood.pleads or acts or begun or words[0] in _MYSELF) and len(words) <= _SHORT

    def _acts_on_things(self, text: str, words: Sequence[str], rest: Sequence[str], mood: _Mood, *, acts: bool) -> bool:
        """Tell whether words say what is to be done with something of the game."""
        if acts and mood.negates and self._language.acts(rest[0], loosely=False) and len(words) <= _FEW:
            return True
        things = self.things(words)
        if not things or len(words) > _SHORT + _SHORT:
            return False
        if (
            acts
            or mood.wishes
            or mood.conditional
            or (mood.pleads and len(words) <= _SHORT)
            or MODALS.intersection(words)
        ):
            return True
        if len(words) > _SHORT or BE.intersection(words[:_EARLY]) or text.endswith(("!", "?")):
            return False
        return mood.negates or self.things(rest[:3]) > 0 or any(map(self._does, words[:_EARLY]))

    def _is_terse(self, text: str, words: Sequence[str], mood: _Mood, near: Near, *, acts: bool) -> bool:
        """Tell whether words near orders are as brief as orders are, and no exclamation."""
        if not near.orders or "?" in text or len(words) > _FEW:
            return False
        if acts or (mood.pleads and not text.endswith("!")) or (mood.negates and any(map(self._does, words))):
            return True
        if BE.intersection(words):
            return False
        if (mood.conditional and "YOU" not in words) or self._has_subject(words):
            return True
        return near.directly and len(words) <= _TERSE and not text[0].isupper() and not text.endswith("!")

    def _has_subject(self, words: Sequence[str]) -> bool:
        """Tell whether words begin with something of the game, or its number, and say what it does."""
        known = words[0].isdecimal() or _single(words[0]) in self._firsts
        return known and len(words) > 1 and self._does(words[1])

    @cached_property
    def _firsts(self) -> frozenset[str]:
        """The first words of all names, those that everybody uses among them."""
        return frozenset(
            _single(Line(name).words[0]) for name in (*self._language.names(), *self._more) if Line(name).words
        )


def _tells(words: Sequence[str]) -> bool:
    return any(word in TELLS or (_PAST.match(word) and word not in NOT_PAST) for word in words)


def _told(text: str) -> tuple[str, ...]:
    """Return the words of a sentence without the thanks at its end."""
    words = list(Line(text).words)
    while len(words) > 1 and words[-1] in COURTESY:
        words.pop()
    return tuple(words)


def _mood(text: str) -> _Mood:
    """Read what stands before the verb of a sentence."""
    begin, kinds, last = 0, set[str](), ""
    while (found := MANNERS.match(text, begin)) and found.end() > begin:
        begin = found.end()
        last = found.lastgroup or ""
        kinds.add(last)
    pleads = (
        re.search(r"\b(?:please|pls|plz|bitte|por favor|s'il (?:vous|te) pla[iî]t)\b", text, re.IGNORECASE) is not None
    )
    return _Mood("wish" in kinds, "not" in kinds, "if" in kinds, pleads, last == "noun", begin)


def _single(word: str) -> str:
    """Return a word without the S of a plural."""
    return word[:-1] if len(word) > _SHORTEST_PART - 1 and word.endswith("S") and not word.endswith("SS") else word


def _base(word: str) -> str:
    """Return a verb without its ending."""
    for ending in ("ES", "S", "ING"):
        if word.endswith(ending) and word[: -len(ending)] in ACTS:
            return word[: -len(ending)]
    return word
