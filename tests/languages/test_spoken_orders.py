"""Orders in letters are written as their reader writes them; what others wrote, and what programs read, stays."""

from typing import Any

from msgspec.structs import replace

from moderator.core.errors import Fact, Problem, Stage
from moderator.rendering.environment import Templates
from moderator.rendering.filling import prepare
from moderator.service.letter_parts import Answer, SaidLine
from tests.rendering.samples import acknowledgement, every_letter


def _in_german(letter: Any) -> Any:  # noqa: ANN401 - any letter
    return prepare(replace(letter, head=replace(letter.head, language="de")), Templates())


def test_recorded_orders_and_forms_are_written_in_german() -> None:
    """They are recorded in English all the same."""
    letter = _in_german(acknowledgement())
    assert [line.text for line in letter.order_set] == [
        "1. ANGRIFF C2",
        "3. BEWEGE TRANSPORTER B1 B3 MIT 2 TRUPPEN",
    ]
    assert letter.form.lines[1] == "2. BAUE TRUPPEN B1"
    assert acknowledgement().order_set[0].text == "1. ATTACK C2"


def test_what_happens_without_orders_is_told_in_german() -> None:
    """An answer tells it as a reminder does."""
    assert _in_german(acknowledgement()).silence == ("1. PASSE", "2. PASSE", "3. PASSE")


def test_words_that_were_expected_are_said_in_german() -> None:
    """A problem with an order names single words of it; a command's are the same in all languages."""
    facts: dict[str, Fact] = {"expected": "TROOPS", "choices": ("TROOPS", "SPEEDERS"), "number": 3, "word": "TROOPS"}
    problem = Problem(code="unknown-word", stage=Stage.UNREADABLE, facts={**facts, "syntax": "BUILD TROOPS <place>"})
    order = SaidLine(1, "BAUE X C2", (problem,))
    command = SaidLine(2, "PRESS X", (replace(problem, facts={"expected": "TO", "syntax": "PRESS TO <whom>"}),))
    german = [line.problems[0].facts for line in _in_german(replace(acknowledgement(), said=(order, command))).said]
    assert german[0] == {
        "expected": "TRUPPEN",
        "choices": ("TRUPPEN", "GLEITER"),
        "number": 3,
        "word": "TROOPS",
        "syntax": "BAUE TRUPPEN <ort>",
    }
    assert german[1]["expected"] == "TO"


def test_what_a_player_wrote_is_quoted_as_it_was() -> None:
    """Even if it is an order as we write it."""
    said = SaidLine(1, "ATTACK C2", (Problem(code="read-as", stage=Stage.NOTED, hints=("ATTACK C2",)),))
    spoken = _in_german(replace(acknowledgement(), said=(said,))).said[0]
    assert spoken.text == "ATTACK C2"
    assert spoken.problems[0].hints == ("ANGRIFF C2",)


def test_commands_are_the_same_in_all_languages() -> None:
    """So are lines that are no orders."""
    lines = ("READY", "RESEND TURN 3", "HELP MOVE", "MOVE TROOPS <origin> <goal>", "Red moved to A0")
    answer = Answer(command="HELP", code="help", lines=lines)
    assert _in_german(replace(acknowledgement(), answers=(answer,))).answers[0].lines == (
        "READY",
        "RESEND TURN 3",
        "HELP MOVE",
        "BEWEGE TRUPPEN <von> <nach>",
        "Red moved to A0",
    )


def test_messages_stay_as_they_were_written() -> None:
    """An order in one is somebody's words."""
    letter = replace(every_letter()["press"], text="ATTACK C2")
    assert _in_german(letter).text == "ATTACK C2"


def test_a_letter_in_english_is_left_alone() -> None:
    """It is not even looked through."""
    letter = acknowledgement()
    assert prepare(letter, Templates()).order_set is letter.order_set


def test_a_command_that_begins_like_an_order_stays() -> None:
    """JOIN and LEAVE are orders in one game, and commands everywhere."""
    lines = ("JOIN <match> [SEAT <seat>]", "LEAVE <match>", "JOIN 4 INTO 3", "LEAVE hoth")
    letter = acknowledgement()
    letter = replace(letter, head=replace(letter.head, game="space-genocide"))
    letter = _in_german(replace(letter, answers=(Answer(command="HELP", code="help", lines=lines),)))
    assert letter.answers[0].lines == ("JOIN <match> [SEAT <seat>]", "LEAVE <match>", "VEREINE 4 ZU 3", "LEAVE hoth")
