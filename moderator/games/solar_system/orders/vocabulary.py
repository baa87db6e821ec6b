"""The words of longer gaps: how zones, units, Leaders and seats may be written, and a reader that goes through them.

Zones, Leaders and colours differ from rule set to rule set: they are handed in as ``Words``.
"""

import re
from collections.abc import Mapping, Sequence

from moderator.games.solar_system.board.sky import MARKERS
from moderator.games.solar_system.board.zones import SUN, ZONES
from moderator.games.solar_system.orders.phrases import ALL, ANY_LEADER, MARKER
from moderator.games.solar_system.pieces import Kind
from moderator.games.solar_system.tables import LeaderCard, board
from moderator.language.grammar.lexicon import PROSE
from moderator.language.grammar.slots import NUMBER_WORDS

_SHORTEST = 3


def squeezed(text: str) -> str:
    """Return letters and digits alone, in upper case."""
    return re.sub(r"[\W_]+", "", text).upper()


def zone_names() -> dict[str, str]:
    """Return every way to write a printed zone, with its name; those of dots among them."""
    data = board()
    names = {zone.name: zone.name for zone in ZONES}
    for land in data.territory:
        printed = (land.short or land.name, " ".join(land.lines) or land.name)
        names |= dict.fromkeys((*land.aliases, *printed), land.name)
    for orbit in data.orbit:
        names |= dict.fromkeys(orbit.aliases, orbit.name)
    names |= {
        f"Orbit of {orbit.name.removesuffix(' Orbit')}": orbit.name for orbit in data.orbit if "Orbit" in orbit.name
    }
    for orbit in data.orbit:
        if orbit.level == "far" or "Orbit" not in orbit.name:
            names[f"{orbit.name} Orbit"] = orbit.name
    for ring in data.ring:
        for dot in range(ring.dots):
            names |= dict.fromkeys(
                (f"{ring.name} {dot}", f"{ring.sign} {dot}", f"dot {ring.sign}{dot}"), f"{ring.sign}{dot}"
            )
    return names | {"The Sun": SUN, "Elevator": "Space Elevator"}


SYSTEM_NAMES = {"Mercury": "Mercury", "Venus": "Venus", "Earth": "Earth", "Mars": "Mars", "Asteroids": "Asteroids"}
"""Systems as doctrine names them."""


KIND_NAMES: dict[str, Kind] = {
    "TROOPER": Kind.TROOPER,
    "TROOP": Kind.TROOPER,
    "TRP": Kind.TROOPER,
    "GENNIE": Kind.GENNIE,
    "FIGHTER": Kind.FIGHTER,
    "FTR": Kind.FIGHTER,
    "BATTLER": Kind.BATTLER,
    "TRANSPORT": Kind.TRANSPORT,
    "KILSAT": Kind.KILSAT,
    "KILLSAT": Kind.KILSAT,
    "KILLER SATELLITE": Kind.KILSAT,
    "FACTORY": Kind.FACTORY,
    "MARKER": Kind.MARKER,
    "CONTROL MARKER": Kind.MARKER,
}
"""Names of kinds in the singular."""

_PLURALS = {"FACTORY": "FACTORIES"}
KIND_OF: dict[str, Kind] = {}
for _name, _kind in KIND_NAMES.items():
    KIND_OF[squeezed(_name)] = KIND_OF[squeezed(_PLURALS.get(_name, f"{_name}S"))] = _kind
UNIT_NAMES = tuple(name for one in KIND_NAMES for name in (one, _PLURALS.get(one, f"{one}S")))
"""Names of kinds, in capitals, as they are words of the game."""
_SINGULARS = frozenset(map(squeezed, KIND_NAMES))
_LETTERS = {"T": Kind.TROOPER, "G": Kind.GENNIE, "F": Kind.FIGHTER, "B": Kind.BATTLER, "X": Kind.TRANSPORT}


def plural(kind: Kind, number: int = 2) -> str:
    """Return the name of a kind as it is written in orders."""
    name = kind.value.upper()
    return name if number == 1 else _PLURALS.get(name, f"{name}S")


def any_of(names: Sequence[str]) -> str:
    """Return the pattern of some names, the longest first; blanks may be hyphens, apostrophes and dots are left out."""

    def pattern(name: str) -> str:
        return r"[\s.\-]*".join(re.escape(word) for word in re.findall(r"[^\W_]+", name))

    longest = sorted(set(names), key=len, reverse=True)
    return rf"(?:{'|'.join(map(pattern, longest))})"


