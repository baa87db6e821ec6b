"""A drawing as a picture of its parts: each is drawn once, kept, and laid over those before it, in a palette PNG.

A part is drawn alone, from a whole pixel on. So its image depends on nothing beside it, and tells nothing of it.
"""

import math
from collections.abc import Iterable
from functools import lru_cache
from io import BytesIO
from typing import NamedTuple

from PIL import Image

from moderator.core.pictures import Drawing, Part
from moderator.core.svg import Point

COMPRESSION_LEVEL = 5
"""How hard pictures and letters are packed: at 6 that takes a third longer and saves a twentieth of the bytes."""
_COLOURS = 256
_KEPT = 256
"""Palettes that a process keeps: a turn's pictures mostly have those of the turn before."""
_PAPER = "#ffffff"
_SHARES = (4, 2, 6)
"""How much of a colour edges show, in eighths: what matters most comes first, in case there is no room for all."""
_DARK_SHARES = (5, 3)
"""How much of the darkest colour edges show, too: a seat's colour would else be nearest to some of their greys."""
_LEAST_COLOUR_DISTANCE = 9
"""Blends nearer to a drawn colour than this would be taken for it, since Pillow looks at six bits of eight."""

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


def place(drawing: Drawing, scale: float, part: Part, at: Point) -> Place:
    """Return the pixels of the picture that a part reaches; ``scale`` is pixels per user unit.

    The point ``at``, from which the part counts, is at the nearest whole pixel: so its image is the same anywhere.
    """
    (x, y), box = at, part.box
    wide, high = size(drawing, scale)
    across, down = round((x - drawing.left) * scale), round((y - drawing.top) * scale)
    left = max(0, across + math.floor((box.x - x) * scale))
    top = max(0, down + math.floor((box.y - y) * scale))
    right = min(wide, across + math.ceil((box.x + box.width - x) * scale))
    low = min(high, down + math.ceil((box.y + box.height - y) * scale))
    return Place(left, top, max(1, right - left), max(1, low - top), across - left, down - top)


def compose(
    drawing: Drawing, scale: float, images: Iterable[tuple[Image.Image, Place]], colours: Iterable[str]
) -> bytes:
    """Return a drawing as PNG on white; ``images`` are its parts in their order, each with its place."""
    picture = Image.new("RGB", size(drawing, scale), "white")
    for image, at in images:
        picture.paste(image, at[:2], image)
    return encode_png(limit_palette(picture, tuple(sorted(colours))))


def limit_palette(picture: Image.Image, colours: tuple[str, ...]) -> Image.Image:
    """Return a picture in the colours that were drawn and their blends with paper."""
    palette = _palette(colours)
    drawn = picture.quantize(palette=_palette_image(palette), dither=Image.Dither.NONE)
    drawn.putpalette(palette)
    return drawn


def encode_png(picture: Image.Image) -> bytes:
    """Return a picture with a palette as PNG."""
    file = BytesIO()
    picture.save(file, "PNG", compress_level=COMPRESSION_LEVEL)
    return file.getvalue()


@lru_cache(_KEPT)
def _palette_image(palette: tuple[int, ...]) -> Image.Image:
    """Return an image with a palette as Pillow looks for it: it takes every pixel for the lowest of four values."""
    holder = Image.new("P", (1, 1))
    holder.putpalette([max(0, value - 2) for value in palette])
    return holder


@lru_cache(_KEPT)
def _palette(colours: tuple[str, ...]) -> tuple[int, ...]:
    """Return a palette: the colours as they are, then what they become towards paper."""
    named = list(dict.fromkeys(map(_rgb, (_PAPER, *colours))))
    blends = [_blend(min(named, key=sum), named[0], share) for share in _DARK_SHARES]
    blends += [_blend(colour, named[0], share) for share in _SHARES for colour in named]
    made = named + [each for each in dict.fromkeys(blends) if all(_are_distinct(each, other) for other in named)]
    return tuple(value for colour in made[:_COLOURS] for value in colour)


def _rgb(colour: str) -> RGB:
    red, green, blue = bytes.fromhex(colour[1:])
    return red, green, blue


def _blend(one: RGB, other: RGB, share: int) -> RGB:
    red, green, blue = ((a * share + b * (8 - share)) // 8 for a, b in zip(one, other, strict=True))
    return red, green, blue


def _are_distinct(one: RGB, other: RGB) -> bool:
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) >= _LEAST_COLOUR_DISTANCE
