"""A battle: who is there, who fights whom, and what has happened in it."""

from moderator.core.seats import Seat
from moderator.games.buck_rogers.board.firing import Force
from moderator.games.buck_rogers.rules.combat import sides
from moderator.games.buck_rogers.rules.turn import Turn
from moderator.games.solar_system.board.firing import strength
from moderator.games.solar_system.board.zones import ZONES
from moderator.games.solar_system.orders.phrases import Occasion
from moderator.games.solar_system.pieces import Kind
from moderator.games.solar_system.rules import retreating


class Battle:
    """A battle in work.

    ``zones`` are the one it is fought in, or two that are one; ``engaged`` are who fires at whom in orbits and on dots.
    ``lost`` counts the units that each seat has lost, ``raiders`` those of each that attack a Factory alone, ``wrecks``
    the ships that each seat has destroyed, ``parted`` its units that have fired at retreats after this round.
    ``raided`` are the seats that have raided or heard why not, ``offered`` those that have offered to surrender.
    """

    def __init__(self, turn: Turn, at: int) -> None:
        """Look who is there."""
        self.turn, self.at, self.zone = turn, at, ZONES[at]
        self.zones = turn.sky.same(at)
        self.round = 0
        self.engaged: set[tuple[Seat, Seat]] = set()
        self.lost: dict[Seat, int] = dict.fromkeys(turn.seats, 0)
        self.raiders: dict[Seat, dict[Kind, int]] = {}
        self.wrecks: dict[Seat, list[Kind]] = {}
        self.parted: dict[Seat, dict[Kind, int]] = {}
        self.raided: set[Seat] = set()
        self.offered: set[Seat] = set()
        self.forces: dict[Seat, Force] = {}
        self.look()

    def look(self) -> None:
        """See who is there now."""
        self.forces = sides.forces_at(self.turn, self.zones)

    def enemies(self, seat: Seat) -> list[Force]:
        """Return those that a seat fights."""
        others = [force for other, force in self.forces.items() if other != seat]
        return others if self.zone.is_territory else [one for one in others if (seat, one.seat) in self.engaged]

    def begins(self) -> bool:
        """Tell whether there is a battle: on land if several are there, else if somebody wants it."""
        if self.zone.is_territory:
            return len(self.forces) > 1
        for one in self.forces.values():
            for other in self.forces.values():
                if one is not other and sides.would_begin(self.turn, one, other, self.at):
                    self.engaged |= {(one.seat, other.seat), (other.seat, one.seat)}
        return bool(self.engaged)

    @property
    def fighting(self) -> list[Seat]:
        """The seats that fight, in turn order."""
        return [seat for seat in self.forces if self.enemies(seat)]

    def strengths(self, seat: Seat) -> tuple[float, float]:
        """Return how strong a seat is in this battle, and all that it fights together."""
        mine, enemies = self.forces[seat], self.enemies(seat)
        return strength(mine, enemies), sum(strength(force, (mine,)) for force in enemies)

    def has_come(self, seat: Seat, occasion: Occasion) -> bool:
        """Tell whether a seat is that weak, has lost that much, or has fought that long."""
        return retreating.has_come(occasion, self.round, self.lost[seat], self.strengths(seat))
