"""Everything that can happen, one module per part of a turn."""

from moderator.core.codec import declared_structs
from moderator.core.game import Event
from moderator.games.buck_rogers_revised.events import battle, gm, movement, production, set_up, status
from moderator.games.solar_system.events import battle as shared_battle
from moderator.games.solar_system.events import building, dawn, ending
from moderator.games.solar_system.events import gm as shared_gm
from moderator.games.solar_system.events import movement as shared_movement
from moderator.games.solar_system.events import set_up as shared_set_up
from moderator.kit.amend import OptionSet

_SHARED = (shared_set_up, shared_movement, shared_battle, building, ending, dawn, shared_gm)
_OWN = (set_up, production, movement, battle, status, gm)
EVENTS: tuple[type[Event], ...] = (
    *(kind for part in (*_SHARED, *_OWN) for kind in declared_structs(part.__name__) if issubclass(kind, Event)),
    OptionSet,
)
"""All events: those of every rule set in the order of a turn, then those of this one."""
