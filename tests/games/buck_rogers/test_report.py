"""What a player reads after a turn: what happened to the reader first, said once, in plain words."""

# ruff: noqa: RUF001 - apostrophes as they are printed

from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest
from msgspec import structs
from msgspec.structs import replace

from moderator.core.dice import Dice
from moderator.core.game import Event, Outcome, Report
from moderator.games.buck_rogers import GAME
from moderator.games.buck_rogers.events.battle import RoundFought
from moderator.games.buck_rogers.events.building import WorkBegun
from moderator.games.buck_rogers.events.dawn import OrderShown, OrderThrown
from moderator.games.buck_rogers.events.movement import FewerWent, LineFailed, PassersFired, RetreatersFired
from moderator.games.buck_rogers.rules.state import State
from moderator.games.buck_rogers.seat.report import SECTIONS, report
from moderator.games.buck_rogers.seat.view import View
from moderator.games.simulate import Lineup, play
from moderator.games.solar_system.events.battle import (
    BattleBegun,
    BattleEnded,
    FreeShots,
    LeaderLost,
    Retreated,
    Shot,
    Side,
    ZoneLost,
    ZoneTaken,
)
from moderator.games.solar_system.events.building import UnitsBuilt
from moderator.games.solar_system.events.movement import CargoDropped, Slung, UnitsMoved
from moderator.games.solar_system.orders.phrases import Leg, Units
from moderator.games.solar_system.orders.types import Build, Move
from moderator.games.solar_system.pieces import COLOURS, Kind, Load, Stack
from moderator.games.solar_system.seat.view import Course, Standing
from moderator.rendering.environment import ReadingSeat, Templates, Voice
from tests.support.cases import every_case

TROOPER, FIGHTER, MARKER = Kind.TROOPER, Kind.FIGHTER, Kind.MARKER


@pytest.fixture(scope="module")
def voice() -> Voice:
    """Speak plain text to Red."""
    return Voice(Templates().text, GAME.info.key, ReadingSeat("Red", "UTC"))


@cache
def opened(**options: Any) -> State:  # noqa: ANN401 - options are of many types
    """Return the position after a set-up that nobody changed."""
    dice = Dice.throwaway("report")
    state: State = GAME.resolve(GAME.setup(COLOURS, options, dice).state, {}, dice).state
    return state


def view(who: str = "Red", **options: Any) -> View:  # noqa: ANN401 - as above
    """Return what a seat sees after the set-up."""
    seen: View = GAME.view(opened(**options), who)
    return seen


def units(**counts: int) -> Units:
    """Return units by kind."""
    return Units(tuple((Kind(kind.removesuffix("s")), count) for kind, count in counts.items()))


def told(voice: Voice, seen: View, events: Sequence[Event], key: str) -> list[str]:
    """Return the lines of a section, none if it is left out."""
    arranged: Report = report(seen, events)
    return [voice.say(fact) for section in arranged.sections if section.key == key for fact in section.facts]


def order() -> Move:
    """Return a line of Red's."""
    return Move(units=units(fighters=3), origin="Near Mars", way=(Leg("to", "Bach"),))


def fight(zone: str, one: str, other: str) -> list[Event]:
    """Return a battle of one round: two Troopers against one, which is hit."""
    shots = (Shot(one, TROOPER, other, TROOPER, 6, 3), Shot(one, TROOPER, other, TROOPER, 6, 8))
    answer = Shot(other, TROOPER, one, TROOPER, 6, 2)
    return [
        BattleBegun(zone=zone, sides=(Side(one, units(troopers=2)), Side(other, units(troopers=1)))),
        RoundFought(zone=zone, round=1, shots=(*shots, answer), lost=(Side(other, units(troopers=1)),)),
        BattleEnded(zone=zone, rounds=1, left=(Side(one, units(troopers=2)),)),
    ]


# ---- the reader's own -------------------------------------------------------------------------------------


def test_a_report_leads_with_the_turn_in_one_line(voice: Voice) -> None:
    """Territories taken and lost, lines that failed, then how far the reader and the leaders are."""
    score = tuple(Standing(seat, 8 if seat == "Blue" else 6, 2, 40) for seat in COLOURS)
    events = [
        ZoneTaken(seat="Red", colour="Red", victim="Blue", zone="Bach"),
        ZoneTaken(seat="Green", colour="Green", victim="Red", zone="Hielo"),
        ZoneLost(victim="Red", zone="Vesta"),
        LineFailed(seat="Red", order=order(), cause="gone"),
    ]
    assert told(voice, replace(view(), score=score), events, "headline") == [
        (
            "You took Bach and lost Hielo and Vesta; 1 of your lines failed. "
            "You hold 6 territories of the 15 you need to win; Blue leads with 8."
        )
    ]


