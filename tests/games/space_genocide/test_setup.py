"""The set-up of Space Genocide: the map, the moderator's proposal, and what seats make of it."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from moderator.core.dice import Dice
from moderator.core.errors import Problem
from moderator.core.game import IllegalAmendment, Resolution
from moderator.core.orders import Order
from moderator.core.seats import Observer, Seat
from moderator.games.space_genocide import GAME
from moderator.games.space_genocide.board.hexes import Board
from moderator.games.space_genocide.events.set_up import SpacingBent
from moderator.games.space_genocide.options import RaceKey
from moderator.games.space_genocide.orders.types import GenocideOrder
from moderator.games.space_genocide.pieces import WORLDS, Fleet, Ship, World, new_ship, ranked
from moderator.games.space_genocide.rules.state import Memory, State
from moderator.games.space_genocide.seat.view import DeckSeen
from moderator.games.space_genocide.tables import KIND, RACES, TERRAINS
from tests.support.cases import every_case

SEATS = {2: ("Red", "Blue"), 3: ("Red", "Blue", "Green"), 4: ("Red", "Blue", "Green", "Gold")}
tables = every_case("count", SEATS)


def begun(count: int, name: str = "one", **options: Any) -> State:  # noqa: ANN401 - as an operator writes them
    """Return the position of a set-up on the small board."""
    return GAME.setup(SEATS[count], {"map_size": "small", **options}, Dice.throwaway(name)).state


def board_of(state: State) -> Board:
    """Return the board."""
    return GAME.view(state, "Red").board


def places_of(state: State, seat: Seat) -> list[int]:
    """Return where a seat's planets are."""
    index = board_of(state).index
    return [index[planet.place] for planet in state.planets if planet.seat == seat]


def told(state: State, order_sets: dict[Seat, Sequence[str]], name: str = "two") -> Resolution[State]:
    """Carry out a set-up with orders as text."""
    read: dict[Seat, list[GenocideOrder]] = {}
    for seat, lines in order_sets.items():
        orders = [GAME.language.parse(line) for line in lines]
        read[seat] = [order for order in orders if not isinstance(order, Problem)]
        assert len(read[seat]) == len(lines)
    return GAME.resolve(state, read, Dice.throwaway(name))


# ---- the map ----------------------------------------------------------------------------------------------


@tables
@every_case("size", ["small", "medium", "large"])
@every_case("symmetry", ["none", "exact"])
def test_each_seat_has_ten_planets_in_its_own_section(count: int, size: str, symmetry: str) -> None:
    """A half, a third or a quarter of the board each."""
    state = begun(count, map_size=size, symmetry=symmetry)
    for seat, section in zip(state.seats, board_of(state).sections, strict=True):
        placed = places_of(state, seat)
        assert len(placed) == len(WORLDS)
        assert set(placed) <= set(section)


@tables
def test_sections_are_alike_and_share_no_hex(count: int) -> None:
    """Every section is the first one turned or mirrored, distances and all."""
    hexes = board_of(begun(count))
    sections = hexes.sections
    assert len({hex_ for section in sections for hex_ in section}) == count * len(sections[0])
    ones, others = (hexes.images(sections[0][at]) for at in (3, 40))
    assert len({hexes.distance(*pair) for pair in zip(ones, others, strict=True)}) == 1


@tables
def test_no_two_planets_are_nearer_than_three(count: int) -> None:
    """The least that 1D6+2 gives holds for all planets."""
    for name in ("one", "two", "three"):
        state = begun(count, name)
        hexes = board_of(state)
        placed = [hexes.index[planet.place] for planet in state.planets]
        assert min(hexes.distance(one, other) for one in placed for other in placed if one != other) >= 3


@tables
def test_planets_are_as_far_from_the_nearest_as_is_thrown(count: int) -> None:
    """With room for it every planet is placed at the distance of its die from one that was there before."""
    dice = Dice.throwaway("spacing")
    state = GAME.setup(SEATS[count], {"terrain": "none"}, dice).state
    hexes = board_of(state)
    for seat in state.seats:
        thrown = [throw.value + 2 for throw in dice.log if throw.why.kind == "spacing" and throw.why.seats == (seat,)]
        placed = places_of(state, seat)
        nearest = [min(hexes.distance(one, other) for other in placed if other != one) for one in placed]
        assert min(nearest) >= min(thrown)
        assert max(nearest) <= max(thrown)


