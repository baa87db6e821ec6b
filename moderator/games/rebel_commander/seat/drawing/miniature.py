"""The board so small that a dozen fit on a page: who holds what, with how many units."""

from moderator.core import svg
from moderator.core.pictures import Drawing, picture
from moderator.games.rebel_commander.pieces import EMPIRE
from moderator.games.rebel_commander.seat.drawing.ground import holder_at
from moderator.games.rebel_commander.seat.drawing.marks import INK, MARKS
from moderator.games.rebel_commander.seat.view import View
from moderator.games.rebel_commander.tables import board_of

_CELL = 20.0
_EDGE = 11.0
_IMPERIAL, _REBEL, _FREE, _UNSEEN = "#4a4f5a", "#ffe3bf", "#ffffff", "#dcdcdc"
_GROUNDS = {"free": _FREE, "rebels": _REBEL, "empire": _IMPERIAL, "both": _REBEL, "shared": _REBEL, "unseen": _UNSEEN}


def miniature(view: View) -> Drawing:
    """Return the board of a view in small: the Empire dark, the Rebels light, what both hold half and half."""
    board = board_of(view.options)
    width, height = board.columns * _CELL + _EDGE + 1, board.rows * _CELL + _EDGE + 1
    parts = []
    for at, name in enumerate(board.names):
        row, column = divmod(at, board.columns)
        parts.append(_cell(view, name, _EDGE + column * _CELL, _EDGE + row * _CELL))
    look: dict[str, svg.Value] = {"font_size": 9, "text_anchor": "middle", "fill": "#55514a"}
    parts += [svg.text(board.names[n][1:], _EDGE + (n + 0.5) * _CELL, _EDGE - 3, **look) for n in range(board.columns)]
    parts += [
        svg.text(board.names[n * board.columns][0], _EDGE / 2 - 1, _EDGE + (n + 0.65) * _CELL, **look)
        for n in range(board.rows)
    ]
    return picture("miniature", width, height, *parts, alt=str(view.turn))


def _cell(view: View, name: str, x: float, y: float) -> str:
    """Draw one location: its ground, the units of each side, a ring where there was a battle."""
    stacks = view.stacks_at(name)
    parts = [svg.rect(x, y, _CELL, _CELL, fill=_GROUNDS[holder_at(view, name)], stroke="#8d887c", stroke_width=0.6)]
    rebels = sum(stack.total for stack in stacks if stack.seat != EMPIRE)
    imperials = sum(stack.total for stack in stacks if stack.seat == EMPIRE)
    if rebels and imperials:
        parts.append(svg.polygon(((x + _CELL, y), (x + _CELL, y + _CELL), (x, y + _CELL)), fill=_IMPERIAL))
        parts.append(_figure(rebels, x + _CELL * 0.3, y + _CELL * 0.45, INK, 8.5))
        parts.append(_figure(imperials, x + _CELL * 0.7, y + _CELL * 0.9, "#ffffff", 8.5))
    elif rebels or imperials:
        alone = MARKS[stacks[0].seat].colour if len(stacks) == 1 else INK
        parts.append(_figure(rebels or imperials, x + _CELL / 2, y + _CELL * 0.72, alone if rebels else "#ffffff", 12))
    if name in view.battle_places:
        ring = (x + 2.2, y + 2.2, _CELL - 4.4, _CELL - 4.4)
        parts += [
            svg.rect(*ring, fill="none", stroke=colour, stroke_width=wide)
            for colour, wide in (("#ffffff", 3.4), ("#c81e2c", 1.5))
        ]
    return "".join(parts)


def _figure(count: int, x: float, y: float, colour: str, size: float) -> str:
    return svg.text(str(count), x, y, font_size=size, font_weight=700, text_anchor="middle", fill=colour)
