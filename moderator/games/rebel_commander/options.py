"""What an operator may choose before a match, and a GM in its course."""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from moderator.core.seats import Seat

Count = Annotated[int, Meta(ge=0, le=99)]
Weight = Annotated[int, Meta(ge=0, le=10_000)]


NEUTRAL = 100
"""The weight in the sequence of a seat that has nothing to cheer or to mourn."""


class Muster(Struct, frozen=True, forbid_unknown_fields=True):
    """Units that stand together at the start of a match."""

    troops: Count = 0
    speeders: Count = 0
    transports: Count = 0


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options of Rebel Commander, each with the default of the rules or of the game's page.

    ``win_fraction`` of None and an empty ``start`` stand for what the edition's data say. What may be unset came in
    later: unset is how matches were played that began before, and is no part of a position.
    """

    edition: Literal["planet", "skirmish"] = "planet"
    win_fraction: Annotated[float, Meta(gt=0, le=1)] | None = None
    max_turns: Annotated[int, Meta(ge=0, le=999)] = 25
    imperial_orders: Annotated[int, Meta(ge=0, le=12)] | Literal["factions"] = 0
    enthusiasm_gain: Weight = 15
    enthusiasm_loss: Weight = 15
    enthusiasm_floor: Annotated[int, Meta(ge=1, le=100)] = 40
    enthusiasm_ceiling: Annotated[int, Meta(ge=100, le=10_000)] = 160
    enthusiasm_fade: Annotated[int, Meta(ge=1, le=100)] = 3
    fog: bool = False
    occupy: Literal["any", "troops"] = "any"
    start: dict[Seat, dict[str, Muster]] = {}
    time_out: Literal["empire", "count"] | UnsetType = UNSET
    enthusiasm_by: Literal["turn", "battle"] | UnsetType = UNSET


BEGINS: Mapping[str, object] = {
    "max_turns": 20,
    "imperial_orders": 1,
    "occupy": "troops",
    "time_out": "empire",
    "enthusiasm_by": "turn",
}
"""What a match that is made now is given where the defaults are those of matches that began before."""


OPTION_HELP: Mapping[str, str] = {
    "edition": '"planet": 10 rows by 8 columns, all units, three orders. '
    '"skirmish": 3 by 3, Troops only, two orders, a fixed sequence.',
    "win_fraction": "Share of the locations that a side must hold to win, above 0 and at most 1. "
    "Left out: 0.75 on the planet (60 of 80), two thirds in the skirmish (6 of 9).",
    "max_turns": "The last turn, after which the match ends as time_out says; a turn that is already over means the "
    "one in play. 0: no limit.",
    "imperial_orders": "How many orders the Empire gives under each number: 1, as in the rules, or more; "
    '"factions" (or 0): one for each Rebel faction in play at the start of the turn.',
    "enthusiasm_gain": "Added to a seat's weight in the sequence for battles won, on either side.",
    "enthusiasm_loss": "Taken from a seat's weight in the sequence for battles lost, on either side.",
    "enthusiasm_floor": "No weight falls below this (1 to 100; 100 is neutral).",
    "enthusiasm_ceiling": "No weight rises above this (100 or more).",
    "enthusiasm_fade": "After each turn a weight moves back towards 100 by its distance divided by this, "
    "rounded up. 1: back to 100 at once.",
    "fog": "true: a side sees enemy units only within two steps of its own units; "
    "enemy totals and what happens out of sight are not reported.",
    "occupy": 'Which enemy units keep a side from holding a location where it has a unit: "troops", as in the '
    'rules, or "any".',
    "start": "Starting units in place of the edition's: "
    "{ Red = { A0 = { troops = 4, speeders = 1, transports = 1 } }, Empire = { J7 = { troops = 6 } } }.",
    "time_out": 'After the last turn: "empire": the Empire wins. '
    '"count": more locations win, or more units if those are equal; the Empire wins ties.',
    "enthusiasm_by": '"turn": a weight changes once a turn, up for a seat that won more battles than it lost, down for '
    'one that lost more. "battle": it changes with every battle.',
}