@tables
def test_the_widest_throws_are_kept_first_and_nearly_all_hold_on_medium_boards(count: int) -> None:
    """Kept as they are thrown, every tenth to twentieth finds no room any more."""
    for name in ("one", "two", "three"):
        options = {"strewn": "widest", "terrain": "none"}
        made = GAME.setup(SEATS[count], options, Dice.throwaway(name))
        assert sum(event.bent for event in made.events if isinstance(event, SpacingBent)) <= 2


def test_a_board_without_room_for_the_throws_is_told_in_the_first_letter() -> None:
    """On a small board some distances never hold, and both seats read how many."""
    made = GAME.setup(SEATS[2], {"map_size": "small", "strewn": "widest"}, Dice.throwaway("told"))
    for seat in SEATS[2]:
        report = GAME.report(GAME.view(made.state, seat), made.events)
        assert any(isinstance(fact, SpacingBent) for section in report.sections for fact in section.facts)


def test_a_fixed_spacing_is_kept() -> None:
    """With ``planet_spacing`` the nearest planet of a seat is so far from each."""
    state = begun(2, planet_spacing=4, map_size="medium")
    hexes = board_of(state)
    for seat in state.seats:
        placed = places_of(state, seat)
        assert {min(hexes.distance(one, other) for other in placed if other != one) for one in placed} == {4}


@tables
def test_with_exact_symmetry_all_sections_look_alike(count: int) -> None:
    """Planets and terrain of each seat are those of the first, turned or mirrored."""
    state = begun(count, symmetry="exact")
    hexes = board_of(state)
    images = [hexes.images(at) for at in places_of(state, "Red")]
    for number, seat in enumerate(state.seats):
        assert sorted(image[number] for image in images) == sorted(places_of(state, seat))
    kinds = Counter(kind for _, kind in state.terrain)
    assert all(number % count == 0 for number in kinds.values())


@tables
@every_case("terrain", ["normal", "rich"])
def test_with_exact_symmetry_terrain_across_an_edge_is_mirrored_too(count: int, terrain: str) -> None:
    """Wherever a hex has terrain, its images in the other sections have the same, on every map of many."""
    for number in range(20):
        state = begun(count, f"map {number}", symmetry="exact", edges="mirrored", terrain=terrain)
        hexes, laid = board_of(state), dict(state.terrain)
        for place, kind in laid.items():
            images = [hexes.names[image] for image in hexes.images(hexes.index[place])]
            assert {laid.get(image) for image in images} == {kind}


@tables
def test_all_terrain_is_laid_out_clear_of_planets(count: int) -> None:
    """Each kind is there, at least two star gates among it, and none next to a planet that is somebody's."""
    state = begun(count, map_size="medium")
    hexes = board_of(state)
    kinds = Counter(kind for _, kind in state.terrain)
    assert set(kinds) == {terrain.key for terrain in TERRAINS}
    assert kinds["star-gate"] >= 2
    owned = [hexes.index[planet.place] for planet in state.planets if planet.seat]
    assert all(hexes.distance(hexes.index[place], at) > 1 for place, _ in state.terrain for at in owned)


def test_terrain_can_be_chosen_or_left_out() -> None:
    """``terrain_kinds`` admits some kinds alone, ``terrain`` tells how much there is."""
    assert begun(2, terrain="none").terrain == ()
    assert {kind for _, kind in begun(2, terrain_kinds=["nebula"]).terrain} == {"nebula"}
    assert len(begun(2, terrain="rich").terrain) > len(begun(2, terrain="sparse").terrain)


# ---- what is drawn and proposed ---------------------------------------------------------------------------


@tables
def test_twenty_ships_and_three_cards_are_drawn_for_each(count: int) -> None:
    """84 counters, four of each type; 42 cards, one of each."""
    state = begun(count)
    for seat in state.seats:
        assert sum(len(fleet.ships) for fleet in state.fleets if fleet.seat == seat) == 20
        assert len(state.hands[seat]) == 3
    on_mats = Counter(ship.kind for fleet in state.fleets for ship in fleet.ships)
    assert all(on_mats[key] + state.pile[at] == 4 for at, key in enumerate(KIND))
    cards = [*state.deck, *(card for hand in state.hands.values() for card in hand)]
    assert len(cards) == len(set(cards)) == 42


