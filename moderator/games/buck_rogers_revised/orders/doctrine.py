"""What a seat's doctrine says of the revised rules' own matters: the first line that speaks of it, else the default."""

from collections.abc import Sequence

from moderator.games.buck_rogers_revised.orders.types import Buy, Discard, Line, Point, Scorch, Upgrade, Wish
from moderator.games.solar_system.orders import doctrine as shared
from moderator.games.solar_system.orders.doctrine import covers
from moderator.games.solar_system.orders.types import Power
from moderator.games.solar_system.pieces import Colour


class Standing(shared.Standing):
    """The doctrine of a seat, to be asked."""

    def wishes(self, colour: Colour, *, first: bool = True) -> tuple[int, ...]:
        """Return the turn cards that a colour wishes, best first; ``first``: it is the first of its seat."""
        return tuple(number for line in self.all(Wish) if _meant(line.colour, colour, first) for number in line.wished)

    def upgrades(self, zone: str) -> bool:
        """Tell whether Doc Huer is to make a Gennie in a zone."""
        lines = self.all(Upgrade)
        return not lines or any(line.consent and line.zone in ("", zone) for line in lines)

    def purchases(self, colour: Colour, *, first: bool = True) -> list[Buy]:
        """Return what a colour is to buy, line by line; ``first``: it is the first of its seat."""
        return [line for line in self.all(Buy) if _meant(line.colour, colour, first)]

    def lines(self, zone: str, round: int) -> list[Line]:  # noqa: A002 - a battle's rounds are called so
        """Return what is said of places on the battle board, the most particular first: of the zone, of the round."""
        fitting = [line for line in self.all(Line) if line.zone in ("", zone) and line.round in (0, round)]
        return sorted(fitting, key=lambda line: (not line.zone, not line.round))

    def points(self, zone: str) -> bool | None:
        """Tell whether Battlers fire twice in a zone; None where nothing is said."""
        line = self.first(Point, lambda line: covers(line.zones, zone))
        return line.consent if line else None

    def scorches(self, zone: str) -> bool:
        """Tell whether own Factories in a zone are fired at when the battle is lost."""
        return self.first(Scorch, lambda line: covers(line.zones, zone)) is not None

    def power(self, leader: str, zone: str) -> bool | None:
        """Tell whether a Leader is to use his power in a zone; None where nothing is said of him."""
        return self.uses_power(leader, zone) if any(line.leader == leader for line in self.all(Power)) else None

    @property
    def discards(self) -> Sequence[str]:
        """The cards to put away first."""
        return [card for line in self.all(Discard) for card in line.cards]


def _meant(named: Colour, colour: Colour, first: bool) -> bool:  # noqa: FBT001 - handed on
    """Tell whether a line is about a colour: by its name, or without any about the first of the seat."""
    return named == colour or (not named and first)
