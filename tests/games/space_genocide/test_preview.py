"""What an order set of Space Genocide is said to do beforehand."""

from typing import Any

from msgspec.structs import replace

from moderator.core.dice import Dice
from moderator.core.errors import Problem
from moderator.games.space_genocide import GAME
from moderator.games.space_genocide.events.battle import EngagementBegun
from moderator.games.space_genocide.events.cards import CardPlayed
from moderator.games.space_genocide.events.transport import CourseKept, FleetMoved
from moderator.games.space_genocide.orders.types import GenocideOrder, Launch
from moderator.games.space_genocide.pieces import Fleet, Planet, Ship, World
from moderator.games.space_genocide.rules.state import State
from moderator.games.space_genocide.seat.plan import GiftForeseen
from moderator.games.space_genocide.seat.preview import (
    CardForeseen,
    FleetForeseen,
    LastWorldForeseen,
    LaunchForeseen,
    NothingForeseen,
    PursuitForeseen,
    SetUpForeseen,
    WayForeseen,
)
from moderator.games.space_genocide.tables import KIND
from tests.support.cases import every_case


def position(*fleets: Fleet) -> State:
    """Return a position with some fleets, a world of Blue's at H9 and one of Red's at A1."""
    first = GAME.setup(("Red", "Blue"), {"map_size": "small", "terrain": "none", "races": "none"}, Dice.throwaway("p"))
    planets = (Planet("A1", "Red", World.HOMEWORLD), Planet("H9", "Blue", World.METAL))
    hands = {"Red": ("luck",), "Blue": ()}
    return replace(first.state, turn=1, phase="orders", planets=planets, fleets=fleets, hands=hands)


def orders(*lines: str) -> list[GenocideOrder]:
    """Return what lines are read as."""
    return [order for line in lines if not isinstance(order := GAME.language.parse(line), Problem)]


def foreseen(state: State, *lines: str) -> list[Any]:
    """Return what Red is told of an order set."""
    report = GAME.preview(GAME.view(state, "Red"), GAME.pending(state)["Red"], orders(*lines))
    return [fact for section in report.sections for fact in section.facts]


def test_a_way_is_told_hex_by_hex_with_where_it_ends_this_turn() -> None:
    """The shortest legal way is shown back."""
    state = position(Fleet("Red", 1, "C1", (Ship("monitor"),)))
    assert foreseen(state, "MOVE 1 C3") == [WayForeseen(fleet=1, path=("C1", "C2"), goal="C3", halted="speed")]


def test_fleets_that_are_under_way_are_told_of_too_unless_they_hold() -> None:
    """What happens without a line is part of what the order set does."""
    state = position(Fleet("Red", 1, "C1", (Ship("scout"),), ("C3",)))
    assert foreseen(state) == [WayForeseen(fleet=1, path=("C1", "C2", "C3"), goal="C3", halted="")]
    assert foreseen(state, "HOLD 1") == []


def test_joined_fleets_are_told_with_their_speed() -> None:
    """What comes of joining and parting, and how fast it is."""
    state = position(Fleet("Red", 1, "C1", (Ship("scout"),)), Fleet("Red", 2, "C1", (Ship("monitor"),)))
    facts = foreseen(state, "JOIN 1 INTO 2")
    assert facts == [FleetForeseen(fleet=2, place="C1", ships=("monitor", "scout"), speed=1)]


def test_ships_are_not_told_in_fleets_that_the_rules_refuse() -> None:
    """There is no such marker, or no room."""
    state = position(Fleet("Red", 1, "C1", (Ship("scout"), Ship("escort"))), Fleet("Red", 2, "C1", (Ship("monitor"),)))
    assert foreseen(state, f"TRANSFER Scout FROM 1 INTO {state.options.fleets + 1}") == []
    small = replace(state, options=replace(state.options, fleet_limit=2))
    assert foreseen(small, "JOIN 1 INTO 2") == []


def test_a_launch_is_told_with_exact_odds() -> None:
    """Each Planet Buster hits in half of all cases."""
    state = position(Fleet("Red", 1, "H8", (Ship("drone", 4),)))
    facts = foreseen(state, "MOVE 1 H9", "LAUNCH 2")
    assert LaunchForeseen(place="H9", busters=2, wins=3, throws=4) in facts
    assert LaunchForeseen(place="H9", busters=3, wins=7, throws=8) in foreseen(state, "MOVE 1 H9")


