"""The order language of Buck Rogers."""

from collections.abc import Sequence
from typing import Any, get_args

from moderator.games.buck_rogers.faults import BuckFault
from moderator.games.buck_rogers.orders.types import ORDERS, BuckOrder, Purchase, Topic
from moderator.games.solar_system.orders.lists import CARGO, CONDITIONS, OCCASION, UNITS, WAY
from moderator.games.solar_system.orders.phrases import Product, Stance
from moderator.games.solar_system.orders.slots import AREA, CONSENT, KIND, LEADER, SEAT, ZONE
from moderator.kit.slots import Named, Several
from moderator.language.grammar.language import Language
from moderator.language.grammar.lexicon import NOISE
from moderator.language.grammar.slots import NUMBER_WORDS, Number, Slot
from moderator.language.grammar.vocabulary import Refusal


def _capitals(choices: Any, slot: type[Named[str]] = Named, **others: str) -> Named[str]:  # noqa: ANN401 - a Literal
    """Return the choice among what a Literal admits, and what else they are called."""
    names = {key.upper(): key for key in get_args(choices)}
    return slot(names | {other.replace("_", " "): key for other, key in others.items()}, what="choice")


class Made(Named[str]):
    """What is made, perhaps with a number before it: how many a Factory makes of a kind is the rules' business."""

    def read(self, words: Sequence[str]) -> tuple[Any, int] | None:
        """Read a name, behind a number perhaps."""
        counted = len(words) > 1 and (words[0].isdecimal() or words[0] in NUMBER_WORDS)
        got = super().read(words[counted:])
        return None if got is None else (got[0], got[1] + counted)


_MADE = {
    "TROOPERS": "trooper",
    "TROOPS": "trooper",
    "GENNIES": "gennie",
    "FIGHTERS": "fighter",
    "TRANSPORTS": "transport",
    "BATTLERS": "battler",
    "KILSATS": "kilsat",
    "KILLER_SATELLITE": "kilsat",
    "FACTORIES": "factory",
}


class Persistence(Number):
    """ALWAYS, STRONGER, NEVER, or a number of rounds."""

    _words = ("ALWAYS", "STRONGER", "NEVER")

    def read(self, words: Any) -> Any:  # noqa: ANN401 - a number or a word
        """Read a word or a number."""
        return (words[0].lower(), 1) if words[0] in self._words else super().read(words)

    def write(self, value: object) -> str:
        """Write it in capitals."""
        return str(value).upper()

    def values(self) -> list[str]:
        """Return words and numbers."""
        return [*self._words, "1", "2", "3"]


SLOTS: dict[str, Slot] = {
    "units": UNITS,
    "cargo": CARGO,
    "way": WAY,
    "zone": ZONE,
    "origin": ZONE,
    "goal": ZONE,
    "base": ZONE,
    "partner": ZONE,
    "into": ZONE,
    "zones": Several(AREA),
    "when": CONDITIONS,
    "unless": CONDITIONS,
    "occasion": OCCASION,
    "transports": Number(1, 24),
    "leaders": Several(LEADER),
    "leader": LEADER,
    "seat": SEAT,
    "seats": Several(SEAT),
    "unit": KIND,
    "kinds": Several(KIND),
    "bombed": Several(KIND, none="NOTHING"),
    "consent": CONSENT,
    "fire": Named({"FIRE": True, "SPARE": False}, what="choice"),
    "save": Named({"SAVE": True}, what="choice"),
    "stance": _capitals(Stance),
    "persistence": Persistence(1, 50),
    "product": _capitals(Product, Made, **_MADE),
    "purchase": _capitals(Purchase, Made, TROOPERS="trooper", FIGHTERS="fighter", FACTORIES="factory"),
    "topic": _capitals(Topic),
}

SYNONYMS = {
    "SEND": "MOVE",
    "GO": "MOVE",
    "FLY": "MOVE",
    "MARCH": "MOVE",
    "FERRY": "CARRY",
    "STAY": "HOLD",
    "STOP": "HOLD",
    "PRODUCE": "BUILD",
    "MAKE": "BUILD",
    "TARGETS": "TARGET",
    "SKIP": "PASS",
    "STEAL": "SEDUCE",
    "LEADERS": "LEADER",
    "RETREATS": "RETREAT",
    "ROLL": "ROLLS",
    "DEPLOY": "PLACE",
    "PUT": "PLACE",
    "ASSAULT": "ATTACK",
    "INVADE": "ATTACK",
    "CONQUER": "ATTACK",
    "CAPTURE": "ATTACK",
    "OTHERWISE": "ELSE",
    "SHOOT": "TARGET",
    "BOMBARD": "BOMB",
    "USE": "POWER",
    "SCRAP": "DISMANTLE",
    "TRANSPORT": "TRANSPORTS",
}

LOOSE = {
    **dict.fromkeys(("GOES", "MOVES", "FLIES", "HEAD", "ADVANCE", "TRAVEL"), "MOVE"),
    **dict.fromkeys(("BRING", "SHIP", "HAUL", "TAKE"), "CARRY"),
    **dict.fromkeys(("BUILDS", "CREATE", "CONSTRUCT"), "BUILD"),
}
"""What people write who think of units as of people; too common for orders to be read of it."""

REFUSALS = (
    Refusal("ATTACK {goal}", BuckFault.ATTACK_BY_MOVING, ("MOVE <units> <origin> TO {goal}",)),
    Refusal("ATTACK {goal} WITH {units}", BuckFault.ATTACK_BY_MOVING, ("MOVE {units} <origin> TO {goal}",)),
    Refusal(
        "MOVE {units} {origin} {way} WITH {cargo}",
        BuckFault.UNITS_TOGETHER,
        ("MOVE {units}, {cargo} {origin} {way}",),
    ),
    Refusal("ATTACK WITH {units} {goal}", BuckFault.ATTACK_BY_MOVING, ("MOVE {units} <origin> TO {goal}",)),
)
"""What newcomers write who think of an attack as an order."""

LANGUAGE: Language[BuckOrder] = Language(
    ORDERS,
    SLOTS,
    refusals=REFUSALS,
    synonyms=SYNONYMS,
    noise=NOISE | {"UNITS", "ZONE"},
    unsaid=("MOVE", "PLACE"),
    shorthand={"M": "MOVE", "MV": "MOVE", "C": "CARRY"},
    loose=LOOSE,
)
"""Reads and writes orders."""
