"""Building: Factories dismantled, units made, the black market, free Factories, Leaders who come or come back."""

from collections.abc import Iterable

from moderator.core.seats import Seat
from moderator.games.buck_rogers.board import yards
from moderator.games.buck_rogers.events.building import FactoryDismantled, WorkBegun
from moderator.games.buck_rogers.events.movement import LineFailed
from moderator.games.buck_rogers.orders.types import Dismantle
from moderator.games.buck_rogers.rules.turn import Turn
from moderator.games.solar_system.board.forces import Works
from moderator.games.solar_system.board.threat import is_threatened
from moderator.games.solar_system.board.zones import INDEX, ZONES, closest_near
from moderator.games.solar_system.events.building import FactoryIdle, Idleness, UnitsBuilt
from moderator.games.solar_system.orders.types import Build
from moderator.games.solar_system.pieces import Factory, Kind
from moderator.games.solar_system.tables import figures

_TWO_TURNS = 2
_GENNIES_OF_EARTH = 3


def dismantle(turn: Turn) -> None:
    """Destroy Factories whose owners say so."""
    for seat in turn.in_turn_order():
        for line in turn.order_set(seat, Dismantle):
            own = turn.works_at(INDEX[line.zone], seat)
            works = next((one for one in own if not turn.is_inert(one.colour)), None)
            if works is None:
                turn.tell(LineFailed(seat=seat, order=line, cause="inert" if own else "no-factory", zone=line.zone))
                continue
            turn.works.remove(works)
            turn.say(FactoryDismantled(seat=seat, zone=line.zone, work=works.work))


def build(turn: Turn, seats: Iterable[Seat]) -> None:
    """Let every Factory of some seats make something, seat by seat."""
    for seat in seats:
        yard = _Yard(turn, seat)
        yard.miss()
        yard.work()


