"""The law of suggestions: one keeps every place, number, name and condition of its line, or it is not made.

An author takes what we suggest with the one word yes, and trusts that it is what they wrote, only right.
"""

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple, TypeAlias

from rapidfuzz.distance import OSA

from moderator.language.grammar.slots import NUMBER_WORDS

Meanings: TypeAlias = frozenset[str]
"""What a word may mean: the values of all gaps that it could fill."""

_LETTERS = re.compile(r"[^\W\d_]+")
_NUMBERS = re.compile(r"\d+")
_NEGATION = re.compile(
    r"\b(?:no|not|nobody|none|nothing|never|without|cannot|break|stop|cancel|quit|\w+n['\u2019]t|(?:do|did|wo|ca|is|should)nt"
    r"|nicht|kein\w*|nie|niet|geen|ikke|jamais|nunca)\b",
    re.IGNORECASE,
)
_TIMES = re.compile(r"X?(\d{1,2})[A-Z]?")
"""A number with a times sign before it, or with the letter of a unit behind it."""
_TYPOS = 2
"""Typos in a place that can be none as it stands, at most."""

_CONDITIONS = {
    **dict.fromkeys(("IF", "WHEN", "WHENEVER", "ONCE", "AFTER", "PROVIDED", "ASSUMING", "SUPPOSING"), "if"),
    **dict.fromkeys(("WENN", "FALLS"), "if"),
    **dict.fromkeys(("UNLESS", "UNTIL", "TILL", "WHILE", "BEFORE"), ""),
    **dict.fromkeys(("EXCEPT", "EXCEPTING", "BUT"), "except"),
    **dict.fromkeys(("OR", "ELSE", "OTHERWISE", "INSTEAD", "RATHER"), "or"),
}
"""Words that make an order depend on something or take a part out of it, with what those have in common that may stand
for each other."""
_PARTS = frozenset(("HALF", "MOST", "REST", "REMAINING", "OTHERS", "DOZEN", "QUARTER", "THIRDS"))
"""Words for numbers that no order can say."""
_COUNTED = {
    **{word: str(value) for value, word in enumerate(NUMBER_WORDS) if value > 1},
    **dict.fromkeys(("BOTH", "TWICE", "PAIR", "COUPLE"), "2"),
}


class Content(NamedTuple):
    """What a line says that a suggestion must not leave out.

    ``names`` are what its names and places may mean, ``figures`` its other words with digits, ``spelt`` the numbers
    that it has in words, ``units`` the words of the syntax for what is counted, ``bound`` its conditions. What it can
    keep of another line: ``pool`` is what any word of it may mean, ``digits`` are all its words with digits, ``gaps``
    those that are left open.
    """

    names: tuple[Meanings, ...] = ()
    figures: tuple[str, ...] = ()
    spelt: tuple[str, ...] = ()
    units: frozenset[str] = frozenset()
    bound: frozenset[str] = frozenset()
    negated: bool = False
    letters: frozenset[str] = frozenset()
    pool: Meanings = frozenset()
    digits: tuple[str, ...] = ()
    gaps: int = 0

    @property
    def is_form(self) -> bool:
        """Whether it only shows what belongs where, and repeats nothing that its author wrote."""
        return self.gaps > 0 and not self.figures and not self.names


def is_negated(text: str) -> bool:
    """Tell whether a line holds a negation."""
    return _NEGATION.search(text) is not None


def numbers_in(words: Collection[str]) -> tuple[str, ...]:
    """Return the numbers that words say, in digits."""
    return tuple(_COUNTED[word] for word in words if word in _COUNTED)


def bound_by(words: Collection[str]) -> frozenset[str]:
    """Return the conditions, exceptions and alternatives among some words, and the parts of a number."""
    return frozenset(_CONDITIONS.get(word, "") or word for word in words if word in _CONDITIONS or word in _PARTS)


def keeps(original: Content, offered: Sequence[Content]) -> bool:
    """Tell whether lines that are offered together leave nothing out of a line, nor turn it round.

    A gap that is left open stands for one place, number or name. A form that holds nothing but gaps is no suggestion.
    """
    bound = frozenset[str]().union(*(one.bound for one in offered))
    if all(one.is_form for one in offered):
        return not original.negated or bool(original.bound and original.bound <= bound)
    if (original.negated and not any(one.negated for one in offered)) or not original.bound <= bound:
        return False
    gaps = sum(one.gaps for one in offered)
    if not gaps and not original.units <= frozenset[str]().union(*(one.units for one in offered)):
        return False
    return _lost(original, offered) <= gaps


def _lost(original: Content, offered: Sequence[Content]) -> int:
    """Return how many places, numbers and names are left out; a single thing needs no number."""
    pool = frozenset[str]().union(*(one.pool for one in offered))
    remaining = [word for one in offered for word in one.digits]
    remaining += [str(len(offered))] * (len(offered) > 1 and len(set(offered)) == 1)
    for meanings in original.names:
        found = next((word for word in remaining if word.casefold() in meanings), None)
        if found is not None:
            remaining.remove(found)
    lost = [figure for figure in original.figures if figure != "1"]
    for is_kept in (_is, _is_parted, _is_near):
        for figure in tuple(lost):
            found = next((other for other in remaining if is_kept(figure, other, original.letters)), None)
            if found is not None:
                remaining.remove(found)
                lost.remove(figure)
    spelt = sum(all(number not in _NUMBERS.findall(other) for other in remaining) for number in original.spelt)
    return len(lost) + spelt + sum(meanings.isdisjoint(pool) for meanings in original.names)


def _is(original: str, other: str, letters: Collection[str]) -> bool:
    """Tell whether two words are one, or one number."""
    del letters
    number = _TIMES.fullmatch(original)
    return original == other or (number is not None and other.isdecimal() and int(number[1]) == int(other))


def _is_parted(original: str, other: str, letters: Collection[str]) -> bool:
    """Tell whether a number is that of a place which is written in parts, either first, its row among some letters."""
    row = _LETTERS.findall(other)
    return original.isdecimal() and bool(row) and _NUMBERS.findall(other) == [original] and set(row) <= {*letters}


def _is_near(original: str, other: str, letters: Collection[str]) -> bool:
    """Tell whether a word may be a place but for typos; numbers are never near."""
    del letters
    return not original.isdecimal() and not other.isdecimal() and OSA.distance(original, other) <= _TYPOS
