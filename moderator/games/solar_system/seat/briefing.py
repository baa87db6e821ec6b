"""What somebody new must know before the first order, as far as it is so in every rule set."""

from msgspec import Struct

from moderator.core.codec import declared_structs, kebab
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.orders.types import Place
from moderator.games.solar_system.pieces import UNITS, Colour, Kind
from moderator.games.solar_system.seat.default import proposed
from moderator.games.solar_system.seat.view import Sight


class SideGiven(Struct, frozen=True, tag=kebab):
    """A colour that the reader plays: its territories, its Leader if he is known, and what is still to be placed."""

    colour: Colour
    only: bool
    zones: tuple[str, ...]
    leader: str
    units: Units


class PlacingProposed(Struct, frozen=True, tag=kebab):
    """Where starting units are placed of which the reader says nothing."""

    lines: tuple[Place, ...]


class MovesAre(Struct, frozen=True, tag=kebab):
    """How far each kind goes in a turn."""

    moves: tuple[tuple[Kind, int], ...]


FACTS = declared_structs(__name__)
"""The facts of this module."""


def proposal(view: Sight) -> PlacingProposed:
    """Return what the moderator proposes."""
    return PlacingProposed(tuple(proposed(view, ())))


def moves(view: Sight) -> MovesAre:
    """Return how far each kind goes."""
    return MovesAre(tuple((kind, view.rules.allowance[kind]) for kind in UNITS))


def sides(view: Sight) -> list[SideGiven]:
    """Return the reader's colours, with what is still to be placed."""
    reserve = dict(view.reserve)
    return [
        SideGiven(
            colour,
            len(view.own) == 1,
            tuple(zone for zone, holder in view.position.held if holder == colour),
            next((leader.name for leader in view.position.leaders if leader.owner == colour), ""),
            reserve.get(colour, Units()),
        )
        for colour in view.own
    ]
