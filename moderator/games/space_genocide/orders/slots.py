"""Readers and writers of gaps of a word or two: hexes, fleets, names, numbers."""

from collections.abc import Sequence

from moderator.games.space_genocide.orders.phrases import ALL
from moderator.games.space_genocide.orders.vocabulary import NUMBER_WORDS
from moderator.games.space_genocide.pieces import FLEET_NAMES, World
from moderator.kit.slots import Named
from moderator.language.grammar.slots import Number
from moderator.language.grammar.suggest import nearest


class FleetNumber:
    """A fleet by its number or name: ``3``, ``three``, ``Gamma``; written ``3``."""

    noun = "fleet"

    def __init__(self) -> None:
        """Know all ways to name a fleet."""
        self._table = {str(number): number for number in range(1, len(FLEET_NAMES) + 1)}
        self._table |= {word: number for number, word in enumerate(NUMBER_WORDS) if number}
        self._table |= {name.upper(): number for number, name in enumerate(FLEET_NAMES, 1)}

    def read(self, words: Sequence[str]) -> tuple[int, int] | None:
        """Read one word."""
        number = self._table.get(words[0])
        return None if number is None else (number, 1)

    def write(self, value: object) -> str:
        """Write the number."""
        return str(value)

    def near(self, word: str) -> Sequence[str]:
        """Offer names that are nearly written."""
        return tuple(str(self._table[found]) for found in nearest(word, tuple(self._table)))

    def values(self) -> Sequence[str]:
        """Return all numbers."""
        return [str(number) for number in range(1, len(FLEET_NAMES) + 1)]

    def example(self, n: int = 0) -> str:
        """Return a number, for a second gap another."""
        return str(3 + n)


WORLD: Named[World] = Named(
    {world.value.upper(): world for world in World} | {"HOME": World.HOMEWORLD, "RADIOACTIVE": World.RADIOACTIVES},
    noun="world",
)
"""A type of planet."""


class Amount(Number):
    """A number, ``ALL`` or ``NONE``."""

    def read(self, words: Sequence[str]) -> tuple[int, int] | None:
        """Read one word."""
        if words[0] in ("ALL", "EVERYTHING"):
            return ALL, 1
        return (0, 1) if words[0] in ("NONE", "NO", "NOTHING") else super().read(words)

    def write(self, value: object) -> str:
        """Write a word for all and none, else digits."""
        return {ALL: "ALL", 0: "NONE"}.get(value, str(value))  # type: ignore[call-overload, no-any-return]

    def example(self, n: int = 0) -> str:
        """Return all."""
        del n
        return "ALL"
