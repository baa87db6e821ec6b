"""Readers and writers of gaps with several things: fleets, ships, ways, prey, cards."""

import re
from typing import Any

from moderator.games.space_genocide.orders.phrases import ALL, CLASSES, Fleets, Ships
from moderator.games.space_genocide.orders.vocabulary import (
    A_COUNT,
    AND,
    BUT,
    CARD,
    CLASS,
    COUNT,
    FLEET,
    HEX,
    KEY_OF_CARD,
    KEY_OF_KIND,
    KIND,
    KIND_NAMES,
    KIND_WORDS,
    NAME_OF_CARD,
    NAME_OF_KIND,
    NUMBER_WORDS,
    OF,
    SINGULARS,
    ListPhrase,
    Phrase,
    all_or,
    fleet_of,
    squeezed,
)
from moderator.games.space_genocide.pieces import FLEET_NAMES
from moderator.games.space_genocide.tables import CARDS


class FleetsPhrase(ListPhrase):
    """Own fleets: ``3``, ``3, 4``, ``Alpha and Beta``, ``ALL``, ``ALL EXCEPT 3``."""

    words = (*(name.upper() for name in FLEET_NAMES), "EXCEPT")

    def __init__(self) -> None:
        """Know the form."""
        one = rf"(?:FLEETS?\s+)?{FLEET}"
        some = rf"{one}(?:{AND}{one})*"
        super().__init__(
            "fleet", rf"(?:(?:FLEETS?\s+)?(?:ALL|EVERYTHING)(?:\s+FLEETS)?(?:\s+(?:EXCEPT|BUT)\s+{some})?|{some})", "3"
        )

    def build(self, text: str) -> Fleets:
        """Return the fleets."""
        numbers = tuple(dict.fromkeys(fleet_of(found) for found in re.findall(rf"\b{FLEET}\b", text, re.IGNORECASE)))
        return Fleets(numbers, every=bool(re.search(r"\b(?:ALL|EVERYTHING)\b", text, re.IGNORECASE)))

    def write(self, value: object) -> str:
        """Write numbers."""
        if not isinstance(value, Fleets):
            return str(value)
        return all_or(", ".join(map(str, value.numbers)), every=value.every)


class ManyFleetsPhrase(FleetsPhrase):
    """More own fleets than one, or as many as there are."""

    def take(self, text: str) -> tuple[Any, int] | None:
        """Take fleets, but no single one."""
        taken = super().take(text)
        return taken if taken and (taken[0].every or len(taken[0].numbers) > 1) else None


class MarkedFleetsPhrase(FleetsPhrase):
    """Own fleets with a letter before the number, ``F3``: that may as well be a hex, where no hex must stand."""

    def __init__(self) -> None:
        """Know the form."""
        one = r"F\s?(?:10|[1-9])(?!\d)"
        Phrase.__init__(self, "fleet", rf"{one}(?:{AND}{one})*", "F3")

    def build(self, text: str) -> Fleets:
        """Return the fleets."""
        return super().build(re.sub(r"\bF\s?(?=\d)", "", text, flags=re.IGNORECASE))


class ShipsPhrase(ListPhrase):
    """Ships by type: ``2 Destroyers, Scout``, ``ALL Fighters``, ``ALL EXCEPT 2 Drones``."""

    words = (*KIND_WORDS, "EXCEPT")
    common = KIND_NAMES

    def __init__(self) -> None:
        """Know the form."""
        self._one = rf"(?:({COUNT}){OF})?({KIND})"
        one = rf"(?:{COUNT}{OF})?{KIND}"
        some = rf"{one}(?:{AND}{one})*"
        super().__init__(
            "ships",
            rf"(?:{some}|(?:ALL|EVERYTHING)(?:\s+SHIPS)?(?:\s+(?:EXCEPT|BUT)\s+{some})?)",
            "2 Destroyers, Scout",
            lead=rf"{BUT}(?:{A_COUNT})?|{A_COUNT}",
        )

    def build(self, text: str) -> Ships:
        """Return the ships; a type that is named twice is added up."""
        counts: dict[str, int] = {}
        for count, kind in re.findall(rf"\b{self._one}\b", text, re.IGNORECASE):
            key = KEY_OF_KIND[squeezed(kind)]
            many = not count and squeezed(kind) not in SINGULARS
            counts[key] = min(ALL, counts.get(key, 0) + (ALL if many else self._number(count.upper())))
        every = bool(re.match(rf"(?:ALL|EVERYTHING)(?!{OF}{KIND}\b)", text, re.IGNORECASE))
        return Ships(tuple(counts.items()), every=every)

    @staticmethod
    def _number(word: str) -> int:
        if word in ("", "A", "AN"):
            return 1
        if word in ("ALL", "BOTH"):
            return ALL if word == "ALL" else 2
        return NUMBER_WORDS.index(word) if word in NUMBER_WORDS else int(word)

    def write(self, value: object) -> str:
        """Write numbers and names."""
        if not isinstance(value, Ships):
            return str(value)
        listed = ", ".join(_counted(kind, count) for kind, count in value.counts)
        return all_or(listed, every=value.every)


