"""What a player reads after a turn: every sentence true, said once, in plain words."""

from collections.abc import Mapping
from typing import Any

import pytest

from moderator.core.dice import Dice
from moderator.core.errors import Problem
from moderator.core.game import Report
from moderator.core.seats import Observer, Seat, Who
from moderator.games.rebel_commander import GAME
from moderator.games.rebel_commander.board.odds import Modifier
from moderator.games.rebel_commander.events import (
    BattleFought,
    EnemiesInSight,
    FactionOut,
    MatchWon,
    OrderFailed,
    OrderUnreached,
    Passed,
    UnitBuilt,
    UnitMoved,
    UnitSighted,
    UnitsPlaced,
    UnitsShifted,
)
from moderator.games.rebel_commander.options import Options
from moderator.games.rebel_commander.orders.types import ALL, Attack, MoveTransport, MoveTroops, RebelOrder
from moderator.games.rebel_commander.pieces import EMPIRE, Stack, Unit
from moderator.games.rebel_commander.rules.amend import ShiftUnits
from moderator.games.rebel_commander.rules.setup import first_position
from moderator.games.rebel_commander.rules.state import State
from moderator.games.rebel_commander.seat.briefing import TurnsRun
from moderator.games.rebel_commander.seat.report import TurnInShort, UnitsStand
from moderator.games.rebel_commander.seat.view import Score
from moderator.rendering.environment import ReadingSeat, Templates, Voice
from tests.support.cases import every_case

SEATS = ("Red", "Blue", EMPIRE)


@pytest.fixture(scope="module")
def voice() -> Voice:
    """Speak plain text to Red."""
    return Voice(Templates().text, GAME.info.key, ReadingSeat("Red", "UTC"))


def position(*stacks: Stack, **options: Any) -> State:  # noqa: ANN401 - options are of many types
    """Return a first position."""
    return first_position(Options(**options), SEATS, stacks).state


def report_after(state: State, orders: Mapping[Seat, tuple[str, ...]], who: Who) -> Report:
    """Return somebody's report of one turn."""
    order_sets: dict[Seat, tuple[RebelOrder, ...]] = {}
    for seat, lines in orders.items():
        read = [GAME.language.parse(line) for line in lines]
        order_sets[seat] = tuple(order for order in read if not isinstance(order, Problem))
        assert len(order_sets[seat]) == len(lines)
    resolution = GAME.resolve(state, order_sets, Dice.throwaway("report"))
    known = [event for event in resolution.events if event.known_to(who)]
    return GAME.report(GAME.view(resolution.state, who), known)


def facts(report: Report, key: str) -> tuple[Any, ...]:
    """Return the facts of a section, none if it is left out."""
    return next((section.facts for section in report.sections if section.key == key), ())


def test_a_report_leads_with_the_turn_in_one_line(voice: Voice) -> None:
    """Own battles by what became of them, then both sides' locations; in fog only what the reader may know."""
    start = {"Red": {"C4": {"troops": 9}, "A0": {"troops": 1}}, EMPIRE: {"C4": {"troops": 1}, "J7": {"troops": 2}}}
    for fog, told in (
        (
            False,
            "You won at C4; 1 of your orders failed. The Rebels hold 2 locations, the Empire 1; 60 are needed to win.",
        ),
        (True, "You won at C4; 1 of your orders failed. The Rebels hold 2 locations; 60 are needed to win."),
    ):
        state = GAME.setup(("Red", EMPIRE), {"start": start, "fog": fog}, Dice.throwaway("short")).state
        orders = (Attack(number="1", place="C4"), MoveTroops(number="2", origin="B2", goal="B3"))
        after = GAME.resolve(state, {"Red": orders}, Dice.throwaway("short"))
        known = [event for event in after.events if event.known_to("Red")]
        (headline,) = GAME.report(GAME.view(after.state, "Red"), known).sections[0].facts
        assert voice.say(headline) == told