class _Yard:
    """The Factories of a seat in Building; ``free`` are those that can still make something."""

    def __init__(self, turn: Turn, seat: Seat) -> None:
        self.turn, self.seat, self.doctrine = turn, seat, turn.doctrine[seat]
        own = [works for works in turn.works if turn.seat_of[works.colour] == seat and not turn.is_inert(works.colour)]
        self.free = [works for works in own if turn.works_there(works, turn.turn)]
        self.aboard = [works for works in own if works.aboard]

    def miss(self) -> None:
        """Tell of lines for Factories that are not there: those of this order set, and where one was lost this turn."""
        turn, order_set = self.turn, self.turn.order_set(self.seat, Build)
        own = {one.zone for one in turn.state.position.factories if turn.seat_of[one.colour] == self.seat}
        dismantled = {line.zone for line in turn.order_set(self.seat, Dismantle)}
        for line in self.doctrine.all(Build):
            is_told = (line in order_set or line.zone in own) and line.zone not in dismantled
            if line.zone and is_told and not turn.works_at(INDEX[line.zone], self.seat):
                turn.tell(FactoryIdle(seat=self.seat, zone=line.zone, why="lost", kind=Kind(line.product)))

    def work(self) -> None:
        """Use the Factories: those with a line of their own first, since it may ask for a neighbour."""
        for works in sorted(self.free, key=lambda works: not self._line(works)):
            if works in self.free:
                self._use(works)
        if self.turn.options.factories_in_space:
            for works in self.aboard:
                self._put(works.at, works, Kind.FIGHTER, 1)

    def _line(self, works: Works) -> Build | None:
        """Return the line that names a Factory, if one does."""
        line = self.doctrine.builds(ZONES[works.at].name)
        return line if line is not None and line.zone else None

    def _use(self, works: Works) -> None:
        self.free.remove(works)
        line = self.doctrine.builds(ZONES[works.at].name)
        if line is None:
            line = Build(product=(works.work or self._usual(works)).value)  # type: ignore[arg-type]
        kind = Kind(line.product)
        if figures().unit[kind].makes[1] < _TWO_TURNS:
            self._make(works, kind, line)
        elif (why := self._bar(works, kind, line)) is not None:
            self._tell(works, why, kind)
            self._make(works, self._usual(works), Build(product="fighter"))
        else:
            self._labour(works, kind, line)

    def _usual(self, works: Works) -> Kind:
        """Return what a Factory makes unasked: Troopers where an enemy could land, else a Fighter."""
        return Kind.TROOPER if is_threatened(self.turn, self.seat, works.at) else Kind.FIGHTER

    # ---- in one turn --------------------------------------------------------------------------------------

    def _make(self, works: Works, kind: Kind, line: Build) -> None:
        number = figures().unit[kind].makes[0]
        if kind is Kind.GENNIE and self.turn.options.gennies_by_home and ZONES[works.at].body == "earth":
            number = _GENNIES_OF_EARTH
        at = works.at
        if self.turn.options.build_anywhere and line.into and self.turn.holder(INDEX[line.into]) == self.seat:
            at = INDEX[line.into]
        self._put(at, works, kind, number)

    def _put(self, at: int, works: Works, kind: Kind, number: int) -> None:
        self.turn.put(at, works.colour, kind, number)
        self._say(at, works, kind, number)

    def _say(self, at: int, works: Works, kind: Kind, number: int, partner: Works | None = None) -> None:
        made = tuple(ZONES[one.at].name for one in (works, partner) if one is not None)
        self.turn.say(
            UnitsBuilt(
                seat=self.seat, colour=works.colour, kind=kind, count=number, zone=ZONES[at].name, factories=made
            )
        )

    # ---- in two, or with a neighbour ----------------------------------------------------------------------

    def _labour(self, works: Works, kind: Kind, line: Build) -> None:
        """Do one half of a piece, or all that is left of it."""
        partner = None
        if works.work is not kind and line.partner:
            partner = next((one for one in self._partners(works) if ZONES[one.at].name == line.partner), None)
            if partner is None:
                self._tell(works, "no-partner", kind)
        if works.work is not kind and partner is None:
            works.work = kind
            self.turn.say(WorkBegun(seat=self.seat, colour=works.colour, kind=kind, zone=ZONES[works.at].name))
            return
        if partner is not None:
            self.free.remove(partner)
        works.work = None if works.work is kind else works.work
        self._finish(works, kind, line, partner)

    def _partners(self, works: Works) -> list[Works]:
        rules = self.turn.rules
        allowed = rules.combined_production or rules.options.build_anywhere
        return yards.partners(self.turn, works, self.free) if allowed else []

    def _finish(self, works: Works, kind: Kind, line: Build, partner: Works | None) -> None:
        turn, at = self.turn, self._site(works, kind, line, partner)
        if kind is Kind.BATTLER:
            turn.put(at, works.colour, kind)
        elif kind is Kind.KILSAT:
            turn.kilsats[at, works.colour] += 1
        else:
            turn.works.append(Works(Factory(ZONES[at].name, works.colour, built=turn.turn)))
        self._say(at, works, kind, 1, partner)

    def _site(self, works: Works, kind: Kind, line: Build, partner: Works | None = None) -> int:
        """Return where a piece is put: as wished among the sites of either Factory, a new Factory in an own zone."""
        sites = yards.sites(kind, ZONES[works.at].name, ZONES[partner.at].name if partner is not None else "")
        anywhere = kind is Kind.FACTORY and self.turn.options.build_anywhere
        own = kind is not Kind.FACTORY or self.turn.holder(INDEX[line.into or sites[0]]) == self.seat
        return INDEX[line.into if line.into and own and (line.into in sites or anywhere) else sites[0]]

    def _bar(self, works: Works, kind: Kind, line: Build) -> Idleness | None:
        """Return why a piece of two turns cannot be begun or finished."""
        turn = self.turn
        if works.work not in (None, kind):
            return "no-room"
        if kind is Kind.FACTORY and works.work is None:
            return "limit" if turn.crowded(ZONES[self._site(works, kind, line)].name) else None
        if kind is not Kind.KILSAT:
            return None
        at = self._site(works, kind, line)
        half_built = [one for one in turn.works if one is not works and one.work is Kind.KILSAT]
        taken = turn.has_kilsat(at) or any(INDEX[closest_near(ZONES[one.at].name)[0]] == at for one in half_built)
        foreign = turn.kilsat_owner(at) != self.seat
        guarded = works.work is None and bool(turn.others(self.seat, at))
        return "no-orbit" if taken or foreign or guarded else None

    def _tell(self, works: Works, why: Idleness, kind: Kind) -> None:
        zone = ZONES[works.at].name
        self.turn.tell(FactoryIdle(seat=self.seat, zone=zone, why=why, kind=kind))
