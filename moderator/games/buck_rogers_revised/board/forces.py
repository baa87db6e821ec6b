"""A position to work on, by the revised rules."""

from collections.abc import Iterable

from moderator.core.seats import Seat
from moderator.games.buck_rogers_revised.board.rulebook import Rulebook
from moderator.games.buck_rogers_revised.board.walking import Walker
from moderator.games.buck_rogers_revised.pieces import BUILT_IN, JOCASTA, NEUTRAL, VAAR, XENOTRON
from moderator.games.solar_system.board import forces as shared
from moderator.games.solar_system.board.forces import Person, Works
from moderator.games.solar_system.board.ways import NOWHERE
from moderator.games.solar_system.board.zones import NUMBER, SATURN
from moderator.games.solar_system.pieces import Colour, Kind, Load, cargo


class Forces(shared.Forces):
    """A position in work."""

    rules: Rulebook

    @property
    def rivals(self) -> tuple[Seat, ...]:
        """The seats that play for the victory: all but the neutral one."""
        return tuple(seat for seat in self.seats if seat != NEUTRAL or not self.rules.options.neutral)

    def counted_zones(self, seat: Seat) -> list[int]:
        """Return the territories of a seat that count for the victory: all but Saturn."""
        return [at for at in self.zones_of(seat) if at != NUMBER[SATURN]]

    def walker(
        self, seat: Seat, at: int, kinds: Iterable[Kind], *, leaders: bool = False, came: int = NOWHERE
    ) -> Walker:
        """Return units of some kinds that go together from a zone."""
        return Walker(self, seat, at, kinds, leaders=leaders, came=came)

    def size_of(self, colour: Colour, kind: Kind) -> int:
        """Return how much room a ground unit takes aboard; Xenotron's Troopers half of others'."""
        xenotron = self.people.get(XENOTRON)
        halved = kind is Kind.TROOPER and xenotron is not None and xenotron.owner == colour
        return super().size_of(colour, kind) // 2 if halved else super().size_of(colour, kind)

    def carries(self, person: Person) -> bool:
        """Tell whether a Leader carries units: Jocasta as a Transport, Vaar and his Battlers a Gennie each."""
        return person.name in (JOCASTA, VAAR)

    def stows(self, person: Person, battlers: int, kind: Kind) -> int:
        """Return how many ground units of a kind more, or Factories, a Leader who goes with some Battlers can take."""
        if person.name == JOCASTA:
            return super().stows(person, battlers, kind)
        return max(0, battlers + 1 - person.load.gennies) if kind is Kind.GENNIE else 0

    def keeps(self, person: Person, battlers: int) -> Load:
        """Return what a Leader can go on carrying who is with some Battlers: Vaar a Gennie for each, and his own."""
        return cargo(0, min(battlers + 1, person.load.gennies)) if person.name == VAAR else person.load

    def lose_excess_gennies(self, seat: Seat, at: int) -> None:
        """Let Gennies die for whom there are not enough Battlers left with Admiral Vaar in a zone."""
        for one in self.leaders_at(at, seat):
            one.load = self.keeps(one, self.units_of(seat, at, (Kind.BATTLER,)))

    def may_lift(self, works: Works) -> bool:
        """Tell whether a Factory may go aboard a Transport: one that is disabled, and not built into Saturn."""
        return works.idle and works.built != BUILT_IN
