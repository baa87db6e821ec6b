"""The steps of units by the revised rules: nobody stops them, and some lines of the display cost more."""

from moderator.games.solar_system.board import walking as shared
from moderator.games.solar_system.board.ways import NOWHERE
from moderator.games.solar_system.board.zones import NUMBER, PLACES, SATURN

_AT_SATURN = NUMBER[SATURN]
_TOO_FAR = 99


class Walker(shared.Walker):
    """Units of some kinds of a seat that go together from a zone, with Leaders or alone."""

    __slots__ = ()
    has_tolls = True

    def toll(self, before: int, here: int, there: int) -> int:
        """Return what a step costs besides: back along a line of space one more, along Saturn's all of a whole move."""
        if _AT_SATURN in (here, there):
            return self.allowance - 1 if before == NOWHERE else _TOO_FAR
        return int(there == before and PLACES[here].kind == PLACES[there].kind == "space")

    def fire(self, at: int) -> bool:
        """Tell whether somebody may fire as they leave a zone: whoever is there, on land a Marker, too."""
        return self._forces.rules.pass_through and self._forces.is_foreign(self._seat, at)

    def halts(self, at: int) -> bool:
        """Tell whether their move ends in a zone: only on either end of Saturn's line, enemies stop nobody."""
        return _AT_SATURN in (at, self._at)
