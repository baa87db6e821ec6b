"""What a reader sees of the board: whole, in parts, as text, small, over the turns, and to cut out."""

import re
from functools import partial
from itertools import combinations, pairwise

import pytest
from msgspec.structs import replace

from moderator.core.pictures import Drawing
from moderator.core.svg import Box
from moderator.games.buck_rogers import GAME
from moderator.games.solar_system.board.zones import TERRITORIES
from moderator.games.solar_system.events.battle import BattleBegun
from moderator.games.solar_system.pieces import COLOURS, Kind
from moderator.games.solar_system.seat.drawing import pictures
from moderator.games.solar_system.seat.drawing import poster as drawing
from moderator.games.solar_system.seat.drawing.ground import letters, place
from moderator.games.solar_system.seat.drawing.layout import Block, blocks
from moderator.games.solar_system.seat.drawing.marks import INK, MARKS, ground
from moderator.games.solar_system.seat.drawing.miniature import miniature
from moderator.games.solar_system.seat.drawing.tags import tags
from moderator.games.solar_system.seat.view import TurnNote
from moderator.rendering.typesetting.raster import Typesetter
from moderator.testing.laws.pictures import strays
from tests.games.buck_rogers.positions import TOLD, TURN, middle
from tests.support.drawn import english

PICTURES = pictures.pictures(english(GAME))
chart, course, draw = PICTURES.chart, PICTURES.course, PICTURES.draw
poster = partial(drawing.poster, english(GAME))

A4, SMALLEST = 190, 25.4 / 12
"""Millimetres: the width of a page within its margins, and letters of 6 points."""


@pytest.fixture(scope="module")
def drawn() -> tuple[Drawing, ...]:
    """All drawings of a seat."""
    return tuple(draw(middle(), TOLD))


def laid() -> dict[str, Block]:
    """Return where tags stand."""
    return blocks(tags(middle().position), [])


def overlap(one: Box, other: Box) -> float:
    """Return how much room two boxes share."""
    wide = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
    high = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
    return max(0.0, wide) * max(0.0, high)


def test_each_part_keeps_its_ink_in_its_box(drawn: tuple[Drawing, ...]) -> None:
    """No part of the board is cut off where it is drawn alone."""
    press = Typesetter()
    assert not [part.box for part in drawn[0].parts if strays(press, drawn[0], part)]


def test_control_is_told_without_colour() -> None:
    """The patterns of any two colours differ in black and white."""
    square = ((0.0, 0.0), (40.0, 0.0), (40.0, 40.0), (0.0, 40.0))
    plain = {re.sub(r"#[0-9a-f]{6}", "", ground(square, colour)) for colour in (*COLOURS, "")}
    assert len(plain) == len(COLOURS) + 1
    assert len({mark.letter for mark in MARKS.values()}) == len(COLOURS)


def test_figures_can_be_read_on_a_page(drawn: tuple[Drawing, ...]) -> None:
    """The board is upright, and at the width of a page no letters are smaller than 6 points."""
    whole = drawn[0]
    assert whole.height > whole.width
    sizes = [float(size) for size in re.findall(r'font-size="([\d.]+)"', whole.svg)]
    assert min(sizes) * A4 / whole.width >= SMALLEST


def test_a_seat_sees_its_displays_in_large(drawn: tuple[Drawing, ...]) -> None:
    """After the board come the displays with a battle or own units, and space if ships of its own are there."""
    assert [one.key for one in drawn] == ["board", "earth", "space"]
    assert [one.key for one in draw(middle("Red"), TOLD)] == ["board", "earth", "mars"]


def test_a_battle_in_the_asteroid_belt_is_shown_in_large() -> None:
    """Each asteroid with a battle on it or around it has a picture, with what stands there."""
    fought = [BattleBegun(zone=zone, sides=()) for zone in ("Vesta Orbit", "Ceres", "Vesta")]
    shown = {one.key: one for one in draw(middle(), fought)}
    assert list(shown) == ["board", "earth", "vesta", "ceres", "space"]
    assert {">Vesta<", ">2F<", ">1B<"} <= set(re.findall(r">[^<>]+<", shown["vesta"].svg))


def test_every_stack_has_a_tag() -> None:
    """Each zone with pieces shows one tag for each colour that has any there."""
    position, shown = middle().position, laid()
    for stack in position.stacks:
        assert stack.colour in [tag.colour for tag in shown[stack.zone].tags]
    counted = {entry.words for tag in shown["E4"].tags for entry in tag.entries}
    assert counted == {"3F", "2X(5T)(Y)", "1B"}


