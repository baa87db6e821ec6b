"""How the gaps of the orders are read and written: hexes, fleets, ships, ways, targets, conditions."""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from moderator.games.space_genocide.board.hexes import row_name
from moderator.games.space_genocide.orders.phrases import ALL, CLASSES, Fleets, Ships, Target, Trigger
from moderator.games.space_genocide.pieces import FLEET_NAMES, SEATS, World
from moderator.games.space_genocide.tables import CARDS, KINDS
from moderator.language.grammar.slots import Choice, Number, Pattern
from moderator.language.grammar.suggest import nearest

MOST_ROWS, MOST_COLUMNS = 52, 99
_NUMBER_WORDS = "ZERO ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN".split()  # noqa: SIM905 - reads as a row
_MISREAD = str.maketrans({"O": "0", "Q": "0", "I": "1", "L": "1", "Z": "2", "S": "5"})
_ROWS = tuple(row_name(row) for row in range(MOST_ROWS))
_HEX_WORD = re.compile(r"(A?[A-Z])([1-9][0-9]?)")


class HexPlace:
    """A hex by its label: ``H7``, ``h-7``, ``H 7``, ``7H``; written ``H7``."""

    what = "place"

    def read(self, words: Sequence[str]) -> tuple[str, int] | None:
        """Read one word, or a row and a column as two."""
        found = _HEX_WORD.fullmatch(words[0])
        if found:
            return words[0], 1
        turned = re.fullmatch(r"([1-9][0-9]?)(A?[A-Z])", words[0])
        if turned:
            return turned.group(2) + turned.group(1), 1
        if len(words) > 1:
            joined = words[0] + words[1].lstrip("-")
            if words[0] in _ROWS and _HEX_WORD.fullmatch(joined):
                return joined, 2
        return None

    def write(self, value: object) -> str:
        """Write row and column."""
        return str(value)

    def near(self, word: str) -> Sequence[str]:
        """Undo letters that look like digits."""
        attempt = word[:1] + word[1:].translate(_MISREAD)
        return (attempt,) if _HEX_WORD.fullmatch(attempt) else ()

    def values(self) -> Sequence[str]:
        """Return nothing: there are too many."""
        return ()

    def example(self, n: int = 0) -> str:
        """Return a hex, for a second gap its neighbour."""
        return f"H{7 + n}"


class FleetNumber:
    """A fleet by its number or name: ``3``, ``three``, ``Gamma``; written ``3``."""

    what = "fleet"

    def __init__(self) -> None:
        """Know all ways to name a fleet."""
        self._table = {str(number): number for number in range(1, len(FLEET_NAMES) + 1)}
        self._table |= {word: number for number, word in enumerate(_NUMBER_WORDS) if number}
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

    joiners = frozenset(("AND", "OR", "THEN", "ELSE", "THE"))

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


# ---- phrases: values of several words, read from the raw line ---------------------------------------------


def _words_of(name: str, *, plural: bool = False) -> str:
    """Return the pattern of a name: apostrophes may be missing, words may be joined by a hyphen."""
    words = [re.escape(word).replace("'", "['\u2019]?") for word in re.findall(r"[\w']+", name)]
    return r"[\s-]+".join(words) + ("S?" if plural else "")


def _squeezed(text: str) -> str:
    """Return letters and digits alone, in upper case."""
    return re.sub(r"[\W_]+", "", text).upper()


_HEX = r"(?:A?[A-Z]\s?-?\s?[1-9][0-9]?)"
_FLEET = rf"(?:{'|'.join(FLEET_NAMES)}|10|[1-9](?!\d))"
_SEAT = rf"(?:{'|'.join(SEATS)})"
_KIND = rf"(?:{'|'.join(sorted((_words_of(kind.name, plural=True) for kind in KINDS), key=len, reverse=True))})"
_CLASS = rf"(?:{'|'.join(CLASSES)})"
_CARD = rf"(?:{'|'.join(sorted((_words_of(card.name) for card in CARDS), key=len, reverse=True))})"
_AND = r"(?:\s*[,;&+]\s*(?:AND\s+)?|\s+AND\s+|\s+)"
_OF = r"\s+(?:OF\s+)?(?:(?:THE|MY|OUR)\s+)?"
_COUNT = rf"(?:\d{{1,2}}|ALL|BOTH|AN?|{'|'.join(_NUMBER_WORDS[1:])})"

_A_COUNT = rf"{_COUNT}{_OF}(?=[^\W\d])(?!(?:{_KIND}|{_CLASS}|AT|FOR|FROM|INTO|TO)\b)"
"""A number before a word that is no ship: where it is one, the number itself is what does not belong there."""

_BUT = r"(?:EXCEPT|BUT)\s+"

