"""The drawn board: complete, told apart without colour, the same for the same view."""

import re
import xml.etree.ElementTree as ET
from itertools import pairwise
from typing import Any

from moderator.core.seats import Observer
from moderator.games.space_genocide import GAME
from moderator.games.space_genocide.board.hexes import board
from moderator.games.space_genocide.options import Options
from moderator.games.space_genocide.pieces import SEATS, Ruin, World
from moderator.games.space_genocide.seat.drawing.frame import Frame
from moderator.games.space_genocide.seat.drawing.map import fresh_blasts, said_of
from moderator.games.space_genocide.seat.drawing.terrain import SIGNED, SIGNS
from moderator.games.space_genocide.seat.drawing.tokens import MARKS, WORLDS, planet
from moderator.games.space_genocide.seat.view import TurnNote, View
from moderator.games.space_genocide.tables import TERRAINS, layout
from tests.games.space_genocide.paper import fleet, names, view
from tests.games.space_genocide.paper import planet as seen_planet
from tests.support.cases import every_case
from tests.support.drawn import english, pictures

WORDS = english(GAME)
draw = pictures(GAME).draw
course = pictures(GAME).course

SVG = "{http://www.w3.org/2000/svg}"
BOLD = 10.0
"""The width of a bold letter of 15 units, on average, in the widest of the fonts."""


def texts(seen: View, drawing: int = 0) -> list[str]:
    """Return everything that is written on a drawing."""
    return [element.text or "" for element in ET.fromstring(draw(seen)[drawing].svg).iter(f"{SVG}text")]  # noqa: S314 - our own


@every_case("seats", [2, 3, 4])
def test_every_hex_bears_its_name(seats: int) -> None:
    """Whatever stands in it: an order must be able to name it."""
    there = names(seats)
    busy = view(
        fleet("Red", 1, there[5], "scout"),
        seen_planet("Red", there[9], World.METAL),
        Ruin(there[12], "Blue", World.METAL, 2),
        seats=SEATS[:seats],
        terrain=tuple((there[20 + n], kind.key) for n, kind in enumerate(TERRAINS)),
    )
    assert set(there) <= set(texts(busy))


def test_rows_and_columns_are_labelled_on_both_sides() -> None:
    """Row letters stand left and right of the rows, column numbers above and below."""
    words = texts(view())
    assert all(words.count(row) >= 2 for row in "ABCDEFGHIJKLMN")
    assert all(words.count(str(column)) >= 2 for column in range(1, 21))


def test_neighbouring_hexes_share_a_side() -> None:
    """Two corners of a hex are two of the hex to its right; the honeycomb has no gaps."""
    frame = Frame(board(layout("small", 2)))
    one, other = (frame.corners(at) for at in (0, 1))
    shared = [(x, y) for x, y in one for u, v in other if abs(x - u) < 0.01 and abs(y - v) < 0.01]
    assert len(shared) == 2


def test_all_drawings_keep_inside_their_frames() -> None:
    """The centre of every hex of every board lies on the order set."""
    for seats in (2, 3, 4):
        frame = Frame(board(layout("medium", seats)))
        for at in range(frame.board.size):
            x, y = frame.centre(at)
            assert 0 < x < frame.width
            assert 0 < y < frame.height


def test_seats_differ_without_colour() -> None:
    """No two seats share letters, and the rings of their planets differ when all are black."""
    assert len({MARKS[seat].code for seat in SEATS}) == len(SEATS)
    rings = {re.sub(r"#[0-9a-f]{6}", "#000000", planet(seat, None, 0, 0, 20)) for seat in SEATS}
    assert len(rings) == len(SEATS)


def test_kinds_of_space_differ_without_colour() -> None:
    """Every kind has a sign of its own, but for the planet, which is drawn as one."""
    signs = {(look.strokes, look.fills) for look in SIGNS.values()}
    assert len(signs) == len(SIGNS) == len(TERRAINS)
    assert set(SIGNS) - SIGNED == {"neutral-planet"}


def test_a_planet_shows_its_type_or_that_nobody_told() -> None:
    """H, P, M and R where it is known, a question mark where not."""
    there = [seen_planet("Red", names()[9 * n], world) for n, world in enumerate(World)]
    words = texts(view(*there, seen_planet("Blue", "N19")))
    assert all(words.count(letter) >= 2 for letter in WORLDS.values())
    assert words.count("?") >= 2
    assert WORDS("unknown") in words
    assert WORDS("unknown") not in texts(view(*there))


def test_a_marker_says_whose_which_and_how_many() -> None:
    """An own fleet shows its ships; fleets of a seat in one hex share a marker."""
    there = (fleet("Red", 2, "C4", "scout", "drone"), fleet("Red", 5, "C4", "carrier"))
    said = said_of(WORDS, view(*there), "Red", there)
    assert (said.numbers, said.ships, said.age, said.own) == ("2,5", "3", "", True)
    assert {"R2,5", "3"} <= set(texts(view(*there)))


