"""What fills the gaps of an order."""

from moderator.kit.boards.grid import GridPlace
from moderator.language.grammar.slots import Choice, Name, Number, Pattern, Rest, Slot
from moderator.language.grammar.words import Line
from tests.support.cases import every_case

GRID = GridPlace("ABC", "012")
SEATS = Choice(("Red", "Redwood", "Galactic Empire"), {"Empire": "Galactic Empire"}, noun="seat")

READ: list[tuple[Slot, str, tuple[object, int] | None]] = [
    (GRID, "C2", ("C2", 1)),
    (GRID, "2c", ("C2", 1)),
    (GRID, "c - 2", ("C2", 2)),
    (GRID, "2 c", ("C2", 2)),
    (GRID, "c -2", ("C2", 2)),
    (GRID, "C3", None),
    (GRID, "D1", None),
    (GRID, "CC", None),
    (GRID, "C", None),
    (GRID, "22", None),
    (Number(1, 12), "7", (7, 1)),
    (Number(1, 12), "twelve", (12, 1)),
    (Number(1, 12), "0", None),
    (Number(1, 12), "13", None),
    (Number(1, 12), "zero", None),
    (Number(-20, 20), "-15", (-15, 1)),
    (Number(0, 9), "٣", (3, 1)),
    (Number(0, 9), "9" * 5000, None),
    (SEATS, "red", ("Red", 1)),
    (SEATS, "galactic empire", ("Galactic Empire", 2)),
    (SEATS, "EMPIRE", ("Galactic Empire", 1)),
    (SEATS, "redw", ("Redwood", 1)),
    (SEATS, "re", None),
    (SEATS, "green", None),
    (Name(), "hoth", ("HOTH", 1)),
    (Rest(), "hello", ("HELLO", 1)),
]


@every_case(("slot", "text", "value"), READ)
def test_slot_reads(slot: Slot, text: str, value: tuple[object, int] | None) -> None:
    """A slot reads a value from the words that stand there, and says how many it took."""
    assert slot.read(Line(text).words) == value


def test_slot_offers_what_is_near() -> None:
    """Slips of the finger lead to values; what is off the board leads nowhere."""
    assert tuple(GridPlace().near("CO")) == ("C0",)
    assert tuple(GridPlace().near("CL")) == ("C1",)
    assert tuple(GridPlace().near("C44")) == ("C4",)
    assert tuple(GridPlace().near("K4")) == ()
    assert tuple(Number(0, 4).near("TREE")) == ("3",)
    assert tuple(Number(0, 4).near("4X")) == ("4",)
    assert tuple(SEATS.near("EMPRIE")) == ("Galactic Empire",)


@every_case("slot", [GRID, Number(0, 3), SEATS, Name("name", "hoth"), Pattern("hours", r"\d+h", "24h")])
def test_examples_can_be_read(slot: Slot) -> None:
    """Every slot can read its own examples."""
    for n in range(2):
        assert slot.read(Line(slot.example(n)).words) is not None


def test_raw_slots_keep_what_was_written() -> None:
    """Free text keeps case, inner spaces and punctuation."""
    assert Rest().take("  Hello,  World! ") == ("Hello,  World!", len("  Hello,  World! "))
    assert Rest().take("   ") is None
    assert Name().take("Hoth-2, please") == ("Hoth-2", 6)
    assert Pattern("duration", r"\d+ ?h", "24h").take("24 H later") == ("24 H", 4)
    assert Pattern("duration", r"\d+ ?h", "24h").take("24hours") is None


@every_case("blank", "\t\u00a0\u2007\u2009\u202f\u3000")
def test_a_pattern_is_read_behind_blanks_of_every_width(blank: str) -> None:
    """Programs put unbreakable blanks before numbers, and nobody sees that."""
    assert Pattern("duration", r"\d+ ?h", "24h").take(f"{blank}24h") == ("24h", 4)


def test_a_pattern_tells_how_far_a_text_is_well_begun() -> None:
    """What leads to a value is not what is wrong; without it, all is."""
    ships = Pattern("ships", r"\d+ ships", "2 ships", lead=r"\d+ ")
    assert (ships.lead_length(": 2 shops"), ships.lead_length("shops")) == (4, 0)
    assert Pattern("ships", r"\d+ ships", "2 ships").lead_length("2 shops") == 0
