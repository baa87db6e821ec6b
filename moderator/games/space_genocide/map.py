"""The board as SVG and as plain text."""

from moderator.core import svg
from moderator.core.game import Drawing
from moderator.games.space_genocide.view import View

_STEP = 16.0


def draw(view: View) -> tuple[Drawing, ...]:
    """Return the board: a dot for each hex, planets and fleets in letters."""
    board = view.board
    width, height = board.width * _STEP / 2 + _STEP, board.rows * _STEP * 0.87 + _STEP
    parts = []
    for at, (row, x) in enumerate(board.spots):
        parts.append(svg.text(_sign(view, board.names[at]), x * _STEP / 2 + 4, row * _STEP * 0.87 + 14, font_size=9))
    picture = svg.document(width, height, *parts, title="The map")
    return (Drawing("map", picture, round(width), round(height), "The map"),)


def chart(view: View) -> str:
    """Return one line per row of hexes."""
    board = view.board
    rows = [[" "] * (board.width // 2 + 1) for _ in range(board.rows)]
    for at, (row, x) in enumerate(board.spots):
        rows[row][x // 2] = _sign(view, board.names[at])
    return "\n".join("".join(row).rstrip() for row in rows)


def _sign(view: View, place: str) -> str:
    fleets, planet = view.at(place), view.planet(place)
    if fleets:
        return fleets[0].seat[0]
    return "." if planet is None else planet.seat[:1].lower() or "o"
