"""How gaps are read and written: names, and several things together as in units, ways, conditions, occasions."""

from collections.abc import Callable, Container, Iterator, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from moderator.games.solar_system.board.sky import SLINGS
from moderator.games.solar_system.board.zones import SUN
from moderator.games.solar_system.orders.phrases import ALL, Condition, Leg, Occasion, Units
from moderator.games.solar_system.orders.vocabulary import (
    KIND_NAMES,
    KIND_OF,
    SYSTEM_NAMES,
    UNIT_NAMES,
    Reader,
    Words,
    any_of,
    number_of,
    plural,
    squeezed,
)
from moderator.games.solar_system.pieces import Kind
from moderator.kit.slots import Named
from moderator.language.grammar.suggest import nearest

_AND = r"AND|PLUS|WITH"


class Zones(Named[str]):
    """Zones; who names a planet is offered its Near Orbit, not a dot of the ring that is named after it."""

    def near(self, word: str) -> Sequence[str]:
        """Offer zones that are nearly written."""
        zone = self._values.get(f"NEAR {word}")
        return (zone,) if zone else super().near(word)


KIND: Named[Kind] = Named({plural(kind): kind for kind in Kind} | KIND_NAMES, noun="unit", common=True)
CONSENT: Named[bool] = Named({"YES": True, "NO": False, "ALWAYS": True, "NEVER": False}, noun="choice")


class Phrase:
    """Raw text read by a ``Reader`` as a value of several parts."""

    verbatim = False

    def __init__(  # noqa: PLR0917 - all that a gap is made of
        self,
        noun: str,
        words: Words,
        read: Callable[[Reader], Any],
        write: Callable[[Any], str],
        examples: Sequence[str],
        near: Callable[[str], Sequence[str]],
        common: Sequence[str] = (),
        *,
        many: bool = False,
    ) -> None:
        """Declare how it is read and written, examples of it, and what to offer for a word that is nearly written.

        ``common`` are the names in it that are words of the game. ``many``: examples can be joined by commas.
        """
        self.common, self.many = tuple(common), many
        self.noun, self._words, self._read, self._write = noun, words, read, write
        self._examples, self._near = tuple(examples), near

    def take(self, text: str) -> tuple[Any, int] | None:
        """Take a value that the text begins with."""
        reader = Reader(text, self._words)
        value = self._read(reader)
        return None if value is None else (value, reader.at)

    def lead_length(self, text: str) -> int:
        """Return the end of what leads to a value: nothing does."""
        del text
        return 0

    def read(self, words: Sequence[str]) -> tuple[Any, int] | None:
        """Read words, for those who have words alone."""
        taken = self.take(" ".join(words))
        return None if taken is None else (taken[0], len(" ".join(words)[: taken[1]].split()))

    def write(self, value: object) -> str:
        """Write the value."""
        return self._write(value)

    def near(self, word: str) -> Sequence[str]:
        """Offer words that are nearly written."""
        return self._near(word)

    def values(self) -> Sequence[str]:
        """Return the examples."""
        return self._examples

    def example(self, n: int = 0) -> str:
        """Return an example, for a second gap the second."""
        return self._examples[n % len(self._examples)]


# ---- units ------------------------------------------------------------------------------------------------


def _units(reader: Reader) -> Units | None:
    """Read units: some, all, or all but some, of a colour perhaps."""
    colour = reader.take(reader.words.seat_pattern).capitalize()
    listed = _list(reader)
    if listed is None:
        if not reader.take(r"(?:(?:THE|MY|OUR)\s+)?(?:FLEET|ARMY|FORCES?)|ALL|EVERYTHING|EVERYBODY|EVERYONE"):
            return None
        reader.take(r"UNITS|PIECES")
        but = _list(reader) if reader.take(r"EXCEPT|BUT|SAVE") else None
        counts, leaders = but or ((), ())
        return Units(counts, leaders, every=True, colour=colour)
    return Units(*listed, colour=colour)


def _list(reader: Reader) -> tuple[tuple[tuple[Kind, int], ...], tuple[str, ...]] | None:
    """Read units one after another."""
    counts: dict[Kind, int] = {}
    leaders: list[str] = []
    while True:
        at = reader.at
        if counts or leaders:
            reader.take(_AND)
        found = reader.unit()
        if found is None:
            reader.at = at
            break
        if isinstance(found, str):
            leaders.append(found)
        else:
            counts[found[0]] = min(ALL, counts.get(found[0], 0) + found[1])
    return (tuple(counts.items()), tuple(dict.fromkeys(leaders))) if counts or leaders else None


