"""What the doctrine of the compressed rules says besides."""

from moderator.core.seats import Seat
from moderator.games.buck_rogers.orders.types import Accept, Buy, Persist, Persistence, Sabotage, SpareKilSats, Subvert
from moderator.games.solar_system.orders import doctrine as shared
from moderator.games.solar_system.orders.doctrine import covers


class Standing(shared.Standing):
    """The doctrine of a seat, to be asked."""

    @property
    def spared(self) -> frozenset[Seat]:
        """The seats that own KilSats neither stop nor fire at."""
        return self.truces | {seat for line in self.all(SpareKilSats) for seat in line.seats}

    @property
    def persistence(self) -> Persistence:
        """How long to fight on in orbits and on dots."""
        lines = self.all(Persist)
        return lines[0].persistence if lines else "stronger"

    @property
    def accepts(self) -> bool:
        """Whether forces that surrender are taken."""
        lines = self.all(Accept)
        return lines[0].consent if lines else True

    def sabotages(self, zone: str) -> bool:
        """Tell whether to try to destroy a Factory that falls to an enemy."""
        line = self.first(Sabotage, lambda line: covers(line.zones, zone))
        return line is None or line.consent

    def subverts(self, leader: str) -> bool:
        """Tell whether to try to win a Leader over."""
        line = self.first(Subvert, lambda line: line.leader == leader)
        return line is None or line.consent

    @property
    def purchase(self) -> Buy | None:
        """What to get on the black market."""
        lines = self.all(Buy)
        return lines[0] if lines else None
