"""A turn on the table, what every rule set's steps work on, and the units that are on their way in it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, TypeVar

from moderator.core.dice import Dice
from moderator.core.orders import Order
from moderator.core.seats import Seat
from moderator.games.solar_system.board.forces import Forces, Person, Works
from moderator.games.solar_system.board.piles import Pile
from moderator.games.solar_system.board.walking import Walker
from moderator.games.solar_system.board.ways import NOWHERE
from moderator.games.solar_system.board.zones import NUMBER, PLACES, SUN
from moderator.games.solar_system.events import Failure, Shortfall
from moderator.games.solar_system.events.movement import Cause
from moderator.games.solar_system.orders.doctrine import Standing
from moderator.games.solar_system.orders.phrases import Leg, Units
from moderator.games.solar_system.orders.types import Carry, Move
from moderator.games.solar_system.pieces import PAINTS, UNITS, Colour, Kind, Leader, Load, Stack
from moderator.games.solar_system.seat.view import Course, TurnNote
from moderator.games.solar_system.tables import extra, figures
from moderator.kit.turn_log import TurnLog

AnyOrder = TypeVar("AnyOrder", bound=Order)

_AFTER_DROP = 1
"""The territories that a ground unit walks after it was put down, where it may."""


class Turn(Forces, TurnLog):
    """A turn in work, or the part of it that a step plays; each rule set has a class of its own.

    ``order_sets`` are the orders of each seat, ``doctrine`` what stands with them. ``order`` are the colours in turn
    order, ``moved`` the units that have moved this turn by where they are now, ``dropped`` ground units that were put
    down in it, ``weary`` those of them that have not walked since, ``walked`` Leaders that have moved, ``hurried``
    seats for whose ships Doc Huer has thrown. ``under_way`` are courses to be taken up, ``courses`` what goes on
    later. ``used`` names powers that were used. ``holders`` is who controlled each territory when it was last settled.
    ``failure`` and ``shortfall`` are what a seat is told of lines.
    """

    failure: ClassVar[type[Failure]]
    shortfall: ClassVar[type[Shortfall]]

    def __init__(
        self,
        state: Any,  # noqa: ANN401 - a rule set's position: what both have goes by the same names
        orders: Mapping[Seat, Sequence[Order]],
        doctrine: Mapping[Seat, Standing],
        dice: Dice,
    ) -> None:
        """Lay out a position with everybody's orders, and the doctrine that stands with them."""
        super().__init__(state.seen, state.position)
        TurnLog.__init__(self, dice)
        sides = {seat: state.side(seat) for seat in self.seats}
        self.turn: int = state.turn
        self.order_sets = {seat: tuple(orders.get(seat, ())) for seat in self.seats}
        self.doctrine = doctrine
        self.under_way: dict[Seat, list[Course]] = {seat: list(side.courses) for seat, side in sides.items()}
        self.courses: dict[Seat, list[Course]] = {seat: [] for seat in self.seats}
        self.placed = dict.fromkeys(self.seats, 0)
        self.reserve: dict[Colour, Units] = dict(state.reserve)
        self.conceded: set[Seat] = {seat for seat, side in sides.items() if side.conceded}
        self.out: set[Seat] = {seat for seat, side in sides.items() if side.out}
        self.order: tuple[Colour, ...] = state.order
        self.moved: dict[tuple[int, Colour], Pile] = {
            (NUMBER[stack.zone], stack.colour): Pile.of(stack) for stack in state.arrived
        }
        self.dropped: defaultdict[tuple[int, Colour], Counter[Kind]] = defaultdict(Counter)
        self.weary: defaultdict[tuple[int, Colour], Counter[Kind]] = defaultdict(Counter)
        self.hauled: set[int] = set()
        self.walked: set[str] = set()
        self.hurried: set[Seat] = set()
        self.used: set[str] = set(state.used)
        self.fought: list[str] = []
        self.lines: dict[Seat, list[Line]] = {}
        self.holders = {at: self.holder(at) for at in self.held}
        self.won: tuple[tuple[tuple[Seat, ...], ...], str] | None = None
        self.history: tuple[TurnNote, ...] = state.history

    def order_set(self, seat: Seat, kind: type[AnyOrder]) -> list[AnyOrder]:
        """Return the lines of a type on a seat's order set."""
        return [order for order in self.order_sets[seat] if isinstance(order, kind)]

    # ---- chance -------------------------------------------------------------------------------------------

    def throw(self, kind: str, at: int, *seats: Seat) -> int:
        """Throw the die for all to see; the n-th for the same reason has its own address."""
        return self.throw_die(self.dice.open, figures().die, kind, PLACES[at].name if at >= 0 else "", seats)

    # ---- what each rule set does its own way ----------------------------------------------------------------

    def is_inert(self, colour: Colour) -> bool:
        """Tell whether a colour can do nothing this turn but defend itself."""
        del colour
        return False

    def marching(self, group: Group) -> Walker:
        """Return how units go whose line is carried out; doctrine of others may let them pass."""
        return self.walker(group.seat, group.at, group.kinds, leaders=bool(group.people), came=group.came)

    def boardable(self, at: int, colour: Colour, kind: Kind) -> int:
        """Return how many ground units can go aboard: they have neither moved nor been aboard this turn."""
        return self.fresh(at, colour).counts[kind]

    def lenders(self, colour: Colour) -> tuple[Colour, ...]:
        """Return the colours whose cargo the Transports of a colour take, their own first."""
        return (colour,)

    def land(self, group: Group, leg: Leg) -> Cause | None:
        """Let Gennies drop from an orbit; return why none did."""
        del group, leg
        return "not-played"

    def bars_sling(self, group: Group, around: int) -> Cause | None:
        """Return why a group cannot swing around something now: it has to come there from elsewhere."""
        if around != group.at or len(group.entered) > group.swung:
            return None
        return "used" if group.slung else "began"

    def sling_modifier(self, group: Group, around: str) -> int:
        """Return what is added to a throw at a slingshot."""
        del group, around
        return 0

    def leaving(self, group: Group) -> None:
        """Let others fire at a group that is about to leave a zone."""

    def speed_up(self, group: Group) -> None:
        """Let a Leader's ships go farther, as they set out."""

    # ---- who acts -----------------------------------------------------------------------------------------

    @property
    def in_play(self) -> tuple[Seat, ...]:
        """The seats that have something left."""
        return tuple(seat for seat in self.seats if seat not in self.out)

    def rank(self, seat: Seat) -> int:
        """Return a seat's place in Combat and Building: that of the first of its colours."""
        places = [self.order.index(colour) for colour in self.played[seat] if colour in self.order]
        return min(places, default=len(PAINTS))

    def in_turn_order(self, seats: Iterable[Seat] | None = None) -> list[Seat]:
        """Return seats in turn order."""
        return sorted(
            self.in_play if seats is None else seats, key=lambda seat: (self.rank(seat), self.seats.index(seat))
        )

    def name_leaders(self, taken: Mapping[str, Colour]) -> None:
        """Put the Leaders into the match that were chosen, each for his colour."""
        order = [card.name for card in (*figures().leader, *extra().leader) if card.name in taken]
        self.people = {name: Person(Leader(name, taken[name], taken[name])) for name in order}

    # ---- what has moved -----------------------------------------------------------------------------------

    def fresh(self, at: int, colour: Colour) -> Pile:
        """Return the units of a colour in a zone that can still move."""
        pile = self.pile(at, colour).less(self.moved.get((at, colour)))
        for kind in () if self.rules.walk_after_drop else self.rules.boards:
            pile.counts[kind] = max(0, pile.counts[kind] - self.dropped[at, colour][kind])
        return pile

    def take_landed(self, at: int, colour: Colour, part: Pile) -> Counter[Kind]:
        """Take those of some units that set out who were put down this turn, the others having gone first."""
        key, out = (at, colour), Counter[Kind]()
        rested = self.pile(at, colour).less(self.moved.get(key))
        for kind in self.rules.boards:
            weary = self.weary[key][kind]
            out[kind] = min(weary, max(0, part.counts[kind] - max(0, rested.counts[kind] - weary)))
        self.weary[key].subtract(out)
        self.dropped[key].subtract(out)
        return +out

    @property
    def arrived(self) -> tuple[Stack, ...]:
        """The units that have moved this turn, where they are now."""
        moved = sorted(self.moved.items(), key=_place)
        return tuple(pile.stack(at, colour) for (at, colour), pile in moved if pile.total)

    def note_moved(self, at: int, colour: Colour, part: Pile) -> None:
        """Remember that units have moved, and where they are now."""
        self.moved.setdefault((at, colour), Pile()).add(part)


