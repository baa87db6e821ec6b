"""A text that is too long for one post, parted where a reader would part it."""

import re

_SECTION = re.compile(r"\n(?=## )")
_FENCE = re.compile(r"^`{3,}$")


def parted(text: str, most: int) -> list[str]:
    """Return a Markdown text in parts of at most ``most`` characters, in their order.

    Sections stay whole where they fit, else lines do; a fence that is cut is closed and opened again. A line that is
    longer than a post is cut.
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
    for whole in section.split("\n"):
        for line in [whole[at : at + room] for at in range(0, len(whole), room)] or [""]:
            if pieces[-1] and len(pieces[-1]) + len(line) + len(fence) + 2 > most:
                pieces[-1] += f"\n{fence}" if fence else ""
                pieces.append(fence)
            pieces[-1] += f"\n{line}" if pieces[-1] else line
            if _FENCE.match(line):
                fence = "" if fence else line
    return pieces
