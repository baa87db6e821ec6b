"""Bots: legal, sensible where it matters, not all alike, and at a loss nowhere."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from moderator.core.dice import Dice, Why
from moderator.core.game import Prompt
from moderator.core.seats import Seat
from moderator.games.simulate import Lineup, Played, imagining, play
from moderator.games.space_genocide import GAME
from moderator.games.space_genocide.board.targeting import aims
from moderator.games.space_genocide.options import BEGINS
from moderator.games.space_genocide.orders.phrases import Trigger
from moderator.games.space_genocide.orders.types import (
    ORDERS,
    Deploy,
    Discard,
    Forget,
    FormFleet,
    GenocideOrder,
    LeaveShips,
    Move,
    Play,
    PlayWhen,
    Transfer,
    TypePlanet,
)
from moderator.games.space_genocide.pieces import Ruin, Ship, World, new_ship
from moderator.games.space_genocide.rules.table import lay_out
from moderator.games.space_genocide.seat.bots.forecast import assault, open_to_attack, risks
from moderator.games.space_genocide.seat.bots.garrison import VITAL, Garrisons
from moderator.games.space_genocide.seat.bots.mustering import muster
from moderator.games.space_genocide.seat.bots.planning import Knowledge, Sketch, Temper, chance_to_kill
from moderator.games.space_genocide.seat.bots.strikes import Group, Strikes
from moderator.games.space_genocide.seat.view import FleetSeen, PlanetSeen, View
from moderator.games.space_genocide.tables import KINDS
from moderator.service.matches import letterhead
from tests.support.cases import every_case

SEATS: tuple[Seat, ...] = ("Red", "Blue", "Green", "Gold")
TABLES: tuple[tuple[int, Mapping[str, Any]], ...] = (
    (2, {}),
    (3, {"tempo": "seats"}),
    (4, {"bursts": True, "fleet_limit": 4, "start_fleet": 3}),
    (2, {"fleets": 2, "start_fleet": 20}),
    (3, {"cards": False, "races": "none", "terrain": "none", "blockade": False}),
    (2, {"races": "drawn", "terrain": "rich", "gate_cost": 2, "wonders": "each", "symmetry": "exact"}),
    (4, {"combat": "repeated", "launch_past_defenders": False, "launches": "planet", "carrier_shield": "present"}),
    (2, {"eliminated": "remain", "max_ships": 40, "production": 8, "hand_limit": 2, "draw": 4}),
    (2, {"start_ships": 0, "production": 0}),
    (3, {"start_ships": 28, "carrier_shield": "none", "stop_on_enemies": False, "rearm": "production"}),
    (2, {"start_ships": 3, "fleets": 1}),
)
"""Numbers of seats and options under which bots must know what is allowed."""

OWN = (("A1", World.HOMEWORLD), ("A5", World.METAL), ("A9", World.POPULATION), ("E1", World.RADIOACTIVES))
ENEMY = ("N20", "N16", "K20")


def fleet(seat: Seat, number: int, place: str, *kinds: str) -> FleetSeen:
    """Return a fleet of new ships; without ships it was never seen."""
    return FleetSeen(seat, number, place, tuple(new_ship(kind) for kind in kinds) or None)


def view(*fleets: FleetSeen, hand: tuple[str, ...] = (), **changes: Any) -> View:  # noqa: ANN401 - any field
    """Return what Red sees of a small empty map with four planets of its own and three of Blue's."""
    options: dict[str, Any] = {**BEGINS, "map_size": "small", "terrain": "none", "races": "none"}
    state = GAME.setup(SEATS[:2], options, Dice.throwaway("view")).state
    planets = [PlanetSeen(place, "Red", world) for place, world in OWN]
    planets += [PlanetSeen(place, "Blue") for place in ENEMY]
    seen = replace(GAME.view(state, "Red"), turn=3, phase="orders", planets=tuple(planets), fleets=fleets, hand=hand)
    return replace(seen, **changes)


