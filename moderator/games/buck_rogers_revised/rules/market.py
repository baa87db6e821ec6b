"""Resources counted, and what they buy ("Count Resources", "Black Market")."""

from collections.abc import Iterator

from msgspec.structs import asdict

from moderator.games.buck_rogers_revised.board import yards
from moderator.games.buck_rogers_revised.board.census import factions, resources
from moderator.games.buck_rogers_revised.board.powers import BARNEY, leader_of
from moderator.games.buck_rogers_revised.events.production import Corruption, NothingBought, ResourcesCounted
from moderator.games.buck_rogers_revised.orders.types import Buy
from moderator.games.buck_rogers_revised.rules.producing import advance
from moderator.games.buck_rogers_revised.rules.turn import Turn
from moderator.games.buck_rogers_revised.tables import figures
from moderator.games.solar_system.board.zones import NUMBER, PLACES
from moderator.games.solar_system.pieces import UNITS, Colour, Kind

_OF_BARNEY = 2


def count(turn: Turn) -> None:
    """Tell the resources of each colour in turn order."""
    for colour in turn.acting_colours:
        turn.say(ResourcesCounted(seat=turn.seat_of[colour], **asdict(resources(turn, colour))))


def trade(turn: Turn) -> None:
    """Let who has resources left buy, in turn order a unit each, until nobody does."""
    stalls = [_Stall(turn, colour) for colour in turn.acting_colours]
    while stalls:
        stalls = [stall for stall in stalls if stall.buy()]


def highest(turn: Turn, colour: Colour, kind: Kind) -> int:
    """Return what a corruption roll may be at most: as many as there are colours for a Trooper, else one less."""
    barney = leader_of(turn, BARNEY, colour) is not None
    return factions(turn) - (kind is not Kind.TROOPER) + _OF_BARNEY * barney


class _Stall:
    """A colour at the Black Market: what it has left, and what it still wants."""

    def __init__(self, turn: Turn, colour: Colour) -> None:
        self.turn, self.colour, self.seat = turn, colour, turn.seat_of[colour]
        self.purse = resources(turn, colour).left
        self.lines = turn.doctrine[self.seat].purchases(colour, first=turn.played[self.seat][0] == colour)
        self.thrown = False
        self.wishes = self._said() if self.lines else self._usual()

    def buy(self) -> bool:
        """Try to buy one unit; False if nothing more is wanted or can be paid."""
        wish = next(self.wishes, None)
        if wish is None:
            return False
        kind, at = wish
        self.purse -= figures().price[kind]
        number = highest(self.turn, self.colour, kind)
        works = any(one.colour == self.colour for one in self.turn.works)
        throw = self.turn.throw("corruption", at, self.seat) if works or self.thrown else 0
        self.thrown = True
        bought = throw <= number
        if bought:
            self._place(kind, at)
        self.turn.say(
            Corruption(
                seat=self.seat,
                colour=self.colour,
                kind=kind,
                zone=PLACES[at].name,
                number=number,
                throw=throw,
                bought=bought,
                half=kind in yards.LARGE,
            )
        )
        return True

    def _place(self, kind: Kind, at: int) -> None:
        if kind in yards.LARGE:
            advance(self.turn, at, self.colour, kind)
        elif kind is Kind.TROOPER:
            yards.stow(self.turn, at, self.colour, kind, 1)
        else:
            self.turn.put(at, self.colour, kind)

    # ---- what is wanted -------------------------------------------------------------------------------------

    def _said(self) -> Iterator[tuple[Kind, int]]:
        """Give what lines say, one unit at a time; one that cannot stand is told once, a poor one while it is new."""
        new = self.turn.order_set(self.seat, Buy)
        for line in self.lines:
            kind = Kind(line.purchase)
            for _ in range(line.count):
                at, poor = self._site(kind, line), figures().price[kind] > self.purse
                if poor or at < 0:
                    if not poor or line in new:
                        self.turn.tell(NothingBought(seat=self.seat, kind=kind, zone=line.zone, poor=poor))
                    break
                yield kind, at

    def _site(self, kind: Kind, line: Buy) -> int:
        places = list(yards.counters(self.turn, self.colour, kind))
        if line.zone:
            return NUMBER[line.zone] if NUMBER[line.zone] in places else -1
        return max(places, key=lambda at: (self.turn.halves[at, self.colour, kind], self._force(at), -at), default=-1)

    def _usual(self) -> Iterator[tuple[Kind, int]]:
        """Give what is bought unasked: what completes a half, else Troopers where they can fight, else Fighters."""
        while wish := next(self._sensible(), None):
            yield wish

    def _sensible(self) -> Iterator[tuple[Kind, int]]:
        price = figures().price
        for kind in (Kind.BATTLER, Kind.FACTORY):
            for at in yards.counters(self.turn, self.colour, kind):
                if self.turn.halves[at, self.colour, kind] and price[kind] <= self.purse:
                    yield kind, at
        land = [at for at in yards.counters(self.turn, self.colour, Kind.TROOPER) if PLACES[at].is_territory]
        front = [at for at in land if any(self.turn.is_foreign(self.seat, there) for there in self._beside(at))]
        ships = list(yards.counters(self.turn, self.colour, Kind.FIGHTER))
        for kind, places in ((Kind.TROOPER, front), (Kind.FIGHTER, ships), (Kind.TROOPER, land)):
            if places and price[kind] <= self.purse:
                yield kind, max(places, key=lambda at: (self._force(at), -at))

    def _beside(self, at: int) -> list[int]:
        return [there for there in self.turn.sky.near[at] if PLACES[there].is_territory]

    def _force(self, at: int) -> int:
        return sum(self.turn.count(at, self.colour, kind) for kind in UNITS)
