"""What is said of lines of Space Genocide that fall, besides the cases."""

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from moderator.core.dice import Dice
from moderator.core.errors import Problem, Stage
from moderator.games.space_genocide import GAME, TRIAL
from moderator.games.space_genocide.orders.language import LANGUAGE
from moderator.games.space_genocide.pieces import Fleet, Planet, Ship, World
from moderator.games.space_genocide.rules.state import State
from moderator.games.space_genocide.seat import check
from moderator.games.space_genocide.seat.view import View
from tests.games.space_genocide.test_scenarios import Scenario, state_of
from tests.support.cases import every_case

STATION, SCOUT = Ship("battle-station"), Ship("scout")


def position(*fleets: Fleet, hand: tuple[str, ...] = (), **options: Any) -> State:  # noqa: ANN401 - as they are written
    """Return a position with some fleets, two worlds of Red's and one of Blue's."""
    chosen = {"map_size": "small", "terrain": "none", "races": "none", **options}
    first = GAME.setup(("Red", "Blue"), chosen, Dice.throwaway("check")).state
    planets = (
        Planet("A1", "Red", World.HOMEWORLD),
        Planet("A3", "Red", World.METAL),
        Planet("H9", "Blue", World.METAL),
    )
    hands = {"Red": hand, "Blue": ()}
    return replace(first, turn=1, phase="orders", planets=planets, fleets=fleets, hands=hands)


def judged(state: State, *lines: str) -> Sequence[Problem]:
    """Return the problems of Red's order set."""
    orders = [GAME.language.parse(line) for line in lines]
    read = [order for order in orders if not isinstance(order, Problem)]
    assert len(read) == len(lines)
    return GAME.check(GAME.view(state, "Red"), GAME.pending(state)["Red"], read)


def told(state: State, *lines: str) -> list[tuple[str, tuple[str, ...]]]:
    """Return the problems of Red's order set with their hints."""
    return [(problem.code, problem.hints) for problem in judged(state, *lines)]


def test_a_card_without_its_target_is_offered_with_targets() -> None:
    """The first two that would stand."""
    state = position(Fleet("Red", 1, "A1", (SCOUT,)), Fleet("Red", 4, "A3", (SCOUT,)), hand=("switch",))
    hints = ("PLAY Switch ON 1 WITH 4", "PLAY Switch ON 4 WITH 1")
    assert told(state, "PLAY Switch") == [("card-needs", hints), ("card-needs", hints)]


def test_a_place_that_is_no_planet_of_ones_own_is_offered_with_planets() -> None:
    """New ships go to own planets."""
    assert told(position(), "PLACE ALL H9") == [("not-your-planet", ("PLACE ALL A3", "PLACE ALL A1"))]


def test_a_hex_that_is_wrong_is_pointed_at_and_a_near_planet_offered() -> None:
    """Of those that no other line of the set-up has typed; off the board, too."""
    chosen = {"map_size": "small", "symmetry": "exact"}
    state = GAME.setup(("Red", "Blue"), chosen, Dice.throwaway("near")).state
    own = [planet.place for planet in GAME.view(state, "Red").own_planets]
    *free, typed = sorted(own, key=lambda place: -ord(place[0]) - int(place[1:]))[::-1]
    (problem,) = judged(state, "TYPE Z99 RADIOACTIVES", f"TYPE {typed} METAL")
    assert (problem.order, problem.fragment) == (0, "Z99")
    assert problem.hints == tuple(f"TYPE {place} RADIOACTIVES" for place in free[:-3:-1])


@every_case(
    ("line", "code"),
    [("JOIN 1 INTO 1", "same-fleet"), ("JOIN ALL INTO 1", "same-fleet"), ("MOVE 1 A1", "already-there")],
)
def test_a_line_that_would_do_nothing_falls(line: str, code: str) -> None:
    """Nobody means a fleet to be put into itself, or sent where it is."""
    state = position(Fleet("Red", 1, "A1", (SCOUT,)))
    (problem,) = judged(state, line)
    assert (problem.code, problem.falls) == (code, True)


def test_a_fleet_under_way_may_be_sent_where_it_is() -> None:
    """That ends its journey, so the line is doubted and stands."""
    state = position(Fleet("Red", 1, "A1", (SCOUT,), course=("H9",)))
    (problem,) = judged(state, "MOVE 1 A1")
    assert (problem.code, problem.stage) == ("already-there", Stage.DOUBTFUL)