def orders(seen: View, *, bot: str = "admiral", name: str = "x") -> Sequence[GenocideOrder]:
    """Return a bot's order set."""
    prompt = Prompt(phase=seen.phase, turn=seen.turn)
    return GAME.bots[bot].order(seen, prompt, Dice.throwaway(name).secret, imagining(GAME, seen.who))


def moves(order_set: Sequence[GenocideOrder]) -> dict[int, str]:
    """Return where each fleet is sent."""
    return {number: order.way[-1] for order in order_set if isinstance(order, Move) for number in order.fleets.numbers}


def table(*bots: str, **options: object) -> Lineup:
    """Return a table of bots."""
    return Lineup(game=GAME, bots=dict(zip(SEATS, bots, strict=False)), options={"map_size": "small", **options})


def test_a_set_up_drawn_by_chance_leaves_the_homeworld_where_it_is() -> None:
    """Letters show such lines as examples."""
    state = GAME.setup(("Red", "Blue"), {"map_size": "small"}, Dice.throwaway("home")).state
    view, prompt = GAME.view(state, "Red"), GAME.pending(state)["Red"]
    home = next(planet.place for planet in view.own_planets if planet.world is World.HOMEWORLD)
    drawn = [
        order
        for n in range(20)
        for order in GAME.bots["random"].order(view, prompt, Dice.throwaway(f"home/{n}").secret, imagining(GAME, "Red"))
        if isinstance(order, TypePlanet)
    ]
    assert drawn
    assert not [order for order in drawn if order.place == home or order.world is World.HOMEWORLD]


# ---- legality ---------------------------------------------------------------------------------------------


@every_case("bot", GAME.bots)
@every_case(("seats", "options"), TABLES)
def test_no_line_of_a_bot_falls_under_any_options(bot: str, seats: int, options: Mapping[str, Any]) -> None:
    """From the set-up on, in all kinds of match, a bot's own check finds nothing illegal."""
    match = play(table(*(bot,) * seats, **options), "legal", most=6)
    for asked in match.asked:
        prompts = GAME.pending(asked.before)
        for seat, order_set in asked.order_sets.items():
            problems = GAME.check(GAME.view(asked.before, seat), prompts[seat], order_set)
            assert [problem for problem in problems if problem.falls] == []


def test_a_random_bot_gives_orders_of_every_kind() -> None:
    """Over some matches no type of order is missing."""
    given: set[type[GenocideOrder]] = set()
    for n in range(10, 16):
        match = play(table("random", "random", bursts=True, races="chosen"), f"kinds/{n}", most=15)
        given |= {
            type(order) for asked in match.asked for order_set in asked.order_sets.values() for order in order_set
        }
    assert given == set(ORDERS)


# ---- odd positions ----------------------------------------------------------------------------------------


@every_case("bot", GAME.bots)
@every_case(
    "seen",
    [
        view(),
        view(planets=()),
        view(fleet("Red", 1, "C3", "fighter")),
        view(fleet("Red", 1, "C3", "drone"), planets=()),
        view(fleet("Red", 1, "A1", "carrier"), in_play=("Red",)),
        view(*(fleet("Red", n, "A1", "scout", "monitor") for n in range(1, 11))),
        view(fleet("Red", 1, "N20", "drone"), fleet("Blue", 1, "A1"), fleet("Blue", 2, "N20", "monitor")),
        view(hand=("lure", "switch", "bypass", "retreat", "operations", "redeploy", "fighter-base", "refit")),
    ],
)
def test_a_bot_is_at_a_loss_nowhere(bot: str, seen: View) -> None:
    """Without planets, fleets, rivals or free markers a bot still sends an order set that is legal."""
    order_set = orders(seen, bot=bot)
    problems = GAME.check(seen, Prompt(phase="orders", turn=3), order_set)
    assert [problem for problem in problems if problem.falls] == []


@every_case("bot", GAME.bots)
def test_the_same_chance_gives_the_same_order_set(bot: str) -> None:
    """Bots draw their whims from their stream alone."""
    seen = view(fleet("Red", 1, "A5", "drone", "escort", "scout"), fleet("Blue", 1, "N20"))
    assert orders(seen, bot=bot) == orders(seen, bot=bot)


