"""The grand moff: plans for the side, weighs them against the enemy, and orders nothing that cannot be."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from moderator.core.dice import Dice
from moderator.core.errors import Stage
from moderator.core.game import Prompt
from moderator.games import GAMES
from moderator.games.rebel_commander.options import Options
from moderator.games.rebel_commander.orders.types import Attack, BuildTroops, MoveTroops, RebelOrder
from moderator.games.rebel_commander.pieces import EMPIRE, Stack
from moderator.games.rebel_commander.seat.bots import BOTS
from moderator.games.rebel_commander.seat.bots.doctrine import Step, situation
from moderator.games.rebel_commander.seat.bots.grand_moff import SAMPLES
from moderator.games.rebel_commander.seat.bots.rollout import WON, Rollout, Scale, scene
from moderator.games.rebel_commander.seat.bots.sheets import sheets_of, written
from moderator.games.rebel_commander.seat.bots.sketch import ground_of
from moderator.games.rebel_commander.seat.view import Score, View
from moderator.games.simulate import Lineup, imagining, play

GAME = GAMES["rebel-commander"]
SEATS = ("Red", "Blue", EMPIRE)
NUMBERS = ("1", "2", "3")
AT = ground_of("planet").index


def view(*stacks: Stack, who: str = "Red", turn: int = 3) -> View:
    """Return a view of these stacks, which must be in order."""
    return View(who, turn, Options(), SEATS, SEATS, stacks, None, 3, 2, Score(60, 5, 9, 5, 9))


def orders(seen: View, numbers: tuple[str, ...] = NUMBERS, name: str = "x") -> Sequence[RebelOrder]:
    """Return a grand moff's sheet."""
    prompt = Prompt(phase="orders", turn=seen.turn, numbers=numbers)
    return BOTS["grand-moff"].order(seen, prompt, Dice.throwaway(name).secret, imagining(GAME, seen.who))


@pytest.mark.parametrize("name", ["a", "b", "c"])
def test_two_factions_attack_together_without_a_word(name: str) -> None:
    """Where one faction alone would likely lose and both would likely win, both attack under one number."""
    stacks = (Stack("A0", "Blue", 1), Stack("C4", "Red", 3), Stack("C4", "Blue", 3), Stack("C4", EMPIRE, 5))
    red, blue = (orders(view(*stacks, who=seat), name=f"{name}{seat}") for seat in ("Red", "Blue"))
    attacks = [
        {order.number for order in sheet if order == Attack(place="C4", number=order.number)} for sheet in (red, blue)
    ]
    assert attacks[0] & attacks[1]


def test_the_empire_strikes_where_the_odds_are_good() -> None:
    """Six squads beside a lone enemy attack it."""
    seen = view(Stack("C4", "Red", 1), Stack("C4", EMPIRE, 6), Stack("J0", "Blue", 1), who=EMPIRE)
    assert any(isinstance(order, Attack) for order in orders(seen, ("1a", "1b", "2a", "2b", "3a", "3b")))


@pytest.mark.parametrize(
    ("factions", "options"),
    [
        (1, {"edition": "skirmish"}),
        (2, {"edition": "skirmish"}),
        (1, {"fog": True}),
        (3, {"occupy": "troops", "imperial_orders": 1}),
        (2, {"imperial_orders": 4}),
    ],
)
def test_a_grand_moff_orders_nothing_that_his_own_check_finds_wrong(factions: int, options: dict[str, object]) -> None:
    """Over some turns of every kind of match no sheet holds an illegal order."""
    seats = ("Red", "Blue", "Green")[:factions]
    table = Lineup(game=GAME, bots=dict.fromkeys((*seats, EMPIRE), "grand-moff"), options=options)
    match = play(table, "legal", most=5)
    for asked in match.asked:
        prompts = GAME.pending(asked.before)
        for seat, sheet in asked.sheets.items():
            problems = GAME.check(GAME.view(asked.before, seat), prompts[seat], sheet)
            assert not [problem for problem in problems if problem.stage is Stage.ILLEGAL]


def played_out(seen: View, *steps: Step) -> float:
    """Return what steps bring for the viewer's side, if nobody else moves."""
    slots = {seat: 6 if seat == EMPIRE else 3 for seat in SEATS}
    rollout, sheets = Rollout(scene(seen), 6, Scale()), sheets_of(steps, slots)
    return sum(rollout.once(sheets, sample) for sample in range(6)) / 6


