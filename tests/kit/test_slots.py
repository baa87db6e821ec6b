"""Slots of names."""

from moderator.kit.slots import Named, Several

FRUIT = Named({"Sour Cherry": 1, "CHERRY": 1, "Plum": 2}, noun="fruit")


def test_a_value_is_read_by_any_of_its_names() -> None:
    """The words that a name took are counted."""
    assert FRUIT.read(["SOUR", "CHERRY", "PIE"]) == (1, 2)
    assert FRUIT.read(["CHERRY"]) == (1, 1)
    assert FRUIT.read(["PEAR"]) is None


def test_a_value_is_written_by_its_first_name() -> None:
    """Reading that gives the value again."""
    assert FRUIT.write(1) == "Sour Cherry"
    assert list(FRUIT.values()) == ["Sour Cherry", "Plum"]


def test_several_are_read_as_far_as_they_go_each_once() -> None:
    """Words that join them are passed over between two, not after the last."""
    several = Several(FRUIT)
    assert several.read(["PLUM", "AND", "CHERRY", "PLUM", "THEN", "GO"]) == ((2, 1), 4)
    assert several.write((2, 1)) == "Plum, Sour Cherry"


def test_several_may_be_none_and_may_come_again() -> None:
    """The word for nothing is written, and read with its likes; who does not admit it reads on."""
    several = Several(FRUIT, none="FASTING", again=True, shown=3)
    assert several.read(["PLUM", "PLUM"]) == ((2, 2), 2)
    assert [several.read([word]) for word in ("FASTING", "NONE", "NOTHING")] == [((), 1)] * 3
    assert (several.write(()), several.example()) == ("FASTING", "Sour Cherry, Plum, Sour Cherry")
    assert Several(FRUIT).read(["NONE"]) is None
