"""Exact odds of a battle on land between two sides that aim by default: who is left, and how often.

A battle is followed through all its rounds. Rounds in which nobody is hit only take time, so they are left out of the
reckoning.
"""

from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache

from msgspec.structs import replace

from moderator.games.solar_system.board.firing import FIRING, Force, chance, target_of
from moderator.games.solar_system.pieces import Kind

Units = tuple[tuple[Kind, int], ...]
Odds = tuple[float, float, float]
"""How often the first side is left, the second, and neither."""

_MOST = 14
"""Units of both sides together; larger battles are not reckoned."""


def odds(mine: Force, theirs: Force) -> Odds | None:
    """Return how often each side is left; None for battles that are too large to reckon."""
    if sum(mine.units.values()) + sum(theirs.units.values()) > _MOST:
        return None
    return _Battle(mine, theirs).odds(_key(mine.units), _key(theirs.units))


def _key(units: Mapping[Kind, int]) -> Units:
    return tuple((kind, units[kind]) for kind in FIRING if units.get(kind))


class _Battle:
    """A battle between two sides, each state of which is reckoned once."""

    def __init__(self, mine: Force, theirs: Force) -> None:
        self._sides = (mine, theirs)
        self._known: dict[tuple[Units, Units], Odds] = {}

    def odds(self, mine: Units, theirs: Units) -> Odds:
        """Return the odds from a state on."""
        if not mine or not theirs:
            return (float(bool(mine)), float(bool(theirs)), float(not mine and not theirs))
        key = (mine, theirs)
        if key not in self._known:
            self._known[key] = self._reckoned(mine, theirs)
        return self._known[key]

    def _reckoned(self, mine: Units, theirs: Units) -> Odds:
        fallen_theirs = self._volley(0, mine, theirs)
        fallen_mine = self._volley(1, theirs, mine)
        stays = fallen_mine.get((), 0.0) * fallen_theirs.get((), 0.0)
        if stays >= 1.0:
            return (0.0, 0.0, 0.0)
        out = [0.0, 0.0, 0.0]
        for lost, often in fallen_mine.items():
            for killed, as_often in fallen_theirs.items():
                if lost or killed:
                    after = self.odds(_less(mine, lost), _less(theirs, killed))
                    for at in range(3):
                        out[at] += often * as_often * after[at] / (1.0 - stays)
        return (out[0], out[1], out[2])

    def _volley(self, side: int, firing: Units, aimed: Units) -> dict[Units, float]:
        """Return what one side's shots of a round can strike, and how often."""
        shooter = replace(self._sides[side], units=dict(firing))
        states: dict[tuple[Units, Units], float] = {((), ()): 1.0}
        for kind in [kind for kind, count in firing for _ in range(count)]:
            after: defaultdict[tuple[Units, Units], float] = defaultdict(float)
            for (struck, seen), often in states.items():
                enemy = replace(self._sides[1 - side], units=dict(aimed), struck=dict(struck), aimed=dict(seen))
                found = target_of(kind, shooter, [enemy])
                if found is None:
                    after[struck, seen] += often
                    continue
                _, target, number = found
                hit = chance(number)
                aimed_at = _more(seen, target)
                after[_more(struck, target), aimed_at] += often * hit
                if hit < 1.0:
                    after[struck, aimed_at] += often * (1.0 - hit)
            states = after
        out: defaultdict[Units, float] = defaultdict(float)
        for (struck, _), often in states.items():
            out[struck] += often
        return out


@lru_cache(maxsize=4096)
def _more(units: Units, kind: Kind) -> Units:
    """Return units with one more of a kind."""
    counts = dict(units)
    counts[kind] = counts.get(kind, 0) + 1
    return _key(counts)


@lru_cache(maxsize=4096)
def _less(units: Units, lost: Units) -> Units:
    """Return units without some."""
    gone = dict(lost)
    return tuple((kind, count - gone.get(kind, 0)) for kind, count in units if count > gone.get(kind, 0))
