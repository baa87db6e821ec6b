"""The board in the course of a turn."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moderator.games.rebel_commander.board.field import Field
from moderator.games.rebel_commander.pieces import EMPIRE, Stack
from moderator.kit.boards.grid import grid

SEATS = ("Red", "Blue", EMPIRE)
BOARD = grid(3, 3)

moves = st.lists(
    st.tuples(st.sampled_from(SEATS), st.integers(0, 8), st.integers(0, 2), st.integers(0, 3)), max_size=30
)


def empty_field(occupy: str) -> Field:
    """Return an empty field."""
    return Field(BOARD, SEATS, (), occupy)  # type: ignore[arg-type]


@pytest.mark.parametrize("occupy", ["any", "troops"])
@given(changes=moves)
def test_counts_that_are_kept_up_are_the_counts_that_one_gets_anew(
    occupy: str, changes: list[tuple[str, int, int, int]]
) -> None:
    """Whatever is added and taken, locations and totals are those of the position."""
    field = empty_field(occupy)
    for seat, place, unit, count in changes:
        field.change(seat, place, unit, count)
        if count == 3:
            field.change(seat, place, unit, -2)
        if count == 2:
            field.clear(seat, place)
    anew = Field(BOARD, SEATS, field.stacks(), occupy)  # type: ignore[arg-type]
    assert (field.held, field.totals, field.strength) == (anew.held, anew.totals, anew.strength)
    assert field.stacks() == anew.stacks()


def test_a_location_is_held_by_a_side_that_is_alone_there() -> None:
    """Allies hold together, enemies contest."""
    stacks = (Stack("A0", "Red", troops=1), Stack("A0", "Blue", speeders=1), Stack("A1", "Red", troops=1))
    field = Field(BOARD, SEATS, (*stacks, Stack("A1", EMPIRE, transports=1)), "any")
    assert field.held == [1, 0]
    assert Field(BOARD, SEATS, (*stacks, Stack("A1", EMPIRE, transports=1)), "troops").held == [2, 0]
