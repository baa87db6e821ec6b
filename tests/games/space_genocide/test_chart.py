"""The plain-text board: narrow enough for a letter, complete, readable on a phone."""

from msgspec.structs import replace

from moderator.core.seats import Observer
from moderator.games.space_genocide import GAME
from moderator.games.space_genocide.options import Options
from moderator.games.space_genocide.pieces import SEATS, Ruin, World
from moderator.games.space_genocide.seat.drawing.chart import WIDTH
from moderator.games.space_genocide.tables import TERRAINS, Size
from tests.games.space_genocide.paper import fleet, names, planet, view
from tests.support.cases import every_case
from tests.support.drawn import pictures

chart = pictures(GAME).chart


def lines_of(words: str, heading: str) -> list[str]:
    """Return the lines below a heading up to the next empty one."""
    lines = words.splitlines()
    start = lines.index(heading) + 1
    end = lines.index("", start) if "" in lines[start:] else len(lines)
    return lines[start:end]


def test_each_hex_is_a_letter_under_its_column_and_beside_its_row() -> None:
    """An own fleet at C3 stands in row C, third column."""
    lines = chart(view(fleet("Red", 1, "C3", "scout"), fleet("Blue", 1, "B5"))).splitlines()
    ones, even = (next(line for line in lines if line.startswith(begin)) for begin in ("   12", " C "))
    assert even == " C ..#" + "." * 17
    assert " B ....!" + "." * 15 in lines
    assert ones[even.index("#")] == "3"


def test_only_a_seat_reads_of_what_is_another_s() -> None:
    """To who has no seat all fleets and planets are alike."""
    red = view(fleet("Red", 1, "C3", "scout"))
    assert "! another\u2019s" in chart(red)
    seen = chart(replace(red, who=Observer.GM))
    assert "! fleet  o planet" in seen
    assert "another" not in seen


@every_case(("seats", "rows"), [(2, "B, D, F"), (3, "A, C, E")])
def test_rows_that_lie_half_a_hex_to_the_right_are_named(seats: int, rows: str) -> None:
    """One column a hex cannot show it, and who does not know it miscounts ways."""
    seen = view(seats=SEATS[:seats])
    board = seen.board
    assert {x % 2 for (_, x), name in zip(board.spots, board.names, strict=True) if name.startswith(rows[0])} == {1}
    assert f"{rows} \u2026: half a hex to the right" in chart(seen).splitlines()


@every_case("seats", [2, 3, 4])
def test_the_six_hexes_around_one_are_named(seats: int) -> None:
    """A reader can count distances on the picture."""
    board = view(seats=SEATS[:seats]).board
    (line,) = (line for line in chart(view(seats=SEATS[:seats])).splitlines() if line.startswith("Next to "))
    middle, _, beside = line.removeprefix("Next to ").partition(": ")
    around = {board.names[at] for at in board.round[board.index[middle]]}
    assert set(beside.split()) == around
    assert len(around) == 6


def test_sectors_tell_what_is_where_the_readers_first() -> None:
    """Planet, type, fleet, ships and since when, in the order of the hexes."""
    words = chart(
        view(
            planet("Red", "C4", World.METAL),
            fleet("Red", 3, "C4", "scout", "drone"),
            planet("Blue", "C15"),
            fleet("Blue", 2, "C16", "carrier", seen=4),
            fleet("Blue", 7, "A1"),
            Ruin("D17", "Blue", World.POPULATION, 5),
        )
    )
    assert words.index("RED") < words.index("BLUE")
    assert lines_of(words, "RED\u2019S SECTION") == ["A1   B7 (?)", "C4   R Metal; R3 (2)"]
    assert lines_of(words, "BLUE\u2019S SECTION") == ["C15  B ?", "C16  B2 (1 t4)", "D17  B Population, destroyed t5"]


def test_nothing_on_the_map_is_left_out() -> None:
    """Every fleet, planet and kind of terrain is in the lists, with its hex."""
    there = names()
    seen = view(
        *(planet("Red", there[7 * n]) for n in range(10)),
        *(fleet("Blue", n, there[11 * n]) for n in range(1, 10)),
        terrain=tuple((there[200 + n], kind.key) for n, kind in enumerate(TERRAINS) if not kind.planet),
    )
    words = chart(seen)
    for place in (*(each.place for each in seen.planets), *(each.place for each in seen.fleets)):
        assert f"\n{place} " in words
    for place, _ in seen.terrain:
        assert f" {place}" in words


def test_no_letter_of_the_key_is_parted_from_its_meaning() -> None:
    """Each line of the key begins with a letter and holds whole entries."""
    there = tuple((names()[200 + n], kind.key) for n, kind in enumerate(TERRAINS))
    lines = chart(view(terrain=there)).splitlines()
    key = lines[lines.index("") + 1 : lines.index("R Red  B Blue")]
    assert len(key) > 3
    for kind in TERRAINS:
        assert kind.planet or any(kind.name in line for line in key)


@every_case("size", ["small", "medium", "large"])
@every_case("seats", [2, 3, 4])
def test_no_board_wraps_on_a_phone(seats: int, size: Size) -> None:
    """Forty columns with the two that it is set in by; but some boards have more hexes in a row than that."""
    options = Options(map_size=size)
    seen = view(seats=SEATS[:seats], options=options)
    crowd = [fleet(seat, n, seen.board.names[0], "scout") for seat in seen.seats for n in range(1, 11)]
    lines = chart(view(*crowd, seats=seen.seats, options=options)).splitlines()
    picture = lines.index("")
    assert max(map(len, lines[picture:])) <= WIDTH
    wide = {("large", 2): 39, ("large", 3): 40, ("medium", 4): 42, ("large", 4): 54}
    assert max(map(len, lines[:picture])) <= wide.get((size, seats), WIDTH)


def test_what_is_used_up_is_empty_space() -> None:
    """Ruins that have nothing more to give have no letter and stand in no list."""
    there = (("C4", "alien-ruins"), ("D5", "temporal-nexus"))
    told = chart(view(terrain=there, spent=("C4", "D5 Blue")))
    assert "alien ruins" not in told.lower()
    assert "temporal nexus: d5" in told.lower()
