"""Laws about pictures: every view can be drawn and printed, on paper and in plain text."""

from io import BytesIO
from math import ceil, floor
from typing import Any

from msgspec.structs import replace
from PIL import Image, ImageChops

from moderator.core.pictures import Drawing, Part, Pictures
from moderator.core.svg import Box
from moderator.rendering.typesetting.drawing_operators import drawing_operators
from moderator.rendering.typesetting.parts import place
from moderator.rendering.typesetting.pdf_pages import pdf_page
from moderator.rendering.typesetting.raster import Typesetter, scale
from moderator.testing.subjects import TableSubject

CHART_COLUMNS = 60
"""As wide as the map of a plain-text letter may be."""
_SOME = 4
_INKED = 2
_AROUND, _FAINT = 12, 24
"""How far around a part ink is looked for, in user units, and how dark it must be to be missed."""


def further(pictures: Pictures[Any], view: Any) -> list[Drawing]:  # noqa: ANN401 - the game's own
    """Return what is drawn of a view beside its maps: for match recaps, posters and their markers."""
    posters = [poster for blank in (False, True) if (poster := pictures.poster(view, blank=blank))]
    walls = [
        each for poster in posters for each in (poster.board, poster.legend, *(it.drawing for it in poster.markers))
    ]
    return [drawing for drawing in (pictures.course(view), pictures.miniature(view), *walls) if drawing]


def every_view_can_be_drawn(table: TableSubject) -> None:
    """Public, GM and every seat get drawings that can be printed, and a chart that fits a plain-text letter."""
    game = table.game
    for moment in table.moments(_SOME):
        for who in table.watchers:
            view = game.view(moment.step.state, who)
            for pictures in table.pictures_by_language():
                drawings = pictures.draw(view)
                table.require(drawings, "there is no map", who)
                for drawing in (*drawings, *further(pictures, view)):
                    table.require(pdf_page(drawing).pieces, f"nothing is drawn: {drawing.alt}", who)
                    table.require(drawing.width > 0 < drawing.height, f"a drawing has no size: {drawing.alt}", who)
                columns = max(map(len, pictures.chart(view).splitlines()))
                table.require(columns <= CHART_COLUMNS, f"the chart has {columns} columns, of {CHART_COLUMNS}", who)


def parts_stay_in_their_boxes(table: TableSubject) -> None:
    """Nothing is drawn outside the box of its part: pictures would cut it off."""
    game, press, looked = table.game, Typesetter(), set[tuple[Part, float]]()
    for moment in table.moments(_INKED):
        who = table.watchers[-1]
        view = game.view(moment.step.state, who)
        for drawing in (each for pictures in table.pictures_by_language() for each in pictures.draw(view)):
            for part in drawing.parts:
                if (part, drawing.width) not in looked:
                    looked.add((part, drawing.width))
                    table.require(not strays(press, drawing, part), f"drawn outside its box: {part}", who)


def strays(press: Typesetter, drawing: Drawing, part: Part) -> bool:
    """Tell whether anything is drawn around a part's box, within the drawing."""
    left, top = floor(part.box.x) - _AROUND, floor(part.box.y) - _AROUND
    width, height = ceil(part.box.width) + 2 * _AROUND, ceil(part.box.height) + 2 * _AROUND
    larger = replace(part, box=Box(left, top, width, height))
    alone = replace(drawing, parts=(larger,), left=left, top=top, width=width, height=height)
    with Image.open(BytesIO(press.png(alone))) as image:
        inked = ImageChops.invert(image.convert("L")).point(lambda light: 255 * (light > _FAINT))
    x, y, wide, high, *_ = place(alone, scale(alone), part, drawing_operators(part.svg).at)
    inked.paste(0, (x, y, x + wide, y + high))
    return inked.getbbox() is not None
