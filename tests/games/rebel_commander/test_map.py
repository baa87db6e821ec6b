"""The drawn board: complete, told apart without colour, the same for the same view."""

import re
import xml.etree.ElementTree as ET
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from moderator.core.seats import Seat
from moderator.core.svg import Box, num
from moderator.games.rebel_commander import GAME
from moderator.games.rebel_commander.board.field import Field
from moderator.games.rebel_commander.options import Options
from moderator.games.rebel_commander.pieces import EMPIRE, REBELS, UNITS, Stack
from moderator.games.rebel_commander.seat.drawing.ground import LOOKS, holder
from moderator.games.rebel_commander.seat.drawing.marks import LETTERS, MARKS, SHAPES, unit
from moderator.games.rebel_commander.seat.drawing.units import ROW, column, line, units
from moderator.games.rebel_commander.seat.view import Score, TurnNote, View
from moderator.games.rebel_commander.tables import board_of
from tests.support.cases import every_case
from tests.support.drawn import pictures

draw = pictures(GAME).draw

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


def used_symbols(seen: View) -> list[str]:
    """Return the unit shapes of the board and the key, in the order of drawing."""
    shapes = {unit(kind, seat, 0, 0, 1).partition(">")[2]: f"{seat}-{kind}".lower() for seat in MARKS for kind in UNITS}
    groups = re.findall(r"<g [^>]*>(.*?</g>)", draw(seen)[0].svg)
    return [shapes[inside] for inside in groups if inside in shapes]


def test_rows_and_columns_are_labelled_on_all_sides() -> None:
    """Each row's letter and each column's number stands twice, and every location bears its name."""
    words = texts(view(score=Score(60)))
    assert all(words.count(label) == 2 for label in [*"ABCDEFGHIJ", *"01234567"] if label not in LETTERS.values())
    assert {"A0", "C4", "J7"} <= set(words)


def test_every_kind_in_a_stack_is_drawn_with_its_number() -> None:
    """Red's three kinds at C4 show their shapes and counts."""
    seen = view(Stack("C4", "Red", 11, 12, 13))
    assert used_symbols(seen)[:3] == ["red-troops", "red-speeders", "red-transport"]
    assert {"11", "12", "13"} <= set(texts(seen))


def test_a_location_crowded_with_everybody_shows_everybody() -> None:
    """Six factions and the Empire in one location show their totals there, and below the board twenty-one shapes."""
    seen = view(*(Stack("C4", seat, 12, 3, 2) for seat in SEATS))
    assert len(used_symbols(seen)) == 21 + len(UNITS)
    assert texts(seen).count("17") == len(SEATS)
    assert texts(seen).count("C4") == 2


def test_units_have_the_same_size_on_every_location() -> None:
    """One faction alone, two, and one with three kinds: every shape and every number on the board is as large."""
    stacks = (Stack("A0", "Red", 1), Stack("C4", "Blue", 2, 3, 4), Stack("D1", "Red", 12), Stack("D1", EMPIRE, 0, 1, 1))
    for skirmish, size in ((False, 100.0), (True, 200.0)):
        there = stacks if not skirmish else (Stack("A0", "Red", 1), Stack("B1", "Red", 2), Stack("B1", EMPIRE, 12))
        drawn = draw(view(*there, skirmish=skirmish, score=Score(60)))[0].svg.partition("Troops")[0]
        heights = re.findall(r'<text (?![^>]*text-anchor)[^>]*font-size="([\d.]+)"[^>]*>\d+</text>', drawn)
        assert set(heights) == {num(size * ROW * 1.14)}


def test_arrows_reach_no_number_on_a_location() -> None:
    """Units and numbers of two digits keep clear of what a tag of a move takes at each border of a location."""
    box = Box(0, 0, 100, 100)
    crowds = [
        (Stack("C4", "Red", 12, 12, 12),),
        tuple(Stack("C4", seat, 12, 3, 2) for seat in SEATS),
        tuple(Stack("C4", seat, 12) for seat in SEATS[:3]),
    ]
    for stacks in crowds:
        left, top = map(float, re.findall(r"[\d.]+", units(stacks, box))[:2])
        width = 100 - 2 * left
        assert left >= 9
        assert top >= 12
        assert width <= 82


def test_factions_differ_without_colour() -> None:
    """No two seats share letters, nor hatch and ground; no two kinds share a shape."""
    assert len(set(LETTERS.values())) == len(SEATS)
    grounds = {(mark.angle, mark.ground) for mark in MARKS.values()}
    assert len(grounds) == len(SEATS)
    assert len({SHAPES[kind] for kind in UNITS}) == len(UNITS)