def test_admirals_open_differently() -> None:
    """No opponent can know by heart which planet an admiral makes its Homeworld."""
    state = GAME.setup(SEATS[:2], {}, Dice.throwaway("open")).state
    seen = GAME.view(state, "Red")
    places = {
        order.place
        for n in range(20)
        for order in orders(seen, name=f"{n}")
        if isinstance(order, TypePlanet) and order.world is World.HOMEWORLD
    }
    assert len(places) > 1


# ---- the set-up -------------------------------------------------------------------------------------------


def test_an_admiral_guards_its_homeworld_from_the_start() -> None:
    """In a set-up no planet has more ships than the Homeworld, unless it bluffs with a fleet at another."""
    guarded = 0
    for n in range(12):
        state = GAME.setup(SEATS[:2], {}, Dice.throwaway(f"guard/{n}")).state
        order_set = orders(GAME.view(state, "Red"), name=f"{n}")
        worlds = {order.place: order.world for order in order_set if isinstance(order, TypePlanet)}
        counts = {
            order.place: sum(count for _, count in order.ships.counts)
            for order in order_set
            if isinstance(order, FormFleet)
        }
        home = next(place for place, world in worlds.items() if world is World.HOMEWORLD)
        guarded += counts.get(home, 0) >= 3
    assert guarded >= 10


@every_case("options", [{}, {"start_fleet": 1}, {"fleets": 3}, {"start_ships": 28, "start_fleet": 2}])
def test_every_ship_is_formed_or_left_in_a_set_up(options: Mapping[str, object]) -> None:
    """However few places there are, an admiral's set-up accounts for all its ships."""
    state = GAME.setup(SEATS[:2], options, Dice.throwaway("all")).state
    seen = GAME.view(state, "Red")
    order_set = orders(seen)
    told = sum(
        count for order in order_set if isinstance(order, FormFleet | LeaveShips) for _, count in order.ships.counts
    )
    assert told == sum(len(fleet.ships or ()) for fleet in seen.own)


# ---- odds -------------------------------------------------------------------------------------------------


@every_case(
    ("attack", "defence", "chance"),
    [(0, 3, 0.0), (1, 1, 15 / 36), (2, 0, 1.0), (1, 2, 20 / 216), (3, 3, 21156 / 46656)],
)
def test_bots_know_the_odds_of_an_attack(attack: int, defence: int, chance: float) -> None:
    """The attack's total must be higher."""
    assert chance_to_kill(attack, defence) == pytest.approx(chance, abs=1e-3)


def test_attackers_gather_until_they_have_more_dice() -> None:
    """Of two targets the first is attacked with enough, the second with what is left."""
    both = risks([4, 3, 2], [3, 3])
    assert both[0] == pytest.approx(chance_to_kill(4, 3))
    assert both[1] == pytest.approx(chance_to_kill(5, 3))


def test_a_drone_destroys_an_unguarded_planet_almost_surely() -> None:
    """Four Planet Busters miss with one in sixteen."""
    sketch = Sketch(view(fleet("Red", 1, "A1", "drone")))
    forecast = assault(sketch, sketch.mine[1], sketch.board.index["N20"])
    assert forecast.razed == pytest.approx(15 / 16)


def test_a_lone_drone_comes_to_nothing_where_somebody_shoots() -> None:
    """A guard shoots first."""
    sketch = Sketch(view(fleet("Red", 1, "A1", "drone"), fleet("Blue", 1, "N20", "battle-station")))
    assert assault(sketch, sketch.mine[1], sketch.board.index["N20"]).razed < 0.1


