"""Trying out an order set before the turn: the real rules, on a position that fits what a seat sees, without dice.

A game gives ``suppose`` and the part of its rules that carries out lines; what faces a seat gets a ``Trial`` handed in
and never sees a position. What ``suppose`` invented is nobody's to be told: what a trial says must be the same under
any other filling of the unknown.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from typing import Protocol, TypeAlias, TypeVar

from moderator.core.dice import Dice, Stream, Why
from moderator.core.seats import Seat


class Seen(Protocol):
    """A view, as far as a trial is concerned."""

    @property
    def who(self) -> str:
        """Whose it is."""
        ...


S = TypeVar("S")
V = TypeVar("V", bound=Seen)
T = TypeVar("T")

Trial: TypeAlias = Callable[[V], T]
"""Begin to try out an order set of the seat whose view it is."""


class ThrownError(Exception):
    """What comes next depends on dice, which nobody throws in a trial."""


class _NoStream(Stream):
    """A stream that gives nothing."""

    def d(self, sides: int, why: Why) -> int:
        """Stop the branch that asks for a throw."""
        raise ThrownError(f"1 of {sides} for {why}")


class NoDice(Dice):
    """Dice that stop whatever would throw them."""

    def __init__(self) -> None:
        """Put two empty streams in place of the real ones."""
        super().__init__(b"", b"")
        self.open, self.secret = _NoStream("open", b""), _NoStream("secret", b"")


def branch() -> AbstractContextManager[None]:
    """Part off what may throw dice: a trial leaves it at the first throw and goes on after it."""
    return suppress(ThrownError)


def trial(suppose: Callable[[V], S], begin: Callable[[S, Seat, Dice], T]) -> Trial[V, T]:
    """Return how a game's order sets are tried out; ``begin`` lays out a position for one seat's lines.

    What was supposed last is kept: an order set is tried out several times in a row on the same view. So ``begin`` must
    copy what it changes of it.
    """
    kept: tuple[V, S] | None = None

    def tried(view: V) -> T:
        nonlocal kept
        last = kept
        if last is None or last[0] is not view:
            kept = last = (view, suppose(view))
        return begin(last[1], view.who, NoDice())

    return tried
