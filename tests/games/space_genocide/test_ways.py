"""Ways over the board of Space Genocide."""

from moderator.games.space_genocide.board.ways import Space, space
from moderator.games.space_genocide.tables import Layout
from tests.support.cases import every_case

LAYOUT = Layout("block", 14, 20)


def over(*terrain: tuple[str, str], gate_cost: int = 0) -> Space:
    """Return a board with terrain."""
    return space(LAYOUT, terrain, gate_cost)


def way(board: Space, start: str, goal: str, *halting: str) -> list[str] | None:
    """Return a way by labels."""
    index = board.board.index
    found = board.route(index[start], index[goal], frozenset(index[place] for place in halting))
    return None if found is None else [board.board.names[at] for at in found]


def test_in_empty_space_a_way_is_as_long_as_the_distance() -> None:
    """From one corner to the other and along a row."""
    board = over()
    index = board.board.index
    for start, goal in (("A1", "N20"), ("C1", "C9"), ("H3", "B7")):
        found = way(board, start, goal)
        assert found is not None
        assert len(found) == board.board.distance(index[start], index[goal])
        assert found[-1] == goal


def test_who_is_there_has_no_way_to_go() -> None:
    """The way from a hex to itself is empty."""
    assert way(over(), "C1", "C1") == []


@every_case("kind", ["super-nova", "nebula"])
def test_what_closes_or_ends_a_move_is_gone_around(kind: str) -> None:
    """One step more is better than a turn lost."""
    found = way(over(("C3", kind)), "C1", "C5")
    assert found is not None
    assert "C3" not in found


def test_enemies_are_gone_around_but_not_if_they_are_the_goal() -> None:
    """Who wants to fight gets there."""
    around = way(over(), "C1", "C5", "C3")
    assert around is not None
    assert "C3" not in around
    assert way(over(), "C1", "C3", "C3") == ["C2", "C3"]


def test_star_gates_are_used_where_that_is_shorter() -> None:
    """In at one, out at the other."""
    board = over(("C2", "star-gate"), ("M9", "star-gate"))
    assert way(board, "C1", "M10") == ["C2", "M9", "M10"]


def test_a_way_over_an_anomaly_is_worth_a_detour() -> None:
    """What costs nothing to enter saves movement points."""
    board = over(*((f"D{column}", "gravitic-anomaly") for column in range(1, 8)))
    found = way(board, "C1", "C8")
    assert found is not None
    points = sum(
        board.step_cost(board.board.index[a], board.board.index[b]) or 0
        for a, b in zip(["C1", *found], found, strict=False)
    )
    assert points < board.board.distance(board.board.index["C1"], board.board.index["C8"])


def test_what_is_walled_in_cannot_be_reached() -> None:
    """Super novas all around leave no way."""
    board = over(*(("A2", "super-nova"), ("B1", "super-nova")))
    assert way(board, "C5", "A1") is None