BATTLEFIELD = (Stack("C4", "Red", 9), Stack("C4", EMPIRE, 1), Stack("J7", EMPIRE, 2), Stack("A0", "Blue", 1))
ORDER_SETS = {
    "Red": ("ATTACK C4", "MOVE TROOPS B2 B3"),
    "Blue": ("BUILD TROOPS A0", "PASS"),
    EMPIRE: ("PASS", "BUILD TROOPS J7"),
}


def test_the_chronicle_tells_the_turn_in_the_order_of_execution(voice: Voice) -> None:
    """Each number has its sequence, then what was done, battles in their place with dice; own lines are marked."""
    report = report_after(position(*BATTLEFIELD, imperial_orders=1), ORDER_SETS, "Red")
    assert [voice.say(fact) for fact in facts(report, "chronicle")] == [
        "1. Sequence: the Empire, Blue, you.",
        "Blue built Troops at A0.",
        (
            "» You (9 Troops) attacked the Empire (1 Troop) at C4: "
            "6 + 9 (Troops) = 15 against 5. The defenders are destroyed."
        ),
        "2. Sequence: the Empire, you, Blue.",
        "The Empire built Troops at J7.",
        "» Your MOVE TROOPS B2 B3 failed: there were no Troops at B2 to move.",
        "3. Sequence: you, the Empire, Blue.",
        "» You passed.",
    ]


@every_case(
    ("reader", "run", "words"),
    [
        ("Red", TurnsRun(3, drawn=True, imperial_places=1), "The Empire also gives up to 3."),
        ("Red", TurnsRun(3, drawn=True, imperial_places=3), "The Empire gives up to 9 orders, 3 under each number."),
        ("Red", TurnsRun(2, drawn=False, imperial_places=1), "The Empire also gives up to 2."),
        (EMPIRE, TurnsRun(3, drawn=True, imperial_places=1), "You act once in each sequence, like every faction."),
    ],
)
def test_a_newcomer_is_told_what_the_empire_can_do_in_a_turn(reader: Seat, run: TurnsRun, words: str) -> None:
    """How many orders it gives, and how many places it has in each draw."""
    assert words in Voice(Templates().text, GAME.info.key, ReadingSeat(reader, "UTC")).say(run)


def test_orders_for_units_that_the_edition_has_not_are_not_offered() -> None:
    """The skirmish has Troops alone; on the planet nothing is left out."""
    tags = {"move-speeders", "move-transport", "build-speeders", "build-transport"}
    for edition, absent in (("skirmish", tags), ("planet", set())):
        state = GAME.setup(("Red", EMPIRE), {"edition": edition}, Dice.throwaway("absent")).state
        assert set(GAME.absent(GAME.view(state, "Red"))) == absent


def test_every_reader_is_told_the_turn_in_the_same_order() -> None:
    """Only the marks and the passes, which are the seat's own, are others."""
    told = {}
    for who in ("Red", "Blue", EMPIRE, Observer.GM):
        report = report_after(position(*BATTLEFIELD), ORDER_SETS, who)
        told[who] = [fact for fact in facts(report, "chronicle") if not isinstance(fact, Passed | OrderFailed)]
    assert told["Red"] == told["Blue"] == told[EMPIRE] == told[Observer.GM]


def test_the_first_report_tells_once_where_everybody_stands() -> None:
    """The landing says it; the list of positions would say the same again. In fog it tells what no landing told."""
    for fog in (False, True):
        opening = first_position(Options(fog=fog), SEATS, FOGGY)
        known = [event for event in opening.events if event.known_to("Red")]
        report = GAME.report(GAME.view(opening.state, "Red"), known)
        landed = {fact.seat for fact in facts(report, "landing")}
        listed = {fact.seat for fact in facts(report, "positions")}
        assert landed | listed == set(SEATS)
        assert not landed & listed


FOGGY = (Stack("A0", "Red", 2), Stack("A2", EMPIRE, 1), Stack("J7", EMPIRE, 5), Stack("E0", "Blue", 1))


def test_in_fog_enemies_in_sight_are_listed_once_and_called_so(voice: Voice) -> None:
    """The list of positions tells them, and that it is not all; the scouts do not say it again."""
    report = report_after(position(*FOGGY, fog=True), {}, "Red")
    assert facts(report, "sighted") == ()
    lines = [voice.say(fact) for fact in facts(report, "positions")]
    assert lines[-1] == "Imperial forces in sight (1): 1 Troop at A2."
    assert lines[0].startswith("Your forces (2)")


