"""Events of thefts by Ardala."""

from abc import abstractmethod

from moderator.core.game import SeatEvent
from moderator.core.seats import Seat
from moderator.games.solar_system.orders.phrases import Units


class Theft(SeatEvent, frozen=True, kw_only=True):
    """Something of another seat's was taken, or made to move. No event itself: each kind is one of its rule set."""

    victim: Seat

    @abstractmethod
    def spoils(self, units: Units, zone: str) -> bool:
        """Tell whether a line of the victim can miss something for it that names such units in a zone."""


class LeaderTheft(Theft, frozen=True, kw_only=True):
    """A Leader was taken, or made to move."""

    leader: str

    def spoils(self, units: Units, zone: str) -> bool:
        """Tell whether a line names the Leader."""
        del zone
        return units.means(self.leader)