def test_of_several_fleets_those_that_have_nothing_to_do_do_no_harm() -> None:
    """Who is joined with itself among others is left as it is."""
    state = position(Fleet("Red", 1, "A1", (SCOUT,)), Fleet("Red", 2, "A1", (SCOUT,)))
    assert told(state, "JOIN 1, 2 INTO 1") == []


def test_a_fleet_that_has_to_leave_ships_needs_a_fleet_for_them() -> None:
    """With all fleets in use what cannot move has nowhere to go."""
    state = position(Fleet("Red", 1, "A1", (SCOUT, STATION)), Fleet("Red", 2, "A3", (SCOUT,)), fleets=2)
    assert told(state, "MOVE 1 C1") == [("all-fleets-in-use", ())]
    assert told(state, "MOVE 2 A1", "MOVE 1 C1") == []


def test_a_second_move_of_a_fleet_gets_a_warning() -> None:
    """The first goes as far as it gets, the second counts from there: seldom what is meant."""
    state = position(Fleet("Red", 1, "C1", (SCOUT,)), Fleet("Red", 2, "C2", (SCOUT,)))
    assert told(state, "MOVE 1 C3", "MOVE 1 C5") == [("moved-twice", ())]
    assert told(state, "MOVE 1 C3", "MOVE ALL C5") == [("moved-twice", ())]
    assert told(state, "MOVE 1 C3", "MOVE 2 C3") == []


LEFT = [("last-world-left", ())]
GUARD, RELIEF, RAIDER = Fleet("Red", 1, "A3", (SCOUT,)), Fleet("Red", 2, "A1", (SCOUT,)), Fleet("Blue", 1, "A9", ())


def test_leaving_the_last_world_of_a_resource_to_an_enemy_gets_a_warning() -> None:
    """The seat is out without it; the line stands all the same."""
    state = position(GUARD, RELIEF, RAIDER)
    assert told(state, "MOVE 1 C1") == LEFT
    assert told(state, "MOVE 1 C1", "MOVE 2 A3") == [], "another fleet has come there"
    assert told(state, "MOVE 2 A3", "MOVE 2 C1") == [("moved-twice", ())], "one has stayed"
    order = LANGUAGE.parse("MOVE 1 C1")
    assert not isinstance(order, Problem)
    (problem,) = GAME.check(GAME.view(state, "Red"), GAME.pending(state)["Red"], [order])
    assert (problem.stage, problem.facts["far"]) == (Stage.DOUBTFUL, 6)


@every_case(
    "state",
    [
        position(GUARD, RELIEF),
        position(GUARD, replace(RAIDER, place="M9")),
        position(replace(GUARD, place="B1"), RAIDER),
        position(GUARD, RAIDER, hand=("diplomacy",)),
        replace(position(GUARD, RAIDER), planets=(*position().planets, Planet("H1", "Red", World.METAL))),
    ],
)
def test_nobody_is_alarmed_without_reason(state: State) -> None:
    """No enemy could come, the line changes nothing, nobody may launch, or it is not the last world."""
    assert told(state, *(["PLAY Diplomacy"] if state.hands["Red"] else []), "MOVE 1 C1") == []


def test_lines_are_judged_after_those_before_them() -> None:
    """A fleet that the order set has made can be moved by the order set."""
    state = position(Fleet("Red", 1, "C1", (SCOUT, SCOUT)))
    assert told(state, "MOVE 5 C3") == [("no-fleet", ())]
    assert told(state, "TRANSFER Scout FROM 1 INTO 5", "MOVE 5 C3") == []


def test_a_condition_that_never_comes_true_at_a_cards_moment_falls() -> None:
    """A Decoy waits for attacks; Diplomacy is played before any battle, so it waits for nothing."""
    state = position(Fleet("Red", 1, "A1", (SCOUT,)), hand=("diplomacy", "decoy", "spies", "jam-communications"))
    assert told(state, "PLAY Diplomacy WHEN BATTLE AT A1") == [("never-comes-true", ("PLAY Diplomacy",))]
    assert told(state, "PLAY Decoy WHEN ANYBODY MOVES") == [("never-comes-true", ("PLAY Decoy",))]
    assert told(state, "PLAY Decoy WHEN ANYTHING IS ATTACKED", "PLAY Jam Communications WHEN Blue MOVES") == []
    assert told(state, "PLAY Spies WHEN ROLL LOST") == []


