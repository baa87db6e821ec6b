"""Complaints about what somebody wrote: plain data, worded by templates."""

from enum import StrEnum

from msgspec import Struct

Fact = str | int | tuple[str, ...]
"""What a problem's template may be told besides the fragment."""


class Stage(StrEnum):
    """How far a line got before something was wrong with it (the first three of the four stages of failure)."""

    UNREADABLE = "unreadable"
    """Not understood; the line falls."""

    ILLEGAL = "illegal"
    """Understood, but not allowed as far as its author can know; the line falls, the others stand."""

    DOUBTFUL = "doubtful"
    """Allowed, but probably not meant; a warning, the line stands."""

    NOTED = "noted"
    """Allowed and sensible; only something to know, the line stands and needs no look."""


class Problem(Struct, frozen=True, kw_only=True):
    """One complaint about one line or order, without prose: ``code`` names its words.

    ``order`` is the index into the order set that was checked, ``line`` the 1-based line of the letter,
    ``column`` the 0-based start of ``fragment`` in that line (for the caret). ``hints`` are whole lines
    ready to be sent instead: any one of them or, if ``together``, all.
    """

    code: str
    stage: Stage
    order: int | None = None
    line: int | None = None
    column: int | None = None
    fragment: str = ""
    facts: dict[str, Fact] = {}
    hints: tuple[str, ...] = ()
    together: bool = False

    @property
    def falls(self) -> bool:
        """Whether the line that this is about does not count."""
        return self.stage in (Stage.UNREADABLE, Stage.ILLEGAL)


class ModeratorError(Exception):
    """Base of everything that we raise on purpose; its text is fit to be shown to an operator."""


def describe_error(error: Exception) -> str:
    """Return the kind of an error and the first line of what it says, for operators."""
    return f"{type(error).__name__}: {error}".splitlines()[0]
