"""What drawings become on a page: shapes, words and colours, seen in the picture of the page."""

import re
from contextlib import closing

import pytest
from PIL import Image
from pypdfium2 import PdfDocument

from moderator.core import svg
from moderator.core.pictures import Drawing, picture
from moderator.rendering.typesetting.drawing_operators import drawing_operators
from moderator.rendering.typesetting.pdf_pages import PdfPage, document, pdf_page
from moderator.rendering.typesetting.raster import paint_pages
from tests.support.cases import every_case

RED, BLUE = (255, 0, 0, 255), (0, 0, 255, 255)
CLEAR = (255, 255, 255, 0)


def _drawing(*inside: str) -> Drawing:
    return picture("drawing", 100, 100, *inside, alt="")


def _shown(*inside: str) -> Image.Image:
    (image,) = paint_pages([pdf_page(_drawing(*inside))])
    return image


def _at(image: Image.Image, *spots: tuple[int, int]) -> list[object]:
    return [image.getpixel(spot) for spot in spots]


@every_case(
    ("shape", "inside", "outside"),
    [
        (svg.rect(20, 30, 40, 20, fill="#ff0000"), (59, 49), (61, 51)),
        (svg.rect(20, 20, 60, 60, rx=30, fill="#ff0000"), (50, 22), (22, 22)),
        (svg.circle(50, 50, 30, fill="#ff0000"), (78, 50), (75, 75)),
        (svg.element("ellipse", cx=50, cy=50, rx=40, ry=10, fill="#ff0000"), (85, 50), (50, 65)),
        (svg.line(10, 50, 90, 50, stroke="#ff0000", stroke_width=6), (12, 52), (8, 50)),
        (svg.line(10, 50, 90, 50, stroke="#ff0000", stroke_width=6, stroke_linecap="square"), (8, 50), (5, 50)),
        (svg.line(10, 50, 90, 50, stroke="#ff0000", stroke_width=6, stroke_dasharray="20 10"), (25, 50), (35, 50)),
        (svg.polygon([(10, 10), (90, 10), (10, 90)], fill="#ff0000"), (20, 70), (70, 70)),
        (svg.path("M10 10H90V90z", fill="#ff0000"), (80, 30), (30, 80)),
        (svg.path("M20 50A30 30 0 0 1 80 50z", fill="#ff0000"), (50, 22), (50, 52)),
        (svg.path("m20 50q30-60 60 0", fill="#ff0000"), (50, 30), (50, 15)),
        (svg.path("M10 10h80v80h-80zM30 30h40v40h-40z", fill="#ff0000", fill_rule="evenodd"), (20, 20), (50, 50)),
    ],
)
def test_shapes_are_where_svg_has_them(shape: str, inside: tuple[int, int], outside: tuple[int, int]) -> None:
    """The axis down, ends of strokes and gaps of dashes as they are said."""
    assert _at(_shown(shape), inside, outside) == [RED, CLEAR]


@every_case(
    ("transform", "spot"),
    [
        ("translate(40 60)", (45, 62)),
        ("translate(40,60) rotate(90)", (38, 65)),
        ("rotate(90 50 50)", (98, 5)),
        ("scale(2)", (19, 7)),
    ],
)
def test_what_is_moved_turned_or_grown_is_there(transform: str, spot: tuple[int, int]) -> None:
    """A bar of ten by four at the corner, in a group and by itself; what follows is not moved."""
    bar, after = svg.rect(0, 0, 10, 4, fill="#ff0000"), svg.rect(90, 90, 9, 9, fill="#0000ff")
    alone = svg.rect(0, 0, 10, 4, fill="#ff0000", transform=transform)
    for drawn in (svg.group(bar, transform=transform), alone):
        assert _at(_shown(drawn, after), spot, (95, 95)) == [RED, BLUE]


def test_a_group_hands_down_what_an_element_does_not_say() -> None:
    """Colours come from the nearest group that names one; a colour that was set does not stay for what comes next."""
    inner = svg.rect(0, 0, 20, 20) + svg.rect(30, 0, 20, 20, fill="#0000ff") + svg.rect(60, 0, 20, 20)
    image = _shown(svg.group(inner, fill="#ff0000"), svg.rect(0, 50, 20, 20))
    assert _at(image, (9, 9), (39, 9), (69, 9), (9, 59)) == [RED, BLUE, RED, (0, 0, 0, 255)]


def test_what_shines_through_shines_through() -> None:
    """Half a red over blue; the opacity of a fill ends with its element."""
    image = _shown(
        svg.rect(0, 0, 100, 50, fill="#0000ff"),
        svg.rect(0, 0, 50, 50, fill="#ff0000", fill_opacity=0.5),
        svg.rect(60, 0, 40, 50, fill="#ff0000"),
    )
    red, green, blue, _ = image.getpixel((25, 25))  # type: ignore[misc] # a pixel of four values
    assert (abs(red - 127), green, abs(blue - 127)) <= (2, 0, 2)
    assert _at(image, (80, 25)) == [RED]


