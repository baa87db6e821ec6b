"""What can be wrong with the operator's file: one fault a place, each with what to write instead."""

from collections.abc import Collection, Iterable

from msgspec import Struct
from rapidfuzz import process
from rapidfuzz.distance import OSA

from moderator.core.errors import ModeratorError


class Fault(Struct, frozen=True, kw_only=True):
    """One thing that is wrong: where, what, and what to do about it. ``key`` is a dotted path, empty for a bad line.

    ``line`` is 0 where it is about no line, but the whole file.
    """

    file: str
    line: int
    key: str
    message: str
    suggestion: str = ""

    def __str__(self) -> str:
        key = f"{self.key}: " if self.key else ""
        advice = f" ({self.suggestion})" if self.suggestion else ""
        line = f":{self.line}" if self.line else ""
        return f"{self.file}{line}: {key}{self.message}{advice}"


class ConfigError(ModeratorError):
    """The file cannot be taken as it stands; nothing of it was taken."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(sorted(faults, key=lambda fault: (fault.line, fault.key)))
        super().__init__("\n".join(str(fault) for fault in self.faults))


def nearest(word: str, choices: Collection[str]) -> str:
    """Return the choice that was probably meant, or nothing; a word that was not written to its end counts most."""
    shortest = 3
    if len(word) >= shortest and (begun := [choice for choice in choices if choice.startswith(word.casefold())]):
        return begun[0]
    found = process.extractOne(
        word.casefold(),
        {choice: choice.casefold() for choice in choices},
        scorer=OSA.normalized_similarity,
        score_cutoff=0.55,
    )
    return found[2] if found else ""


def did_you_mean(word: str, choices: Iterable[str]) -> str:
    """Return advice about a word that is none of the choices: the nearest, or all of them if they are few."""
    known = list(choices)
    if found := nearest(word, known):
        return f'did you mean "{found}"?'
    few = 12
    return f"one of: {', '.join(known)}" if 0 < len(known) <= few else ""
