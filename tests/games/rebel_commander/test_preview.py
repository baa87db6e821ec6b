"""Looking ahead: every chance exact, nothing said that the seat cannot know."""

import re
from typing import Any

from msgspec.structs import replace

from moderator.core.codec import encode
from moderator.core.dice import Dice
from moderator.core.errors import Problem
from moderator.core.game import Report
from moderator.core.seats import Seat
from moderator.games.rebel_commander import GAME
from moderator.games.rebel_commander.board.odds import winning_throws
from moderator.games.rebel_commander.options import Options
from moderator.games.rebel_commander.orders.types import Attack, BuildTroops, RebelOrder
from moderator.games.rebel_commander.pieces import EMPIRE, Stack
from moderator.games.rebel_commander.rules.setup import first_position
from moderator.games.rebel_commander.rules.state import State
from moderator.games.rebel_commander.seat.preview import FightForeseen, JointFightForeseen, Odds, VictoryForeseen
from moderator.games.rebel_commander.tables import board_of
from moderator.rendering.environment import ReadingSeat, Templates, Voice
from tests.games.rebel_commander.test_odds import ODDS
from tests.support.cases import every_case

SEATS = ("Red", "Blue", "Green", EMPIRE)
FAR = Stack("J7", EMPIRE, 3)


def position(*stacks: Stack, **options: Any) -> State:  # noqa: ANN401 - options are of many types
    """Return a first position."""
    return first_position(Options(**options), SEATS, stacks).state


def preview_of(state: State, *lines: str, seat: Seat = "Red") -> Report:
    """Return the preview of an order set."""
    read = [GAME.language.parse(line) for line in lines]
    orders: list[RebelOrder] = [order for order in read if not isinstance(order, Problem)]
    assert len(orders) == len(lines)
    return GAME.preview(GAME.view(state, seat), GAME.pending(state)[seat], orders)


def orders_of(*lines: str) -> list[RebelOrder]:
    """Return orders under the numbers that they are written with."""
    orders = []
    for number, _, line in (line.partition(". ") for line in lines):
        order = GAME.language.parse(line)
        assert not isinstance(order, Problem)
        orders.append(replace(order, number=number))
    return orders


def in_words(report: Report, seat: Seat = "Red") -> list[str]:
    """Return a preview in words, with plain blanks."""
    voice = Voice(Templates().text, GAME.info.key, ReadingSeat(seat, "UTC"))
    return [voice.say(fact).replace("\u00a0", " ") for section in report.sections for fact in section.facts]


def fights(report: Report) -> list[Any]:
    """Return the facts on attacks."""
    return [fact for fact in report.sections[0].facts if isinstance(fact, FightForeseen | JointFightForeseen)]


@every_case("lead", ODDS)
def test_the_odds_are_those_of_the_page(lead: int) -> None:
    """Counted over all throws, for every lead of the attacker."""
    assert winning_throws(lead) == ODDS[lead]


def test_an_attack_shows_its_odds_and_what_adds_to_both_dice() -> None:
    """The chance is a fraction of 36, and each kind of unit is listed with what it adds."""
    state = position(Stack("C4", "Red", 3, 1), Stack("C4", EMPIRE, 2, 0, 1), FAR)
    assert in_words(preview_of(state, "ATTACK C4")) == [
        (
            "1. Attack on C4 against the Empire: your chance to win is 26 in 36 (72 %). "
            "The attack adds 5 (3 Troops +3, 1 Speeder +2) to its die, the defence 3 (2 Troops +1, 1 Transport +2)."
        ),
        "If you win all your attacks: 3 Troops, 1 Speeder at C4.",
    ]


def test_allies_at_the_place_are_reckoned_with_apart() -> None:
    """Alone, with each, and with all; the order itself is foretold for the seat alone."""
    stacks = (Stack("C4", "Red", 2), Stack("C4", "Blue", 1), Stack("C4", "Green", 1), Stack("D4", "Green", 9))
    report = preview_of(position(*stacks, Stack("C4", EMPIRE, 3), FAR), "ATTACK C4")
    alone, *joint = fights(report)
    assert alone.wins == Odds(15)
    assert [(fact.allies, fact.wins) for fact in joint] == [
        (("Blue",), Odds(21)),
        (("Green",), Odds(21)),
        (("Blue", "Green"), Odds(26)),
    ]
    assert in_words(report)[3].startswith("1. With Blue and Green, if they also send ATTACK C4 as order 1: your chance")