def test_no_tag_hides_another() -> None:
    """Tags of different zones share no room, nor do tags and the letters of planets and orbits."""
    boxes = [block.box for block in laid().values() if block.tags]
    names = [Box(x - 4, y - 4, 8, 8) for (x, y), _ in letters()]
    assert not [pair for pair in combinations(boxes, 2) if overlap(*pair) > 1]
    assert not [box for box in boxes for name in names if overlap(box, name)]


def test_what_is_too_wide_for_its_cell_stands_beside_at_a_line() -> None:
    """A crowded territory keeps its name, and a line leads to its tags."""
    shown = laid()
    assert shown["African Regency"].lead
    assert shown["African Regency"].name == pytest.approx(place("African Regency"), abs=20)
    assert not shown["Bach"].lead


def test_a_factory_at_work_is_hollow_and_one_aboard_is_cargo() -> None:
    """Signs tell a Factory with work in hand from others; one that is carried is in brackets."""
    shown = tags(middle().position)
    assert [entry.what for entry in shown["Aphrodite"][0].entries][-2:] == ["work", "leader"]
    assert [entry.what for entry in shown["RAM HQ"][0].entries][-2:] == ["factory", "factory"]
    assert "factory" not in [entry.what for entry in shown["E4"][0].entries]


def test_moves_and_battles_are_seen(drawn: tuple[Drawing, ...]) -> None:
    """Arrows and bursts of the last turn add to the board, and a turn without any has none."""
    assert len(drawn[0].parts) == len(draw(middle())[0].parts) + len(TOLD)


def test_the_chart_tells_a_line_a_zone() -> None:
    """The board as text fits a letter, and names every territory with its neighbours."""
    lines = chart(middle()).splitlines()
    assert max(map(len, lines)) <= 60
    assert "  Bach           Y 8T 2G Y *Hu > Warrens, Tolstoi, Sobkou" in lines
    assert len([line for line in lines if line.startswith("  ") and line[2] != " "]) >= len(TERRITORIES)


def test_the_chart_tells_what_its_letters_mean() -> None:
    """Colours, pieces and Leaders that are on the board, and the signs."""
    lines = chart(middle()).splitlines()
    key = "  ".join(lines[lines.index("", lines.index("Asteroids")) :]).strip()
    signs = [sign for line in lines for sign in line.partition(">")[0].replace(",", "").split() if sign.startswith("*")]
    assert signs
    assert all(any(said.startswith(f"{sign} ") for said in key.split("  ")) for sign in signs)
    assert {"Y Yellow", "T Trooper", "*Hu Doc Huer", ". nobody", "> neighbours"} <= set(key.split("  "))


def test_the_course_shows_what_wins() -> None:
    """The chart of the match has a line for each seat and the number of zones that wins; none before the first turn."""
    shown = course(middle())
    assert shown is not None
    assert all(f">{seat} " in shown.svg for seat in COLOURS)
    assert f">{middle().rules.win_zones}<" in shown.svg
    assert course(replace(middle(), history=())) is None


def test_the_small_board_is_small() -> None:
    """A dozen boards fit on a page, and letters tell there, too, who controls what."""
    small = miniature(middle())
    assert small.width <= 180
    assert small.svg.count("</text>") == len(middle().position.held)


def test_everything_can_be_cut_out() -> None:
    """The poster has counters for each kind of each colour, and each Leader; as it stands it has none."""
    names = {marker.drawing.alt for marker in poster(middle(), blank=True).markers}
    assert {f"{colour} {kind.value} 1" for colour in COLOURS for kind in Kind} <= names
    assert {leader.name for leader in middle().position.leaders} <= names
    assert not poster(middle(), blank=False).markers


def test_a_battle_hides_no_letter_on_the_small_board() -> None:
    """Letters stand above bursts, dark on their paper."""
    last = TurnNote(TURN, (), fought=("RAM HQ", "Near Earth"))
    drawn = miniature(replace(middle(), history=(last,))).svg
    assert drawn.rindex("<polygon") < drawn.index("<text")
    assert drawn.count(f'fill="{INK}">R<') == 1


def test_the_key_of_an_empty_board_has_no_score() -> None:
    """It names the colours alone; that of a board as it stands counts the territories of every seat."""
    empty, stands = (poster(middle(), blank=blank).legend for blank in (True, False))
    assert empty is not None
    assert stands is not None
    assert all(f">{colour}<" in empty.svg and f">{colour}: " in stands.svg for colour in COLOURS)


def test_what_never_changes_is_drawn_once() -> None:
    """Two turns share the parts of the ground, so that pictures of them are made once."""
    now, later = draw(middle())[0], draw(replace(middle(), turn=7))[0]
    shared = [one is other for one, other in zip(now.parts, later.parts, strict=True)]
    assert shared[: 2 + len(TERRITORIES)] == [True] * (2 + len(TERRITORIES))
    assert all(one == other for one, other in pairwise([now.parts[0], later.parts[0]]))
