"""The board as a poster: where its cuts lie, and what is printed."""

import re
from itertools import pairwise

import pytest
from msgspec.structs import replace

from moderator.core import svg
from moderator.core.pictures import Marker, Poster, picture
from moderator.games.rebel_commander import GAME
from moderator.games.rebel_commander.options import Options
from moderator.games.rebel_commander.rules.fog import view_for
from moderator.games.rebel_commander.rules.setup import first_position, forces
from moderator.rendering.environment import Templates
from moderator.rendering.mail import MailRenderer
from moderator.rendering.poster import CAPTION, MARGIN, STRIP, document, filled_markers, layout
from moderator.rendering.typesetting.raster import Typesetter
from moderator.service.letter_parts import Answer
from tests.rendering.samples import HEAD, Still, every_letter, page_sizes, turn_report
from tests.support.cases import every_case
from tests.support.drawn import pictures

SEATS = ("Red", "Blue", "Green", "Empire")
_PAPERS = {"a4": (210.0, 297.0), "a3": (297.0, 420.0), "us-letter": (215.9, 279.4)}


def _poster(*, blank: bool = True, seats: tuple[str, ...] = SEATS, options: Options | None = None) -> Poster:
    chosen = options or Options()
    state = first_position(chosen, seats, forces(chosen, seats)).state
    drawn = pictures(GAME).poster(view_for(state, seats[0]), blank=blank)
    assert drawn is not None
    return drawn


@every_case("paper_size", _PAPERS)
def test_the_parts_without_their_strips_are_the_board(paper_size: str) -> None:
    """Cut at the marks and laid side by side, the pages leave no gap and cover nothing twice."""
    spread = layout(_poster(), paper_size)
    top_left, top_right, low_left, low_right = spread.parts
    assert top_right.x == pytest.approx(top_left.width - STRIP)
    assert low_left.y == pytest.approx(top_left.height - STRIP)
    assert top_right.x + top_right.width == pytest.approx(spread.width)
    assert low_right.y + low_right.height == pytest.approx(spread.height)
    assert (low_right.x, low_right.y) == (top_right.x, low_left.y)


@every_case("paper_size", _PAPERS)
def test_every_part_is_five_rows_by_four_columns_that_fit_the_paper(paper_size: str) -> None:
    """The cut runs between columns 3 and 4 and between rows E and F, and the margins stay white."""
    poster = _poster()
    spread = layout(poster, paper_size)
    frame = poster.edge * spread.scale
    assert spread.parts[3].x == pytest.approx(frame + 4 * spread.cell)
    assert spread.parts[3].y == pytest.approx(frame + 5 * spread.cell)
    width, height = _PAPERS[paper_size]
    for part in spread.parts:
        assert part.width <= width - 2 * MARGIN + 1e-9
        assert part.height < height - 2 * MARGIN
    assert spread.cell > 40


def test_a_small_board_is_one_part_without_strips() -> None:
    """Nothing has to be taped."""
    (part,) = layout(_poster(seats=("Red", "Empire"), options=Options(edition="skirmish")), "a4").parts
    assert not any((part.left, part.top, part.right, part.low))


@every_case("paper", ["a4", "a3", "letter"])
def test_the_empty_board_is_four_pages_and_those_of_markers(paper: str) -> None:
    """Position posters have no markers; both are the same bytes every time."""
    head = replace(HEAD, paper=paper)
    blank, again = (document(Typesetter(), Templates(), head, _poster()) for _ in range(2))
    assert blank == again
    assert blank.name == "hoth-poster.pdf"
    assert len(page_sizes(blank.data)) == (5 if paper == "a3" else 6)
    position = document(Typesetter(), Templates(), head, _poster(blank=False))
    assert position.name == "hoth-turn-5-poster.pdf"
    assert len(page_sizes(position.data)) == 4


def test_everybody_has_markers_of_every_kind() -> None:
    """Each faction has its own for each kind of unit; the Empire, which faces them all, has more."""
    names = {marker.drawing.alt: marker.count for marker in _poster().markers}
    assert {name.split()[0] for name in names} == set(SEATS)
    assert names["Empire troops 1"] > names["Red troops 1"]
    assert {name.split()[1] for name in names} == {"troops", "speeders", "transport"}


def test_single_troops_last_three_factions_to_turn_25() -> None:
    """By then armies stand as single Troops in many locations: 47 of a faction, 58 of the Empire."""
    names = {marker.drawing.alt: marker.count for marker in _poster().markers}
    assert all(names[f"{seat} troops 1"] >= 47 for seat in SEATS)
    assert names["Empire troops 1"] >= 58


@every_case("factions", [1, 3, 6])
def test_pages_of_markers_are_full(factions: int) -> None:
    """Spare markers fill the last page, all but its last line."""
    seats = ("Red", "Blue", "Green", "Gold", "White", "Grey")[:factions]
    markers = _poster(seats=(*seats, "Empire")).markers
    filled = sum(int(size["count"]) for size in filled_markers(markers, 13.0, "a4"))
    page = 14 * 19
    assert -filled % page <= len(markers)
    assert filled >= sum(marker.count for marker in markers)


