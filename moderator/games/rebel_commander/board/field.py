"""The board in the course of a turn: mutable, with every count that victory needs kept up to date."""

from collections.abc import Iterable, Sequence
from typing import Literal

from moderator.core.seats import Seat
from moderator.games.rebel_commander.options import Options
from moderator.games.rebel_commander.pieces import EMPIRE, SIDES, UNITS, Side, Stack, Unit
from moderator.games.rebel_commander.tables import board_of
from moderator.kit.boards.grid import Grid

TROOPS = UNITS.index(Unit.TROOPS)
_NOTHING = (0, 0, 0)


class Field:
    """Units by seat and place (an index of the board), and what follows from them for each side.

    Sides are 0 (Rebels) and 1 (Empire). ``strength`` counts units by side and place, ``held`` locations and
    ``totals`` units by side; a location is held by a side that has units there while its enemy has none that
    contest it.
    """

    __slots__ = ("_contest", "_troops_only", "board", "held", "piles", "seats", "strength", "totals")

    def __init__(
        self, board: Grid, seats: Sequence[Seat], stacks: Iterable[Stack], occupy: Literal["any", "troops"]
    ) -> None:
        """Set up the stacks; one stack a seat and place, of these seats and on the board."""
        self.board = board
        self.seats = tuple(seats)
        self.piles: dict[Seat, dict[int, list[int]]] = {seat: {} for seat in seats}
        self.strength = ([0] * board.size, [0] * board.size)
        self._contest = ([0] * board.size, [0] * board.size)
        self._troops_only = occupy == "troops"
        self.held = [0, 0]
        self.totals = [0, 0]
        for stack in stacks:
            place, side, total = board.index[stack.place], stack.seat == EMPIRE, stack.total
            self.piles[stack.seat][place] = [stack.troops, stack.speeders, stack.transports]
            self.strength[side][place] += total
            self._contest[side][place] += stack.troops if self._troops_only else total
            self.totals[side] += total
        for own, other in ((0, 1), (1, 0)):
            # Counted at once: laying out a turn is what thinking bots do most.
            both = zip(self.strength[own], self._contest[other], strict=True)
            self.held[own] = sum(1 for units, barred in both if units and not barred)

    def copy(self) -> "Field":
        """Return a board with the same units."""
        return Field(self.board, self.seats, self.stacks(), "troops" if self._troops_only else "any")

    def counts(self, seat: Seat, place: int) -> Sequence[int]:
        """Return a seat's units at a place by kind."""
        return self.piles[seat].get(place, _NOTHING)

    def unit_count(self, seat: Seat, place: int) -> int:
        """Return how many units a seat has at a place."""
        return sum(self.piles[seat].get(place, _NOTHING))

    def enemy_count(self, seat: Seat, place: int) -> int:
        """Return how many units the enemy of a seat has at a place."""
        return self.strength[0 if seat == EMPIRE else 1][place]

    def enemy_seats_at(self, seat: Seat, place: int) -> tuple[Seat, ...]:
        """Return the seats against a seat that have units at a place."""
        empire = seat == EMPIRE
        return tuple(foe for foe in self.seats if (foe == EMPIRE) != empire and place in self.piles[foe])

    def winner(self, needed: int) -> tuple[Side, str] | None:
        """Return the side that has won and how: its enemy has no unit left, or it holds enough and has more units."""
        for own, side in enumerate(SIDES):
            other = 1 - own
            if not self.totals[other]:
                return side, "annihilation"
            if self.held[own] >= needed and self.totals[own] > self.totals[other]:
                return side, "conquest"
        return None

    def change(self, seat: Seat, place: int, unit: int, delta: int) -> None:
        """Add units of a kind (or take them, with a negative ``delta``) and keep the counts."""
        piles = self.piles[seat]
        pile = piles.setdefault(place, [0, 0, 0])
        pile[unit] += delta
        if not any(pile):
            del piles[place]
        own = 1 if seat == EMPIRE else 0
        other = 1 - own
        strength, contest, held = self.strength, self._contest, self.held
        mine, foes = strength[own][place], strength[other][place]
        self.totals[own] += delta
        strength[own][place] = now = mine + delta
        if contest[other][place] == 0:
            held[own] += (now > 0) - (mine > 0)
        if unit == TROOPS or not self._troops_only:
            barred = contest[own][place]
            contest[own][place] = barred + delta
            if foes:
                held[other] += (barred + delta == 0) - (barred == 0)

    def clear(self, seat: Seat, place: int) -> None:
        """Take all of a seat's units off a place."""
        for unit, count in enumerate(tuple(self.counts(seat, place))):
            if count:
                self.change(seat, place, unit, -count)

    def stack(self, seat: Seat, place: int) -> Stack:
        """Return a seat's units at a place as a value."""
        troops, speeders, transports = self.counts(seat, place)
        return Stack(self.board.names[place], seat, troops, speeders, transports)

    def stacks(self) -> tuple[Stack, ...]:
        """Return the whole position, by place (row by row) and then by seat."""
        found = sorted((place, rank, seat) for rank, seat in enumerate(self.seats) for place in self.piles[seat])
        return tuple(self.stack(seat, place) for place, _, seat in found)


def field_of(options: Options, seats: Sequence[Seat], stacks: Iterable[Stack]) -> Field:
    """Return the board of a match with stacks on it."""
    return Field(board_of(options), seats, stacks, options.occupy)
