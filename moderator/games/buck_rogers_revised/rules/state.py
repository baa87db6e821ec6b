"""The full position of a match."""

from msgspec import Struct
from msgspec.structs import replace

from moderator.core.dice import Dice, Why
from moderator.core.game import Outcome
from moderator.core.seats import Seat
from moderator.games.buck_rogers_revised.board.rulebook import Rulebook, rulebook
from moderator.games.buck_rogers_revised.options import Options
from moderator.games.buck_rogers_revised.orders.types import Doctrine
from moderator.games.buck_rogers_revised.seat.view import Phase, seen
from moderator.games.solar_system.board.forces import Seen
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.pieces import Colour, Position, Stack
from moderator.games.solar_system.seat.view import Course, TurnNote
from moderator.kit.cards import Cards


class SeatState(Struct, frozen=True, omit_defaults=True):
    """What the position keeps of a seat: what nobody else may know, and for how long it has been out."""

    doctrine: tuple[Doctrine, ...] = ()
    courses: tuple[Course, ...] = ()
    hand: tuple[str, ...] = ()
    token: bool = False
    conceded: bool = False
    out: bool = False


class State(Struct, frozen=True, kw_only=True):
    """Everything there is to know; fields that a view has, too, are told of there.

    ``sides`` go with ``seats``. The ``deck`` has its top card first; cards are named by their territory. Which
    Factories are active is told by the position: those that are not idle.
    """

    options: Options
    seats: tuple[Seat, ...]
    colours: tuple[tuple[Colour, ...], ...]
    turn: int
    phase: Phase
    position: Position
    sides: tuple[SeatState, ...]
    deck: tuple[str, ...]
    discards: tuple[str, ...] = ()
    passed: int = 0
    order: tuple[Colour, ...] = ()
    robbed: tuple[str, ...] = ()
    barred: tuple[Colour, ...] = ()
    model: int = 1
    chit: int = 0
    used: tuple[str, ...] = ()
    arrived: tuple[Stack, ...] = ()
    dropped: tuple[Stack, ...] = ()
    reserve: tuple[tuple[Colour, Units], ...] = ()
    history: tuple[TurnNote, ...] = ()
    outcome: Outcome | None = None

    @property
    def rules(self) -> Rulebook:
        """The rules in force."""
        return rulebook(self.options, len(self.seats))

    @property
    def seen(self) -> Seen:
        """What a position is worked on with."""
        return seen(self.rules, self.seats, self.colours)

    def in_play(self) -> tuple[Seat, ...]:
        """Return the seats that are not out."""
        return tuple(seat for seat in self.seats if not self.side(seat).out)

    def side(self, seat: Seat) -> SeatState:
        """Return what is kept of a seat; nothing for the neutral one."""
        return self.sides[self.seats.index(seat)] if seat in self.seats else SeatState(out=True)


OPEN = tuple(name for name in State.__struct_fields__ if name not in ("sides", "deck"))
"""What of a position everybody may know; views have it under the same names."""


def reshuffled(state: State, dice: Dice) -> State:
    """Return the position with its deck in an order that nobody knows."""
    deck = list(state.deck)
    Cards(deck, [], {}).reshuffle(dice.secret, Why("reshuffle"))
    return replace(state, deck=tuple(deck))
