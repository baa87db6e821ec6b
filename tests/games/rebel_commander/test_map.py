"""The drawn board: complete, told apart without colour, the same for the same view."""

import re
import xml.etree.ElementTree as ET

import pytest

from moderator.games.rebel_commander.ground import LOOKS, holder
from moderator.games.rebel_commander.map import draw
from moderator.games.rebel_commander.marks import LETTERS, MARKS, SHAPES
from moderator.games.rebel_commander.options import Options
from moderator.games.rebel_commander.pieces import EMPIRE, REBELS, UNITS, Stack
from moderator.games.rebel_commander.view import Score, View

SEATS = (*REBELS, EMPIRE)
SVG = "{http://www.w3.org/2000/svg}"


def view(
    *stacks: Stack, skirmish: bool = False, sight: tuple[str, ...] | None = None, score: Score | None = None
) -> View:
    """Return a view of these stacks."""
    options = Options(edition="skirmish" if skirmish else "planet")
    return View("Red", 3, options, SEATS, SEATS, stacks, sight, 3, 1, score or Score(60, 23, 40, 31, 50))


def texts(seen: View) -> list[str]:
    """Return everything that is written on the drawing."""
    return [element.text or "" for element in ET.fromstring(draw(seen)[0].svg).iter(f"{SVG}text")]  # noqa: S314 - our own


def used(seen: View) -> list[str]:
    """Return the unit shapes of the board and the key, in the order of drawing."""
    return re.findall(r'href="#([a-z]+-(?:troops|speeders|transport))"', draw(seen)[0].svg)


def test_rows_and_columns_are_labelled_on_all_sides() -> None:
    """Each row's letter and each column's number stands twice, and every location bears its name."""
    words = texts(view(score=Score(60)))
    assert all(words.count(label) == 2 for label in [*"ABCDEFGHIJ", *"01234567"] if label not in LETTERS.values())
    assert {"A0", "C4", "J7"} <= set(words)


def test_every_kind_in_a_stack_is_drawn_with_its_number() -> None:
    """Red's three kinds at C4 show their shapes and counts."""
    seen = view(Stack("C4", "Red", 11, 12, 13))
    assert used(seen)[:3] == ["red-troops", "red-speeders", "red-transport"]
    assert {"11", "12", "13"} <= set(texts(seen))


def test_a_location_crowded_with_everybody_shows_everybody() -> None:
    """Six factions and the Empire with all kinds in one location: twenty-one shapes."""
    seen = view(*(Stack("C4", seat, 12, 3, 2) for seat in SEATS))
    assert len(used(seen)) == 21 + len(UNITS)


def test_factions_differ_without_colour() -> None:
    """No two seats share letters, nor hatch and ground; no two kinds share a shape."""
    assert len(set(LETTERS.values())) == len(SEATS)
    grounds = {(mark.angle, mark.ground) for mark in MARKS.values()}
    assert len(grounds) == len(SEATS)
    assert len({SHAPES[kind] for kind in UNITS}) == len(UNITS)


def test_who_holds_a_location_differs_without_colour() -> None:
    """Comb, bar, broken band and hatching: frames and dashes are all different."""
    assert len({(bool(look.frame), look.pattern) for key, look in LOOKS.items() if key != "unseen"}) == 4


@pytest.mark.parametrize(
    ("stacks", "held"),
    [
        ((), "free"),
        ((Stack("C4", "Red", 1), Stack("C4", "Blue", 1)), "rebels"),
        ((Stack("C4", EMPIRE, 1),), "empire"),
        ((Stack("C4", "Red", 1), Stack("C4", EMPIRE, 1)), "both"),
    ],
)
def test_a_location_is_its_holders_or_contested(stacks: tuple[Stack, ...], held: str) -> None:
    """Rebel factions hold together; both sides together contest."""
    assert holder(stacks) == held


def test_the_unknown_looks_different_from_the_empty() -> None:
    """Under fog, places out of sight have another ground, and the key says so."""
    seen = view(Stack("A0", "Red", 1), sight=("A0", "A1"))
    drawing = draw(seen)[0].svg
    assert drawing.count(f'fill="{LOOKS["unseen"].ground}"') == 78 + 1
    assert "out of sight" in texts(seen)
    assert "out of sight" not in texts(view())


def test_the_score_is_shown_against_what_wins_only_if_it_is_known() -> None:
    """The bars bear both sides' locations and the goal; under fog there are none."""
    assert {"Rebels 23", "Empire 31", "60"} <= set(texts(view()))
    assert not any(words.startswith("Rebels ") for words in texts(view(score=Score(60))))


def test_the_same_view_is_the_same_picture() -> None:
    """Pictures are cached by digest: a drawing holds no chance and no clock."""
    seen = view(Stack("C4", "Red", 1))
    assert draw(seen) == draw(seen)


def test_the_small_edition_explains_troops_alone() -> None:
    """The skirmish has one kind of unit, and its key too."""
    words = texts(view(Stack("A0", "Red", 3), skirmish=True))
    assert "Troops" in words
    assert "Speeders" not in words
