"""The order language of Buck Rogers, revised house rules."""

from typing import Any, get_args

from moderator.games.buck_rogers.faults import BuckFault
from moderator.games.buck_rogers.orders.language import LOOSE, Made
from moderator.games.buck_rogers.orders.language import SYNONYMS as SHARED
from moderator.games.buck_rogers_revised.orders.phrases import Purchase, Redraw, Topic
from moderator.games.buck_rogers_revised.orders.types import ORDERS, RevisedOrder
from moderator.games.buck_rogers_revised.pieces import Space
from moderator.games.solar_system.board.zones import TERRITORIES
from moderator.games.solar_system.orders.lists import CARGO, CONDITIONS, OCCASION, UNITS, WAY
from moderator.games.solar_system.orders.phrases import Product, Stance
from moderator.games.solar_system.orders.slots import AREA, CONSENT, KIND, LEADER, SEAT, ZONE
from moderator.games.solar_system.orders.vocabulary import ZONE_NAMES
from moderator.kit.slots import Named, Several
from moderator.language.grammar.language import Language
from moderator.language.grammar.lexicon import NOISE
from moderator.language.grammar.slots import Number, Slot
from moderator.language.grammar.vocabulary import Refusal

CARD: Named[str] = Named(
    {name: name for name in TERRITORIES} | {name: zone for name, zone in ZONE_NAMES.items() if zone in TERRITORIES},
    what="card",
)
_MADE = {
    "TROOPERS": "trooper",
    "TROOPS": "trooper",
    "GENNIES": "gennie",
    "FIGHTERS": "fighter",
    "TRANSPORTS": "transport",
    "BATTLERS": "battler",
    "HALF BATTLER": "battler",
    "KILSATS": "kilsat",
    "HALF KILSAT": "kilsat",
    "KILLER SATELLITE": "kilsat",
    "FACTORIES": "factory",
    "HALF FACTORY": "factory",
}
_SPACES = {"FIGHT": Space.FIGHTING, "COMMANDOS": Space.COMMANDO, "HOLD": Space.HOLDING, "DEMOLITION": Space.DEMOLITIONS}


def _capitals(choices: Any, slot: type[Named[str]] = Named, **others: str) -> Named[str]:  # noqa: ANN401 - a Literal
    """Return the choice among what a Literal admits, and what else they are called."""
    return slot({key.upper(): key for key in get_args(choices)} | others, what="choice")


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
    "colour": SEAT,
    "unit": KIND,
    "kinds": Several(KIND),
    "bombed": Several(KIND, none="NOTHING"),
    "consent": CONSENT,
    "fire": Named({"FIRE": True, "SPARE": False}, what="choice"),
    "save": Named({"SAVE": True}, what="choice"),
    "after": Named({"AFTER": True}, what="choice"),
    "before": Named({"BEFORE": True}, what="choice"),
    "bonus": Named({"BONUS": True}, what="choice"),
    "stance": _capitals(Stance),
    "redraw": _capitals(Redraw),
    "card": CARD,
    "cards": Several(CARD),
    "bid": Number(0, 42, most=4),
    "wished": Several(Named({str(card): card for card in range(1, 9)}, what="number")),
    "count": Number(1, 24, most=4),
    "round": Number(1, 50, most=2),
    "space": Named({space.value.upper(): space for space in Space} | _SPACES, what="choice"),
    "product": _capitals(Product, Made, **_MADE),
    "purchase": Named(
        {"TROOPER": "trooper", "FIGHTER": "fighter", "TRANSPORT": "transport"}
        | {"HALF FACTORY": "factory", "HALF BATTLER": "battler"}
        | {name: made for name, made in _MADE.items() if made in get_args(Purchase)}
        | {"FACTORY": "factory", "BATTLER": "battler"},
        what="choice",
    ),
    "topic": _capitals(Topic),
}

SYNONYMS = {verb: meant for verb, meant in SHARED.items() if meant != "DISMANTLE"} | {
    "HAND": "GIVE",
    "SCRAP": "SCUTTLE",
    "SURRENDER": "YIELD",
    "PURCHASE": "BUY",
    "EXCHANGE": "TRADE",
    "DEACTIVATE": "DISABLE",
    "UPGRADES": "UPGRADE",
    "WISHES": "WISH",
    "LINES": "LINE",
}

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

LANGUAGE: Language[RevisedOrder] = Language(
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
