"""The fleets on the map and their strength, on which battles are worked out in a turn and in a preview of one."""

from collections.abc import Mapping, Sequence

from moderator.core.seats import Seat
from moderator.games.space_genocide.board import figures
from moderator.games.space_genocide.board.units import Craft, Squadron
from moderator.games.space_genocide.board.ways import Space
from moderator.games.space_genocide.options import Options
from moderator.games.space_genocide.orders.types import Doctrine
from moderator.games.space_genocide.pieces import Planet
from moderator.games.space_genocide.tables import Race, Terrain, race_of


class Field:
    """Fleets and planets on the map, and what seats have ordered for all their battles.

    ``fleets`` go by seat and number; ``doctrine`` is what stands by seat. In a preview they are what one seat knows.
    """

    def __init__(self, *, options: Options, space: Space, seats: Sequence[Seat], races: Mapping[Seat, str]) -> None:
        """Lay out an empty map."""
        self.options, self.space, self.seats = options, space, tuple(seats)
        self.races = dict(races)
        self.fleets: list[Squadron] = []
        self.planets: dict[int, Planet] = {}
        self.doctrine: dict[Seat, tuple[Doctrine, ...]] = {}

    def race(self, seat: Seat) -> Race:
        """Return a seat's race."""
        return race_of(self.races.get(seat, ""))

    def ground(self, at: int) -> Terrain:
        """Return what kind of space a hex is."""
        return self.space.ground(at)

    def fleets_at(self, at: int) -> list[Squadron]:
        """Return the fleets at a hex, by seat and number."""
        return [squadron for squadron in self.fleets if squadron.at == at]

    def is_home(self, seat: Seat, at: int) -> bool:
        """Tell whether a hex has a planet of a seat."""
        planet = self.planets.get(at)
        return planet is not None and planet.seat == seat

    def attack(self, craft: Craft, squadron: Squadron) -> int:
        """Return a ship's attack dice where it is, cards and ramming and all."""
        race, home = self.race(squadron.seat), self.is_home(squadron.seat, squadron.at)
        base = figures.attack(craft.kind, race, self.ground(squadron.at), self.options, home=home)
        return max(0, base + craft.boosts.get("attack", 0)) + (race.ramming if craft.ram is not None else 0)

    def defence(self, craft: Craft, squadron: Squadron) -> int:
        """Return a ship's defence dice where it is, cards and all."""
        race, home = self.race(squadron.seat), self.is_home(squadron.seat, squadron.at)
        base = figures.defence(craft.kind, race, self.ground(squadron.at), self.options, home=home)
        return max(0, base + craft.boosts.get("defence", 0))
