"""Production: small units, halves of large ones, and with a neighbour whole ones ("Factory Production")."""

from collections.abc import Sequence

from moderator.games.buck_rogers_revised.board import yards
from moderator.games.buck_rogers_revised.board.powers import leader_of
from moderator.games.buck_rogers_revised.events.production import FactoriesBid, HalfBuilt
from moderator.games.buck_rogers_revised.pieces import XENOTRON
from moderator.games.buck_rogers_revised.rules.bidding import line_of
from moderator.games.buck_rogers_revised.rules.turn import Turn
from moderator.games.buck_rogers_revised.tables import figures
from moderator.games.solar_system.board.firing import worth
from moderator.games.solar_system.board.forces import Works
from moderator.games.solar_system.board.threat import is_threatened
from moderator.games.solar_system.board.zones import PLACES
from moderator.games.solar_system.events.building import FactoryIdle, Idleness, UnitsBuilt
from moderator.games.solar_system.orders.doctrine import covers
from moderator.games.solar_system.orders.types import Build
from moderator.games.solar_system.pieces import GROUND, Colour, Factory, Kind

_SECOND_MODEL = 2


def produce(turn: Turn) -> None:
    """Let each colour's Factories build in turn order, but for those that it bid."""
    _tell_unbuilt(turn)
    for colour in turn.acting_colours:
        if colour not in turn.barred:
            _Yard(turn, colour).work()
    turn.barred.clear()


def _tell_unbuilt(turn: Turn) -> None:
    """Tell of lines of this turn for Factories that are not there, or that are disabled; one aboard may work."""
    for seat in turn.in_play:
        for line in (line for line in turn.order_set(seat, Build) if line.zone):
            at = turn.place(line.zone)
            own = [works for works in turn.works if works.at == at and turn.seat_of[works.colour] == seat]
            own = [works for works in own if not (works.aboard and works.idle)]
            if all(works.idle for works in own):
                why: Idleness = "disabled" if own else "lost"
                turn.tell(FactoryIdle(seat=seat, zone=line.zone, why=why, kind=Kind(line.product)))


def advance(turn: Turn, at: int, colour: Colour, kind: Kind) -> bool:
    """Do one half of a large unit in a zone; True if that completes it (Rules: Large Unit)."""
    if not turn.halves[at, colour, kind]:
        turn.halves[at, colour, kind] += 1
        return False
    turn.halves[at, colour, kind] -= 1
    complete(turn, at, colour, kind)
    return True


def complete(turn: Turn, at: int, colour: Colour, kind: Kind) -> None:
    """Put a whole large unit into a zone; a new Factory is disabled until the next turn, and in space aboard."""
    if kind is Kind.FACTORY:
        aboard = not PLACES[at].is_territory
        turn.works.append(Works(Factory(PLACES[at].name, colour, built=turn.turn, aboard=aboard, idle=True)))
        if aboard:
            yards.stow(turn, at, colour, kind, 1)
    elif kind is Kind.KILSAT:
        turn.kilsats[at, colour] += 1
    else:
        turn.put(at, colour, kind)


