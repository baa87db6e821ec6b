"""Did you mean, from where the seat stands: suggestions that it could really order, and how often they are right."""

import random
from collections import Counter

import pytest
from msgspec.structs import replace

from bench import bench_slips
from moderator.core.dice import Dice
from moderator.core.errors import Problem
from moderator.games import GAMES
from moderator.games.rebel_commander.options import Options
from moderator.games.rebel_commander.pieces import EMPIRE, Stack
from moderator.games.rebel_commander.play import first_position
from moderator.service.mending import with_legal_hints

GAME = GAMES["rebel-commander"]
STACKS = (Stack("C3", "Red", 3, 1), Stack("F0", "Red", 1), Stack("D4", EMPIRE, 1), Stack("J7", EMPIRE, 2))


def offered(line: str, *beside: str) -> tuple[str, ...]:
    """Return what a seat is offered for a line that cannot be read, beside orders on its sheet."""
    state = first_position(Options(), ("Red", EMPIRE), STACKS).state
    view, prompt = GAME.view(state, "Red"), GAME.pending(state)["Red"]
    problem = GAME.language.parse(line)
    assert isinstance(problem, Problem)
    orders = [GAME.language.attempt(order) for order in beside]
    placed = [replace(order, number=str(at)) for at, order in enumerate(orders, 1) if order is not None]
    return with_legal_hints(GAME, view, prompt, placed, [problem])[0].hints


@pytest.mark.parametrize(
    ("line", "hints"),
    [
        ("MOVE TROOPS C3 D9", ("MOVE TROOPS C3 D3",)),
        ("MOVE TROOPS K3 C4", ("MOVE TROOPS C3 C4",)),
        ("BUILD TROOPS F", ("BUILD TROOPS F0",)),
        ("MOVE F0 F1", ("MOVE TROOPS F0 F1",)),
        ("MVOE TROPS C3 C4", ("MOVE TROOPS C3 C4",)),
        ("ATTACK 99", ("ATTACK <place>",)),
    ],
    ids=["goal", "origin", "half a place", "which unit", "words", "nothing legal"],
)
def test_what_is_offered_could_be_ordered(line: str, hints: tuple[str, ...]) -> None:
    """Places are those where the order would stand in the seat's view; where none would, the form stays."""
    assert offered(line) == hints


@pytest.mark.parametrize(
    ("line", "hints"),
    [("H7 metal", ()), ("RACE dogs", ()), ("MOVE 3 nowhere", ("MOVE <fleets> <way>",))],
    ids=["set-up", "race", "turn"],
)
def test_no_order_of_another_phase_is_offered(line: str, hints: tuple[str, ...]) -> None:
    """After the set-up no form of a set-up order is, not even where nothing else is near."""
    game = GAMES["space-genocide"]
    first = game.setup(("Red", "Blue"), {"map_size": "small"}, Dice.throwaway("mending")).state
    state = game.resolve(first, {}, Dice.throwaway("mending")).state
    problem = game.language.parse(line)
    assert isinstance(problem, Problem)
    assert with_legal_hints(game, game.view(state, "Red"), game.pending(state)["Red"], (), [problem])[0].hints == hints


def test_what_is_offered_reckons_with_the_rest_of_the_sheet() -> None:
    """Who moves to the enemy first may attack there."""
    assert offered("ATTACK D44", "MOVE TROOPS C3 D4") == ("ATTACK D4",)


def test_slips_in_words_are_mended_and_none_passes_silently() -> None:
    """Of seeded slips in words 95 % bring the right line on top or are understood; places never vanish."""
    dice = random.Random("slips")  # noqa: S311 - the same slips every time
    found = bench_slips.cases()[:200]
    tallies = {}
    for words in (True, False):
        tally: Counter[str] = Counter()
        for _ in range(300):
            case = dice.choice(found)
            wrong = bench_slips.slipped(case.line, dice, words=words, count=dice.choice((1, 2)))
            tally[bench_slips.judged(case, wrong)] += 1
        tallies[words] = tally
        assert not tally["passed over"] + tally["set aside"], tally
    good = tallies[True]["right on top"] + tallies[True]["understood"]
    assert good >= 0.95 * tallies[True].total(), tallies
