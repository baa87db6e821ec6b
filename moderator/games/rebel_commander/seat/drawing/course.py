"""The course of a match as a chart: locations and units of both sides over the turns."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from moderator.core import svg
from moderator.core.pictures import Drawing, Words
from moderator.core.svg import Point
from moderator.games.rebel_commander.pieces import Side
from moderator.games.rebel_commander.seat.drawing.marks import INK
from moderator.games.rebel_commander.seat.view import Score, View
from moderator.kit.drawing.course import HEIGHT, LOW, TOP, End, Line, Panel, chart, ring

_FEW_TURNS = 12
"""With more turns than that not every point has a mark."""
_LETTER = 9.0
"""How wide a letter of a side's name is, on average."""
_CACHE_SIZE = 64
"""Charts that a process keeps: seats of a match are mostly told the same scores."""


def _square(at: Point, colour: str) -> str:
    return svg.rect(at[0] - 3.8, at[1] - 3.8, 7.6, 7.6, fill=colour)


class Look(NamedTuple):
    """How one side is drawn: colour, dashes, and its marks."""

    colour: str
    dashes: str
    mark: Callable[[Point, str], str]


_LOOKS: dict[Side, Look] = {"rebels": Look("#b85c0b", "", partial(ring, r=4)), "empire": Look(INK, "7 4", _square)}

Figure = Callable[[Score], int | None]

_LOCATIONS: dict[Side, Figure] = {"rebels": lambda s: s.rebel_locations, "empire": lambda s: s.empire_locations}
_UNITS: dict[Side, Figure] = {"rebels": lambda s: s.rebel_units, "empire": lambda s: s.empire_units}


def course(words: Words, view: View) -> Drawing | None:
    """Return both sides' locations and units turn by turn, as far as the viewer may know; None before the first."""
    scores = tuple((note.turn, note.score) for note in view.history)
    return _draw_scores(words, view.options.edition, scores) if scores else None


@lru_cache(_CACHE_SIZE)
def _draw_scores(words: Words, edition: str, turn_scores: tuple[tuple[int, Score], ...]) -> Drawing:
    """Draw the scores of some turns."""
    turns, scores = zip(*turn_scores, strict=True)
    goal = scores[-1].needed
    panels = (_panel(words, scores, "locations", _LOCATIONS, goal), _panel(words, scores, "units", _UNITS, 0))
    return chart(turns, panels, f"{edition} {turns[-1]}")


def _panel(words: Words, scores: Sequence[Score], title: str, figures: Mapping[Side, Figure], goal: int) -> Panel:
    every = 1 if len(scores) <= _FEW_TURNS else 5
    drawn = [
        Line(words(f"{side}-side"), [figure(score) for score in scores], *_LOOKS[side], every)
        for side, figure in figures.items()
    ]
    room = max(70.0, 9 + _LETTER * max(len(line.name) for line in drawn))
    return Panel(words(title), drawn, _labels, 34.0, room, lambda most: _levels(most, goal), goal)


def _levels(most: int, goal: int) -> list[int]:
    half = most // 2
    return [0, half if half < 10 else half // 10 * 10, *([] if goal else [most])]  # noqa: PLR2004 - tens from ten on


def _labels(ends: list[End], right: float) -> list[str]:
    """Write each side's figure and name at the end of its line, apart from each other."""
    heights = [end.y for end in ends]
    if len(heights) > 1 and heights[1] - heights[0] < 30:  # noqa: PLR2004 - two lines of each label
        middle = min(max(sum(heights) / 2, TOP + 14), HEIGHT - LOW - 28)
        heights = [middle - 16, middle + 15]
    return [
        svg.text(str(end.figure), right + 9, y, font_weight=700, fill=end.colour)
        + svg.text(end.name, right + 9, y + 14, font_size=14, fill=end.colour)
        for y, end in zip(heights, ends, strict=True)
    ]
