"""The whole night, as nobody but the GM sees it."""

from msgspec import Struct


class Options(Struct, frozen=True, kw_only=True):
    """What an operator may set."""

    nights: int = 8
    courage: int = 2
    loud: bool = False


class State(Struct, frozen=True, kw_only=True):
    """Where the thieves are and what is left of their courage; ``beaten`` must flee before the next night."""

    options: Options
    seats: tuple[str, ...]
    turn: int = 1
    weather: int = 1
    place: dict[str, str]
    courage: dict[str, int]
    beaten: tuple[str, ...] = ()

    @property
    def standing(self) -> tuple[str, ...]:
        """The thieves who are still about, in the order of seats."""
        return tuple(seat for seat in self.seats if self.courage[seat] > 0)
