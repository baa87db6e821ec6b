"""Ships and fleets while a turn is played: they change in place and go back to plain values at its end."""

from collections.abc import Iterable, Sequence

from moderator.core.seats import Seat
from moderator.games.space_genocide.board import figures
from moderator.games.space_genocide.options import Options
from moderator.games.space_genocide.orders.phrases import ALL, Class, Ships
from moderator.games.space_genocide.orders.types import Ram
from moderator.games.space_genocide.pieces import Ship, ranked
from moderator.games.space_genocide.tables import KIND, Kind, Race


class Craft:
    """One ship.

    ``boosts`` are what cards add to its figures this turn; while it is ``decoyed`` no attack counts. ``ram`` is the
    order by which it destroys itself in its next attack. It keeps in whatever fleet it goes on whether it ``entered``
    the hex this turn, the movement points that it has ``spent`` in this Transport Phase, why it is ``halted`` for the
    rest of it, and whether it is ``jammed``.
    """

    __slots__ = ("boosts", "busters", "decoyed", "entered", "halted", "jammed", "kind", "launched", "ram", "spent")

    def __init__(self, ship: Ship) -> None:
        """Take a ship off its mat."""
        self.kind: Kind = KIND[ship.kind]
        self.busters = ship.busters
        self.boosts: dict[str, int] = {}
        self.launched = False
        self.decoyed = False
        self.ram: Ram | None = None
        self.entered = False
        self.spent = 0
        self.halted = ""
        self.jammed = False

    @property
    def ship(self) -> Ship:
        """The ship as a value."""
        return Ship(self.kind.key, self.busters)

    def worth(self, options: Options) -> int:
        """Return what it counts for where one must be chosen: in the second reading with what is left aboard."""
        return figures.worth(self.kind, self.busters if options.second else self.kind.busters)

    def boost(self, stat: str, amount: int) -> None:
        """Add to a figure for the rest of the turn."""
        self.boosts[stat] = self.boosts.get(stat, 0) + amount

    def pace(self, race: Race) -> int:
        """Return how far it goes in a turn by itself, with what cards add."""
        return figures.move(self.kind, race) + self.boosts.get("move", 0)


