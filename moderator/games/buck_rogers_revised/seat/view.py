"""What one seat may know of a match."""

from typing import Literal, TypeAlias

from msgspec import Struct

from moderator.core.game import Outcome
from moderator.core.seats import Seat
from moderator.games.buck_rogers.board.forces import Forces, Seen
from moderator.games.buck_rogers.orders.phrases import Units
from moderator.games.buck_rogers.pieces import Colour, Position, Stack
from moderator.games.buck_rogers.seat.view import Course, Standing, TurnNote
from moderator.games.buck_rogers_revised.board.rulebook import Rulebook, rulebook
from moderator.games.buck_rogers_revised.options import Options
from moderator.games.buck_rogers_revised.orders.types import Doctrine, RevisedOrder
from moderator.games.buck_rogers_revised.pieces import NEUTRAL, Hand, Wealth

Phase: TypeAlias = Literal["cards", "placement", "turn", "production", "moves", "battle", "status"]
"""What is asked for now: two letters of set-up, a whole turn on one sheet, or a part of one."""


class View(Struct, frozen=True, kw_only=True):
    """What ``who`` may know: a seat's name, or ``"public"`` or ``"gm"``.

    ``turn`` is the turn that orders are given for (the last one, once the match is over); 0 is the set-up. ``colours``
    are those of each seat, in the order of ``seats``. ``acting`` is the seat that moves, with ``tempo = "seats"``,
    after ``passed`` others. ``order`` are the colours by turn card: those of the turn before until bids are opened.
    ``hands`` are in the order of ``seats``, ``deck`` counts the cards there. ``tokens`` are seats with Zerea Takan's
    bonus, ``robbed`` Leaders that Ardala has stolen once, ``barred`` colours that make nothing this turn, ``model`` is
    how often Xenotron has been built. ``chit`` is what the victory chit shows, 0 where none is in play. ``conceded``
    and ``out`` are seats that gave up and that have nothing left. ``used`` and ``arrived`` are what was done, and the
    units that have moved, in a turn that goes on over several rulings. ``reserve`` is what each colour has still to
    place. ``doctrine`` and ``courses`` are the seat's own (the GM has none).
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
    order: tuple[Colour, ...] = ()
    hands: tuple[Hand, ...] = ()
    deck: int = 0
    discards: tuple[str, ...] = ()
    wealth: tuple[Wealth, ...] = ()
    tokens: tuple[Seat, ...] = ()
    robbed: tuple[str, ...] = ()
    barred: tuple[Colour, ...] = ()
    model: int = 1
    chit: int = 0
    conceded: tuple[Seat, ...] = ()
    out: tuple[Seat, ...] = ()
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

    @property
    def hand(self) -> tuple[str, ...]:
        """The cards of the seat that looks."""
        return next((hand.cards for hand in self.hands if hand.seat == self.who), ())

    def known_orders(self) -> tuple[RevisedOrder, ...]:
        """Return what stands for the seat without a new letter: courses and doctrine."""
        return (*(course.order for course in self.courses), *self.doctrine)

    @property
    def forces(self) -> Forces:
        """The position to work on."""
        return Forces(seen(self.rules, self.seats, self.colours), self.position)


def seen(rules: Rulebook, seats: tuple[Seat, ...], colours: tuple[tuple[Colour, ...], ...]) -> Seen:
    """Return what a position is worked on with; the neutral colour has a seat of its own there, which nobody plays."""
    if rules.options.neutral:
        return Seen(rules, (*seats, NEUTRAL), (*colours, (NEUTRAL,)))
    return Seen(rules, seats, colours)
