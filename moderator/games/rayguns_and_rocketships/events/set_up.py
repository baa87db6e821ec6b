"""Before the first Round."""

from moderator.core.game import DiceShown, Event, SeatEvent
from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.events.shared import CardEvent
from moderator.games.rayguns_and_rocketships.pieces import CaptainSide, Heading, Node, Post, Token
from moderator.games.rayguns_and_rocketships.tables import DIE


class EpisodeBegun(Event, frozen=True, kw_only=True):
    """An episode begins: where the ships stand, and what lies on the Star Map."""

    episode: str
    starts: tuple[tuple[Seat, Node], ...]
    tokens: tuple[Token, ...]


class HolderDrawn(SeatEvent, frozen=True, kw_only=True):
    """The seat was drawn that begins with the princess or the data tape."""

    token: str


class CaptainShown(SeatEvent, frozen=True, kw_only=True):
    """A side of a captain card lies up."""

    captain: str
    side: CaptainSide


class ShipReady(SeatEvent, frozen=True, kw_only=True):
    """A ship is ready: where it points, which ports have rayguns, who stands where."""

    at: Node
    heading: Heading
    guns: tuple[str, ...]
    posts: tuple[tuple[str, Post], ...]


class StarTaken(CardEvent, frozen=True, kw_only=True):
    """A seat has its first Star card in hand; it alone is told which."""


class FirstThrown(Event, frozen=True, kw_only=True):
    """Who goes first was thrown for: what each seat threw in each round of throwing."""

    throws: tuple[tuple[tuple[Seat, int], ...], ...]
    first: Seat

    @property
    def dice_shown(self) -> tuple[DiceShown, ...]:
        """The throws of the first round as a page draws them."""
        return tuple(
            DiceShown((seat,), (throw,), 0, None, seat == self.first, sides=DIE) for seat, throw in self.throws[0]
        )
