"""The order language of Rayguns and Rocketships."""

from typing import get_args

from moderator.games.rayguns_and_rocketships.orders import slots
from moderator.games.rayguns_and_rocketships.orders.phrases import (
    Aiming,
    Battery,
    HelmGoal,
    Move,
    Saving,
    Success,
    Thing,
    Topic,
    Weapon,
)
from moderator.games.rayguns_and_rocketships.orders.sayings import SAYABLE, SAYINGS
from moderator.games.rayguns_and_rocketships.orders.slots import capitals
from moderator.games.rayguns_and_rocketships.orders.types import ORDERS, RayOrder
from moderator.games.rayguns_and_rocketships.pieces import SEATS
from moderator.kit.slots import Named, Several
from moderator.language.grammar.language import Language
from moderator.language.grammar.lexicon import NOISE
from moderator.language.grammar.slots import Slot

SLOTS: dict[str, Slot] = {
    "side": Named({"A": "A", "B": "B"}, noun="side"),
    "heading": slots.HEADING,
    "figure": slots.FIGURE,
    "post": slots.POST,
    "ports": Several(slots.PORT),
    "card": slots.CARD,
    **dict.fromkeys(("first", "second", "third"), slots.CARD),
    "cards": Several(slots.CARD, again=True, shown=3),
    "moves": Several(capitals(Move, FORWARD="ahead", LEFT="port", RIGHT="starboard"), none="STEADY", again=True),
    "turns": slots.Turns(),
    "state": slots.Conditions(),
    "target": slots.TARGET,
    "targets": Several(slots.TARGET),
    "node": slots.NODE,
    "who": Several(slots.FIGURE),
    "spot": slots.Spots(),
    "seat": slots.SEAT,
    "prey": slots.PREY,
    "preys": Several(slots.PREY),
    "find": slots.FIND,
    "thing": capitals(Thing, DATA_TAPE="tape", PLANS="tape", ATOMIC_CORE="core"),
    "place": slots.AREA,
    "places": Several(slots.AREA),
    "goal": Named({goal.upper(): goal for goal in get_args(HelmGoal) if goal != "to"}, noun="choice"),
    "aim": capitals(Aiming, RAYGUNS="guns", HULL="body"),
    "battery": capitals(Battery, TURRET="centre", CENTER="centre"),
    "guns": Several(slots.WRECKED),
    "saved": capitals(Saving),
    "weapon": capitals(Weapon, PISTOLS="pistol", SWORDS="sword"),
    "healed": Several(slots.HEALED),
    "ability": slots.ABILITY,
    "on": Named({word.upper(): word for word in get_args(Success)} | {seat: seat for seat in SEATS}, noun="choice"),
    "whom": Several(slots.DODGER),
    "uses": Several(slots.USE, again=True, shown=3),
    "reserve": slots.RESERVE,
    "topic": capitals(Topic, EVERYTHING="all"),
}

SYNONYMS = {
    "PROGRAMME": "PROGRAM",
    "PROGRAMS": "PROGRAM",
    "PLOT": "PROGRAM",
    "SHOOT": "FIRE",
    "ATTACK": "STRIKE",
    "ENTER": "BOARD",
    "BOARDS": "BOARD",
    "GOES": "GO",
    "FIRES": "FIRE",
    "SEARCHES": "SEARCH",
    **dict.fromkeys(("FETCH", "COLLECTS"), "COLLECT"),
    "MANS": "MAN",
    **dict.fromkeys(("DODGES", "DODGING"), "DODGE"),
    "TOKEN": "TOKENS",
    "TURNS": "TURN",
    "EVACUATION": "EVACUATE",
    "SKIP": "PASS",
}

LANGUAGE: Language[RayOrder] = Language(
    ORDERS,
    SLOTS,
    synonyms=SYNONYMS,
    noise=NOISE | {"SHIP"},
    shorthand={"P": "PROGRAM"},
    unsaid=("PROGRAM", "GO"),
    sayings=SAYINGS,
    sayable=SAYABLE,
    bare=("PROGRAM",),
)
"""Reads and writes orders."""
