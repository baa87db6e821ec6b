"""What one seat may know of a match (BY-MAIL 10).

Hidden are Star cards in hand, the order of decks, programmes until a card is turned up, letters, doctrine and tasks.
"""

from functools import cached_property
from typing import Literal, TypeAlias

from msgspec import Struct

from moderator.core.game import Outcome
from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.board.field import Field
from moderator.games.rayguns_and_rocketships.options import Options
from moderator.games.rayguns_and_rocketships.orders.types import Doctrine, RayOrder, Task
from moderator.games.rayguns_and_rocketships.pieces import Figure, Position, Ship, Side
from moderator.games.rayguns_and_rocketships.tables import basics_of

Phase: TypeAlias = Literal["setup", "round", "turn"]
"""What is asked for: the set-up, a Round's letter, or with ``tempo = "turns"`` the letter of Turn 2 or 3."""


class RoundNote(Struct, frozen=True):
    """A Round that is over, for the history: points and Blasts of each seat (8: no ship), in the order of seats."""

    round: int
    points: tuple[int, ...]
    blasts: tuple[int, ...]


class Secret(Struct, frozen=True):
    """What only its seat knows: Star cards in hand, the cards that it programmed, what stands and goes on.

    ``lines`` are those of this Round for Turns to come (``tempo = "turns"``); ``tasks`` go on until they are done.
    """

    hand: tuple[str, ...] = ()
    program: tuple[str, ...] = ()
    doctrine: tuple[Doctrine, ...] = ()
    lines: tuple[RayOrder, ...] = ()
    tasks: tuple[Task, ...] = ()


class View(Struct, frozen=True, kw_only=True, dict=True):
    """What ``who`` may know: a seat's name, or ``"public"`` or ``"gm"``.

    ``round`` and ``turn`` are those that orders are awaited for; ``round`` is 0 at the set-up. ``stars`` are how many
    Star cards each seat has in hand, ``decks`` in its deck, in the order of ``seats``. ``secrets`` has what the viewer
    may know: its own, the GM everybody's. ``idle`` counts Rounds without a point.
    """

    who: str
    options: Options
    seats: tuple[Seat, ...]
    round: int
    turn: int
    phase: Phase
    position: Position
    stars: tuple[int, ...]
    decks: tuple[int, ...]
    secrets: dict[Seat, Secret]
    idle: int = 0
    history: tuple[RoundNote, ...] = ()
    outcome: Outcome | None = None

    @cached_property
    def field(self) -> Field:
        """The position to look at; nobody changes it (``fresh_field`` is to be changed)."""
        return self.fresh_field()

    def fresh_field(self) -> Field:
        """Return the position to work on."""
        return Field(self.options, self.seats, self.position)

    @property
    def own(self) -> Secret:
        """What the viewer alone knows; nothing for who is no seat."""
        return self.secrets.get(self.who, Secret())

    @property
    def hand(self) -> tuple[str, ...]:
        """The viewer's hand: basic cards, then Star cards."""
        return (*basics_of(self.who), *self.own.hand) if self.who in self.seats else ()

    def side(self, seat: Seat) -> Side:
        """Return what lies open before a seat."""
        return self.position.sides[self.seats.index(seat)]

    def ship(self, seat: Seat) -> Ship | None:
        """Return a seat's ship; None where it is destroyed."""
        return self.field.ships.get(seat)

    def crew(self, seat: Seat) -> tuple[Figure, ...]:
        """Return a seat's figures in play."""
        return tuple(self.field.figures_of(seat))