def test_in_fog_scouts_say_when_they_see_nobody(voice: Voice) -> None:
    """That no enemy is in sight stands in no other section."""
    report = report_after(position(FOGGY[0], FOGGY[2], fog=True), {}, "Red")
    assert [voice.say(fact) for fact in facts(report, "sighted")] == ["No enemies are in sight now."]


def test_the_gm_who_sees_the_board_is_not_told_what_each_side_sees() -> None:
    """Scouts report to sides."""
    report = report_after(position(*FOGGY, fog=True), {}, Observer.GM)
    assert facts(report, "sighted") == ()
    assert all(not fact.partly for fact in facts(report, "positions") if isinstance(fact, UnitsStand))


def test_the_gm_reads_once_what_the_gm_moved() -> None:
    """What the enemy saw of it in fog is told to the enemy alone."""
    line = GAME.gm.parse("MOVE 1 TROOPS J7 B1 FOR EMPIRE")
    assert isinstance(line, ShiftUnits)
    moved = GAME.amend(position(*FOGGY, fog=True), [line], Dice.throwaway("shift"))
    seen: dict[Who, list[type[Any]]] = {}
    for who in ("Red", EMPIRE, Observer.GM):
        known = [event for event in moved.events if event.known_to(who)]
        report = GAME.report(GAME.view(moved.state, who), known)
        seen[who] = [type(fact) for fact in facts(report, "umpire")]
    assert seen == {"Red": [UnitsPlaced], EMPIRE: [UnitsShifted], Observer.GM: [UnitsShifted]}


def test_who_may_know_no_figures_is_given_none() -> None:
    """In fog the public has a score without lines that say nothing."""
    report = report_after(position(*FOGGY, fog=True), {}, Observer.PUBLIC)
    assert len(facts(report, "score")) == 1


def test_the_end_gives_the_figures_once() -> None:
    """The sentence on the outcome holds what the score would repeat."""
    state = position(Stack("A0", "Red", 3), Stack("J7", EMPIRE, 1), max_turns=1)
    report = report_after(state, {"Red": ("BUILD TROOPS A0",)}, "Red")
    assert any(isinstance(fact, MatchWon) for fact in facts(report, "outcome"))
    assert facts(report, "score") == ()
    over = GAME.resolve(state, {}, Dice.throwaway("over")).state
    assert facts(GAME.report(GAME.view(over, "Red"), ()), "score")


def test_who_has_won_the_match_in_a_joint_attack_has_no_order_that_was_not_reached() -> None:
    """The attack was fought at its first contributor's place; the order of the other has nothing to add."""
    state = position(Stack("A0", "Red", 8), Stack("A0", "Blue", 1), Stack("A0", EMPIRE, 1))
    orders = {"Red": ("ATTACK A0", "BUILD TROOPS A0"), "Blue": ("ATTACK A0",)}
    unreached = [
        fact for fact in facts(report_after(state, orders, "Red"), "chronicle") if isinstance(fact, OrderUnreached)
    ]
    assert [(fact.seat, fact.number) for fact in unreached] == [("Red", "2")]


def test_the_history_names_each_battlefield_once() -> None:
    """Two battles in one place are two battles and one mark on the map."""
    state = position(Stack("A0", "Red", 9), Stack("A0", EMPIRE, 1), Stack("A1", EMPIRE, 1), Stack("J7", EMPIRE, 1))
    order_sets = {"Red": (Attack(number="1", place="A0"), Attack(number="3", place="A0"))}
    moved = {EMPIRE: (MoveTroops(number="2", origin="A1", goal="A0"),)}
    after = GAME.resolve(state, {**order_sets, **moved}, Dice.throwaway("battles")).state
    assert after.history[-1].battles == 2
    assert GAME.view(after, EMPIRE).battle_places == ("A0",)