def test_what_cannot_go_is_told() -> None:
    """A station stays where it is."""
    state = position(Fleet("Red", 1, "A1", (Ship("battle-station"),)))
    assert foreseen(state, "MOVE 1 A3") == [NothingForeseen(fleet=1, goal="A3")]


def test_all_leaves_out_what_cannot_go() -> None:
    """Nobody has to read of a station that it stays."""
    state = position(Fleet("Red", 1, "A1", (Ship("battle-station"),)), Fleet("Red", 2, "C1", (Ship("scout"),)))
    assert foreseen(state, "MOVE ALL C2") == [WayForeseen(fleet=2, path=("C1", "C2"), goal="C2", halted="")]


def test_cards_are_told_with_whether_they_wait() -> None:
    """Only cards of the hand are."""
    state = position()
    assert foreseen(state, "PLAY Luck WHEN ROLL LOST", "PLAY Spies ON Blue") == [CardForeseen(card="luck", waits=True)]


def test_a_card_that_is_played_later_is_told_with_its_moment() -> None:
    """Whether there will be a battle, or room for one more ship, nobody can promise."""
    state = replace(position(), hands={"Red": ("suicide-attack", "increased-production"), "Blue": ()})
    assert foreseen(state, "PLAY Suicide Attack", "PLAY Increased Production") == [
        CardForeseen(card="suicide-attack", waits=False, at="aftermath"),
        CardForeseen(card="increased-production", waits=False, at="production"),
    ]


def test_a_card_that_can_do_nothing_is_not_promised() -> None:
    """Neither on a fleet that cannot move, nor away from where it could be played."""
    state = position(Fleet("Red", 1, "A1", (Ship("battle-station"),)), Fleet("Red", 2, "C1", (Ship("scout"),)))
    state = replace(state, hands={"Red": ("sustained-burn", "redeploy"), "Blue": ()})
    assert foreseen(state, "PLAY Sustained Burn ON 1", "PLAY Redeploy ON 2 TO A1") == []
    assert foreseen(state, "PLAY Sustained Burn ON 2") == [CardForeseen(card="sustained-burn", waits=False)]


@every_case("there", [("Red 1",), ("Red 1", "Red 2"), ()])
@every_case(("card", "kind"), [("Redeploy", "destroyer"), ("Fighter Base", "bomber")])
def test_a_card_for_a_goal_is_promised_exactly_if_it_will_find_something_to_bring(
    card: str, kind: str, there: tuple[str, ...]
) -> None:
    """Named or not: it takes the best that is not there already."""
    best = Fleet("Red", 1, "A5" if "Red 1" in there else "A1", (Ship(kind, 1),))
    other = Fleet("Red", 2, "A5" if "Red 2" in there else "A1", (Ship("interceptor"), Ship("scout")))
    state = position(best, other)
    key = card.lower().replace(" ", "-")
    state = replace(
        state, planets=(*state.planets, Planet("A5", "Red", World.METAL)), hands={"Red": (key,), "Blue": ()}
    )
    told = foreseen(state, f"PLAY {card} TO A5")
    events = GAME.resolve(state, {"Red": orders(f"PLAY {card} TO A5")}, Dice.throwaway("q")).events
    played = [event.card for event in events if isinstance(event, CardPlayed)]
    assert played == ([] if len(there) > 1 else [key])
    assert [fact.card for fact in told if isinstance(fact, CardForeseen)] == played


def test_a_last_world_without_ships_is_told_if_an_enemy_could_come() -> None:
    """Whatever left it so; with ships there, or after a peace, nothing is."""
    world = Planet("A3", "Red", World.METAL)
    state = position(Fleet("Red", 1, "A3", (Ship("scout"),)), Fleet("Blue", 2, "A9", (Ship("drone"),)))
    state = replace(state, planets=(*state.planets, world), hands={"Red": ("diplomacy",), "Blue": ()})
    fact = LastWorldForeseen(place="A3", world=World.METAL, seat="Blue", fleet=2, far=6)
    assert fact in foreseen(state, "MOVE 1 C1")
    assert fact not in foreseen(state, "PASS")
    assert fact not in foreseen(state, "PLAY Diplomacy", "MOVE 1 C1")


