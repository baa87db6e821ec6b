"""What one seat may know of a match."""

from typing import Literal, TypeAlias

from moderator.core.seats import Seat
from moderator.games.buck_rogers_revised.board.forces import Forces
from moderator.games.buck_rogers_revised.board.rulebook import Rulebook, rulebook
from moderator.games.buck_rogers_revised.options import Options
from moderator.games.buck_rogers_revised.orders.types import Doctrine, RevisedOrder
from moderator.games.buck_rogers_revised.pieces import NEUTRAL, Hand, Wealth
from moderator.games.solar_system.board.forces import Seen
from moderator.games.solar_system.pieces import Colour, Stack
from moderator.games.solar_system.seat.view import Sight

Phase: TypeAlias = Literal["cards", "placement", "turn", "production", "moves", "battle", "status"]
"""What is asked for now: two letters of set-up, a whole turn on one order set, or a part of one."""


class View(Sight, frozen=True, kw_only=True):
    """What somebody may know by the revised rules; the fields of every view are told of at ``Sight``.

    ``acting`` is the seat that places or moves, with ``tempo = "seats"``; ``passed`` counts the placements, or the
    colours of ``order``, that come before it. ``order`` are the colours by turn card: those of the turn before until
    bids are opened. ``hands`` are in the order of ``seats``, ``deck`` counts the cards there. ``tokens`` are seats with
    Zerea Takan's bonus, ``robbed`` Leaders that Ardala has stolen once, ``barred`` colours that make nothing this turn,
    ``model`` is how often Xenotron has been built. ``chit`` is what the victory chit shows, 0 where none is in play.
    ``dropped`` are ground units that Transports put down in a turn that goes on. ``doctrine`` is the seat's own (the GM
    has none).
    """

    phase: Phase
    options: Options
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
    dropped: tuple[Stack, ...] = ()
    doctrine: tuple[Doctrine, ...] = ()

    @property
    def rules(self) -> Rulebook:
        """The rules in force."""
        return rulebook(self.options, len(self.seats))

    @property
    def hand(self) -> tuple[str, ...]:
        """The cards of the seat that looks."""
        return next((hand.cards for hand in self.hands if hand.seat == self.who), ())

    def known_orders(self) -> tuple[RevisedOrder, ...]:
        """Return what stands for the seat without a new letter: courses and doctrine."""
        return (*(course.order for course in self.courses), *self.doctrine)

    @property
    def seen(self) -> Seen:
        """What a position is worked on with, the neutral colour's seat among it."""
        return seen(self.rules, self.seats, self.colours)

    @property
    def forces(self) -> Forces:
        """The position to work on."""
        return Forces(self.seen, self.position)


def seen(rules: Rulebook, seats: tuple[Seat, ...], colours: tuple[tuple[Colour, ...], ...]) -> Seen:
    """Return what a position is worked on with; the neutral colour has a seat of its own there, which nobody plays."""
    if rules.options.neutral:
        return Seen(rules, (*seats, NEUTRAL), (*colours, (NEUTRAL,)))
    return Seen(rules, seats, colours)
