"""HELP: every word that one may ask about is explained in a sentence, with lines to be sent as they stand."""

import re

import pytest

from moderator.core.codec import tag_of
from moderator.games.registry import GAMES
from moderator.language.reading.commands import ALL, COMMANDS, PREFERENCES, Command
from moderator.service.commands.helping import TOPICS
from moderator.service.context import SeatPlan
from moderator.service.letter_parts import Answer
from tests.games.test_every_word import ROOT
from tests.support.harm import RENDERER
from tests.support.world import World


def only(world: World, text: str) -> Answer:
    """Let Ann write one command; return its answer."""
    (answer,) = world.says("Ann", text).answers
    return answer


def worded(world: World, text: str) -> str:
    """Return the words of the letter that answers Ann's command, in one line."""
    return " ".join(RENDERER.render(world.says("Ann", text)).text.split())


def test_whatever_help_explains_has_its_sentence() -> None:
    """Each command, preference and topic has a macro, and no macro is left over."""
    text = (ROOT / "templates" / "service" / "commands.j2").read_text(encoding="utf-8")
    wanted = {tag_of(kind) for kind in ALL} | {f"set-{name.lower()}" for name in PREFERENCES}
    wanted |= {f"about-{topic}" for topic in TOPICS}
    assert {name.replace("_", "-") for name in re.findall(r"macro (\w+)", text)} == wanted


@pytest.mark.parametrize("kind", ALL)
def test_each_command_is_explained(world: World, kind: type[Command]) -> None:
    """The answer has the command's form and its sentence; where more than a word is written, examples of it."""
    answer = only(world, f"HELP {kind.syntax[0].split()[0]}")
    (found,) = (it for it in answer.explained if it.order == tag_of(kind))
    examples = [line.strip() for line in found.lines if line.startswith(" ")]
    assert found.lines[0] == COMMANDS.syntax()[kind]
    assert examples or len(found.lines) == 1
    for example in (line for line in (*examples, found.lines[0]) if "<" not in line):
        assert isinstance(COMMANDS.read(example, hints=False).order, kind), example


def test_help_says_what_a_command_does(world: World) -> None:
    """In words, not by its form alone."""
    said = worded(world, "HELP LEAVE")
    assert "LEAVE <match> LEAVE hoth Leaves a match that you have joined, before it begins." in said


def test_help_set_lists_every_preference_with_its_values(world: World) -> None:
    """Every line that is shown can be sent, and does what it says."""
    answer = only(world, "HELP SET")
    assert [it.order for it in answer.explained] == ["set", *(f"set-{name.lower()}" for name in PREFERENCES)]
    for it in answer.explained[1:]:
        for line in it.lines:
            assert only(world, line).code in ("preference-set", "address-asked", "notify-set", "notify-off"), line


@pytest.mark.parametrize("word", [*PREFERENCES, *(word for words in TOPICS.values() for word in words)])
def test_a_preference_and_a_topic_are_explained(world: World, word: str) -> None:
    """HELP POSTER, HELP FORMATS, HELP ZONE: what is no command has its answer, too."""
    answer = only(world, f"help {word.lower()}")
    assert answer.code == "help-topic"
    assert answer.explained
    for line in (line for it in answer.explained for line in it.lines if "<" not in line):
        assert COMMANDS.read(line.strip(), hints=False).order is not None, line


def test_a_misspelt_topic_is_guessed(world: World) -> None:
    """HELP POSTRE offers HELP POSTER, HELP SEKE the order; what nobody could mean offers nothing."""
    assert "Did you mean HELP POSTER?" in worded(world, "HELP postre")
    assert "Did you mean HELP SEEK?" in worded(world, "HELP seke")
    assert "Did you mean" not in worded(world, "HELP zzyzx")


def test_help_on_a_command_tells_of_no_thing_whose_name_begins_so(world: World) -> None:
    """PRESS is a command, though there is a card Press Offensive; that one is asked for by its name."""
    seats = (SeatPlan(seat="Red", player="Rita", addresses=("rita@pbem.test",)), SeatPlan(seat="Blue", bot="random"))
    world.match("stars", game="space-genocide", seats=seats, map_size="small", terrain="none")
    command, card = world.says(
        "Red", "HELP PRESS\nHELP PRESS OFFENSIVE", match="stars", sender="rita@pbem.test"
    ).answers
    assert command.explained
    assert not command.report.sections
    assert card.report.sections


@pytest.mark.parametrize("game", ["space-genocide", "buck-rogers", "buck-rogers-revised", "rayguns-and-rocketships"])
def test_help_doctrine_lists_the_order_that_takes_it_back(world: World, game: str) -> None:
    """FORGET stands beside the orders that stay in force."""
    first, second, *_ = (seat.name for seat in GAMES[game].info.seats)
    seats = (SeatPlan(seat=first, player="Rita", addresses=("rita@pbem.test",)), SeatPlan(seat=second, bot="random"))
    world.match("stars", game=game, seats=seats)
    (answer,) = world.says(first, "HELP DOCTRINE", match="stars", sender="rita@pbem.test").answers
    assert "forget" in {it.order for it in answer.orders}


@pytest.mark.parametrize(("german", "english"), [("Hinterhalt", "AMBUSH"), ("JÄGER", "FIGHTER"), ("Schiffe", "SHIPS")])
def test_a_thing_that_orders_name_in_german_is_explained_by_that_name(
    empty_world: World, german: str, english: str
) -> None:
    """Cards, ships and races are written so in orders, and told of in letters."""
    seats = [SeatPlan(seat=name, player=name, addresses=(f"{name.lower()}@pbem.test",)) for name in ("Red", "Blue")]
    empty_world.match("hoth", "space-genocide", seats)
    told = [empty_world.says("Red", f"HELP {name}").answers[0] for name in (german, english)]
    assert told[0].report == told[1].report
    assert told[0].report is not None
    assert told[0].report.sections
