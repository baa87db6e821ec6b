"""The board to print in pages and tape together, with hexes large enough for counters, and all counters and mats."""

import math

from msgspec.structs import replace

from moderator.core.pictures import Poster, Words
from moderator.games.space_genocide.seat.drawing.counters import COUNTER, markers
from moderator.games.space_genocide.seat.drawing.frame import EDGE
from moderator.games.space_genocide.seat.drawing.map import bare
from moderator.games.space_genocide.seat.view import PlanetSeen, View
from moderator.games.space_genocide.tables import TERRAIN

_PAGES = ((176.0, 232.0), (244.0, 148.0))
"""What a page shows of the board on any paper, upright and on its side, strips and margins taken off (millimetres)."""

_ROOM = 1.12
"""How much wider than a counter a hex is at least."""


def poster(words: Words, view: View, *, blank: bool) -> Poster:
    """Return the board as it stands, or bare but with counters, on as few pages as give hexes room."""
    board = view.board
    width = board.width / 2 * COUNTER * _ROOM
    height = board.rows * COUNTER * _ROOM * math.sqrt(0.75)
    ways = [(math.ceil(height / high), math.ceil(width / wide)) for wide, high in _PAGES]
    down, across = min(ways, key=math.prod)
    shown = _bare_map(view) if blank else view
    columns = board.width // 2
    counters = markers(words, view) if blank else ()
    return Poster(bare(words, shown), round(EDGE), board.rows, columns, down, across, counters)


def _bare_map(view: View) -> View:
    """Return a view of the map alone: its terrain, with the planets that were nobody's."""
    planets = tuple(PlanetSeen(place, "", neutral=True) for place, kind in view.terrain if TERRAIN[kind].planet)
    return replace(view, planets=planets, fleets=(), ruins=(), spent=(), history=())
