"""What a game draws: maps, charts and posters, as data, with the words of one language."""

from collections.abc import Callable, Sequence
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct

from moderator.core import svg
from moderator.core.svg import Box, Point

V = TypeVar("V")


class Part(Struct, frozen=True):
    """A piece of a drawing as finished SVG, and the box of the drawing that it stays within."""

    box: Box
    svg: str


class Drawing(Struct, frozen=True):
    """One map as parts in the order of painting, all in the same user units; ``alt`` is its one-line text.

    It shows ``width`` by ``height`` units from ``left`` and ``top`` on. ``grid`` is a hint to the renderer: what
    repeats, repeats at multiples of so many units, which become whole pixels in a picture; it is then the same pixel
    for pixel, and takes fewer bytes. They are rounded down, so a picture loses up to a pixel of each ``grid``: the
    larger that is, the less. 0 if nothing repeats.
    """

    key: str
    parts: tuple[Part, ...]
    width: int
    height: int
    alt: str
    left: float = 0
    top: float = 0
    grid: int = 0

    @property
    def svg(self) -> str:
        """The whole drawing as one SVG, to look at in a browser and to compare."""
        return svg.document(
            Box(self.left, self.top, self.width, self.height),
            *(part.svg for part in self.parts),
            title=self.alt,
        )


def picture(key: str, width: float, height: float, *inside: str, alt: str) -> Drawing:
    """Return a drawing of one part."""
    across, down = round(width), round(height)
    return Drawing(key, (Part(Box(0, 0, across, down), "".join(inside)),), across, down, alt)


class Place(Struct, frozen=True):
    """A place of the board: its name as orders write it, and its outline on the first drawing, in that one's units.

    The outline is a closed polygon in which nothing of another place lies, so that a click tells which is meant.
    """

    name: str
    outline: tuple[Point, ...]


class Marker(Struct, frozen=True):
    """Something to cut out, and how many of it a match can use.

    ``width`` is in millimetres; 0 for a square as large as three in a row fit into a square of the board.
    """

    drawing: Drawing
    count: int
    width: float = 0.0


class Poster(Struct, frozen=True):
    """A board to be printed in parts and taped together, and markers to play on it with.

    ``board`` has ``rows`` by ``columns`` fields inside a frame of ``edge`` user units on all sides, where the labels
    stand. It comes apart between rows and columns (of hexes: near there) into ``down`` by ``across`` pages, as equal
    as they can be. ``legend`` stands below the last part, which leaves room for it in the width of the page.
    """

    board: Drawing
    edge: int
    rows: int
    columns: int
    down: int = 1
    across: int = 1
    markers: tuple[Marker, ...] = ()
    legend: Drawing | None = None


class PosterDrawer(Protocol[V]):  # type: ignore[misc]
    """How a game draws its board for the wall or the table."""

    def __call__(self, view: V, *, blank: bool) -> Poster | None:
        """Return the board as it stands, or ``blank`` for the table with markers; None without one."""
        ...


class BoardDrawer(Protocol[V]):  # type: ignore[misc]
    """How a game draws its maps."""

    def __call__(self, view: V, told: Sequence[Any] = (), /) -> Sequence[Drawing]:
        """Return the maps, the most important first; ``told`` are events of the turn before that its reader knows."""
        ...


def _nothing(*_args: object, **_named: object) -> None:
    return None


class Words(Protocol):
    """The words on the drawings of a game in one language, from the macros of its ``drawn.j2``.

    They can be a key of a cache: the same words are the same object.
    """

    def __call__(self, key: str, /, **gaps: object) -> str:
        """Return in one line what the macro of a key says; ``gaps`` are its arguments by name."""
        ...

    def __hash__(self) -> int:
        """Tell them from those of other games and languages."""
        ...


class Pictures(Struct, Generic[V], frozen=True, kw_only=True):
    """How a game draws what somebody may know, with words in one language. What a game does not draw is left out."""

    draw: BoardDrawer[V]
    """(view, told): the maps of a view, the most important first; ``told`` are the last turn's events that its reader
    may know, and may be left out."""
    chart: Callable[[V], str]
    """(view): the map of a view as plain text of at most 60 columns."""
    course: Callable[[V], Drawing | None] = _nothing
    """(view): how the match has gone so far as a small chart, None where there is nothing to show."""
    poster: PosterDrawer[V] = _nothing
    """(view, blank=): the board for the wall."""
    miniature: Callable[[V], Drawing | None] = _nothing
    """(view): the board so small that a dozen fit on a page."""
