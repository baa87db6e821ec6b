"""What the revised rules add to the pieces: the spaces of the battle board, resources, hands of cards."""

from enum import StrEnum

from msgspec import Struct

from moderator.core.seats import Seat
from moderator.games.solar_system.pieces import Colour

NEUTRAL: Colour = "Gray"
"""The colour that nobody plays, with the option ``neutral``; its seat has the same name."""

ARDALA, HUER = "Ardala", "Doc Huer"
BLOCH, JOCASTA, TALLEN, VAAR = "Tythonus Bloch", "Jocasta", "Prince Tallen", "Admiral Vaar"
XENOTRON, ZEREA = "Xenotron", "Zerea Takan"

BUILT_IN = -1
"""When Saturn's own Factory was built: it cannot be moved, and is destroyed where others are captured."""


class Space(StrEnum):
    """A space of the battle board: the battle line, then what stands behind each of its spaces."""

    FIGHTING = "fighting"
    COMMANDO = "commando"
    RETREATING = "retreating"
    HOLDING = "holding"
    DEMOLITIONS = "demolitions"
    WITHDRAWING = "withdrawing"


LINE = (Space.FIGHTING, Space.COMMANDO, Space.RETREATING)
RESERVE = (Space.HOLDING, Space.DEMOLITIONS, Space.WITHDRAWING)


class Wealth(Struct, frozen=True):
    """A colour's resources ("Count Resources"): what each part adds, and the active Factories, which cost.

    ``objects`` are space objects held, ``bonuses`` what whole planets give, ``leader`` what a Leader in play gives.
    """

    colour: Colour
    objects: int
    bonuses: int
    leader: int
    factories: int
    left: int


class Hand(Struct, frozen=True, omit_defaults=True):
    """A seat's territory cards as somebody sees them: how many, and which, for who may know."""

    seat: Seat
    count: int
    cards: tuple[str, ...] = ()
