"""Pictures and the report for the printer."""

import struct
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from io import BytesIO

import pytest
from msgspec.structs import replace
from PIL import Image, ImageColor
from pypdfium2 import PdfDocument

from moderator.core import svg
from moderator.core.pictures import Drawing, Part, picture
from moderator.core.svg import Point
from moderator.games import rebel_commander, space_genocide
from moderator.rendering.mail import MailRenderer
from moderator.rendering.typesetting import raster
from moderator.rendering.typesetting.parts import limit_palette, place
from moderator.rendering.typesetting.pdf_pages import PdfPage
from moderator.rendering.typesetting.raster import WIDE, LruCache, Typesetter, paint_pages
from tests.games.space_genocide.paper import fleet, view
from tests.rendering.samples import _VIEW, HEAD, Still, page_sizes, turn_report
from tests.support.cases import every_case
from tests.support.drawn import pictures


def _page(renderer: MailRenderer, paper: str = "a4") -> bytes:
    letter = replace(turn_report(), head=replace(HEAD, paper=paper))
    return next(file.data for file in renderer.render(letter).attachments if file.mime == "application/pdf")


def test_a_usual_report_is_two_pages_and_the_same_bytes_every_time() -> None:
    """Two renderers make the same PDF of the same facts: the story and the form, and the board."""
    one, other = (_page(MailRenderer(Still())) for _ in range(2))
    assert one == other
    assert len(page_sizes(one)) == 2
    with closing(PdfDocument(one)) as opened:
        assert not opened.get_metadata_value("CreationDate")


@every_case(("paper", "width"), [("a4", 595), ("letter", 612)])
def test_the_page_fits_the_readers_paper(paper: str, width: int) -> None:
    """A4 and Letter differ."""
    assert {int(across) for across, _ in page_sizes(_page(MailRenderer(Still()), paper))} == {width}


def test_the_picture_is_sharp_and_white() -> None:
    """A map is nearly as wide as may be, so that it stays sharp at the width of a letter."""
    (picture,) = MailRenderer(Still()).render(turn_report()).pictures
    width, height = struct.unpack(">II", picture.png[16:24])
    assert 0.85 * WIDE < width <= WIDE
    assert height > 0


@every_case("width", [700, 1500, 1968, 13_000])
def test_what_repeats_is_the_same_to_the_pixel(width: int) -> None:
    """Signs in fields that are multiples of the grid wide look alike, at any scale and wherever a picture begins."""
    signs = "".join(svg.text("B1", at * 48 + 5, 33, font_size=30) for at in range(8))
    strip = (Part(svg.Box(0, 0, 384, 48), signs),)
    shown = _dots(Typesetter().png(Drawing("strip", strip, width, 96, "strip", grid=12)))
    side = round(shown.width / width * 48)
    assert shown.width <= max(WIDE, width / 12)
    fields = {shown.crop((at * side, 0, at * side + side, side)).tobytes() for at in range(8)}
    assert len(fields) == 1
    assert fields != {Image.new("RGB", (side, side), "white").tobytes()}


def test_the_same_map_is_drawn_once() -> None:
    """What was made is kept by the digest of what it was made from, as far as there is room for its bytes."""
    made = []
    cache = LruCache[bytes](2, len)
    for name in ("a", "b", "a", "c", "b", "long", "b"):
        cache.get(lambda name=name: made.append(name) or name.encode(), name)  # type: ignore[misc, func-returns-value] # counts
        assert cache.weight <= 2
    assert made == ["a", "b", "c", "b", "long", "b"]


def _strip(*words: str) -> Drawing:
    """Return a drawing of boxes beside each other, which share a line and a shape that reaches over their edges."""
    look: dict[str, svg.Value] = {"fill": "#fdf4f1", "stroke": "#b8361a", "stroke_width": 3}
    parts = [
        Part(svg.Box(33 * at - 2, 0, 37, 30), svg.rect(33 * at, 2, 33, 26, **look) + svg.text(said, 33 * at + 4, 20))
        for at, said in enumerate(words)
    ]
    over = Part(svg.Box(9, 9, 62, 12), svg.line(15, 15, 65, 15, stroke="#0063a3", stroke_width=7))
    return Drawing("strip", (*parts, over), 100, 30, "strip")


