"""How gaps of a word or two are read and written: hexes, fleets, names, numbers."""

from collections.abc import Mapping, Sequence

from moderator.games.space_genocide.orders.phrases import ALL
from moderator.games.space_genocide.orders.vocabulary import NUMBER_WORDS
from moderator.games.space_genocide.pieces import FLEET_NAMES, World
from moderator.language.grammar.slots import Choice, Number
from moderator.language.grammar.suggest import nearest


class FleetNumber:
    """A fleet by its number or name: ``3``, ``three``, ``Gamma``; written ``3``."""

    what = "fleet"

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


class Keyed(Choice):
    """One of some things that have a name for people and a key for us; its value is the key."""

    def __init__(self, names: Mapping[str, str], synonyms: Mapping[str, str] | None = None, *, what: str) -> None:
        """Declare names by key; ``synonyms`` lead from other names to keys."""
        self._names = dict(names)
        self._keys = {name: key for key, name in names.items()}
        super().__init__(
            tuple(names.values()), {other: names[key] for other, key in (synonyms or {}).items()}, what=what
        )

    def read(self, words: Sequence[str]) -> tuple[str, int] | None:
        """Read a name as its key."""
        got = super().read(words)
        return None if got is None else (self._keys[got[0]], got[1])

    def write(self, value: object) -> str:
        """Write the name of a key."""
        return self._names.get(str(value), str(value))


class Several:
    """One or more of some things, the first first: ``Worms, Robots``, ``Worms or Robots``; their keys are the value."""

    joiners = frozenset(("AND", "OR", "THEN", "ELSE", "OTHERWISE", "THE"))

    def __init__(self, one: Keyed) -> None:
        """Declare what there can be several of."""
        self._one, self.what = one, one.what

    def read(self, words: Sequence[str]) -> tuple[tuple[str, ...], int] | None:
        """Read as many as follow each other."""
        keys: list[str] = []
        at = end = 0
        while at < len(words):
            if keys and words[at] in self.joiners:
                at += 1
            elif got := self._one.read(words[at:]):
                keys.append(got[0])
                at = end = at + got[1]
            else:
                break
        return (tuple(dict.fromkeys(keys)), end) if keys else None

    def write(self, value: object) -> str:
        """Write names."""
        return ", ".join(map(self._one.write, value)) if isinstance(value, tuple) else str(value)

    def near(self, word: str) -> Sequence[str]:
        """Offer names that are nearly written."""
        return self._one.near(word)

    def values(self) -> Sequence[str]:
        """Return all names."""
        return self._one.values()

    def example(self, n: int = 0) -> str:
        """Return two of them."""
        return f"{self._one.example(n)}, {self._one.example(n + 1)}"


class WorldType(Keyed):
    """A type of planet."""

    def __init__(self) -> None:
        """Know the four types."""
        names = {world.value: world.value.upper() for world in World}
        super().__init__(names, {"HOME": World.HOMEWORLD, "RADIOACTIVE": World.RADIOACTIVES}, what="world")

    def read(self, words: Sequence[str]) -> tuple[World, int] | None:
        """Read a type."""
        got = super().read(words)
        return None if got is None else (World(got[0]), got[1])


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
