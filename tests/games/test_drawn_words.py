"""Words on drawings can be read: none covers another, over recorded matches."""

import pytest

from bench.common import BUCK, GENOCIDE, RAYGUNS, REBELS, REVISED
from bench.recorded import Recorded, recorded
from moderator.core import svg
from moderator.core.pictures import Drawing, picture
from moderator.testing.laws.drawn_words import covered, words_of
from tests.support.cases import every_case

CLEAR = [REBELS, GENOCIDE, RAYGUNS, BUCK, REVISED]
"""The games whose drawings are clear."""


def crossing(match: Recorded, numbers: range) -> list[tuple[int, str, str, str]]:
    """Return where words lie on each other: the record, the drawing, and the two words."""
    return [
        (number, drawing.key, one.words, other.words)
        for number in numbers
        for letter in match.letters(number)
        for drawing in (*letter.drawings, *([letter.course] if letter.course else []))
        for one, other in covered(drawing)
    ]


@every_case("key", CLEAR)
def test_no_words_lie_on_each_other_in_the_middle_of_a_match(key: str) -> None:
    """Maps and charts of every seat, on a turn with most on the board."""
    with recorded(key) as match:
        middle = match.number // 2
        assert crossing(match, range(middle, middle + 1)) == []


@pytest.mark.proof
@every_case("key", CLEAR)
def test_no_words_lie_on_each_other_on_any_turn(key: str) -> None:
    """Maps and charts of every seat, from the first report to the last."""
    with recorded(key) as match:
        assert crossing(match, range(1, match.number)) == []


def drawing(*parts: str) -> Drawing:
    """Return a drawing of some parts."""
    return picture("board", 100, 100, *parts, alt="")


def test_words_are_found_wherever_their_group_stands() -> None:
    """Moved, enlarged and turned groups, anchors and halos: only words that really lie on each other are told."""
    halo = svg.text("A1", 10, 20, fill="none", stroke="#ffffff", stroke_width=3) + svg.text("A1", 10, 20)
    beside = svg.move_group((40, 0), svg.text("B2", 10, 20))
    assert list(covered(drawing(halo, beside))) == []
    same = svg.group(svg.text("7", 2.5, 5), transform="translate(5 10) scale(2)")
    assert [(one.words, other.words) for one, other in covered(drawing(halo, same))] == [("A1", "7")]
    ending = svg.text("Earth", 32, 22, text_anchor="end")
    assert len(list(covered(drawing(halo, ending)))) == 1
    upright = svg.group(svg.text("Mars", 0, 0), transform="rotate(90) translate(-90 -14)")
    assert list(covered(drawing(halo, upright))) == []


def test_words_that_stand_upright_have_their_whole_box() -> None:
    """Turned by a quarter or a half they are no slanted letters: as long and as high as a level line."""
    (level,), (quarter,), (half,) = (
        words_of(svg.group(svg.text("MMMMMMMM", 0, 0), transform=f"rotate({angle})")) for angle in (0, 90, 180)
    )
    assert quarter.box[2:] == pytest.approx(level.box[3:1:-1])
    assert half.box[2:] == pytest.approx(level.box[2:])
