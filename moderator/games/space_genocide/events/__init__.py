"""Everything that can happen in a match, by phase.

Markers, battles, launches and cards that are played are open to all; ``seen_by`` names the one seat that knows its own
mats, counters, hand and failures. Whoever sees less gets the smaller event beside it (``ShipsProduced`` beside
``ShipsBuilt``, ``CardsDrawn`` beside ``CardsGained``).
"""

from moderator.core.game import Event
from moderator.games.space_genocide.events import battle, cards, ending, gm, production, set_up, transport

_PHASES = (set_up, transport, battle, production, cards, ending, gm)

EVENTS: tuple[type[Event], ...] = tuple(
    kind
    for phase in _PHASES
    for kind in vars(phase).values()
    if isinstance(kind, type) and issubclass(kind, Event) and kind.__module__ == phase.__name__
)
"""All event types; each has its words in a template named after its tag."""
