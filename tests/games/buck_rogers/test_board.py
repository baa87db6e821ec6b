"""The board against figures that are written here a second time, from the sources and by formulas."""

from collections import Counter, deque

from moderator.games.solar_system.board.sky import MARKERS, SLINGS, Sky, dot_at, sky
from moderator.games.solar_system.board.zones import (
    INDEX,
    SUN,
    SYSTEMS,
    TERRITORIES,
    ZONES,
    borders,
    closest_near,
    home_of,
    lands_of,
    lands_under,
    orbits_of,
    ring_neighbours,
    surface_of,
    zone_of,
)
from moderator.games.solar_system.pieces import COLOURS, Kind
from moderator.games.solar_system.tables import board, figures
from tests.support.cases import every_case

ORBITS = {marker.name: marker.orbit for marker in board().marker}
RINGS = {"Me": 2, "V": 4, "E": 8, "TE": 16, "Ma": 16, "TM": 32, "A": 32}
STARTS = {
    "Mercury": "Me0",
    "Venus": "V2",
    "Earth": "E0",
    "Mars": "Ma9",
    "Ceres": "A0",
    "Aurora": "A2",
    "Hygeia": "A5",
    "Juno": "A11",
    "Vesta": "A13",
    "Fortuna": "A16",
    "Thule": "A19",
    "Psyche": "A24",
    "Pallas": "A28",
}
DISTANCES = [
    ("Near Mercury", "Near Venus", 0, 6),
    ("Near Venus", "Near Earth", 0, 6),
    ("Near Earth", "Near Moon", 0, 1),
    ("Near Earth", "Near Mars", 0, 10),
    ("Near Venus", "Near Mars", 0, 8),
    ("Near Earth", "Ceres Orbit", 0, 7),
    ("Near Earth", "Near Mars", 8, 6),
    ("Near Venus", "Near Earth", 8, 6),
]


def the_sky(moves: int = 0) -> Sky:
    """Return the board after some moves, with the usual links of the Sun."""
    return sky(moves, ("Me0", "Me1"), one_far_zone=False)


def edges(moves: int = 0) -> set[frozenset[str]]:
    """Return every pair of zones that lie beside each other after some moves."""
    near = the_sky(moves).near
    return {frozenset((ZONES[one].name, ZONES[other].name)) for one, beside in enumerate(near) for other in beside}


def distance(start: str, goal: str, moves: int) -> int:
    """Return how many steps a ship needs from orbit to orbit without landing."""
    near = the_sky(moves).near
    seen = {INDEX[start]: 0}
    todo = deque(seen)
    while todo:
        here = todo.popleft()
        for there in near[here]:
            if there not in seen and not ZONES[there].is_territory:
                seen[there] = seen[here] + 1
                todo.append(there)
    return seen[INDEX[goal]]


def pairs(text: str) -> set[frozenset[str]]:
    """Return edges that are written as ``"A B, A C"``."""
    return {frozenset(pair.split()) for pair in text.split(", ")}


def spokes() -> set[frozenset[str]]:
    """Return the lines from ring to ring by the formulas of the sources."""
    out = pairs("Sun Me0, Sun Me1, Me0 V0, Me0 V3, Me1 V1, Me1 V2")
    out |= {frozenset((f"V{dot}", f"E{(2 * dot + side) % 8}")) for dot in range(4) for side in (1, 2)}
    out |= {frozenset((f"E{dot}", f"TE{2 * dot + side}")) for dot in range(8) for side in (0, 1)}
    out |= {frozenset((f"TE{dot}", f"Ma{dot}")) for dot in range(16)}
    out |= {frozenset((f"Ma{dot}", f"TM{2 * dot + side}")) for dot in range(16) for side in (0, 1)}
    return out | {frozenset((f"TM{dot}", f"A{dot}")) for dot in range(32)}


def circles() -> set[frozenset[str]]:
    """Return the lines along the rings; Trans-Earth and Trans-Mars have none."""
    linked = [sign for sign in RINGS if sign not in {"TE", "TM"}]
    return {
        frozenset((f"{sign}{dot}", f"{sign}{(dot + 1) % RINGS[sign]}")) for sign in linked for dot in range(RINGS[sign])
    }


