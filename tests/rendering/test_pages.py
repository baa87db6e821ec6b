"""The printed report: which way its pages lie, and what stands in which column."""

from collections.abc import Mapping
from contextlib import closing
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import typst
from msgspec.structs import replace
from PIL import Image
from pypdfium2 import PdfDocument

from moderator.core import svg
from moderator.core.pictures import Drawing, Part, picture
from moderator.core.svg import Box
from moderator.rendering.environment import ReadingSeat, Templates, Voice
from moderator.rendering.print import COMMON, TEMPLATE, legible, paper, report_pdf, story, typeset
from moderator.rendering.typesetting.raster import Typesetter
from moderator.rendering.typesetting.typefaces import FONTS
from tests.rendering.samples import FORM, HEAD, page_sizes, turn_report
from tests.support.cases import every_case
from tests.support.printed import fillings, smallest_words


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


def test_pages_stay_upright() -> None:
    """A wide board stands across the first page, above the story."""
    assert _sides(800, 500) == _sides(500, 500) == {False}


def test_a_board_gets_smaller_if_then_all_stands_on_one_page() -> None:
    """One whose letters would be below 6 pt there keeps its size."""
    assert _count(_worded("board", 24)) == 1
    assert _count(_worded("board", 11)) == 2


def _worded(key: str, size: float, width: int = 1000) -> Drawing:
    """Return a square drawing whose only word has letters of some size."""
    return picture(key, width, width, svg.text("word", 100, 100, font_size=size), alt=key)


def _data(*drawings: Drawing) -> Mapping[str, Any]:
    """Return what a report with such drawings gives its document."""
    typesetter, templates = Listening(), Templates()
    letter = replace(turn_report(), drawings=drawings)
    report_pdf(typesetter, templates, Voice(templates.text, HEAD.game, ReadingSeat("Red", "UTC")), letter)
    return typesetter.data


def test_parts_of_a_board_are_printed_if_its_letters_are_too_small() -> None:
    """On A4 a thousand units leave letters of 12 units at 6.2 pt, those of 11 at 5.7 pt."""
    for size, printed in ((12, []), (11, ["detail-1"])):
        board = _worded("board", size)
        part = replace(board, key="detail-1", width=300, height=200)
        assert [each["key"] for each in _data(board, part)["details"]] == printed
        assert [each["key"] for each in _data(board, _worded("deck", 13))["details"]] == ["deck"]


def test_a_drawing_is_as_narrow_as_a_column_if_it_can_be_read_there() -> None:
    """What cannot has the width of the page."""
    board = _worded("board", 12)
    assert [_data(board, _worded("deck", size))["details"][0]["narrow"] for size in (25, 24)] == [True, False]


def test_words_tell_how_large_a_drawing_must_be() -> None:
    """A letter alone is a mark; letters in an enlarged group are larger than they say."""
    twice = svg.group(svg.text("word", 0, 0, font_size=6), transform="scale(2)")
    drawing = picture("board", 1000, 1000, svg.text("M", 9, 9, font_size=1), twice, alt="board")
    assert legible(drawing) == pytest.approx(legible(_worded("board", 12)))
    assert legible(picture("board", 1000, 1000, alt="board")) == 0


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
    source = b'#set page(width: auto, height: auto, margin: 0pt)\n#image("/page.pdf", page: 2, width: 210pt)'
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
    """Six drawings that fill three pages in the width of the page fill one in two columns."""
    narrow, wide = ([_worded(f"part-{number}", size, 400 + number) for number in range(6)] for size in (11, 9))
    board = _worded("board", 12)
    assert _count(board, *narrow) <= _count(board, *wide) - 2


def test_a_long_report_has_no_page_for_the_standings_alone() -> None:
    """The board and the first lines, then the others, with the standings and the form below them."""
    assert len(page_sizes(_page(picture("board", 500, 500, alt="board"), times=5))) == 3


@every_case("times", [1, 2, 3, 4, 5, 8, 13])
def test_text_fills_both_columns_of_every_page(times: int) -> None:
    """However long a report is: no page is blank, and none but the last is less than two thirds full."""
    for width, height in ((500, 500), (900, 1300)):
        board = picture("board", width, height, svg.rect(0, 0, width, height, fill="#b85c0b"), alt="board")
        pages = fillings(_page(board, times=times))
        assert all(min(page) > 2 / 3 for page in pages[:-1])
        assert min(pages[-1]) > 0


def test_a_row_that_is_higher_than_a_page_runs_on() -> None:
    """It begins at the top of a page, and every word of it is printed."""
    board = _worded("board", 12)
    data = {**_data(board), "course": False}
    row = {"sign": "", "term": "", "dice": [], "text": "word " * 3000 + "LAST"}
    told = {**data, "story": [*data["story"], {"heading": "Long"}, row, {**row, "text": "AFTER"}]}
    with closing(PdfDocument(typeset(Typesetter(), Templates(), TEMPLATE, told, {"board": board}))) as opened:
        words = " ".join(page.get_textpage().get_text_bounded() for page in opened).split()
    assert words.count("word") == 3001  # with that of the board
    assert words.index("LAST") < words.index("AFTER")


def test_sizes_are_those_on_paper() -> None:
    """A word of a drawing is as large as the drawing is printed; a letter alone is no word."""
    board = picture("board", 1000, 1000, svg.text("word", 9, 99, font_size=11), svg.text("M", 9, 200), alt="board")
    (size, word), *_ = smallest_words(_page(board))
    assert (round(size, 1), word) == (5.7, "word")


def _part(*rows: str, mine: bool) -> dict[str, Any]:
    return {"heading": "Battles", "mine": mine, "rows": [{"text": text, "term": "", "dice": []} for text in rows]}


def test_a_readers_own_story_comes_first() -> None:
    """All else follows in the order in which it is told."""
    told = story((_part("a", mine=False), _part("b", "c", mine=True), _part("d", mine=False)))
    assert [piece["text"] for piece in told if "text" in piece] == ["b", "c", "a", "d"]
    assert story(()) == []


def test_large_paper_has_larger_letters() -> None:
    """A line has about as many of them as on A4."""
    assert _sized("a3") > _sized("a4") == _sized("letter")


def _sized(paper_size: str) -> float:
    typesetter, templates = Listening(), Templates()
    letter = replace(turn_report(), head=replace(HEAD, paper=paper_size))
    report_pdf(typesetter, templates, Voice(templates.text, HEAD.game, ReadingSeat("Red", "UTC")), letter)
    size: float = typesetter.data["size"]
    return size


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