def test_what_was_seen_long_ago_is_paler_and_dated() -> None:
    """Ships seen last turn stand as of now; older news bears its turn and fades with it."""
    shown = [said_of(WORDS, view(), "Blue", (fleet("Blue", 1, "C4", "scout", seen=seen),)) for seen in (5, 4, 3, 2)]
    assert [said.age for said in shown] == ["", "t4", "t3", "t2"]
    assert all(one.faded < other.faded for one, other in pairwise(shown))
    drawn = draw(view(fleet("Blue", 1, "C4", "scout", seen=2)))[0].svg
    assert 'opacity="0.6"' in drawn


def test_ships_that_nobody_saw_are_a_question() -> None:
    """A marker whose ships are unknown says so, and one of two that is known says that there are more."""
    unknown, known = fleet("Blue", 1, "C4"), fleet("Blue", 2, "C4", "scout", seen=5)
    assert said_of(WORDS, view(), "Blue", (unknown,)).ships == "?"
    assert said_of(WORDS, view(), "Blue", (unknown, known)).ships == "1+"


def test_an_own_course_is_drawn_and_explained() -> None:
    """The goal of a fleet that is under way is marked, and the key says what the mark means."""
    still, going = fleet("Red", 1, "C4", "scout"), fleet("Red", 1, "C4", "scout", course=("H9",))
    assert WORDS("course") in texts(view(going))
    assert WORDS("course") not in texts(view(still))


def test_only_last_turns_battles_are_marked() -> None:
    """Where there was a battle, and where a planet was destroyed; older ones leave no mark."""
    old, new = TurnNote(4, (9, 9), (1, 0), ("A1",)), TurnNote(5, (9, 8), (0, 1), ("C4",), ("H9",))
    assert fresh_blasts(view(history=(old, new))) == ("C4", "H9")
    assert fresh_blasts(view(turn=7, history=(old, new))) == ()


def test_the_key_explains_the_terrain_that_there_is_and_no_other() -> None:
    """A match without nebulae does not speak of them."""
    words = texts(view(terrain=(("C4", "nebula"),)))
    assert WORDS("nebula") in words
    assert WORDS("black-hole") not in words


def test_the_key_explains_what_is_used_up() -> None:
    """Its sign is pale; where nothing is used up, the key does not speak of it."""
    ruins = (("C4", "alien-ruins"),)
    assert WORDS("spent") in texts(view(terrain=ruins, spent=("C4",)))
    assert WORDS("spent") in texts(view(terrain=ruins, spent=("C4 Red",)))
    assert WORDS("spent") not in texts(view(terrain=ruins, spent=("C4 Blue",)))


def test_a_large_board_comes_with_the_readers_section_in_large() -> None:
    """Its own, and one with more of its fleets than are at home; observers and small boards need none."""
    seats = SEATS[:4]
    large: dict[str, Any] = {"seats": seats, "options": Options(map_size="medium")}
    assert [drawing.key for drawing in draw(view(**large))] == ["board", "detail-1"]
    parted = view(fleet("Red", 1, "B38", "scout"), fleet("Red", 2, "B2", "scout"), **large)
    assert [drawing.key for drawing in draw(parted)] == ["board", "detail-1"]
    away = view(fleet("Red", 1, "B38", "scout"), **large)
    assert [drawing.key for drawing in draw(away)] == ["board", "detail-1", "detail-2"]
    assert all(drawing.width < draw(away)[0].width for drawing in draw(away)[1:])
    assert len(draw(view(who=Observer.PUBLIC.value, **large))) == 1
    assert len(draw(view())) == 1


def test_the_same_view_is_the_same_picture() -> None:
    """Pictures are cached by digest: a drawing holds no chance and no clock."""
    seen = view(fleet("Red", 1, "C4", "scout"))
    assert draw(seen) == draw(seen)


def test_labels_at_the_ends_of_the_course_are_not_cut_off() -> None:
    """The longest name with a figure of three digits is within the picture and clear of the next panel."""
    notes = tuple(TurnNote(turn, (10, 10), (30, 40)) for turn in range(1, 6))
    drawing = course(view(seats=("Green", "Blue"), history=notes))
    assert drawing is not None
    labels = re.findall(r'<text x="([0-9.]+)"[^>]*>((?:Green|Blue) [0-9]+)</text>', drawing.svg)
    ends = [float(x) + BOLD * len(text) for x, text in labels]
    assert [text for _, text in labels].count("Green 150") == 1
    assert max(ends) <= drawing.width
    assert max(end for end, (_, text) in zip(ends, labels, strict=True) if text.endswith(" 10")) <= drawing.width / 2
