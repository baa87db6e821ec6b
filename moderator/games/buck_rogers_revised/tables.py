"""What the data file of the revised rules must contain."""

from functools import cache

from msgspec import Struct

from moderator.core.tables import load
from moderator.games.buck_rogers_revised.options import Length
from moderator.games.buck_rogers_revised.pieces import Space
from moderator.games.solar_system.pieces import Kind

_PACKAGE = "moderator.games.buck_rogers_revised"


class Planet(Struct, frozen=True, forbid_unknown_fields=True):
    """What counts as a planet at a census: its body, the bonus for all of it and limit of Factories ("Planet")."""

    name: str
    body: str
    worth: int = 0


class Party(Struct, frozen=True, forbid_unknown_fields=True):
    """What depends on the number of players: zones and planets that win, colours of a seat, zones dealt, units.

    Without ``cards`` the number of colours tells how many zones, without ``start`` units are those of the board.
    """

    zones: int
    planets: int
    colours: int = 1
    cards: int = 0
    start: dict[Kind, int] = {}


class Deal(Struct, frozen=True, forbid_unknown_fields=True):
    """What depends on how many colours a seat has: zones dealt, and how many units may stand in one at set-up."""

    cards: int
    stack: int


class Chit(Struct, frozen=True, forbid_unknown_fields=True):
    """Where the victory chit starts: on a number, or so many above the zones that win by the number of players."""

    start: int = 0
    above: int = 0


class Bonus(Struct, frozen=True, forbid_unknown_fields=True):
    """What a Leader adds to throws by or at own units: of some kinds and in some spaces (none: all).

    ``first``: in the first round alone. ``elsewhere``: where he is not, instead of where he is.
    """

    add: int
    kinds: tuple[Kind, ...] = ()
    spaces: tuple[Space, ...] = ()
    first: bool = False
    elsewhere: bool = False


class Powers(Struct, frozen=True, forbid_unknown_fields=True):
    """What a Leader changes on the battle board ("Leader Abilities").

    ``mine`` goes with throws of own units, ``theirs`` with those at them. ``fights_as`` is a unit that he is himself,
    ``extra_fire`` lets Commandos fire in the Fire step, too, and leave at the end of the round.
    """

    mine: tuple[Bonus, ...] = ()
    theirs: tuple[Bonus, ...] = ()
    fights_as: Kind | None = None
    ignores_first_hit: bool = False
    extra_fire: bool = False
    retreats_early: bool = False


class Figures(Struct, frozen=True, forbid_unknown_fields=True):
    """``data/figures.toml``."""

    makes: dict[Kind, tuple[int, int]]
    price: dict[Kind, int]
    planet: tuple[Planet, ...]
    players: dict[int, Party]
    colours: dict[int, Deal]
    chit: dict[Length, Chit]
    power: dict[str, Powers]


@cache
def figures() -> Figures:
    """Return the figures, read once."""
    return load(_PACKAGE, "figures", Figures)
