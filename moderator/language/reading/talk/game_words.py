"""The words of a game: what its things are called, and which words say what is done with them."""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Any

from moderator.core.language import Language
from moderator.language.grammar.words import Line
from moderator.language.reading.talk.doubts import SOMEBODY
from moderator.language.reading.talk.everyday import ACTS, BE, EVERYDAY

_LONGEST_NAME, _SHORTEST_PART = 4, 4
"""Words of a name that are compared, and letters of a word of one that names it alone."""
_SOMEBODY = SOMEBODY.upper()


class Things:
    """Knows the words of one game."""

    def __init__(self, language: Language[Any], names: tuple[str, ...]) -> None:
        """Take the language of the game and further names of its things."""
        self._language = language
        self._all = tuple(
            words for name in (*language.names(), *names) if (words := tuple(map(single, Line(name).words)))
        )

    def count(self, words: Sequence[str]) -> int:
        """Return how many things of the game some words name."""
        plain = [single(word) for word in words]
        found: set[tuple[str, ...]] = set()
        for at, word in enumerate(plain):
            if self._language.is_place(words, at):
                found.add((word,))
            found.update(name for name in self._names.get(word, ()) if tuple(plain[at : at + len(name)]) == name)
        return sum(not any(set(one) < set(other) for other in found) for one in found)

    def places(self, words: Sequence[str]) -> bool:
        """Tell whether one of some words is a place of letters and digits."""
        return any(self._language.is_place(words, at) for at in range(len(words)))

    def names(self, word: str) -> bool:
        """Tell whether a word alone may be of something in the game, be it one that everybody uses."""
        return single(word) in self._parts or word == _SOMEBODY or self._language.is_place((word,), 0)

    def does(self, word: str) -> bool:
        """Tell whether a word says what is done."""
        return base(word) in ACTS or self._language.acts(word)

    def orders(self, word: str) -> bool:
        """Tell whether a word is a verb of the orders."""
        return self._language.acts(word, loosely=False)

    def acts(self, words: Sequence[str]) -> bool:
        """Tell whether words begin with something to do; before "is" or "was" the same word is a noun."""
        return bool(words) and self.does(words[0]) and not BE.intersection(words[1:2])

    @cached_property
    def _names(self) -> dict[str, list[tuple[str, ...]]]:
        """All names of things by their first word, each in the singular, and the telling words within longer names."""
        found: dict[str, list[tuple[str, ...]]] = {}
        for name in self._all:
            words = name[:_LONGEST_NAME]
            parts = [(word,) for word in words if len(word) >= _SHORTEST_PART and not self.does(word)]
            for own in (words, *parts) if len(words) > 1 else (words,):
                if not (len(own) == 1 and _is_everyday(own[0])):
                    found.setdefault(own[0], []).append(own)
        return found

    @cached_property
    def _parts(self) -> frozenset[str]:
        """All words of all names."""
        return frozenset(word for name in self._all for word in name)


@lru_cache(maxsize=32)
def things_of(language: Language[Any], names: tuple[str, ...]) -> Things:
    """Return the words of a game; they are collected once."""
    return Things(language, names)


def single(word: str) -> str:
    """Return a word without the S of a plural or of an owner."""
    word = word.removesuffix("'S")
    return word[:-1] if len(word) >= _SHORTEST_PART and word.endswith("S") and not word.endswith("SS") else word


def base(word: str) -> str:
    """Return a verb without its ending."""
    for ending in ("ES", "S", "ING"):
        stem = word.removesuffix(ending)
        for verb in (stem, f"{stem}E", stem[:-1]) if stem != word else ():
            if verb in ACTS:
                return verb
    return word


def _is_everyday(word: str) -> bool:
    return word in EVERYDAY or len(word) == 1 or not word.isalpha()
