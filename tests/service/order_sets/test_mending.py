"""Did you mean, from where the seat stands: suggestions that it could really order, and how often they are right."""

import random
from collections import Counter

from msgspec.structs import replace

from bench import bench_typos
from moderator.core.dice import Dice
from moderator.core.errors import Problem
from moderator.games.rebel_commander.options import Options
from moderator.games.rebel_commander.pieces import EMPIRE, Stack
from moderator.games.rebel_commander.rules.setup import first_position
from moderator.games.registry import GAMES
from moderator.service.order_sets.mending import with_legal_hints
from tests.support.cases import every_case

GAME = GAMES["rebel-commander"]
STACKS = (Stack("C3", "Red", 3, 1), Stack("F0", "Red", 1), Stack("D4", EMPIRE, 1), Stack("J7", EMPIRE, 2))


def offered(line: str, *beside: str) -> tuple[str, ...]:
    """Return what a seat is offered for a line that cannot be read, beside orders on its order set."""
    state = first_position(Options(), ("Red", EMPIRE), STACKS).state
    view, prompt = GAME.view(state, "Red"), GAME.pending(state)["Red"]
    problem = GAME.language.parse(line)
    assert isinstance(problem, Problem)
    orders = [GAME.language.attempt(order) for order in beside]
    placed = [replace(order, number=str(at)) for at, order in enumerate(orders, 1) if order is not None]
    return with_legal_hints(GAME, view, prompt, placed, [problem])[0].hints


def of_genocide(line: str, *, turns: int) -> tuple[str, ...]:
    """Return what Red is offered in Space Genocide for a line, so many turns after the set-up began."""
    game = GAMES["space-genocide"]
    state = game.setup(("Red", "Blue"), {"map_size": "small"}, Dice.throwaway("mending")).state
    for _ in range(turns):
        state = game.resolve(state, {}, Dice.throwaway("mending")).state
    problem = game.language.parse(line)
    assert isinstance(problem, Problem)
    assert game.language.looks_like(line)
    return with_legal_hints(game, game.view(state, "Red"), game.pending(state)["Red"], (), [problem])[0].hints


@every_case(
    ("line", "hints"),
    [
        ("MOVE TROOPS C3 D9", ("MOVE TROOPS C3 D3",)),
        ("MOVE TROOPS K3 C4", ("MOVE TROOPS C3 C4",)),
        ("BUILD TROOPS F", ("BUILD TROOPS F0",)),
        ("MOVE F0 F1", ("MOVE TROOPS F0 F1",)),
        ("MVOE TROPS C3 C4", ("MOVE TROOPS C3 C4",)),
        ("ATTACK 99", ("ATTACK <place>",)),
    ],
)
def test_what_is_offered_could_be_ordered(line: str, hints: tuple[str, ...]) -> None:
    """Places are those where the order would stand in the seat's view; where none would, the form stays."""
    assert offered(line) == hints


@every_case(
    ("line", "hints"),
    [("H7 metal", ()), ("RACE dogs", ()), ("MOVE 3 nowhere", ("MOVE 3 <way>",))],
)
def test_no_order_of_another_phase_is_offered(line: str, hints: tuple[str, ...]) -> None:
    """After the set-up no form of a set-up order is, not even where nothing else is near."""
    game = GAMES["space-genocide"]
    first = game.setup(("Red", "Blue"), {"map_size": "small"}, Dice.throwaway("mending")).state
    state = game.resolve(first, {}, Dice.throwaway("mending")).state
    problem = game.language.parse(line)
    assert isinstance(problem, Problem)
    assert with_legal_hints(game, game.view(state, "Red"), game.pending(state)["Red"], (), [problem])[0].hints == hints


def test_no_two_orders_of_another_phase_are_offered_together() -> None:
    """While the match is set up nothing moves; one of the lines alone would be half of what was said."""
    assert of_genocide("Move 1 to N3, 2 to H11", turns=0) == ()