def test_the_readers_lines_are_told_as_written_with_the_cause_of_failure(voice: Voice) -> None:
    """What went, what failed and why, what fell short: in the order of the turn."""
    events = [
        UnitsMoved(seat="Red", colour="Red", units=units(fighters=2), origin="Bach", way=("Near Mercury", "Me0")),
        LineFailed(seat="Red", order=order(), cause="gone"),
        FewerWent(seat="Red", order=order(), units=units(fighters=1)),
    ]
    assert told(voice, view(), events, "own") == [
        "2 Fighters went from Bach to Me0 via Near Mercury.",
        "MOVE 3 FIGHTERS Near Mars TO Bach failed: no such units were free.",
        "MOVE 3 FIGHTERS Near Mars TO Bach: only 1 Fighter went, because there were no more.",
    ]


def test_a_move_that_goes_on_says_where_to(voice: Voice) -> None:
    """The goal of the turns to come stands with the move of this one."""
    event = UnitsMoved(
        seat="Red", colour="Red", units=units(fighters=1), origin="Bach", way=("Near Mercury",), goal="Vesta"
    )
    assert told(voice, view(), [event], "own") == ["1 Fighter went from Bach to Near Mercury; on to Vesta next turn."]


def test_a_slingshot_tells_its_throws(voice: Voice) -> None:
    """What was thrown, what was lost, how much farther the others go."""
    event = Slung(seat="Red", colour="Red", around="Sun", throws=(3, 9), lost=units(fighters=1), more=4)
    assert told(voice, view(), [event], "own") == [
        "Slingshot of your ships around the Sun, throws 3, 9: 1 Fighter crashed, the others go 4 zones farther."
    ]


# ---- battles ----------------------------------------------------------------------------------------------


def test_own_battles_are_told_round_by_round(voice: Voice) -> None:
    """Who came with what, what each side hit in a round, what is left."""
    assert told(voice, view(), fight("Bach", "Red", "Blue"), "battles") == [
        "Bach: you (2 Troopers) against Blue (1 Trooper).",
        "Round 1: your 2 Troopers hit 1 Trooper; Blue’s Trooper hit nothing.",
        "Left after 1 round: you (2 Troopers).",
    ]


def test_battles_of_others_are_told_in_a_line_after_the_own(voice: Voice) -> None:
    """Who met whom with what, and what each lost."""
    lines = told(voice, view(), [*fight("Bach", "Green", "Blue"), *fight("Hielo", "Red", "Blue")], "battles")
    assert lines[0].startswith("Hielo: you")
    assert lines[-1] == "Bach: Green (2 Troopers) against Blue (1 Trooper). Lost: Blue 1 Trooper."


def test_among_three_sides_each_hit_says_whose(voice: Voice) -> None:
    """With two sides it is plain who was hit."""
    shots = (Shot("Red", FIGHTER, "Blue", FIGHTER, 6, 8), Shot("Red", FIGHTER, "Green", TROOPER, 7, 9))
    event = RoundFought(zone="Bach", round=2, shots=shots, lost=())
    assert voice.say(event) == "Round 2: your 2 Fighters hit Blue’s Fighter and Green’s Trooper."


def test_fire_at_those_who_retreat_stands_in_the_battle(voice: Voice) -> None:
    """Fire at ships that pass is told with moves; in the middle of a battle it belongs to that."""
    shot = PassersFired(
        seat="Blue", target="Red", zone="Bach", firers=units(fighters=1), numbers=(6,), throws=(7,),
        lost=units(troopers=1),
    )  # fmt: skip
    parting = RetreatersFired(**structs.asdict(shot))
    begun, fought, ended = fight("Bach", "Red", "Blue")
    gone = Retreated(seat="Red", units=units(troopers=1), zone="Bach", goal="Tolstoi")
    lines = told(voice, view(), [shot, begun, fought, parting, gone, ended], "battles")
    assert lines[2:4] == [
        "Blue’s Fighter fired at your units as they left Bach (thrown 7) and hit 1 Trooper.",
        "Your Trooper retreated from Bach to Tolstoi.",
    ]
    assert len(told(voice, view(), [shot, begun, fought, parting, gone, ended], "own")) == 1


def test_every_shot_is_listed_for_the_file(voice: Voice) -> None:
    """Like shots stand together, with the number needed; a mark tells which of them hit."""
    bombs = FreeShots(
        shooting="bomb", seat="Red", zone="Bach", shots=(Shot("Red", Kind.BATTLER, "Blue", Kind.FACTORY, 7, 7),)
    )
    assert told(voice, view(), [bombs, *fight("Bach", "Red", "Blue")], "shots") == [
        "Bach, bombs: your Battler at Blue’s Factory, 7 needed: 7!.",
        "Bach, round 1: your Trooper at Blue’s Trooper, 6 needed: 3, 8!; Blue’s Trooper at your Trooper, 6 needed: 2.",
    ]
    assert voice.filed("shots")
    assert not voice.filed("battles")


