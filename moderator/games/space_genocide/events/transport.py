"""Events of the Transport Phase, with all that fleets find on their way."""

from typing import ClassVar, Literal, TypeAlias

from moderator.core.game import Event, SeatEvent
from moderator.core.seats import Seat
from moderator.games.space_genocide.orders.types import GenocideOrder
from moderator.games.space_genocide.pieces import Place, Ship, World

Halt: TypeAlias = Literal["", "enemy", "nebula"]
"""What all can see to have ended a move: an enemy or a nebula."""


class TurnOrder(Event, frozen=True, kw_only=True):
    """The order in which the seats act this turn."""

    turn: int
    places: tuple[Seat, ...]


class FleetAppeared(SeatEvent, frozen=True, kw_only=True):
    """A fleet's marker was put on the map."""

    fleet: int
    place: Place


class FleetGone(SeatEvent, frozen=True, kw_only=True):
    """A fleet has no ships any more; its marker left the map."""

    fleet: int
    place: Place


class FleetMoved(SeatEvent, frozen=True, kw_only=True):
    """A fleet moved along ``path`` (its origin first); ``halted`` tells what made it stop there."""

    fleet: int
    path: tuple[Place, ...]
    halted: Halt = ""


class CourseKept(SeatEvent, frozen=True, kw_only=True):
    """A fleet has not yet reached where it was sent; known to its seat alone."""

    fleet: int
    course: tuple[Place, ...]

    def at_the_end(self) -> None:
        """Leave it out of the last report: it is about what comes next."""


class ShipsTransferred(SeatEvent, frozen=True, kw_only=True):
    """Ships changed fleets; known to their seat alone."""

    fleet: int
    into: int
    place: Place
    ships: tuple[Ship, ...]


class OrderFailed(SeatEvent, frozen=True, kw_only=True):
    """An order failed; known to its author alone.

    ``cause``: ``"no-fleet"``, ``"no-ships"``, ``"not-together"`` (fleets at different hexes), ``"immobile"``,
    ``"no-bays"`` (fighters that nobody can carry), ``"no-way"``, ``"jammed"``, ``"fleet-full"``,
    ``"no-marker"`` (all fleets in use), ``"unmoved"`` (an enemy fleet that is lured stays), ``"no-busters"``,
    ``"no-attack"``, ``"not-allowed"`` (by the options), ``"no-planet"``, ``"no-card"``, ``"no-target"``,
    ``"one-only"``, ``"not-now"`` (its moment did not come), ``"unsuited"`` (it came, and there was nothing to play it
    on), ``"wrong-phase"``.
    """

    failed: ClassVar[bool] = True

    order: GenocideOrder
    cause: str
    fleet: int = 0
    place: Place = ""


class PlanetScouted(SeatEvent, frozen=True, kw_only=True):
    """A seat looked at a planet's counter; known to it alone. ``card`` is the card that let it."""

    place: Place
    owner: Seat
    world: World
    card: str = ""


class NeutralClaimed(SeatEvent, frozen=True, kw_only=True):
    """A seat was the first at a neutral planet; the die told its type."""

    place: Place
    die: int
    world: World


class RuinsSearched(SeatEvent, frozen=True, kw_only=True):
    """A seat was the first at alien ruins: it found a ship, or nothing where the pile was ``empty``."""

    place: Place
    empty: bool = False


class NexusEntered(SeatEvent, frozen=True, kw_only=True):
    """A seat was the first at a temporal nexus."""

    place: Place


class ShipGained(SeatEvent, frozen=True, kw_only=True):
    """A seat got a ship from the pile; known to it alone."""

    kind: str
    place: Place
    fleet: int


class ShipLeft(SeatEvent, frozen=True, kw_only=True):
    """A found ship went back to the pile: no fleet had room, and none could be formed; known to its seat alone."""

    kind: str
    place: Place


class HoleRolled(SeatEvent, frozen=True, kw_only=True):
    """A fleet's ships in a black hole: a die for each, lost on 1; known to its seat alone."""

    fleet: int
    place: Place
    ships: tuple[Ship, ...]
    faces: tuple[int, ...]


class ShipsSwallowed(SeatEvent, frozen=True, kw_only=True):
    """A black hole took ships."""

    fleet: int
    place: Place
    kinds: tuple[str, ...]