_KIND_WORDS = tuple(dict.fromkeys(word for kind in KINDS for word in f"{kind.name} {kind.name}s".upper().split()))
_KEY_OF_KIND = {_squeezed(kind.name): kind.key for kind in KINDS} | {
    _squeezed(kind.name) + "S": kind.key for kind in KINDS
}
_NAME_OF_KIND = {kind.key: kind.name for kind in KINDS}
_KEY_OF_CARD = {_squeezed(card.name): card.key for card in CARDS}
_NAME_OF_CARD = {card.key: card.name for card in CARDS}
_NUMBER_OF_FLEET = {name.upper(): number for number, name in enumerate(FLEET_NAMES, 1)}


def _hex_of(text: str) -> str:
    return _squeezed(text)


def _fleet_of(text: str) -> int:
    return _NUMBER_OF_FLEET.get(text.upper()) or int(text)


def _seat_of(text: str) -> str:
    return text.capitalize()


class Phrase(Pattern, ABC):
    """Raw text of a given form, read as a value of several parts."""

    def take(self, text: str) -> tuple[Any, int] | None:
        """Take what matches and make a value of it."""
        taken = super().take(text)
        if taken is None:
            return None
        value = self.build(taken[0])
        return None if value is None else (value, taken[1])

    def read(self, words: Sequence[str]) -> tuple[Any, int] | None:
        """Read one word, for those who have words alone."""
        taken = self.take(words[0])
        return (taken[0], 1) if taken and taken[1] == len(words[0]) else None

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


class FleetsPhrase(ListPhrase):
    """Own fleets: ``3``, ``3, 4``, ``Alpha and Beta``, ``ALL``, ``ALL EXCEPT 3``."""

    words = (*(name.upper() for name in FLEET_NAMES), "EXCEPT")

    def __init__(self) -> None:
        """Know the form."""
        one = rf"(?:FLEETS?\s+)?{_FLEET}"
        some = rf"{one}(?:{_AND}{one})*"
        super().__init__(
            "fleet", rf"(?:(?:FLEETS?\s+)?(?:ALL|EVERYTHING)(?:\s+FLEETS)?(?:\s+(?:EXCEPT|BUT)\s+{some})?|{some})", "3"
        )

    def build(self, text: str) -> Fleets:
        """Return the fleets."""
        numbers = tuple(dict.fromkeys(_fleet_of(found) for found in re.findall(rf"\b{_FLEET}\b", text, re.IGNORECASE)))
        return Fleets(numbers, every=bool(re.search(r"\b(?:ALL|EVERYTHING)\b", text, re.IGNORECASE)))

    def write(self, value: object) -> str:
        """Write numbers."""
        if not isinstance(value, Fleets):
            return str(value)
        listed = ", ".join(map(str, value.numbers))
        return listed if not value.every else f"ALL EXCEPT {listed}" if listed else "ALL"


class ShipsPhrase(ListPhrase):
    """Ships by type: ``2 Destroyers, Scout``, ``ALL Fighters``, ``ALL EXCEPT 2 Drones``."""

    words = (*_KIND_WORDS, "EXCEPT")

    def __init__(self) -> None:
        """Know the form."""
        self._one = rf"(?:({_COUNT}){_OF})?({_KIND})"
        one = rf"(?:{_COUNT}{_OF})?{_KIND}"
        some = rf"{one}(?:{_AND}{one})*"
        super().__init__(
            "ships",
            rf"(?:{some}|(?:ALL|EVERYTHING)(?:\s+SHIPS)?(?:\s+(?:EXCEPT|BUT)\s+{some})?)",
            "2 Destroyers, Scout",
            lead=rf"{_BUT}(?:{_A_COUNT})?|{_A_COUNT}",
        )

    def build(self, text: str) -> Ships:
        """Return the ships; a type that is named twice is added up."""
        counts: dict[str, int] = {}
        for count, kind in re.findall(rf"\b{self._one}\b", text, re.IGNORECASE):
            key = _KEY_OF_KIND[_squeezed(kind)]
            counts[key] = min(ALL, counts.get(key, 0) + self._number(count.upper()))
        every = bool(re.match(rf"(?:ALL|EVERYTHING)(?!{_OF}{_KIND}\b)", text, re.IGNORECASE))
        return Ships(tuple(counts.items()), every=every)

    @staticmethod
    def _number(word: str) -> int:
        if word in ("", "A", "AN"):
            return 1
        if word in ("ALL", "BOTH"):
            return ALL if word == "ALL" else 2
        return _NUMBER_WORDS.index(word) if word in _NUMBER_WORDS else int(word)

    def write(self, value: object) -> str:
        """Write numbers and names."""
        if not isinstance(value, Ships):
            return str(value)
        listed = ", ".join(_counted(kind, count) for kind, count in value.counts)
        return listed if not value.every else f"ALL EXCEPT {listed}" if listed else "ALL"


