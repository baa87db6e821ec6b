"""How gaps of a name are read and written: zones, kinds, Leaders, seats, yes and no."""

from collections.abc import Sequence

from moderator.games.solar_system.orders.vocabulary import KIND_NAMES, plural
from moderator.games.solar_system.pieces import Kind
from moderator.kit.slots import Named


class Zones(Named[str]):
    """Zones; who names a planet is offered its Near Orbit, not a dot of the ring that is named after it."""

    def near(self, word: str) -> Sequence[str]:
        """Offer zones that are nearly written."""
        zone = self._values.get(f"NEAR {word}")
        return (zone,) if zone else super().near(word)


KIND: Named[Kind] = Named({plural(kind): kind for kind in Kind} | KIND_NAMES, what="unit", common=True)
CONSENT: Named[bool] = Named({"YES": True, "NO": False, "ALWAYS": True, "NEVER": False}, what="choice")
