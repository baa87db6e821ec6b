"""A battle that is not fought: its rounds are played, and the board stays as it is."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence

from moderator.core.seats import Seat
from moderator.games.buck_rogers_revised.board.aim import Aimed
from moderator.games.buck_rogers_revised.board.spaces import Board, Side, Troop
from moderator.games.buck_rogers_revised.orders.types import Destruct
from moderator.games.buck_rogers_revised.rules.combat import plans, retreating
from moderator.games.buck_rogers_revised.rules.combat.battle import Battle
from moderator.games.buck_rogers_revised.rules.turn import Turn
from moderator.games.solar_system.pieces import Kind


class Unplayed(Battle):
    """A battle that leaves the board as it is, and whose throws fall as they are told to.

    ``stayed`` are units that were to leave and cannot.
    """

    def __init__(self, turn: Turn, at: int) -> None:
        """Look who is there."""
        super().__init__(turn, at)
        self.fall: Callable[[int], int] = lambda number: number
        self.stayed: Counter[tuple[Seat, Kind]] = Counter()
        self._free: dict[Seat, Collection[Kind]] = {}

    @property
    def is_plain(self) -> bool:
        """Whether nobody fires at anything but units; Factories may change hands while they are fought for."""
        fighting = [side for side in self.sides.values() if self.fights(side.seat)]
        works = any(side.factories + side.halves for side in fighting) and any(map(self._hunts, fighting))
        return not works and not any(side.figures or self.turn.order_set(side.seat, Destruct) for side in fighting)

    def _hunts(self, side: Side) -> bool:
        """Tell whether a side would fire at Factories, its own or others'."""
        own, eye = plans.doctrine_of(self.turn, side.seat, self.at), plans.eye(self, side.seat)
        return own.scorches(self.zone.name) or any(map(eye.at_factories, self.sides))

    def throw(self, reason: str, seat: Seat, aimed: Aimed) -> int:
        """Throw as told."""
        del reason, seat
        return self.fall(aimed.number)

    def free(self, seat: Seat) -> Collection[Kind]:
        """Return the kinds that have a zone to retreat to as the battle begins."""
        if seat not in self._free:
            self._free[seat] = retreating.free(self.turn, seat, self.at)
        return self._free[seat]

    def withdraw(self, board: Board, leaving: Sequence[tuple[Troop, int]], names: Collection[str]) -> None:
        """Take off who leaves; who cannot has no place in this round, and is back in the next."""
        free = self.free(board.seat)
        for troop, number in leaving:
            self.stayed[board.seat, troop.kind] += number * (troop.kind not in free)
            troop.count -= number
        if free:
            board.leaders = {name: space for name, space in board.leaders.items() if name not in names}

    def capture(self, victor: Seat, seat: Seat, number: tuple[int, int]) -> None:
        """Leave Factories where they are: they are gone from the battle board of who has lost them."""
        del victor, seat, number
