"""Lines that speak to people: answered with the message to send, never sent, and no order is taken for one."""

from typing import Any

from moderator.games.rebel_commander.orders.language import LANGUAGE as REBEL
from moderator.games.space_genocide.orders.language import LANGUAGE as GENOCIDE
from moderator.language.reading.blocks import understand
from moderator.language.reading.understood import Understood
from tests.language.toy import lines as as_lines
from tests.support.cases import every_case

NAMES = {"Blue": "Blue", "Green": "Green", "Empire": "Empire", "Ann Miller": "Green", "Ann": "Green"}


def read(text: str, language: Any = REBEL) -> Understood[Any]:  # noqa: ANN401 - of any game
    """Understand a letter to a match with these people."""
    return understand(as_lines(text), language, names=lambda: NAMES)


@every_case(
    ("line", "hint"),
    [
        ("Tell Blue I will be at A1", "PRESS TO Blue: I will be at A1"),
        ("tell blue that I will be at A1", "PRESS TO Blue: I will be at A1"),
        ("Please tell Blue to attack A1", "PRESS TO Blue: attack A1"),
        ("To Blue: see you at B4", "PRESS TO Blue: see you at B4"),
        ("to the Empire: yield", "PRESS TO Empire: yield"),
        ("@Blue: hello", "PRESS TO Blue: hello"),
        ("@Blue hello there", "PRESS TO Blue: hello there"),
        ("Blue: see you at B4", "PRESS TO Blue: see you at B4"),
        ("Blue - see you at B4", "PRESS TO Blue: see you at B4"),
        ("Blue, are you with me?", "PRESS TO Blue: are you with me?"),
        ("Are you with me, Blue?", "PRESS TO Blue: Are you with me"),
        ("pls let Blue know that I come", "PRESS TO Blue: I come"),
        ("Could you let Ann know: A1 is mine", "PRESS TO Green: A1 is mine"),
        ("Message for Ann: come to A1", "PRESS TO Green: come to A1"),
        ("Message to Ann Miller - come to A1", "PRESS TO Green: come to A1"),
        ("Send a message to Blue: hello", "PRESS TO Blue: hello"),
        ("say hello to Ann", "PRESS TO Green: hello"),
        ("Ask Blue if A1 is free", "PRESS TO Blue: if A1 is free"),
        ("Hey Blue, are you with me?", "PRESS TO Blue: are you with me?"),
        ("To Blue and Green: let us meet", "PRESS TO Blue, Green: let us meet"),
        ("Tell Blue & Ann that I come", "PRESS TO Blue, Green: I come"),
        ("To all: good luck", "PRESS TO ALL: good luck"),
        ("Tell everybody I am away", "PRESS TO ALL: I am away"),
        ("Everyone: have fun", "PRESS TO ALL: have fun"),
        ("GM: may I have more time?", "PRESS TO GM: may I have more time?"),
        ("Please tell the GM that I am away", "PRESS TO GM: I am away"),
        ("(to Blue) hello", "PRESS TO Blue: hello"),
        ("PS Blue: thanks for A1", "PRESS TO Blue: thanks for A1"),
        ("hey @Blue want to ally?", "PRESS TO Blue: want to ally?"),
        ("1. Tell Blue I come", "PRESS TO Blue: I come"),
        ("PRES TO Blue: hello", "PRESS TO Blue: hello"),
        ("PRESSTO Blue: hello", "PRESS TO Blue: hello"),
        ("perss to Nobody: hello", "PRESS TO Nobody: hello"),
        ("Mesage to Blue hello", "PRESS TO Blue: hello"),
        ("PRES Blue: hello", "PRESS TO Blue: hello"),
        ("Please forward to Blue: hello", "PRESS TO Blue: hello"),
        ("Secret message for Blue: hello", "PRESS TO Blue: hello"),
        ("Message to Blue that I come", "PRESS TO Blue: I come"),
    ],
)
def test_a_message_in_other_words_is_answered_with_the_line_that_sends_it(line: str, hint: str) -> None:
    """It is sent to nobody, and whoever wrote it sees how it is sent."""
    understood = read(line)
    assert (understood.commands, understood.entries) == ((), ())
    assert [(problem.code, problem.hints) for problem in understood.problems] == [("press-like", (hint,))]
    assert understood.faulty_commands == {1}


def test_a_message_of_several_lines_is_offered_whole() -> None:
    """The paragraph below belongs to it, up to an empty line, an order, a closing or the next message."""
    letter = "1. ATTACK A1\n\nTo Blue:\nI will be at A1.\nJoin me there, and bring friends.\n\nThanks\n"
    problems = read(letter).problems
    assert [(problem.line, problem.hints, problem.together) for problem in problems] == [
        (3, ("PRESS TO Blue", "I will be at A1.", "Join me there, and bring friends.", "END"), True)
    ]
    for end in ("2. PASS", "PASS", "Cheers,\nRosa", "Green: and you?", "-- \nRosa"):
        first = read(f"Blue: hello\n{end}").problems[0]
        assert first.hints == ("PRESS TO Blue: hello",)
    assert [entry.text for entry in read("Blue: hello\nPASS").entries] == ["PASS"]


@every_case("line", ["PLAY Scanners ON Blue 5", "TARGET Frigates", "MOVE 3 TO N5"])
def test_an_order_that_names_a_seat_is_an_order(line: str) -> None:
    """Seats stand in orders, too."""
    understood = read(line, GENOCIDE)
    assert (len(understood.entries), understood.problems) == (1, ())


@every_case("line", ["Attack Blue 7", "TARGET Blue", "Attack Blue 7 with fleet 4", "MOVE 3 TO Blue: 7"])
def test_a_line_that_begins_like_an_order_is_no_message(line: str) -> None:
    """It is asked back as what it is."""
    assert "press-like" not in [problem.code for problem in read(line, GENOCIDE).problems]


@every_case(
    "line",
    [
        *("Dear moderator,", "Hi all,", "Hi Blue player", "Hello Blue,", "All good here", "All, good luck", "Blue"),
        *(
            "hi GM, here are my orders",
            "Blue is strong",
            "I told Blue that already",
            "Tell me more",
            "Blue:",
            "Bluebird: hi",
        ),
        *("Good game Blue!", "Carl: hello", "Tell Bernd I come"),
    ],
)
def test_a_greeting_or_talk_about_people_is_no_message(line: str) -> None:
    """Salutations, and names that nobody here has, cost nothing."""
    assert read(line).problems == ()


def test_who_can_be_written_to_is_told_by_the_names() -> None:
    """Without names nothing but a word for a message is one."""
    assert understand(as_lines("Blue: hello\nTell Blue I come"), REBEL).problems == ()
