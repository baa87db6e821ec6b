"""A turn on the table: everything that the steps of the sequence of play work on."""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence

from moderator.core.dice import Dice
from moderator.core.seats import Seat
from moderator.games.rebel_commander.board.field import field_of
from moderator.games.rebel_commander.board.order_set import assign_labels, order_labels
from moderator.games.rebel_commander.orders.types import Attack, RebelOrder
from moderator.games.rebel_commander.pieces import EMPIRE, Side, Unit
from moderator.games.rebel_commander.rules.state import State
from moderator.games.rebel_commander.tables import board_of, edition_of, needed
from moderator.kit.turn_log import TurnLog
from moderator.language.faults import LanguageFault


class Turn(TurnLog):
    """One turn in work: the field, the order sets by label, the weights, the dice, and what has happened so far.

    ``number`` is the order number that is carried out, ``places`` its drawn sequence with the label that each place
    plays. ``unplaced`` are orders whose number is not on their seat's order set. ``joint_attacks`` names by place the
    leader and the contributors of joint attacks under the number. ``initial_weights`` are the weights that the turn
    began with, ``battle_balance`` counts battles won less battles lost in it, both by seat. ``battles`` lists the place
    of each battle of the turn. ``departures`` remembers by seat, place and kind (None: any) what took units away this
    turn, ``arrivals`` by side and place under which number enemies came in sight of the other side: the culprits of
    orders that fail.
    """

    def __init__(self, state: State, orders: Mapping[Seat, Sequence[RebelOrder]], dice: Dice) -> None:
        """Lay out a position with everybody's orders."""
        super().__init__(dice)
        self.options = options = state.options
        self.edition = edition_of(options)
        self.board = board_of(options)
        self.seats = seats = state.seats
        self.turn = state.turn
        self.field = field_of(options, seats, state.stacks)
        self.initial_weights = dict(zip(seats, state.enthusiasm, strict=True))
        self.weights = dict(self.initial_weights)
        self.battle_balance = dict.fromkeys(seats, 0)
        self.in_play = state.in_play()
        self.rebels = tuple(seat for seat in seats if seat != EMPIRE)
        self.unplaced: list[tuple[Seat, RebelOrder]] = []
        self.order_sets = {seat: self._order_set(seat, orders.get(seat, ())) for seat in self.in_play}
        self.number = 0
        self.places: deque[tuple[Seat, str]] = deque()
        self.acting: tuple[Seat, str] = ("", "")
        self.joint_attacks: dict[str, tuple[Seat, tuple[Seat, ...]]] = {}
        self.carried_out: set[tuple[Seat, str]] = set()
        self.departures: dict[tuple[Seat, int, Unit | None], tuple[str, str]] = {}
        self.arrivals: dict[tuple[Side, int], str] = {}
        self.draws: list[tuple[int, ...]] = []
        self.battles: list[str] = []
        self.losses = [0, 0]
        self.needed = needed(options)
        self.won: tuple[Side, str] | None = None

    def _order_set(self, seat: Seat, orders: Sequence[RebelOrder]) -> dict[str, RebelOrder]:
        """Return a seat's orders by label, and set aside those under labels that there are not."""
        placed, faults = assign_labels(order_labels(self.options, self.in_play, seat), orders)
        self.unplaced += [(seat, orders[index]) for index, code in faults if code == LanguageFault.NO_SUCH_NUMBER]
        return {label: orders[index] for label, index in placed.items()}

    def note_departure(self, seat: Seat, place: int, kinds: Iterable[Unit | None], culprit: str, number: str) -> None:
        """Remember what took units of some kinds from a seat's place; None is for any kind, if there are fewer now."""
        for kind in kinds:
            self.departures[seat, place, kind] = (culprit, number)

    def attackers_at(self, place: str) -> tuple[Seat, ...]:
        """Return the Rebel seats that ordered an attack on a place under the present number."""
        label = str(self.number)
        return tuple(
            seat
            for seat in self.in_play
            if seat != EMPIRE and isinstance(order := self.order_sets[seat].get(label), Attack) and order.place == place
        )
