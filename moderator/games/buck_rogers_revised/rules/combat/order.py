"""Combat from the Sun outward: in each system its dots, its orbits, bombs, and its territories; PEET 1."""

from collections.abc import Iterable, Sequence

from moderator.games.buck_rogers_revised.rules.combat import battle
from moderator.games.buck_rogers_revised.rules.turn import Turn
from moderator.games.solar_system.board.zones import PLACES, SATURN, SYSTEMS, Zone, zone_of

_SUN = ""


def places(turn: Turn) -> Iterable[str]:
    """Return the systems in the order in which they fight: the Sun first, Saturn last."""
    del turn
    return (_SUN, *SYSTEMS, zone_of(SATURN).system)


def enter(turn: Turn, system: str) -> None:
    """Go on to a system."""
    turn.system = system


def _zones(turn: Turn) -> Sequence[Zone]:
    return [zone for zone in PLACES if zone.system == turn.system]


def spaces(turn: Turn) -> None:
    """Fight on the dots of a system's ring, then on those of its Trans ring."""
    _fight(turn, [zone.index for zone in _zones(turn) if zone.kind == "space"])


def far(turn: Turn) -> None:
    """Fight in the Far Orbits of a system, the smaller battles first."""
    _fight(turn, battle.by_size(turn, [zone.index for zone in _zones(turn) if zone.level == "far"]))


def near(turn: Turn) -> None:
    """Fight in the Near Orbits of a system, the smaller battles first."""
    _fight(turn, battle.by_size(turn, [zone.index for zone in _zones(turn) if zone.is_near]))


def lands(turn: Turn) -> None:
    """Fight in the territories of a system, the smaller battles first."""
    _fight(turn, battle.contested(turn, [zone.index for zone in _zones(turn) if zone.is_territory]))


def _fight(turn: Turn, zones: Sequence[int]) -> None:
    for at in zones:
        battle.resolve(turn, at)
