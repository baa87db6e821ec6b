"""What one seat may know of a match, as far as every rule set has it."""

from msgspec import Struct

from moderator.core.game import Outcome
from moderator.core.seats import Seat
from moderator.games.solar_system.board.forces import Forces, Seen
from moderator.games.solar_system.board.rulebook import Rulebook
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.orders.types import Move
from moderator.games.solar_system.pieces import Colour, Position, Stack


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


class Sight(Struct, frozen=True, kw_only=True):
    """What ``who`` may know: a seat's name, or ``"public"`` or ``"gm"``; each rule set has a view with more.

    ``turn`` is the turn that orders are given for (the last one, once the match is over); 0 is the set-up. ``colours``
    are those of each seat, in the order of ``seats``; ``conceded`` and ``out`` are seats that gave up and that have
    nothing left. ``courses`` are the seat's own (the GM has none). ``used`` are the powers used and ``arrived`` the
    units that have moved in a turn that goes on over several steps. ``reserve`` is what each colour has still to
    place.
    """

    who: str
    turn: int
    seats: tuple[Seat, ...]
    colours: tuple[tuple[Colour, ...], ...]
    position: Position
    conceded: tuple[Seat, ...] = ()
    out: tuple[Seat, ...] = ()
    used: tuple[str, ...] = ()
    arrived: tuple[Stack, ...] = ()
    reserve: tuple[tuple[Colour, Units], ...] = ()
    courses: tuple[Course, ...] = ()
    score: tuple[Standing, ...] = ()
    history: tuple[TurnNote, ...] = ()
    outcome: Outcome | None = None

    @property
    def rules(self) -> Rulebook:
        """The rules in force."""
        raise NotImplementedError

    @property
    def seen(self) -> Seen:
        """What a position is worked on with."""
        raise NotImplementedError

    @property
    def forces(self) -> Forces:
        """The position to work on, laid out anew each time."""
        raise NotImplementedError

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