def test_a_stroke_that_is_painted_first_lies_below_the_fill() -> None:
    """Half of it is seen then."""
    look: dict[str, svg.Value] = {"fill": "#ff0000", "stroke": "#0000ff", "stroke_width": 20}
    over, below = (_shown(svg.rect(30, 30, 40, 40, paint_order=order, **look)) for order in (None, "stroke"))
    assert _at(over, (35, 50)) == [BLUE]
    assert _at(below, (35, 50), (25, 50)) == [RED, BLUE]


@every_case(("anchor", "left", "right"), [("start", 50, 94), ("middle", 28, 72), ("end", 6, 50)])
def test_words_stand_where_they_are_anchored(anchor: str, left: int, right: int) -> None:
    """From, around, or up to a point."""
    box = _shown(svg.text("HHH", 50, 60, font_size=20, font_weight=700, text_anchor=anchor)).getbbox()
    assert box is not None
    assert left <= box[0] < box[2] <= right
    assert 40 < box[1] < box[3] <= 61


def test_words_stand_where_they_would_stand_alone() -> None:
    """Whatever was written or painted before them."""
    words = [svg.text("H", x, y, font_size=20) for x, y in ((10, 30), (60, 30), (10.555, 80))]
    between = svg.group(svg.rect(15, 10, 9, 9), svg.text("I", 2, 19), transform="translate(60 60)")
    together = _shown("".join((words[0], words[1], between, words[2])))
    for piece in (*words, between):
        alone = _shown(piece)
        box = alone.getbbox()
        assert box is not None
        assert together.crop(box).tobytes() == alone.crop(box).tobytes()


def test_words_of_any_alphabet_are_shown_and_found() -> None:
    """Brackets and letters of many alphabets; for what the font lacks stands a question mark."""
    words = "A(1\\2) Äőč Щи → ≥"
    drawing = _drawing(svg.text(words, 2, 40, font_size=12), svg.text("B", 2, 80, font_size=12, font_weight=700))
    with closing(PdfDocument(document([pdf_page(drawing)]))) as opened:
        assert words in opened[0].get_textpage().get_text_range()
    lacking, asked = (_shown(svg.text(said, 2, 40)).tobytes() for said in ("\u4e2d", "?"))
    assert lacking == asked


def test_drawings_of_a_document_share_their_letters() -> None:
    """A file of many drawings has each of the two faces once, and one of few words as many letters as one of many."""
    one = pdf_page(_drawing(svg.text("A1", 2, 40), svg.text("A1", 2, 80, font_weight=700)))
    other = pdf_page(_drawing(svg.text("Zz", 2, 40)))
    assert document([one, other, one]).count(b"/FontFile3") == 2
    assert document([other]).count(b"/FontFile3") == 1


def test_a_subset_of_letters_has_a_name_of_its_own() -> None:
    """Readers tell programs by their names."""
    files = [document([pdf_page(_drawing(svg.text(words, 2, 40)))]) for words in ("A", "B", "\u0429")]
    names = [re.findall(rb"/BaseFont/([A-Z]{6}\+IBMPlexSans-Regular)/", made)[0] for made in files]
    assert names[0] == names[1] != names[2]


@every_case(
    ("piece", "told"),
    [
        (svg.rect(0, 0, 9, 9, style="fill:red"), "<rect> cannot be drawn with style"),
        (svg.group(svg.rect(0, 0, 9, 9), opacity=0.5), "<g> cannot be drawn with opacity"),
        (svg.element("image", href="x.png"), "<image> cannot be drawn with"),
        ("<text x='1' y='1'>A<tspan>B</tspan></text>", "<text> cannot be drawn with anything inside"),
        ("<g>words</g>", "<g> cannot be drawn with anything inside"),
        (svg.rect(0, 0, 9, 9, transform="rotate (45)"), "<rect> cannot be drawn with transform"),
        (svg.rect(0, 0, 9, 9, transform="skewX(45)"), "<rect> cannot be drawn: 'skewX'"),
        (svg.rect(0, 0, 9, 9, transform="scale(2 3)"), "<rect> cannot be drawn"),
        (svg.element("rect", x=0, y=0, width="50%", height=9), "50%"),
        (svg.rect(0, 0, 9, 9, fill="#ffff"), "'#ffff' is no colour"),
        (svg.line(0, 0, 9, 9, stroke="#ff0000", stroke_width="2px"), "2px"),
        (svg.line(0, 0, 9, 9, stroke="#ff0000", stroke_dasharray="none"), "none"),
        (svg.polygon([(0, 0)]) + svg.element("polygon", points="0 0 5"), "zip"),
        (svg.element("use", href="#box"), "<use> cannot be drawn"),
        (svg.element("text", "words", y=1), "<text> cannot be drawn: 'x'"),
        (svg.text("\x0b", 1, 1), "a drawing is no XML"),
    ],
)
def test_what_cannot_be_drawn_is_refused(piece: str, told: str) -> None:
    """A drawing that lacks something in silence would tell a player too little."""
    with pytest.raises(ValueError, match=re.escape(told)):
        drawing_operators(piece)


