"""A text that is too long for one post, parted where a reader would part it."""

import re

_SECTION = re.compile(r"\n(?=## )")
_FENCE = re.compile(r"^`{3,}$")


def split_text(text: str, most: int) -> list[str]:
    """Return a Markdown text in parts of at most ``most`` characters, in their order.

    Sections stay whole where they fit, else lines do, each with those below it that are indented: they go on with it,
    as the fields of a proof do. A fence that is cut is closed and opened again; a line that is longer than a post is
    cut.
    """
    parts: list[str] = []
    for section in _SECTION.split(text):
        for piece in [section] if len(section) <= most else _lines(section, most):
            if parts and len(parts[-1]) + len(piece) < most:
                parts[-1] += f"\n{piece}"
            else:
                parts.append(piece)
    return [part.strip("\n") for part in parts if part.strip()]


def _lines(section: str, most: int) -> list[str]:
    """Part a section between its lines."""
    pieces, fence, room = [""], "", most - 8  # for a fence that is closed
    for lines in _join_lines(section, room):
        if pieces[-1] and len(pieces[-1]) + len(lines) + len(fence) + 2 > most:
            pieces[-1] += f"\n{fence}" if fence else ""
            pieces.append(fence)
        pieces[-1] += f"\n{lines}" if pieces[-1] else lines
        if _FENCE.match(lines):
            fence = "" if fence else lines
    return pieces


def _join_lines(section: str, room: int) -> list[str]:
    """Return the lines of a section, as many in one as belong together and fit."""
    found: list[str] = []
    for whole in section.split("\n"):
        for line in [whole[at : at + room] for at in range(0, len(whole), room)] or [""]:
            above = found[-1] if found else ""
            if line.startswith(" ") and above and not _FENCE.match(above) and len(above) + len(line) < room:
                found[-1] += f"\n{line}"
            else:
                found.append(line)
    return found
