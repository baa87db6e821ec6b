"""The geometry of boards."""

from moderator.kit.boards.grid import grid
from tests.support.cases import every_case


def test_places_are_named_row_then_column() -> None:
    """Indices run row by row."""
    board = grid(10, 8)
    assert (board.size, board.names[0], board.names[-1]) == (80, "A0", "J7")
    assert board.index["C4"] == 2 * 8 + 4
    assert "K0" not in board.index


@every_case(("steps", "near"), [(0, ["A0"]), (1, ["A0", "A1", "B0"]), (2, ["A0", "A1", "A2", "B0", "B1", "C0"])])
def test_steps_are_never_diagonal(steps: int, near: list[str]) -> None:
    """From a corner one reaches fewer places than from the middle."""
    board = grid(10, 8)
    assert [board.names[place] for place in board.near[steps][0]] == near
    assert len(board.near[2][board.index["E4"]]) == 13


def test_grids_of_a_size_are_made_once() -> None:
    """Asking again gives the same one."""
    assert grid(3, 3) is grid(3, 3)
    assert grid(3, 3).distance(0, 8) == 4