@every_case("shield", ["carried", "present", "none"])
def test_a_forecast_has_ships_attack_whom_the_rules_have_them_attack(shield: str) -> None:
    """Target for target as many dice, carriers behind their fighters left out, whatever fights."""
    chance = Dice.throwaway("fleets").secret
    for n in range(40):
        red, blue = (
            [KINDS[chance.d(len(KINDS), Why(seat, n=9 * n + at)) - 1].key for at in range(1 + n % 6)]
            for seat in SEATS[:2]
        )
        seen = view(fleet("Red", 1, "N20", *red), fleet("Blue", 1, "N20", *blue))
        seen = replace(seen, options=replace(seen.options, carrier_shield=shield))
        sketch, at = Sketch(seen), seen.board.index["N20"]
        enemies = open_to_attack(sketch, sketch.enemies(at), at)
        forecast = risks(
            (sketch.attack(ship, "Red", at) for ship in sketch.mine[1]),
            [sketch.defence(ship, seat, at) for seat, ship in enemies],
        )
        turn = lay_out(GAME.suppose(seen), Dice.throwaway("t"), lambda *_: None)
        resolved = [
            (
                aim.target.kind.key,
                sum(turn.attack(*one) for one in aim.attackers),
                turn.defence(aim.target, aim.squadron),
            )
            for aim in aims(turn, at)
            if aim.seat == "Red"
        ]
        foretold = [(ship.kind, risk) for (_, ship), risk in zip(enemies, forecast, strict=True) if risk]
        assert sorted(foretold) == sorted((kind, chance_to_kill(dice, defence)) for kind, dice, defence in resolved)


# ---- what a planet is worth -------------------------------------------------------------------------------


def test_the_last_planet_of_a_resource_is_worth_a_homeworld() -> None:
    """With two of three metal planets gone the third ends its seat."""
    ruins = tuple(Ruin(place, "Blue", World.METAL, 2) for place in ("C18", "E18"))
    known = Knowledge(view(ruins=ruins), "Blue")
    assert known.worth(World.METAL) == known.worth(World.HOMEWORLD)
    assert known.worth(World.POPULATION) < known.worth(World.METAL)
    assert known.worth(None) > Knowledge(view(), "Blue").worth(None)


def test_a_ruin_of_a_planet_that_once_was_neutral_is_none_of_a_seats_own() -> None:
    """It was a fourth of its resource: three are left all the same."""
    ruins = (Ruin("C18", "Blue", World.METAL, 2, neutral=True),)
    assert Knowledge(view(ruins=ruins), "Blue").worth(World.METAL) == Knowledge(view(), "Blue").worth(World.METAL)


def test_an_admiral_holds_what_it_cannot_lose() -> None:
    """The Homeworld and the last planet of a resource are vital; of two planets of one resource one is a spare."""
    planets = (*view().planets, PlanetSeen("E5", "Red", World.METAL))
    sketch = Sketch(view(planets=planets))
    garrisons = Garrisons(sketch, Temper())
    at = {place: garrisons.worth[sketch.board.index[place]] for place in ("A1", "A5", "A9", "E1", "E5")}
    assert at["A1"] == at["A9"] == at["E1"] == VITAL
    assert min(at["A5"], at["E5"]) < max(at["A5"], at["E5"]) < VITAL


def test_a_homeworld_is_not_left_without_guards() -> None:
    """Of many ships at the Homeworld some stay."""
    order_set = orders(view(fleet("Red", 1, "A1", *("escort",) * 6)))
    left = 6 - sum(count for order in order_set if isinstance(order, Transfer) for _, count in order.ships.counts)
    assert left >= 3
    assert 1 not in moves(order_set)


# ---- strikes ----------------------------------------------------------------------------------------------


def test_a_drone_goes_for_an_unguarded_planet() -> None:
    """What can destroy a planet alone sets out at once."""
    order_set = orders(view(fleet("Red", 1, "H15", "drone")))
    assert moves(order_set)[1] in ENEMY


def test_nobody_sets_out_alone_against_a_fortress() -> None:
    """One destroyer against six guards stays away."""
    guards = tuple(fleet("Blue", n, place, *("monitor",) * 6) for n, place in enumerate(ENEMY, 1))
    assert moves(orders(view(fleet("Red", 1, "A5", "destroyer"), *guards))).get(1) not in ENEMY


