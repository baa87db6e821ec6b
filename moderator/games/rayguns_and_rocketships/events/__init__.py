"""Everything that can happen, one module per part of a Turn."""

from moderator.core.codec import declared_structs
from moderator.core.game import Event
from moderator.games.rayguns_and_rocketships.events import (
    crew,
    ending,
    flight,
    gm,
    gunnery,
    lines,
    reveal,
    set_up,
    tokens,
)
from moderator.kit.amend import OptionSet

_PARTS = (set_up, reveal, flight, gunnery, crew, tokens, ending, lines, gm)
EVENTS: tuple[type[Event], ...] = (
    *(kind for part in _PARTS for kind in declared_structs(part.__name__) if issubclass(kind, Event)),
    OptionSet,
)
"""All events, in the order of a Turn."""