def test_what_hangs_on_an_attack_says_on_which_and_how_likely_it_is() -> None:
    """A move on from a battle comes to two things, each with its condition and chance."""
    report = preview_of(position(Stack("C4", "Red", 2), Stack("C4", EMPIRE, 2), FAR), "ATTACK C4", "MOVE TROOPS C4 C5")
    assert in_words(report)[1:3] == [
        "2. Only if attack 1 is won, 21 in 36 (58 %): Troops would move from C4 to C5.",
        "2. Only if attack 1 is lost, 15 in 36 (42 %): MOVE TROOPS C4 C5 would fail: you would have no Troops at C4.",
    ]


def test_chances_of_several_attacks_multiply_exactly() -> None:
    """Two battles in a row are counted over the throws of four dice."""
    stacks = (Stack("C4", "Red", 1), Stack("C4", EMPIRE, 1), Stack("C5", EMPIRE, 1), FAR)
    report = preview_of(position(*stacks), "ATTACK C4", "MOVE TROOPS C4 C5", "ATTACK C5")
    won, lost = [fact for fact in report.sections[0].facts if fact.number == "3"]
    assert (won.when.won, won.when.chance, won.wins) == (("1",), Odds(21), Odds(21))
    assert (lost.when.lost, lost.when.chance) == (("1",), Odds(15))
    others = (Stack("C4", "Red", 1), Stack("D4", "Red", 1), Stack("C4", EMPIRE, 1), Stack("D4", EMPIRE, 1), FAR)
    both = preview_of(position(*others), "ATTACK C4", "ATTACK D4", "MOVE TROOPS D4 C4")
    assert {fact.when.chance for fact in both.sections[0].facts if fact.number == "3"} == {Odds(21), Odds(15)}


def test_what_allies_can_bring_after_an_attack_depends_on_it_too() -> None:
    """An ally who falls in a joint attack that is lost is not at the next one, which it meant to join."""
    stacks = (Stack("C4", "Red", 1), Stack("C4", "Blue", 1), Stack("C4", EMPIRE, 1), Stack("C5", "Red", 1))
    state = position(*stacks, Stack("C5", EMPIRE, 2), FAR)
    plans = {"Blue": orders_of("1. ATTACK C4", "2. MOVE TROOPS C4 C5", "3. ATTACK C5")}
    assert GAME.concert is not None
    view = GAME.concert.with_plans(GAME.view(state, "Red"), plans)
    report = GAME.preview(view, GAME.pending(state)["Red"], orders_of("1. ATTACK C4", "3. ATTACK C5"))
    cases = [(fact.when.won, fact.when.lost, type(fact).__name__) for fact in fights(report) if fact.number == "3"]
    assert cases == [
        (("1",), (), "FightForeseen"),
        (("1",), (), "JointFightForeseen"),
        ((), ("1",), "FightForeseen"),
    ]


def test_an_attack_elsewhere_changes_nothing_and_is_not_named() -> None:
    """An order that no attack touches comes to one thing, without conditions."""
    stacks = (Stack("C4", "Red", 2), Stack("C4", EMPIRE, 2), Stack("A0", "Red", 1), FAR)
    assert (
        in_words(preview_of(position(*stacks), "ATTACK C4", "BUILD TROOPS A0"))[1] == "2. Troops would be built at A0."
    )


def test_all_troops_are_foretold_as_the_number_that_goes_aboard() -> None:
    """Counted when the order's turn comes, after the orders before it."""
    state = position(Stack("C3", "Red", 2, 0, 1), FAR)
    assert "2. A Transport with 3 Troops aboard would move from C3 to C5." in " ".join(
        in_words(preview_of(state, "BUILD TROOPS C3", "MOVE TRANSPORT C3 C5 WITH ALL TROOPS"))
    )


def test_what_fails_says_why() -> None:
    """An order that an earlier one has robbed of its units fails, and so does one beside enemies."""
    stacks = (Stack("C4", "Red", 1), Stack("D4", "Red", 1), Stack("D4", EMPIRE, 2), FAR)
    lines = in_words(preview_of(position(*stacks), "MOVE TROOPS C4 C5", "BUILD TROOPS C4", "BUILD TROOPS D4"))
    assert lines[1:3] == [
        "2. BUILD TROOPS C4 would fail: you would have no unit at C4.",
        "3. BUILD TROOPS D4 would fail: 2 enemy units would be at D4.",
    ]


