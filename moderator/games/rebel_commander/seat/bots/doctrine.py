"""What a side plans by: what it cares for, what it knows, and the steps that a plan is made of."""

from collections.abc import Mapping
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from moderator.core.seats import Seat
from moderator.games.rebel_commander.pieces import EMPIRE, Stack
from moderator.games.rebel_commander.seat.view import View

_ENDLESS = 99


class Doctrine(Struct, frozen=True):
    """What a staff cares for; a location held alone is worth about 1."""

    unit: float = 0.4
    """A unit, ours or theirs."""
    tempo: float = 0.5
    """How much dearer a unit is to the side with more orders to use it, and cheaper to the other."""
    glut: float = 2.0
    """How fast a unit loses in worth where there are more of them than locations that are needed."""
    work: float = 0.2
    """A spare unit beside a location that it could take."""
    haul: float = 0.2
    """A squad of Troops that a Transport could take along."""
    idle: float = 0.15
    """What part of a spare unit's worth each step takes that it is away from work."""
    fear: float = 0.2
    """How likely the enemy is to strike where they can."""
    deny: float = 0.5
    """How much of a location is the enemy's while it is contested."""
    nerve: float = 0.5
    """How likely it is that we strike first where both stand."""
    grip: float = 1.5
    """How much more locations count as a side nears victory."""
    haste: float = 0.0
    """How many orders each location that is missing may take, where time is against a side."""
    count: float = 0.0
    """How much it minds having fewer units than the enemy, even if they are enough for the locations."""
    zeal: float = 1.6
    """How much it would rather fight than do anything else."""
    trust: float = 2.0
    """How much it brings besides to do what an ally counts on."""
    whim: float = 0.03
    """How far chance may sway between ideas that are nearly alike."""


class Side(NamedTuple):
    """What the Rebels plan by, and what the Empire does."""

    rebels: Doctrine
    empire: Doctrine


VETERAN = {
    "planet": Side(Doctrine(fear=0.3, deny=0.3, zeal=1.8, haste=1.6, count=1.0), Doctrine(fear=0.25, count=1.0)),
    "skirmish": Side(Doctrine(), Doctrine()),
}
"""Sound ones by edition, which keep garrisons together. A skirmish is over before units or time can run short."""

_GRAND_REBELS = Doctrine(unit=0.48, glut=4.8, work=0.28, deny=0.3, grip=2.2, zeal=1.0)
_GRAND_EMPIRE = Doctrine(unit=0.6, tempo=0.7, glut=4.0, idle=0.1, work=0.1, deny=0.3, nerve=0.7, grip=1.0, zeal=1.16)
GRAND = {
    "planet": Side(replace(_GRAND_REBELS, fear=0.3, haste=1.6, count=1.0), replace(_GRAND_EMPIRE, count=1.0)),
    "skirmish": Side(_GRAND_REBELS, _GRAND_EMPIRE),
}
"""The best that were found by edition; the Empire spreads out."""


class Step(NamedTuple):
    """One order of a plan: whose, which slot, what, which kind, from where, to where, with how many Troops aboard."""

    seat: Seat
    slot: int
    action: str
    kind: int
    place: int
    goal: int
    troops: int


class Strike(NamedTuple):
    """A planned attack that allies may still join: under which slot, who with what against what, what hangs on it.

    ``promised``: an ally has said that it will attack there.
    """

    slot: int
    seats: tuple[Seat, ...]
    pool: tuple[int, int, int]
    them: tuple[int, int, int]
    odds: float
    stakes: float
    promised: bool = False


class Idea(NamedTuple):
    """Steps that belong together, and what they bring for each order; with an attack, its odds and what it is."""

    worth: float
    steps: tuple[Step, ...]
    odds: float = 1.0
    strike: Strike | None = None


class Situation(NamedTuple):
    """What a plan follows from: what a side sees, and how many orders each of its seats has.

    ``foes`` is how many the enemy has in all, ``left`` the number of turns until the last is over, this one
    included; ``hurried`` tells whether the side has lost by then; ``whim`` is a number for moods. ``agreed`` are steps
    that allies have said they will take.
    """

    edition: str
    occupy: str
    stacks: tuple[Stack, ...]
    slots: tuple[tuple[Seat, int], ...]
    foes: int
    needed: int
    left: int
    hurried: bool
    whim: int
    agreed: tuple[Step, ...] = ()


def situation(view: View, slots: Mapping[Seat, int], whim: int, agreed: tuple[Step, ...] = ()) -> Situation:
    """Return the situation of the side that sees a view."""
    options = view.options
    left = max(1, options.max_turns - view.turn + 1) if options.max_turns else _ENDLESS
    rebels = sum(seat != EMPIRE for seat in view.in_play)
    foes = view.numbers * (rebels if EMPIRE in slots else view.imperial_places)
    needed = view.score.needed
    own = tuple(slots.items())
    hurried = bool(options.max_turns) and options.time_out == "empire" and EMPIRE not in slots
    return Situation(options.edition, options.occupy, view.stacks, own, foes, needed, left, hurried, whim, agreed)
