"""What the laws over games need to know of a game, and nothing else does.

A game has it in its module ``testing``, as ``TESTING``; ``moderator.testing`` finds it there.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct

from moderator.core.game import Prompt
from moderator.core.seats import Observer, Seat, Who

S = TypeVar("S")
V = TypeVar("V")

Prompts = Mapping[Seat, Prompt]
"""Who is asked for what."""
Lines = tuple[str, ...]
"""Lines of one letter or of one override."""


class Table(Struct, frozen=True):
    """A table at which the laws are tried: how many seats play, and the options.

    Where it ``hides`` something, the laws about secrets must find positions that differ in that alone. A ``slow`` table
    gives each law much to compare; it is tried in ``make proof`` and by ``moderator game check --slow``.
    """

    seats: int
    options: dict[str, Any] = {}
    hides: bool = False
    slow: bool = False


class Scene(Struct, frozen=True):
    """A match at some point: random bots play until ``when`` holds of who is asked; ``who`` is the seat that asks.

    A seat that has not ``answered`` from its address yet is shown what the public may know, and asks for nothing.
    """

    seats: tuple[Seat, ...]
    who: Seat
    when: Callable[[Prompts], bool]
    options: dict[str, Any] = {}
    answered: bool = True
    thorough: bool = False
    """HELP is asked about every word that it knows, not just about what the game names; letters are rendered.

    In other scenes the facts of letters are compared, from which everything in them is made.
    """
    slow: bool = False

    @property
    def others(self) -> tuple[Seat, ...]:
        """The other seats."""
        return tuple(seat for seat in self.seats if seat != self.who)

    @property
    def eyes(self) -> Who:
        """Whose eyes letters to the seat see with."""
        return self.who if self.answered else Observer.PUBLIC


class Letters(Struct, frozen=True, kw_only=True):
    """What two players of a match write in its first turn, while the log is compared.

    ``seat`` writes ``said`` with every kind of mistake in it; ``other`` writes ``silent`` or one of ``theirs``, which
    must leave no trace.
    """

    options: dict[str, Any]
    seat: Seat
    other: Seat
    said: str
    silent: str
    theirs: tuple[str, ...]


def nothing_hidden(_state: Any, _who: Who) -> Iterator[Any]:  # noqa: ANN401 - of any game
    """Give no other position: everybody sees everything."""
    return iter(())


def no_aim(_view: Any, _states: Sequence[Any]) -> Iterator[str]:  # noqa: ANN401 - of any game
    """Give no orders."""
    return iter(())


class Testing(Struct, Generic[S, V], frozen=True, kw_only=True):
    """What a game tells the laws about itself; without it they try one table of all seats that hides nothing."""

    tables: Mapping[str, Table] = {}
    """The tables by name."""
    hidden: Callable[[S, Who], Iterator[S]] = nothing_hidden
    """(state, who): positions that somebody cannot tell from the given one."""
    aimed: Callable[[V, Sequence[S]], Iterator[str]] = no_aim
    """(view, states): what a seat could order so that it meets what the states hide from it."""
    gap_values: Mapping[str, Lines] = {}
    """By slot, what else stands in its gap than the values that it lists: gaps of several parts have too many."""
    scenes: Mapping[str, Scene] = {}
    """By name the points of matches at which letters are compared: "beginning", "amid", "unanswered", and more."""
    amended: Callable[[V], str] | None = None
    """(view): a line of the GM's that concerns the view's seat."""
    hidden_edits: Callable[[S, V, Sequence[Seat]], tuple[Lines, Lines]] | None = None
    """(state, view, others): two corrections in the scene "amid" that the view's seat cannot see; None if there are
    no such."""
    letters: Letters | None = None
    """What is written while the log is compared."""
    typed: Mapping[str, str] = {}
    """By the name of a kind of order, why it cannot be composed by choosing."""
    lacks: frozenset[str] = frozenset()
    """What the game does not make for letters, by the names of its functions and of the answers to commands."""
    gm_sees_more: frozenset[str] = frozenset()
    """The answers that tell more to a seat that looks with the eyes of the GM in the scene "amid"."""


def from_turn(turn: int) -> Callable[[Prompts], bool]:
    """Return what holds from a turn on."""
    return lambda prompts: all(prompt.turn >= turn for prompt in prompts.values())


def without(seat: Seat) -> Callable[[Prompts], bool]:
    """Return what holds when others are asked and a seat is not, after the beginning."""
    return lambda prompts: seat not in prompts and all(prompt.turn > 1 for prompt in prompts.values())


def at_once(prompts: Prompts) -> bool:
    """Tell whether somebody is asked."""
    return bool(prompts)
