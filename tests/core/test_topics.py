"""The words by which HELP asks about things of a game."""

from moderator.core.topics import complete, find
from tests.support.cases import every_case

NAMES = ("Jam Communications", "Defend the Homeworld", "Defense Satellite", "Terran", "Terrain", "Ships")


@every_case("topic", ["SHIPS", "ship", " Ship. "])
def test_a_name_is_found_however_it_is_spelt(topic: str) -> None:
    """Case, dots and the "s" of a plural do not matter."""
    assert find(topic, {"ship": ("Ships",)}) == "ship"


def test_nothing_is_no_name() -> None:
    """Neither no word nor dots alone."""
    assert find("...", {"ship": ("",)}) == ""


@every_case(("topic", "meant"), [("Jam", "Jam Communications"), ("defend", "Defend the Homeworld"), ("Terra", "Terra")])
def test_the_beginning_of_one_name_stands_for_it(topic: str, meant: str) -> None:
    """Of two that begin so, for neither."""
    assert complete(topic, NAMES) == meant


@every_case("topic", ["", "Ja", "Ship", "Zzyzx"])
def test_what_is_short_or_a_name_or_nothing_known_stays_as_it_is(topic: str) -> None:
    """Two letters begin too much."""
    assert complete(topic, NAMES) == topic