def test_who_holds_a_location_differs_without_colour() -> None:
    """Comb, bar, broken band, bar with gaps and hatching: frames and dashes are all different."""
    assert len({(bool(look.frame), look.pattern) for key, look in LOOKS.items() if key != "unseen"}) == 5


@every_case(
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
    assert holder(stacks, "any") == held


@given(st.lists(st.tuples(st.sampled_from(SEATS), st.integers(0, 2), st.integers(0, 2)), max_size=4))
@pytest.mark.parametrize("occupy", ["any", "troops"])
def test_the_map_and_the_score_call_the_same_locations_held(
    occupy: Literal["any", "troops"], units: list[tuple[Seat, int, int]]
) -> None:
    """Whatever stands in a location, it looks held by exactly the sides for which it counts."""
    stacks = {seat: Stack("C4", seat, troops, speeders) for seat, troops, speeders in units if troops + speeders}
    field = Field(board_of(Options()), SEATS, stacks.values(), occupy)
    looks = {"rebels": [1, 0], "empire": [0, 1], "shared": [1, 1]}.get(holder(stacks.values(), occupy), [0, 0])
    assert looks == field.held


def test_the_key_explains_shared_locations_only_where_there_can_be_any() -> None:
    """If any unit contests, no location counts for both sides."""
    assert "held by both" not in texts(view())
    assert "held by both" in texts(replace(view(), options=Options(occupy="troops")))


def test_the_map_marks_where_there_were_battles_last_turn() -> None:
    """A star stands in each such location, in sight or not, and in the key; older battles leave no mark."""
    quiet, score = view(Stack("A0", "Red", 1), sight=("A0",)), Score(60)
    older = replace(quiet, history=(TurnNote(1, score, 1, 1, 0, ("C4",)), TurnNote(2, score)))
    fresh = replace(quiet, history=(TurnNote(1, score), TurnNote(2, score, 3, 2, 1, ("C4", "A0"))))
    assert [draw(seen)[0].svg.count("#ffd23f") for seen in (quiet, older, fresh)] == [0, 0, 3]
    assert "battle last turn" in texts(fresh)
    assert "battle last turn" not in texts(older)


def test_the_unknown_looks_different_from_the_empty() -> None:
    """Under fog, places out of sight have another ground, and the key says so."""
    seen = view(Stack("A0", "Red", 1), sight=("A0", "A1"))
    drawing = draw(seen)[0].svg
    assert drawing.count(f'fill="{LOOKS["unseen"].ground}"') == 78 + 1
    assert "out of sight" in texts(seen)
    assert "out of sight" not in texts(view())


def test_the_score_is_shown_against_what_wins_only_if_it_is_known() -> None:
    """The bars bear both sides' locations and units and the goal; under fog there are none."""
    assert {"Rebels 23 · 40 units", "Empire 31 · 50 units", "60"} <= set(texts(view()))
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


def test_free_locations_have_land_that_is_the_same_for_everybody() -> None:
    """Land hangs on the place alone: whoever sees a free location sees the same land there, and none under units."""
    mine, theirs = view(Stack("A0", "Red", 1)), replace(view(Stack("A0", EMPIRE, 2)), who=EMPIRE)
    lands = [re.findall(r'<path [^>]*stroke="#ddd3bd"[^>]*>', draw(seen)[0].svg) for seen in (mine, theirs)]
    assert lands[0] == lands[1]
    assert len(lands[0]) == 79
    assert len({land.partition(" transform=")[0] for land in lands[0]}) == 6


def test_a_number_stands_clear_of_its_unit() -> None:
    """The widest shape of a unit ends before its number begins."""
    for drawn in (column("Red", (0, 3, 0), 23), line("Red", (0, 3, 0), 23)):
        found = re.search(
            r'"translate\(([\d.]+) [\d.]+\) scale\(([\d.]+)\)">(?:(?!</g>).)*</g><text x="([\d.]+)"', drawn.svg
        )
        assert found
        left, size, number = map(float, found.groups())
        assert number - (left + 1.06 * size) > 0.05 * size


def test_coordinates_are_read_from_a_distance() -> None:
    """Labels of rows and columns are at least 30 units high, names of locations at least 13."""
    svg = draw(view(score=Score(60)))[0].svg
    sizes = {
        words: float(size) for size, words in re.findall(r'<text [^>]*font-size="([\d.]+)"[^>]*>(J|7|J7)</text>', svg)
    }
    assert sizes["J"] >= 30
    assert sizes["7"] >= 30
    assert sizes["J7"] >= 13