def test_the_poster_has_the_key_and_the_score() -> None:
    """The legend tells both sides' locations and units and every faction; an empty board has no score."""
    board, blank = (_poster(blank=empty).legend for empty in (False, True))
    assert board is not None
    assert blank is not None
    assert re.search(r"Rebels \d+ · \d+ units", board.svg)
    assert re.search(r"Empire \d+ · \d+ units", board.svg)
    assert all(f">{seat}<" in drawn.svg for seat in SEATS for drawn in (board, blank))
    assert "units" not in blank.svg


@every_case("paper_size", _PAPERS)
@every_case("fields", [6, 11])
def test_a_square_board_fills_three_quarters_of_six_sheets(fields: int, paper_size: str) -> None:
    """With the captions, and with the key below the last part."""
    board, key = picture("board", 1530, 1530, alt="board"), picture("legend", 1530, 102, alt="key")
    spread = layout(Poster(board, 33, fields, fields, 2, 3, legend=key), paper_size)
    width, height = (side - 2 * MARGIN for side in _PAPERS[paper_size])
    shares = [part.width * (part.height + CAPTION) / (width * height) for part in spread.parts]
    *_, last = spread.parts
    assert (sum(shares) + 102 / 1530 * width / height) / len(shares) > (0.75 if paper_size != "us-letter" else 0.7)
    assert last.height + CAPTION + width * 102 / 1530 < height


def test_the_first_sheets_have_the_odd_fields_if_that_makes_the_board_larger() -> None:
    """The last one has the key: of eleven rows it shows five; without a key the first shows five beside its strip."""
    board, key = picture("board", 1000, 1100, alt="board"), picture("legend", 1000, 200, alt="key")
    for legend, rows in ((key, 6), (None, 5)):
        first, last = layout(Poster(board, 0, 11, 1, 2, 1, legend=legend), "a4").parts
        assert last.y / (first.height - STRIP + last.height) == pytest.approx(rows / 11)


def test_a_legend_is_printed_whatever_it_is_called() -> None:
    """A legend without words of its own for those who cannot see it is on the last page, too."""
    plain = _hexes(8, 8, 1, 1)
    keyed = replace(plain, legend=picture("legend", 80, 10, svg.rect(0, 0, 80, 10, fill="#b85c0b"), alt=""))
    assert len({document(Typesetter(), Templates(), HEAD, poster).data for poster in (plain, keyed)}) == 2


def test_a_report_and_an_answer_carry_their_poster() -> None:
    """As a file beside the others; an answer sends it to readers of plain text, too."""
    renderer = MailRenderer(Still())
    report = renderer.render(replace(turn_report(), poster=_poster(blank=False)))
    assert [file.name for file in report.attachments if "poster" in file.name] == ["hoth-turn-5-poster.pdf"]
    assert "poster" in report.text
    acknowledgement = every_letter()["acknowledgement"]
    answer = Answer(command="MAP POSTER", code="poster", facts={"turn": 5}, poster=_poster(blank=False))
    asked = replace(acknowledgement, answers=(answer,), head=replace(HEAD, plain=True))
    (file,) = renderer.render(asked).attachments
    assert file.name == "hoth-turn-5-poster.pdf"


def _hexes(columns: int, rows: int, across: int, down: int, markers: tuple[Marker, ...] = ()) -> Poster:
    """Return a poster of a board whose rows are lower than its columns are wide."""
    width, height = columns * 50 + 40, rows * 43 + 40
    drawing = picture("board", width, height, alt="hexes")
    return Poster(drawing, 20, rows, columns, down, across, markers)


def test_a_wide_board_lies_on_paper_on_its_side() -> None:
    """The way of the paper is the one that makes the board larger."""
    assert layout(_hexes(20, 10, 1, 1), "a4").flipped
    assert not layout(_hexes(10, 20, 1, 1), "a4").flipped
    assert not layout(_poster(), "a4").flipped


def test_many_pages_without_their_strips_are_the_board_of_hexes() -> None:
    """Three by two: what each page shows beyond its cut is what the next begins with."""
    spread = layout(_hexes(30, 20, 3, 2), "a4")
    row = spread.parts[:3]
    assert [part.right for part in row] == [True, True, False]
    for one, other in pairwise(row):
        assert other.x == pytest.approx(one.x + one.width - STRIP)
    assert row[-1].x + row[-1].width == pytest.approx(spread.width)
    assert spread.parts[-1].y + spread.parts[-1].height == pytest.approx(spread.height)


def test_markers_have_the_sizes_that_they_ask_for() -> None:
    """Mats too large for a page's rest go on; a plain marker is sized by the board."""
    small = picture("marker", 10, 10, alt="s")
    mat = picture("marker", 80, 40, alt="m")
    few = _hexes(8, 8, 1, 1, (Marker(small, 4), Marker(mat, 2, 88.0)))
    many = _hexes(8, 8, 1, 1, (Marker(small, 4), Marker(mat, 30, 88.0)))
    assert len(page_sizes(document(Typesetter(), Templates(), HEAD, few).data)) == 2
    assert len(page_sizes(document(Typesetter(), Templates(), HEAD, many).data)) > 3