def test_there_are_171_zones() -> None:
    """42 territories, 18 orbits, 110 dots and the Sun."""
    kinds = Counter(zone.kind for zone in ZONES)
    assert kinds == {"territory": 42, "orbit": 18, "space": 111}
    assert len(INDEX) == len(ZONES) == 171


def test_there_are_273_edges() -> None:
    """The links of the 13 markers are among them, wherever the markers are."""
    assert [len(edges(moves)) for moves in range(33)] == [273] * 33


def test_an_edge_leads_both_ways_and_nowhere_back_to_itself() -> None:
    """Neighbours are mutual."""
    near = the_sky().near
    assert all(one != other and one in near[other] for one, beside in enumerate(near) for other in beside)


def test_neighbours_stand_in_the_order_of_the_board() -> None:
    """Ties between ways are broken by that order."""
    assert all(list(beside) == sorted(set(beside)) for beside in the_sky().near)


@every_case(("start", "goal", "moves", "steps"), DISTANCES)
def test_distances_are_those_of_the_sources(start: str, goal: str, moves: int, steps: int) -> None:
    """What was measured on the found board is what is measured here."""
    assert distance(start, goal, moves) == steps


def test_systems_have_their_territories() -> None:
    """6, 7, 13, 7 and 9, which is all of them."""
    assert {system: len(lands_of(system)) for system in SYSTEMS} == {
        "mercury": 6,
        "venus": 7,
        "earth": 13,
        "mars": 7,
        "asteroids": 9,
    }


