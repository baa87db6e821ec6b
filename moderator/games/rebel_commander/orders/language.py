"""The order language of Rebel Commander."""

from collections.abc import Sequence

from moderator.games.rebel_commander.faults import RebelFault
from moderator.games.rebel_commander.orders.german import GERMAN
from moderator.games.rebel_commander.orders.sayings import SAYABLE, SAYINGS
from moderator.games.rebel_commander.orders.types import ALL, CAPACITY, ORDERS, RebelOrder
from moderator.kit.boards.grid import GridPlace
from moderator.language.grammar.language import Language
from moderator.language.grammar.lexicon import EVERY, NOISE
from moderator.language.grammar.slots import Number
from moderator.language.grammar.vocabulary import Refusal

PLACE = GridPlace()
"""A place of the larger board; the skirmish refuses what it lacks when an order set is checked."""

_AS_MANY = ("AS", "MANY", "AS")


class Load(Number):
    """How many squads of Troops go aboard: a number, or ``ALL`` for as many as fit; of ``ALL 3`` the number counts."""

    def read(self, words: Sequence[str]) -> tuple[int, int] | None:
        """Read a number, a word for all, or "as many as fit"."""
        if words[0] in EVERY:
            number = super().read(words[1:]) if len(words) > 1 else None
            return (ALL, 1) if number is None else (number[0], 2)
        if tuple(words[: len(_AS_MANY)]) == _AS_MANY and len(words) > len(_AS_MANY):
            return ALL, len(_AS_MANY) + 1
        return super().read(words)

    def write(self, value: object) -> str:
        """Write ALL as a word."""
        return "ALL" if value == ALL else super().write(value)


SYNONYMS = {
    "TROOP": "TROOPS",
    "INFANTRY": "TROOPS",
    "SPEEDER": "SPEEDERS",
    "TRANSPORTS": "TRANSPORT",
    "RECRUIT": "BUILD",
    "ASSAULT": "ATTACK",
    "STRIKE": "ATTACK",
    "CARRYING": "WITH",
    "SKIP": "PASS",
}
"""No word with which people cheer or chat ("Go go go!", "Hold on", "Nothing new"): such lines would be taken for
orders, and shift the numbers of those that are.
"""
SHORTHAND = {
    "MT": "MOVE TROOPS",
    "MS": "MOVE SPEEDERS",
    "MX": "MOVE TRANSPORT",
    "BT": "BUILD TROOPS",
    "BS": "BUILD SPEEDERS",
    "BX": "BUILD TRANSPORT",
    "A": "ATTACK",
    "P": "PASS",
}


def _synonyms_of(order: str, phrases: str) -> dict[str, str]:
    """Return phrases, separated by commas, as synonyms of an order."""
    return dict.fromkeys(phrases.split(", "), order)


IDLE = _synonyms_of(
    "PASS",
    "WAIT, HOLD, HOLD POSITION, HOLD STILL, STAY, STAY PUT, STAY HERE, STANDBY, STAND BY, STAND STILL, REST, IDLE, "
    "NOTHING, DO NOTHING, NONE, NIL, NO ORDER, NO ORDERS, NO ACTION, NO MOVE, EMPTY, BLANK, CANCEL, CANCEL THIS, "
    "CANCELLED, CANCELED, CLEAR, DELETE, REMOVE",
)
"""What people write after a number under which nothing is to be done."""

LOOSE = {
    **_synonyms_of(
        "MOVE", "GO, MARCH, SEND, ADVANCE, RETREAT, WITHDRAW, FLY, SHIFT, MOVES, GOES, LOAD, CARRY, FERRY, TAKE, BRING"
    ),
    **_synonyms_of("BUILD", "TRAIN, RAISE, MAKE, BUY, PRODUCE, CREATE, CONVERT, UPGRADE, BUILDS"),
    **_synonyms_of("ATTACK", "FIGHT, KILL, INVADE, HIT, BATTLE, ATTACKS"),
}
"""What people write for the verbs and in small talk, too."""

REFUSALS = (
    Refusal(
        "MOVE {load} TROOPS {origin} {goal}",
        RebelFault.ONE_SQUAD_PER_ORDER,
        ("MOVE TRANSPORT {origin} {goal} WITH {load} TROOPS",),
    ),
    Refusal(
        "MOVE {load} TROOPS TRANSPORT {origin} {goal}",
        RebelFault.ONE_SQUAD_PER_ORDER,
        ("MOVE TRANSPORT {origin} {goal} WITH {load} TROOPS",),
    ),
    Refusal(
        "MOVE {count} TROOPS {origin} {goal}",
        RebelFault.ONE_SQUAD_PER_ORDER,
    ),
    Refusal(
        "MOVE ALL TROOPS {origin} {goal}",
        RebelFault.NOT_ALL_AT_ONCE,
        ("MOVE TROOPS {origin} {goal}", "MOVE TRANSPORT {origin} {goal} WITH ALL TROOPS"),
    ),
    Refusal("MOVE ALL SPEEDERS {origin} {goal}", RebelFault.NOT_ALL_AT_ONCE, ("MOVE SPEEDERS {origin} {goal}",)),
    Refusal("ATTACK FROM {origin} {goal}", RebelFault.ATTACK_FROM, ("MOVE TROOPS {origin} {goal}", "ATTACK {goal}")),
    Refusal("ATTACK {goal} FROM {origin}", RebelFault.ATTACK_FROM, ("MOVE TROOPS {origin} {goal}", "ATTACK {goal}")),
    Refusal(
        "MOVE {count} SPEEDERS {origin} {goal}",
        RebelFault.ONE_UNIT_PER_ORDER,
        ("MOVE SPEEDERS {origin} {goal}",),
        times="count",
    ),
    Refusal(
        "MOVE {count} TRANSPORT {origin} {goal}",
        RebelFault.ONE_UNIT_PER_ORDER,
        ("MOVE TRANSPORT {origin} {goal}",),
        times="count",
    ),
    Refusal("BUILD {count} TROOPS {place}", RebelFault.ONE_UNIT_PER_ORDER, ("BUILD TROOPS {place}",), times="count"),
    Refusal(
        "BUILD {count} SPEEDERS {place}", RebelFault.ONE_UNIT_PER_ORDER, ("BUILD SPEEDERS {place}",), times="count"
    ),
    Refusal(
        "BUILD {count} TRANSPORT {place}", RebelFault.ONE_UNIT_PER_ORDER, ("BUILD TRANSPORT {place}",), times="count"
    ),
)

LANGUAGE: Language[RebelOrder] = Language(
    ORDERS,
    {
        "origin": PLACE,
        "goal": PLACE,
        "place": PLACE,
        "troops": Load(0, ALL - 1, most=CAPACITY),
        "load": Number(2, CAPACITY),
        "count": Number(2, 99),
    },
    synonyms=SYNONYMS,
    noise=NOISE | {"LOADED", "BOARD", "ABOARD", "AVAILABLE"},
    refusals=REFUSALS,
    shorthand=SHORTHAND,
    numbered=IDLE,
    loose=LOOSE,
    sayings=SAYINGS,
    sayable=SAYABLE,
    tongues={"de": GERMAN},
)
"""Reads and writes orders; loads above a Transport's four are read, so that the answer can say why not."""
