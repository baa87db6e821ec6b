"""All that is drawn of a view, with words in one language: as in the older rules, on a map of its own."""

from functools import partial

from msgspec.structs import replace

from moderator.core.pictures import Pictures, Words
from moderator.games.buck_rogers_revised.seat.drawing import map  # noqa: A004 - the module is named as in every game
from moderator.games.buck_rogers_revised.seat.view import View
from moderator.games.solar_system.seat.drawing import pictures as shared


def pictures(words: Words) -> Pictures[View]:
    """Return how a view is drawn with some words."""
    return replace(shared.pictures(words), draw=partial(map.draw, words))
