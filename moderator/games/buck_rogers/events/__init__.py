"""Everything that can happen, one module per part of a turn."""

from moderator.core.codec import declared
from moderator.core.game import Event
from moderator.games.buck_rogers.events import battle, building, dawn, ending, gm, movement, set_up
from moderator.kit.amend import OptionSet

_PARTS = (set_up, dawn, movement, battle, building, ending, gm)
EVENTS: tuple[type[Event], ...] = (
    *(kind for part in _PARTS for kind in declared(part.__name__) if issubclass(kind, Event)),
    OptionSet,
)
"""All events, in the order of a turn."""
