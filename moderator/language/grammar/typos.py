"""One typo in a word of orders: the lines that a line may have been without it."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from rapidfuzz.distance import OSA

from moderator.language.grammar.foreign import FOREIGN
from moderator.language.grammar.lexicon import AFTER, COURTESY, ENGLISH, FILLER, HEDGES, NOISE, PROSE, STORY, Lexicon
from moderator.language.grammar.words import Line

_SHORTEST, _SHORTEST_MEANT, _SHORTEST_FOREIGN = 3, 4, 5
"""Letters of a word with a typo, and of the word that was meant: of shorter ones too many others are near."""
_PLACE = re.compile(r"[A-Z]{1,2}[0-9]{1,2}")
_FOREIGN_ENDING = re.compile(r"(?:E|EM|EN|ER|ERN|ES|S|ST|T|TE|TEN)\Z")
_ENDINGS = ("S", "D", "R", "N", "T", "Y")
_TALK = frozenset((*AFTER, *COURTESY, *ENGLISH, *FILLER, *FOREIGN, *HEDGES, *NOISE, *PROSE, *STORY))


class Typo(NamedTuple):
    """A word of a line that may be a typo: which one, what it is a typo of, and the line without the typo."""

    at: int
    meant: str
    text: str


def typos_in(line: Line, lexicon: Lexicon) -> Iterator[Typo]:
    """Yield every way to set right one word of a line by one letter that is missing, too many, wrong or misplaced.

    A word that means something as it stands is no typo: one of the orders, of common talk, of another language, or
    one of the orders with an ending ("moved"). Words of another language are set right in lines of that language.
    """
    foreign = line.foreign
    for at, word in enumerate(line.words):
        if len(word) < _SHORTEST or not word.isalpha() or word in _TALK or word in foreign.talk:
            continue
        if _is_known(word, lexicon):
            continue
        for meant in lexicon.spelt:
            if _is_near(word, meant, _SHORTEST_MEANT) and not _is_inflected(word, meant):
                yield _without(line, at, meant)
        for meant in foreign.meanings:
            if _is_near(word, meant, _SHORTEST_FOREIGN) and _stem(word) != _stem(meant):
                yield _without(line, at, meant)


def glued_in(line: Line, lexicon: Lexicon) -> Iterator[Typo]:
    """Yield every way to put a missing blank into one word of a line, behind a word of orders or between two places."""
    for at, word in enumerate(line.words):
        for end in range(_SHORTEST - 1, len(word) - 1):
            first, second = word[:end], word[end:]
            if (
                first in lexicon.spelt and len(first) > _SHORTEST and (second in lexicon.spelt or _is_mixed(second))
            ) or (_is_mixed(first) and _is_mixed(second) and word not in lexicon.spelt):
                yield _without(line, at, f"{first} {second}")


def _without(line: Line, at: int, meant: str) -> Typo:
    return Typo(at, meant, f"{line.raw[: line.start(at)]}{meant}{line.raw[line.end(at + 1) :]}")


def _is_mixed(word: str) -> bool:
    """Tell whether a word is of letters and then digits, as places are."""
    return _PLACE.fullmatch(word) is not None


def _is_near(word: str, meant: str, shortest: int) -> bool:
    return len(meant) >= shortest and OSA.distance(word, meant, score_cutoff=1) == 1


def _is_known(word: str, lexicon: Lexicon) -> bool:
    """Tell whether a word is one of orders, or the beginning of one."""
    return word in lexicon.canon or word in lexicon.common or bool(lexicon.completion_of(word))


def _stem(word: str) -> str:
    """Return a word of another language without its ending."""
    return _FOREIGN_ENDING.sub("", word)


def _is_inflected(word: str, meant: str) -> bool:
    """Tell whether a word is another with an ending, or without one; a last letter typed twice is none."""
    longer, shorter = (word, meant) if len(word) > len(meant) else (meant, word)
    return longer.startswith(shorter) and longer[-1] in _ENDINGS and longer[-1] != shorter[-1]
