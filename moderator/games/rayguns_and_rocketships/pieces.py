"""What stands on the table: seats, figures, ships, special tokens; and the position that they make.

Places are names: a node of the Star Map (``"F6"``), a square of a deck (``"D3"``), a post (``"GUN S2"``).
"""

from typing import Literal, TypeAlias

from msgspec import Struct

from moderator.core.seats import Seat

SEATS: tuple[Seat, ...] = ("Rangers", "Pirates", "Zard", "Blaarg")
"""The factions in the order of the table; clockwise is down this list."""

CAPTAIN = "CAPTAIN"
CREW = ("1", "2", "3", "4", "5", "6")
PRINCESS = "PRINCESS"
FIGURES = (CAPTAIN, *CREW, PRINCESS)
"""The names of a seat's figures, as orders write them."""

Node: TypeAlias = str
Square: TypeAlias = str
Post: TypeAlias = str
Heading: TypeAlias = Literal["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
PostKind: TypeAlias = Literal["COCKPIT", "PANEL", "ENGINE", "HATCH", "AIRLOCK", "GUN"]
TokenKind: TypeAlias = Literal["asteroid", "iceteroid", "warbot", "core", "princess", "tape"]
CaptainSide: TypeAlias = Literal["A", "B"]
Who: TypeAlias = tuple[Seat, str]
"""A figure: whose, and its name."""


class Ship(Struct, frozen=True):
    """A rocketship on the Star Map; a destroyed one is in no position.

    ``guns`` are the ports with a raygun (``"S2"``), in reading order; ``blasts`` the squares with Blast markers, sorted
    (a square may have two by an exploding core).
    """

    seat: Seat
    at: Node
    heading: Heading
    guns: tuple[str, ...]
    blasts: tuple[Square, ...] = ()


class Figure(Struct, frozen=True, omit_defaults=True):
    """A figure in play: aboard ``ship`` on square ``at``, or on node ``at`` where ``ship`` is empty.

    ``wounded``: it lies down (option ``ironwill``); ``scarred``: it was wounded and stands again, not healed.
    """

    seat: Seat
    name: str
    at: str
    ship: Seat = ""
    wounded: bool = False
    scarred: bool = False

    @property
    def who(self) -> Who:
        """Whose it is, and its name."""
        return self.seat, self.name


class Token(Struct, frozen=True, omit_defaults=True):
    """A special token: ``key`` is its kind and a number (``"warbot 2"``), the princess and the tape have no number.

    It lies on node ``at``, or aboard ``ship`` on square ``at``; a borne one is where its ``bearer`` is, and ``at`` is
    empty. ``installed``: it mans the post on its square for the ship's seat. ``red``: a core that will explode;
    ``by`` turned it red. The rescued princess is a figure and no token.
    """

    key: str
    kind: TokenKind
    at: str = ""
    ship: Seat = ""
    bearer: Who | None = None
    installed: bool = False
    red: bool = False
    by: Seat = ""


class Side(Struct, frozen=True, omit_defaults=True):
    """What lies open before a seat.

    ``captain`` is the side of the card that lies up, empty during the set-up; ``hurt`` the abilities with a Blast.
    ``actions`` are Action tokens. ``shown`` are the cards of this Round that have been turned up, ``fired`` those Star
    cards among them that were played, requirements met. ``visited`` are goals that the seat has reached, ``worked`` the
    tokens that it has put to work once (keys).
    """

    captain: CaptainSide | Literal[""] = ""
    hurt: tuple[str, ...] = ()
    actions: int = 0
    points: int = 0
    discards: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    fired: tuple[str, ...] = ()
    visited: tuple[int, ...] = ()
    worked: tuple[str, ...] = ()


class Position(Struct, frozen=True):
    """Everything that lies open on the table.

    ``ships`` and ``sides`` go in the order of the seats of the match, ``figures`` by seat and name, ``tokens`` by key
    in the order in which they came. ``first`` has the First Player token, empty before it is thrown for. ``spares`` are
    rayguns in the box. ``captor`` is the kidnapper of the princess, if there is one.
    """

    ships: tuple[Ship, ...]
    figures: tuple[Figure, ...]
    sides: tuple[Side, ...]
    tokens: tuple[Token, ...] = ()
    first: Seat = ""
    spares: int = 0
    captor: Seat = ""
