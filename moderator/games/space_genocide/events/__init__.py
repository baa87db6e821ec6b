"""Everything that can happen in a match, by phase.

Markers, battles, launches and cards that are played are open to all; ``seen_by`` names the one seat that knows its own
mats, counters, hand and failures. Whoever sees less gets the smaller event beside it (``ShipsProduced`` beside
``ShipsBuilt``, ``CardsDrawn`` beside ``CardsGained``).
"""

from moderator.core.codec import declared_structs
from moderator.core.game import Event
from moderator.games.space_genocide.events import battle, cards, ending, gm, production, set_up, transport
from moderator.kit.amend import OptionSet

_PHASES = (set_up, transport, battle, production, cards, ending, gm)

EVENTS: tuple[type[Event], ...] = (
    *(kind for phase in _PHASES for kind in declared_structs(phase.__name__) if issubclass(kind, Event)),
    OptionSet,
)
"""All event types; each has its words in a template named after its tag."""