@tables
def test_the_proposal_is_a_lawful_set_up(count: int) -> None:
    """Ten counters of the right types, at most five ships on a mat, no two fleets at one planet."""
    state = begun(count)
    for seat in state.seats:
        worlds = [planet.world for planet in state.planets if planet.seat == seat]
        assert Counter(worlds) == Counter(WORLDS)
        fleets = [fleet for fleet in state.fleets if fleet.seat == seat]
        assert len({fleet.place for fleet in fleets}) == len(fleets) <= 10
        assert all(1 <= len(fleet.ships) <= 5 for fleet in fleets)
        assert {fleet.place for fleet in fleets} <= {planet.place for planet in state.planets if planet.seat == seat}


def test_nobody_sees_others_fleets_before_all_are_set_up() -> None:
    """In the set-up a seat sees planets, and of mats and types its own alone."""
    view = GAME.view(begun(2), "Blue")
    assert {fleet.seat for fleet in view.fleets} == {"Blue"}
    assert {planet.world for planet in view.planets if planet.seat == "Red"} == {None}
    assert GAME.view(begun(2), Observer.PUBLIC).fleets == ()


# ---- what seats make of it --------------------------------------------------------------------------------


def test_what_a_gm_does_to_fleets_in_the_set_up_is_told_to_their_seat_alone() -> None:
    """Markers that are moved, come and go would show where the seat begins."""
    state = begun(2)
    fleet = next(one for one in state.fleets if one.seat == "Red")
    number, kind = fleet.number, KIND[fleet.ships[0].kind].name
    moved = [f"MOVE {number} {fleet.place} FOR Red", f"PLACE 1 {kind} IN 10 AT {fleet.place} FOR Red"]
    lines = [GAME.gm.parse(line) for line in (*moved, f"REMOVE 1 {kind} FROM 10 FOR Red")]
    told = GAME.amend(state, [line for line in lines if not isinstance(line, Problem)], Dice.throwaway("gm")).events
    assert [type(event).__name__ for event in told if event.known_to("Red")] == [
        *("FleetShifted", "FleetAppeared", "ShipsAdded", "ShipsRemoved", "FleetGone"),
    ]
    assert not [event for event in told if event.known_to("Blue")]


def test_who_says_nothing_plays_what_was_proposed() -> None:
    """Silence keeps fleets and types, and a race is drawn."""
    state = begun(2)
    after = told(state, {}).state
    assert after.fleets == state.fleets
    assert after.planets == state.planets
    assert set(after.races.values()) <= {race.key for race in RACES}
    assert (after.turn, after.phase) == (1, "orders")


def test_the_proposal_is_what_silence_is_said_to_mean() -> None:
    """The lines that stand for silence are those of the proposal, to be changed by whoever wants to."""
    state = begun(2)
    orders = {seat: GAME.default(GAME.view(state, seat), prompt, ()) for seat, prompt in GAME.pending(state).items()}
    named = GAME.resolve(state, orders, Dice.throwaway("two")).state
    assert named == told(state, {}).state


def test_types_go_where_they_are_ordered_and_the_others_make_room() -> None:
    """Ten counters are ten counters, whatever is said of some of them."""
    state = begun(2)
    own = [planet for planet in state.planets if planet.seat == "Red"]
    chosen = next(planet for planet in own if planet.world is World.METAL)
    after = told(state, {"Red": [f"TYPE {chosen.place} HOMEWORLD"]}).state
    worlds = {planet.place: planet.world for planet in after.planets if planet.seat == "Red"}
    assert worlds[chosen.place] is World.HOMEWORLD
    assert Counter(worlds.values()) == Counter(WORLDS)


def test_fleets_are_formed_as_ordered_and_the_other_ships_find_a_place() -> None:
    """What is not named goes to free mats at free planets."""
    state = begun(2)
    first = next(fleet for fleet in state.fleets if fleet.seat == "Red")
    ship = first.ships[0]
    place = next(planet.place for planet in state.planets if planet.seat == "Red" and planet.place != first.place)
    after = told(state, {"Red": [f"FORM 7 {place} WITH {KIND[ship.kind].name}"]}).state
    red = [fleet for fleet in after.fleets if fleet.seat == "Red"]
    assert next(fleet for fleet in red if fleet.number == 7).ships == (ship,)
    assert next(fleet for fleet in red if fleet.number == 7).place == place
    before = [one for fleet in state.fleets if fleet.seat == "Red" for one in fleet.ships]
    assert ranked(before) == ranked([one for fleet in red for one in fleet.ships])


def proposing(*fleets: tuple[int, int, str]) -> State:
    """Return a set-up in which Red is proposed fleets: number, which of its planets, ships by type."""
    state = begun(2)
    home = [planet.place for planet in GAME.view(state, "Red").own_planets]
    mats = [
        Fleet("Red", number, home[at], ranked([new_ship(key) for key in ships.split()])) for number, at, ships in fleets
    ]
    return replace(state, fleets=tuple(mats))


