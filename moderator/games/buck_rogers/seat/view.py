"""What one seat may know of a match."""

from typing import Literal, TypeAlias

from msgspec import Struct

from moderator.core.seats import Seat
from moderator.games.buck_rogers.board.forces import Forces
from moderator.games.buck_rogers.board.rulebook import Rulebook, rulebook
from moderator.games.buck_rogers.options import Options
from moderator.games.buck_rogers.orders.types import BuckOrder, Doctrine
from moderator.games.solar_system.board.forces import Seen
from moderator.games.solar_system.pieces import Colour
from moderator.games.solar_system.seat.view import Sight

Phase: TypeAlias = Literal["setup", "turn", "move", "battle", "build"]
"""What is asked for now; ``turn`` is a whole turn on one order set."""


class Market(Struct, frozen=True):
    """A colour without Factories that waits for one from the black market, since the end of a turn."""

    colour: Colour
    since: int


class View(Sight, frozen=True, kw_only=True):
    """What ``who`` may know by the compressed rules.

    ``acting`` is the seat that moves, with ``tempo = "seats"``, after ``passed`` others. ``numbers`` are the places in
    the turn order as far as they are known, 1 the first, by colour. ``inert`` are colours that lose a turn, with the
    last turn that they lose. ``doctrine`` is the seat's own. ``claimed`` are the systems whose free Factory has been
    given.
    """

    phase: Phase
    options: Options
    acting: Seat = ""
    passed: int = 0
    numbers: tuple[tuple[Colour, int], ...] = ()
    inert: tuple[tuple[Colour, int], ...] = ()
    waiting: tuple[Market, ...] = ()
    claimed: tuple[str, ...] = ()
    doctrine: tuple[Doctrine, ...] = ()

    @property
    def rules(self) -> Rulebook:
        """The rules in force."""
        return rulebook(self.options, len(self.seats))

    @property
    def seen(self) -> Seen:
        """What a position is worked on with."""
        return Seen(self.rules, self.seats, self.colours)

    @property
    def forces(self) -> Forces:
        """The position to work on."""
        return Forces(self.seen, self.position)

    def known_orders(self) -> tuple[BuckOrder, ...]:
        """Return what stands for the seat without a new letter: courses and doctrine."""
        return (*(course.order for course in self.courses), *self.doctrine)
