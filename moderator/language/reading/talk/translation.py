"""Sentences of other languages in English, for the rules that judge what is said around orders.

Rules are written for English words in English order. A sentence counts as foreign if it has a word that only another
language has, and no word of everyday English that means nothing there.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import NamedTuple

from moderator.language.reading.talk.everyday import FUNCTION
from moderator.language.tongues.german_talk import GERMAN
from moderator.language.tongues.talk import Talk

_TOKEN = re.compile(r"[^\W_]+(?:['-][^\W_]+)*|[^\w\s]+|_+")
_ENGLISH = FUNCTION - {"A"}
"""Words that show that a sentence is in English; a letter may be one in a list ("Variante A")."""
_CONDITIONS = frozenset(("if", "unless", "until", "when", "before", "that", "which"))
"""Words before which English has no comma."""
_LEADS = frozenset(("want to",)) | frozenset(
    "please but and so no sorry i we must can should will would could just now ok then oops".split()  # noqa: SIM905
)
"""Words before the verb of a clause."""
_MANNERS = frozenset(("please", "thanks"))
_DENIED = {"not": ("do not", ""), "not yet": ("do not", "yet"), "never": ("never", "")}
"""What denies the verb behind it, with what says so before the verb in English, and at the end."""


class _Word(NamedTuple):
    """A word of a sentence or a mark, and where it stood."""

    text: str
    begin: int
    end: int

    @property
    def is_mark(self) -> bool:
        """Whether it is a mark, without a letter or digit."""
        return not any(map(str.isalnum, self.text))

    @property
    def key(self) -> str:
        """The word in capitals."""
        return self.text.upper()


class English(NamedTuple):
    """A sentence in English, the original, and where each word stands in both."""

    text: str
    original: str
    places: tuple[tuple[int, int, int, int], ...]

    def source(self, begin: int, end: int) -> tuple[int, int]:
        """Return which part of the original a part of the text stands for."""
        among = [(first, last) for at, stop, first, last in self.places if at < end and stop > begin]
        if not among:
            return len(self.original), len(self.original)
        return min(first for first, _ in among), max(last for _, last in among)


def translated(text: str) -> str:
    """Return a sentence in English, as far as we know its words."""
    english = in_english(text)
    return text if english is None else english.text


def ways(text: str) -> Iterator[str]:
    """Yield a sentence, and what it says in English if it is in another language."""
    yield text
    if (english := in_english(text)) is not None:
        yield english.text


@lru_cache(maxsize=256)
def in_english(text: str) -> English | None:
    """Return what a sentence says in English, None if it is in English or in no language that we know."""
    words = [_Word(found.group(), *found.span()) for found in _TOKEN.finditer(text)]
    if not _is_foreign({word.key for word in words}, GERMAN):
        return None
    clauses = (_verb_apart(clause, GERMAN) for clause in _clauses(words, GERMAN))
    said = [word for before, verb in clauses for word in _in_english_order(before, verb, GERMAN)]
    return _written(_without_commas(said), text)


def _is_foreign(words: set[str], talk: Talk) -> bool:
    return not talk.marks.isdisjoint(words) and _ENGLISH.isdisjoint(words - talk.known)


def _clauses(words: Sequence[_Word], talk: Talk) -> Iterator[list[_Word]]:
    """Yield the clauses of a sentence, and the marks between them; a verb that ends a clause does so without a mark."""
    clause: list[_Word] = []
    for word in words:
        if clause and (clause[-1].is_mark != word.is_mark or (clause[-1].key,) in talk.verbs):
            yield clause
            clause = []
        clause.append(word)
    yield clause


def _verb_apart(clause: list[_Word], talk: Talk) -> tuple[list[_Word], _Word | None]:
    """Return a clause without the verb at its end, be it in two parts, and that verb in English."""
    *before, last = clause
    if meant := talk.verbs.get((last.key,)):
        return before, last._replace(text=meant)
    for verb in before:
        if meant := talk.verbs.get((verb.key, last.key)):
            return [word for word in before if word is not verb], last._replace(text=meant)
    return clause, None


def _in_english_order(before: list[_Word], verb: _Word | None, talk: Talk) -> list[_Word]:
    """Return a clause in English: its verb stands behind who does it, with what denies it before it."""
    words = _meant(before, talk)
    if verb is None:
        return words
    lead = len([*takewhile(lambda word: word.text in _LEADS, words)])
    asked = [word for word in words[lead:] if word.text in _MANNERS]
    rest = [word for word in words[lead:] if word.text not in _MANNERS]
    denial = rest.pop() if rest and rest[-1].text in _DENIED else verb._replace(text="")
    denies, yet = _DENIED.get(denial.text, ("", ""))
    begun, _, ended = verb.text.partition(" … ")
    at_verb = (denial._replace(text=denies), verb._replace(text=begun))
    at_end = (verb._replace(text=ended), denial._replace(text=yet))
    return [word for word in (*words[:lead], *asked, *at_verb, *rest, *at_end) if word.text]


def _meant(clause: Sequence[_Word], talk: Talk) -> list[_Word]:
    """Return what words mean, the longest ways to say something first."""
    said: list[_Word] = []
    at = 0
    while at < len(clause):
        counts = range(min(talk.longest, len(clause) - at), 0, -1)
        keys = (tuple(word.key for word in clause[at : at + count]) for count in counts)
        key = next((key for key in keys if key in talk.meanings), (clause[at].key,))
        text = talk.meanings.get(key, clause[at].text)
        said += [_Word(text, clause[at].begin, clause[at + len(key) - 1].end)] if text else []
        at += len(key)
    return said


def _without_commas(words: Sequence[_Word]) -> list[_Word]:
    """Return words without the commas that English does not set."""
    behind = (*words[1:], None)
    return [
        word
        for word, after in zip(words, behind, strict=True)
        if not (word.text == "," and after is not None and after.text in _CONDITIONS)
    ]


def _written(words: Sequence[_Word], original: str) -> English:
    """Write words with blanks between them; a mark stands where it stood, beside a word or apart."""
    text, places = "", list[tuple[int, int, int, int]]()
    for word in words:
        apart = not word.is_mark or original[word.begin - 1 : word.begin].isspace()
        opened = bool(places) and text.endswith(("(", '"', "'", "/"))
        text += " " * (bool(text) and apart and not opened)
        places.append((len(text), len(text) + len(word.text), word.begin, word.end))
        text += word.text
    return English(text, original, tuple(places))
