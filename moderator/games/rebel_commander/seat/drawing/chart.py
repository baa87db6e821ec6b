"""The board of a view in plain text, at most 60 columns wide."""

from moderator.core.pictures import Words
from moderator.games.rebel_commander.pieces import Stack, Unit
from moderator.games.rebel_commander.seat.drawing.marks import LETTERS
from moderator.games.rebel_commander.seat.view import View
from moderator.games.rebel_commander.tables import board_of, edition_of

CELL = 6
"""Letters per location."""

WIDTH = 60

_AFTER_TROOPS = {Unit.SPEEDERS: "s", Unit.TRANSPORT: "x"}


def token(stack: Stack) -> str:
    """Write a stack in short: ``R4s2x`` is Red's four Troops, two Speeders and one Transport."""
    others = zip(_AFTER_TROOPS.values(), stack.counts[1:], strict=True)
    tail = "".join(letter + (str(count) if count > 1 else "") for letter, count in others if count)
    return LETTERS[stack.seat] + (str(stack.troops) if stack.troops else "") + tail


def chart(words: Words, view: View) -> str:
    """Return the board, a line per faction in a location, the key below it with the factions of the match only."""
    board = board_of(view.options)
    notes: list[str] = []
    rule = "  " + "+".join(["", *["-" * CELL] * board.columns, ""])
    head = "   " + " ".join(f"{column:^{CELL}}" for column in range(board.columns)).rstrip()
    lines = [head, rule]
    for row in range(board.rows):
        names = board.names[row * board.columns : (row + 1) * board.columns]
        cells = [_cell(view, name, notes) for name in names]
        for at in range(max(map(len, cells))):
            row_cells = "|".join(f"{cell[at] if at < len(cell) else '':<{CELL}}" for cell in cells)
            lines.append(f"{names[0][0] if at == 0 else ' '} |{row_cells}|")
        lines.append(rule)
    return "\n".join([*lines, *notes, *_key(words, view)])


def _cell(view: View, name: str, notes: list[str]) -> list[str]:
    """Return the lines of a location; what is too long for one goes into a note below the board."""
    if view.sight is not None and name not in view.sight:
        return [f"{'?':^{CELL}}"]
    lines = []
    for stack in view.stacks_at(name):
        words = token(stack)
        if len(words) > CELL:
            mark = f"*{len(notes) + 1}"
            notes.append(f"{mark} {name}: {words}")
            words = f"{LETTERS[stack.seat]}{mark}"
        lines.append(words)
    return lines or [f"{'.':^{CELL}}"]


def _key(words: Words, view: View) -> list[str]:
    """Return the letters of the factions and what stands behind them."""
    lines = [""]
    for entry in [f"{LETTERS[seat]} {seat}" for seat in view.seats]:
        if len(lines[-1]) + len(entry) + 2 > WIDTH:
            lines.append("")
        lines[-1] += ("  " if lines[-1] else "") + entry
    units = "in-short" if len(edition_of(view.options).units) > 1 else "troops-in-short"
    lines.append(words(units, letters=LETTERS[view.seats[0]]))
    if view.sight is not None:
        lines.append(f"?: {words('unseen')}")
    return lines
