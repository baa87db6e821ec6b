"""Where the tags of fleets and the names of their hexes stand on the board, so that none lies on another name.

Tags are placed one hex after the other, each at the first of a few spots where it covers neither the tags before it
nor a name in bold. The pale names of empty hexes move aside within their hexes.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from moderator.core.svg import Box, Point
from moderator.games.space_genocide.seat.drawing.frame import SIDE, WIDE, around
from moderator.games.space_genocide.seat.drawing.tokens import Plate, plate_widths

_WIDEST, _SMALLEST = 1.34, 0.8
"""How wide a tag is at most, in hexes, before it is drawn smaller, and how small it gets at most.

Several below one planet are always small, so that the names of the hexes below have room.
"""

_APART = 1.08
"""How far tags below each other are apart, in their height."""

_ASIDE = (0.0, 0.3, -0.3)
_BESIDE = (0.0, 0.28, -0.28, 0.56)
"""How far tags may stand beside their usual place: across in hexes, and down in sides of a hex."""

_DODGES = (0.0, 9.0, -9.0, 15.0, -15.0, 20.0)
"""How far the pale name of a hex may stand below its usual place."""

_CELL = 1.5 * WIDE

_NAME = 0.62
"""How wide a letter or figure is at most, in heights."""


_T = TypeVar("_T")


class Tag(NamedTuple):
    """The tag of a seat's fleets: what it says, its middle and its height."""

    said: Plate
    at: Point
    height: float

    @property
    def box(self) -> Box:
        """The box of the tag."""
        return around(*self.at, sum(plate_widths(self.said, self.height)) / 2, self.height / 2)


class Fleets(NamedTuple):
    """What stands in one hex: its middle, what each tag says, the name of the hex, and how large they are.

    ``disc`` is the radius of the planet there, which bears the name of the hex; 0 if there is none.
    """

    middle: Point
    said: Sequence[Plate]
    height: float
    name: str
    size: float
    disc: float = 0.0


class Tags(NamedTuple):
    """The tags in one hex, and where its name stands if they bear it."""

    tags: tuple[Tag, ...]
    name: Point | None = None


class Names:
    """The boxes of what can be read already, kept by the cells of a coarse grid."""

    def __init__(self, boxes: Iterable[Box] = ()) -> None:
        """Begin with some boxes."""
        self._cells: dict[tuple[int, int], list[Box]] = {}
        self.add(boxes)

    def add(self, boxes: Iterable[Box]) -> None:
        """Keep more boxes."""
        for box in boxes:
            for cell in _cells(box):
                self._cells.setdefault(cell, []).append(box)

    def covered(self, box: Box) -> float:
        """Return how much a box covers of what can be read; what lies in several cells counts for each."""
        return sum(box.common_area(other) for cell in _cells(box) for other in self._cells.get(cell, ()))


def _cells(box: Box) -> list[tuple[int, int]]:
    """Return the cells of the grid in which a box lies."""
    across = range(int(box.x // _CELL), int((box.x + box.width) // _CELL) + 1)
    return [(x, y) for y in range(int(box.y // _CELL), int((box.y + box.height) // _CELL) + 1) for x in across]


def name_box(words: str, at: Point, size: float) -> Box:
    """Return the box of a name that is centred over a point."""
    wide = _NAME * size * len(words)
    return Box(at[0] - wide / 2, at[1] - 0.75 * size, wide, 0.75 * size)


def place(names: Names, fleets: Fleets) -> Tags:
    """Return where the tags in one hex stand, and keep their boxes in ``names``."""
    spots = [_stacked(fleets, aside, down) for down in _BESIDE for aside in _ASIDE]
    best = _first_clear(spots, lambda spot: sum(map(names.covered, _boxes(spot, fleets))))
    names.add(_boxes(best, fleets))
    return best


def dodge(names: Names, words: str, at: Point, size: float) -> float:
    """Return how far below its usual place the name of an empty hex covers nothing, or least."""
    return _first_clear(_DODGES, lambda down: names.covered(name_box(words, (at[0], at[1] + down), size)))


def _first_clear(spots: Sequence[_T], covered: Callable[[_T], float]) -> _T:
    """Return the first spot that covers nothing, else the one that covers least."""
    amounts = []
    for spot in spots:
        amounts.append(covered(spot))
        if not amounts[-1]:
            return spot
    return spots[amounts.index(min(amounts))]


def _stacked(fleets: Fleets, aside: float, down: float) -> Tags:
    """Return the tags below each other, a little beside their usual place."""
    x, y = fleets.middle[0] + aside * WIDE, fleets.middle[1] + down * SIDE
    height = fleets.height * (_SMALLEST if fleets.disc and len(fleets.said) > 1 else 1)
    top = y + fleets.disc * 0.35 + height / 2 if fleets.disc else y + 2 - (len(fleets.said) - 1) * height / 2
    tags = []
    for number, words in enumerate(fleets.said):
        small = max(_SMALLEST * fleets.height, min(height, height * _WIDEST * WIDE / sum(plate_widths(words, height))))
        tags.append(Tag(words, (x, top + number * height * _APART), small))
    return Tags(tuple(tags), None if fleets.disc else (x, top - height * 0.68))


def _boxes(spot: Tags, fleets: Fleets) -> Iterator[Box]:
    yield from (tag.box for tag in spot.tags)
    if spot.name:
        yield name_box(fleets.name, spot.name, fleets.size)
