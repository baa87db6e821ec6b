"""The gaps, synonyms and refusals that the order languages of every rule set have."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar, get_args

from moderator.core.orders import Order
from moderator.games.solar_system.faults import Fault
from moderator.games.solar_system.orders.lists import CONSENT, KIND, Phrases
from moderator.games.solar_system.orders.phrases import Product, Stance
from moderator.games.solar_system.orders.sayings import SAYABLE, SHARED
from moderator.kit.slots import Named, Several
from moderator.language.grammar.language import Language
from moderator.language.grammar.lexicon import NOISE
from moderator.language.grammar.sayings import Saying
from moderator.language.grammar.slots import Number, Slot
from moderator.language.grammar.vocabulary import Refusal

AnyOrder = TypeVar("AnyOrder", bound=Order)


class Made(Named[str]):
    """What is made, perhaps behind one, or how many a Factory makes of it: another number is none of the order."""

    def read(self, words: Sequence[str]) -> tuple[Any, int] | None:
        """Read a name, behind a number perhaps."""
        number = _COUNT.read(words) if len(words) > 1 else None
        got = super().read(words[number[1] if number else 0 :])
        if got is None or number is None:
            return got
        return (got[0], got[1] + number[1]) if number[0] in (1, _MADE_AT_ONCE.get(got[0], 1)) else None


_COUNT = Number(0, 99)
_MADE_AT_ONCE = {"trooper": 2, "gennie": 2}
"""What a Factory makes several of in one go."""


def capitals(choices: Any, slot: type[Named[str]] = Named, **others: str) -> Named[str]:  # noqa: ANN401 - a Literal
    """Return the choice among what a Literal admits, and what else they are called."""
    names = {key.upper(): key for key in get_args(choices)}
    common = issubclass(slot, Made)
    return slot(names | {other.replace("_", " "): key for other, key in others.items()}, noun="choice", common=common)


MADE = {
    "TROOPERS": "trooper",
    "TROOPS": "trooper",
    "GENNIES": "gennie",
    "FIGHTERS": "fighter",
    "TRANSPORTS": "transport",
    "BATTLERS": "battler",
    "KILSATS": "kilsat",
    "KILLSAT": "kilsat",
    "KILLSATS": "kilsat",
    "KILL_SAT": "kilsat",
    "KILL_SATS": "kilsat",
    "KILLER_SATELLITES": "kilsat",
    "KILLER_SATELLITE": "kilsat",
    "FACTORIES": "factory",
}


_REFUSALS = (
    Refusal("ATTACK {goal}", Fault.ATTACK_BY_MOVING, ("MOVE <units> <origin> TO {goal}",)),
    Refusal("ATTACK {goal} WITH {units}", Fault.ATTACK_BY_MOVING, ("MOVE {units} <origin> TO {goal}",)),
    Refusal(
        "MOVE {units} {origin} {way} WITH {cargo}",
        Fault.UNITS_TOGETHER,
        ("MOVE {units}, {cargo} {origin} {way}",),
    ),
    Refusal("ATTACK WITH {units} {goal}", Fault.ATTACK_BY_MOVING, ("MOVE {units} <origin> TO {goal}",)),
)
"""What newcomers write who think of an attack as an order."""


def slots_of(phrases: Phrases) -> dict[str, Slot]:
    """Return the gaps of the orders that every rule set has."""
    return {
        "units": phrases.units,
        "cargo": phrases.cargo,
        "way": phrases.way,
        "zone": phrases.zone,
        "origin": phrases.zone,
        "goal": phrases.zone,
        "base": phrases.zone,
        "partner": phrases.zone,
        "into": phrases.zone,
        "zones": Several(phrases.area),
        "when": phrases.conditions,
        "unless": phrases.conditions,
        "occasion": phrases.occasion,
        "transports": Number(1, 24),
        "leaders": Several(phrases.leader),
        "leader": phrases.leader,
        "seat": phrases.seat,
        "seats": Several(phrases.seat),
        "unit": KIND,
        "kinds": Several(KIND),
        "bombed": Several(KIND, none="NOTHING"),
        "consent": CONSENT,
        "fire": Named({"FIRE": True, "SPARE": False}, noun="choice"),
        "save": Named({"SAVE": True}, noun="choice"),
        "stance": capitals(Stance, AGGRESSIVE="attack", DEFENSIVE="hold"),
        "product": capitals(Product, Made, **MADE),
    }


_SYNONYMS = {
    **dict.fromkeys(("SEND", "GO", "FLY", "MARCH"), "MOVE"),
    **dict.fromkeys(("ASSAULT", "INVADE", "CONQUER", "CAPTURE"), "ATTACK"),
    **dict.fromkeys(("STAY", "STOP"), "HOLD"),
    **dict.fromkeys(("PRODUCE", "MAKE"), "BUILD"),
    **dict.fromkeys(("DEPLOY", "PUT"), "PLACE"),
    **dict.fromkeys(("TARGETS", "SHOOT"), "TARGET"),
    "FERRY": "CARRY",
    "SKIP": "PASS",
    "STEAL": "SEDUCE",
    "LEADERS": "LEADER",
    "RETREATS": "RETREAT",
    "ROLL": "ROLLS",
    "OTHERWISE": "ELSE",
    "BOMBARD": "BOMB",
    "USE": "POWER",
    "TRANSPORT": "TRANSPORTS",
    **dict.fromkeys(("IN", "ON"), "AT"),
}

_LOOSE = {
    **dict.fromkeys(("GOES", "MOVES", "FLIES", "HEAD", "ADVANCE", "TRAVEL"), "MOVE"),
    **dict.fromkeys(("BRING", "SHIP", "HAUL", "TAKE"), "CARRY"),
    **dict.fromkeys(("BUILDS", "CREATE", "CONSTRUCT"), "BUILD"),
}
"""What people write who think of units as of people; too common for orders to be read of it."""


def language_of(
    orders: Sequence[type[AnyOrder]],
    slots: Mapping[str, Slot],
    synonyms: Mapping[str, str],
    sayings: Sequence[Saying],
    sayable: Mapping[str, str],
) -> Language[AnyOrder]:
    """Return the order language of a rule set: its orders and their gaps, and the words that it has besides."""
    return Language(
        orders,
        slots,
        refusals=_REFUSALS,
        synonyms={**_SYNONYMS, **synonyms},
        noise=(NOISE | {"ZONE"}) - {"VIA"},
        unsaid=("MOVE", "PLACE"),
        shorthand={"M": "MOVE", "MV": "MOVE", "C": "CARRY"},
        loose=_LOOSE,
        sayings=(*sayings, *SHARED),
        sayable={**SAYABLE, **sayable},
    )
