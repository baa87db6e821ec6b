"""Starting units are placed: by the lines of their seats, then by what is proposed."""

from collections.abc import Iterable

from moderator.core.seats import Seat
from moderator.games.solar_system.board.forces import Works
from moderator.games.solar_system.board.piles import total_of
from moderator.games.solar_system.board.proposal import propose, reserve_of, share
from moderator.games.solar_system.board.zones import NUMBER, PLACES
from moderator.games.solar_system.events.movement import Cause
from moderator.games.solar_system.events.set_up import PlacementChanged, UnitsPlaced
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.orders.types import Place
from moderator.games.solar_system.pieces import Colour, Factory, Kind
from moderator.games.solar_system.rules.turn import Turn


def place(turn: Turn, seats: Iterable[Seat], most: int = 0) -> None:
    """Place the units of seats by their lines, then by what is proposed; ``most`` is how many units at a time."""
    for seat in seats:
        _Placing(turn, seat, most).place()


def is_left(turn: Turn) -> bool:
    """Tell whether anybody has still units to place, and a zone for them."""
    return any(
        total_of(turn.reserve[colour]) and any(_may_stand(turn, seat, colour, at) for at in turn.zones_of(seat))
        for seat in turn.in_play
        for colour in turn.played[seat]
    )


def _may_stand(turn: Turn, seat: Seat, colour: Colour, at: int) -> bool:
    """Tell whether no other colour of a seat stands in a zone of its own."""
    return turn.holder(at) == seat and not any(
        _stands(turn, other, at) for other in turn.played[seat] if other != colour
    )


def _stands(turn: Turn, colour: Colour, at: int) -> bool:
    """Tell whether a colour has placed something in a zone."""
    return bool(
        turn.pile(at, colour).total
        or any(one.colour == colour for one in turn.works_at(at))
        or any(one.colour == colour for one in turn.leaders_at(at))
    )


class _Placing:
    """The placing of a seat's units; ``open`` are the colours that may: who places a few at a time places one."""

    def __init__(self, turn: Turn, seat: Seat, most: int) -> None:
        self.turn, self.seat, self.left, self.few = turn, seat, most or 999, bool(most)
        self.open = list(turn.played[seat])
        self.reserves = {colour: reserve_of(turn.reserve[colour]) for colour in turn.played[seat]}

    def place(self) -> None:
        """Place by lines, then what is proposed."""
        for line in self.turn.order_set(self.seat, Place):
            if self.left:
                self._line(line)
        for colour, reserve in self.reserves.items():
            if colour not in self.open:
                continue
            zones = [PLACES[at].name for at in self.turn.zones_of(self.seat)]
            own = share(zones, self._taken(), colour, tuple(self.reserves))
            for zone, units in propose(self.turn.rules, reserve, own, self._stood()):
                now = _capped(units, self.left)
                if total_of(now):
                    self._put(colour, zone, now)
                if now != units:
                    reserve.put_back(units, now)
                    break
        for colour, reserve in self.reserves.items():
            self.turn.reserve[colour] = reserve.units

    def _line(self, line: Place) -> None:
        """Carry out a line as far as it can stand, and tell why it did not as a whole."""
        foreign = self.turn.holder(NUMBER[line.zone]) != self.seat
        cause: Cause | None = "not-yours" if foreign else self._place(line)
        if cause is not None:
            self.turn.tell(PlacementChanged(seat=self.seat, zone=line.zone, units=line.units, cause=cause))

    def _place(self, line: Place) -> Cause | None:
        """Place what a line names, of the first colour that can; return why not all of it."""
        at, limit = NUMBER[line.zone], self.turn.rules.start_stack or 999
        cause: Cause = "colour"
        for colour, reserve in self.reserves.items():
            if line.units.colour not in ("", colour) or colour not in self.open:
                continue
            if not _may_stand(self.turn, self.seat, colour, at) or self._leaves_none(colour, line.zone):
                cause = "shared"
                continue
            room, left = limit - self._stood().get(line.zone, 0), self.left
            wanted = _capped(line.units, min(left, room))
            taken = reserve.take(wanted)
            if total_of(taken):
                self._put(colour, line.zone, taken)
            if total_of(taken) == total_of(line.units):
                return None
            cause = "gone" if total_of(taken) < total_of(wanted) else "full" if room <= left else "later"
            if total_of(taken):
                return cause
        return cause

    def _taken(self) -> dict[str, Colour]:
        """Return which colour stands in each zone of the seat where one does."""
        turn = self.turn
        return {
            PLACES[at].name: colour
            for at in turn.zones_of(self.seat)
            for colour in self.reserves
            if _stands(turn, colour, at)
        }

    def _leaves_none(self, colour: Colour, zone: str) -> bool:
        """Tell whether a colour in one zone more would leave another of the seat without any."""
        taken = self._taken()
        lacking = [own for own, reserve in self.reserves.items() if reserve.total and own not in taken.values()]
        free = len(self.turn.zones_of(self.seat)) - len(taken)
        return zone not in taken and free <= len(lacking) - (colour in lacking)

    def _stood(self) -> dict[str, int]:
        """Return how many units stand in each zone of the seat."""
        turn = self.turn
        return {
            PLACES[at].name: turn.units_of(self.seat, at) + len(turn.works_at(at)) + len(turn.leaders_at(at))
            for at in turn.zones_of(self.seat)
        }

    def _put(self, colour: Colour, zone: str, units: Units) -> None:
        turn, at = self.turn, NUMBER[zone]
        turn.held[at] = colour
        for kind, number in units.counts:
            if kind is Kind.FACTORY:
                turn.works += [Works(Factory(zone, colour)) for _ in range(number)]
            else:
                turn.put(at, colour, kind, number)
        for name in units.leaders:
            turn.people[name].at = at
        self.left -= total_of(units)
        self.open = [colour] if self.few else self.open
        turn.placed[self.seat] += 1
        turn.say(UnitsPlaced(seat=self.seat, colour=colour, zone=zone, units=units))


def _capped(units: Units, most: int) -> Units:
    """Return the first of some units, at most a number."""
    counts, left = [], most
    for kind, wanted in units.counts:
        some = min(left, wanted)
        if some:
            counts.append((kind, some))
            left -= some
    return Units(tuple(counts), units.leaders[: max(0, left)])
