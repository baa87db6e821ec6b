"""Bots of both rule sets: legal without a warning, and better than the one below."""

from collections.abc import Mapping
from typing import Any

import pytest

from moderator.core.orders import Order
from moderator.games.registry import GAMES
from moderator.games.simulate import Lineup, play
from moderator.games.solar_system.board.zones import PLACES
from moderator.games.solar_system.events.building import UnitsBuilt
from moderator.games.solar_system.orders.phrases import Leg, Units
from moderator.games.solar_system.orders.types import Carry, Move
from moderator.games.solar_system.pieces import PAINTS, Kind
from moderator.games.solar_system.seat.bots.foresight import foresee
from tests.support.cases import every_case
from tests.support.legal_bots import fallen

COMPRESSED, REVISED = "buck-rogers", "buck-rogers-revised"


@every_case(
    ("key", "count", "options"),
    [
        (COMPRESSED, 2, {"ruleset": "basic", "year": 3}),
        (COMPRESSED, 3, {"tempo": "phases", "year": 3}),
        (COMPRESSED, 4, {"leaderless": True, "majority_control": True, "year": 4}),
        (REVISED, 2, {"end_turn": 3}),
        (REVISED, 3, {"tempo": "phases", "end_turn": 3}),
        (REVISED, 4, {"neutral": True, "end_turn": 4}),
        (REVISED, 4, {"tempo": "seats", "end_turn": 3, "trade": "all"}),
        (REVISED, 8, {"optional_leaders": True, "end_turn": 4}),
    ],
)
def test_a_captain_orders_nothing_that_falls(key: str, count: int, options: Mapping[str, Any]) -> None:
    """Every line of every turn of a match stands."""
    lineup = Lineup(game=GAMES[key], bots=dict.fromkeys(PAINTS[:count], "captain"), options=dict(options))
    match = play(lineup, f"captains/{count}", most=60)
    assert fallen(GAMES[key], match) == []
    assert match.outcome is not None


@every_case("key", [COMPRESSED, REVISED])
def test_captains_promise_one_site_to_one_factory(key: str) -> None:
    """No Factory is built where one stands; Battlers are built, and Transports take Troopers along."""
    kinds: set[str] = set()
    carried = 0
    for number in range(3):
        match = play(Lineup(game=GAMES[key], bots=dict.fromkeys(PAINTS[:4], "captain"), options={}), f"sites/{number}")
        for asked in match.asked:
            stood = {works.zone for works in asked.before.position.factories if not works.aboard}
            built = [each for step in asked.steps for each in step.events if isinstance(each, UnitsBuilt)]
            sites = [each.zone for each in built if each.kind is Kind.FACTORY]
            assert len(set(sites)) == len(sites)
            assert stood.isdisjoint(sites)
            kinds |= {each.kind.value for each in built}
            carried += sum(_carries(line) for order_set in asked.order_sets.values() for line in order_set)
    assert {"factory", "fighter", "trooper" if key == REVISED else "gennie", "battler"} <= kinds
    assert carried


def _carries(line: Order) -> bool:
    """Tell whether an order lets a Transport take Troopers along."""
    if isinstance(line, Move):
        return bool(line.units.wanted(Kind.TRANSPORT) and line.units.wanted(Kind.TROOPER))
    return isinstance(line, Carry)


def test_a_warlord_plans_for_where_others_go() -> None:
    """What others send out stands where it is sent, what they leave at home does not, and nobody has fought."""
    game = GAMES[COMPRESSED]
    match = play(Lineup(game=game, bots=dict.fromkeys(PAINTS[:2], "captain"), options={}), "foresight", most=2)
    view = game.view(match.state, "Blue")
    (at, colour, pile), *_ = [each for each in view.forces.stacks_of("Red") if each[2].count(Kind.FIGHTER)]
    goal = next(there for there in view.forces.sky.near[at] if not PLACES[there].is_territory)
    units = Units(((Kind.FIGHTER, 1),), colour=colour)
    line = Move(units=units, origin=PLACES[at].name, way=(Leg("to", PLACES[goal].name),))
    far = Move(units=units, origin=PLACES[at].name, way=(Leg("to", "A16"),))
    seen = foresee(view, {"Red": (line, far)}).forces
    assert seen.count(goal, colour, Kind.FIGHTER) == view.forces.count(goal, colour, Kind.FIGHTER) + 1
    assert seen.count(at, colour, Kind.FIGHTER) == pile.count(Kind.FIGHTER) - 1


@pytest.mark.proof
@pytest.mark.parametrize(
    ("key", "better", "worse", "matches", "least"),
    [
        (COMPRESSED, "captain", "random", 15, 13),
        (COMPRESSED, "warlord", "captain", 40, 24),
        (REVISED, "captain", "random", 15, 13),
        (REVISED, "warlord", "captain", 20, 15),
    ],
)
def test_each_bot_beats_the_one_below_it(key: str, better: str, worse: str, matches: int, least: int) -> None:
    """Alone against one, on either side in turn, it wins more often than chance would have it.

    Where each match takes long fewer are played, and more of them must be won: an equal would win 15 of 20 once in 50.
    """
    won = 0
    for number in range(matches):
        ours = ("Blue", "Red")[number % 2]
        bots = {seat: better if seat == ours else worse for seat in ("Blue", "Red")}
        match = play(Lineup(game=GAMES[key], bots=bots, options={}), f"ladder/{better}/{number}", most=60)
        won += match.outcome is not None and ours in match.outcome.winners
    assert won >= least
