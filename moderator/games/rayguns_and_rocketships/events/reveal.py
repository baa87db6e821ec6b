"""Cards are turned up; what Star cards and abilities do, whenever in the Turn they do it."""

from typing import Literal, TypeAlias

from moderator.core.game import SeatEvent
from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.board.field import Lack
from moderator.games.rayguns_and_rocketships.events.shared import CardEvent, FigureEvent
from moderator.games.rayguns_and_rocketships.pieces import Heading, Node, Post
from moderator.games.rayguns_and_rocketships.tables import Permit, Stat

Idle: TypeAlias = Literal["no-target", "out-of-range", "no-room", "nothing-to-do", "no-deck"]
"""Why the effect of a Star card came to nothing."""


class CardsDrawn(SeatEvent, frozen=True, kw_only=True):
    """A seat drew Star cards; all see how many."""

    count: int
    card: str = ""
    """The Star card that let it draw, if it is not the start of a Round."""


class CardDrawn(CardEvent, frozen=True, kw_only=True):
    """Which Star card a seat drew; it alone is told."""


class CardRevealed(SeatEvent, frozen=True, kw_only=True):
    """A programmed card is turned up; its tokens and those of the ability Captain are taken.

    ``actions`` are the Action tokens that the seat has now.
    """

    turn: int
    card: str
    tokens: int
    captain: int
    actions: int


class CardShown(SeatEvent, frozen=True, kw_only=True):
    """The card of the next Turn lies up while letters for it are awaited (``tempo = "turns"``)."""

    turn: int
    card: str


class StarUnmet(CardEvent, frozen=True, kw_only=True):
    """The requirement of a Star card is not met."""

    lacks: tuple[Lack, ...]


class StarIdle(CardEvent, frozen=True, kw_only=True):
    """The requirement was met, and the effect came to nothing."""

    failed = True

    cause: Idle


class Lasting(CardEvent, frozen=True, kw_only=True):
    """A Star card changes a number for its owner's side, or allows it something, until the Turn ends."""

    what: Stat | Permit
    by: int = 0


class Frozen(CardEvent, frozen=True, kw_only=True):
    """A Star card keeps enemy crew members from doing anything until the Turn ends."""

    on: Seat
    figures: tuple[str, ...]


class Restored(CardEvent, frozen=True, kw_only=True):
    """A Star card took Blasts off the own ship (posts) or captain (abilities), or put rayguns onto empty ports."""

    what: Literal["ship", "captain", "gun"]
    places: tuple[str, ...]


class TokensTaken(CardEvent, frozen=True, kw_only=True):
    """A Star card or an ability took Action tokens: ``gained`` from the stock, ``stolen`` from a seat."""

    gained: int = 0
    stolen: int = 0
    victim: Seat = ""


class CrewReturned(CardEvent, frozen=True, kw_only=True):
    """A Star card brought a defeated crew member back."""

    figure: str
    post: Post


class Shifted(CardEvent, frozen=True, kw_only=True):
    """A Star card moved a ship: ``path`` are the nodes that it entered, ``heading`` where it points now."""

    on: Seat
    path: tuple[Node, ...]
    heading: Heading


class Jumped(CardEvent, frozen=True, kw_only=True):
    """A Star card put a crew member straight aboard an enemy ship."""

    figure: str
    on: Seat
    airlock: Post


class AbilityUsed(SeatEvent, frozen=True, kw_only=True):
    """A captain used an ability by which something is done anew or taken; ``paid`` are tokens that it cost.

    ``throw`` is the throw that is made again, 0 where none is; the new one stands with what it was for.
    """

    ability: str
    on: Seat = ""
    paid: int = 0
    throw: int = 0


class CrewGivenUp(FigureEvent, frozen=True, kw_only=True):
    """A captain gave up a crew member of his own for an ability."""

    ability: str
