"""A drawing as a picture of its parts: each is drawn once, kept, and laid over those before it, in a palette PNG.

A part is drawn alone, from a whole pixel on. So its image depends on nothing beside it, and tells nothing of it.
"""

import math
import struct
from collections.abc import Iterable
from functools import cache
from io import BytesIO
from typing import NamedTuple

from PIL import Image

from moderator.core import svg
from moderator.core.game import Drawing, Part

_EFFORT = 5
"""How hard a PNG is packed: it is a tenth smaller and twice as slow above, and much larger below."""
_COLOURS = 256
_PAPER = "#ffffff"
_SHARES = (4, 2, 6, 3, 5)
"""How much of a colour edges show, in eighths: what matters most comes first, in case there is no room for all."""
_APART = 9
"""Blends nearer to a declared colour than this would be taken for it, since Pillow looks at six bits of eight."""

RGB = tuple[int, int, int]


class Place(NamedTuple):
    """The pixels of a picture that a part reaches; its own origin is ``x`` and ``y`` pixels from the first of them."""

    left: int
    top: int
    width: int
    height: int
    x: int
    y: int


def size(drawing: Drawing, scale: float) -> tuple[int, int]:
    """Return how many pixels a drawing has across and down."""
    return round(drawing.width * scale), round(drawing.height * scale)


def place(drawing: Drawing, scale: float, part: Part) -> Place:
    """Return the pixels of the picture that a part reaches; ``scale`` is pixels per user unit."""
    (x, y), box = part.at, part.box
    wide, high = size(drawing, scale)
    across, down = round((x - drawing.left) * scale), round((y - drawing.top) * scale)
    left = max(0, across + math.floor((box.x - x) * scale))
    top = max(0, down + math.floor((box.y - y) * scale))
    right = min(wide, across + math.ceil((box.x + box.width - x) * scale))
    low = min(high, down + math.ceil((box.y + box.height - y) * scale))
    return Place(left, top, max(1, right - left), max(1, low - top), across - left, down - top)


def _is_kept(width: int, height: int) -> bool:
    """Tell whether typst keeps a size: its sums of single precision add a line to some, and stretch the image to it."""
    aspect = _single(width / height)
    return math.ceil(_single(aspect * height)) <= width and math.ceil(_single(width / aspect)) == height


def _single(value: float) -> float:
    """Return the number of single precision nearest to a value."""
    (rounded,) = struct.unpack("f", struct.pack("f", value))
    return float(rounded)


def page(part: Part, at: Place, scale: float, symbols: Iterable[str]) -> dict[str, str | int]:
    """Return a part as SVG, with the size of its image in pixels; some images have an empty line below."""
    width, height = at.width, at.height
    while not _is_kept(width, height):
        height += 1
    shown = svg.group(part.svg, transform=f"translate({at.x} {at.y}) scale({scale:.9g})")
    drawn = svg.document(svg.Box(0, 0, width, height), svg.defs(symbols), shown, title="")
    return {"svg": drawn, "width": width, "height": height}


def laid(drawing: Drawing, scale: float, images: Iterable[tuple[Image.Image, Place]]) -> bytes:
    """Return a drawing as PNG on white; ``images`` are its parts in their order, each with its place."""
    picture = Image.new("RGB", size(drawing, scale), "white")
    for image, at in images:
        picture.paste(image, at[:2], image)
    out = BytesIO()
    limited(picture, drawing.palette).save(out, "PNG", compress_level=_EFFORT)
    return out.getvalue()


def limited(picture: Image.Image, colours: tuple[str, ...]) -> Image.Image:
    """Return a picture in a game's colours and their blends, or as it is where no colours are declared."""
    if not colours:
        return picture
    palette = _palette(colours)
    drawn = picture.quantize(palette=_sought(palette), dither=Image.Dither.NONE)
    drawn.putpalette(palette)
    return drawn


@cache
def _sought(palette: tuple[int, ...]) -> Image.Image:
    """Return an image with a palette as Pillow looks for it: it takes every pixel for the lowest of four values."""
    holder = Image.new("P", (1, 1))
    holder.putpalette([max(0, value - 2) for value in palette])
    return holder


@cache
def _palette(colours: tuple[str, ...]) -> tuple[int, ...]:
    """Return the palette of a game: its colours as they are, then what they become towards paper."""
    named = list(dict.fromkeys(map(_rgb, (_PAPER, *colours))))
    blends = [_blend(colour, named[0], share) for share in _SHARES for colour in named]
    made = named + [each for each in dict.fromkeys(blends) if all(_apart(each, other) for other in named)]
    return tuple(value for colour in made[:_COLOURS] for value in colour)


def _rgb(colour: str) -> RGB:
    red, green, blue = bytes.fromhex(colour[1:])
    return red, green, blue


def _blend(one: RGB, other: RGB, share: int) -> RGB:
    red, green, blue = ((a * share + b * (8 - share)) // 8 for a, b in zip(one, other, strict=True))
    return red, green, blue


def _apart(one: RGB, other: RGB) -> bool:
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) >= _APART
