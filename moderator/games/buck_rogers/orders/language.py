"""The order language of Buck Rogers."""

from typing import Any

from moderator.games.buck_rogers.orders.sayings import SAYABLE, SAYINGS
from moderator.games.buck_rogers.orders.types import ORDERS, TOPICS, Purchase
from moderator.games.solar_system.orders.language import Made, capitals, language_of, slots_of
from moderator.games.solar_system.orders.lists import KIND, Phrases
from moderator.games.solar_system.orders.vocabulary import Words, zone_names
from moderator.games.solar_system.pieces import COLOURS
from moderator.games.solar_system.tables import figures
from moderator.kit.slots import Named
from moderator.language.grammar.slots import Number, Slot


class Persistence(Number):
    """ALWAYS, STRONGER, NEVER, or a number of rounds."""

    _words = ("ALWAYS", "STRONGER", "NEVER")

    def read(self, words: Any) -> Any:  # noqa: ANN401 - a number or a word
        """Read a word or a number."""
        return (words[0].lower(), 1) if words[0] in self._words else super().read(words)

    def write(self, value: object) -> str:
        """Write it in capitals."""
        return str(value).upper()

    def values(self) -> list[str]:
        """Return words and numbers."""
        return [*self._words, "1", "2", "3"]


PHRASES = Phrases(Words(COLOURS, figures().leader, zone_names()))

_TOPICS = {topic.upper(): topic for topic in TOPICS}
SLOTS: dict[str, Slot] = {
    **slots_of(PHRASES),
    "persistence": Persistence(1, 50),
    "other": KIND,
    "purchase": capitals(Purchase, Made, TROOPERS="trooper", FIGHTERS="fighter", FACTORIES="factory"),
    "topic": Named(_TOPICS | {f"{name}S": topic for name, topic in _TOPICS.items()}, noun="choice"),
}

LANGUAGE = language_of(ORDERS, SLOTS, {"SCRAP": "DISMANTLE"}, SAYINGS, SAYABLE)
"""Reads and writes orders."""
