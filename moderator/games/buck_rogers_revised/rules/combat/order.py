"""Combat from the Sun outward: in each system its dots, its orbits, bombs, and its territories; PEET 1."""

from collections.abc import Iterable, Sequence
from functools import cache

from moderator.games.buck_rogers_revised.rules.combat import rounds
from moderator.games.buck_rogers_revised.rules.turn import Turn
from moderator.games.solar_system.board.zones import PLACES, SATURN, SYSTEMS, zone_of

_SUN = ""


def places(turn: Turn) -> Iterable[str]:
    """Return the systems in the order in which they fight: the Sun first, Saturn last."""
    del turn
    return (_SUN, *SYSTEMS, zone_of(SATURN).system)


def enter(turn: Turn, system: str) -> None:
    """Go on to a system."""
    turn.system = system


def spaces(turn: Turn) -> None:
    """Fight on the dots of a system's ring, then on those of its Trans ring."""
    _fight(turn, _zones(turn, "space"))


def far(turn: Turn) -> None:
    """Fight in the Far Orbits of a system, the smaller battles first."""
    _fight(turn, rounds.by_size(turn, _zones(turn, "orbit", "far")))


def near(turn: Turn) -> None:
    """Fight in the Near Orbits of a system, the smaller battles first."""
    _fight(turn, rounds.by_size(turn, _zones(turn, "orbit", "near")))


def lands(turn: Turn) -> None:
    """Fight in the territories of a system, the smaller battles first."""
    _fight(turn, rounds.contested_zones(turn, _zones(turn, "territory")))


def _zones(turn: Turn, kind: str, level: str = "") -> list[int]:
    """Return the zones of a kind where somebody is, in the order of the board."""
    some = _all_zones(turn.system, kind, level)
    units = {at for (at, _), pile in turn.piles.items() if at in some and pile.total}
    return sorted(units | some.intersection(one.at for one in turn.people.values()))


@cache
def _all_zones(system: str, kind: str, level: str) -> frozenset[int]:
    return frozenset(zone.index for zone in PLACES if (zone.system, zone.kind, zone.level) == (system, kind, level))


def _fight(turn: Turn, zones: Sequence[int]) -> None:
    for at in zones:
        rounds.resolve(turn, at)
