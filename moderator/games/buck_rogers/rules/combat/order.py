"""Combat from the Sun outward: in each system the free shots, then its territories, orbits and dots."""

from collections.abc import Iterable

from moderator.games.buck_rogers.rules.combat import rounds
from moderator.games.buck_rogers.rules.combat.free_shots import FREE_SHOTS
from moderator.games.buck_rogers.rules.turn import Turn
from moderator.games.solar_system.board.zones import SYSTEMS, ZONES
from moderator.games.solar_system.rules import standing

_SUN = ""


def places(turn: Turn) -> Iterable[str]:
    """Return the systems in the order in which they fight, the Sun first."""
    del turn
    return (_SUN, *SYSTEMS)


def enter(turn: Turn, system: str) -> None:
    """Go on to a system."""
    turn.system = system


def shoot(turn: Turn) -> None:
    """Fire all that is fired before the battles of a system."""
    for shots in FREE_SHOTS:
        shots(turn, turn.system)


def fight(turn: Turn) -> None:
    """Play the battles of a system: territories, the smallest first, orbits, then the dots of its rings.

    A KilSat goes with the land below it before the orbits fight.
    """
    own = [zone for zone in ZONES if zone.system == turn.system]
    lands = [zone.index for zone in own if zone.is_territory]
    orbits = [zone for zone in own if zone.kind == "orbit"]
    orbits.sort(key=lambda zone: (not zone.is_near, zone.body == "earth", zone.index))
    dots = [zone.index for zone in own if zone.kind == "space"]
    for at in rounds.contested_zones(turn, lands):
        rounds.resolve(turn, at)
    standing.hand_over_kilsats(turn)
    seen: set[int] = set()
    for at in (*(zone.index for zone in orbits), *dots):
        same = turn.sky.same(at)
        if at not in seen and not all(turn.is_deserted(zone) for zone in same):
            seen.update(same)
            rounds.resolve(turn, at)
