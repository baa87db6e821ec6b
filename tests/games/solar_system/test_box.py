"""What the box does not have stands apart: nobody meets it who does not ask for it."""

from moderator.games.buck_rogers.board.rulebook import rulebook
from moderator.games.buck_rogers.options import Options
from moderator.games.buck_rogers.orders.language import PHRASES
from moderator.games.solar_system.board.sky import sky
from moderator.games.solar_system.board.zones import INDEX, NUMBER, PLACES, SATURN, TERRITORIES, ZONES
from moderator.games.solar_system.pieces import COLOURS, PAINTS
from moderator.games.solar_system.seat.drawing.marks import MARKS, mark_of
from moderator.games.solar_system.tables import extra, figures
from tests.support.cases import every_case

SUN_LINKS = ("Me0", "Me1")


def test_saturn_is_a_place_and_no_printed_zone() -> None:
    """It has no card and no number of its own among what is printed."""
    assert PLACES[: len(ZONES)] == ZONES
    assert [zone.name for zone in PLACES[len(ZONES) :]] == [SATURN]
    assert SATURN not in INDEX
    assert SATURN not in TERRITORIES
    assert SATURN not in PHRASES.zone.values()


@every_case("moves", range(32))
def test_nothing_leads_to_saturn_but_where_it_is_on_the_board(moves: int) -> None:
    """Its line ends at one dot, wherever the planets are."""
    at, dot = NUMBER[SATURN], NUMBER[extra().saturn.dot]
    without = rulebook(Options(), 4).sky(moves)
    assert not without.near[at]
    assert not any(at in near for near in without.near)
    beside = sky(moves, SUN_LINKS, one_far_zone=False, saturn=True).near
    assert beside[at] == (dot,)
    assert [here for here, near in enumerate(beside) if at in near] == [dot]


def test_into_a_far_orbit_ships_go_for_nothing_only_where_a_rule_set_says_so() -> None:
    """The other way they pay, so it is not one zone."""
    orbit, dot = NUMBER["Far Mercury"], NUMBER["Me0"]
    paid, free = (sky(0, SUN_LINKS, one_far_zone=False, free_in=free) for free in (False, True))
    assert [paid.cost(dot, orbit), paid.cost(orbit, dot)] == [1, 1]
    assert [free.cost(dot, orbit), free.cost(orbit, dot)] == [0, 1]
    assert free.same(dot) == (dot,)


def test_eight_colours_can_be_told_apart_on_drawings() -> None:
    """By letter and tint."""
    assert PAINTS[: len(COLOURS)] == COLOURS
    assert len({mark_of(colour).letter for colour in PAINTS}) == len(PAINTS)
    assert len({mark_of(colour).colour for colour in PAINTS}) == len(PAINTS)
    assert tuple(MARKS) == COLOURS


def test_leaders_have_signs_of_their_own() -> None:
    """Those of the box and those that are added."""
    cards = (*figures().leader, *extra().leader)
    assert len({card.sign for card in cards}) == len({card.name for card in cards}) == len(cards)
