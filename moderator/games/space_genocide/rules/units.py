"""Ships and fleets while a turn is played: they change in place and go back to plain values at its end."""

from collections.abc import Iterable

from moderator.core.seats import Seat
from moderator.games.space_genocide import figures
from moderator.games.space_genocide.orders import Ram
from moderator.games.space_genocide.pieces import Ship, ranked
from moderator.games.space_genocide.tables import KIND, Kind, Race


class Craft:
    """One ship; ``boosts`` are what cards add to its figures this turn; while it is ``decoyed`` no attack counts.

    ``ram`` is the order by which it destroys itself in its next attack.
    """

    __slots__ = ("boosts", "busters", "decoyed", "kind", "launched", "ram")

    def __init__(self, ship: Ship) -> None:
        """Take a ship off its mat."""
        self.kind: Kind = KIND[ship.kind]
        self.busters = ship.busters
        self.boosts: dict[str, int] = {}
        self.launched = False
        self.decoyed = False
        self.ram: Ram | None = None

    @property
    def ship(self) -> Ship:
        """The ship as a value."""
        return Ship(self.kind.key, self.busters)

    def boost(self, stat: str, amount: int) -> None:
        """Add to a figure for the rest of the turn."""
        self.boosts[stat] = self.boosts.get(stat, 0) + amount


class Squadron:
    """One fleet; ``origin`` is where it began the turn.

    ``entered`` tells whether it came to its hex this turn, ``spent`` its movement points used up in this Transport
    Phase, ``halted`` why it can go no further in it, ``came`` the direction of its last step. ``jammed`` keeps it
    from moving; it need not stop at the fleets in ``passes`` (a fleet number of 0: none of that seat).
    """

    __slots__ = (
        "at",
        "came",
        "course",
        "crafts",
        "entered",
        "halted",
        "jammed",
        "number",
        "origin",
        "passes",
        "seat",
        "spent",
    )

    def __init__(self, seat: Seat, number: int, at: int, ships: Iterable[Ship] = ()) -> None:
        """Put a marker on a hex and ships on its mat."""
        self.seat, self.number, self.at, self.origin = seat, number, at, at
        self.crafts = [Craft(ship) for ship in ships]
        self.course: tuple[int, ...] = ()
        self.entered = False
        self.spent = 0
        self.halted = ""
        self.came = -1
        self.jammed = False
        self.passes: list[tuple[Seat, int]] = []

    @property
    def ships(self) -> tuple[Ship, ...]:
        """The ships as values."""
        return ranked([craft.ship for craft in self.crafts])

    def speed(self, race: Race) -> int:
        """Return its movement points: the slowest ship that is not carried, and what cards add; 0: it cannot move."""
        flying = [
            figures.move(craft.kind, race) + craft.boosts.get("move", 0) for craft in self.crafts if self._flies(craft)
        ]
        room = sum(figures.bays(craft.kind, race) for craft in self.crafts)
        fighters = sum(craft.kind.fighter for craft in self.crafts)
        slowest = min(flying, default=0)
        return slowest if fighters <= room else 0

    @staticmethod
    def _flies(craft: Craft) -> bool:
        """Tell whether a ship is not carried."""
        return not craft.kind.fighter
