"""Special tokens: warbots, cores, the princess and the tape."""

from moderator.core.game import Event
from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.pieces import Node, Post


class Collected(Event, frozen=True, kw_only=True):
    """A figure took a special token."""

    seat: Seat
    figure: str
    token: str
    paid: int


class Dropped(Event, frozen=True, kw_only=True):
    """A special token lies where its bearer fell or its ship was: on a post or square of ``ship``, or on a node."""

    token: str
    where: str
    ship: Seat = ""


class PrincessRescued(Event, frozen=True, kw_only=True):
    """The princess is one of a seat's figures now, on a post or square of ``ship``, or on a node."""

    seat: Seat
    figure: str
    paid: int
    where: str
    ship: Seat = ""


class Installed(Event, frozen=True, kw_only=True):
    """A warbot or core mans a post."""

    seat: Seat
    figure: str
    token: str
    post: Post


class WarbotDestroyed(Event, frozen=True, kw_only=True):
    """A warbot that manned a post is destroyed."""

    seat: Seat
    token: str
    post: Post
    by: Seat


class CoreReddened(Event, frozen=True, kw_only=True):
    """A core was hit and will explode."""

    seat: Seat
    token: str
    post: Post
    by: Seat


class CoreCooled(Event, frozen=True, kw_only=True):
    """A red core is green again."""

    seat: Seat
    token: str
    post: Post
    paid: int


class CoreExploded(Event, frozen=True, kw_only=True):
    """A red core exploded aboard a ship, or on a node."""

    token: str
    ship: Seat = ""
    where: Post | Node = ""
