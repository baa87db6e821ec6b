"""What orders speak of in several words: spots and conditions, as data; and the words that stand for choices."""

from typing import Literal, TypeAlias

from msgspec import Struct

from moderator.core.seats import Seat

Move: TypeAlias = Literal["ahead", "port", "starboard"]
HelmGoal: TypeAlias = Literal["broadside", "close", "alongside", "away", "ram", "to", "steady"]
Aiming: TypeAlias = Literal["body", "guns", "best", "hold"]
Battery: TypeAlias = Literal["port", "starboard", "centre"]
Weapon: TypeAlias = Literal["pistol", "sword"]
Saving: TypeAlias = Literal["crew", "guns"]
Use: TypeAlias = Literal["cool", "stand", "ability", "move", "attack", "extinguish", "heal", "search"]
Success: TypeAlias = Literal["raygun", "ram", "melee", "pistol", "entry"]
Thing: TypeAlias = Literal["warbot", "core", "princess", "tape"]
Topic: TypeAlias = Literal[
    "helm",
    "reorient",
    "fire",
    "blast",
    "wreck",
    "save",
    "man",
    "strike",
    "extinguish",
    "heal",
    "use",
    "dodge",
    "spend",
    "keep",
    "evacuate",
    "mount",
    "tasks",
    "all",
]
"""What FORGET takes back: doctrine of a kind, tasks under way, or all."""

NEAREST, WEAKEST, LEADER, BEST = "NEAREST", "WEAKEST", "LEADER", "BEST"
"""Targets that are no names: the nearest ship, the one with most Blasts, who leads, who is worth most to shoot at."""


class Spot(Struct, frozen=True, omit_defaults=True):
    """Where a figure is to go: home, a node, or a post or square of a ship (the own one where no seat is named)."""

    kind: Literal["home", "node", "aboard"]
    name: str = ""
    seat: Seat = ""


Circumstance: TypeAlias = Literal["boarded", "clear", "blasts", "tokens", "range", "leading", "behind"]


class Condition(Struct, frozen=True, omit_defaults=True):
    """What must be so for a line to count: see BY-MAIL 2. ``number`` goes with blasts, tokens and range."""

    what: Circumstance
    number: int = 0
