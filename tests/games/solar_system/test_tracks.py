"""Moves on the map keep to orbits, rings and borders, and cross nothing that they do not touch."""

import math

from moderator.core.svg import Box, bounds
from moderator.games.solar_system.board.sky import sky
from moderator.games.solar_system.board.zones import PLACES
from moderator.games.solar_system.seat.drawing.ground import letters
from moderator.games.solar_system.seat.drawing.lanes import lane, surface_of
from moderator.games.solar_system.seat.drawing.markers import named
from moderator.games.solar_system.seat.drawing.tracks import Track, tracks
from moderator.games.solar_system.tables import board
from tests.support.cases import every_case

BODIES = ("mercury", "venus", "earth", "luna", "mars")


def drawn(*zones: str, marked: frozenset[str] = frozenset()) -> list[Track]:
    """Return the tracks of a way on an empty board."""
    return list(tracks(zones, 0, {}, marked))


@every_case("body", BODIES)
def test_a_move_through_an_orbit_stays_out_of_other_territories(body: str) -> None:
    """It leaves one over the rim, goes round in the orbit and lands over the rim, never farther in than that."""
    orbit = next(one for one in board().orbit if one.body == body and one.level == "near")
    lands = [land.name for land in board().territory if land.body == body and land.kind == "surface"]
    centre = board().display[body].centre
    for origin in lands:
        for goal in lands:
            if origin != goal:
                (track,) = drawn(origin, orbit.name, goal)
                assert min(math.dist(point, centre) for point in track.points) >= surface_of(body) - 12


def test_a_way_between_planets_is_drawn_on_three_displays() -> None:
    """It ends at the rim, goes on from dot to dot, and comes in at the other rim; no line joins them."""
    found = drawn("Far Venus", "V2", "E4", "Far Earth", marked=frozenset({"V2", "E4"}))
    assert len(found) == 3
    for track in found:
        assert max(bounds(track.points)[2:]) < 350


def test_lines_end_before_dots() -> None:
    """The number of a dot that is passed can be read; a line from Mercury's one dot to the other avoids the Sun."""
    (track,) = drawn("V0", "V1", "V2")
    dots = [at for ring in board().ring for at in ring.at]
    assert all(math.dist(point, dot) > board().ssd.dot_radius for point in track.points for dot in dots)
    (around,) = drawn("Me0", "Me1")
    assert all(math.dist(point, board().ssd.centre) > board().ssd.sun_radius for point in around.points)


@every_case("orbit", [one.name for one in board().orbit if one.body])
def test_lanes_have_gaps_where_words_stand(orbit: str) -> None:
    """Letters of the names of planets and orbits are never crossed, on any lane."""
    for number in range(3):
        circle = lane(orbit, number)
        for origin in (0.0, 120.0, 240.0):
            for begin, end in circle.arcs(origin, origin + 121):
                points = [circle.at(begin + (end - begin) * step / 40) for step in range(41)]
                assert all(math.dist(point, at) > reach + 4 for point in points for at, reach in letters())


def test_what_flies_to_an_object_in_an_orbit_ends_at_its_edge() -> None:
    """It goes along the orbit that the object lies in."""
    (track,) = drawn("Bach", "Near Mercury", "Mariposas")
    mariposas = next(land for land in board().territory if land.name == "Mariposas")
    assert math.dist(track.points[-1], mariposas.label) < mariposas.radius + 2


@every_case("moves", range(0, 32, 7))
def test_any_step_can_be_drawn(moves: int) -> None:
    """From every zone to each that is beside it, Saturn among them, in each lane; any next step does no harm."""
    beside = sky(moves, ("Me0", "Me1"), one_far_zone=False, saturn=True).near
    for here, near in enumerate(beside):
        for there in near:
            for number in range(3):
                names = PLACES[here].name, PLACES[there].name
                assert list(tracks(names, number, {}, frozenset()))
                for onward in (PLACES[zone].name for zone in beside[there]):
                    list(tracks((*names, onward), number, {}, frozenset()))
    lands = [(land.name, border) for land in board().territory for border in land.borders]
    assert all(drawn(*pair) for pair in lands)
    ashore = [(land.name, orbit) for land in board().territory for orbit in land.orbits]
    assert all(drawn(*pair) and drawn(*reversed(pair)) for pair in ashore)


@every_case("moves", range(64))
def test_names_of_planets_cover_nothing_wherever_they_are(moves: int) -> None:
    """Neither dots nor signs nor each other, when Mercury and Venus are close, too."""
    found = named(moves)
    dots = [Box(x - 8, y - 8, 16, 16) for ring in board().ring for x, y in ring.at]
    for one in found:
        others = [other.name for other in found if other is not one] + [other.room for other in found] + dots
        assert not [other for other in others if one.name.overlaps(other)]