def _place(item: tuple[tuple[int, Colour], Pile]) -> tuple[int, int]:
    (at, colour), _ = item
    return at, PAINTS.index(colour)


class Line:
    """A line in work: what of it is still to go, whether anything went, and why it did not."""

    __slots__ = ("carried", "cause", "left", "order")

    def __init__(self, order: Move | Carry) -> None:
        """Take an order."""
        self.order = order
        self.left: Units = order.units if isinstance(order, Move) else order.cargo
        self.carried = False
        self.cause: Cause | None = None


class Group:
    """Units of a colour on their way, taken off the board until they are ``put`` down.

    ``entered`` are the zones that they have come to, ``came`` is the zone before the last step, ``left`` the steps
    that they have, ``slung`` how often they swung around what, ``swung`` after how many zones entered they last did.
    ``landed`` are those who were put down this turn, ``freight`` the Factories aboard, ``fired`` the zones in which
    seats have fired at them as they passed.
    """

    def __init__(self, turn: Turn, colour: Colour, at: int, part: Pile, people: Sequence[Person] = ()) -> None:
        """Take units off the board."""
        self.turn, self.colour, self.seat = turn, colour, turn.seat_of[colour]
        self.start = self.at = at
        self.came = NOWHERE
        self.pile, self.people = part, list(people)
        aboard = [one for one in turn.works if one.aboard and one.at == at and one.colour == colour]
        self.freight: list[Works] = aboard[: sum(load.factory for load in self.loads)]
        self.landed = turn.take_landed(at, colour, part)
        turn.pile(at, colour).take(part)
        self.entered: list[int] = []
        self.slung: Counter[str] = Counter()
        self.swung = 0
        self.fired: set[tuple[int, Seat]] = set()
        self.left = self.pace

    @property
    def units(self) -> Units:
        """The group as events speak of it."""
        return self.pile.units([one.name for one in self.people])

    @property
    def carriers(self) -> list[Person]:
        """The Leaders among them who carry something themselves."""
        return [one for one in self.people if self.turn.carries(one)]

    @property
    def loads(self) -> list[Load]:
        """What each Transport and each Leader who carries has aboard."""
        return [*self.pile.loads, *(one.load for one in self.carriers)]

    def reload(self, index: int, load: Load) -> None:
        """Change what is aboard one of them."""
        transports = len(self.pile.loads)
        if index < transports:
            self.pile.loads[index] = load
        else:
            self.carriers[index - transports].load = load

    def fits(self, index: int, kind: Kind) -> int:
        """Return how many ground units of a kind more, or Factories, one of them can take aboard."""
        transports = len(self.pile.loads)
        if index < transports:
            return self.turn.fits(self.colour, self.pile.loads[index], kind)
        return self.turn.stows(self.carriers[index - transports], self.pile.counts[Kind.BATTLER], kind)

    @property
    def cargo(self) -> Units:
        """All that is aboard."""
        return Pile(loads=self.loads).cargo

    @property
    def parts(self) -> bool:
        """Whether Leaders and Battlers who carry units together would part, so that some could not be carried on."""
        turn, at = self.turn, self.at
        left = [one for one in turn.leaders_at(at, self.seat) if one not in self.people]
        both = ((self.people, self.pile.count(Kind.BATTLER)), (left, turn.units_of(self.seat, at, (Kind.BATTLER,))))
        return any(turn.keeps(one, battlers) != one.load for people, battlers in both for one in people)

    @property
    def alive(self) -> bool:
        """Whether there is anybody left."""
        return bool(self.pile.total or self.people)

    @property
    def walker(self) -> Walker:
        """How they can go."""
        return self.turn.marching(self)

    @property
    def pace(self) -> int:
        """The steps that they have this turn: one where somebody among them was put down in it."""
        return min(self.walker.allowance, _AFTER_DROP) if self.landed else self.walker.allowance

    @property
    def kinds(self) -> list[Kind]:
        """The kinds of unit among them, cargo left out."""
        return [kind for kind in UNITS if self.pile.count(kind)]

    # ---- going --------------------------------------------------------------------------------------------

    def around(self, name: str) -> int:
        """Return where one swings around a planet or the Sun."""
        return NUMBER[SUN] if name == SUN else NUMBER[self.turn.sky.dots[name]]

    def enter(self, there: int) -> None:
        """Come to the next zone."""
        self.left -= self.turn.sky.cost(self.at, there) + self.walker.toll(self.came, self.at, there)
        self.came, self.at = self.at, there
        self.entered.append(there)

    def lose(self, kind: Kind, number: int = 1) -> None:
        """Lose units, of Transports the fullest, with what was aboard."""
        self.pile.lose(kind, number)
        for one in self.people:
            one.load = self.turn.keeps(one, self.pile.count(Kind.BATTLER))
        carried = sum(load.factory for load in self.loads)
        while len(self.freight) > carried:
            self.turn.works.remove(self.freight.pop())

    def put(self, *, moved: bool) -> None:
        """Stand on the board again, where they are."""
        turn = self.turn
        turn.pile(self.at, self.colour).add(self.pile)
        turn.dropped[self.at, self.colour].update(self.landed)
        if not moved:
            turn.weary[self.at, self.colour].update(self.landed)
        for one in self.people:
            one.at = self.at
        if moved:
            turn.note_moved(self.at, self.colour, self.pile.copy())
            turn.walked.update(one.name for one in self.people)
        for works in self.freight:
            works.at = self.at
