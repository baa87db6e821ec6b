"""Everything that can happen, one module per part of a turn."""

from moderator.core.codec import declared_structs
from moderator.core.game import Event
from moderator.games.buck_rogers.events import battle as own_battle
from moderator.games.buck_rogers.events import building as own_building
from moderator.games.buck_rogers.events import dawn as own_dawn
from moderator.games.buck_rogers.events import ending as own_ending
from moderator.games.buck_rogers.events import movement as own_movement
from moderator.games.buck_rogers.events import set_up as own_set_up
from moderator.games.solar_system.events import battle, building, dawn, ending, gm, movement, set_up
from moderator.kit.amend import OptionSet

_SHARED = (set_up, dawn, movement, battle, building, ending, gm)
_OWN = (own_set_up, own_dawn, own_movement, own_battle, own_building, own_ending)
EVENTS: tuple[type[Event], ...] = (
    *(kind for part in (*_SHARED, *_OWN) for kind in declared_structs(part.__name__) if issubclass(kind, Event)),
    OptionSet,
)
"""All events: those of every rule set in the order of a turn, then those of this one."""
