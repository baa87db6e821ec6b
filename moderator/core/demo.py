"""What a game shows in ``moderator demo``: the matches that are played, and what their players write."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from moderator.core.seats import Seat


class DemoMatch(Struct, frozen=True, kw_only=True):
    """A match of the demo: how many people play, and the bots by seat. ``every`` is its schedule, as in the file."""

    name: str
    every: str
    people: int = 3
    bots: Mapping[Seat, str]
    options: Mapping[str, Any] = {}


class Aside(NamedTuple):
    """A letter besides the orders: its greeting and its lines."""

    greeting: str
    lines: tuple[str, ...]


class Show(NamedTuple):
    """Something that the short demo is to show: why a report is worth opening, and the seats that an event is about."""

    reason: str
    whom: Callable[[Any], tuple[Seat, ...]]


class Pact(Struct, frozen=True):
    """A joint attack for two players: the place, the number of the order, and what each would order."""

    place: str
    number: str
    one: tuple[str, ...]
    other: tuple[str, ...]


def _unchanged(_view: object, lines: tuple[str, ...]) -> tuple[str, ...]:
    return lines


def _no_pact(_mine: object, _theirs: object, _view: object, _prompt: object) -> None:
    return None


class DemoScript(Struct, frozen=True, kw_only=True):
    """The demos of one game.

    The short demo plays ``table`` for ``turns`` reports, or for at most ``most`` until everything in ``shows`` has
    happened, and ``duel`` to its end. The long demo plays ``whole``, or as many turns as the option ``limit`` allows.
    ``thinker`` is the bot that chooses people's orders. ``nowhere`` is a place that does not exist, for mistakes.
    ``word`` is a message to all. ``asides`` are letters by user and turn.
    """

    seats: tuple[Seat, ...]
    table: DemoMatch
    duel: DemoMatch
    whole: DemoMatch
    limit: str
    thinker: str
    turns: int = 3
    most: int = 3
    shows: tuple[Show, ...] = ()
    nowhere: str
    further: Callable[[Any, tuple[str, ...]], tuple[str, ...]] = _unchanged
    """(view, lines): the lines that a player writes who has these orders in mind."""
    pact: Callable[[Sequence[Any], Sequence[Any], Any, Any], Pact | None] = _no_pact
    """(mine, theirs, view, prompt): a joint attack that a player with orders in mind can offer to another player,
    whose orders, view and prompt these are; None if there is none."""
    word: str = "Friends, let us meet at the end of this and laugh about it."
    asides: Mapping[tuple[str, int], Aside] = {}