class Squadron:
    """One fleet, on the table and while an order set is tried out.

    ``came`` is the direction of its last step. It need not stop at the fleets in ``passes`` (a fleet number of 0: none
    of that seat). What has moved are its ships: see ``Craft``.
    """

    __slots__ = ("at", "came", "course", "crafts", "number", "passes", "seat")

    def __init__(self, seat: Seat, number: int, at: int, ships: Iterable[Ship] = ()) -> None:
        """Put a marker on a hex and ships on its mat."""
        self.seat, self.number, self.at = seat, number, at
        self.crafts = [Craft(ship) for ship in ships]
        self.course: tuple[int, ...] = ()
        self.came = -1
        self.passes: list[tuple[Seat, int]] = []

    @property
    def ships(self) -> tuple[Ship, ...]:
        """The ships as values."""
        return ranked([craft.ship for craft in self.crafts])

    @property
    def entered(self) -> bool:
        """Whether a ship of it came to the hex this turn."""
        return any(craft.entered for craft in self.crafts)

    @property
    def jammed(self) -> bool:
        """Whether a ship of it may not move this turn."""
        return any(craft.jammed for craft in self.crafts)

    @property
    def halted(self) -> str:
        """Why it can go no farther in this Transport Phase, empty if it can."""
        return next((craft.halted for craft in self.crafts if craft.halted), "")

    def halt(self, cause: str) -> None:
        """Let all ships stay where they are, or, without a cause, go on."""
        for craft in self.crafts:
            craft.halted = cause

    def refresh(self) -> None:
        """Let all ships move as if they had not yet."""
        for craft in self.crafts:
            craft.spent, craft.halted = 0, ""

    def spend(self, cost: int) -> None:
        """Use up movement points of all ships."""
        for craft in self.crafts:
            craft.spent += cost

    def may_pass(self, seat: Seat, number: int) -> bool:
        """Tell whether a card lets it pass an enemy fleet."""
        return (seat, 0) in self.passes or (seat, number) in self.passes

    def ram(self, order: Ram) -> None:
        """Let the ships ram that an order means, of those that no order before it does."""
        for craft in choose([craft for craft in self.crafts if craft.ram is None], order.ships):
            craft.ram = order

    def bar(self, race: Race, *, home: bool) -> str:
        """Return why it cannot move at all this turn, empty if it can; at ``home`` fighters can be left."""
        if self.jammed:
            return "jammed"
        flying = [craft for craft in self.crafts if not craft.kind.stationary]
        if not flying:
            return "immobile"
        fighters = sum(craft.kind.fighter for craft in self.crafts)
        return "no-bays" if fighters > _room(flying, race) and not home else ""

    def staying(self, race: Race) -> list[Craft]:
        """Return what it leaves behind if it moves: what cannot move, and fighters without a bay."""
        static = [craft for craft in self.crafts if craft.kind.stationary and not craft.kind.fighter]
        fighters = [craft for craft in self.crafts if craft.kind.fighter]
        if not fighters:
            return static
        room = _room([craft for craft in self.crafts if not craft.kind.stationary], race)
        fighters.sort(key=lambda craft: (-craft.kind.attack - craft.kind.defence, craft.kind.key))
        return static + fighters[room:]

    def laden(self, race: Race) -> list[Craft]:
        """Return the ships that carry its fighters: those with the most bays, as many as it takes."""
        order = sorted(self.crafts, key=lambda one: (-figures.bays(one.kind, race), one.kind.key, -one.busters))
        left, found = sum(craft.kind.fighter for craft in self.crafts), []
        for craft in order:
            room = figures.bays(craft.kind, race)
            if room and left > 0:
                found.append(craft)
            left -= room
        return found

    def pace(self, race: Race) -> int:
        """Return how far it goes in a turn once it has left behind what cannot move; 0: nothing in it moves."""
        return min((craft.pace(race) for craft in self.crafts if not craft.kind.stationary), default=0)

    def speed(self, race: Race, *, home: bool) -> int:
        """Return how far it goes in a turn; 0: it cannot move."""
        return 0 if self.bar(race, home=home) else self.pace(race)

    def points(self, race: Race) -> int:
        """Return the movement points that are left to the ship that has fewest, of those that move or are carried."""
        pace, left = self.pace(race), self.staying(race)
        going = [craft for craft in self.crafts if craft not in left]
        return min(((pace if craft.kind.fighter else craft.pace(race)) - craft.spent for craft in going), default=0)


def _room(crafts: Iterable[Craft], race: Race) -> int:
    """Return how many fighters some ships could carry."""
    return sum(figures.bays(craft.kind, race) for craft in crafts)


def choose(crafts: Sequence[Craft], ships: Ships) -> list[Craft]:
    """Return the ships of a fleet, or of a part of it, that are meant, the better armed first."""
    order = sorted(crafts, key=lambda craft: -craft.busters)
    named: list[Craft] = []
    for kind, count in ships.counts:
        of_kind = [craft for craft in order if craft.kind.key == kind]
        named += of_kind if count == ALL else of_kind[:count]
    return [craft for craft in crafts if craft not in named] if ships.every else named


def is_of_class(craft: Craft, wanted: str | Class) -> bool:
    """Tell whether a ship is of a type or class."""
    if wanted == "squadrons":
        return craft.kind.fighter
    if wanted == "busters":
        return craft.busters > 0
    if wanted == "stationary":
        return craft.kind.stationary
    if wanted == "mobile":
        return not craft.kind.stationary
    return craft.kind.key == wanted


def chosen(mat: Sequence[Ship], ships: Ships) -> list[Ship]:
    """Return the ships of a mat that are meant, as ``choose`` does."""
    return [craft.ship for craft in choose([Craft(ship) for ship in mat], ships)]


def counted(ships: Iterable[Ship]) -> Ships:
    """Return ships as an order speaks of them."""
    counts: dict[str, int] = {}
    for ship in ranked(list(ships)):
        counts[ship.kind] = counts.get(ship.kind, 0) + 1
    return Ships(tuple(counts.items()))