def test_dice_are_drawn_with_ten_sides_each_for_itself() -> None:
    """A group for each seat that fired; the sum of its throws would mean nothing."""
    _, fought, _ = fight("Bach", "Red", "Blue")
    red, blue = fought.dice_shown  # type: ignore[attr-defined] # this kind of event has dice
    assert (red.faces, red.won, blue.faces, blue.won) == ((3, 8), True, (2,), False)
    assert {(dice.sides, dice.total) for dice in (red, blue)} == {(10, None)}


# ---- gains, others, how things stand ----------------------------------------------------------------------


def test_what_was_taken_built_and_lost_takes_a_line_a_seat(voice: Voice) -> None:
    """The reader's own first; losses of a turn are counted together."""
    events = [
        *fight("Bach", "Green", "Blue"),
        ZoneTaken(seat="Green", colour="Green", victim="Blue", zone="Bach"),
        ZoneTaken(seat="Green", colour="Green", victim="", zone="Hielo"),
        ZoneTaken(seat="Red", colour="Red", victim="Blue", zone="Tolstoi"),
        UnitsBuilt(seat="Red", colour="Red", kind=TROOPER, count=2, zone="Vesta", factories=("Vesta",)),
        WorkBegun(seat="Red", colour="Red", kind=Kind.BATTLER, zone="Juno"),
    ]
    assert told(voice, view(), events, "gains") == [
        "You took Tolstoi from Blue.",
        "Green took Bach from Blue, and Hielo, which nobody held.",
        "You built 2 Troopers at Vesta and half a Battler at Juno.",
        "Units lost this turn: Blue 1 Trooper.",
    ]


def test_moves_of_others_are_a_line_a_seat(voice: Voice) -> None:
    """From where to where; the way does not matter any more."""
    events = [
        UnitsMoved(seat="Blue", colour="Blue", units=units(transports=1), origin="Bach", way=("Near Mercury", "Hielo")),
        CargoDropped(seat="Blue", colour="Blue", zone="Hielo", cargo=units(troopers=5)),
        UnitsMoved(seat="Green", colour="Green", units=units(fighters=2), origin="V0", way=("V1",)),
    ]
    assert told(voice, view(), events, "others") == [
        "Blue: 1 Transport from Bach to Hielo; 5 Troopers landed at Hielo.",
        "Green: 2 Fighters from V0 to V1.",
    ]


@every_case(("lost", "lines"), [(Units(), 0), (units(fighters=1), 1)])
def test_shots_of_others_at_others_that_pass_are_told_if_they_hit(voice: Voice, lost: Units, lines: int) -> None:
    """A miss among others stands in the list of shots alone."""
    event = PassersFired(
        seat="Blue", target="Green", zone="V0", firers=units(fighters=1), numbers=(6,), throws=(5,), lost=lost
    )
    assert len(told(voice, view(), [event], "others")) == lines
    assert len(told(voice, view(), [event], "shots")) == 1


def test_a_captive_is_told_when_taken_and_then_with_the_turn_of_return(voice: Voice) -> None:
    """The turn in which it happens tells it once."""
    people = tuple(
        replace(leader, zone="", captor="Blue", back=3) if leader.owner == "Red" else leader
        for leader in view().position.leaders
    )
    name = next(leader.name for leader in people if leader.owner == "Red")
    later = replace(view(), position=replace(view().position, leaders=people))
    lost = LeaderLost(seat="Red", leader=name, zone="Bach", captor="Blue", back=3)
    assert told(voice, later, [], "leaders") == [
        f"Your {name} is a captive of Blue and comes back at the end of turn 3."
    ]
    assert told(voice, later, [lost], "leaders") == [
        f"Your {name} was defeated at Bach, and is a captive of Blue until the end of turn 3."
    ]


def test_planets_are_told_now_and_next_turn(voice: Voice) -> None:
    """Planets in a line, asteroids in another; in the scenario where they rest, where they are."""
    planets, asteroids = told(voice, view(), [], "planets")
    assert planets == "Mercury Me1 → Me0, Venus V3 → V0, Earth E1 → E2 and Mars Ma10 → Ma11."
    assert asteroids.count("→") == 9
    assert "→" not in told(voice, view(planets_move=False), [], "planets")[0]