def test_groups_arrive_together() -> None:
    """A group that is near waits for the slower one that is needed as well."""
    seen = view(
        fleet("Red", 1, "H11", *("drone",) * 2),
        fleet("Red", 2, "A9", *("frigate",) * 5),
        *(fleet("Blue", n, place, "monitor", "escort") for n, place in enumerate(ENEMY, 1)),
    )
    sketch = Sketch(seen)
    strikes = Strikes(sketch, Temper(nerve=0.8), [1.0])
    groups = [Group(n, sketch.where[n], sketch.mine[n], pace) for n, pace in ((1, 5), (2, 3))]
    strike = strikes.best(groups)
    assert strike is not None
    assert len(strike.groups) == 2
    assert strike.turns == max(strikes.turns(group, strike.at) for group in groups)


def test_a_strike_that_is_under_way_goes_on() -> None:
    """Ships do not turn back for a target that is a little better."""
    under_way = replace(fleet("Red", 1, "J12", "drone"), course=("N16",))
    assert {moves(orders(view(under_way), name=f"{n}"))[1] for n in range(8)} == {"N16"}


def test_empty_ships_go_home_to_rearm() -> None:
    """A fleet that has launched everything goes to a planet of its own."""
    spent = FleetSeen("Red", 1, "J12", (Ship("drone"), Ship("corvette")))
    assert moves(orders(view(spent)))[1] in {place for place, _ in OWN}


def test_a_scout_looks_at_what_nobody_guards() -> None:
    """An unarmed ship visits an unknown planet without a fleet."""
    seen = view(fleet("Red", 1, "J14", "scout"), fleet("Blue", 1, "N20"), fleet("Blue", 2, "N16"))
    assert moves(orders(seen))[1] == "K20"


def test_fighters_go_where_there_are_bays() -> None:
    """A carrier that leaves a planet takes bombers along."""
    kinds = ("carrier", *("bomber",) * 3, *("shield-ship",) * 3)
    order_set = orders(view(fleet("Red", 1, "A1", *kinds)))
    parted = {kind for order in order_set if isinstance(order, Transfer) for kind, _ in order.ships.counts}
    assert parted == {"shield-ship"}
    assert 1 in moves(order_set)


def test_mustering_loses_nobody() -> None:
    """Ships change fleets, none gets lost, and each part has its own fleet."""
    seen = view(fleet("Red", 1, "A1", "drone", "monitor", "escort"), fleet("Red", 2, "A1", "drone", "monitor"))
    sketch = Sketch(seen)
    parts = [[new_ship("monitor")] * 2, [new_ship("drone")] * 2, [new_ship("escort")]]
    numbers = muster(sketch, [1, 2], parts)
    assert len(set(numbers)) == 3
    assert [sketch.mine[number] for number in numbers] == parts


def test_without_free_markers_a_part_stays_with_the_first() -> None:
    """Where all fleet numbers are taken the second part has none."""
    others = (fleet("Red", n, "E1", "monitor") for n in range(2, 11))
    sketch = Sketch(view(fleet("Red", 1, "A1", "drone", "monitor"), *others))
    assert muster(sketch, [1], [[new_ship("monitor")], [new_ship("drone")]]) == [1, 0]


# ---- cards and building -----------------------------------------------------------------------------------


def test_an_admiral_keeps_cards_for_what_enemies_do() -> None:
    """A dud waits for a launch at what is dear, Intelligence for any card; the rest is discarded before them."""
    order_set = orders(view(hand=("lure", "its-a-dud", "intelligence")))
    waiting = {order.card: order.trigger.act for order in order_set if isinstance(order, PlayWhen)}
    assert waiting == {"its-a-dud": "launches", "intelligence": "plays"}
    (discard,) = (order for order in order_set if isinstance(order, Discard))
    assert discard.hand[0] == "lure"


def test_a_condition_whose_occasion_has_passed_is_taken_back() -> None:
    """A card that waited for a strike does not go on waiting when none is planned."""
    old = PlayWhen(card="surprise-attack", trigger=Trigger("battle", place="N20"))
    assert Forget(topic="cards") in orders(view(hand=("surprise-attack",), doctrine=(old,)))


