"""All that is drawn of a view, with words in one language."""

from functools import partial

from moderator.core.pictures import Pictures, Words
from moderator.games.buck_rogers_revised.seat.drawing import map  # noqa: A004 - the module is named as in every game
from moderator.games.buck_rogers_revised.seat.view import View
from moderator.games.solar_system.seat.drawing import chart, course, miniature, poster


def pictures(words: Words) -> Pictures[View]:
    """Return how a view is drawn with some words."""
    return Pictures(
        draw=partial(map.draw, words),
        chart=partial(chart.chart, words),
        course=partial(course.course, words),
        poster=partial(poster.poster, words),
        miniature=miniature.miniature,
    )