_COUNT = rf"(?:\d{{1,2}}|ALL|BOTH|AN?|{'|'.join(NUMBER_WORDS[1:])})"
_KIND = any_of([*KIND_NAMES, *(_PLURALS.get(name, f"{name}S") for name in KIND_NAMES)])
_OF = r"\s+(?:OF\s+)?(?:(?:THE|MY|OUR|YOUR)\s+)?"
_GAP = re.compile(r"[\s,;:()\[\]\u2192>=&+.\-]*")


_MARKERS = {f"{marker}{MARKER}": f"{marker}{MARKER}" for marker in MARKERS}


class Words:
    """The names that a rule set has: colours, Leaders, and every way to write a zone."""

    def __init__(
        self, colours: Sequence[str], leaders: Sequence[LeaderCard], zones: Mapping[str, str], *, lands: bool = False
    ) -> None:
        """Take names; a zone's own name is among those by which it is written. ``lands``: Gennies drop from orbit."""
        self.lands = lands
        self.colours = tuple(colours)
        self.leaders = {name: card.name for card in leaders for name in (card.name, *card.aliases)}
        self.zones = dict(zones)
        self.seat_pattern = rf"(?:{'|'.join(colours)})"
        self.leader_pattern = any_of(list(self.leaders))
        self.zone_pattern = any_of([*zones, *_MARKERS])
        self._zone_of = {squeezed(name): zone for name, zone in (self.zones | _MARKERS).items()}
        self._leader_of = {squeezed(name): leader for name, leader in self.leaders.items()}

    def zone_of(self, text: str) -> str:
        """Return the zone that a text names, by a name or a beginning that is one zone's alone; empty for none."""
        plain = squeezed(text)
        if plain in self._zone_of:
            return self._zone_of[plain]
        matching = {zone for name, zone in self._zone_of.items() if name.startswith(plain)}
        return matching.pop() if len(plain) >= _SHORTEST and len(matching) == 1 else ""

    def leader_of(self, text: str) -> str:
        """Return the Leader that a text names in full."""
        return self._leader_of[squeezed(text)]


class Reader:
    """Goes through a text from word to word."""

    def __init__(self, text: str, words: Words) -> None:
        """Begin at the beginning."""
        self.text, self.words, self.at = text, words, 0

    def skip(self) -> int:
        """Return where the next word begins."""
        found = _GAP.match(self.text, self.at)
        return found.end() if found else self.at

    def take(self, pattern: str) -> str:
        """Take what comes next, if it is of a form and ends with a word; empty if not."""
        found = re.compile(rf"(?:{pattern})(?![^\W_])", re.IGNORECASE).match(self.text, self.skip())
        if found is None or not found.group():
            return ""
        self.at = found.end()
        return found.group()

    def is_done(self) -> bool:
        """Tell whether nothing comes any more."""
        return self.skip() == len(self.text)

    def peek(self, pattern: str) -> bool:
        """Tell whether what comes next is of a form."""
        at = self.at
        found = bool(self.take(pattern))
        self.at = at
        return found

    def zone(self, but: str = "") -> str:
        """Take a zone; empty if none comes next. ``but`` are words that are no beginnings of names."""
        at = self.at
        if text := self.take(self.words.zone_pattern):
            return self.words.zone_of(text)
        if (
            (not but or not self.peek(but))
            and (text := self.take(r"[A-Z][A-Z']{2,}"))
            and text.upper() not in PROSE
            and (zone := self.words.zone_of(text))
        ):
            return zone
        self.at = at
        return ""

    def unit(self) -> tuple[Kind, int] | str | None:
        """Take a number of units of a kind, or a Leader; None if neither comes next."""
        at = self.at
        if found := self.take(r"\d{1,2}\s?[TGFBX]"):
            return _LETTERS[found[-1].upper()], int(found[:-1])
        if name := self.take(self.words.leader_pattern):
            return self.words.leader_of(name)
        if self.take(r"(?:(?:A|THE|MY|OUR)\s+)?LEADER"):
            return ANY_LEADER
        count = self.take(rf"{_COUNT}(?={_OF}{_KIND})")
        if count:
            self.take(r"OF")
            self.take(r"THE|MY|OUR|YOUR")
        if kind := self.take(_KIND):
            many = not count and squeezed(kind) not in _SINGULARS
            return KIND_OF[squeezed(kind)], ALL if many else number_of(count)
        self.at = at
        return None


def number_of(word: str) -> int:
    """Return the number that a word says; one for none."""
    word = word.upper()
    if word in ("", "A", "AN"):
        return 1
    if word in ("ALL", "BOTH"):
        return ALL if word == "ALL" else 2
    return NUMBER_WORDS.index(word) if word in NUMBER_WORDS else int(word)
