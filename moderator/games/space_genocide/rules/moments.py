"""The moments at which cards may be played, and a card about to be played."""

from typing import Literal, NamedTuple, TypeAlias

from msgspec import Struct

from moderator.core.seats import Seat
from moderator.games.space_genocide.board.units import Craft, Squadron
from moderator.games.space_genocide.orders.types import Play, PlayWhen
from moderator.kit.boards.hex import NOWHERE

MomentKind: TypeAlias = Literal[
    "dawn",  # before anybody moves (``seat`` if one seat acts alone); offered to all
    "order",  # a line of a seat's order set, between its moves; offered to that seat
    "moved",  # a fleet has ended a move (``squadron``, now at ``at``); offered to all
    "transported",  # everybody has moved; offered to all
    "engagement",  # before the Engagement Phase; offered to all
    "battle",  # an engagement begins at ``at``; offered to all
    "attacked",  # ``seat`` is about to attack ``craft`` of ``squadron``; offered to its owner; may be ``negated``
    "rolled",  # ``roll`` went against ``seat``; offered to it
    "aftermath",  # all engagements are over, once for each hex that had one; offered to all
    "launch",  # ``seat`` is about to launch at the planet ``at``; offered to its owner; may be ``negated``
    "production",  # ``seat`` is about to draw its ships; offered to it
    "card",  # ``seat`` has played ``card``; offered to the others; may be ``negated``
]


class Roll(Struct, eq=False):
    """Dice that lie on the table and may be thrown again: ``kind`` is their reason, ``faces`` what they show.

    ``seats`` are of its address, whoever threw it first. ``settled``: no faces could change what comes of it.
    """

    kind: str
    at: int
    seats: tuple[Seat, ...]
    faces: tuple[int, ...]
    settled: bool = False


class Moment(Struct, eq=False):
    """A moment of a turn: who acts, with which fleet and ship, where; what cards do to it is written back here."""

    kind: MomentKind
    seat: Seat = ""
    squadron: Squadron | None = None
    craft: Craft | None = None
    at: int = NOWHERE
    card: str = ""
    roll: Roll | None = None
    order: Play | None = None
    negated: bool = False
    negated_by: Seat = ""


class Playing(NamedTuple):
    """A card about to be played: by whom, and the order with all that it names."""

    seat: Seat
    order: Play | PlayWhen

    @property
    def card(self) -> str:
        """The card's key."""
        return self.order.card
