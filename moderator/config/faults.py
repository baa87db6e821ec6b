"""Mistakes in the operator's file: one fault for each place, with what to write instead."""

from collections.abc import Collection, Iterable

from msgspec import Struct
from rapidfuzz import process
from rapidfuzz.distance import OSA

from moderator.config.lines import Path
from moderator.core.errors import ModeratorError


class Fault(Struct, frozen=True, kw_only=True):
    """One mistake in the file: where it is, what is wrong, and what to do about it.

    ``key`` is a dotted path, empty for a line that cannot be read; ``path`` is the same in the tree of all files.
    ``line`` is 0 for a mistake about the whole file.
    """

    file: str
    line: int
    key: str
    message: str
    suggestion: str = ""
    path: Path = ()

    def __str__(self) -> str:
        key = f"{self.key}: " if self.key else ""
        advice = f" ({self.suggestion})" if self.suggestion else ""
        line = f":{self.line}" if self.line else ""
        return f"{self.file}{line}: {key}{self.message}{advice}"


class ConfigError(ModeratorError):
    """The file has mistakes, and nothing of it is used."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(sorted(faults, key=lambda fault: (fault.file, fault.line, fault.key)))
        super().__init__("\n".join(str(fault) for fault in self.faults))


def nearest(word: str, choices: Collection[str]) -> str:
    """Return the choice that a word probably means, first of all one that begins with it; empty if there is none."""
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
    """Return advice about a word that is not one of the choices: the nearest one, or all of them if they are few."""
    known = list(choices)
    if found := nearest(word, known):
        return f'did you mean "{found}"?'
    few = 12
    return f"choose one of: {', '.join(known)}" if 0 < len(known) <= few else ""