def launched(state: State, *lines: str) -> list[int]:
    """Return how many Planet Busters Red is told that it would launch at H9."""
    return [fact.busters for fact in foreseen(state, *lines) if isinstance(fact, LaunchForeseen)]


def test_a_launch_is_told_for_the_fleets_that_it_is_ordered_for() -> None:
    """What is said for one fleet leaves the others at the usual three."""
    state = position(Fleet("Red", 1, "H9", (Ship("drone", 4),)), Fleet("Red", 3, "H9", (Ship("destroyer", 1),)))
    assert launched(state, "LAUNCH NONE BY 3") == [3]
    assert launched(state, "LAUNCH NONE BY 1") == [1]
    assert launched(state, "LAUNCH ALL AT H9 BY 1") == [5]
    assert launched(state, "LAUNCH ALL BY 1", "LAUNCH NONE") == [4]


def test_a_launch_is_told_only_if_its_condition_holds_for_all_that_is_known() -> None:
    """The type of H9 has not been seen; nobody guards it, so ships there would read it."""
    state = position(Fleet("Red", 1, "H9", (Ship("drone", 4),)))
    assert launched(state, "LAUNCH 2 IF HOMEWORLD") == []
    assert launched(state, "LAUNCH 2 IF KNOWN") == [2]
    assert launched(state, "LAUNCH 2 IF HOMEWORLD", "LAUNCH 1 IF UNDEFENDED") == [1]
    guarded = replace(state, fleets=(*state.fleets, Fleet("Blue", 1, "H9", (Ship("scout"),))))
    assert launched(guarded, "LAUNCH 2 IF UNDEFENDED") == launched(guarded, "LAUNCH 2 IF KNOWN") == []


def test_a_launch_is_told_as_the_options_have_it() -> None:
    """One ship at a planet, or none past its defenders."""
    fleets = (Fleet("Red", 1, "H9", (Ship("drone", 4), Ship("destroyer", 1))), Fleet("Blue", 1, "H9", (Ship("scout"),)))
    state = position(*fleets)
    assert launched(state, "LAUNCH ALL") == [5]
    assert launched(replace(state, options=replace(state.options, launches="planet")), "LAUNCH ALL") == [4]
    assert launched(replace(state, options=replace(state.options, launch_past_defenders=False)), "LAUNCH ALL") == []


def test_orders_to_launch_that_an_order_set_takes_back_are_not_told() -> None:
    """What stands counts until then."""
    state = position(Fleet("Red", 1, "H9", (Ship("drone", 4),)))
    standing = replace(state, doctrine={"Red": (Launch(busters=1),), "Blue": ()})
    assert launched(standing) == [1]
    assert launched(standing, "FORGET LAUNCHES") == [3]


def test_a_set_up_is_told_as_the_lines_that_would_say_it() -> None:
    """Every planet's type, also of one that lost its own to another, every fleet, and what goes back to the pile."""
    first = GAME.setup(("Red", "Blue"), {"map_size": "small", "terrain": "none"}, Dice.throwaway("p")).state
    fleets = (Fleet("Red", 1, "A1", (Ship("monitor"), Ship("drone", 4))), Fleet("Red", 2, "C1", (Ship("scout"),)))
    planets = (Planet("A1", "Red", World.HOMEWORLD), Planet("C1", "Red", World.METAL), Planet("H9", "Blue"))
    state = replace(first, planets=planets, fleets=fleets)
    facts = foreseen(state, "TYPE C1 HOMEWORLD", "FORM 3 A1 WITH Drone", "LEAVE Monitor")
    lines = [
        "TYPE A1 POPULATION",
        "TYPE C1 HOMEWORLD",
        "FORM 2 C1 WITH Scout",
        "FORM 3 A1 WITH Drone",
        "LEAVE Monitor",
    ]
    assert facts == [SetUpForeseen(line=line) for line in lines]


