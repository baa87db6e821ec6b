"""Commands in German."""

from typing import Any

from msgspec.structs import replace

from moderator.games.registry import GAMES
from moderator.language.reading.blocks import understand
from moderator.language.reading.commands import ALL, COMMANDS, Press
from tests.language.toy import TOY, lines
from tests.support.cases import every_case

REBEL: Any = GAMES["rebel-commander"].language


@every_case(
    ("text", "command"),
    [
        ("Hilfe", "HELP"),
        ("HILFE NACHRICHT", "HELP PRESS"),
        ("Fertig.", "READY"),
        ("bereit!", "READY"),
        ("WARTE", "WAIT"),
        ("Befehle", "ORDERS"),
        ("LÖSCHE 2", "CLEAR 2"),
        ("loesche", "CLEAR"),
        ("Rückgängig", "UNDO"),
        ("Karte bitte", "MAP"),
        ("Karte?", "MAP"),
        ("URLAUB vom 24.12. bis zum 2.1.", "VACATION 24.12. 2.1."),
        ("Urlaub vom 28. Dez. bis 3. März", "VACATION 28. Dez. 3. März"),
        ("VACATION 3 Mai 1 Okt", "VACATION 3 Mai 1 Okt"),
        ("kapituliere", "RESIGN"),
        ("Bereit?", ""),
        ("Fertig bin ich noch nicht", ""),
        ("Warte mal", ""),
        ("Lösche das Licht", ""),
        ("aufgeben", ""),
    ],
)
def test_commands_are_read_in_german(text: str, command: str) -> None:
    """Strictly: the command, what belongs to it and courtesy. A word that ends sentences is none."""
    order = COMMANDS.read(text).order
    assert (COMMANDS.format(order) if order else "") == command


def test_a_command_written_in_german_is_read_as_the_same_command() -> None:
    """All examples of all commands; a message has its own test."""
    german = COMMANDS.spoken("de")
    for kind in ALL:
        for line in kind.examples if kind is not Press else ():
            command = COMMANDS.attempt(line)
            assert command is not None
            assert COMMANDS.attempt(german.format(command)) == command, line


def test_a_message_keeps_its_words() -> None:
    """The command and whom it is for are read in German, the text is sent as it was written."""
    command: Any = COMMANDS.attempt("Nachricht an alle: Bewege dich nach C4, bitte, mit allen")
    assert (command.whom, command.message) == ("ALL", "Bewege dich nach C4, bitte, mit allen")
    assert COMMANDS.spoken("de").format(replace(command, message="GO TO C4")) == "NACHRICHT AN ALLE GO TO C4"


def test_a_sentence_that_is_broken_before_its_last_word_gives_nothing_up() -> None:
    """German verbs stand at the end, where mail programs break lines."""
    for word in ("aufgeben", "warten", "angreifen", "passen", "fertig", "bereit", "rückgängig"):
        understood = understand(lines(f"Wir sollten wirklich nicht so schnell und ohne Grund\n{word}"), REBEL)
        assert (understood.entries, understood.commands) == ((), ())


def test_a_list_of_german_forms_that_comes_back_gives_no_order() -> None:
    """It is our own, and PASSE and KAPITULIERE in it are examples."""
    forms = [*REBEL.spoken("de").pictures(), *COMMANDS.spoken("de").pictures()]
    understood = understand(lines("\n".join(["Danke!", *forms])), REBEL)
    assert (understood.entries, understood.commands, understood.problems) == ((), (), ())


def test_a_letter_in_any_game_may_hold_german_commands() -> None:
    """The game need not be played in German."""
    understood = understand(lines("ATTACK C4\nBitte Karte\nFertig\n\nGrüße\nJürgen"), TOY)
    assert len(understood.entries) == 1
    assert [COMMANDS.format(command) for _, command in understood.commands] == ["MAP", "READY"]
    assert not understood.problems
