"""All that is drawn of a view, with words in one language."""

from functools import partial

from moderator.core.pictures import Pictures, Words
from moderator.games.space_genocide.seat.drawing import chart, course, map, poster  # noqa: A004 - the module is named as in every game
from moderator.games.space_genocide.seat.drawing.miniature import miniature
from moderator.games.space_genocide.seat.view import View


def pictures(words: Words) -> Pictures[View]:
    """Return how a view is drawn with some words."""
    return Pictures(
        draw=partial(map.draw, words),
        chart=partial(chart.chart, words),
        course=partial(course.course, words),
        poster=partial(poster.poster, words),
        miniature=miniature,
    )
