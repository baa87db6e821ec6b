"""The printed report: which way its pages lie, and what stands in which column."""

from collections.abc import Mapping
from contextlib import closing
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import typst
from msgspec.structs import replace
from PIL import Image
from pypdfium2 import PdfDocument

from moderator.core import svg
from moderator.core.game import Drawing, Part, picture
from moderator.core.svg import Box
from moderator.rendering.environment import ReadingSeat, Templates, Voice
from moderator.rendering.print import COMMON, paper, report_pdf, story
from moderator.rendering.raster import Typesetter
from moderator.rendering.typefaces import FONTS
from tests.rendering.samples import FORM, HEAD, page_sizes, turn_report
from tests.support.cases import every_case


def _page(*drawings: Drawing, times: int = 1, typesetter: Typesetter | None = None) -> bytes:
    """Return a report with such drawings, its stories told several ``times``."""
    templates = Templates()
    told = turn_report()
    sections = [
        part if part.key in ("headline", "score") else replace(part, facts=part.facts * times)
        for part in told.report.sections
    ]
    letter = replace(told, report=replace(told.report, sections=tuple(sections)), drawings=drawings)
    made = report_pdf(
        typesetter or Typesetter(), templates, Voice(templates.text, HEAD.game, ReadingSeat("Red", "UTC")), letter
    )
    assert made is not None
    return made.data


def _sides(width: int, height: int) -> set[bool]:
    """Return whether pages of a report with such a board are wider than high."""
    return {across > down for across, down in page_sizes(_page(picture("board", width, height, alt="board")))}


def _darkness(won: str) -> list[int]:
    """Return how many dark pixels a die has in print that shows nothing, one pip, and so on to six."""
    shown = f"#set page(width: edge, height: edge, margin: 0mm)\n#(tile({won}, []), ..cube({won})).join(pagebreak())"
    source = Templates().source(f"print/{COMMON}") + shown
    fonts = typst.Fonts(include_system_fonts=False, font_paths=[str(FONTS)])
    made = typst.compile(source.encode(), font_paths=fonts, sys_inputs={"data": "{}"}, format="pdf")
    assert isinstance(made, bytes)
    with closing(PdfDocument(made)) as opened:
        faces = [face.render(scale=10, grayscale=True).to_pil() for face in opened]
    return [sum(face.histogram()[:128]) for face in faces]


def test_a_die_shows_every_pip() -> None:
    """Of one that won the pips are light on dark; typst leaves out a curve without any extent, such as a single pip."""
    lost, won = _darkness("false"), _darkness("true")
    assert len(lost) == len(won) == 7
    assert all(more > less for less, more in pairwise(lost))
    assert all(less < more for more, less in pairwise(won))


def _count(*drawings: Drawing) -> int:
    return len(page_sizes(_page(*drawings)))


def test_a_wide_board_has_its_page_on_its_side() -> None:
    """The pages of text stay upright; a board that is as high as wide changes nothing."""
    assert _sides(800, 500) == {False, True}
    assert _sides(500, 500) == {False}


def test_a_board_that_fits_what_the_stories_leave_free_needs_no_page_of_its_own() -> None:
    """A small board joins the first page; one that would have letters below 6 pt there follows on its own."""
    small, tall = picture("board", 280, 280, alt="board"), picture("board", 900, 1300, alt="board")
    assert _count(small) == _count(tall) - 1


def test_the_parts_of_a_large_board_follow_on_a_page_of_their_own() -> None:
    """They are drawn larger, since the whole has small letters; of a small board they are for screens alone."""
    small, large = picture("board", 1500, 1500, alt="board"), picture("board", 1501, 1501, alt="board")
    part = picture("detail-1", 300, 200, alt="board")
    assert _count(large, part) == _count(large) + 1
    assert _count(small, part) == _count(small)


def test_a_part_of_the_board_is_a_window_of_it(tmp_path: Path) -> None:
    """The same parts are not drawn once more: the page has the board once, and shows what is in the window."""
    operators_of_pieces = ("#ff0000", "#00ff00", "#0000ff", "#ffff00")
    quarters = [Box(x, y, 1000, 1000) for y in (0, 1000) for x in (0, 1000)]
    words = [svg.text(f"word {at}", at * 9, 500, font_size=9) for at in range(100)]
    fields = [
        Part(box, svg.rect(box.x, box.y, 1000, 1000, fill=drawing_operators) + "".join(words))
        for box, drawing_operators in zip(quarters, operators_of_pieces, strict=True)
    ]
    board = Drawing("board", tuple(fields), 2000, 2000, "board")
    window = Drawing("detail", (fields[3],), 1000, 1000, "part", left=1000, top=1000)
    made = _page(board, window)
    assert len(made) < len(_page(board)) * 1.2

    (tmp_path / "page.pdf").write_bytes(made)
    source = b'#set page(width: auto, height: auto, margin: 0pt)\n#image("/page.pdf", page: 3, width: 210pt)'
    seen = typst.Compiler(root=tmp_path).compile(source, format="png", ppi=72.0)
    assert isinstance(seen, bytes)
    with Image.open(BytesIO(seen)) as image:
        colours = dict.fromkeys(pixel for _, pixel in image.convert("RGB").getcolors(1 << 20) or ())
    assert (255, 255, 0) in colours
    assert not {(255, 0, 0), (0, 255, 0), (0, 0, 255)} & colours.keys()