def _counted(kind: str, count: int) -> str:
    """Write so many ships of a type."""
    if count == 1:
        return _NAME_OF_KIND[kind]
    return f"{'ALL' if count == ALL else count} {_NAME_OF_KIND[kind]}s"


class WayPhrase(Phrase):
    """Where to go: ``H7``, ``-> H7``, ``VIA G5 G6 TO H7``, ``TO H7 VIA G5``; each hex after the one before it.

    The last one is the goal.
    """

    def __init__(self) -> None:
        """Know the form."""
        arrow = r"[-=]*[>\u2192]"
        between = rf"(?:\s*(?:[,;]|{arrow})\s*|\s+)(?:(?:TO|VIA|THROUGH|THEN|AND|OVER)\s+)*"
        super().__init__("place", rf"(?:{arrow}\s*)?(?:(?:TO|VIA|THROUGH)\s+)*{_HEX}(?:{between}{_HEX})*", "H7")

    def build(self, text: str) -> tuple[str, ...]:
        """Return the hexes in the order in which they are passed."""
        before, via, after = _split_via(text)
        hexes = [_hex_of(found) for found in re.findall(_HEX, before, re.IGNORECASE)]
        passed = [_hex_of(found) for found in re.findall(_HEX, after, re.IGNORECASE)]
        return (*passed, *hexes) if via and hexes else (*hexes, *passed)

    def write(self, value: object) -> str:
        """Write the goal last."""
        if not isinstance(value, tuple):
            return str(value)
        return value[0] if len(value) == 1 else f"VIA {' '.join(value[:-1])} TO {value[-1]}"


def _split_via(text: str) -> tuple[str, str, str]:
    """Split a way at the word that puts what follows it before the goal."""
    found = re.search(r"\b(?:VIA|THROUGH)\b", text, re.IGNORECASE)
    return (text[: found.start()], found.group(), text[found.end() :]) if found else (text, "", "")


class PreyPhrase(ListPhrase):
    """Types and classes of ship, first to last: ``Carrier, busters, Drone``; ``ALL`` for any."""

    words = (*_KIND_WORDS, *CLASSES)

    def __init__(self) -> None:
        """Know the form."""
        one = rf"(?:ALL{_OF})?(?:{_CLASS}|{_KIND})"
        super().__init__("ships", rf"(?:{one}(?:{_AND}{one})*|ALL)", "Carrier, BUSTERS", lead=_A_COUNT)

    def build(self, text: str) -> tuple[str, ...]:
        """Return keys of types and classes."""
        found = re.findall(rf"\b(?:{_CLASS}|{_KIND})\b", text, re.IGNORECASE)
        return tuple(dict.fromkeys(_KEY_OF_KIND.get(_squeezed(one), one.lower()) for one in found))

    def write(self, value: object) -> str:
        """Write names and classes."""
        if not isinstance(value, tuple):
            return str(value)
        return ", ".join(_NAME_OF_KIND.get(key, key.upper()) for key in value) or "ALL"


class CardsPhrase(ListPhrase):
    """Cards, first to last: ``Luck, Space Mines``."""

    words = tuple(dict.fromkeys(word for card in CARDS for word in re.findall(r"[\w']+", card.name.upper())))

    def __init__(self) -> None:
        """Know the form."""
        super().__init__("card", rf"{_CARD}(?:{_AND}{_CARD})*", CARDS[0].name)

    def build(self, text: str) -> tuple[str, ...]:
        """Return keys of cards."""
        found = re.findall(rf"\b{_CARD}\b", text, re.IGNORECASE)
        return tuple(dict.fromkeys(_KEY_OF_CARD[_squeezed(one)] for one in found))

    def write(self, value: object) -> str:
        """Write names."""
        return ", ".join(_NAME_OF_CARD[key].rstrip("!") for key in value) if isinstance(value, tuple) else str(value)


_WHOSE = rf"(?:{_SEAT}(?:(?:'S)?\s+(?:FLEET\s+)?{_FLEET})?|(?:FLEET\s+)?{_FLEET}|{_HEX}|ALL)"
_TARGET = rf"(?:{_KIND}(?:\s+(?:OF|IN|FROM|AT)\s+{_WHOSE})?|{_WHOSE})"
_TARGET_PARTS = re.compile(
    rf"(?:(?P<kind>{_KIND})(?:\s+(?:OF|IN|FROM|AT)\s+|$))?"
    rf"(?:(?P<seat>{_SEAT})(?:(?:'S)?\s+(?:FLEET\s+)?(?P<fleet>{_FLEET}))?"
    rf"|(?P<place>{_HEX})|(?:FLEET\s+)?(?P<own>{_FLEET})|ALL)?",
    re.IGNORECASE,
)