def _dots(png: bytes) -> Image.Image:
    with Image.open(BytesIO(png)) as image:
        return image.convert("RGB")


def test_a_picture_of_kept_parts_is_the_picture_drawn_at_once() -> None:
    """Where one part stands in another picture and its neighbours differ, no seam shows: all bytes are the same."""
    warm = Typesetter()
    warm.png(_strip("a", "b", "c"))
    assert warm.png(_strip("a", "x", "c")) == Typesetter().png(_strip("a", "x", "c"))


def _boards() -> list[tuple[Drawing, Drawing]]:
    """Return pairs of boards that differ in places, with marks that reach over the edges of fields."""
    (one,) = turn_report().drawings
    (other,) = pictures(rebel_commander.GAME).draw(replace(_VIEW, stacks=_VIEW.stacks[1:]))
    genocide = pictures(space_genocide.GAME).draw
    before = genocide(view(fleet("Red", 1, "C4", "scout"), fleet("Blue", 1, "D4", "scout")))[0]
    after = genocide(view(fleet("Red", 1, "C5", "scout", course=("H9",)), fleet("Blue", 1, "D4", "scout")))[0]
    return [(one, other), (before, after)]


def test_a_board_of_kept_parts_is_the_board_drawn_at_once() -> None:
    """After another position the picture has the same bytes."""
    for one, other in _boards():
        warm = Typesetter()
        assert warm.png(one) != warm.png(other)
        assert warm.png(other) == Typesetter().png(other)


def test_a_picture_has_the_colours_that_were_drawn() -> None:
    """Nobody has to name them."""
    shown = _dots(Typesetter().png(picture("plain", 20, 20, svg.rect(0, 0, 20, 20, fill="#b8361a"), alt="plain")))
    assert shown.getpixel((9, 9)) == (0xB8, 0x36, 0x1A)


def test_every_colour_is_in_the_picture_as_it_is() -> None:
    """A palette blends edges, but no tint is lost: strokes and grounds keep their very colours."""
    drawing = _strip("", "", "")
    found = {colour for _, colour in _dots(Typesetter().png(drawing)).getcolors(1 << 16) or ()}
    assert found >= {(0xFD, 0xF4, 0xF1), (0xB8, 0x36, 0x1A), (0x00, 0x63, 0xA3)}


def test_a_pixel_gets_the_colour_nearest_to_it() -> None:
    """Pillow takes pixels for darker than they are, and pale grey lines would be green."""
    grey, green = "#eef0f3", "#e2f3ea"
    line = Image.new("RGB", (1, 1), (234, 237, 239))
    assert limit_palette(line, (green, grey)).convert("RGB").getpixel((0, 0)) == ImageColor.getrgb(grey)


def test_edges_of_black_lines_are_grey() -> None:
    """No half-tone of a seat's colour is nearer to any pixel between ink and paper."""
    ink, colours = "#1b1e23", ("#2f7d3f", "#6b3fa0", "#2f5db0", "#b3261e")
    edges = Image.new("RGB", (5, 1))
    for x in range(5):
        share = (x + 2) / 8
        edges.putpixel((x, 0), tuple(round(value * share + 255 * (1 - share)) for value in ImageColor.getrgb(ink)))
    shown = limit_palette(edges, (*colours, ink)).convert("RGB")
    found = [shown.getpixel((x, 0)) for x in range(5)]
    assert all(isinstance(pixel, tuple) and max(pixel) - min(pixel) <= 8 for pixel in found), found


