"""A turn on the table: everything that the steps of the sequence of play and the cards work on."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import Struct

from moderator.core.dice import Dice
from moderator.core.seats import Seat
from moderator.games.space_genocide.board.field import Field
from moderator.games.space_genocide.board.units import Craft, Squadron
from moderator.games.space_genocide.board.ways import Space
from moderator.games.space_genocide.events.battle import Loss, ShipLost
from moderator.games.space_genocide.events.transport import FleetAppeared, FleetGone
from moderator.games.space_genocide.options import Options
from moderator.games.space_genocide.orders.types import GenocideOrder
from moderator.games.space_genocide.pieces import Place, Planet, Ruin, Ship, ranked
from moderator.games.space_genocide.rules.moments import Moment, Playing
from moderator.games.space_genocide.seat.view import DeckSeen, HandSeen
from moderator.games.space_genocide.tables import RANK
from moderator.kit.turn_log import TurnLog


class Recollection(Struct, eq=False):
    """The hidden things that one seat has been shown: sightings and named ships by seat and number, worlds by hex."""

    fleets: dict[tuple[Seat, int], tuple[tuple[Ship, ...], int]] = {}
    named: dict[tuple[Seat, int], tuple[tuple[str, ...], int]] = {}
    worlds: dict[int, int] = {}
    hands: dict[Seat, HandSeen] = {}
    deck: DeckSeen | None = None


class Wreck:
    """A ship that was destroyed in a battle of this phase: what it was, whose, of which fleet, where, by whom."""

    __slots__ = ("at", "by", "craft", "fleet", "seat")

    def __init__(self, craft: Craft, squadron: Squadron, by: tuple[Seat, ...]) -> None:
        """Note a loss."""
        self.craft, self.seat, self.fleet, self.at, self.by = craft, squadron.seat, squadron.number, squadron.at, by


class Turn(Field, TurnLog):
    """One turn in work.

    ``order`` are the seats that act in it, in their order: all of them, or the active one; ``sequence`` is that of the
    whole table. ``order_sets`` are their orders for the turn, ``ahead`` the lines that are yet to be carried out.
    ``skipped`` and ``again`` name phases that cards take away or repeat, ``pressed`` the hexes that get one more
    engagement. ``wrecks`` and ``fought`` are of the present Engagement Phase: what was destroyed, and every ship that
    fought with its fleet. ``filed`` are the cards that may be played in the turn, once they are asked for, ``played``
    the lines that were, ``unsuited`` those for which a moment had nothing, ``rammed`` those by which ships rammed.
    ``flags`` is room for what cards remember.
    """

    def __init__(
        self,
        *,
        options: Options,
        space: Space,
        seats: Sequence[Seat],
        turn: int,
        races: Mapping[Seat, str],
        dice: Dice,
        offer: "Callable[[Turn, Moment], None]",
    ) -> None:
        """Lay out an empty table; ``offer`` lets seats play cards at a moment."""
        self._offer = offer
        super().__init__(options=options, space=space, seats=seats, races=races)
        TurnLog.__init__(self, dice)
        self.turn, self.board = turn, space.board
        self.active: Seat = ""
        self.order: tuple[Seat, ...] = ()
        self.sequence: tuple[Seat, ...] = ()
        self.fallen: list[Seat] = []
        self.ruins: list[Ruin] = []
        self.spent: list[str] = []
        self.pile: list[int] = []
        self.hands: dict[Seat, list[str]] = {seat: [] for seat in self.seats}
        self.deck: list[str] = []
        self.discards: list[str] = []
        self.order_sets: dict[Seat, tuple[GenocideOrder, ...]] = {}
        self.ahead: dict[Seat, tuple[GenocideOrder, ...]] = {}
        self.memory = {seat: Recollection() for seat in self.seats}
        self.skipped: set[str] = set()
        self.pushes: list[Seat] = []
        self.pressed: list[int] = []
        self.wrecks: list[Wreck] = []
        self.fought: list[tuple[Craft, Squadron]] = []
        self.battles: list[int] = []
        self.razed: list[int] = []
        self.losses: dict[Seat, int] = dict.fromkeys(self.seats, 0)
        self.flags: dict[str, int] = {}
        self.filed: list[Playing] | None = None
        self.played: set[int] = set()
        self.unsuited: set[int] = set()
        self.rammed: set[int] = set()
        self.won: tuple[tuple[tuple[Seat, ...], ...], str] | None = None

    # ---- telling ------------------------------------------------------------------------------------------

    def name(self, at: int) -> Place:
        """Return the label of a hex."""
        return self.board.names[at]

    def offer(self, moment: Moment) -> Moment:
        """Let seats play what they have filed for a moment, and return it as the cards left it."""
        self._offer(self, moment)
        return moment

    # ---- chance -------------------------------------------------------------------------------------------

    def throw(self, kind: str, at: int, seats: tuple[Seat, ...], count: int = 1, sides: int = 6) -> tuple[int, ...]:
        """Throw open dice for all to see; the n-th for the same reason has its own address."""
        return tuple(self.throw_die(self.dice.open, sides, kind, self._place(at), seats) for _ in range(count))

    def draw(self, kind: str, at: int, seats: tuple[Seat, ...], sides: int) -> int:
        """Throw one die from the secret stream: for what is not for everybody's eyes."""
        return self.throw_die(self.dice.secret, sides, kind, self._place(at), seats)

    def _place(self, at: int) -> Place:
        return self.name(at) if at >= 0 else ""

    # ---- who and where ------------------------------------------------------------------------------------

    @property
    def in_play(self) -> tuple[Seat, ...]:
        """The seats that have not lost."""
        return tuple(seat for seat in self.seats if seat not in self.fallen)

    def fleet(self, seat: Seat, number: int) -> Squadron | None:
        """Return a fleet that is on the map."""
        for squadron in self.fleets:
            if squadron.number == number and squadron.seat == seat:
                return squadron
        return None

    def own(self, seat: Seat) -> list[Squadron]:
        """Return a seat's fleets by number."""
        return [squadron for squadron in self.fleets if squadron.seat == seat]

    def enemies(self, seat: Seat, at: int) -> list[Squadron]:
        """Return the fleets of others at a hex."""
        return [squadron for squadron in self.fleets if squadron.at == at and squadron.seat != seat]

    def worlds(self, seat: Seat) -> list[Planet]:
        """Return a seat's planets in the order of hexes."""
        return [self.planets[at] for at in sorted(self.planets) if self.planets[at].seat == seat]

    def is_attacker(self, squadron: Squadron) -> bool:
        """Tell whether a fleet came to its hex this turn; with ``tempo = "seats"``, whether it is its seat's turn."""
        return squadron.seat == self.active if self.active else squadron.entered

    def ship_count(self, seat: Seat) -> int:
        """Return how many ships a seat has."""
        return sum(len(squadron.crafts) for squadron in self.fleets if squadron.seat == seat)

    # ---- changing fleets ----------------------------------------------------------------------------------

    def free_number(self, seat: Seat) -> int:
        """Return the lowest fleet number that a seat has free, 0 for none."""
        taken = {squadron.number for squadron in self.own(seat)}
        return next((n for n in range(1, self.options.fleets + 1) if n not in taken), 0)

    def is_full(self, squadron: Squadron | None, more: int) -> bool:
        """Tell whether some ships more would be too many for a fleet, or for a new one."""
        most = self.options.fleet_limit
        return bool(most) and (len(squadron.crafts) if squadron is not None else 0) + more > most

    def berths(self, seat: Seat, at: int, count: int = 1, but: Squadron | None = None) -> list[Squadron]:
        """Return the fleets at a hex, save one, that have room for some ships."""
        own = (one for one in self.own(seat) if one.at == at and one is not but)
        return [one for one in own if not self.is_full(one, count)]

    def has_berth(self, seat: Seat, at: int, count: int = 1, but: Squadron | None = None) -> bool:
        """Tell whether ``berth`` would find or form a fleet."""
        return bool(self.free_number(seat) or self.berths(seat, at, count, but))

    def berth(
        self, seat: Seat, at: int, wanted: int = 0, count: int = 1, but: Squadron | None = None
    ) -> Squadron | None:
        """Return the fleet at a hex that takes some ships: the one wanted, one that is there, or a new one."""
        there = self.berths(seat, at, count, but)
        for squadron in there:
            if squadron.number == wanted:
                return squadron
        if wanted and wanted <= self.options.fleets and self.fleet(seat, wanted) is None:
            return self.form(seat, wanted, at)
        if there:
            return there[0]
        number = self.free_number(seat)
        return self.form(seat, number, at) if number else None

    def form(self, seat: Seat, number: int, at: int) -> Squadron:
        """Put a new fleet's marker on the map, for all to see."""
        squadron = Squadron(seat, number, at)
        self.fleets.append(squadron)
        self.fleets.sort(key=lambda one: (self.seats.index(one.seat), one.number))
        self.say(FleetAppeared(seat=seat, fleet=number, place=self.name(at)))
        return squadron

    def clear(self, squadrons: Iterable[Squadron]) -> None:
        """Take the markers of fleets that have no ships off the map, and forget what was known of them."""
        for squadron in tuple(squadrons):
            if squadron.crafts or squadron not in self.fleets:
                continue
            self.fleets.remove(squadron)
            for memory in self.memory.values():
                memory.fleets.pop((squadron.seat, squadron.number), None)
                memory.named.pop((squadron.seat, squadron.number), None)
            self.say(FleetGone(seat=squadron.seat, fleet=squadron.number, place=self.name(squadron.at)))

    def lose(self, craft: Craft, squadron: Squadron) -> None:
        """Take a destroyed ship off its mat and put its counter on the pile; say it, then ``clear``."""
        squadron.crafts.remove(craft)
        craft.ram = None
        self.losses[squadron.seat] += 1
        self.return_ship(craft)

    def wreck(self, craft: Craft, squadron: Squadron, cause: Loss, card: str = "") -> None:
        """Lose a ship otherwise than by an attack, and say why; ``clear`` when all are lost."""
        self.lose(craft, squadron)
        self.say(
            ShipLost(
                seat=squadron.seat,
                fleet=squadron.number,
                kind=craft.kind.key,
                place=self.name(squadron.at),
                cause=cause,
                card=card,
            )
        )

    def return_ship(self, craft: Craft) -> None:
        """Put a counter on the pile, unless the options have destroyed ships gone for good."""
        if self.options.destroyed_return:
            self.pile[RANK[craft.kind.key]] += 1

    # ---- memory -------------------------------------------------------------------------------------------

    def show_fleet(self, squadron: Squadron, to: Iterable[Seat]) -> None:
        """Let seats see a fleet's mat; they remember it with the turn."""
        for seat in to:
            if seat != squadron.seat:
                self.memory[seat].fleets[squadron.seat, squadron.number] = (squadron.ships, self.turn)
                self.memory[seat].named.pop((squadron.seat, squadron.number), None)

    def note_gone(self, squadron: Squadron, ship: Ship) -> None:
        """Let all who have seen a mat this turn know that a ship has left it before everybody's eyes."""
        for memory in self.memory.values():
            ships, seen = memory.fleets.get((squadron.seat, squadron.number), ((), 0))
            if seen == self.turn and ship in ships:
                at = ships.index(ship)
                memory.fleets[squadron.seat, squadron.number] = (ships[:at] + ships[at + 1 :], seen)

    def note_come(self, squadron: Squadron, ship: Ship) -> None:
        """Let all who have seen a mat this turn know that a ship has come to it before everybody's eyes."""
        for memory in self.memory.values():
            ships, seen = memory.fleets.get((squadron.seat, squadron.number), ((), 0))
            if seen == self.turn:
                memory.fleets[squadron.seat, squadron.number] = (ranked((*ships, ship)), seen)

    def note_used(self, squadron: Squadron, fall: Callable[[tuple[Ship, ...]], tuple[Ship, ...]]) -> None:
        """Let what is remembered of a mat fall by the Planet Busters that were used before everybody's eyes."""
        if self.options.memory != "watched":
            return
        for memory in self.memory.values():
            ships, seen = memory.fleets.get((squadron.seat, squadron.number), ((), 0))
            if ships:
                memory.fleets[squadron.seat, squadron.number] = (ranked(fall(ships)), seen)

    def note_named(self, squadron: Squadron, kinds: Sequence[str]) -> None:
        """Let all others remember types of ships that a fleet has shown by a launch, as far as they saw fewer of them.

        In the first reading only whole mats are remembered.
        """
        key = (squadron.seat, squadron.number)
        for seat in self.seats if self.options.second else ():
            memory = self.memory[seat]
            ships, _ = memory.fleets.get(key, ((), 0))
            before, _ = memory.named.get(key, ((), 0))
            more = (Counter(kinds) - Counter(ship.kind for ship in ships)) | Counter(before)
            if more and seat != squadron.seat:
                memory.named[key] = (tuple(sorted(more.elements(), key=RANK.__getitem__)), self.turn)

    def show_world(self, at: int, to: Iterable[Seat]) -> None:
        """Let seats see a planet's counter."""
        for seat in to:
            if self.planets[at].seat != seat:
                self.memory[seat].worlds[at] = self.turn
