"""Did you mean: words within a small number of slips (optimal string alignment). Offered, never applied."""

import re
from collections.abc import Collection, Sequence

from rapidfuzz.distance import OSA

_SHORT, _MEDIUM, _LONG = 3, 4, 7
_VOWELS = frozenset("AEIOU")
_TELLING = re.compile(r"<[^<>]*>|\w*\d\w*")
_LETTERS = re.compile(r"[^\W\d_]+")
_NUMBERS = re.compile(r"\d+")
_NEGATION = re.compile(r"\b(?:no|not|nobody|none|nothing|never|without|\w+n['\u2019]t)\b", re.IGNORECASE)


def allowed(length: int) -> int:
    """Return how many slips a word of this length may hold: short words are easily something else."""
    if length < _SHORT:
        return 0
    if length <= _MEDIUM:
        return 1
    return 2 if length <= _LONG else 3


def slips(word: str, meant: str) -> int | None:
    """Return the number of slips that lead from what was meant to a word, None for too many, or to its opposite."""
    if f"UN{word}" == meant or f"UN{meant}" == word:
        return None
    limit = allowed(max(len(word), len(meant))) if min(len(word), len(meant)) >= _SHORT else 0
    if abs(len(word) - len(meant)) > limit:
        return None
    found = OSA.distance(word, meant, score_cutoff=limit)
    return found if found <= limit else None


def abbreviates(word: str, meant: str) -> bool:
    """Tell whether a word is another without its vowels, perhaps without other letters, too ("MV", "TRP", "T")."""
    if word[:1] != meant[:1] or len(word) >= len(meant) or any(letter in _VOWELS for letter in word[1:]):
        return False
    rest = iter(meant)
    return all(letter in rest for letter in word)


def nearest(word: str, choices: Sequence[str], limit: int = 3) -> tuple[str, ...]:
    """Return the choices with the fewest slips, at most ``limit``, in the order they were given."""
    scored = [(found, choice) for choice in choices if (found := slips(word, choice)) is not None]
    if not scored:
        return ()
    best = min(found for found, _ in scored)
    return tuple(choice for found, choice in scored if found == best)[:limit]


def keeps(text: str, hint: str) -> bool:
    """Tell whether a suggestion leaves nothing out of the line that it is for: places, numbers, a negation."""
    return names_all(text, hint) and not (_NEGATION.search(text) and not _NEGATION.search(hint))


def names_all(text: str, hint: str) -> bool:
    """Tell whether a suggestion has every place and number of the line that it is for, or a gap where one should be.

    One that leaves out a place, a fleet or a condition would do something else. A place may be there with a slip set
    right. A single thing needs no number.
    """
    offered, words = _TELLING.findall(hint.upper()), set(_LETTERS.findall(text.upper()))
    lost: list[str] = []
    for told in _TELLING.findall(text.upper()):
        same = next((other for other in offered if _same(told, other, words)), None)
        if same is not None:
            offered.remove(same)
        elif told != "1":
            lost.append(told)
    for told in lost:
        instead = next((other for other in offered if other.startswith("<") or _is_place_near(told, other)), None)
        if instead is None:
            return False
        offered.remove(instead)
    return True


def _same(told: str, other: str, words: Collection[str]) -> bool:
    """Tell whether two words name the same; a place may be written in parts, among ``words``, either part first."""
    if told == other:
        return True
    parted = told.isdecimal() and not other.isdecimal() and told in _NUMBERS.findall(other)
    return parted and (other.startswith("<") or all(part in words for part in _LETTERS.findall(other)))


def _is_place_near(told: str, other: str) -> bool:
    """Tell whether a word may be a place but for a slip; numbers are never near."""
    return not told.isdecimal() and (sorted(told) == sorted(other) or OSA.distance(told, other) <= 1)
