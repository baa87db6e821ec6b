"""The table of a turn by the compressed rules: everything that the steps of the sequence of play work on."""

from collections.abc import Iterator, Mapping, Sequence

from moderator.core.dice import Dice
from moderator.core.seats import Seat
from moderator.games.buck_rogers.board.forces import Forces
from moderator.games.buck_rogers.board.walking import Walker
from moderator.games.buck_rogers.events.movement import FewerWent, LineFailed
from moderator.games.buck_rogers.orders.doctrine import Standing
from moderator.games.buck_rogers.orders.types import BuckOrder, Raid, Surrender, standing
from moderator.games.buck_rogers.rules.state import State
from moderator.games.buck_rogers.seat.view import Market
from moderator.games.solar_system.events.movement import Cause
from moderator.games.solar_system.pieces import Colour, Kind
from moderator.games.solar_system.rules import turn as shared
from moderator.games.solar_system.rules.turn import Group


class Table(shared.Turn, Forces):
    """A turn in work, or the part of it that a step plays, but for what happens to those who move.

    ``kept`` is the doctrine that stands, ``inert`` by colour the last turn that it loses. ``battle`` are lines of a
    order set that wait for Combat.
    """

    failure, shortfall = LineFailed, FewerWent
    doctrine: Mapping[Seat, Standing]

    def __init__(self, state: State, orders: Mapping[Seat, Sequence[BuckOrder]], dice: Dice) -> None:
        """Lay out a position with everybody's orders."""
        self.kept = {seat: standing(state.side(seat).doctrine, orders.get(seat, ())) for seat in state.seats}
        super().__init__(state, orders, {seat: Standing(kept) for seat, kept in self.kept.items()}, dice)
        self.state, self.options = state, state.options
        self.battle: dict[Seat, tuple[Raid | Surrender, ...]] = {seat: state.side(seat).battle for seat in state.seats}
        self.placed = {seat: state.side(seat).placed for seat in state.seats}
        self.phase, self.acting = state.phase, state.acting
        self.inert = dict(state.inert)
        self.waiting: list[Market] = list(state.waiting)
        self.claimed = list(state.claimed)
        self.system = ""
        self.mover: tuple[Seat, tuple[Colour, ...]] = ("", ())

    def is_inert(self, colour: Colour) -> bool:
        """Tell whether a colour can do nothing this turn but defend itself."""
        return self.inert.get(colour, 0) >= self.turn

    def marching(self, group: Group) -> Walker:
        """Return how units go whose line is carried out; KilSats may spare them."""

        def spares(owner: Seat) -> bool:
            return group.seat in self.doctrine[owner].spared

        by_home, leaders = self.rules.options.gennies_by_home, bool(group.people)
        return Walker(
            self, group.seat, group.at, group.kinds, spares, by_home=by_home, leaders=leaders, came=group.came
        )

    def boardable(self, at: int, colour: Colour, kind: Kind) -> int:
        """Return how many ground units can go aboard: not aboard this turn yet, unless Transports may hop."""
        here = self.pile(at, colour)
        if not self.rules.options.hopping:
            return max(0, here.counts[kind] - self.dropped[at, colour][kind])
        return here.counts[kind] + sum(one.troopers for one in here.loads)

    def lenders(self, colour: Colour) -> tuple[Colour, ...]:
        """Return the colours whose cargo the Transports of a colour take: all of its seat's, which are one faction."""
        return (colour, *(other for other in self.played[self.seat_of[colour]] if other != colour))

    def bars_sling(self, group: Group, around: int) -> Cause | None:
        """Return why a group cannot swing around something now: its move began there, or it has not been elsewhere."""
        return "began" if around in self.sky.same(group.start) else super().bars_sling(group, around)

    def passes(self) -> Iterator[tuple[Seat, tuple[Colour, ...]]]:
        """Give who moves, one after the other: a seat with all its colours, with cards each colour for itself."""
        if self.rules.cards:
            for colour in self.order:
                yield self.seat_of[colour], (colour,)
        else:
            for seat in self.in_turn_order():
                yield seat, self.played[seat]