def _target_of(text: str) -> Target | None:
    """Return the target that a text names."""
    found = _TARGET_PARTS.fullmatch(text.strip())
    if found is None:
        return None
    kind, seat, place = found["kind"], found["seat"], found["place"]
    number = found["fleet"] or found["own"]
    return Target(
        _KEY_OF_KIND[_squeezed(kind)] if kind else "",
        _seat_of(seat) if seat else "",
        _fleet_of(number) if number else 0,
        _hex_of(place) if place else "",
    )


def _write_target(target: Target) -> str:
    whose = " ".join(str(part) for part in (target.seat, target.fleet, target.place) if part)
    if not target.kind:
        return whose or "ALL"
    return f"{_NAME_OF_KIND[target.kind]} OF {whose}" if whose else _NAME_OF_KIND[target.kind]


class TargetPhrase(Phrase):
    """What a card is played on: ``3``, ``Red 3``, ``Red``, ``H7``, ``Destroyer of Red 3``, ``ALL``."""

    def __init__(self) -> None:
        """Know the form."""
        super().__init__("target", _TARGET, "Red 3")

    def build(self, text: str) -> Target | None:
        """Return the target."""
        return _target_of(text)

    def write(self, value: object) -> str:
        """Write the target."""
        return _write_target(value) if isinstance(value, Target) else str(value)


class FoePhrase(TargetPhrase):
    """Another seat or one of its fleets: ``Blue``, ``Blue 7``, ``Blue's fleet 7``."""

    def __init__(self) -> None:
        """Know the form."""
        Phrase.__init__(self, "target", rf"{_SEAT}(?:(?:'S)?\s+(?:FLEET\s+)?{_FLEET})?", "Blue 3")


_ANY = r"(?:ANYBODY|ANYONE|ANYTHING|SOMEBODY|SOMEONE|ANY|THEY|THE\s+ENEMY)"
_SUBJECT = rf"(?:{_TARGET}|{_ANY})"
_ACTS: tuple[tuple[str, str], ...] = (
    ("attacked", rf"(?:({_SUBJECT})\s+(?:IS\s+)?)?ATTACKED(?:\s+AT\s+({_HEX}))?"),
    ("plays", rf"({_SUBJECT})\s+PLAYS?\s+({_CARD}|{_ANY}|A\s+CARD)"),
    ("enters", rf"({_SUBJECT})\s+(?:ENTERS?|REACHES|COMES\s+TO)\s+({_HEX})"),
    ("moves", rf"({_SUBJECT})\s+MOVES?()"),
    ("launches", rf"({_SUBJECT})\s+LAUNCH(?:ES)?(?:\s+AT\s+({_HEX}))?"),
    ("battle", rf"()(?:THERE\s+IS\s+)?(?:A\s+)?BATTLE(?:\s+AT\s+({_HEX}))?"),
    ("roll-lost", rf"()(?:A\s+)?ROLL\s+(?:IS\s+)?LOST(?:\s+AT\s+({_HEX}))?"),
)


class TriggerPhrase(Phrase):
    """What a card waits for: ``3 IS ATTACKED``, ``Red PLAYS Ambush``, ``ANYBODY ENTERS H7``, ``BATTLE AT H7``."""

    def __init__(self) -> None:
        """Know the forms."""
        forms = "|".join(re.sub(r"(?<!\\)\((?!\?)", "(?:", form) for _, form in _ACTS)
        super().__init__("condition", rf"(?:{forms})", "3 IS ATTACKED")
        self._acts = tuple((act, re.compile(form, re.IGNORECASE)) for act, form in _ACTS)

    def build(self, text: str) -> Trigger | None:
        """Return the condition."""
        for act, form in self._acts:
            found = form.fullmatch(text)
            if found is None:
                continue
            subject, what = found.group(1) or "", found.group(2) or ""
            target = Target() if not subject or re.fullmatch(_ANY, subject, re.IGNORECASE) else _target_of(subject)
            if target is None:
                return None
            if act == "plays":
                return Trigger("plays", target, card=_KEY_OF_CARD.get(_squeezed(what), ""))
            return Trigger(act, target, place=_hex_of(what))  # type: ignore[arg-type]
        return None

    def write(self, value: object) -> str:
        """Write the condition."""
        if not isinstance(value, Trigger):
            return str(value)
        who = "ANYBODY" if value.target == Target() else _write_target(value.target)
        at = f" AT {value.place}" if value.place else ""
        return {
            "attacked": f"{'ANYTHING' if value.target == Target() else who} IS ATTACKED{at}",
            "plays": f"{who} PLAYS {_NAME_OF_CARD[value.card].rstrip('!') if value.card else 'ANYTHING'}",
            "enters": f"{who} ENTERS {value.place}",
            "moves": f"{who} MOVES",
            "launches": f"{who} LAUNCHES{at}",
            "battle": f"BATTLE{at}",
            "roll-lost": f"ROLL LOST{at}",
        }[value.act]