class _Yard:
    """The Factories of a colour; ``free`` has each as often as it may still build."""

    def __init__(self, turn: Turn, colour: Colour) -> None:
        self.turn, self.colour, self.seat = turn, colour, turn.seat_of[colour]
        self.doctrine = turn.doctrine[self.seat]
        self.used: list[Works] = []
        active = [works for works in turn.works if works.colour == colour and not works.idle]
        spent = self._spent(active)
        if spent:
            zones = tuple(PLACES[works.at].name for works in spent)
            turn.tell(FactoriesBid(seat=self.seat, colour=colour, zones=zones))
        self.free = [works for works in active if works not in spent for _ in range(yards.times(turn, works))]

    def work(self) -> None:
        """Use the Factories, those first that have a line of their own, since it may ask for a neighbour."""
        for works in sorted(self.free, key=lambda works: not self._own(works)):
            if works in self.free:
                self._use(works)
        xenotron = leader_of(self.turn, XENOTRON, self.colour)
        if xenotron and self.turn.model >= _SECOND_MODEL and PLACES[xenotron.at].is_territory:
            self._put(xenotron.at, Kind.TROOPER, 1, ())

    # ---- what is asked of each ------------------------------------------------------------------------------

    def _spent(self, active: Sequence[Works]) -> list[Works]:
        """Return the Factories that were bid: those named, then those with no line and the cheapest work."""
        line = line_of(self.turn, self.colour)
        if line is None:
            return []
        helping = {build.partner for build in self.doctrine.all(Build)}

        def rank(works: Works) -> tuple[bool, bool, int, int]:
            zone = PLACES[works.at].name
            busy = bool(self._own(works)) or zone in helping
            kind = self._wish(works)
            cost = worth(kind) * yards.made(self.turn, works, kind) // figures().makes[kind][1]
            return not covers(line.zones, zone), busy, cost, -active.index(works)

        return sorted(active, key=rank)[: line.bid]

    def _own(self, works: Works) -> list[Build]:
        """Return the lines that name a Factory."""
        return [line for line in self.doctrine.all(Build) if line.zone == PLACES[works.at].name]

    def _line(self, works: Works) -> Build | None:
        """Return the line that a Factory follows: who builds twice has another for the second time."""
        own = self._own(works)
        return own[min(self.used.count(works), len(own) - 1)] if own else self.doctrine.builds(PLACES[works.at].name)

    def _wish(self, works: Works) -> Kind:
        """Return what a Factory is to make: unasked it finishes a half, else what is usual."""
        line = self._line(works)
        if line is not None:
            return Kind(line.product)
        return next((kind for kind in yards.LARGE if self._half(works, kind) >= 0), self._usual(works))

    def _half(self, works: Works, kind: Kind) -> int:
        """Return where a half lies that a Factory can complete; -1 for nowhere."""
        there = [at for at in yards.sites(self.turn, works, kind) if self.turn.halves[at, self.colour, kind]]
        return there[0] if there else -1

    def _usual(self, works: Works) -> Kind:
        """Return a Trooper where an enemy could land, else a Fighter."""
        return Kind.TROOPER if is_threatened(self.turn, self.seat, works.at) else Kind.FIGHTER

    # ---- what it makes --------------------------------------------------------------------------------------

    def _use(self, works: Works) -> None:
        line, kind = self._line(works), self._wish(works)
        self.free.remove(works)
        self.used.append(works)
        if kind not in yards.LARGE:
            self._make(works, kind)
        elif (why := self._labour(works, kind, line)) is not None:
            self._tell(works, why, kind)
            self._make(works, self._usual(works))

    def _make(self, works: Works, kind: Kind) -> None:
        """Make small units beside the Factory, where no enemy is; from one aboard ground units go aboard, too."""
        number = yards.made(self.turn, works, kind)
        if works.aboard and kind in GROUND:
            number = min(number, yards.room(self.turn, works.at, self.colour, kind))
        if not number or self.turn.is_foreign(self.seat, works.at):
            self._tell(works, "no-room", kind)
        else:
            self._put(works.at, kind, number, (works,))

    def _put(self, at: int, kind: Kind, number: int, makers: Sequence[Works]) -> None:
        if kind in GROUND:
            yards.stow(self.turn, at, self.colour, kind, number)
        else:
            self.turn.put(at, self.colour, kind, number)
        self._say(at, kind, number, makers)

    def _labour(self, works: Works, kind: Kind, line: Build | None) -> Idleness | None:
        """Do one half of a large unit, or with a neighbour all of it; return why there is no place for it."""
        into = line.into if line else ""
        places = yards.sites(self.turn, works, kind, into)
        partner = None
        if line is not None and line.partner and not (places and self.turn.halves[places[0], self.colour, kind]):
            partner = self._partner(works, line)
        if partner is not None and (shared := yards.sites(self.turn, works, kind, into, partner)):
            self.free.remove(partner)
            self.used.append(partner)
            complete(self.turn, shared[0], self.colour, kind)
            self._say(shared[0], kind, 1, (works, partner))
            return None
        if not places:
            return "no-orbit" if kind is Kind.KILSAT else "no-room"
        if advance(self.turn, places[0], self.colour, kind):
            self._say(places[0], kind, 1, (works,))
        else:
            zone, own = PLACES[places[0]].name, PLACES[works.at].name
            self.turn.say(HalfBuilt(seat=self.seat, colour=self.colour, kind=kind, zone=zone, factories=(own,)))
        return None

    def _partner(self, works: Works, line: Build) -> Works | None:
        """Return the Factory that is to help, if it still can."""
        for other in yards.partners(self.turn, works):
            if other in self.free and PLACES[other.at].name == line.partner:
                return other
        self._tell(works, "no-partner", Kind(line.product))
        return None

    def _say(self, at: int, kind: Kind, number: int, makers: Sequence[Works]) -> None:
        made = tuple(PLACES[works.at].name for works in makers)
        zone = PLACES[at].name
        self.turn.say(
            UnitsBuilt(seat=self.seat, colour=self.colour, kind=kind, count=number, zone=zone, factories=made)
        )

    def _tell(self, works: Works, why: Idleness, kind: Kind) -> None:
        self.turn.tell(FactoryIdle(seat=self.seat, zone=PLACES[works.at].name, why=why, kind=kind))
