"""The order language of Space Genocide."""

from typing import Any, get_args

from moderator.games.space_genocide.faults import GenocideFault
from moderator.games.space_genocide.orders.german import GERMAN
from moderator.games.space_genocide.orders.lists import (
    CardsPhrase,
    FleetsPhrase,
    ManyFleetsPhrase,
    MarkedFleetsPhrase,
    PlacesPhrase,
    PreyPhrase,
    ShipsPhrase,
    WayPhrase,
)
from moderator.games.space_genocide.orders.phrases import ALL
from moderator.games.space_genocide.orders.sayings import SAYABLE, SAYINGS
from moderator.games.space_genocide.orders.slots import WORLD, Amount, FleetNumber
from moderator.games.space_genocide.orders.targets import FoePhrase, MorePhrase, TargetPhrase, TriggerPhrase
from moderator.games.space_genocide.orders.types import ORDERS, GenocideOrder, Manner, Topic, When
from moderator.games.space_genocide.pieces import SEATS
from moderator.games.space_genocide.tables import CARDS, KINDS, RACES
from moderator.kit.boards.hex import HexPlace
from moderator.kit.slots import Named, Several
from moderator.language.grammar.language import Language
from moderator.language.grammar.lexicon import NOISE
from moderator.language.grammar.slots import Number, Slot
from moderator.language.grammar.vocabulary import Refusal

PLACE = HexPlace()
FLEET = FleetNumber()
KIND = Named({name: kind.key for kind in KINDS for name in (kind.name, f"{kind.name}s")}, noun="ship", common=True)
CARD = Named(
    {card.name.rstrip("!"): card.key for card in CARDS} | {"Its a Dud": "its-a-dud", "Dud": "its-a-dud"}, noun="card"
)
RACE = Named(
    {race.name: race.key for race in RACES}
    | {"Insects": "hive", "Cats": "felines", "Crabs": "crustaceans", "Apes": "simians", "Humans": "terrans"},
    noun="race",
)


def _capitals(choices: Any) -> dict[str, str]:  # noqa: ANN401 - a Literal
    """Return what a Literal admits, by its name."""
    return {key.upper(): key for key in get_args(choices)}


SLOTS: dict[str, Slot] = {
    "place": PLACE,
    "goal": PLACE,
    "fleet": FLEET,
    "into": FLEET,
    "fleets": FleetsPhrase(),
    "several": ManyFleetsPhrase(),
    "marked": MarkedFleetsPhrase(),
    "places": PlacesPhrase(),
    "ships": ShipsPhrase(),
    "way": WayPhrase(),
    "prey": PreyPhrase(),
    "hand": CardsPhrase(),
    "target": TargetPhrase(),
    "other": TargetPhrase(),
    "more": MorePhrase(),
    "foe": FoePhrase(),
    "trigger": TriggerPhrase(),
    "world": WORLD,
    "races": Several(RACE),
    "seat": Named({name: seat for seat in SEATS for name in (seat, f"{seat}s")}, noun="seat"),
    "kind": KIND,
    "card": CARD,
    "busters": Amount(1, ALL - 1),
    "priority": Number(1, 9),
    "topic": Named(
        _capitals(Topic)
        | {
            "CARD": "cards",
            "TARGET": "targets",
            "LAUNCH": "launches",
            "PLACE": "places",
            "DISCARD": "discards",
            "SCRAP": "scraps",
            "GIFT": "gifts",
        },
        noun="choice",
    ),
    "manner": Named(_capitals(Manner), noun="choice"),
    "when": Named(_capitals(When), noun="choice"),
}

SYNONYMS = {
    "SEND": "MOVE",
    "GO": "MOVE",
    "GOTO": "MOVE",
    "FLY": "MOVE",
    "STAY": "HOLD",
    "STOP": "HOLD",
    "MERGE": "JOIN",
    "DETACH": "TRANSFER",
    "SPLIT": "TRANSFER",
    "SHIFT": "TRANSFER",
    "NUKE": "LAUNCH",
    "BOMBARD": "LAUNCH",
    "TARGETS": "TARGET",
    "ATTACK": "TARGET",
    "DEPLOY": "PLACE",
    "BUILD": "PLACE",
    "PUT": "PLACE",
    "SKIP": "PASS",
    "USE": "PLAY",
}

LOOSE = {
    **dict.fromkeys(("GOES", "MOVES", "FLIES", "HEAD", "HEADS", "JUMP", "TRAVEL", "RETURN", "ADVANCE"), "MOVE"),
    **dict.fromkeys(("LOAD", "UNLOAD", "GIVE", "GIVES"), "TRANSFER"),
    **dict.fromkeys(("STAYS", "HOLDS", "STOPS"), "HOLD"),
    **dict.fromkeys(("COMBINE", "UNITE", "JOINS"), "JOIN"),
    **dict.fromkeys(("BOMB", "BOMBS", "LAUNCHES"), "LAUNCH"),
    **dict.fromkeys(("PLAYS", "CAST"), "PLAY"),
}
"""What people write who think of fleets as of ships and people; too common for orders to be read of it."""

REFUSALS = (
    Refusal("TARGET {way} WITH {fleets}", GenocideFault.ATTACK_BY_MOVING, ("MOVE {fleets} {way}",)),
    Refusal("TARGET WITH {fleets} {way}", GenocideFault.ATTACK_BY_MOVING, ("MOVE {fleets} {way}",)),
    Refusal("TARGET {way}", GenocideFault.ATTACK_BY_MOVING, ("MOVE {fleets} {way}",)),
    Refusal("TARGET {foe} WITH {fleets}", GenocideFault.ATTACK_BY_MOVING, ("MOVE {fleets} AFTER {foe}",)),
    Refusal("TARGET WITH {fleets} {foe}", GenocideFault.ATTACK_BY_MOVING, ("MOVE {fleets} AFTER {foe}",)),
    Refusal("TARGET {foe}", GenocideFault.ATTACK_BY_MOVING, ("MOVE {fleets} AFTER {foe}",)),
    Refusal("TARGET {foe} {way}", GenocideFault.ATTACK_BY_MOVING, ("MOVE {fleets} {way}",)),
    Refusal("MOVE {several} {places}", GenocideFault.WHO_GOES_WHERE),
    *(
        Refusal(
            f"MOVE {{ships}} {of}{{fleet}} {{way}}",
            GenocideFault.SHIPS_OF_A_FLEET,
            ("TRANSFER {ships} FROM {fleet} INTO {into}", "MOVE {into} {way}"),
            together=True,
        )
        for of in ("OF ", "FROM ", "IN ")
    ),
)
"""What newcomers write who think of an attack as an order, fleets that may go each to a place of its own, and ships
that go without their fleet."""

LANGUAGE: Language[GenocideOrder] = Language(
    ORDERS,
    SLOTS,
    refusals=REFUSALS,
    synonyms=SYNONYMS,
    noise=NOISE | {"FLEET", "FLEETS", "SHIPS", "CARD"},
    shorthand={"M": "MOVE", "MV": "MOVE", "RETREAT": "MOVE", "WITHDRAW": "MOVE", "RELOCATE": "MOVE", "J": "JOIN"},
    unsaid=("MOVE", "FORM"),
    loose=LOOSE,
    sayings=SAYINGS,
    sayable=SAYABLE,
    tongues={"de": GERMAN},
)
"""Reads and writes orders."""
