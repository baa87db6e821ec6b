"""The order language of Buck Rogers, revised house rules."""

from typing import get_args

from moderator.games.buck_rogers_revised.orders.sayings import SAYABLE, SAYINGS
from moderator.games.buck_rogers_revised.orders.types import ORDERS, TOPICS, Purchase, Redraw
from moderator.games.buck_rogers_revised.pieces import Space
from moderator.games.solar_system.board.zones import SATURN, TERRITORIES
from moderator.games.solar_system.orders.language import MADE, Made, capitals, language_of, slots_of
from moderator.games.solar_system.orders.lists import Phrases
from moderator.games.solar_system.orders.phrases import Product
from moderator.games.solar_system.orders.vocabulary import Words, zone_names
from moderator.games.solar_system.pieces import PAINTS
from moderator.games.solar_system.tables import extra, figures
from moderator.kit.slots import Named, Several
from moderator.language.grammar.slots import Number, Slot

_ZONES = {**zone_names(), SATURN: SATURN, "Saturn Factory": SATURN}
_WORDS = Words(PAINTS, (*figures().leader, *extra().leader), _ZONES, lands=True)
PHRASES = Phrases(_WORDS)

CARD: Named[str] = Named(
    {name: name for name in TERRITORIES} | {name: zone for name, zone in _WORDS.zones.items() if zone in TERRITORIES},
    noun="card",
)
_CARDS = 8
"""Turn cards at most."""

_HALVES = {f"HALF_{kind.upper()}": kind for kind in ("battler", "factory", "kilsat")}
_BOUGHT = {"TROOPER": "trooper", "FIGHTER": "fighter", "TRANSPORT": "transport"}
_BOUGHT |= {
    "HALF FACTORY": "factory",
    "HALF BATTLER": "battler",
    "HALF A FACTORY": "factory",
    "HALF A BATTLER": "battler",
    "FACTORY": "factory",
    "BATTLER": "battler",
}
_SPACES = {"FIGHT": Space.FIGHTING, "COMMANDOS": Space.COMMANDO, "HOLD": Space.HOLDING, "DEMOLITION": Space.DEMOLITIONS}
_TOPICS = {topic.upper(): topic for topic in TOPICS}

_ALL_CARDS = dict.fromkeys(("ALL CARDS", "ALL MY CARDS", "MY CARDS", "CARDS", "EVERY CARD", "MY HAND"), True)
SLOTS: dict[str, Slot] = {
    **slots_of(PHRASES),
    "colour": PHRASES.seat,
    "consent": Named(
        {"YES": True, "NO": False, "ALWAYS": True, "NEVER": False, "ALL": True, **_ALL_CARDS, "NONE": False},
        noun="choice",
    ),
    "product": capitals(Product, Made, **MADE, **_HALVES),
    "purchase": Named(
        _BOUGHT | {name: kind for name, kind in MADE.items() if kind in get_args(Purchase)}, noun="unit", common=True
    ),
    "after": Named({"AFTER": True}, noun="choice"),
    "before": Named({"BEFORE": True}, noun="choice"),
    "bonus": Named({"BONUS": True}, noun="choice"),
    "redraw": capitals(Redraw),
    "card": CARD,
    "given": CARD,
    "cards": Several(CARD),
    "bid": Number(0, 42, most=4),
    "wished": Several(Named({str(card): card for card in range(1, _CARDS + 1)}, noun="number")),
    "count": Number(1, 24, most=4),
    "round": Number(1, 50, most=2),
    "space": Named({space.value.upper(): space for space in Space} | _SPACES, noun="choice"),
    "topic": Named(_TOPICS | {f"{name}S": topic for name, topic in _TOPICS.items()}, noun="choice"),
}

LANGUAGE = language_of(
    ORDERS,
    SLOTS,
    {
        "HAND": "GIVE",
        "SCRAP": "SCUTTLE",
        "PURCHASE": "BUY",
        "EXCHANGE": "TRADE",
        "DEACTIVATE": "DISABLE",
        "UPGRADES": "UPGRADE",
        "WISHES": "WISH",
        "LINES": "LINE",
        "TROOPER": "TROOPERS",
    },
    SAYINGS,
    SAYABLE,
)
"""Reads and writes orders."""
