"""All that is drawn of a view of either game, with words in one language."""

from functools import partial
from typing import Any

from moderator.core.pictures import Pictures, Words
from moderator.games.solar_system.seat.drawing import chart, course, map, miniature, poster  # noqa: A004 - the module is named as in every game


def pictures(words: Words) -> Pictures[Any]:
    """Return how a view is drawn with some words."""
    return Pictures(
        draw=partial(map.draw, words),
        chart=partial(chart.chart, words),
        course=partial(course.course, words),
        poster=partial(poster.poster, words),
        miniature=miniature.miniature,
    )
