"""A turn on the table: everything that the steps of the sequence of play work on."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from moderator.core.dice import Dice
from moderator.core.seats import Seat
from moderator.games.buck_rogers.board.forces import Forces, Person, Pile
from moderator.games.buck_rogers.board.zones import INDEX, ZONES
from moderator.games.buck_rogers.events.movement import Cause
from moderator.games.buck_rogers.orders.doctrine import Standing
from moderator.games.buck_rogers.orders.phrases import Units
from moderator.games.buck_rogers.orders.types import BuckOrder, Carry, Move, Raid, Surrender, standing
from moderator.games.buck_rogers.pieces import COLOURS, Colour, Kind, Leader, Stack
from moderator.games.buck_rogers.rules.state import State
from moderator.games.buck_rogers.seat.view import Course, Market, TurnNote
from moderator.games.buck_rogers.tables import figures
from moderator.kit.ruling import Ruling

B = TypeVar("B", bound=BuckOrder)


class Turn(Forces, Ruling):
    """A turn in work, or the part of it that a ruling plays.

    ``sheets`` are the orders of each seat, ``doctrine`` what stands with them. ``order`` are the colours in turn order,
    ``moved`` the units that have moved this turn by where they are now, ``carried`` Troopers that were put down in it,
    ``walked`` Leaders that have moved. ``under_way`` are courses to be taken up, ``courses`` what goes on later.
    ``used`` names powers that were used, ``inert`` is by colour the last turn that it loses. ``holders`` is who
    controlled each territory when it was last settled.
    """

    def __init__(self, state: State, orders: Mapping[Seat, Sequence[BuckOrder]], dice: Dice) -> None:
        """Lay out a position with everybody's orders."""
        super().__init__(state.seen, state.position)
        Ruling.__init__(self, dice)
        self.state, self.options, self.turn = state, state.options, state.turn
        self.sheets = {seat: tuple(orders.get(seat, ())) for seat in self.seats}
        self.kept = {seat: standing(state.side(seat).doctrine, self.sheets[seat]) for seat in self.seats}
        self.doctrine = {seat: Standing(kept) for seat, kept in self.kept.items()}
        self.under_way = {seat: list(state.side(seat).courses) for seat in self.seats}
        self.courses: dict[Seat, list[Course]] = {seat: [] for seat in self.seats}
        self.battle: dict[Seat, tuple[Raid | Surrender, ...]] = {seat: state.side(seat).battle for seat in self.seats}
        self.placed = {seat: state.side(seat).placed for seat in self.seats}
        self.reserve = dict(state.reserve)
        self.conceded = {seat for seat in self.seats if state.side(seat).conceded}
        self.out = {seat for seat in self.seats if state.side(seat).out}
        self.order = state.order
        self.phase, self.acting = state.phase, state.acting
        self.moved: dict[tuple[int, Colour], Pile] = {}
        for stack in state.arrived:
            self.moved[INDEX[stack.zone], stack.colour] = Pile.of(stack)
        self.carried: dict[tuple[int, Colour], int] = {}
        self.hauled: set[int] = set()
        self.walked: set[str] = set()
        self.used: set[str] = set(state.used)
        self.inert = dict(state.inert)
        self.waiting: list[Market] = list(state.waiting)
        self.claimed = list(state.claimed)
        self.fought: list[str] = []
        self.system = ""
        self.mover: tuple[Seat, tuple[Colour, ...]] = ("", ())
        self.lines: dict[Seat, list[Line]] = {}
        self.holders = {at: self.holder(at) for at in self.held}
        self.won: tuple[tuple[tuple[Seat, ...], ...], str] | None = None
        self.history: tuple[TurnNote, ...] = state.history

    def sheet(self, seat: Seat, kind: type[B]) -> list[B]:
        """Return the lines of a type on a seat's sheet."""
        return [order for order in self.sheets[seat] if isinstance(order, kind)]

    # ---- chance -------------------------------------------------------------------------------------------

    def throw(self, kind: str, at: int, *seats: Seat) -> int:
        """Throw the die for all to see; the n-th for the same reason has its own address."""
        return self.die(self.dice.open, figures().die, kind, ZONES[at].name if at >= 0 else "", seats)

    # ---- who acts -----------------------------------------------------------------------------------------

    @property
    def in_play(self) -> tuple[Seat, ...]:
        """The seats that have something left."""
        return tuple(seat for seat in self.seats if seat not in self.out)

    def is_inert(self, colour: Colour) -> bool:
        """Tell whether a colour can do nothing this turn but defend itself."""
        return self.inert.get(colour, 0) >= self.turn

    def rank(self, seat: Seat) -> int:
        """Return a seat's place in Combat and Building: that of the first of its colours."""
        places = [self.order.index(colour) for colour in self.played[seat] if colour in self.order]
        return min(places, default=len(COLOURS))

    def ranked(self, seats: Iterable[Seat] | None = None) -> list[Seat]:
        """Return seats in turn order."""
        return sorted(
            self.in_play if seats is None else seats, key=lambda seat: (self.rank(seat), self.seats.index(seat))
        )

    def passes(self) -> Iterator[tuple[Seat, tuple[Colour, ...]]]:
        """Give who moves, one after the other: a seat with all its colours, with cards each colour for itself."""
        if self.rules.cards:
            for colour in self.order:
                yield self.seat_of[colour], (colour,)
        else:
            for seat in self.ranked():
                yield seat, self.played[seat]

    def name_leaders(self, taken: Mapping[str, Colour]) -> None:
        """Put the Leaders into the match that were chosen, each for his colour."""
        order = [card.name for card in figures().leader if card.name in taken]
        self.people = {name: Person(Leader(name, taken[name], taken[name])) for name in order}

    # ---- what has moved -----------------------------------------------------------------------------------

    def fresh(self, at: int, colour: Colour) -> Pile:
        """Return the units of a colour in a zone that can still move."""
        pile = self.pile(at, colour).less(self.moved.get((at, colour)))
        if not self.options.walk_after_drop:
            pile.counts[Kind.TROOPER] = max(0, pile.counts[Kind.TROOPER] - self.carried.get((at, colour), 0))
        return pile

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
    return at, COLOURS.index(colour)


class Line:
    """A line in work: what of it is still to go, whether anything went, and why it did not."""

    __slots__ = ("carried", "cause", "left", "order")

    def __init__(self, order: Move | Carry) -> None:
        """Take an order."""
        self.order = order
        self.left: Units = order.units if isinstance(order, Move) else order.cargo
        self.carried = False
        self.cause: Cause | None = None