def test_a_set_up_becomes_what_was_told_of_it() -> None:
    """The lines of a preview, sent as they are, make the same position as the order set that it was of."""
    state = GAME.setup(("Red", "Blue"), {"map_size": "small"}, Dice.throwaway("p")).state
    view = GAME.view(state, "Red")
    first, second = view.own[:2]
    ship = (first.ships or ())[0]
    order_set = [
        f"FORM {first.number} {second.place} WITH {KIND[ship.kind].name}",
        f"TYPE {first.place} HOMEWORLD",
    ]
    told = [fact.line for fact in foreseen(state, *order_set)]
    one, other = (
        GAME.resolve(state, {"Red": orders(*lines)}, Dice.throwaway("q")).state for lines in (order_set, told)
    )
    assert one == other


DETOUR = Fleet("Blue", 1, "H5", (Ship("destroyer", 1),))

AGREEING: dict[str, tuple[tuple[Fleet, ...], tuple[str, ...]]] = {
    "stopped ships hold those that they join": (
        (Fleet("Red", 1, "H4", (Ship("scout"),)), Fleet("Red", 2, "H5", (Ship("scout"),)), DETOUR),
        ("MOVE 1 H5", "JOIN 1 INTO 2", "MOVE 2 H6"),
    ),
    "stopped ships part from those that they joined": (
        (Fleet("Red", 1, "H4", (Ship("scout"),)), Fleet("Red", 2, "H5", (Ship("escort"),)), DETOUR),
        ("MOVE 1 H5", "JOIN 1 INTO 2", "TRANSFER Escort FROM 2 INTO 3", "MOVE 3 H6"),
    ),
    "a fleet with Bypass goes through an enemy": (
        (Fleet("Red", 1, "H3", (Ship("scout"),)), DETOUR),
        ("PLAY Bypass ON 1 WITH Blue 1", "MOVE 1 VIA H4 H5 TO H7"),
    ),
    "Bypass that names nothing finds its fleets itself": (
        (Fleet("Red", 1, "H3", (Ship("scout"),)), DETOUR),
        ("PLAY Bypass", "MOVE 1 VIA H4 H5 TO H7"),
    ),
    "Afterburners hurry the one ship that holds up its fleet": (
        (Fleet("Red", 1, "C1", (Ship("monitor"), Ship("scout"))),),
        ("PLAY Afterburners ON 1", "MOVE 1 C6"),
    ),
    "Afterburners on one of two slow ships leave the other slow": (
        (Fleet("Red", 1, "C1", (Ship("monitor"), Ship("monitor"))),),
        ("PLAY Afterburners ON Monitor OF 1", "MOVE 1 C6"),
    ),
    "a fleet that a card has brought elsewhere forgets its course": (
        (Fleet("Red", 1, "A1", (Ship("scout"),), ("C9",)), Fleet("Red", 2, "C1", (Ship("scout"),))),
        ("PLAY Switch ON 1 WITH 2",),
    ),
    "a fleet that leaves its slow ships behind goes on": (
        (Fleet("Red", 1, "C1", (Ship("monitor"), Ship("scout"))),),
        ("MOVE 1 C5", "TRANSFER Monitor FROM 1 INTO 2"),
    ),
    "joined fleets go as far as the ship with fewest hexes left": (
        (Fleet("Red", 1, "C1", (Ship("scout"),)), Fleet("Red", 2, "C4", (Ship("cruiser", 1),))),
        ("MOVE 1 C4", "JOIN 1 INTO 2", "MOVE 2 C8"),
    ),
    "a fleet that is sent where it is gives up its course": (
        (Fleet("Red", 1, "C1", (Ship("scout"),), ("H1",)),),
        ("MOVE 1 C1",),
    ),
}
"""Fleets and an order set by what is to be seen from them."""


@every_case("case", AGREEING)
def test_fleets_go_where_they_were_said_to_if_nobody_is_in_the_way(case: str) -> None:
    """What is told before is what happens after."""
    fleets, lines = AGREEING[case]
    state = position(*sorted(fleets, key=lambda fleet: (fleet.seat != "Red", fleet.number)))
    state = replace(state, hands={"Red": ("bypass", "afterburners", "switch"), "Blue": ()})
    told = [(fact.fleet, fact.path) for fact in foreseen(state, *lines) if isinstance(fact, WayForeseen)]
    resolution = GAME.resolve(state, {"Red": orders(*lines)}, Dice.throwaway("q"))
    moved = [(event.fleet, event.path) for event in resolution.events if isinstance(event, FleetMoved)]
    assert [way for way in told if len(way[1]) > 1] == moved


