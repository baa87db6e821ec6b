"""How gaps of a name are read and written: zones, kinds, Leaders, seats, yes and no."""

from collections.abc import Sequence

from moderator.games.solar_system.orders.vocabulary import KIND_NAMES, LEADER_NAMES, SYSTEM_NAMES, ZONE_NAMES, plural
from moderator.games.solar_system.pieces import COLOURS, Kind
from moderator.kit.slots import Named

_IN_CAPITALS = {zone.upper(): zone for zone in ZONE_NAMES.values()}


class Zones(Named[str]):
    """Zones; who names a planet is offered its Near Orbit, not a dot of the ring that is named after it."""

    def near(self, word: str) -> Sequence[str]:
        """Offer zones that are nearly written."""
        zone = _IN_CAPITALS.get(f"NEAR {word}")
        return (zone,) if zone else super().near(word)


ZONE: Zones = Zones({zone: zone for zone in dict.fromkeys(ZONE_NAMES.values())} | dict(ZONE_NAMES), what="place")
AREA: Named[str] = Named({**{name: name for name in SYSTEM_NAMES}, **ZONE_NAMES}, what="place")
LEADER: Named[str] = Named(LEADER_NAMES, what="leader")
SEAT: Named[str] = Named(dict(zip(COLOURS, COLOURS, strict=True)), what="seat")
KIND: Named[Kind] = Named({plural(kind): kind for kind in Kind} | KIND_NAMES, what="unit")
CONSENT: Named[bool] = Named({"YES": True, "NO": False, "ALWAYS": True, "NEVER": False}, what="choice")
