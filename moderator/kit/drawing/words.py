"""Words on drawings: with a halo, and a key whose entries stand in lines."""

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

from moderator.core import svg
from moderator.core.pictures import Part
from moderator.core.svg import Point


class Wide(Protocol):
    """What takes room in a line."""

    @property
    def width(self) -> float:
        """How much room it takes."""
        ...


_E = TypeVar("_E", bound=Wide)


def bold(words: str, at: Point, size: float, ink: str) -> str:
    """Write in bold, centred over a point."""
    return svg.text(words, *at, font_size=size, font_weight=700, text_anchor="middle", fill=ink)


def halo_text(words: str, at: Point, colours: tuple[str, str], wide: float, **look: svg.Value) -> str:
    """Write in the first of two colours over a halo of the second, so that it reads on any ground."""
    (x, y), (ink, halo) = at, colours
    behind = svg.text(words, x, y, fill="none", stroke=halo, stroke_width=wide, stroke_linejoin="round", **look)
    return behind + svg.text(words, x, y, fill=ink, **look)


def axis_labels(labels: Sequence[tuple[str, Point]], size: float, ink: str) -> Part:
    """Write labels in bold, each centred over its point: the names of the rows or columns along one side of a board."""
    box = svg.bounds((at for _, at in labels), size)
    return Part(
        box._replace(height=box.height - 0.7 * size), "".join(bold(words, at, size, ink) for words, at in labels)
    )


def wrap_entries(groups: Sequence[Sequence[_E]], room: float, *, together: bool) -> list[list[_E]]:
    """Set the entries of a key in lines; what does not fit goes on in the next.

    Each group begins a new line; if groups may stand ``together``, only where the rest of the last has no room for it.
    """
    out: list[list[_E]] = []
    for group in groups:
        if not out or not together or not _fits(out[-1], group, room):
            out.append([])
        for entry in group:
            if out[-1] and not _fits(out[-1], [entry], room):
                out.append([])
            out[-1].append(entry)
    return [line for line in out if line]


def place_entries(lines: Iterable[Sequence[_E]], at: Point, step: float) -> list[tuple[_E, Point]]:
    """Return the entries of a key with their places: beside each other from a point on, each line a step below."""
    left, top = at
    return [
        (entry, (left + sum(before.width for before in line[:number]), top + row * step))
        for row, line in enumerate(lines)
        for number, entry in enumerate(line)
    ]


def _fits(line: Sequence[Wide], more: Sequence[Wide], room: float) -> bool:
    return sum(entry.width for entry in (*line, *more)) <= room
