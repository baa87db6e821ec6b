"""The plain-text board: narrow enough for a letter, readable on a phone."""

from hypothesis import given, settings
from hypothesis import strategies as st

from moderator.games.rebel_commander import GAME
from moderator.games.rebel_commander.options import Options
from moderator.games.rebel_commander.pieces import EMPIRE, REBELS, Stack
from moderator.games.rebel_commander.seat.drawing.chart import WIDTH, token
from moderator.games.rebel_commander.seat.view import Score, View
from moderator.games.rebel_commander.tables import board_of
from tests.support.drawn import pictures

chart = pictures(GAME).chart

SEATS = (*REBELS, EMPIRE)


def view(
    *stacks: Stack, edition: str = "planet", seats: tuple[str, ...] = SEATS, sight: tuple[str, ...] | None = None
) -> View:
    """Return a view of these stacks in their proper order."""
    options = Options(edition="skirmish" if edition == "skirmish" else "planet")
    index = board_of(options).index
    ordered = tuple(sorted(stacks, key=lambda stack: (index[stack.place], SEATS.index(stack.seat))))
    return View(seats[0], 3, options, seats, seats, ordered, sight, 3, 1, Score(60, 1, 1, 1, 1))


def test_a_stack_is_written_short() -> None:
    """After the letters come Troops, then s and x for Speeders and Transport, whose number is left out if one."""
    assert token(Stack("C4", "Red", 4, 2, 1)) == "R4s2x"
    assert token(Stack("C4", "Grey", 0, 0, 3)) == "Gyx3"
    assert token(Stack("C4", EMPIRE, 12)) == "E12"


def test_each_faction_in_a_location_has_a_line_of_its_own() -> None:
    """Rebels stand above, the Empire below, under the column and beside the row."""
    lines = chart(
        view(Stack("B1", "Red", 2), Stack("B1", EMPIRE, 4), edition="skirmish", seats=("Red", EMPIRE))
    ).splitlines()
    assert lines[0].split() == ["0", "1", "2"]
    row = next(at for at, line in enumerate(lines) if line.startswith("B"))
    assert lines[row].split("|")[1:4] == ["  .   ", "R2    ", "  .   "]
    assert lines[row + 1].split("|")[1:4] == ["      ", "E4    ", "      "]


def test_what_does_not_fit_is_told_in_full_below_the_board() -> None:
    """Stacks of many figures get a starred number and a note with the place and the same in full."""
    words = chart(view(Stack("C4", "Green", 12, 13, 2), Stack("C4", EMPIRE, 10, 10, 10)))
    assert "Gn*1" in words
    assert "*1 C4: Gn12s13x2" in words
    assert "E*2" in words


def test_the_key_names_the_factions_of_the_match_only() -> None:
    """Who does not play is not explained."""
    words = chart(view(Stack("A0", "Blue", 1), seats=("Blue", EMPIRE)))
    assert "B Blue  E Empire" in words
    assert "Red" not in words


def test_places_out_of_sight_are_not_shown_as_empty() -> None:
    """Under fog a question mark stands where nobody looks."""
    words = chart(view(Stack("A0", "Red", 1), sight=("A0", "A1")))
    row = next(line for line in words.splitlines() if line.startswith("A"))
    assert row.split("|")[1:4] == ["R1    ", "  .   ", "  ?   "]
    assert "?: out of sight" in words


counts = st.integers(0, 99)
crowds = st.lists(
    st.tuples(st.sampled_from(board_of(Options()).names), st.sampled_from(SEATS), counts, counts, counts)
    .filter(lambda stack: any(stack[2:]))
    .map(lambda stack: Stack(*stack)),
    max_size=60,
    unique_by=lambda stack: (stack.place, stack.seat),
)


@settings(max_examples=50)
@given(crowds)
def test_no_board_is_wider_than_sixty_columns(stacks: list[Stack]) -> None:
    """However many of however many factions stand wherever: sixty columns, and nobody is left out."""
    words = chart(view(*stacks))
    assert max(map(len, words.splitlines())) <= WIDTH == 60
    assert all(token(stack) in words for stack in stacks)


def test_all_factions_in_one_location_fit() -> None:
    """The worst case of one location: six factions and the Empire, all kinds, two figures each."""
    words = chart(view(*(Stack("C4", seat, 12, 13, 14) for seat in SEATS)))
    assert max(map(len, words.splitlines())) <= WIDTH
    assert words.count("C4:") == 7