def test_a_majority_is_the_least_number_above_one_half() -> None:
    """4 of 6, 4 of 7, 7 of 13, 4 of 7, 5 of 9."""
    majorities = {system.key: system.majority for system in figures().system}
    assert majorities == {system: len(lands_of(system)) // 2 + 1 for system in SYSTEMS}


def test_surfaces_have_their_zones() -> None:
    """Mercury 4, Venus 7, Earth 7, the Moon 4, Mars 5 and the Elevator, which counts with Mars."""
    bodies = ("mercury", "venus", "earth", "luna", "mars")
    assert [len(surface_of(body)) for body in bodies] == [4, 7, 7, 4, 6]
    assert [sum(zone_of(name).surface for name in surface_of(body)) for body in bodies] == [4, 7, 7, 4, 5]


@every_case(("body", "count"), [("mercury", 5), ("venus", 11), ("earth", 11), ("luna", 5), ("mars", 7)])
def test_a_surface_has_its_borders(body: str, count: int) -> None:
    """Borders between zones of one surface, each counted once."""
    surface = {name for name in surface_of(body) if zone_of(name).surface}
    assert len({frozenset((one, other)) for one in surface for other in borders(one) if other in surface}) == count


def test_borders_are_mutual() -> None:
    """Who walks there can walk back."""
    assert all(one in borders(other) for one in TERRITORIES for other in borders(one))


def test_the_ring_of_mars_does_not_close() -> None:
    """Pavonis and Coprates Chasm are no neighbours."""
    assert "Pavonis" not in borders("Coprates Chasm")


def test_the_space_elevator_alone_of_the_15_objects_borders_a_territory() -> None:
    """Everything else off a surface is reached by ship."""
    objects = [name for name in TERRITORIES if not zone_of(name).surface]
    assert len(objects) == 15
    assert {name: borders(name) for name in objects if borders(name)} == {"Space Elevator": ("Pavonis",)}


def test_a_territory_is_left_to_one_orbit_and_the_space_elevator_to_two() -> None:
    """A surface lies under the Near Orbit of its body."""
    assert {name for name in TERRITORIES if len(orbits_of(name)) != 1} == {"Space Elevator"}
    assert orbits_of("Space Elevator") == ("Near Mars", "Far Mars")
    assert all(zone_of(orbits_of(name)[0]).body == zone_of(name).body for name in TERRITORIES if zone_of(name).surface)


def test_satellites_lie_under_their_orbits() -> None:
    """L-4, L-5 and Deimos are at Far Orbits, those of Mercury at the Near one."""
    places = ("L-4 Colony", "L-5 Colony", "Deimos", "Mariposas", "Hielo")
    assert [orbits_of(name) for name in places] == [
        ("Far Earth",),
        ("Far Earth",),
        ("Far Mars",),
        ("Near Mercury",),
        ("Near Mercury",),
    ]
    assert lands_under("Far Earth") == ("L-4 Colony", "L-5 Colony")


def test_an_asteroid_lies_under_its_only_orbit() -> None:
    """The orbit is a Near Orbit beside the asteroid's marker."""
    for name in lands_of("asteroids"):
        assert orbits_of(name) == (ORBITS[name],)
        assert zone_of(ORBITS[name]).is_near


def test_there_are_14_near_orbits() -> None:
    """As many as the box has KilSats."""
    assert sum(zone.is_near for zone in ZONES) == 14


def test_the_closest_near_orbit_of_a_far_object_is_that_of_its_planet() -> None:
    """L-4 and L-5 have two, Near Earth by default."""
    assert closest_near("L-4 Colony") == closest_near("L-5 Colony") == ("Near Earth", "Near Moon")
    assert closest_near("Deimos") == closest_near("Space Elevator") == ("Near Mars",)
    assert closest_near("Hielo") == ("Near Mercury",)


def test_rings_have_their_dots() -> None:
    """2, 4, 8, 16, 16, 32 and 32."""
    assert {ring.sign: ring.dots for ring in board().ring} == RINGS
    assert all(len(ring.at) == ring.dots for ring in board().ring)


def test_lines_between_dots_are_those_of_the_formulas() -> None:
    """Nothing else lies beside a dot but the orbit of a marker on it."""
    dots = {zone.name for zone in ZONES if zone.kind == "space"}
    assert {edge for edge in edges() if edge <= dots} == spokes() | circles()


def test_markers_start_where_they_were_found() -> None:
    """Four planets and nine asteroids."""
    assert {marker: dot_at(marker, 0) for marker in MARKERS} == STARTS


@every_case("moves", [0, 1, 8, 31])
def test_a_marker_moves_one_dot_a_turn_and_its_orbit_with_it(moves: int) -> None:
    """An orbit lies beside one dot: that of its marker."""
    dots = {zone.name for zone in ZONES if zone.kind == "space"}
    for marker, start in STARTS.items():
        sign = start.rstrip("0123456789")
        now = f"{sign}{(int(start.removeprefix(sign)) + moves) % RINGS[sign]}"
        assert the_sky(moves).dots[marker] == now
        assert {dot for dot in dots if frozenset((dot, ORBITS[marker])) in edges(moves)} == {now}


def test_the_earth_is_back_after_8_moves_and_everything_after_32() -> None:
    """The first is the year; the second is why a sky is known by its moves modulo 32."""
    assert dot_at("Earth", 8) == dot_at("Earth", 0)
    assert {marker: dot_at(marker, 32) for marker in MARKERS} == STARTS
    assert [moves for moves in range(1, 33) if the_sky(moves).dots == STARTS] == [32]


def test_ships_can_swing_around_the_four_planets() -> None:
    """Asteroids give no slingshot."""
    assert SLINGS == ("Mercury", "Venus", "Earth", "Mars")


def test_other_dots_can_be_laid_beside_the_sun() -> None:
    """An option says which."""
    lone = sky(0, ("Me0",), one_far_zone=False)
    assert [ZONES[index].name for index in lone.near[INDEX[SUN]]] == ["Me0"]


def test_one_far_zone_makes_a_step_of_nothing_between_marker_and_far_orbit() -> None:
    """The four planets have such a pair, asteroids have not."""
    joined = sky(0, ("Me0", "Me1"), one_far_zone=True)
    assert joined.cost(INDEX["E0"], INDEX["Far Earth"]) == joined.cost(INDEX["Far Earth"], INDEX["E0"]) == 0
    assert joined.cost(INDEX["Far Earth"], INDEX["Near Earth"]) == 1
    assert len(joined.far) == 8
    assert not the_sky().far


def test_asteroids_form_a_closed_ring() -> None:
    """It counts for combined production; Pallas and Ceres are neighbours."""
    assert ring_neighbours("Ceres") == ("Pallas", "Aurora")
    assert ring_neighbours("Pallas") == ("Psyche", "Ceres")
    assert ring_neighbours("Bach") == ()


def test_the_combat_table_is_the_one_that_was_found() -> None:
    """A row for who fires; no attack where there is a dash."""
    order = ["trooper", "gennie", "fighter", "battler", "transport", "kilsat", "marker"]
    found = {
        "trooper": "6 8 7 - 6 - 3",
        "gennie": "5 6 6 - 5 - 2",
        "fighter": "7 7 6 8 3 7 3",
        "battler": "7 7 4 6 4 6 -",
        "transport": "9 10 8 10 6 10 9",
        "kilsat": "- - 6 7 5 - -",
        "marker": "8 9 9 - 7 - -",
    }
    table = figures().table
    for firer, row in found.items():
        for target, number in zip(order, row.split(), strict=True):
            assert table.number(Kind(firer), Kind(target)) == (0 if number == "-" else int(number))


def test_no_attack_is_made_on_a_factory_or_by_one() -> None:
    """Factories are bombed, raided, sabotaged or captured."""
    table = figures().table
    assert not any(table.number(Kind.FACTORY, kind) or table.number(kind, Kind.FACTORY) for kind in Kind)


def test_systems_have_their_limits_of_factories() -> None:
    """4, 4, 9, 5 and 9, with limits of surfaces at Mercury, the Earth and the Moon, and of each asteroid."""
    systems = {system.key: system for system in figures().system}
    assert [systems[key].factories for key in SYSTEMS] == [4, 4, 9, 5, 9]
    assert {key: system.surface for key, system in systems.items() if system.surface} == {
        "mercury": {"mercury": 2},
        "earth": {"earth": 5, "luna": 2},
    }
    assert {key: system.each for key, system in systems.items() if system.each} == {"asteroids": 1}


def test_a_colour_starts_with_18_units() -> None:
    """The Leader is one of them."""
    starts = {kind.value: unit.start for kind, unit in figures().unit.items() if unit.start}
    assert starts == {"trooper": 8, "gennie": 2, "fighter": 4, "transport": 1, "factory": 2}
    assert sum(starts.values()) + 1 == 18


def test_dealt_zones_fit_the_deck() -> None:
    """Six for each of four to six, nine for each of three, twelve for each of two; 22 are left in "earth-mars"."""
    colours = {2: 2, 3: 3, 4: 4, 5: 5, 6: 6}
    assert {players: party.cards for players, party in figures().players.items()} == {2: 12, 3: 9, 4: 6, 5: 6, 6: 6}
    assert {players: party.zones for players, party in figures().players.items()} == {2: 25, 3: 20, 4: 15, 5: 15, 6: 15}
    assert all(figures().players[players].cards * seats <= 42 for players, seats in colours.items())
    assert all(cards * players <= 22 for players, cards in figures().earth_mars.cards.items())


def test_two_and_three_players_play_all_colours_between_them() -> None:
    """Three each, or two each, with the Leaders that the rule text gives them."""
    leaders = {card.name: card.leader for card in figures().colour}
    for players in (2, 3):
        parties = figures().players[players].colours
        assert sorted(colour for party in parties for colour in party) == sorted(COLOURS)
    three = [{leaders[colour] for colour in party} for party in figures().players[3].colours]
    assert three == [{"Buck Rogers", "Wilma Deering"}, {"Killer Kane", "Ardala"}, {"Black Barney", "Doc Huer"}]
    two = [{leaders[colour] for colour in party} for party in figures().players[2].colours]
    assert two == [{"Buck Rogers", "Wilma Deering", "Black Barney"}, {"Killer Kane", "Ardala", "Doc Huer"}]


def test_each_colour_has_a_leader_with_a_home() -> None:
    """The homes are those of the scenario in which everybody begins at home."""
    homes = {card.name: (card.leader, card.home) for card in figures().colour}
    assert homes == {
        "Yellow": ("Doc Huer", "mercury"),
        "Green": ("Ardala", "venus"),
        "Blue": ("Buck Rogers", "earth"),
        "Brown": ("Wilma Deering", "luna"),
        "Red": ("Killer Kane", "mars"),
        "Purple": ("Black Barney", "asteroids"),
    }
    assert len(home_of("asteroids")) == 9


def test_no_name_or_alias_means_two_zones() -> None:
    """An order names one place."""
    names = [(land.name, *land.aliases) for land in board().territory]
    names += [(orbit.name, *orbit.aliases) for orbit in board().orbit]
    words = Counter(word.upper() for place in names for word in place)
    assert [word for word, times in words.items() if times > 1] == []


def test_signs_on_maps_are_each_ones_own() -> None:
    """Markers and Leaders are told apart by two letters."""
    signs = [marker.sign for marker in board().marker] + [leader.sign for leader in figures().leader]
    assert len(signs) == len(set(signs))
