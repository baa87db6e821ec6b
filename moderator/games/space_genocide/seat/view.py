"""The knowledge of one seat; bots, map, checks and reports see nothing else.

Markers of fleets and planets stand open on the map; mats, type counters, hands and the deck are hidden. What a seat
has once been shown of these it remembers with the turn (``seen``), though it may be out of date.
"""

from functools import cached_property
from typing import Literal, TypeAlias

from msgspec import Struct

from moderator.core.game import Outcome
from moderator.core.seats import Seat
from moderator.games.space_genocide.board.hexes import Board, board
from moderator.games.space_genocide.options import Options
from moderator.games.space_genocide.orders.types import Doctrine
from moderator.games.space_genocide.pieces import Place, Ruin, Ship, World
from moderator.games.space_genocide.tables import OPEN_SPACE, TERRAIN, Race, Terrain, layout, race_of

Phase: TypeAlias = Literal["setup", "orders"]
"""What is asked for: hidden choices before the first turn, or a turn's orders."""


class FleetSeen(Struct, frozen=True):
    """A fleet as the viewer knows it.

    ``ships`` are those of turn ``seen``, None if it never saw them; the viewer's own are those of now. ``course`` is
    where an own fleet is still going. ``named`` are types of ships beyond those that were seen, which launched, last in
    turn ``told``.
    """

    seat: Seat
    number: int
    place: Place
    ships: tuple[Ship, ...] | None = None
    seen: int = 0
    course: tuple[Place, ...] = ()
    named: tuple[str, ...] = ()
    told: int = 0


class PlanetSeen(Struct, frozen=True):
    """A planet as the viewer knows it: ``world`` is None if it never saw the counter, ``seen`` the turn it did."""

    place: Place
    seat: Seat
    world: World | None = None
    seen: int = 0
    neutral: bool = False


class HandSeen(Struct, frozen=True):
    """Another seat's hand as it was in turn ``seen``."""

    seat: Seat
    cards: tuple[str, ...]
    seen: int


class DeckSeen(Struct, frozen=True):
    """The cards that come next, as they were seen in turn ``seen`` and as far as they have not been drawn since."""

    cards: tuple[str, ...]
    seen: int


class TurnNote(Struct, frozen=True):
    """One past turn: planets left and ships destroyed in it by seat (in the order of seats), places of battles."""

    turn: int
    planets: tuple[int, ...]
    losses: tuple[int, ...]
    fought: tuple[Place, ...] = ()
    razed: tuple[Place, ...] = ()


class View(Struct, frozen=True, dict=True):
    """The knowledge of ``who``: a seat's name, or ``"public"`` or ``"gm"``.

    ``turn`` is the one that orders are given for, 0 in the set-up. ``active`` is the seat whose turn it is with
    ``tempo = "seats"``, else empty; ``order`` in which sequence the seats acted last. ``in_play`` are the seats that
    have not lost. ``races`` are known after the set-up. ``fleets`` go by seat and number, ``planets`` by place.
    ``spent`` names what can give no more: the places of ruins and nexuses, with ``"H7 Red"`` where each seat may once.
    ``hand`` is the viewer's, ``hands`` how many cards everybody holds. ``doctrine`` is the viewer's, as it stands.
    ``pile`` counts the ships left to be drawn; None during the set-up, where it would tell of others' proposals.
    """

    who: str
    turn: int
    phase: Phase
    options: Options
    seats: tuple[Seat, ...]
    in_play: tuple[Seat, ...]
    active: Seat
    order: tuple[Seat, ...]
    races: dict[Seat, str]
    planets: tuple[PlanetSeen, ...]
    fleets: tuple[FleetSeen, ...]
    ruins: tuple[Ruin, ...]
    terrain: tuple[tuple[Place, str], ...]
    spent: tuple[str, ...]
    hands: dict[Seat, int]
    deck: int
    discards: tuple[str, ...]
    hand: tuple[str, ...] = ()
    seen_hands: tuple[HandSeen, ...] = ()
    seen_deck: DeckSeen | None = None
    doctrine: tuple[Doctrine, ...] = ()
    pile: int | None = None
    history: tuple[TurnNote, ...] = ()
    outcome: Outcome | None = None

    @property
    def board(self) -> Board:
        """The hexes."""
        return board(layout(self.options.map_size, len(self.seats)))

    @property
    def own(self) -> tuple[FleetSeen, ...]:
        """The viewer's fleets by number."""
        return tuple(fleet for fleet in self.fleets if fleet.seat == self.who)

    @property
    def own_planets(self) -> tuple[PlanetSeen, ...]:
        """The viewer's planets by place."""
        return tuple(planet for planet in self.planets if planet.seat == self.who)

    def fleet(self, seat: Seat, number: int) -> FleetSeen | None:
        """Return a fleet that is on the map."""
        return next((fleet for fleet in self.fleets if fleet.seat == seat and fleet.number == number), None)

    def planet(self, place: Place) -> PlanetSeen | None:
        """Return the planet at a hex."""
        return self._planet_at.get(place)

    def at(self, place: Place) -> tuple[FleetSeen, ...]:
        """Return the fleets at a hex."""
        return self._fleets_at.get(place, ())

    def race(self, seat: Seat) -> Race:
        """Return a seat's race, as far as it is known."""
        return race_of(self.races.get(seat, ""))

    def is_spent(self, place: Place) -> bool:
        """Tell whether ruins or a nexus have nothing more to give, to anybody or to the viewer."""
        return place in self.spent or f"{place} {self.who}" in self.spent

    @property
    def live_terrain(self) -> tuple[tuple[Place, str], ...]:
        """The terrain but for ruins and nexuses that have nothing more to give."""
        return tuple((place, kind) for place, kind in self.terrain if not self.is_spent(place))

    def ground(self, place: Place) -> Terrain:
        """Return what kind of space a hex is."""
        return TERRAIN.get(self._terrain_at.get(place, ""), OPEN_SPACE)

    @cached_property
    def _planet_at(self) -> dict[Place, PlanetSeen]:
        return {planet.place: planet for planet in self.planets}

    @cached_property
    def _fleets_at(self) -> dict[Place, tuple[FleetSeen, ...]]:
        found: dict[Place, tuple[FleetSeen, ...]] = {}
        for fleet in self.fleets:
            found[fleet.place] = (*found.get(fleet.place, ()), fleet)
        return found

    @cached_property
    def _terrain_at(self) -> dict[Place, str]:
        return dict(self.terrain)