HASTY = [
    ("move speeders to E3", ("MOVE SPEEDERS C3 E3",)),
    ("move speeders to C5", ("MOVE SPEEDERS C3 C5",)),
    ("troops to F1", ("MOVE TROOPS F0 F1",)),
    ("move troops to C4", ("MOVE TROOPS C3 C4",)),
    ("mv trp C3 C4", ("MOVE TROOPS C3 C4",)),
    ("T C3-C4", ("MOVE TROOPS C3 C4",)),
    ("march C3 C4", ("MOVE TROOPS C3 C4", "MOVE SPEEDERS C3 C4")),
    ("train troops at C3", ("BUILD TROOPS C3",)),
    ("upgrade C3 to speeders", ("BUILD SPEEDERS C3",)),
    ("build troops C3 x2", ("BUILD TROOPS C3", "BUILD TROOPS C3")),
    ("build troops C3 twice", ("BUILD TROOPS C3", "BUILD TROOPS C3")),
    ("Troops C3 to C4 and speeders C3 to D3", ("MOVE TROOPS C3 C4", "MOVE SPEEDERS C3 D3")),
]


@every_case(("line", "hints"), HASTY)
def test_hasty_lines_are_offered_as_what_they_say(line: str, hints: tuple[str, ...]) -> None:
    """A goal stays a goal, words without vowels are known, and what is said twice is offered twice."""
    assert offered(line) == hints


FLEETS = [
    ("Fleet 1 goes to L13", ("MOVE 1 L13",)),
    ("mv flt 1 to B3", ("MOVE 1 B3",)),
    ("fleet 1 and 2 to B3", ("MOVE 1, 2 B3",)),
    ("Move 1 to N3, 2 to H11", ("MOVE 1 N3", "MOVE 2 H11")),
    ("send fleet 1 home", ("MOVE 1 <way>",)),
    ("Attack Blue 7 with fleet 4", ("MOVE 4 AFTER Blue 7",)),
    ("attack blue", ("MOVE <fleets> AFTER Blue",)),
    ("load fighters onto carrier", ("TRANSFER ALL Fighters <fleet> <into>",)),
    ("give 2 scouts to fleet 3", ("TRANSFER 2 Scouts <fleet> TO 3",)),
    ("launch everything if nobody is home", ("LAUNCH <busters> IF <when>",)),
    ("play shortcut on fleet 3", ("PLAY Interstellar Shortcut ON 3",)),
    ("play scaners on blue 5", ("PLAY Scanners ON Blue 5",)),
    ("play moonshine on fleet 3", ("PLAY <card> ON 3",)),
    ("bomb B3", ("LAUNCH <busters> B3",)),
]


@every_case(("line", "hints"), FLEETS)
def test_what_is_offered_for_fleets_and_cards_is_near_to_what_was_written(line: str, hints: tuple[str, ...]) -> None:
    """No name is offered for another one that is not near to it, nor the opposite of what was said."""
    assert of_genocide(line, turns=1) == hints


@every_case(
    ("line", "hints"),
    [
        ("{}: radioactives", ("TYPE {} RADIOACTIVES",)),
        ("TYPE {} RADS", ("TYPE {} RADIOACTIVES",)),
        ("TYPE {} GOLD", ("TYPE {} <world>",)),
        ("{} = metal", ("TYPE {} METAL",)),
    ],
)
def test_the_types_of_planets_are_offered_without_their_verb(line: str, hints: tuple[str, ...]) -> None:
    """While the match is set up, and no other type than the one that was written."""
    game = GAMES["space-genocide"]
    state = game.setup(("Red", "Blue"), {"map_size": "small"}, Dice.throwaway("mending")).state
    place = next(planet.place for planet in game.view(state, "Red").planets if planet.seat == "Red")
    assert of_genocide(line.format(place), turns=0) == tuple(hint.format(place) for hint in hints)


def test_what_is_offered_reckons_with_the_rest_of_the_order_set() -> None:
    """Who moves to the enemy first may attack there."""
    assert offered("ATTACK D44", "MOVE TROOPS C3 D4") == ("ATTACK D4",)


def test_typos_in_words_are_mended_and_none_passes_silently() -> None:
    """Of seeded typos in words 95 % bring the right line on top or are understood; places never vanish."""
    dice = random.Random("slips")  # noqa: S311 - the same typos every time
    found = bench_typos.cases()[:200]
    tallies = {}
    for words in (True, False):
        tally: Counter[str] = Counter()
        for _ in range(300):
            case = dice.choice(found)
            wrong = bench_typos.slipped(case.line, dice, words=words, count=dice.choice((1, 2)))
            tally[bench_typos.judged(case, wrong)] += 1
        tallies[words] = tally
        assert not tally["passed over"] + tally["set aside"], tally
    good = tallies[True]["right on top"] + tallies[True]["understood"]
    assert good >= 0.95 * tallies[True].total(), tallies