def test_a_press_shows_nobody_the_board_of_another() -> None:
    """Boards that pages have once are files of one name; a press that has set one page sets the next like a new one."""
    typesetter, made = Typesetter(), set()
    for drawing_operators in ("#ff0000", "#0000ff"):
        part = Part(Box(0, 0, 2000, 2000), svg.rect(0, 0, 2000, 2000, fill=drawing_operators))
        board = Drawing("board", (part,), 2000, 2000, "board")
        window = replace(board, key="detail", width=900, height=900)
        made.add(_page(board, window, typesetter=typesetter))
        assert _page(board, window) in made
    assert len(made) == 2


def test_narrow_parts_stand_beside_each_other() -> None:
    """Six that would fill three pages in the width of the page have one."""
    large = picture("board", 1501, 1501, alt="board")
    parts = [picture(f"part-{number}", 400, 300, alt="part") for number in range(6)]
    assert _count(large, *parts) == _count(large) + 1


def test_a_long_report_has_no_page_for_the_standings_alone() -> None:
    """Two pages of text with the standings at a foot, and the board."""
    assert len(page_sizes(_page(picture("board", 500, 500, alt="board"), times=5))) == 3


def _part(*rows: str, mine: bool) -> dict[str, Any]:
    return {"heading": "Battles", "mine": mine, "rows": [{"text": text, "term": "", "dice": []} for text in rows]}


def _left(*parts: dict[str, Any]) -> list[bool]:
    return [piece["left"] for piece in story(parts, large=False)["story"]]


def test_a_readers_own_story_stands_left_and_runs_on_where_there_is_no_other() -> None:
    """All in the order in which it is told."""
    assert _left(_part("a", mine=False), _part("b", "c", mine=True)) == [False, False, True, True, True]
    assert _left(_part(*"abcdefg", mine=True)) == [True] * 4 + [False] * 4
    assert _left() == []


def test_large_paper_has_larger_letters_to_try() -> None:
    """The first size is the largest, so the first that fits is the best."""
    for large, first in ((False, 10.5), (True, 15.0)):
        sizes = story((_part("a", mine=True),), large=large)["sizes"]
        assert sizes[0] == first
        assert sorted(sizes, reverse=True) == list(sizes)


def test_a_story_that_is_too_long_for_a_page_is_not_measured() -> None:
    """It runs on anyway, and measuring it would take longer than setting it."""
    assert story((_part(*["Red moved Troops to B2. " * 20] * 20, mine=False),), large=False)["sizes"] == ()


@every_case(("name", "typeset"), [("a4", "a4"), ("a3", "a3"), ("letter", "us-letter"), ("", "a4")])
def test_papers_have_the_typesetters_names(name: str, typeset: str) -> None:
    """What nobody chose is A4."""
    assert paper(name) == typeset


@every_case(
    ("game", "left", "right"),
    [
        ("rebel-commander", ("chronicle", "landing"), ("score", "positions")),
        ("space-genocide", ("battles", "own"), ("hand", "planets")),
    ],
)
def test_each_game_says_what_leads(game: str, left: tuple[str, ...], right: tuple[str, ...]) -> None:
    """The reader's own story stands left; a game that does not say has nothing there."""
    voice = Voice(Templates().text, game, ReadingSeat("Red", "UTC"))
    assert all(voice.leads(key) for key in left)
    assert not any(voice.leads(key) for key in right)
    assert not Voice(Templates().text, "", ReadingSeat("Red", "UTC")).leads("own")


class Listening(Typesetter):
    """A typesetter that keeps what it was to set."""

    data: Mapping[str, Any]

    def pdf(self, source: str, data: Mapping[str, Any], drawings: Mapping[str, Drawing]) -> bytes:
        """Keep the words."""
        del source, drawings
        self.data = data
        return b""


def _form(*lines: str) -> dict[str, Any]:
    """Return what stands in the form of a printed report."""
    typesetter, templates = Listening(), Templates()
    letter = replace(turn_report(), form=replace(FORM, lines=lines))
    report_pdf(typesetter, templates, Voice(templates.text, HEAD.game, ReadingSeat("Red", "UTC")), letter)
    form: dict[str, Any] = typesetter.data["form"]
    return form


def test_a_form_with_numbers_is_filled_with_what_stands() -> None:
    """A rule beside each number."""
    form = _form("1. ", "2. BUILD TROOPS B1")
    assert (form["lines"], form["stands"]) == (["1. ", "2. BUILD TROOPS B1"], "")


@every_case("standing", [("FIRE SPREAD", "LAUNCH ALL"), ()])
def test_a_form_without_numbers_has_room_for_orders(standing: tuple[str, ...]) -> None:
    """Empty rules, and below them in small what stands without being written, if anything does."""
    form = _form(*standing)
    assert set(form["lines"]) == {""}
    assert len(form["lines"]) >= 6
    assert " \u00b7 ".join(standing) in form["stands"]
    assert bool(form["stands"]) == bool(standing)
