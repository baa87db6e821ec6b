"""Boards of hexes: lines, pictures and labels."""

import itertools

from moderator.kit.boards.hex import Hexes, HexPlace, block, hexagon, picture
from moderator.kit.drawing.hexes import HexFrame
from tests.support.cases import every_case

BOARD = Hexes(hexagon(3))


def test_a_line_is_the_same_both_ways_and_as_long_as_the_distance() -> None:
    """So whoever sees is seen; each hex of it touches the next."""
    for one in range(BOARD.size):
        for other in range(BOARD.size):
            between = BOARD.line(one, other)
            assert between == BOARD.line(other, one)
            assert len(between) == max(0, BOARD.distance(one, other) - 1)
            if between:
                whole = (min(one, other), *between, max(one, other))
                assert all(BOARD.distance(a, b) == 1 for a, b in itertools.pairwise(whole))


def _turning(points: list[tuple[float, float]]) -> float:
    """Return the area in an outline, less than 0 for one that runs the other way round."""
    return sum(x * y_ - x_ * y for (x, y), (x_, y_) in itertools.pairwise((*points, points[0]))) / 2


def test_an_area_has_one_outline_and_one_around_each_hole() -> None:
    """It has the corners of its hexes; outlines hold as much as the hexes do, and run the other way around holes."""
    frame = HexFrame(BOARD, wide=42, step=36, edge=6)
    (alone,) = frame.outlines([7])
    assert sorted(alone) == sorted(frame.corners(7))
    middle = BOARD.at[3, 6]
    ring = BOARD.near[middle]
    around, hole = sorted(frame.outlines(ring), key=len, reverse=True)
    assert (len(around), sorted(hole)) == (18, sorted(frame.corners(middle)))
    assert _turning(hole) == -_turning(alone)
    assert _turning(around) == 7 * _turning(alone) > 0
    assert len(list(frame.outlines([0, BOARD.size - 1]))) == 2


def test_a_board_in_letters_has_a_row_a_line() -> None:
    """Columns are counted above it, rows named before it."""
    drawn = list(picture(Hexes(block(2, 11)), {"A1": "N"}))
    assert drawn == ["            1 ", "   12345678901", " A N..........", " B ..........."]


@every_case(("words", "read"), [(["H7"], "H7"), (["7H"], "H7"), (["H", "7"], "H7"), (["H", "-7"], "H7")])
def test_a_hex_is_read_however_it_is_written(words: list[str], read: str) -> None:
    """Row and column, in either order, in one word or two."""
    found = HexPlace().read(words)
    assert found is not None
    assert found[0] == read


def test_a_board_that_is_always_the_same_lists_its_hexes() -> None:
    """A bot that draws by chance draws from these, and examples are of them."""
    assert HexPlace(BOARD.names).values() == BOARD.names
    assert HexPlace(BOARD.names).example() in BOARD.names
