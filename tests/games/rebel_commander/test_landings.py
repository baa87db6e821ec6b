"""The starting positions."""

from collections import Counter
from collections.abc import Callable, Sequence

import pytest

from moderator.core.dice import Dice
from moderator.core.seats import Observer
from moderator.games.rebel_commander import GAME
from moderator.games.rebel_commander.pieces import EMPIRE, REBELS, Stack
from moderator.games.rebel_commander.state import State
from moderator.games.rebel_commander.tables import board_of, edition_of

every_start = pytest.mark.parametrize(
    ("edition", "factions"), [(edition, count) for edition in ("planet", "skirmish") for count in range(1, 7)]
)
Symmetry = Callable[[int, int], tuple[int, int]]


def begin(edition: str, factions: int) -> State:
    """Return a first position."""
    seats = (*REBELS[:factions], EMPIRE)
    return GAME.setup(seats, {"edition": edition}, Dice.throwaway("landings")).state


def symmetries(rows: int, columns: int) -> Sequence[Symmetry]:
    """Return the ways to lay a board onto itself."""
    last, end = rows - 1, columns - 1
    found: list[Symmetry] = [
        lambda r, c: (r, c),
        lambda r, c: (last - r, c),
        lambda r, c: (r, end - c),
        lambda r, c: (last - r, end - c),
    ]
    if rows == columns:
        found += [lambda r, c, one=one: one(c, r) for one in found]  # type: ignore[misc]
    return found


@every_start
def test_nobody_starts_next_to_an_enemy_and_rebels_land_on_the_edge(edition: str, factions: int) -> None:
    """On turn 1 nobody stands with or beside an enemy."""
    state = begin(edition, factions)
    board = board_of(state.options)
    empire = [board.index[stack.place] for stack in state.stacks if stack.seat == EMPIRE]
    for stack in state.stacks:
        if stack.seat != EMPIRE:
            place = board.index[stack.place]
            row, column = divmod(place, board.columns)
            assert row in (0, board.rows - 1) or column in (0, board.columns - 1)
            assert all(board.distance(place, other) > 1 for other in empire)


@every_start
def test_factions_start_alike(edition: str, factions: int) -> None:
    """For any two factions the board can be laid onto itself so that one stands where the other did."""
    state = begin(edition, factions)
    board = board_of(state.options)

    def laid(how: Symmetry, stack: Stack) -> tuple[str, tuple[int, int, int]]:
        row, column = how(*divmod(board.index[stack.place], board.columns))
        return board.names[row * board.columns + column], stack.counts

    def sides(how: Symmetry) -> tuple[Counter[object], Counter[object]]:
        rebels = Counter[object](laid(how, stack) for stack in state.stacks if stack.seat != EMPIRE)
        return rebels, Counter[object](laid(how, stack) for stack in state.stacks if stack.seat == EMPIRE)

    ways = symmetries(board.rows, board.columns)
    fitting = [how for how in ways if sides(how) == sides(ways[0])]
    stacks = {seat: [stack for stack in state.stacks if stack.seat == seat] for seat in state.seats[:-1]}
    for one in stacks.values():
        for other in stacks.values():
            there = sorted(laid(ways[0], stack) for stack in other)
            assert any(sorted(laid(how, stack) for stack in one) == there for how in fitting)


@every_start
def test_a_first_position_has_only_units_of_its_edition_and_no_winner(edition: str, factions: int) -> None:
    """Every seat of the match has units; the skirmish has Troops alone."""
    state = begin(edition, factions)
    assert state.in_play() == state.seats
    assert GAME.view(state, Observer.GM).score.rebel_units
    if len(edition_of(state.options).units) == 1:
        assert all(stack.counts[1:] == (0, 0) for stack in state.stacks)


def test_an_operator_may_name_the_starting_units() -> None:
    """The option start takes the place of the edition's landing."""
    start = {"Red": {"B0": {"troops": 3}, "B1": {"speeders": 1}}, "Empire": {"J7": {"troops": 6, "transports": 1}}}
    state = GAME.setup(("Empire", "Red"), {"start": start}, Dice.throwaway("start")).state
    assert state.stacks == (
        Stack("B0", "Red", troops=3),
        Stack("B1", "Red", speeders=1),
        Stack("J7", "Empire", troops=6, transports=1),
    )
    assert state.seats == ("Red", "Empire")