def write_units(units: Units) -> str:
    """Write units."""
    parts = [f"{'ALL' if n == ALL else n} {plural(kind, n)}" for kind, n in units.counts]
    listed = ", ".join((*parts, *units.leaders))
    if units.every:
        listed = f"ALL EXCEPT {listed}" if listed else "ALL"
    return f"{units.colour.upper()} {listed}" if units.colour else listed


# ---- ways -------------------------------------------------------------------------------------------------

_TO = r"(?:(?:AND|THEN)\s+)*(?:TO|TOWARDS?|INTO|ONTO|AT)"
_AND_THEN = r"(?:AND|THEN)(?:\s+THEN)?"
_VIA = r"VIA|THROUGH|OVER|BY\s+WAY\s+OF"
_STOPS = r"IF|UNLESS|LOAD|DROP|SLING|VIA|THROUGH|ELSE|WITH|WHEN|EACH|AND|THEN|FROM"


def _way(reader: Reader) -> tuple[Leg, ...] | None:
    """Read a way: zones one after another, slings, loads and drops where they stand; the last without VIA is the goal.

    "TO Hielo VIA Near Mercury, Far Mercury" is none: nobody knows whether it ends at Hielo.
    """
    legs: list[Leg] = []
    passed: set[int] = set()
    while True:
        at = reader.at
        led = bool(reader.take(_TO))
        reader.take(_AND_THEN)
        via = bool(reader.take(_VIA))
        leg = _leg(reader)
        if leg is None:
            reader.at = at
            break
        if leg.act == "to" and not (led or via) and len(legs) - 1 in passed and _goal(legs, passed) is not None:
            return None
        if leg.act == "sling" or (via and leg.act == "to"):
            passed.add(len(legs))
        legs.append(leg)
    goal = _goal(legs, passed)
    if goal is None:
        goal = _goal(legs, {at for at, leg in enumerate(legs) if leg.act == "sling"})
    return None if goal is None else tuple(_in_order(legs, goal))


def _goal(legs: Sequence[Leg], but: Container[int]) -> int | None:
    """Return which leg is the last that names a zone, but for some."""
    return max((at for at, leg in enumerate(legs) if leg.zone and at not in but), default=None)


def _in_order(legs: Sequence[Leg], goal: int) -> Iterator[Leg]:
    """Yield the legs of a way as they are flown: zones that are named behind the goal are passed on the way to it."""
    later = [leg for leg in legs[goal + 1 :] if leg.act in ("to", "sling")]
    for leg in (*legs[:goal], *later):
        yield Leg("via", leg.zone) if leg.act == "to" else leg
    yield legs[goal]
    yield from (leg for leg in legs[goal + 1 :] if leg.act not in ("to", "sling"))


def _leg(reader: Reader) -> Leg | None:
    """Read one part of a way; None if none comes next."""
    at = reader.at
    if reader.take(r"SLING(?:SHOT)?"):
        reader.take(r"AROUND")
        reader.take(r"THE")
        name = squeezed(reader.take(any_of([SUN, *SLINGS]))).capitalize()
        if name:
            return Leg("sling", name, each=bool(reader.take("EACH")))
    elif reader.take(r"LOAD(?:ING)?|PICK\s+UP"):
        if (units := _units(reader)) is not None:
            return Leg("load", units=units, scrapping=bool(reader.take("SCRAPPING")))
    elif reader.take(r"DROP(?:PING)?|UNLOAD(?:ING)?"):
        return Leg("drop", units=_units(reader) or Units())
    elif reader.words.lands and reader.take(r"LAND(?:ING)?"):
        units = _units(reader)
        reader.take("ON|AT|IN|TO")
        if units is not None and (zone := reader.zone(_STOPS)):
            return Leg("land", zone, units=units)
    elif zone := reader.zone(_STOPS):
        return Leg("to", zone)
    reader.at = at
    return None


def _write_way(way: tuple[Leg, ...]) -> str:
    return " ".join(map(_write_leg, way))


