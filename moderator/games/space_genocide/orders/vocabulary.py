"""The words of longer gaps as patterns: how hexes, fleets, ships and cards may be written, and what is meant."""

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from moderator.games.space_genocide.orders.phrases import CLASSES
from moderator.games.space_genocide.pieces import FLEET_NAMES, SEATS
from moderator.games.space_genocide.tables import CARDS, KINDS
from moderator.language.grammar.slots import Worded
from moderator.language.grammar.suggest import nearest

NUMBER_WORDS = "ZERO ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN".split()  # noqa: SIM905 - reads as a row


def words_of(name: str, *, plural: bool = False) -> str:
    """Return the pattern of a name: apostrophes may be missing, words may be joined by a hyphen."""
    words = [re.escape(word).replace("'", "['\u2019]?") for word in re.findall(r"[\w']+", name)]
    return r"[\s-]+".join(words) + ("S?" if plural else "")


def squeezed(text: str) -> str:
    """Return letters and digits alone, in upper case."""
    return re.sub(r"[\W_]+", "", text).upper()


HEX = r"(?:A?[A-Z]\s?-?\s?[1-9][0-9]?)"
FLEET = rf"(?:{'|'.join(FLEET_NAMES)}|{'|'.join(NUMBER_WORDS[1:])}|10|[1-9](?!\d))"
SEAT = rf"(?:{'|'.join(SEATS)})"
KIND = rf"(?:{'|'.join(sorted((words_of(kind.name, plural=True) for kind in KINDS), key=len, reverse=True))})"
CLASS = rf"(?:{'|'.join(CLASSES)})"
CARD = rf"(?:{'|'.join(sorted((words_of(card.name) for card in CARDS), key=len, reverse=True))})"
AND = r"(?:\s*[,;&+]\s*(?:AND\s+)?|\s+AND\s+|\s+)"
OF = r"\s+(?:OF\s+)?(?:(?:THE|MY|OUR)\s+)?"
COUNT = rf"(?:\d{{1,2}}|ALL|BOTH|AN?|{'|'.join(NUMBER_WORDS[1:])})"

A_COUNT = rf"{COUNT}{OF}(?=[^\W\d])(?!(?:{KIND}|{CLASS}|AT|FOR|FROM|INTO|TO)\b)"
"""A number before a word that is no ship: where it is one, the number itself is what does not belong there."""

BUT = r"(?:EXCEPT|BUT)\s+"

KIND_WORDS = tuple(dict.fromkeys(word for kind in KINDS for word in f"{kind.name} {kind.name}s".upper().split()))
KIND_NAMES = tuple(name.upper() for kind in KINDS for name in (kind.name, f"{kind.name}s"))
KEY_OF_KIND = {squeezed(kind.name): kind.key for kind in KINDS} | {
    squeezed(kind.name) + "S": kind.key for kind in KINDS
}
SINGULARS = frozenset(squeezed(kind.name) for kind in KINDS)
NAME_OF_KIND = {kind.key: kind.name for kind in KINDS}
KEY_OF_CARD = {squeezed(card.name): card.key for card in CARDS}
NAME_OF_CARD = {card.key: card.name for card in CARDS}
_NUMBER_OF_FLEET = {
    name.upper(): number for names in (FLEET_NAMES, NUMBER_WORDS[1:]) for number, name in enumerate(names, 1)
}


def fleet_of(text: str) -> int:
    """Return the number of a fleet by its number or name."""
    return _NUMBER_OF_FLEET.get(text.upper()) or int(text)


class Phrase(Worded, ABC):
    """Raw text of a given form, read as a value of several parts."""

    common: tuple[str, ...] = ()
    """The names in it that are common words of the game."""

    def take(self, text: str) -> tuple[Any, int] | None:
        """Take what matches and make a value of it."""
        taken = super().take(text)
        if taken is None:
            return None
        value = self.build(taken[0])
        return None if value is None else (value, taken[1])

    @abstractmethod
    def build(self, text: str) -> object:
        """Return the value of a text that has the form; None if it has not quite."""


class ListPhrase(Phrase):
    """A phrase of as many values as follow each other."""

    joiners = frozenset(("AND",))
    words: tuple[str, ...]
    """The words that its values are made of."""

    def near(self, word: str) -> Sequence[str]:
        """Offer words of values that are nearly written."""
        return nearest(word, self.words)


def all_or(listed: str, *, every: bool) -> str:
    """Write a list, or all but what is listed."""
    return listed if not every else f"ALL EXCEPT {listed}" if listed else "ALL"