def test_a_card_that_moves_fleets_waits_for_no_moment_at_which_none_can_go() -> None:
    """In battles, at launches, cards and throws it would wait for ever."""
    state = position(Fleet("Red", 1, "A1", (SCOUT,)), hand=("defend-the-homeworld", "sustained-burn"))
    assert told(state, "PLAY Sustained Burn ON 1 WHEN BATTLE") == [("never-comes-true", ("PLAY Sustained Burn ON 1",))]
    for condition in ("ANYTHING IS ATTACKED", "Blue PLAYS Spies", "Blue LAUNCHES", "ROLL LOST"):
        assert told(state, f"PLAY Defend the Homeworld WHEN {condition}")[0][0] == "never-comes-true"
    for condition in ("Blue MOVES", "Blue ENTERS A1"):
        assert told(state, f"PLAY Defend the Homeworld WHEN {condition}") == []


def test_a_card_that_answers_others_is_warned_of_in_a_turn_of_ones_own() -> None:
    """With one seat after another nobody else moves or launches in it; with WHEN it waits for their turns."""
    hand = ("jam-communications", "its-a-dud", "space-mines", "spies")
    state = replace(position(Fleet("Blue", 1, "H9", (SCOUT,)), hand=hand, tempo="seats"), active="Red")
    for card in ("Jam Communications", "It's a Dud", "Space Mines"):
        assert told(state, f"PLAY {card}")[0][0] == "needs-when"
    assert told(state, "PLAY Jam Communications WHEN Blue 1 MOVES", "PLAY Spies") == []
    assert told(position(hand=hand), "PLAY Jam Communications") == []


HAND = ("interstellar-shortcut", "sustained-burn", "afterburners", "bypass", "redeploy", "switch", "fighter-base")
VAIN = (
    "PLAY Interstellar Shortcut ON 2",
    "PLAY Sustained Burn ON 2",
    "PLAY Afterburners ON Battle Station OF 2",
    "PLAY Bypass ON 2",
    "PLAY Redeploy ON 2 TO A3",
    "PLAY Redeploy ON 3 TO A3",
    "PLAY Redeploy ON 1 TO A1",
    "PLAY Switch ON 2 WITH 3",
    "PLAY Switch ON 1 WITH 1",
    "PLAY Fighter Base ON Scout OF 1 TO A3",
    "PLAY Fighter Base ON Fighter OF 2 TO A1",
)
"""Cards on the ships of ``few_that_move`` that can do nothing to them."""
USEFUL = (
    "PLAY Interstellar Shortcut ON 1",
    "PLAY Sustained Burn",
    "PLAY Afterburners ON 3",
    "PLAY Bypass ON 1",
    "PLAY Redeploy TO A3",
    "PLAY Switch ON 1 WITH 3",
    "PLAY Fighter Base TO A3",
)


def few_that_move() -> State:
    """Return a position in which fleet 2 cannot move, and fleet 3 is at no planet of its own."""
    mats = {1: ("A1", (SCOUT,)), 2: ("A1", (STATION, Ship("fighter"))), 3: ("C3", (SCOUT,))}
    own = [Fleet("Red", number, place, ships) for number, (place, ships) in mats.items()]
    return position(*own, Fleet("Blue", 1, "H9", (SCOUT,)), hand=HAND)


@every_case("line", VAIN)
def test_a_card_that_own_fleets_cannot_use_is_warned_of(line: str) -> None:
    """What moves nothing that it is played on would be kept, with a complaint after the turn."""
    assert told(few_that_move(), line) == [("card-in-vain", ())]


@every_case("line", USEFUL)
def test_a_card_that_own_fleets_can_use_stands(line: str) -> None:
    """Named, or left to the card to find."""
    assert told(few_that_move(), line) == []


def test_a_card_in_vain_is_still_in_hand_for_a_later_line() -> None:
    """The rules keep it, too, and play it where it can be played."""
    lines = ("PLAY Redeploy ON 3 TO A3", "MOVE 3 TO A1", "PLAY Redeploy ON 3 TO A3")
    assert told(few_that_move(), *lines) == [("card-in-vain", ())]


