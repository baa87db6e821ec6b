"""What a side plans by: what it cares for, what it knows, and the steps that a plan is made of."""

from collections.abc import Mapping
from typing import NamedTuple

from msgspec import Struct

from moderator.core.seats import Seat
from moderator.games.rebel_commander.pieces import Stack
from moderator.games.rebel_commander.seat.view import View

_ENDLESS = 99


class Doctrine(Struct, frozen=True):
    """What a staff cares for; a location held alone is worth about 1."""

    unit: float = 0.4
    """A unit, ours or theirs."""
    work: float = 0.2
    """A spare unit beside a location that it could take."""
    haul: float = 0.2
    """A squad of Troops that a Transport could take along."""
    fear: float = 0.2
    """How likely the enemy is to strike where he can."""
    deny: float = 0.5
    """How much of a location is the enemy's while it is contested."""
    nerve: float = 0.5
    """How likely it is that we strike first where both stand."""
    grip: float = 1.5
    """How much more locations count as a side nears victory."""
    zeal: float = 1.6
    """How much it would rather fight than do anything else."""
    trust: float = 0.92
    """How sure it is that allies do their part."""
    whim: float = 0.03
    """How far chance may sway between ideas that are nearly alike."""


class Step(NamedTuple):
    """One order of a plan: whose, which slot, what, which kind, from where, to where, with how many Troops aboard."""

    seat: Seat
    slot: int
    what: str
    kind: int
    place: int
    goal: int
    troops: int


class Idea(NamedTuple):
    """Steps that belong together, and what they bring for each order."""

    worth: float
    steps: tuple[Step, ...]
    odds: float


class Situation(NamedTuple):
    """What a plan follows from: what a side sees, and how many orders each of its seats has.

    ``left`` is the number of turns until the count, this one included; ``whim`` a number for moods.
    """

    edition: str
    stacks: tuple[Stack, ...]
    slots: tuple[tuple[Seat, int], ...]
    needed: int
    left: int
    whim: int


def situation(view: View, slots: Mapping[Seat, int], whim: int) -> Situation:
    """Return the situation of the side that sees a view."""
    options = view.options
    left = max(1, options.max_turns - view.turn + 1) if options.max_turns else _ENDLESS
    return Situation(options.edition, view.stacks, tuple(slots.items()), view.score.needed, left, whim)
