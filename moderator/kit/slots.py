"""Slots of names: one of some values, or several of them; a value may have any number of names."""

from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

from moderator.language.grammar.slots import Choice

T = TypeVar("T")
_LONGEST = 5
"""Words of a name at most."""


class Named(Choice, Generic[T]):
    """One of some values, each with names; the first name of a value is the one that is written."""

    def __init__(self, values: Mapping[str, T], *, noun: str, common: bool = False) -> None:
        """Declare values by name; ``common`` means the same as for any ``Choice``."""
        self._values = {name.upper(): value for name, value in values.items()}
        self._names: dict[Any, str] = {}
        for name, value in values.items():
            self._names.setdefault(value, name)
        firsts = tuple(self._names.values())
        others = {name: self._names[value] for name, value in values.items()}
        super().__init__(firsts, others, noun=noun, common=common)

    def read(self, words: Sequence[str]) -> tuple[Any, int] | None:
        """Read a name as its value."""
        got = super().read(words)
        return None if got is None else (self._values[got[0].upper()], got[1])

    def write(self, value: object) -> str:
        """Write the name of a value."""
        return self._names.get(value, str(value))


class Several:
    """One or more things, in order of preference; its value is the tuple of theirs."""

    joiners = frozenset(("AND", "OR", "THEN", "ELSE", "OTHERWISE", "THE", "FIRST", "NEXT", "BEFORE", "FINALLY"))

    def __init__(self, one: Choice, *, none: str = "", again: bool = False, shown: int = 2) -> None:
        """Declare the slot of one thing, and how many an example shows.

        With a word for ``none`` there may be nothing; with ``again`` the same may come more than once.
        """
        self.one, self.noun, self.common = one, one.noun, one.common
        self._none, self._again, self._shown = none, again, shown

    def read(self, words: Sequence[str]) -> tuple[tuple[Any, ...], int] | None:
        """Read as many as follow each other, or that there is nothing."""
        if self._none and words[0] in (self._none, "NOTHING", "NONE"):
            return (), 1
        values: list[Any] = []
        at = end = 0
        while at < len(words):
            if got := self.one.read(words[at : at + _LONGEST]):
                values.append(got[0])
                at = end = at + got[1]
            elif words[at] in self.joiners and (values or words[at] == "FIRST"):
                at += 1
            else:
                break
        return (tuple(values if self._again else dict.fromkeys(values)), end) if values else None

    def write(self, value: object) -> str:
        """Write names, or the word for none."""
        return ", ".join(map(self.one.write, value)) or self._none if isinstance(value, tuple) else str(value)

    def near(self, word: str) -> Sequence[str]:
        """Offer names that are nearly written."""
        return self.one.near(word)

    def values(self) -> Sequence[str]:
        """Return all names."""
        return self.one.values()

    def example(self, n: int = 0) -> str:
        """Return some of them."""
        return ", ".join(self.one.example(n + at) for at in range(self._shown))