def _operators(piece: str) -> list[bytes]:
    return drawing_operators(piece).operators.split(b"\n")


def test_what_is_set_within_a_move_is_set_again_after_it() -> None:
    """A page forgets it there."""
    moved = svg.rect(0, 0, 10, 10, fill="#0000ff", transform="translate(50 50)")
    image = _shown(svg.rect(0, 0, 10, 10, fill="#ff0000"), moved, svg.rect(0, 80, 10, 10, fill="#0000ff"))
    assert _at(image, (5, 5), (55, 55), (5, 85)) == [RED, BLUE, BLUE]


def test_words_are_filled_stroked_or_both() -> None:
    """A halo is a stroke alone; a stroke that is painted first does not cover the letters."""
    look: dict[str, svg.Value] = {"font_size": 90, "font_weight": 700, "stroke": "#0000ff", "stroke_width": 6}
    hollow = _shown(svg.text("I", 20, 90, fill="none", **look), svg.text("I", 70, 90, font_size=90, fill="#ff0000"))
    below, over = (
        _shown(svg.text("I", 20, 90, fill="#ff0000", paint_order=order, **look)) for order in ("stroke", None)
    )
    counted = [
        [sum(image.getpixel((x, y)) == colour for x in range(60) for y in range(100)) for colour in (RED, BLUE)]
        for image in (hollow, below, over)
    ]
    assert counted[0][0] == 0 < counted[0][1]
    assert counted[1][0] > counted[2][0] > 0


def test_strokes_have_the_corners_and_the_opacity_that_they_say() -> None:
    """A round corner does not reach the point of a sharp one."""
    corner = "M10 90L50 20L90 90"
    look: dict[str, svg.Value] = {"fill": "none", "stroke": "#ff0000", "stroke_width": 16}
    sharp, rounded = (_shown(svg.path(corner, stroke_linejoin=join, **look)) for join in (None, "round"))
    assert _at(sharp, (50, 8)) == [RED]
    assert _at(rounded, (50, 8)) == [CLEAR]
    faint = _shown(svg.line(0, 50, 100, 50, stroke="#ff0000", stroke_width=20, stroke_opacity=0.5)).getpixel((50, 50))
    assert isinstance(faint, tuple)
    assert abs(faint[3] - 128) <= 2


def test_a_line_is_not_filled() -> None:
    """Some readers of PDF paint what is filled and has no inside, between dashes, too."""
    assert _operators(svg.line(5, 50, 95, 50, stroke="#ff0000", stroke_dasharray="2 3"))[-1].endswith(b" S")
    assert not _operators(svg.line(5, 50, 95, 50))[-1]


def test_a_shape_without_size_is_not_drawn() -> None:
    """Nor is its stroke, as in SVG."""
    look: dict[str, svg.Value] = {"fill": "#ff0000", "stroke": "#0000ff"}
    flat = svg.rect(20, 20, 0, 40, **look) + svg.circle(70, 50, 0, **look) + svg.rect(20, 70, 40, 0, rx=3, **look)
    assert _shown(flat).getbbox() is None


def test_corners_are_no_rounder_than_their_sides_allow() -> None:
    """A bar with corners larger than itself has round ends."""
    assert _at(_shown(svg.rect(10, 40, 80, 20, rx=30, fill="#ff0000")), (50, 41), (11, 41)) == [RED, CLEAR]


def test_dashes_of_a_circle_begin_at_its_right() -> None:
    """And go on downwards, as in SVG."""
    ring = svg.circle(50, 50, 40, fill="none", stroke="#ff0000", stroke_width=8, stroke_dasharray="62.8 188.4")
    assert _at(_shown(ring), (78, 78), (78, 22)) == [RED, CLEAR]


def test_pieces_on_a_page_do_not_disturb_each_other() -> None:
    """A colour, a width and a move of one are gone in the next."""
    first = drawing_operators(svg.rect(0, 0, 10, 10, fill="#ff0000", transform="translate(50 50)"))
    (image,) = paint_pages(
        [PdfPage(100, 100, [("1 0 0 1 0 0 cm", first), ("1 0 0 1 20 0 cm", drawing_operators(svg.rect(0, 0, 10, 10)))])]
    )
    assert _at(image, (55, 55), (25, 5)) == [RED, (0, 0, 0, 255)]
