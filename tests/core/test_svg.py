"""SVG text that a strict reader takes, the same in every process."""

import xml.etree.ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from moderator.core import svg
from tests.support.cases import every_case


@every_case(
    ("value", "words"),
    [(2, "2"), (2.5, "2.5"), (2.504, "2.5"), (-0.001, "0"), (1 / 3, "0.33"), (100.0, "100"), (-4.25, "-4.25")],
)
def test_numbers_have_one_short_form(value: float, words: str) -> None:
    """At most two decimals, no idle zeros, no negative nothing."""
    assert svg.num(value) == words


@given(st.text(alphabet=st.characters(exclude_categories=["Cc", "Cs"], exclude_characters="\ufffe\uffff")))
def test_whatever_a_player_is_called_cannot_break_the_drawing(name: str) -> None:
    """Words and attributes are escaped and read back as they were."""
    drawing = svg.document(svg.Box(0, 0, 10, 10), svg.text(name, 1, 2, id=name), title=name)
    found = next(ET.fromstring(drawing).iter("{http://www.w3.org/2000/svg}text"))  # noqa: S314 - our own text
    assert (found.text or "") == name


def test_attributes_are_written_as_svg_names_them() -> None:
    """Underscores become hyphens, and None leaves an attribute out."""
    assert svg.rect(0, 1, 2, 3, stroke_width=0.5, fill=None) == (
        '<rect x="0" y="1" width="2" height="3" stroke-width="0.5"/>'
    )


def test_hatching_stays_inside_its_outline() -> None:
    """Every stroke of a hatch begins and ends on the edge of the square that it fills."""
    square = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))
    for angle in (0, 30, 45, 90, 135):
        strokes = svg.hatching(square, angle, 2.5)
        assert len(strokes) >= 3
        for ends in strokes:
            for x, y in ends:
                assert -1e-6 <= x <= 10 + 1e-6
                assert -1e-6 <= y <= 10 + 1e-6
                assert min(abs(x), abs(x - 10), abs(y), abs(y - 10)) < 1e-6


def test_joined_strokes_go_on_where_the_last_ended() -> None:
    """A corner is written once; a stroke elsewhere begins anew, and no strokes are no path."""
    pairs = [((0, 0), (4, 0)), ((4, 0), (4, 3)), ((9, 9), (9, 5))]
    assert svg.join_strokes(pairs, stroke="#000000") == '<path d="M0 0L4 0L4 3M9 9L9 5" fill="none" stroke="#000000"/>'
    assert svg.join_strokes([], stroke="#000000") == ""