def test_an_image_has_the_size_of_its_part_and_is_not_stretched() -> None:
    """Lines of one pixel stay sharp in any size."""
    typesetter = Typesetter()
    for wide, high in [(960, at) for at in range(90, 130)] + [(480, at) for at in range(25, 60)]:
        down = [((0, y + 0.5), (wide, y + 0.5)) for y in range(0, high, 2)]
        across = [((x + 0.5, 0), (x + 0.5, high)) for x in range(0, wide, 2)]
        for lines in (down, across):
            part = Part(svg.Box(0, 0, wide, high), svg.strokes(lines, stroke="#000000", stroke_width=1))
            shown = _dots(typesetter.png(Drawing("lines", (part,), wide, high, "lines", grid=1)))
            assert {colour for _, colour in shown.getcolors() or ()} == {(255, 255, 255), (0, 0, 0)}


def test_a_part_is_drawn_as_far_as_the_picture_shows_it() -> None:
    """A picture of a corner in double size does not hold the pixels of the whole board for it."""
    whole, corner = Part(svg.Box(-10, -10, 500, 500), ""), Part(svg.Box(280, 390, 80, 80), "")
    drawing = Drawing("board", (whole, corner), 100, 80, "board", left=200, top=320)
    assert place(drawing, 1.5, whole, (0, 0))[:4] == (0, 0, 150, 120)
    assert place(drawing, 1.5, corner, (0, 0))[:4] == (120, 105, 30, 15)


def _watch(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Return a list that tells from now on what the parts that are drawn paint."""
    asked = list[bytes]()

    def watched(pages: Sequence[PdfPage]) -> list[Image.Image]:
        asked.extend(piece.operators for page in pages for _, piece in page.pieces)
        return paint_pages(pages)

    monkeypatch.setattr(raster, "paint_pages", watched)
    return asked


def test_a_press_draws_only_the_parts_that_are_new(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a strip with another end the first parts and the line over all are not drawn again."""
    typesetter = Typesetter()
    typesetter.png(_strip("a", "b", "c"))
    asked = _watch(monkeypatch)
    typesetter.png(_strip("a", "b", "x"))
    assert [b"(x) Tj" in drawn for drawn in asked] == [True]


def _crosses(*spots: Point, apart: bool) -> Drawing:
    """Return a drawing of crosses, which count from their own spot or from the drawing's corner."""
    look: dict[str, svg.Value] = {"stroke": "#0063a3", "stroke_width": 3}
    parts = []
    for x, y in spots:
        left, top = (0.0, 0.0) if apart else (x, y)
        drawn = svg.line(left - 5, top, left + 5, top, **look) + svg.text("7", left, top - 2)
        parts.append(Part(svg.Box(x - 8, y - 16, 16, 24), svg.move_group((x, y), drawn) if apart else drawn))
    return Drawing("crosses", tuple(parts), 100, 60, "crosses", grid=4)


def test_parts_that_look_alike_are_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What counts from its own spot has the same image there as at any other, in this picture and in the next."""
    asked, typesetter = _watch(monkeypatch), Typesetter()
    typesetter.png(_crosses((20, 20), (40, 20), (60, 44), apart=True))
    typesetter.png(_crosses((80, 44), apart=True))
    assert len(asked) == 1


def test_a_part_looks_the_same_from_wherever_it_counts() -> None:
    """A cross that counts from its own spot stands where it would stand if it counted from the corner."""
    spots = (20.0, 20.0), (40.0, 20.0), (60.0, 44.0)
    assert Typesetter().png(_crosses(*spots, apart=True)) == Typesetter().png(_crosses(*spots, apart=False))


def test_a_part_stands_at_the_nearest_whole_pixel() -> None:
    """A spot between two pixels is the one that is nearer, so no image is made for it alone."""
    assert Typesetter().png(_crosses((20.3, 19.7), apart=True)) == Typesetter().png(_crosses((20, 20), apart=True))


def test_threads_draw_side_by_side() -> None:
    """Every thread has a compiler of its own and all draw the same picture."""
    (drawing,) = turn_report().drawings
    with ThreadPoolExecutor(2) as pool:
        made = list(pool.map(lambda _: Typesetter().png(drawing), range(4)))
    assert len(set(made)) == 1
