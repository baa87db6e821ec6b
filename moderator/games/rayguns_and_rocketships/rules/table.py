"""A step on the table: everything that the phases of its Turns work on."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from moderator.core.dice import Dice
from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.board.field import Field
from moderator.games.rayguns_and_rocketships.events.lines import Cause, LineFailed
from moderator.games.rayguns_and_rocketships.orders.types import RayOrder, by_priority, for_round, standing
from moderator.games.rayguns_and_rocketships.rules.state import State
from moderator.games.rayguns_and_rocketships.tables import DIE
from moderator.kit.turn_log import TurnLog

R = TypeVar("R")
_THROWS = 100
"""Throws at one address in a Turn at most: the number of a throw is the Turn times this, and how many were before."""


class Table(Field, TurnLog):
    """A step in work: the position, what seats ordered, the dice, and what has happened.

    ``standing`` is the doctrine of each seat, ``lines`` what its letter says of this Round, ``tasks`` what goes on
    (``Go``, ``Board``, ``Collect``, the newest first). ``hands`` hold Star cards alone. ``won`` are the winners and the
    reason once play is over. ``used`` notes what happens once a Turn: abilities (``("Mind Control", seat, "")``),
    rayguns that have fired; ``told`` lines that were said to have failed; ``lacked`` what lines lacked, Turn by
    Turn, and whose figure did (``letters``).
    """

    def __init__(self, state: State, orders: Mapping[Seat, Sequence[RayOrder]], dice: Dice) -> None:
        """Lay out a position with everybody's letters."""
        super().__init__(state.options, state.seats, state.position)
        TurnLog.__init__(self, dice)
        self.state = state
        self.round, self.turn = state.round, state.turn
        self.order_sets = {seat: tuple(orders.get(seat, ())) for seat in self.seats}
        self.standing = {seat: standing(state.secrets[seat].doctrine, self.order_sets[seat]) for seat in self.seats}
        self.lines = {seat: for_round(state.secrets[seat].lines, self.order_sets[seat]) for seat in self.seats}
        self.tasks = {seat: list(state.secrets[seat].tasks) for seat in self.seats}
        self.hands = {seat: list(state.secrets[seat].hand) for seat in self.seats}
        self.decks = {seat: list(state.decks[seat]) for seat in self.seats}
        self.programs = {seat: state.secrets[seat].program for seat in self.seats}
        self.won: tuple[tuple[Seat, ...], str] | None = None
        self.used: set[tuple[str, Seat, str]] = set()
        self.lacked: dict[tuple[Seat, RayOrder], list[tuple[Cause | None, str]]] = {}
        self.told: set[tuple[Seat, RayOrder, int]] = set()

    def fail(self, seat: Seat, order: RayOrder, cause: Cause, figure: str = "", *, partly: bool = False) -> None:
        """Tell a seat why a line of its letter was not carried out, once a Turn."""
        key = (seat, order, self.turn)
        if key not in self.told:
            self.told.add(key)
            self.tell(LineFailed(seat=seat, order=order, cause=cause, turn=self.turn, figure=figure, partly=partly))

    # ---- what is ordered ----------------------------------------------------------------------------------

    def orders(self, seat: Seat, kind: type[R]) -> list[R]:
        """Return a seat's lines of a type for this Turn in order of priority: with TURN, of this Round, doctrine."""
        return by_priority(kind, self.turn, self.lines[seat], self.standing[seat])

    # ---- chance -------------------------------------------------------------------------------------------

    def throw(self, kind: str, place: str, *seats: Seat) -> int:
        """Throw the d8 for all to see (BY-MAIL 7: its address)."""
        return self.throw_die(self.dice.open, DIE, kind, place, seats, first=self.turn * _THROWS)

    def new_turn(self, turn: int) -> None:
        """Begin a Turn: what lasted until the end of the last one is over."""
        self.turn = turn
        self.restart_counts()
        self.stats.clear()
        self.permits.clear()
        self.frozen.clear()
        self.used.clear()

    # ---- tokens -------------------------------------------------------------------------------------------

    def pay(self, seat: Seat, count: int) -> bool:
        """Take Action tokens from a seat; False, and nothing, if it has too few."""
        actions = self.sides[seat].actions
        if actions < count:
            return False
        self.set_side(seat, actions=actions - count)
        return True
