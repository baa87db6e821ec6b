"""A position to work on, by the compressed rules."""

from collections.abc import Iterable, Sequence

from moderator.core.seats import Seat
from moderator.games.buck_rogers.board.firing import Force
from moderator.games.buck_rogers.board.rulebook import Rulebook
from moderator.games.buck_rogers.board.walking import Walker
from moderator.games.solar_system.board import forces as shared
from moderator.games.solar_system.board.forces import Works
from moderator.games.solar_system.board.ways import NOWHERE
from moderator.games.solar_system.board.zones import (
    INDEX,
    SYSTEMS,
    ZONES,
    home_of,
    lands_of,
    surface_of,
    zone_of,
)
from moderator.games.solar_system.pieces import COLOURS, Kind
from moderator.games.solar_system.tables import figures

_SYSTEM = {system.key: system for system in figures().system}


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
        by_home = self.rules.options.gennies_by_home
        return Walker(self, seat, at, kinds, by_home=by_home, leaders=leaders, came=came)

    # ---- who controls what, and what follows from it ------------------------------------------------------

    def controls(self, seat: Seat, lands: Sequence[str], majority: int) -> bool:
        """Tell whether a seat controls some territories: all, or with the majority rule that many."""
        own = sum(self.holder(INDEX[name]) == seat for name in lands)
        return own >= (majority if self.rules.majority else len(lands))

    def systems_of(self, seat: Seat) -> tuple[str, ...]:
        """Return the systems that a seat controls, outward; Earth and Moon are parted where all colours play "home"."""
        return tuple(key for key, lands, majority in self.systems() if self.controls(seat, lands, majority))

    def systems(self) -> list[tuple[str, tuple[str, ...], int]]:
        """Return the systems with their territories and majorities."""
        if self.rules.options.scenario == "home" and set(COLOURS) <= set(self.seat_of):
            moon = home_of("luna")
            earth = tuple(name for name in lands_of("earth") if name not in moon)
            parted = [("earth", earth, len(earth) // 2 + 1), ("luna", moon, len(moon) // 2 + 1)]
        else:
            parted = [("earth", lands_of("earth"), _SYSTEM["earth"].majority)]
        out = []
        for key in SYSTEMS:
            out += parted if key == "earth" else [(key, lands_of(key), _SYSTEM[key].majority)]
        return out

    def controls_home(self, seat: Seat, body: str) -> bool:
        """Tell whether a seat controls the home of a Leader: all of the body, or with the majority rule most of it."""
        lands = home_of(body)
        return self.controls(seat, lands, len(lands) // 2 + 1)

    def kilsat_owner(self, at: int) -> Seat:
        """Return the seat that may have a KilSat in a Near Orbit: it controls all below, or most of the system."""
        owner, system = self._ground_owner(at), ZONES[at].system
        if owner or not self.rules.majority or system == "asteroids":
            return owner
        return next((seat for seat in self.seats if system in self.systems_of(seat)), "")

    def _ground_owner(self, at: int) -> Seat:
        """Return the seat that controls all that is below a Near Orbit: of Mars with the Space Elevator, or without."""
        lands = [name for name in surface_of(ZONES[at].body) if zone_of(name).surface]
        if self.rules.options.kilsat_elevator is not False or not lands:
            return super().kilsat_owner(at)
        holders = {self.holder(INDEX[name]) for name in lands}
        return holders.pop() if len(holders) == 1 else ""

    def crowded(self, land: str, but: Works | None = None) -> bool:
        """Tell whether one Factory more would be above the limits of a territory's system, halves counted."""
        if not self.rules.factory_limits:
            return False
        system = _SYSTEM[zone_of(land).system]
        there = [
            ZONES[works.at].name for works in self.works if works is not but and ZONES[works.at].system == system.key
        ]
        there += [
            ZONES[works.at].name
            for works in self.works
            if works is not but and works.work is Kind.FACTORY and ZONES[works.at].system == system.key
        ]
        body = zone_of(land).body
        on_body = [name for name in there if zone_of(name).body == body and zone_of(name).surface]
        most = system.surface.get(body) if zone_of(land).surface else None
        return (
            len(there) >= system.factories
            or (most is not None and len(on_body) >= most)
            or (system.each > 0 and there.count(land) >= system.each)
        )

    def works_there(self, works: Works, turn: int) -> bool:
        """Tell whether a Factory can make something in a turn: not aboard, new, nor the second of its zone."""
        if not super().works_there(works, turn):
            return False
        there = self.works_at(works.at)
        return there[0] is works and (len(there) == 1 or self.rules.options.second_factory == "idle")