def _counted(kind: str, count: int) -> str:
    """Write a number of ships of a type."""
    if count == 1:
        return NAME_OF_KIND[kind]
    return f"{'ALL' if count == ALL else count} {NAME_OF_KIND[kind]}s"


class WayPhrase(Phrase):
    """A way: ``H7``, ``-> H7``, ``VIA G5 G6 TO H7``, ``TO H7 VIA G5``; each hex after the one before it.

    The last one is the goal.
    """

    def __init__(self) -> None:
        """Know the form."""
        arrow = r"[-=]*[>\u2192]"
        between = rf"(?:\s*(?:[,;]|{arrow})\s*|\s+)(?:(?:TO|VIA|THROUGH|THEN|AND|OVER)\s+)*"
        super().__init__("place", rf"(?:{arrow}\s*)?(?:(?:TO|VIA|THROUGH)\s+)*{HEX}(?:{between}{HEX})*", "H7")

    def build(self, text: str) -> tuple[str, ...]:
        """Return the hexes in the order in which they are passed."""
        before, via, after = _split_via(text)
        hexes = [squeezed(found) for found in re.findall(HEX, before, re.IGNORECASE)]
        passed = [squeezed(found) for found in re.findall(HEX, after, re.IGNORECASE)]
        return (*passed, *hexes) if via and hexes else (*hexes, *passed)

    def write(self, value: object) -> str:
        """Write the goal last."""
        if not isinstance(value, tuple):
            return str(value)
        return value[0] if len(value) == 1 else f"VIA {' '.join(value[:-1])} TO {value[-1]}"


class PlacesPhrase(WayPhrase):
    """Hexes that nothing makes a way of: ``H7 and J8``, ``H7, J8``, ``H7 J8``."""

    def __init__(self) -> None:
        """Know the form."""
        Phrase.__init__(self, "place", rf"{HEX}(?:{AND}{HEX})+", "H7, J8")


def _split_via(text: str) -> tuple[str, str, str]:
    """Split a way at the word that puts what follows it before the goal."""
    found = re.search(r"\b(?:VIA|THROUGH)\b", text, re.IGNORECASE)
    return (text[: found.start()], found.group(), text[found.end() :]) if found else (text, "", "")


class PreyPhrase(ListPhrase):
    """Types and classes of ship, first to last: ``Carrier, busters, Drone``; ``ALL`` for any."""

    words = (*KIND_WORDS, *CLASSES)
    common = (*KIND_NAMES, *map(str.upper, CLASSES))

    def __init__(self) -> None:
        """Know the form."""
        one = rf"(?:ALL{OF})?(?:{CLASS}|{KIND})"
        super().__init__("ships", rf"(?:{one}(?:{AND}{one})*|ALL)", "Carrier, BUSTERS", lead=A_COUNT)

    def build(self, text: str) -> tuple[str, ...]:
        """Return keys of types and classes."""
        found = re.findall(rf"\b(?:{CLASS}|{KIND})\b", text, re.IGNORECASE)
        return tuple(dict.fromkeys(KEY_OF_KIND.get(squeezed(one), one.lower()) for one in found))

    def write(self, value: object) -> str:
        """Write names and classes."""
        if not isinstance(value, tuple):
            return str(value)
        return ", ".join(NAME_OF_KIND.get(key, key.upper()) for key in value) or "ALL"


class CardsPhrase(ListPhrase):
    """Cards, first to last: ``Luck, Space Mines``."""

    words = tuple(dict.fromkeys(word for card in CARDS for word in re.findall(r"[\w']+", card.name.upper())))

    def __init__(self) -> None:
        """Know the form."""
        super().__init__("card", rf"{CARD}(?:{AND}{CARD})*", CARDS[0].name)

    def build(self, text: str) -> tuple[str, ...]:
        """Return keys of cards."""
        found = re.findall(rf"\b{CARD}\b", text, re.IGNORECASE)
        return tuple(dict.fromkeys(KEY_OF_CARD[squeezed(one)] for one in found))

    def write(self, value: object) -> str:
        """Write names."""
        return ", ".join(NAME_OF_CARD[key].rstrip("!") for key in value) if isinstance(value, tuple) else str(value)