def test_out_of_sight_nothing_is_taken_for_granted() -> None:
    """Under fog a place that no unit sees now is said to be unseen, whatever stands there."""
    lines = []
    for hidden in (Stack("C7", EMPIRE, 2), Stack("J0", EMPIRE, 2)):
        state = position(Stack("C3", "Red", 1, 1), hidden, FAR, fog=True)
        lines.append(in_words(preview_of(state, "MOVE SPEEDERS C3 C5", "MOVE SPEEDERS C5 C7", "ATTACK C7")))
    assert lines[0] == lines[1]
    assert lines[0][2] == (
        "3. Attack on C7: you cannot see it now and know of no enemy there. If there is none, nothing happens."
    )


def test_the_empire_meets_all_rebels_together() -> None:
    """All Rebels at a place are one defence, and the Empire's letters are played in their order."""
    stacks = (Stack("C4", "Red", 1), Stack("C4", "Blue", 2), Stack("C4", EMPIRE, 3), Stack("A0", "Green", 1))
    report = preview_of(position(*stacks), "ATTACK C4", "BUILD TROOPS C4", seat=EMPIRE)
    (fight,) = fights(report)
    assert (fight.defenders, fight.wins) == (("Red", "Blue"), Odds(21))
    assert {fact.number for fact in report.sections[0].facts} == {"1a", "1b"}


def test_a_full_imperial_order_set_is_foretold_at_once() -> None:
    """Thirty-six orders with eighteen battles do not branch without end."""
    names = [f"{row}{column}" for row in "ABCD" for column in range(8)][:18]
    stacks = [Stack(name, seat, 2) for name in names for seat in ("Red", EMPIRE)]
    state = position(*stacks, imperial_orders=12)
    orders = [order for name in names for order in (Attack(place=name), BuildTroops(place=name))]
    report = GAME.preview(GAME.view(state, EMPIRE), GAME.pending(state)[EMPIRE], orders)
    assert len(report.sections[0].facts) == 18 * 3
    assert encode(report) == encode(GAME.preview(GAME.view(state, EMPIRE), GAME.pending(state)[EMPIRE], orders))


def test_looking_ahead_is_as_the_dice_have_it() -> None:
    """Over many throws of an order set that nobody else disturbs, each order comes to what was foretold as often."""
    stacks = (Stack("C4", "Red", 2), Stack("C4", EMPIRE, 2), FAR)
    state = position(*stacks)
    order = GAME.language.parse("ATTACK C4")
    assert not isinstance(order, Problem)
    throws = 600
    won = sum(
        not any(
            stack.place == "C4" and stack.seat == EMPIRE
            for stack in GAME.resolve(state, {"Red": (order,)}, Dice.throwaway(f"ahead/{n}")).state.stacks
        )
        for n in range(throws)
    )
    (fight,) = fights(preview_of(state, "ATTACK C4"))
    assert abs(won / throws - fight.wins.count / fight.wins.of) < 0.08


def test_orders_that_would_end_the_match_say_so() -> None:
    """An attack on the last enemies would win, if it is won; in fog nobody knows of others."""
    lone = (Stack("C4", "Red", 2), Stack("C4", EMPIRE, 2))
    assert "If you win that, and nobody else moves, your side wins the match." in in_words(
        preview_of(position(*lone), "ATTACK C4")
    )
    for state in (position(*lone, FAR), position(*lone, fog=True)):
        assert not any("match would be won" in line for line in in_words(preview_of(state, "ATTACK C4")))


def test_every_preview_of_random_play_can_be_written() -> None:
    """Whatever bots order, each fact becomes a line without markup or holes."""
    state = GAME.setup(("Red", "Blue", EMPIRE), {"fog": True}, Dice.throwaway("words")).state
    for seat, prompt in GAME.pending(state).items():
        view = GAME.view(state, seat)
        orders = [
            order
            for line in ("MOVE TROOPS A0 J9", "ATTACK E3", "PASS", "BUILD TRANSPORT A0", "MOVE TRANSPORT A0 A2 3")
            if not isinstance(order := GAME.language.parse(line), Problem)
        ]
        for at in range(len(orders)):
            for line in in_words(GAME.preview(view, prompt, orders[at:]), seat):
                assert not re.search(r"[<>{}]|None|Undefined|  | [.,]", line), line


def test_a_win_on_the_way_ends_the_match_whatever_follows() -> None:
    """Victory is checked after every order: a later one that would give it away is never carried out."""
    names = board_of(Options()).names
    stacks = [Stack(place, "Red", 2 if place == "H2" else 1) for place in names[: names.index("H3")]]
    report = preview_of(position(*stacks, Stack("J7", EMPIRE, 1)), "MOVE 1 TROOP H2 H3", "MOVE 1 TROOP H3 H2")
    assert any(isinstance(fact, VictoryForeseen) for section in report.sections for fact in section.facts)
