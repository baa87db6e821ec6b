"""A turn on the table by the revised rules: everything that the steps of the sequence of play work on."""

from collections.abc import Mapping, Sequence

from moderator.core.dice import Dice
from moderator.core.seats import Seat
from moderator.games.buck_rogers_revised.board.forces import Forces
from moderator.games.buck_rogers_revised.events.movement import FewerWent, LineFailed
from moderator.games.buck_rogers_revised.orders.doctrine import Standing
from moderator.games.buck_rogers_revised.orders.types import RevisedOrder, standing
from moderator.games.buck_rogers_revised.rules.state import State
from moderator.games.solar_system.events.movement import Cause
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.orders.types import Carry, Move
from moderator.games.solar_system.pieces import Colour
from moderator.games.solar_system.rules import turn as shared
from moderator.kit.cards import Cards


class Turn(shared.Turn, Forces):
    """A turn in work, or the part of it that a ruling plays.

    ``kept`` is the doctrine that stands, ``mover`` the colour that moves. ``conquered`` are colours by their seat that
    took an enemy's territory in this ruling, ``battles_won`` zones with who won there. The neutral colour has a seat of
    its name that is out: it gives no orders and wins nothing. All else has its name of the position.
    """

    doctrine: Mapping[Seat, Standing]

    def __init__(self, state: State, orders: Mapping[Seat, Sequence[RevisedOrder]], dice: Dice) -> None:
        """Lay out a position with everybody's orders."""
        sides = {seat: state.side(seat) for seat in state.seen.seats}
        sheets = {seat: tuple(orders.get(seat, ())) for seat in sides}
        self.kept = {seat: standing(side.doctrine, sheets[seat]) for seat, side in sides.items()}
        setting = shared.Setting(
            turn=state.turn,
            dice=dice,
            sheets=sheets,
            doctrine={seat: Standing(kept) for seat, kept in self.kept.items()},
            courses={seat: side.courses for seat, side in sides.items()},
            placed=dict.fromkeys(sides, 0),
            reserve=dict(state.reserve),
            conceded=[seat for seat, side in sides.items() if side.conceded],
            out=[seat for seat, side in sides.items() if side.out],
            order=state.order,
            arrived=state.arrived,
            used=state.used,
            history=state.history,
        )
        super().__init__(state.seen, state.position, setting)
        self.state, self.options = state, state.options
        self.phase, self.passed = state.phase, state.passed
        self.cards = Cards(
            list(state.deck), list(state.discards), {seat: list(state.side(seat).hand) for seat in state.seats}
        )
        self.tokens = {seat for seat in state.seats if state.side(seat).token}
        self.robbed, self.barred = list(state.robbed), list(state.barred)
        self.model, self.chit = state.model, state.chit
        self.mover: Colour = ""
        self.conquered: dict[Seat, set[Colour]] = {}
        self.battles_won: list[tuple[str, Seat]] = []

    @property
    def acting_colours(self) -> list[Colour]:
        """The colours that are still played, in turn order."""
        return [colour for colour in self.order if self.seat_of[colour] in self.in_play]

    def failed(self, seat: Seat, order: Move | Carry, cause: Cause, zone: str) -> None:
        """Tell a seat that a line was not carried out."""
        self.tell(LineFailed(seat=seat, order=order, cause=cause, zone=zone))

    def short(self, seat: Seat, order: Move, units: Units) -> None:
        """Tell a seat that fewer units went than a line names."""
        self.tell(FewerWent(seat=seat, order=order, units=units))
