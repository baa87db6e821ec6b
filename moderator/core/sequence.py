"""The sequence of play as a table: steps in their order, some of them repeated for each of something."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from msgspec import Struct


class Table(Protocol):
    """What a sequence is played on: a working position that knows when play is over."""

    @property
    def over(self) -> bool:
        """Whether the match has ended, so that only closing steps remain."""
        ...


T = TypeVar("T", bound=Table)


class Step(Struct, Generic[T], frozen=True):
    """One step: ``key`` is its name in the rules, ``run`` carries it out.

    With ``closing`` it is run even when play is over.
    """

    key: str
    run: Callable[[T], None]
    closing: bool = False


class Each(Struct, Generic[T], frozen=True):
    """Steps repeated for each item; ``enter`` tells the table which one it is.

    ``items`` is asked when the repetition begins, so it may depend on earlier steps.
    """

    key: str
    items: Callable[[T], Iterable[Any]]
    enter: Callable[[T, Any], None]
    steps: "Sequence[Part[T]]"


Part: TypeAlias = Step[T] | Each[T]


def play(sequence: Sequence[Part[T]], table: T) -> None:
    """Carry out a sequence; once the table is over, only closing steps run."""
    for part in sequence:
        if isinstance(part, Step):
            if part.closing or not table.over:
                part.run(table)
            continue
        for item in part.items(table):
            part.enter(table, item)
            play(part.steps, table)
