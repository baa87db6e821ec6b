"""The sea as a drawing, and in letters."""

from collections.abc import Sequence
from functools import partial

from hex_duel.board import ROCKS, SEA
from hex_duel.seat.view import View
from moderator.core import svg
from moderator.core.game import Event
from moderator.core.pictures import Drawing, Part, Pictures, Place, Words
from moderator.kit.boards.hex import picture
from moderator.kit.drawing.hexes import HexFrame

FRAME = HexFrame(SEA, wide=42, step=36, edge=6)
FREE, ROCK, INK = "#ffffff", "#777777", "#000000"


def pictures(words: Words) -> Pictures[View]:
    """Return how the sea is drawn with some words."""
    return Pictures(draw=partial(draw, words), chart=chart)


def chart(view: View) -> str:
    """Return a letter for each hex: a ship by its seat, ``^`` for rocks."""
    rocks = {SEA.names[at]: "^" for at in ROCKS}
    return "\n".join(picture(SEA, rocks | {place: seat[0] for seat, place in view.place.items()}))


def draw(words: Words, view: View, _told: Sequence[Event] = ()) -> tuple[Drawing, ...]:
    """Return the sea."""
    parts = tuple(_hex(view, at) for at in range(SEA.size))
    return (Drawing("sea", parts, round(FRAME.width), round(FRAME.height), words("sea")),)


def places(_view: View) -> Sequence[Place]:
    """Return where the hexes are."""
    return FRAME.places()


def _hex(view: View, at: int) -> Part:
    x, y = FRAME.centre(at)
    words = [SEA.names[at], *(seat for seat, place in view.place.items() if place == SEA.names[at])]
    drawn = [svg.polygon(FRAME.corners(at), fill=ROCK if at in ROCKS else FREE, stroke=INK)]
    drawn += [svg.text(word, x, y - 8 + 11 * n, font_size=9, text_anchor="middle") for n, word in enumerate(words)]
    return Part(FRAME.box(at), "".join(drawn))
