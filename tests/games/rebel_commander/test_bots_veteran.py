"""The veteran: factions that act together, an Empire that keeps what it holds, and nothing that cannot be."""

from collections import Counter
from collections.abc import Sequence

import pytest

from moderator.core.dice import Dice
from moderator.core.errors import Stage
from moderator.core.game import Prompt
from moderator.core.seats import Seat
from moderator.games.rebel_commander.options import Options
from moderator.games.rebel_commander.orders.types import Attack, MoveSpeeders, MoveTransport, MoveTroops, RebelOrder
from moderator.games.rebel_commander.pieces import EMPIRE, Stack
from moderator.games.rebel_commander.seat.bots import BOTS
from moderator.games.rebel_commander.seat.view import Score, View
from moderator.games.registry import GAMES
from moderator.games.simulate import Lineup, PlayedRequest, imagining, play
from tests.support.cases import every_case

GAME = GAMES["rebel-commander"]
SEATS = ("Red", "Blue", EMPIRE)
NUMBERS = ("1", "2", "3")
PLACES = ("1a", "1b", "2a", "2b", "3a", "3b")
_MOVES = (MoveTroops, MoveSpeeders, MoveTransport)


def view(*stacks: Stack, who: str = "Red", turn: int = 3) -> View:
    """Return a view of these stacks, which must be in order."""
    return View(who, turn, Options(), SEATS, SEATS, stacks, None, 3, 2, Score(60, 5, 9, 5, 9))


def orders(seen: View, numbers: tuple[str, ...] = NUMBERS, name: str = "x") -> Sequence[RebelOrder]:
    """Return a veteran's order set."""
    prompt = Prompt(phase="orders", turn=seen.turn, numbers=numbers)
    return BOTS["veteran"].order(seen, prompt, Dice.throwaway(name).secret, imagining(GAME, seen.who))


@pytest.fixture(scope="module")
def matches() -> list[PlayedRequest]:
    """Return all turns of some matches of veterans, on different boards."""
    seats = ("Red", "Blue", "Green", EMPIRE)
    table = Lineup(game=GAME, bots=dict.fromkeys(seats, "veteran"))
    return [asked for name in ("a", "b", "c", "d") for asked in play(table, name, most=16).asked]


@every_case("name", ["a", "b", "c"])
def test_two_factions_attack_together_without_a_word(name: str) -> None:
    """Where one alone would likely lose and both would likely win, both attack under one number."""
    stacks = (Stack("A0", "Blue", 1), Stack("C4", "Red", 3), Stack("C4", "Blue", 3), Stack("C4", EMPIRE, 5))
    red, blue = (orders(view(*stacks, who=seat), name=f"{name}{seat}") for seat in ("Red", "Blue"))
    numbers = [{order.number for order in order_set if isinstance(order, Attack)} for order_set in (red, blue)]
    assert numbers[0] & numbers[1]


def test_nobody_attacks_alone_what_only_both_can_beat() -> None:
    """Without the ally there, the same faction lets it be."""
    stacks = (Stack("A0", "Blue", 1), Stack("C4", "Red", 2), Stack("C4", EMPIRE, 6))
    assert not any(isinstance(order, Attack) for order in orders(view(*stacks)))


def test_no_two_factions_go_to_the_same_free_place(matches: list[PlayedRequest]) -> None:
    """Hardly ever: each free location is taken by one of them, unless an enemy could strike there."""
    doubles = taken = 0
    for asked in matches:
        held = {stack.place for stack in asked.before.stacks}
        goals: Counter[str] = Counter()
        for seat, order_set in asked.order_sets.items():
            if seat != EMPIRE:
                goals.update(
                    {order.goal for order in order_set if isinstance(order, _MOVES) and order.goal not in held}
                )
        fought = {
            order.place for order_set in asked.order_sets.values() for order in order_set if isinstance(order, Attack)
        }
        taken += len(goals)
        doubles += sum(count > 1 and goal not in fought for goal, count in goals.items())
    assert taken > 100
    assert doubles < taken / 20


def test_the_empire_leaves_nothing_open_behind_it(matches: list[PlayedRequest]) -> None:
    """A location that it holds is hardly ever left empty by its own orders."""
    left = moves = 0
    for asked in matches:
        units = {stack.place: stack.total for stack in asked.before.stacks if stack.seat == EMPIRE}
        rebels = {stack.place for stack in asked.before.stacks if stack.seat != EMPIRE}
        after = Counter(units)
        for order in asked.order_sets.get(EMPIRE, ()):
            if isinstance(order, _MOVES):
                load = 1 + (order.troops if isinstance(order, MoveTransport) else 0)
                after[order.origin] -= load
                after[order.goal] += load
                moves += 1
            elif not isinstance(order, Attack):
                after[getattr(order, "place", "")] += 1
        left += sum(after[place] <= 0 for place in units if place not in rebels)
    assert moves > 100
    assert left < moves / 20


def test_the_empire_strikes_where_the_odds_are_good() -> None:
    """Six squads beside a lone enemy attack it."""
    seen = view(Stack("C4", "Red", 1), Stack("C4", EMPIRE, 6), Stack("J0", "Blue", 1), who=EMPIRE)
    assert any(isinstance(order, Attack) for order in orders(seen, PLACES))


@every_case("name", ["a", "b", "c", "d"])
def test_a_veteran_takes_the_location_that_wins(name: str) -> None:
    """With 59 locations and more units, one of its orders goes to the sixtieth."""
    names = [f"{row}{column}" for row in "ABCDEFGHIJ" for column in range(8)]
    stacks = tuple(Stack(name, "Red", 2 if name == "H2" else 1) for name in names[:59])
    order_set = orders(view(*stacks, Stack("J7", EMPIRE, 1)), name=name)
    held = {stack.place for stack in stacks}
    assert any(isinstance(order, _MOVES) and order.goal not in held for order in order_set)


@every_case(
    ("factions", "options"),
    [
        (1, {}),
        (3, {"fog": True}),
        (6, {}),
        (2, {"occupy": "troops", "imperial_orders": 1}),
        (1, {"edition": "skirmish"}),
    ],
)
def test_a_veteran_orders_nothing_that_his_own_check_finds_wrong(factions: int, options: dict[str, object]) -> None:
    """Over whole matches no order falls on what its author could know."""
    seats: tuple[Seat, ...] = ("Red", "Blue", "Green", "Gold", "White", "Grey")[:factions]
    table = Lineup(game=GAME, bots=dict.fromkeys((*seats, EMPIRE), "veteran"), options=options)
    for asked in play(table, "sound", most=12).asked:
        prompts = GAME.pending(asked.before)
        for seat, order_set in asked.order_sets.items():
            problems = GAME.check(GAME.view(asked.before, seat), prompts[seat], order_set)
            assert not [problem for problem in problems if problem.stage is Stage.ILLEGAL and problem.falls]
