"""What the data files must contain, and the figures that follow from them and the options."""

from fractions import Fraction
from functools import cache
from typing import Annotated, Literal

from msgspec import Meta, Struct

from moderator.core.tables import load
from moderator.games.rebel_commander.options import Muster, Options
from moderator.games.rebel_commander.pieces import Unit
from moderator.kit.boards.grid import Grid, grid

_PACKAGE = "moderator.games.rebel_commander"
_Positive = Annotated[int, Meta(ge=1)]


class Bonus(Struct, frozen=True, forbid_unknown_fields=True):
    """What units of a kind add to a die: ``each`` for every one beyond the first ``free``."""

    each: Annotated[int, Meta(ge=0)]
    free: Annotated[int, Meta(ge=0)] = 0

    def of(self, count: int) -> int:
        """Return what ``count`` units add."""
        return self.each * max(0, count - self.free)


class Edition(Struct, frozen=True, forbid_unknown_fields=True):
    """One edition of the game: board, order set, units, dice.

    ``win`` is the share of the locations that wins, as numerator and denominator; ``attack`` and ``defence``
    hold a ``Bonus`` for each kind in ``units``.
    """

    rows: Annotated[int, Meta(ge=1, le=26)]
    columns: Annotated[int, Meta(ge=1, le=10)]
    numbers: _Positive
    win: tuple[_Positive, _Positive]
    sequence: Literal["drawn", "fixed"]
    units: tuple[Unit, ...]
    attack: dict[Unit, Bonus]
    defence: dict[Unit, Bonus]

    @property
    def board(self) -> Grid:
        """The locations."""
        return grid(self.rows, self.columns)


class Editions(Struct, frozen=True, forbid_unknown_fields=True):
    """``data/editions.toml``."""

    planet: Edition
    skirmish: Edition


class Landing(Struct, frozen=True, forbid_unknown_fields=True):
    """How a match of a number of factions begins.

    ``zones`` holds the landing zones of each faction in the order of seats, each faction having ``rebels`` in each of
    them. ``garrisons`` maps the Empire's places to its units.
    """

    zones: tuple[tuple[str, ...], ...]
    rebels: Muster
    garrisons: dict[str, Muster]


class Landings(Struct, frozen=True, forbid_unknown_fields=True):
    """Landings by edition, the first for one faction, the last for six."""

    planet: tuple[Landing, ...]
    skirmish: tuple[Landing, ...]


class Starts(Struct, frozen=True, forbid_unknown_fields=True):
    """``data/start.toml``: landings where the Empire has a place under each number, and where it has one a faction."""

    place: Landings
    factions: Landings


@cache
def editions() -> Editions:
    """Return the editions, read once."""
    return load(_PACKAGE, "editions", Editions)


@cache
def starts() -> Starts:
    """Return the starting positions, read once."""
    return load(_PACKAGE, "start", Starts)


def edition_of(options: Options) -> Edition:
    """Return the edition that is played."""
    return editions().planet if options.edition == "planet" else editions().skirmish


def board_of(options: Options) -> Grid:
    """Return the board that is played on."""
    return edition_of(options).board


def needed(options: Options) -> int:
    """Return how many locations win: the share of the board, rounded up."""
    edition = edition_of(options)
    share = Fraction(*edition.win) if options.win_fraction is None else Fraction(str(options.win_fraction))
    return -(-edition.board.size * share.numerator // share.denominator)
