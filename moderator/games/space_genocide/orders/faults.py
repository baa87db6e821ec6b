"""What can be wrong with a line: a code with its stage and facts, before it is tied to the line."""

from collections.abc import Iterator
from typing import TypeAlias

from moderator.core.errors import Fact, Stage

Fault: TypeAlias = tuple[str, Stage, dict[str, Fact]]
"""A code, how gravely, and facts for the words."""

Faults: TypeAlias = Iterator[Fault]


def wrong(code: str, **facts: Fact) -> Fault:
    """Return a fault by which a line falls."""
    return (code, Stage.ILLEGAL, facts)


def doubt(code: str, **facts: Fact) -> Fault:
    """Return a warning about a line that stands."""
    return (code, Stage.DOUBTFUL, facts)


def note(code: str, **facts: Fact) -> Fault:
    """Return something to know about a line that stands."""
    return (code, Stage.NOTED, facts)