def _write_leg(leg: Leg) -> str:
    if leg.act == "load":
        return f"LOAD {write_units(leg.units)}{' SCRAPPING' if leg.scrapping else ''}"
    if leg.act == "drop":
        return f"DROP {write_units(leg.units)}".rstrip()
    if leg.act == "land":
        return f"LAND {write_units(leg.units)} ON {leg.zone}"
    return f"{leg.act.upper()} {leg.zone}{' EACH' if leg.each else ''}"


# ---- conditions and occasions -----------------------------------------------------------------------------


def _conditions(reader: Reader) -> tuple[Condition, ...] | None:
    found: list[Condition] = []
    while True:
        at = reader.at
        if found and not reader.take("AND"):
            break
        one = _condition(reader)
        if one is None:
            reader.at = at
            break
        found.append(one)
    return tuple(found) or None


def _condition(reader: Reader) -> Condition | None:
    """Read one condition."""
    at = reader.at
    reader.take(r"(?:THERE|IT)(?:\s+(?:IS|ARE)|'S)")
    condition = _behind_zone(reader) or _of_zone(reader) or _of_others(reader) or _of_own(reader)
    if condition is None:
        reader.at = at
    return condition


def _behind_zone(reader: Reader) -> Condition | None:
    """Read what is so in a zone that is named first: "Tolstoi is empty"."""
    at = reader.at
    zone = reader.zone("AND|IF|UNLESS|MINE|OWN|EMPTY")
    if zone and reader.take("IS|ARE"):
        for what, words in (("mine", "MINE|OWN"), ("empty", r"EMPTY|FREE")):
            if reader.take(words):
                return Condition(what, zone)  # type: ignore[arg-type]
    reader.at = at
    return None


def _of_zone(reader: Reader) -> Condition | None:
    if reader.take(r"MINE|OWN|I\s+HOLD|I\s+CONTROL"):
        return _placed(reader, Condition("mine"))
    if reader.take(r"EMPTY|NOBODY|NO\s+(?:ENEMY|ENEMIES)"):
        return _placed(reader, Condition("empty"))
    return None


def _of_others(reader: Reader) -> Condition | None:
    at = reader.at
    if seat := reader.take(reader.words.seat_pattern):
        return _placed(reader, Condition("seat", seat=seat.capitalize()))
    count = reader.take(r"\d{1,2}|AN?|ANY")
    if not reader.take(r"ENEM(?:Y|IES)"):
        reader.at = at
        return None
    reader.take("ANY")
    kind = reader.take(any_of([*KIND_OF]))
    number = 1 if count.upper() in ("", "ANY") else number_of(count)
    return _placed(reader, Condition("enemy", count=number, kind=KIND_OF[squeezed(kind)] if kind else None))


def _of_own(reader: Reader) -> Condition | None:
    unit = reader.unit()
    if unit is None or isinstance(unit, str):
        return None
    return _placed(reader, Condition("own", count=1 if unit[1] == ALL else unit[1], kind=unit[0]))


def _placed(reader: Reader, condition: Condition) -> Condition | None:
    """Read where something is so; None for a name that is no zone."""
    reader.take("IS|ARE")
    if reader.take("THERE"):
        return condition
    at = reader.take(r"AT|IN|ON|NEAR\s+BY")
    zone = reader.zone("AND|IF|UNLESS")
    if zone:
        return replace(condition, zone=zone)
    return condition if not at and (reader.is_done() or reader.peek("AND|IF|UNLESS")) else None


def _write_conditions(conditions: tuple[Condition, ...]) -> str:
    return " AND ".join(map(_write_condition, conditions))


def _write_condition(one: Condition) -> str:
    if one.what in ("mine", "empty"):
        return f"{one.what.upper()} {one.zone}".rstrip()
    place = f"AT {one.zone}" if one.zone else "THERE"
    if one.what == "seat":
        return f"{one.seat.upper()} {place}"
    kind = f" {plural(one.kind, one.count)}" if one.kind else ""
    if one.what == "own":
        return f"{one.count}{kind} {place}"
    enemy = "ENEMY" if kind or one.count == 1 else "ENEMIES"
    return f"{one.count} {enemy}{kind} {place}"