def test_an_admiral_hurries_a_strike_with_a_card() -> None:
    """A fleet one hex short of its target is given the movement."""
    seen = view(fleet("Red", 1, "N10", "drone"), hand=("sustained-burn",), planets=(*view().planets[:4], _blue("N16")))
    (played,) = (order for order in orders(seen) if isinstance(order, Play))
    assert (played.card, played.target.fleet) == ("sustained-burn", 1)


def _blue(place: str) -> PlanetSeen:
    return PlanetSeen(place, "Blue")


def test_what_cannot_move_is_built_where_it_is_needed() -> None:
    """New stations come to the planet that lacks guards most; it is one that must not fall."""
    seen = view(*(fleet("Red", n, place, *("shield-ship",) * 4) for n, (place, _) in enumerate(OWN[1:], 1)))
    places = {order.prey: order.place for order in orders(seen) if isinstance(order, Deploy)}
    assert places["stationary",] == "A1"


# ---- strength ---------------------------------------------------------------------------------------------


def won(match: Played, seat: Seat) -> bool:
    """Tell whether a seat won alone."""
    return match.outcome is not None and match.outcome.winners == (seat,)


def test_an_admiral_beats_random_players() -> None:
    """A plan is worth something: of ten matches of two an admiral wins nine at least, from either seat."""
    first = [won(play(table("admiral", "random"), f"a{n}"), "Red") for n in range(5)]
    second = [won(play(table("random", "admiral"), f"b{n}"), "Blue") for n in range(5)]
    assert sum(first) + sum(second) >= 9


def test_admirals_play_a_match_of_four_to_its_end() -> None:
    """Four plans against one another come to an end."""
    assert play(table(*("admiral",) * 4), "four").outcome is not None


def views(name: str) -> Iterator[tuple[View, Prompt]]:
    """Give what the seats of a match of admirals see, turn by turn, and what they are asked."""
    for asked in play(table("admiral", "admiral"), name, most=8).asked:
        for seat, prompt in GAME.pending(asked.before).items():
            yield GAME.view(asked.before, seat), prompt


def test_no_example_of_a_letter_harms_who_copies_it() -> None:
    """The adviser scraps now and then; what is shown as worth sending never does, nor leaves a last world bare."""
    shown: list[str] = []
    planned: list[GenocideOrder] = []
    for view, prompt in views("examples"):
        chance = Dice.throwaway("examples").secret
        planned += GAME.adviser.order(view, prompt, chance, imagining(GAME, view.who))
        shown += letterhead.examples(GAME, view, view.who, prompt)
    assert any(order.rash for order in planned)
    assert shown
    assert not [line for line in shown if line.startswith(("RAM", "SCRAP"))]


def test_no_example_of_a_set_up_gives_the_homeworld_away() -> None:
    """The adviser's plan can be worked out by anybody, so it names neither the Homeworld nor the place that it has."""
    state = GAME.setup(("Red", "Blue"), {"map_size": "small"}, Dice.throwaway("home")).state
    for seat, prompt in GAME.pending(state).items():
        view = GAME.view(state, seat)
        home = next(planet.place for planet in view.own_planets if planet.world is World.HOMEWORLD)
        shown = letterhead.examples(GAME, view, seat, prompt)
        assert shown
        assert not [line for line in shown if "HOMEWORLD" in line or home in line.split()]


def test_an_example_of_a_set_up_changes_something() -> None:
    """A type that a planet has already is no example."""
    for name in ("one", "two", "three"):
        state = GAME.setup(("Red", "Blue"), {"map_size": "small"}, Dice.throwaway(name)).state
        view, prompt = GAME.view(state, "Red"), GAME.pending(state)["Red"]
        stands = {f"TYPE {each.place} {each.world.value.upper()}" for each in view.own_planets if each.world}
        assert stands.isdisjoint(letterhead.examples(GAME, view, "Red", prompt))


def test_no_card_is_shown_by_itself() -> None:
    """Beside two other lines of the plan it would be wasted on a fleet that stays."""
    shown = [line for view, prompt in views("cards") for line in letterhead.examples(GAME, view, view.who, prompt)]
    assert shown
    assert not [line for line in shown if line.startswith("PLAY") and " WHEN " not in line]