def test_annihilation_says_once_that_nobody_is_left() -> None:
    """Who lost everything is not told besides that it gives no more orders; the fall of an ally is news."""
    won = MatchWon(side="rebels", reason="annihilation", turn=2, score=Score(60, 1, 1, 0, 0))
    state = position(Stack("A0", "Red", 3), Stack("J7", EMPIRE, 1))
    fallen = [FactionOut(seat="Blue"), FactionOut(seat=EMPIRE)]
    report = GAME.report(GAME.view(state, EMPIRE), [*fallen, won])
    assert facts(report, "outcome") == (won, FactionOut(seat="Blue"))


@every_case(
    ("fact", "words"),
    [
        (
            UnitBuilt(seat=EMPIRE, number="1a", unit=Unit.TRANSPORT, place="C4"),
            "The Empire turned Troops into a Transport at C4.",
        ),
        (
            UnitBuilt(seat="Red", number="1", unit=Unit.TRANSPORT, place="C4"),
            "» You turned Troops into a Transport at C4.",
        ),
        (
            UnitSighted(seat=EMPIRE, unit=Unit.TRANSPORT, place="C4", troops=2),
            "Imperial forces came into sight at C4: a Transport with 2 Troops aboard.",
        ),
        (
            UnitMoved(seat="Red", number="2b", unit=Unit.TRANSPORT, origin="C4", goal="C5", troops=1),
            "» 2b. You moved a Transport with 1 Troop from C4 to C5.",
        ),
        (
            OrderFailed(
                seat="Red",
                number="1",
                order=MoveTransport(origin="A0", goal="A1", troops=2),
                verb="move",
                unit=Unit.TRANSPORT,
                cause="no-cargo",
                place="A0",
            ),
            "» Your MOVE TRANSPORT A0 A1 WITH 2 TROOPS failed: there were no Troops to load at A0.",
        ),
        (
            OrderFailed(
                seat="Red",
                number="1",
                order=MoveTransport(origin="A0", goal="A1", troops=ALL),
                verb="move",
                unit=Unit.TRANSPORT,
                cause="no-unit",
                place="A0",
            ),
            "» Your MOVE TRANSPORT A0 A1 WITH ALL TROOPS failed: there was no Transport at A0 to move.",
        ),
        (
            OrderFailed(
                seat=EMPIRE,
                number="1c",
                order=Attack(place="A0"),
                verb="attack",
                unit=None,
                cause="no-number",
                place="",
            ),
            "1c. The Empire\u2019s ATTACK A0 failed: that order number is no longer in play.",
        ),
        (
            MatchWon(side="empire", reason="annihilation", turn=3, score=Score(60, 0, 0, 2, 5)),
            (
                "The planet falls: the Empire has won in turn 3: the Rebels have no units left. "
                "Rebels: 0 locations, 0 units. Empire: 2 locations, 5 units."
            ),
        ),
        (EnemiesInSight(side="rebels", stacks=()), "No enemies are in sight now."),
        (
            TurnInShort((), (), (), (), barred=0, rebels=1, empire=2, needed=3),
            "The Rebels hold 1 location, the Empire 2; 3 are needed to win.",
        ),
        (
            BattleFought(
                number=1,
                place="C4",
                attackers=("Red",),
                numbers=("1",),
                defenders=(EMPIRE,),
                attacking=(Stack("C4", "Red", 0, 0, 3),),
                defending=(Stack("C4", EMPIRE, 0, 0, 2),),
                attack_die=3,
                attack_modifiers=(Modifier(Unit.TRANSPORT, 3, 2),),
                defence_die=2,
                defence_modifiers=(Modifier(Unit.TRANSPORT, 2, 4),),
                winner="defenders",
            ),
            (
                "» You (3 Transports) attacked the Empire (2 Transports) at C4: "
                "3 + 2 (Transports) = 5 against 2 + 4 (Transports) = 6. The attackers are destroyed."
            ),
        ),
    ],
)
def test_facts_are_said_in_good_english(voice: Voice, fact: Any, words: str) -> None:  # noqa: ANN401 - any event or fact
    """Articles and plurals are right whatever the numbers."""
    assert voice.say(fact) == words