def _occasion(reader: Reader) -> Occasion | None:
    reader.take(r"(?:I|WE)(?:\s+AM|\s+ARE|'M|'RE)?")
    return _weaker(reader) or _losses(reader) or _round(reader)


def _weaker(reader: Reader) -> Occasion | None:
    """Read by how much others are stronger."""
    if reader.take("OUTNUMBERED"):
        reader.take("BY")
        number = reader.take(r"\d{1,2}(?=\s*(?:TO|:)\s*1)") or "2"
        reader.take(r"(?:TO\s*)?1")
        return Occasion("outnumbered", number_of(number))
    return Occasion("weaker", number_of(reader.take(r"\d{1,2}") or "2")) if reader.take("WEAKER") else None


def _losses(reader: Reader) -> Occasion | None:
    """Read how many units are lost: "losses 3", "I lose 3 units", "3 units are lost"."""
    units = r"UNITS?|SHIPS?|PIECES?"
    if reader.take(r"LOSSES|LOST|LOSE|LOSING"):
        occasion = Occasion("losses", number_of(reader.take(r"\d{1,2}")))
        reader.take(units)
        return occasion
    if number := reader.take(rf"\d{{1,2}}(?=\s+(?:(?:{units})\s+(?:ARE\s+)?LOST|LOSS(?:ES)?))"):
        reader.take(units)
        reader.take("ARE")
        reader.take(r"LOST|LOSS(?:ES)?")
        return Occasion("losses", number_of(number))
    return None


def _round(reader: Reader) -> Occasion | None:
    """Read after which round."""
    reader.take("AFTER")
    if number := reader.take(r"\d{1,2}(?=\s+ROUNDS?)"):
        reader.take("ROUNDS?")
        return Occasion("round", number_of(number))
    return Occasion("round", number_of(reader.take(r"\d{1,2}"))) if reader.take("ROUND") else None


def _write_occasion(occasion: Occasion) -> str:
    return f"{occasion.what.upper()} {occasion.number}{' TO 1' if occasion.what == 'outnumbered' else ''}"


_SOME = ("2 FIGHTERS", "ALL FIGHTERS", "3 TROOPERS", "ALL", "1 TRANSPORT", "1 BATTLER", "ALL EXCEPT 1 FIGHTER")
_CONDITIONS = (
    "1 ENEMY KILSAT AT Near Mars",
    "3 ENEMIES AT Bach",
    "RED AT Hielo",
    "2 FIGHTERS AT Bach",
    "MINE Bach",
    "EMPTY Bach",
)


class Phrases:
    """The gaps of several parts, and those of names, with the words of a rule set."""

    def __init__(self, words: Words) -> None:
        """Take the words."""
        some, cargo = _SOME, ("5 TROOPERS", "1 FACTORY", "3 TROOPERS")
        unit, condition, occasion = (
            partial(nearest, choices=known)
            for known in (
                (*KIND_OF, "ALL", "EXCEPT"),
                ("ENEMY", "ENEMIES", "MINE", "EMPTY", *KIND_OF),
                ("WEAKER", "LOSSES", "ROUND"),
            )
        )
        self.zone = Zones({zone: zone for zone in dict.fromkeys(words.zones.values())} | words.zones, noun="place")
        self.area: Named[str] = Named({**{name: name for name in SYSTEM_NAMES}, **words.zones}, noun="place")
        possessed = {f"{name}'s": leader for name, leader in words.leaders.items()}
        self.leader: Named[str] = Named(words.leaders | possessed, noun="leader")
        self.seat: Named[str] = Named(dict(zip(words.colours, words.colours, strict=True)), noun="seat")
        ways = ("TO Near Mars", *(f"TO {name}" for name in self.zone.values()))
        self.units = Phrase("unit", words, _units, write_units, some, unit, UNIT_NAMES, many=True)
        self.cargo = Phrase("unit", words, _units, write_units, cargo, unit, UNIT_NAMES, many=True)
        self.way = Phrase("place", words, _way, _write_way, ways, self.zone.near, many=True)
        self.conditions = Phrase("condition", words, _conditions, _write_conditions, _CONDITIONS, condition, UNIT_NAMES)
        self.occasion = Phrase(
            "occasion", words, _occasion, _write_occasion, ("WEAKER 2", "LOSSES 3", "ROUND 2"), occasion
        )