def mats_of(state: State) -> dict[int, tuple[int, str]]:
    """Return Red's fleets by number: which of its planets, and ships by type."""
    home = [planet.place for planet in GAME.view(state, "Red").own_planets]
    return {
        fleet.number: (home.index(fleet.place), " ".join(ship.kind for ship in fleet.ships))
        for fleet in state.fleets
        if fleet.seat == "Red"
    }


@every_case(
    ("form", "mats"),
    [
        ("FORM 7 {5} WITH Scout", {1: (0, "scout"), 2: (1, "drone"), 7: (5, "scout")}),
        ("FORM 7 {5} WITH 2 Scouts", {2: (1, "drone"), 7: (5, "scout scout")}),
        ("FORM 1 {5} WITH Drone", {1: (5, "drone"), 2: (0, "scout scout")}),
        ("FORM 7 {0} WITH Drone", {1: (1, "scout scout"), 7: (0, "drone")}),
        ("FORM 2 {0} WITH Scout", {1: (2, "scout"), 2: (0, "scout"), 3: (1, "drone")}),
        ("LEAVE Scout", {1: (0, "scout"), 2: (1, "drone")}),
    ],
)
def test_a_line_changes_only_the_fleets_that_it_names(form: str, mats: dict[int, tuple[int, str]]) -> None:
    """What is left of a fleet stays at its planet under its number, as far as the line does not take these away."""
    state = proposing((1, 0, "scout scout"), (2, 1, "drone"))
    home = [planet.place for planet in GAME.view(state, "Red").own_planets]
    assert mats_of(told(state, {"Red": [form.format(*home)]}).state) == mats


def test_ships_are_taken_first_from_fleets_that_make_room() -> None:
    """Other fleets of the same type are left as they were proposed."""
    state = proposing((1, 0, "drone scout"), (2, 1, "scout"))
    home = [planet.place for planet in GAME.view(state, "Red").own_planets]
    after = mats_of(told(state, {"Red": [f"FORM 2 {home[4]} WITH Scout"]}).state)
    assert after == {1: (0, "drone scout"), 2: (4, "scout")}


def test_what_finds_no_number_joins_another_fleet_that_has_room() -> None:
    """No ship is lost by a line that does not name it, as long as there is room on a mat."""
    fleets = [(number, number - 1, "scout" if number < 5 else "drone drone") for number in range(1, 9)]
    state = replace(proposing(*fleets), options=replace(begun(2).options, fleets=8))
    home = [planet.place for planet in GAME.view(state, "Red").own_planets]
    after = told(state, {"Red": [f"FORM 8 {home[9]} WITH Drone"]}).state
    assert len(after.fleets) == 8
    assert sum(len(fleet.ships) for fleet in after.fleets) == 12
    assert after.pile == state.pile


def test_ships_that_are_left_go_back_to_the_pile() -> None:
    """A seat may begin with fewer ships than it drew."""
    state = begun(2)
    after = told(state, {"Red": ["LEAVE ALL"]}).state
    assert not [fleet for fleet in after.fleets if fleet.seat == "Red"]
    assert sum(after.pile) == sum(state.pile) + 20


def test_a_race_is_played_once_and_the_second_wish_counts_then() -> None:
    """Who is drawn first has the first choice."""
    wishes = ["RACE Worms", "RACE Hive"]
    races = told(begun(2), {"Red": wishes, "Blue": wishes}).state.races
    assert sorted(races.values()) == ["hive", "worms"]


def test_one_line_may_name_several_races() -> None:
    """``RACE worms, hive``: the first that is left, as with further lines."""
    races = told(begun(2), {"Red": ["RACE worms, hive"], "Blue": ["RACE worms and hive"]}).state.races
    assert sorted(races.values()) == ["hive", "worms"]


def test_races_may_be_played_twice_where_the_options_say_so() -> None:
    """``unique_races = false``."""
    races = told(begun(2, unique_races=False), {"Red": ["RACE Worms"], "Blue": ["RACE Worms"]}).state.races
    assert races == {"Red": "worms", "Blue": "worms"}


