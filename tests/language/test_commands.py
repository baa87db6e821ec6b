"""The service's own commands, and the sentences that only begin like one."""

from typing import Any, ClassVar

from moderator.core.errors import Problem
from moderator.core.orders import Order
from moderator.language.grammar.language import Language
from moderator.language.grammar.slots import Choice
from moderator.language.reading import commands
from moderator.language.reading.blocks import understand
from moderator.language.reading.commands import ALL, COMMANDS, Command
from moderator.language.reading.text_lines import TextLine
from moderator.language.reading.understood import Understood
from tests.language.toy import TOY, MoveTroops, read_letter
from tests.support.cases import every_case

TAKEN: list[tuple[str, Command]] = [
    ("HELP", commands.Help()),
    ("help move", commands.Help(topic="move")),
    ("Help, please!", commands.Help()),
    ("Help?", commands.Help()),
    ("status", commands.Status()),
    ("ORDERS", commands.ShowOrders()),
    ("Clear.", commands.Clear()),
    ("CLEAR 2b", commands.Clear(which="2b")),
    ("ADD", commands.Add()),
    ("Ready!", commands.Ready()),
    ("Please wait", commands.Wait()),
    ("preview please", commands.Preview()),
    ("MAP", commands.ShowMap()),
    ("map poster", commands.ShowMap(poster="POSTER")),
    ("MAP POSTER BLANK", commands.ShowMap(poster="POSTER BLANK")),
    ("Map blank poster please", commands.ShowMap(poster="POSTER BLANK")),
    ("DESK", commands.Desk()),
    ("Desk, please", commands.Desk()),
    ("RESEND", commands.Resend()),
    ("resend turn 4", commands.Resend(turn=4)),
    ("RESEND 4", commands.Resend(turn=4)),
    ("HISTORY", commands.History()),
    ("RULES", commands.Rules()),
    ("PRESS TO Red: Hello, shall we?", commands.Press(whom="Red", message="Hello, shall we?")),
    ("press to Galactic Empire, Red", commands.Press(whom="Galactic Empire, Red")),
    ("VACATION 2026-12-24 2027-01-02", commands.Vacation(begin="2026-12-24", end="2027-01-02")),
    ("vacation from 24 Dec to 2 January 2027", commands.Vacation(begin="24 Dec", end="2 January 2027")),
    ("VACATION 24.12. - 2.1.2027", commands.Vacation(begin="24.12.", end="2.1.2027")),
    ("VACATION Dec 24 until Jan 2", commands.Vacation(begin="Dec 24", end="Jan 2")),
    ("EXTEND 24h", commands.Extend(duration="24h")),
    ("extend 2 days please", commands.Extend(duration="2 days")),
    ("DRAW", commands.Draw()),
    ("CONCEDE", commands.Concede()),
    ("AGREE ROLLBACK", commands.Agree()),
    ("refuse rollback", commands.Refuse()),
    ("RESIGN", commands.Resign()),
    ("JOIN hoth-2", commands.Join(match="hoth-2")),
    ("STANDBY", commands.Standby()),
    ("SET zone Europe/Berlin", commands.Set(preference="ZONE", value="Europe/Berlin")),
    ("set text-only = on", commands.Set(preference="TEXT-ONLY", value="on")),
    ("TAG NEW", commands.TagNew()),
    ("WATCH hoth", commands.Watch(match="hoth")),
    ("watch hoth off, please", commands.Watch(match="hoth", off="OFF")),
    ("WATCH OFF", commands.Watch(match="OFF")),
    ("WATCH", commands.Watch()),
    ("RATING", commands.Ratings()),
    ("Ratings?", commands.Ratings()),
    ("SERIES", commands.Series()),
    ("series spring", commands.Series(series="spring")),
    ("CONFIRM", commands.Confirm()),
]

CHATTER = [
    "Help is on the way",
    "Help after lunch",
    "Wait, I have an idea",
    "ready when you are",
    "Ready or not, here I come",
    "Clear skies ahead",
    "Map attached",
    "At my desk until five",
    "Back at my desk",
    "Desk duty today",
    "Desk is full of papers",
    "The front desk",
    "Rules are rules",
    "Status quo, I guess",
    "Set sail for C4",
    "Press on!",
    "Thanks",
    "Thank you, please",
    "Orders below",
    "Stan",
    "History repeats itself",
    "Watch out!",
    "Watch closely",
    "Watch them closely",
    "watch us",
    "Join us!",
    "Series of defeats",
    "Rating: poor",
]


@every_case(("text", "command"), TAKEN)
def test_command(text: str, command: Command) -> None:
    """A line that is a command and its arguments is one, with courtesy and punctuation allowed."""
    assert COMMANDS.parse(text) == command
    assert [given for _, given in read_letter(text).commands] == [command]


@every_case("kind", ALL)
def test_a_command_may_end_with_please(kind: type[Command]) -> None:
    """Forums refuse a post of one short word; only a message keeps its "please"."""
    for form in (kind.syntax[0].partition(" [")[0], *kind.examples):
        if "{" not in form and not form.startswith("PRESS"):
            assert COMMANDS.parse(form) == COMMANDS.parse(f"{form} PLEASE")
    assert COMMANDS.parse("PRESS TO Red: come, please") == commands.Press(whom="Red", message="come, please")


