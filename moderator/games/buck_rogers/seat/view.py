"""What one seat may know of a match."""

from typing import Literal, TypeAlias

from msgspec import Struct

from moderator.core.game import Outcome
from moderator.core.seats import Seat
from moderator.games.buck_rogers.board.forces import Forces, Seen
from moderator.games.buck_rogers.board.rulebook import Rulebook, rulebook
from moderator.games.buck_rogers.options import Options
from moderator.games.buck_rogers.orders.phrases import Units
from moderator.games.buck_rogers.orders.types import BuckOrder, Doctrine, Move
from moderator.games.buck_rogers.pieces import Colour, Position, Stack

Phase: TypeAlias = Literal["setup", "turn", "move", "battle", "build"]
"""What is asked for now; ``turn`` is a whole turn on one sheet."""


class Course(Struct, frozen=True):
    """A move that was not done when its turn ended: it is taken up in the next one, by ``colour``.

    ``laden``: of Transports the fullest go on, since they have been on the way with cargo.
    """

    colour: Colour
    order: Move
    laden: bool = False


class Standing(Struct, frozen=True):
    """A seat in the score: its territories, Factories, and the worth of its units."""

    seat: Seat
    zones: int
    factories: int
    worth: int


class TurnNote(Struct, frozen=True):
    """A turn that is over, for the history: the score at its end, and the zones in which there was a battle."""

    turn: int
    score: tuple[Standing, ...]
    fought: tuple[str, ...] = ()


class Market(Struct, frozen=True):
    """A colour without Factories that waits for one from the black market, since the end of a turn."""

    colour: Colour
    since: int


class View(Struct, frozen=True, kw_only=True):
    """What ``who`` may know: a seat's name, or ``"public"`` or ``"gm"``.

    ``turn`` is the turn that orders are given for (the last one, once the match is over); 0 is the set-up. ``colours``
    are those of each seat, in the order of ``seats``. ``acting`` is the seat that moves, with ``tempo = "seats"``,
    after ``passed`` others. ``numbers`` are the places in the turn order as far as they are known, 1 the first, by
    colour. ``inert`` are colours that lose a turn, with the last turn that they lose; ``conceded`` and ``out`` are
    seats that gave up and that have nothing left. ``doctrine`` and ``courses`` are the seat's own (the GM has none).
    ``claimed`` are the systems whose free Factory has been given, ``used`` the powers used and ``arrived`` the units
    that have moved in a turn that goes on over several rulings. ``reserve`` is what each colour has still to place.
    """

    who: str
    turn: int
    phase: Phase
    options: Options
    seats: tuple[Seat, ...]
    colours: tuple[tuple[Colour, ...], ...]
    position: Position
    acting: Seat = ""
    passed: int = 0
    numbers: tuple[tuple[Colour, int], ...] = ()
    inert: tuple[tuple[Colour, int], ...] = ()
    conceded: tuple[Seat, ...] = ()
    out: tuple[Seat, ...] = ()
    waiting: tuple[Market, ...] = ()
    claimed: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    arrived: tuple[Stack, ...] = ()
    reserve: tuple[tuple[Colour, Units], ...] = ()
    doctrine: tuple[Doctrine, ...] = ()
    courses: tuple[Course, ...] = ()
    score: tuple[Standing, ...] = ()
    history: tuple[TurnNote, ...] = ()
    outcome: Outcome | None = None

    @property
    def rules(self) -> Rulebook:
        """The rules in force."""
        return rulebook(self.options, len(self.seats))

    def played(self, seat: Seat) -> tuple[Colour, ...]:
        """Return the colours of a seat; none for who is no seat."""
        return self.colours[self.seats.index(seat)] if seat in self.seats else ()

    def seat_of(self, colour: Colour) -> Seat:
        """Return whose a colour is; empty for nobody's."""
        return next((seat for seat, own in zip(self.seats, self.colours, strict=True) if colour in own), "")

    @property
    def own(self) -> tuple[Colour, ...]:
        """The colours of the seat that looks."""
        return self.played(self.who)

    def known_orders(self) -> tuple[BuckOrder, ...]:
        """Return what stands for the seat without a new letter: courses and doctrine."""
        return (*(course.order for course in self.courses), *self.doctrine)

    @property
    def forces(self) -> Forces:
        """The position to work on."""
        return Forces(Seen(self.rules, self.seats, self.colours), self.position)
