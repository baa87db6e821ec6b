"""What a seat's Factories would make, as a preview tells it."""

from moderator.games.buck_rogers import GAME
from moderator.games.solar_system.seat.preview import BuildForeseen
from tests.games.buck_rogers.tables import state_of
from tests.games.buck_rogers.test_examples import order_set

UNITS = {"Bach": "Blue Y", "Tolstoi": "Blue Y", "Mariposas": "Blue Y:kilsat"}


def foreseen(*lines: str, **options: object) -> list[tuple[str, str, int, int]]:
    """Return what Blue's Factories would make by some lines: where, what, how many, and in how many turns more."""
    state = state_of(("Blue", "Red", "Green", "Brown"), options, UNITS)
    report = GAME.preview(GAME.view(state, "Blue"), GAME.pending(state)["Blue"], order_set(*lines))
    facts = [fact for section in report.sections for fact in section.facts if isinstance(fact, BuildForeseen)]
    return [(fact.zone, fact.kind.value, fact.count, fact.turns) for fact in facts]


def test_a_factory_that_is_dismantled_makes_nothing() -> None:
    """The others make what their lines say."""
    lines = ("BUILD TROOPERS AT BACH", "BUILD FIGHTER AT TOLSTOI", "DISMANTLE BACH")
    assert foreseen(*lines) == [("Tolstoi", "fighter", 1, 0)]


def test_two_factories_that_build_together_make_one_piece() -> None:
    """It is whole at once; where Factories build alone each makes its half."""
    line = "BUILD BATTLER AT BACH WITH TOLSTOI"
    assert foreseen(line, combined_production=True) == [("Bach", "battler", 1, 0)]
    assert foreseen(line, combined_production=False) == [("Bach", "battler", 1, 1)]


def test_a_factory_that_cannot_do_what_its_line_says_makes_what_is_usual() -> None:
    """One half of a KilSat lies in it, so it has no room for a Battler."""
    assert foreseen("BUILD BATTLER AT MARIPOSAS") == [("Mariposas", "fighter", 1, 0)]


def test_gennies_of_earth_are_three_where_they_go_by_home() -> None:
    """A preview counts what the option adds."""
    state = state_of(("Blue", "Red", "Green", "Brown"), {"gennies_by_home": True}, {"African Regency": "Blue Y"})
    orders = order_set("BUILD GENNIES AT AFRICAN REGENCY")
    report = GAME.preview(GAME.view(state, "Blue"), GAME.pending(state)["Blue"], orders)
    (fact,) = [fact for section in report.sections for fact in section.facts if isinstance(fact, BuildForeseen)]
    assert fact.count == 3
