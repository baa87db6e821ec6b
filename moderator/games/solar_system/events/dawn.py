"""Events at the beginning of a turn: planets move."""

from moderator.core.game import Event


class PlanetsMoved(Event, frozen=True, kw_only=True):
    """Each marker moved on by a dot; ``dots`` are the markers with the dots that they stand on now."""

    turn: int
    dots: tuple[tuple[str, str], ...]