@pytest.mark.parametrize("samples", SAMPLES)
def test_every_place_meets_every_kind_of_luck_once(samples: int) -> None:
    """At no place an attack of a chance of a half is always won, or won in more than half of the samples."""
    for place in ("A0", "A1", "C4", "J7"):
        seen = view(Stack(place, "Red", 1), Stack(place, EMPIRE, 1), Stack("A3", "Blue", 1), Stack("J3", EMPIRE, 1))
        rollout = Rollout(scene(seen), samples, Scale())
        sheets = sheets_of((attack("Red", 0, place),), {"Red": 3})
        passive = rollout.once({}, 0)
        won = sum(rollout.once(sheets, sample) > passive for sample in range(samples))
        assert won == round(samples * 21 / 36)


def test_each_seat_comes_first_equally_often() -> None:
    """The sequences that are tried favour nobody."""
    seen = view(Stack("A0", "Red", 1), Stack("A3", "Blue", 1), Stack("J3", EMPIRE, 1))
    rollout = Rollout(scene(seen), 12, Scale())
    for number in range(3):
        firsts = [draw[number][0] for draw in rollout.draws]
        assert [firsts.count(seat) for seat in range(3)] == [3, 3, 6]


def test_nobody_thinks_to_have_won_in_fog() -> None:
    """That no enemy is in sight wins nothing: orders are still better than none."""
    state = GAME.setup(("Red", EMPIRE), {"fog": True}, Dice.throwaway("fog")).state
    rollout = Rollout(scene(GAME.view(state, "Red")), 12, Scale())
    assert rollout.once({}, 0) < WON / 2


def test_the_count_is_near_when_a_gm_has_brought_it_forward() -> None:
    """With a last turn that is past already this one is the last, and units still are worth something."""
    state = GAME.setup(("Red", EMPIRE), {"max_turns": 3}, Dice.throwaway("late")).state
    late = replace(GAME.view(state, "Red"), turn=10)
    assert scene(late).last
    assert situation(late, {"Red": 3}, 0).left == 1


def attack(seat: str, slot: int, place: str) -> Step:
    """Return an attack as a step."""
    return Step(seat, slot, "attack", 0, AT[place], AT[place], 0)


def test_playing_out_joins_attacks_under_one_number_alone() -> None:
    """Two factions that cannot win alone win together under the same number, and not under different ones."""
    seen = view(Stack("C4", "Red", 3), Stack("C4", "Blue", 3), Stack("C4", EMPIRE, 7), Stack("J7", EMPIRE, 1))
    together = played_out(seen, attack("Red", 1, "C4"), attack("Blue", 1, "C4"))
    apart = played_out(seen, attack("Red", 0, "C4"), attack("Blue", 1, "C4"))
    assert together > apart


def test_playing_out_lets_fail_what_cannot_be() -> None:
    """Building where an enemy stands and moving what is not there change nothing."""
    seen = view(Stack("C4", "Red", 1), Stack("C4", EMPIRE, 1), Stack("J0", "Blue", 1), Stack("J7", EMPIRE, 1))
    c4, c5 = AT["C4"], AT["C5"]
    barred = (
        Step("Red", 0, "build", 0, c4, c4, 0),
        Step("Red", 1, "move", 1, c4, c5, 0),
        Step("Blue", 1, "move", 0, c4, c5, 0),
    )
    assert played_out(seen, *barred) == played_out(seen)
    assert played_out(seen, Step("Blue", 0, "build", 0, AT["J0"], AT["J0"], 0)) > played_out(seen)


def test_playing_out_knows_who_looks() -> None:
    """What the Rebels gain the Empire loses."""
    stacks = (Stack("C4", "Red", 2), Stack("E4", "Blue", 1), Stack("J7", EMPIRE, 1))
    step = Step("Red", 0, "build", 0, AT["C4"], AT["C4"], 0)
    assert played_out(view(*stacks), step) == -played_out(view(*stacks, who=EMPIRE), step)


def test_a_sheet_is_written_under_its_numbers() -> None:
    """Steps stand in their slots; empty slots write nothing."""
    build = Step("Red", 0, "build", 0, AT["C4"], AT["C4"], 0)
    move = Step("Red", 2, "move", 0, AT["C4"], AT["C5"], 0)
    sheet = written([build, None, move], ground_of("planet").names, NUMBERS)
    assert sheet == (BuildTroops(place="C4", number="1"), MoveTroops(origin="C4", goal="C5", number="3"))