@every_case("text", CHATTER)
def test_sentence_that_begins_like_a_command(text: str) -> None:
    """A command word at the start of a sentence does not fire, nor does a vote with a question mark."""
    assert isinstance(COMMANDS.parse(text), Problem)
    assert read_letter(text).commands == ()
    assert read_letter(text).problems == ()


@every_case(
    ("text", "code", "hints"),
    [
        ("EXTEND soon", "bad-duration", ("EXTEND <duration>",)),
        ("EXTEND", "missing-duration", ("EXTEND <duration>",)),
        ("SET COLOUR blue", "bad-preference", None),
        ("HLEP", "unknown-order", ("HELP",)),
        ("STAUS", "unknown-order", ("STATUS",)),
    ],
)
def test_half_a_command_in_capitals(text: str, code: str, hints: tuple[str, ...] | None) -> None:
    """A command in capitals that is not whole is complained about, never guessed."""
    understood = read_letter(text)
    assert understood.commands == ()
    assert [problem.code for problem in understood.problems] == [code]
    if hints is not None:
        assert understood.problems[0].hints == hints


@every_case("kind", ALL)
def test_every_command_explains_itself(kind: type[Command]) -> None:
    """Each command has help whose example is that command."""
    word = kind.syntax[0].split()[0]
    help_lines = COMMANDS.help(word)[kind]
    example = help_lines[1] if len(help_lines) > 1 else help_lines[0]
    assert isinstance(COMMANDS.parse(example), kind)


@every_case(("text", "command"), TAKEN)
def test_written_commands_are_read_back(text: str, command: Command) -> None:
    """A command is written so that reading gives it again."""
    del text
    if not isinstance(command, commands.Press) or command.message:
        written = COMMANDS.format(command).replace("PRESS TO Red", "PRESS TO Red:")
        assert COMMANDS.parse(written) == command


@every_case(
    "line, hints",
    [
        ("SPECTATE hoth", ("HELP WATCH", "MATCHES")),
        ("RANKING", ("RATING", "SERIES")),
        ("RELIABILITY", ("STATUS",)),
        ("LIST GAMES", ("MATCHES",)),
        ("PLAYERS?", ("STATUS",)),
        ("REVERT", ("UNDO",)),
        ("NOT READY", ("WAIT",)),
        ("STOP REMINDERS", ("UNSUBSCRIBE",)),
    ],
)
def test_a_command_of_other_moderators_is_answered_with_the_nearest_of_ours(line: str, hints: tuple[str, ...]) -> None:
    """In capitals, as commands are written; it does nothing, and it is no talk."""
    read = read_letter(line)
    assert [(problem.code, problem.hints) for problem in read.problems] == [("other-command", hints)]
    assert read.commands == ()
    assert read.talk == ()


@every_case("line", ["watch out", "Back in five minutes", "WATCH OUT FOR THE EMPIRE", "stop it", "Who knows?"])
def test_what_only_begins_like_such_a_command_is_talk(line: str) -> None:
    """A sentence is none."""
    assert [problem.code for problem in read_letter(line).problems if problem.code == "other-command"] == []


# ---- a game that has a command's word for an order ---------------------------------------------------------------


class Guard(Order, frozen=True, kw_only=True):
    """An order of a game that calls it as a command is called."""

    syntax: ClassVar[tuple[str, ...]] = ("WATCH {place}",)

    place: str


GUARDS: Language[Any] = Language(
    (MoveTroops, Guard), {"origin": TOY.gap("origin"), "goal": TOY.gap("goal"), "place": Choice(("Gate", "Mill"))}
)


def read_guards(text: str) -> Understood[Any]:
    """Read a letter about the game of guards."""
    return understand([TextLine(number, line) for number, line in enumerate(text.splitlines(), 1)], GUARDS)


@every_case("text", ["WATCH Gate", "watch the gate", "1. WATCH Mill", "WATCH Gate, please"])
def test_a_line_that_is_an_order_of_the_game_is_an_order(text: str) -> None:
    """Whatever command it might be, too."""
    read = read_guards(text)
    assert [type(entry.order) for entry in read.entries] == [Guard]
    assert (read.commands, read.problems) == ((), ())


def test_an_order_with_a_typo_is_no_command() -> None:
    """It is answered with the order that was meant, as any other."""
    read = read_guards("WATCH Gte")
    assert (read.entries, read.commands) == ((), ())
    assert [problem.hints for problem in read.problems] == [("WATCH Gate",)]


@every_case(
    ("text", "command"),
    [
        ("WATCH hoth", commands.Watch(match="hoth")),
        ("WATCH hoth OFF", commands.Watch(match="hoth", off="OFF")),
        ("WATCH OFF", commands.Watch(match="OFF")),
    ],
)
def test_what_the_game_does_not_know_is_the_command(text: str, command: Command) -> None:
    """A name that is none of the game's, nor nearly."""
    read = read_guards(f"MOVE TROOPS C3 C4\n{text}")
    assert [given for _, given in read.commands] == [command]
    assert len(read.entries) == 1
    assert read.problems == ()
