"""The board for the wall and the table: pages, counters and mats."""

import math
import re
from functools import partial

from moderator.games.space_genocide import GAME
from moderator.games.space_genocide.options import Options
from moderator.games.space_genocide.pieces import SEATS, World
from moderator.games.space_genocide.seat.drawing import poster as drawing
from moderator.games.space_genocide.seat.drawing.counters import COUNTER, MAT
from moderator.games.space_genocide.seat.drawing.terrain import SIGNS
from moderator.games.space_genocide.tables import COPIES, KINDS
from moderator.rendering.poster import layout
from moderator.rendering.print import legible
from tests.games.space_genocide.paper import fleet, planet, view
from tests.support.cases import every_case
from tests.support.drawn import english, pictures

poster = partial(drawing.poster, english(GAME))


@every_case("paper_size", ["a4", "a3", "us-letter"])
@every_case("size", ["small", "medium", "large"])
@every_case("seats", [2, 3, 4])
def test_a_counter_fits_a_hex_on_any_paper(seats: int, size: str, paper_size: str) -> None:
    """However large the board, hexes are wide enough to play on."""
    options = Options(map_size="small" if size == "small" else "medium" if size == "medium" else "large")
    made = poster(view(seats=SEATS[:seats], options=options), blank=True)
    assert layout(made, paper_size).cell >= COUNTER


def test_there_is_a_counter_for_everything() -> None:
    """Four of each ship; for each seat its fleets, ten planets and their types, and a mat for each fleet."""
    made = poster(view(terrain=(("E5", "neutral-planet"),)), blank=True)
    names: dict[str, int] = {}
    for marker in made.markers:
        names[marker.drawing.alt] = names.get(marker.drawing.alt, 0) + marker.count
    assert all(names[kind.name] == COPIES for kind in KINDS)
    assert all(
        names[f"{seat} {number}"] == names[f"{seat} {number} mat"] == 1
        for seat in ("Red", "Blue")
        for number in range(1, 11)
    )
    assert names["Red planet"] == 10
    assert [names[f"Red {world.value}"] for world in World] == [1, 3, 3, 3]
    assert names["planet"] == 1
    assert names["key"] == names["board key"] == 1


def test_the_longest_key_fits_its_mat() -> None:
    """Four seats, every type and all kinds of terrain."""
    spots = [("E5", "neutral-planet"), *((f"E{column}", kind) for column, kind in enumerate(SIGNS, 6))]
    made = poster(view(planet("Blue", "C10"), seats=SEATS, terrain=tuple(spots)), blank=True)
    key = next(marker.drawing.svg for marker in made.markers if marker.drawing.alt == "board key")
    assert all(f">{words}<" in key for words in (*SEATS, "Homeworld", "Star Gate", "Temporal Nexus"))
    downs = [float(down) for down in re.findall(r"translate\(\S+ (\S+)\) scale\(0\.", key)]
    assert max(downs) + 36 * 0.6 < 212


def test_counters_are_square_and_mats_hold_ten() -> None:
    """Sizes are in millimetres: a mat has room for two rows of five counters."""
    made = poster(view(), blank=True)
    assert {marker.width for marker in made.markers} == {COUNTER, MAT}
    assert all(marker.drawing.width == marker.drawing.height for marker in made.markers if marker.width == COUNTER)
    mat = next(marker for marker in made.markers if marker.drawing.alt == "Red 1 mat")
    assert mat.drawing.svg.count("stroke-dasharray") == 10
    box = 62 / mat.drawing.width * MAT
    assert math.isclose(box, COUNTER, abs_tol=0.6)


def test_words_on_counters_can_be_read() -> None:
    """Names of ships, fleets and types have letters of 6 points, however long they are."""
    assert [one.drawing.alt for one in poster(view(), blank=True).markers if legible(one.drawing) > one.width] == []


def test_the_bare_board_tells_nothing_of_the_match() -> None:
    """Terrain and planets that were nobody's alone; what stands on it makes no difference."""
    busy = view(fleet("Red", 1, "C4", "scout"), planet("Blue", "C15", World.METAL, 3), terrain=(("E5", "nebula"),))
    empty = view(terrain=(("E5", "nebula"),))
    assert poster(busy, blank=True).board == poster(empty, blank=True).board
    assert poster(busy, blank=False).board != poster(empty, blank=False).board
    assert poster(busy, blank=False).markers == ()


def test_small_pictures_follow_the_match() -> None:
    """The miniature changes with fleets, and the chart of the course begins with the first turn."""
    assert pictures(GAME).miniature(view()) != pictures(GAME).miniature(view(fleet("Red", 1, "C4")))
    assert pictures(GAME).course(view()) is None
