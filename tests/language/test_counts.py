"""A times sign between a number and a word for units: it says how many, and is no letter of anything."""

from moderator.core.errors import Problem
from moderator.games.registry import GAMES
from moderator.language.grammar.counts import Counts
from tests.support.cases import every_case

COUNTS = Counts(("FIGHTER", "FIGHTERS", "MISSILE BOAT", "MISSILE BOATS"))


@every_case(
    ("text", "plain"),
    [
        ("MOVE 3x Fighter A B", "MOVE 3  Fighter A B"),
        ("move 2 x fighters", "move 2   fighters"),
        ("2\u00d7 Missile Boat", "2  Missile Boat"),
        ("12*fighters", "12 fighters"),
        ("3x Troopers", "3x Troopers"),
        ("move 3x, 2 fighters", "move 3x, 2 fighters"),
        ("H3x fighter", "H3x fighter"),
    ],
)
def test_a_sign_behind_a_number_is_left_out_before_a_unit(text: str, plain: str) -> None:
    """The text keeps its length; before any other word the sign may be something else."""
    assert COUNTS.plain(text) == plain
    assert len(plain) == len(text)


@every_case(
    ("text", "turned"),
    [
        ("move x3 fighters", "move  3 fighters"),
        ("move fighters x2 A", "move 2 fighters A"),
        ("missile boats, x 2", "2 missile boats   "),
        ("Fighters 2x A", "2 Fighters A"),
        ("fighters x2y", "fighters x2y"),
    ],
)
def test_a_number_beside_a_unit_is_put_before_it(text: str, turned: str) -> None:
    """Whichever side of it, and of the sign, it stands."""
    assert COUNTS.loosely(text).split() == turned.split()
    assert len(COUNTS.loosely(text)) == len(text)


@every_case(
    ("key", "text", "order"),
    [
        ("space-genocide", "transfer 2x Scout from 2 into 9", "TRANSFER 2 Scouts FROM 2 INTO 9"),
        ("space-genocide", "transfer Missile Boats x2 from 2 into 9", "TRANSFER 2 Missile Boats FROM 2 INTO 9"),
        ("space-genocide", "PLACE Scout X3", "PLACE Scout X3"),
        ("rebel-commander", "move transport A0 A2 with 3x troops", "MOVE TRANSPORT A0 A2 WITH 3 TROOPS"),
        ("rebel-commander", "move transport A0 A2 with troops x3", "MOVE TRANSPORT A0 A2 WITH 3 TROOPS"),
    ],
)
def test_so_many_units_are_ordered(key: str, text: str, order: str) -> None:
    """In every game; where the sign and the number are a place, they stay one."""
    language = GAMES[key].language
    reading = language.read(text)
    assert reading.order is not None
    assert language.format(reading.order) == order


def test_what_is_wrong_beside_such_a_number_is_shown_as_written() -> None:
    """Column and fragment are those of the line."""
    problem = GAMES["rebel-commander"].language.parse("build 2x troops A0")
    assert isinstance(problem, Problem)
    assert (problem.code, problem.fragment) == ("one-unit-per-order", "build 2x troops A0")