def test_a_way_that_comes_back_to_where_a_spent_fleet_stands_is_kept_for_later() -> None:
    """The fleet leaves again next turn, and its seat is told so."""
    state = position(Fleet("Red", 1, "C1", (Ship("monitor"),)))
    order_set = ("MOVE 1 C2", "MOVE 1 VIA C1 TO C2")
    resolution = GAME.resolve(state, {"Red": orders(*order_set)}, Dice.throwaway("q"))
    assert [event.course for event in resolution.events if isinstance(event, CourseKept)] == [("C1", "C2")]
    told = GAME.check(GAME.view(state, "Red"), GAME.pending(state)["Red"], orders(*order_set))
    assert [problem.code for problem in told] == ["moved-twice", "goes-on-later"]
    assert WayForeseen(fleet=1, path=("C2",), goal="C2", halted="speed") in foreseen(state, *order_set)


def test_a_route_by_ruins_is_told_with_what_would_go_at_the_maximum() -> None:
    """The new ship is drawn unseen, so it cannot be told; nothing is said to who declines gifts or has room."""
    state = position(Fleet("Red", 1, "C1", (Ship("scout"),)), Fleet("Red", 2, "E1", (Ship("monitor"), Ship("drone"))))
    options = replace(state.options, max_ships=3, reading="second")
    full = replace(state, terrain=(("C2", "alien-ruins"),), options=options)
    gift = GiftForeseen(fleet=1, place="C2", ships=3, kind="drone", other=2)
    assert gift in foreseen(full, "MOVE 1 C3")
    assert replace(gift, kind="scout", other=1) in foreseen(full, "MOVE 1 C3", "SCRAP FIRST Scout")
    assert gift not in foreseen(full, "MOVE 1 C3", "DECLINE GIFTS")
    assert gift not in foreseen(replace(full, spent=("C2",)), "MOVE 1 C3")
    assert gift not in foreseen(replace(full, options=replace(options, max_ships=4)), "MOVE 1 C3")


def test_a_way_after_a_fleet_is_told_as_things_stand() -> None:
    """It may be elsewhere by then; what is foreseen is the way to where it is now."""
    state = position(Fleet("Red", 1, "C1", (Ship("scout"),)), Fleet("Blue", 7, "C3", (Ship("scout"),)))
    way = WayForeseen(fleet=1, path=("C1", "C2", "C3"), goal="C3", halted="enemy")
    assert way in foreseen(state, "MOVE 1 AFTER Blue 7")
    assert PursuitForeseen(seat="Blue", fleet=7) in foreseen(state, "MOVE 1 AFTER Blue 7")


@every_case(("moves", "lines"), [("fleets", 1), ("fleets", 3), ("seats", 1)])
def test_going_after_a_fleet_catches_it_about_every_other_time(moves: str, lines: int) -> None:
    """Whose move comes first is drawn, and so it is if each has other fleets to move."""
    own = [Fleet("Red", n, f"E{n}", (Ship("scout"),)) for n in (1, 2, 3)][:lines]
    foes = [Fleet("Blue", n, f"E{n + 3}", (Ship("corvette"),)) for n in (1, 2, 3)][:lines]
    start = position(*own, *foes)
    state = replace(start, options=replace(start.options, moves=moves))
    order_sets = {
        "Red": orders("MOVE 1 AFTER Blue 1", *[f"MOVE {n} A{n + 8}" for n in range(2, lines + 1)]),
        "Blue": orders("MOVE 1 H4", *[f"MOVE {n} K{n + 8}" for n in range(2, lines + 1)]),
    }
    caught = 0
    for number in range(100):
        told = GAME.resolve(state, order_sets, Dice.throwaway(f"chase {number}")).events
        caught += any(isinstance(event, EngagementBegun) and event.place == "H4" for event in told)
    assert 30 < caught < 70
