"""Retreats in any battle: when their occasion has come, what goes by default, where to."""

from collections.abc import Sequence

from moderator.core.seats import Seat
from moderator.games.solar_system.board.forces import Forces
from moderator.games.solar_system.board.walking import Walker
from moderator.games.solar_system.board.zones import PLACES
from moderator.games.solar_system.orders.doctrine import covers
from moderator.games.solar_system.orders.phrases import ALL, Occasion, Units
from moderator.games.solar_system.orders.types import Retreat
from moderator.games.solar_system.pieces import SHIPS

DEFAULT = Retreat(units=Units(tuple((kind, ALL) for kind in SHIPS), every=False), occasion=Occasion("weaker", 3))
"""What ships do in orbits and on dots where doctrine says nothing."""

FRIENDS = 1
"""A Leader goes when at most so many friends are left beside him."""


def has_come(occasion: Occasion, round: int, lost: int, strengths: tuple[float, float]) -> bool:  # noqa: A002
    """Tell whether an occasion has come in a round, after losses, with a side's strength and that of its enemies."""
    if occasion.what == "round":
        return round >= occasion.number
    if occasion.what == "losses":
        return lost >= occasion.number
    mine, theirs = strengths
    return theirs > 0 and theirs >= occasion.number * mine


def refuges(forces: Forces, seat: Seat, at: int, walker: Walker, wished: Sequence[str] = ()) -> list[int]:
    """Return the zones that units of a seat can retreat to: as wished first, then where friends are, then own land."""
    near = (there for there in forces.sky.near[at] if there not in forces.sky.same(at) and walker.enters(at, there))

    def rank(there: int) -> tuple[int, ...]:
        name = PLACES[there].name
        wish = next((place for place, zone in enumerate(wished) if covers((zone,), name)), len(wished))
        return (wish, -forces.units_of(seat, there), forces.holder(there) != seat, there)

    return sorted((there for there in near if not _has_enemy(forces, seat, there)), key=rank)


def _has_enemy(forces: Forces, seat: Seat, there: int) -> bool:
    if PLACES[there].is_territory:
        return forces.is_foreign(seat, there)
    return any(forces.others(seat, at) for at in forces.sky.same(there))
