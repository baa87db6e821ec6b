"""Did you mean: words within a small number of typos (optimal string alignment). Offered, never applied."""

from collections.abc import Sequence

from rapidfuzz.distance import OSA

_SHORT, _MEDIUM, _LONG = 3, 4, 7
_VOWELS = frozenset("AEIOU")


def allowed(length: int) -> int:
    """Return how many typos a word of this length may hold: short words are easily something else."""
    if length < _SHORT:
        return 0
    if length <= _MEDIUM:
        return 1
    return 2 if length <= _LONG else 3


def typos(word: str, meant: str) -> int | None:
    """Return the number of typos that lead from what was meant to a word, None for too many, or to its opposite."""
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
    """Return the choices with the fewest typos, at most ``limit``, in the order they were given."""
    scored = [(found, choice) for choice in choices if (found := typos(word, choice)) is not None]
    if not scored:
        return ()
    best = min(found for found, _ in scored)
    return tuple(choice for found, choice in scored if found == best)[:limit]