def test_races_can_be_left_out() -> None:
    """``races = "none"`` gives nobody one, and a wish for one falls."""
    state = begun(2, races="none")
    assert told(state, {}).state.races == {}
    prompt = GAME.pending(state)["Red"]
    wish = GAME.language.parse("RACE Worms")
    assert not isinstance(wish, Problem)
    assert [problem.code for problem in GAME.check(GAME.view(state, "Red"), prompt, [wish])] == ["races-not-chosen"]


@every_case(
    ("line", "code"),
    [
        ("TYPE A99 METAL", "not-your-planet"),
        ("FORM 1 A99 WITH Scout", "not-your-planet"),
        ("LEAVE 5 Scouts", "no-such-ships"),
        ("MOVE 1 A5", "wrong-phase"),
    ],
)
def test_what_cannot_be_set_up_falls(line: str, code: str) -> None:
    """Each with its own complaint."""
    state = replace(begun(2), fleets=())
    order = GAME.language.parse(line)
    assert not isinstance(order, Problem)
    problems = GAME.check(GAME.view(state, "Red"), GAME.pending(state)["Red"], [order])
    assert [problem.code for problem in problems] == [code]


def test_a_homeworld_without_a_fleet_is_warned_of() -> None:
    """The last line that settles the set-up is doubted; with a fleet there, and for silence, nothing is said."""
    state = begun(2)
    view = GAME.view(state, "Red")
    bare = next(planet.place for planet in view.own_planets if planet.place not in {fleet.place for fleet in view.own})

    def doubted(*lines: str) -> list[tuple[str, int | None]]:
        orders = [order for line in lines if not isinstance(order := GAME.language.parse(line), Problem)]
        found = GAME.check(view, GAME.pending(state)["Red"], orders)
        return [(problem.code, problem.order) for problem in found if problem.code == "homeworld-bare"]

    kind = view.own[0].ships[0].kind if view.own[0].ships else ""
    assert doubted() == []
    assert doubted(f"TYPE {bare} HOMEWORLD") == [("homeworld-bare", 0)]
    assert doubted(f"TYPE {bare} HOMEWORLD", f"FORM 1 AT {bare} WITH {KIND[kind].name}") == []


def test_too_many_ships_on_a_mat_and_two_fleets_at_one_planet_fall() -> None:
    """At most five ships on a mat, at most one fleet at a planet."""
    state = begun(2)
    fleet = next(one for one in state.fleets if one.seat == "Red")
    drawn = replace(fleet, ships=tuple([new_ship("scout")] * 4 + [Ship("drone", 4)] * 4))
    state = replace(state, fleets=(drawn,))
    place = fleet.place
    lines = [f"FORM 1 {place} WITH 3 Scouts, 3 Drones", f"FORM 2 {place} WITH Scout", f"FORM 3 {place} WITH Drone"]
    orders = [GAME.language.parse(line) for line in lines]
    read = [order for order in orders if not isinstance(order, Problem)]
    problems = GAME.check(GAME.view(state, "Red"), GAME.pending(state)["Red"], read)
    assert [(problem.order, problem.code) for problem in problems] == [(0, "too-many-ships"), (2, "planet-taken")]


def test_a_handicap_is_of_a_race_that_there_is() -> None:
    """The option knows the races of the data, and no other."""
    assert get_args(RaceKey) == tuple(race.key for race in RACES)
    (problem,) = GAME.check_options({"handicaps": {"robot": 2}}, SEATS[2])
    assert (problem.code, problem.facts["key"]) == ("bad-option", "handicaps")


def test_a_value_that_a_gm_cannot_set_is_told_without_the_words_of_the_library() -> None:
    """As where a match begins: what is wrong, not where the library found it."""
    line = GAME.gm.parse("SET OPTION turn-limit many")
    assert isinstance(line, Order)
    with pytest.raises(IllegalAmendment) as refusal:
        GAME.amend(begun(2), [line], Dice.throwaway("amend"))
    facts = refusal.value.problem.facts
    assert facts == {"key": "turn_limit", "detail": "Expected `int`, got `str`"}


def test_a_deck_shuffled_anew_keeps_its_cards_and_nobody_knows_its_order() -> None:
    """After a rollback the same cards lie there in another order; hands, discards and the board are as they were."""
    state = replace(begun(2), memory={"Red": Memory(deck=DeckSeen(begun(2).deck[:3], 1)), "Blue": Memory()})
    anew = GAME.reshuffled(state, Dice.throwaway("anew"))
    assert anew.deck != state.deck
    assert Counter(anew.deck) == Counter(state.deck)
    assert anew.memory["Red"].deck is None
    assert replace(anew, deck=state.deck, memory=state.memory) == state