def test_a_card_that_is_not_in_hand_is_offered_on_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing would stand, and to find that out by trying every target made a plan for each."""
    tried: list[View] = []

    def alternatives(view: View, *_: object) -> tuple[str, ...]:
        tried.append(view)
        return ()

    monkeypatch.setattr(check, "alternatives", alternatives)
    assert told(few_that_move(), "PLAY Spies ON Blue") == [("not-in-hand", ())]
    assert not tried


def test_no_card_is_offered_in_vain() -> None:
    """Fleet 2 cannot move, so nothing changes places with it."""
    hints = ("PLAY Switch ON 1 WITH 3", "PLAY Switch ON 3 WITH 1")
    assert told(few_that_move(), "PLAY Switch") == [("card-needs", hints), ("card-needs", hints)]


def test_no_line_is_offered_twice() -> None:
    """Two ways to come to the same line are one offer."""
    hints = ("PLAY Sustained Burn ON 1", "PLAY Sustained Burn ON 3")
    assert told(few_that_move(), "PLAY Sustained Burn ON 9") == [("no-fleet", hints)]


def test_a_card_that_waits_is_not_in_vain_yet() -> None:
    """Until its condition comes true its fleet may be elsewhere."""
    assert told(few_that_move(), "PLAY Redeploy ON 3 TO A3 WHEN Blue MOVES") == []


def standing(*lines: str) -> State:
    """Return a position in which doctrine of Red's stands."""
    return state_of(Scenario(name="stands", paragraph="", few=True, standing={"Red": list(lines)}))


def replaced(state: State, *lines: str) -> list[tuple[int | None, object]]:
    """Return at which lines of an order set of Red's which standing ones are said to be replaced."""
    orders: list[Any] = [GAME.language.parse(line) for line in lines]
    problems = GAME.check(GAME.view(state, "Red"), GAME.pending(state)["Red"], orders)
    return [(each.order, each.facts["lines"]) for each in problems if each.code == "doctrine-replaced"]


def test_doctrine_that_takes_the_place_of_standing_ones_says_so_once() -> None:
    """At the first line of its kind, with the lines that stand no longer."""
    state = standing("TARGET Carrier", "TARGET Drone FOR 3", "FIRE SPREAD")
    assert replaced(state, "PASS", "TARGET BUSTERS", "TARGET Drone FOR 3") == [(1, ("TARGET Carrier",))]


def test_doctrine_that_is_repeated_or_taken_back_is_not_said_to_be_replaced() -> None:
    """Who says it all again, or FORGETs a kind, knows."""
    state = standing("TARGET Carrier", "FIRE SPREAD")
    assert replaced(state, "FIRE SPREAD", "FORGET TARGETS", "TARGET Drone") == []


def test_a_line_of_doctrine_that_falls_replaces_nothing() -> None:
    """LAUNCH at a planet of one's own does not count."""
    assert replaced(standing("LAUNCH ALL"), "LAUNCH 2 AT A1") == []


def test_a_course_over_several_turns_is_noted_and_needs_no_look() -> None:
    """A correct order set is no cause for alarm in the subject of its answer."""
    state = position(Fleet("Red", 1, "A1", (SCOUT,)))
    orders = [GAME.language.parse("MOVE 1 H9")]
    (problem,) = GAME.check(GAME.view(state, "Red"), GAME.pending(state)["Red"], orders)  # type: ignore[arg-type]
    assert (problem.code, problem.stage, problem.falls) == ("goes-on-later", Stage.NOTED, False)


def test_an_order_set_without_what_falls_is_what_is_left_when_nothing_does() -> None:
    """A line may take away the ship that another one is about: bots leave that other out."""
    state = position(Fleet("Red", 8, "A1", (Ship("fighter"),)), Fleet("Red", 1, "A1", (SCOUT,)))
    lines = ("TRANSFER Fighter FROM 8 INTO 1", "SCRAP Fighter OF 8", "MOVE 1 A2")
    orders: list[Any] = [GAME.language.parse(line) for line in lines]
    view, prompt = GAME.view(state, "Red"), GAME.pending(state)["Red"]
    left = check.lines_that_stand(view, prompt, orders, TRIAL)
    assert [GAME.language.line(order) for order in left] == [lines[0], lines[2]]
