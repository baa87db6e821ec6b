"""A position to work on, by the compressed rules."""

from collections.abc import Iterable, Sequence

from moderator.core.seats import Seat
from moderator.games.buck_rogers.board import control
from moderator.games.buck_rogers.board.firing import Force
from moderator.games.buck_rogers.board.rulebook import Rulebook
from moderator.games.buck_rogers.board.walking import Walker
from moderator.games.solar_system.board import forces as shared
from moderator.games.solar_system.board.forces import Works
from moderator.games.solar_system.board.ways import NOWHERE
from moderator.games.solar_system.board.zones import ZONES
from moderator.games.solar_system.pieces import Kind
from moderator.games.solar_system.tables import figures


class Forces(shared.Forces):
    """A position in work."""

    rules: Rulebook

    def force(self, seat: Seat, units: dict[Kind, int], zones: Sequence[int] = ()) -> Force:
        """Return units of a seat as they fight in a zone, or in zones that are one."""
        rules, options = self.rules, self.rules.options
        leads = not rules.powers and any(self.leaders_at(at, seat) for at in zones)
        return Force(
            seat,
            units,
            bonus=figures().dice_bonus if leads else 0,
            shelter=int(options.factory_defence and any(self.works_at(at, seat) for at in zones)),
            homes=tuple({ZONES[at].body if ZONES[at].body == "luna" else ZONES[at].system for at in zones})
            if options.gennies_by_home
            else (),
            even=options.asteroid_gennies_hit,
        )

    def gather(self, seat: Seat, zones: Sequence[int]) -> Force:
        """Return what a seat has in a zone, or in zones that are one."""
        return self.force(seat, self.fighters_of(seat, zones), zones)

    def walker(
        self, seat: Seat, at: int, kinds: Iterable[Kind], *, leaders: bool = False, came: int = NOWHERE
    ) -> Walker:
        """Return units of some kinds that go together from a zone; KilSats of others stop their ships."""
        return Walker(self, seat, at, kinds, leaders=leaders, came=came)

    def kilsat_owner(self, at: int) -> Seat:
        """Return the seat that may have a KilSat in a Near Orbit."""
        return control.kilsat_owner(self, at)

    def crowded(self, land: str, but: Works | None = None) -> bool:
        """Tell whether one Factory more would be above the limits of a territory's system."""
        return control.crowded(self, land, but)

    def works_there(self, works: Works, turn: int) -> bool:
        """Tell whether a Factory can make something in a turn."""
        return control.works_there(self, works, turn)
