"""Lines under a number that cannot be read: orders are asked back, dates, questions and courtesies cost nothing."""

from typing import Any

from moderator.games.rebel_commander.orders.language import LANGUAGE as REBEL
from moderator.games.space_genocide.orders.language import LANGUAGE as GENOCIDE
from moderator.language.reading.blocks import understand
from moderator.language.reading.understood import Understood
from tests.language.toy import lines as as_lines
from tests.support.cases import every_case


@every_case("language", [REBEL, GENOCIDE])
@every_case(
    "line",
    [
        "1. load 3 troops on the transport at A0 and go to A2",
        "2) my men at C3 should please run to the east side, to C4",
        "3: everybody from A0 goes over to A1 and then waits",
        "#1 whoever is at B1 walks home to A0 as fast as possible",
        "1. put the whole lot into the ships and let them run to A2",
        "Order 2: my guys from A0 help Blue at B1 as long as it takes",
        "1. Fortify position",
        "2. A T T A C K C 4 with everything",
    ],
)
def test_a_numbered_line_about_the_game_is_asked_back(language: Any, line: str) -> None:  # noqa: ANN401 - of any game
    """Whoever numbers a line that names a place, a unit, or is short, meant an order: it holds the turn."""
    understood: Understood[Any] = understand(as_lines(line), language)
    assert understood.entries == ()
    assert [(problem.line, problem.falls) for problem in understood.problems] == [(1, True)]
    assert not understood.faulty_commands


@every_case("line", ["2. send all the boys over there and kill everyone you meet", "2. we stay", "2. relax"])
def test_a_number_among_numbered_orders_is_asked_back(line: str) -> None:
    """In a list of orders every line was meant as one, whatever its words."""
    understood: Understood[Any] = understand(as_lines(f"1. ATTACK A1\n{line}\n3. PASS"), REBEL)
    assert [entry.label for entry in understood.entries] == ["1", "3"]
    assert [problem.line for problem in understood.problems] == [2]


@every_case("language", [REBEL, GENOCIDE])
@every_case(
    "line",
    [
        *("1. thanks for last turn", "2. See you on Friday", "3. great game so far", "1) Happy birthday to your son"),
        *("22. November", "5. November 2026", "1. May", "3. Oct. 2026, 10:00", "1. Dezember"),
    ],
)
def test_a_date_or_a_courtesy_under_a_number_costs_nothing(language: Any, line: str) -> None:  # noqa: ANN401 - of any game
    """It is neither complained about nor listed, alone and among numbered orders."""
    for letter in (line, f"1. PASS\n{line}"):
        understood: Understood[Any] = understand(as_lines(letter), language)
        assert (understood.problems, understood.set_aside) == ((), ())


@every_case(
    "line",
    [
        "1. are you going to attack A0 next turn?",
        "2. what about the fortress at the corner of the board?",
        "1. I had a great holiday",
        "2. The map was lovely",
        "3. we met at the club last Friday and talked about the weather",
    ],
)
def test_a_question_or_a_tale_under_a_number_is_listed(line: str) -> None:
    """It may be a list of other things; it is shown, and the turn does not wait for it."""
    understood: Understood[Any] = understand(as_lines(line), REBEL)
    assert (understood.problems, [each.text for each in understood.talk]) == ((), [line])
