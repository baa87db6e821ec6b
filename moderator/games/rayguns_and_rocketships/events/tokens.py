"""Special tokens: warbots, cores, the princess and the tape."""

from moderator.core.game import Event, SeatEvent
from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.events.shared import FigureEvent
from moderator.games.rayguns_and_rocketships.pieces import Node, Post


class Collected(FigureEvent, frozen=True, kw_only=True):
    """A figure took a special token."""

    token: str
    paid: int


class Dropped(Event, frozen=True, kw_only=True):
    """A special token lies where its bearer fell or its ship was: on a post or square of ``ship``, or on a node."""

    token: str
    where: str
    ship: Seat = ""


class PrincessRescued(FigureEvent, frozen=True, kw_only=True):
    """The princess is one of a seat's figures now, on a post or square of ``ship``, or on a node."""

    paid: int
    where: str
    ship: Seat = ""


class Installed(FigureEvent, frozen=True, kw_only=True):
    """A warbot or core mans a post."""

    token: str
    post: Post


class WarbotDestroyed(SeatEvent, frozen=True, kw_only=True):
    """A warbot that manned a post is destroyed."""

    token: str
    post: Post
    by: Seat


class CoreReddened(SeatEvent, frozen=True, kw_only=True):
    """A core was hit and will explode."""

    token: str
    post: Post
    by: Seat


class CoreCooled(SeatEvent, frozen=True, kw_only=True):
    """A red core is green again."""

    token: str
    post: Post
    paid: int


class CoreExploded(Event, frozen=True, kw_only=True):
    """A red core exploded aboard a ship, or on a node."""

    token: str
    ship: Seat = ""
    where: Post | Node = ""