def test_of_the_turn_order_everybody_reads_the_own_number_alone(voice: Voice) -> None:
    """Where cards are dealt, the order of the turn that is over is told beside it."""
    seen = view()
    ((_, number),) = seen.numbers
    assert told(voice, seen, [OrderShown(order=("Red", "Blue"))], "order") == [
        "Turn order this turn: you and Blue.",
        f"In turn 1 your number is {number} of 6. The others’ numbers are secret.",
    ]


def test_a_start_player_is_told_with_the_throws(voice: Voice) -> None:
    """The order follows from the highest throw, so it is not told again."""
    thrown = OrderThrown(throws=((("Blue", 4), ("Red", 7)),), order=("Red", "Blue"), clockwise=False)
    assert told(voice, view(turn_order="roll"), [thrown], "order") == [
        (
            "Throws for who moves first: Blue 4, you 7. "
            "The highest throw is odd, so the turn goes counter-clockwise: you and Blue."
        )
    ]


def test_forces_are_listed_by_system(voice: Voice) -> None:
    """Dots belong to the planet of their ring; Troopers aboard count."""
    seen = view()
    stacks = (
        Stack("E5", "Red", fighters=1, transports=(Load(3),)),
        Stack("Sun", "Blue", fighters=2),
    )
    position = replace(seen.position, stacks=stacks, held=(("Tycho", "Red"),), factories=(), leaders=(), kilsats=())
    assert told(voice, replace(seen, position=position), [], "positions") == [
        "Earth and Moon: you 1 territory, 3 Troopers, 1 Fighter and 1 Transport.",
        "Sun: Blue 2 Fighters.",
    ]


def test_what_goes_on_by_itself_is_listed(voice: Voice) -> None:
    """Courses, then doctrine as it would be written."""
    seen = replace(view(), courses=(Course("Red", order()),), doctrine=(Build(product="fighter", zone="Vesta"),))
    assert told(voice, seen, [], "doctrine") == [
        "3 Fighters at Near Mars, on the way to Bach.",
        "BUILD FIGHTER AT Vesta",
    ]


# ---- the beginning, the end, the whole --------------------------------------------------------------------


def test_a_newcomer_is_told_goal_side_and_how_to_place(voice: Voice) -> None:
    """The welcome says what wins, what one has, what is asked and how a turn runs."""
    seen = GAME.view(GAME.setup(COLOURS, {}, Dice.throwaway("new")).state, "Red")
    lines = told(voice, seen, [], "briefing")
    assert lines[0].startswith("You win if you hold 15 territories at the end of a turn.")
    assert lines[1].startswith("You play Red. Your Leader is Killer Kane. You hold ")
    assert "You place 2 Factories, 8 Troopers" in lines[1]
    assert "Anything you leave out goes where we suggest." in lines[2]


def test_where_seats_place_in_turn_each_report_says_what_is_left(voice: Voice) -> None:
    """What others placed, then what the reader has still to place; the welcome is not told again."""
    dice = Dice.throwaway("in turn")
    state = GAME.setup(COLOURS, {"tempo": "seats"}, dice).state
    for _ in range(2):
        after = GAME.resolve(state, {}, dice)
        state = after.state
    seen = GAME.view(state, "Red")
    lines = told(voice, seen, after.events, "setup")
    assert "You place " in lines[-1]
    assert told(voice, seen, after.events, "briefing") == []


def test_the_last_report_tells_the_course_of_the_match_and_nothing_ahead() -> None:
    """Planets, turn order and doctrine are for turns to come."""
    over = replace(view(), outcome=Outcome(("Red",), (("Red",),), "zones"), doctrine=(Build(product="fighter"),))
    keys = [section.key for section in report(over, []).sections]
    assert not {"planets", "order", "doctrine", "briefing"} & set(keys)


def test_sections_stand_in_the_order_of_importance() -> None:
    """Whatever is left out, the order is that of the list."""
    keys = [section.key for section in report(view(), fight("Bach", "Red", "Blue")).sections]
    assert keys == [key for key in SECTIONS if key in keys]
    assert keys[0] == "headline"


def test_reports_of_six_captains_keep_within_a_thousand_words() -> None:
    """In mid-game the average letter to a player is shorter; the file with every shot is apart."""
    match = play(Lineup(game=GAME, bots=dict.fromkeys(COLOURS, "captain")), "words", most=8)
    lengths = [
        sum(
            len(voice.say(fact).split())
            for section in told.sections
            if section.key != "shots"
            for fact in section.facts
        )
        for step in match.steps[3:]
        for seat in COLOURS
        for voice in (Voice(Templates().text, GAME.info.key, ReadingSeat(seat, "UTC")),)
        for told in (report(GAME.view(step.state, seat), [e for e in step.events if e.known_to(seat)]),)
    ]
    assert sum(lengths) / len(lengths) < 1000
