"""Every line that an author wrote is accounted for, and one that asks for something holds the turn."""

import random
import re
from pathlib import Path
from typing import Any

from bench import remarks
from moderator.games.registry import GAMES
from moderator.language.reading.blocks import understand
from moderator.language.reading.talk.around import Reach, Surroundings
from moderator.language.reading.talk.doubts import Doubt
from moderator.language.reading.text_lines import TextLine
from moderator.language.reading.understood import Understood
from moderator.mail.letter import Kind, read_letter
from tests.support.cases import every_case

ROOT = Path(__file__).parents[2]
LETTERS = ROOT / "tests" / "letters"
REBEL, GENOCIDE, BUCK = "rebel-commander", "space-genocide", "buck-rogers"
REVISED, RAYGUNS = "buck-rogers-revised", "rayguns-and-rocketships"

VANISHED = (
    (RAYGUNS, "program fwd, tp, fa"),
    (RAYGUNS, "Round 2: turn port, afterburner and forward please"),
    (GENOCIDE, "Keep all my cards."),
    (GENOCIDE, "Fleet 3 to the nearest star gate, please."),
    (GENOCIDE, "I want to be the Worms, or else Crustaceans."),
    *((game, line) for game in remarks.PLAIN for line in ("same as before", "Rest as before.", "others hold")),
    *((game, line) for game in remarks.PLAIN for line in ("Everybody else stays.", "I propose a draw.")),
    *((game, "I'm on vacation from 3.12. to 10.12.") for game in remarks.PLAIN),
    (REBEL, "After that the same from A0 to B0."),
    (REBEL, "then take transport a0 -> b0 w/ 2 troops,"),
    (RAYGUNS, "Captain stays in the cockpit"),
    (RAYGUNS, "get the warbot with 6"),
    (RAYGUNS, "put out fires"),
    (RAYGUNS, "don't shoot"),
    (BUCK, "don't fire at passing ships"),
    (GENOCIDE, "don't play any cards"),
    (REVISED, "be aggressive at mars"),
    (GENOCIDE, "follow blue 1 with 5"),
    (GENOCIDE, "set H7 as homeworld and H2 as radioactives"),
    (BUCK, "all units at sobkou move to bach"),
    (BUCK, "load 1 trooper at ram on the transport and fly to coprates"),
    (BUCK, "everyone stay where they are"),
    (REVISED, "no bid"),
    (REVISED, "lowlanders all to aphrodite"),
    (RAYGUNS, "ram zard"),
    (REBEL, "troops in A0 should go to A1"),
    (GENOCIDE, "don't move 5"),
    (GENOCIDE, "explore F17 with fleet 2"),
)
"""Lines that players wrote, and that were once dropped in silence beside good orders."""

AROUND = (
    ("Do NOT do this:", Doubt.NEGATED),
    ("For turn 2:", Doubt.LATER),
    ("My plan for next turn:", Doubt.LATER),
    ("These are not orders yet, only ideas:", Doubt.NEGATED),
    ("only ideas:", Doubt.DRAFT),
    ("Last turn I sent:", Doubt.REPORT),
    ("Ben says he sends:", Doubt.OTHER_SEAT),
    ("Which is better?", Doubt.QUESTION),
    ("What would happen with these?", Doubt.QUESTION),
    ("As Blue:", Doubt.OTHER_SEAT),
    ("Option A:", Doubt.CHOICE),
    ("If Blue is silent:", Doubt.CONDITION),
    ("This is only a draft", Doubt.DRAFT),
    ("please ignore this letter", Doubt.NEGATED),
    ("Swap them.", Doubt.SEQUENCE),
    ("Nicht ausführen:", Doubt.NEGATED),
    ("Vorläufig:", Doubt.DRAFT),
    ("au prochain tour :", Doubt.LATER),
    ("Letzte Runde hatte ich:", Doubt.REPORT),
    ("Si azul no responde:", Doubt.CONDITION),
)
BELOW = (
    ("Sorry, please ignore this letter.", Doubt.NEGATED),
    ("Don't carry these out before I write again", Doubt.NEGATED),
    ("Swap them.", Doubt.SEQUENCE),
    ("and nothing happened.", Doubt.REPORT),
    ("Is that legal?", Doubt.QUESTION),
    ("None of these, please.", Doubt.NEGATED),
)
BESIDE = (
    ("(tbd)", Doubt.DRAFT),
    ("- void", Doubt.NEGATED),
    ("CANCELLED", Doubt.NEGATED),
    ("next turn", Doubt.LATER),
)
HARMLESS = (
    *("My orders:", "Here are my orders for turn 3:", "Red orders:", "Please carry out the following:", "I want this:"),
    *("As promised:", "So:", "First:", "My decision:", "I talked to Blue and we agreed on this:", "For the Rebellion!"),
    *("Not much to do this turn:", "Sorry I'm late, I nearly forgot!", "Blue will hate me for this.", "Let's roll:"),
)


def accounted(said: Understood[Any]) -> set[int]:
    """Return the numbers of the lines of which it is known what became of them."""
    shown = {line.number for line in (*said.set_aside, *said.talk, *said.courtesy)}
    read = {entry.line for entry in said.entries} | {number for number, _ in said.commands}
    return shown | read | {problem.line or 0 for problem in said.problems} | said.parts


def own(lines: tuple[TextLine, ...]) -> set[int]:
    """Return the numbers of the lines that the author wrote."""
    return {line.number for line in lines if not line.quoted and line.text.strip()}


def test_no_line_of_a_letter_of_the_corpus_is_lost(*, regen: bool) -> None:
    """Each is an order, a command, a problem, talk, or courtesy; the last is a short list that was reviewed."""
    polite: set[str] = set()
    report = (LETTERS / "same" / "report.txt").read_text().splitlines()
    for path in sorted(LETTERS.rglob("*.eml")):
        letter = read_letter(path.read_bytes(), own=frozenset({"moderator@pbem.test"}))
        lines = letter.lines
        said = understand(lines, GAMES[REBEL].language, sent=("1. ", "2. ", "3. ", *report), mark="[hoth Red #6]")
        assert own(lines) <= accounted(said), path.name
        polite |= {line.text.strip() for line in said.courtesy if letter.kind is Kind.LETTER}
    golden = LETTERS / "remarks" / "courtesy.txt"
    now = "\n".join(sorted(polite)) + "\n"
    if regen:
        golden.write_text(now)
    assert now == golden.read_text()


@every_case("game", remarks.PLAIN)
def test_no_line_of_a_made_up_letter_is_lost(game: str) -> None:
    """Letters of orders, talk, requests and words around orders in any sequence, in every game."""
    dice = random.Random(game)  # noqa: S311 - the same letters every time
    said = [line["text"] for name in ("talk", "meant") for line in remarks.lines_of(name)]
    around = [line for letter in remarks.lines_of("around") for line in letter["text"].split("\n")]
    for _ in range(60):
        pool = (*remarks.PLAIN[game], *dice.sample(said, 4), *dice.sample(around, 3), "", "END", "-- ", "Thanks, Ann")
        lines = tuple(dice.choice(pool) for _ in range(dice.randint(1, 9)))
        text = tuple(TextLine(number, line) for number, line in enumerate(lines, 1))
        assert own(text) <= accounted(remarks.read(game, lines)), lines


@every_case(("game", "line"), VANISHED)
@every_case("gap", [False, True])
def test_a_line_that_asks_for_something_is_never_merely_listed(game: str, line: str, *, gap: bool) -> None:
    """It is read, or it holds the turn."""
    assert not remarks.judged(game, line, gap=gap).listed


def test_talk_holds_no_turn() -> None:
    """Of conversation at most 2 lines in 100 hold, and at most 3 in any game."""
    found = [*remarks.talk()]
    assert sum(line.holds for line in found) * 100 <= len(found) * 2
    for game in remarks.PLAIN:
        lines = [line for line in found if line.game == game]
        held = [line.text for line in lines if line.holds]
        assert len(held) * 100 <= len(lines) * 3, (game, held)


def test_requests_hold_the_turn() -> None:
    """Of lines that were meant as instructions at most 3 in 100 are merely listed."""
    found = [*remarks.meant()]
    missed = [line.text for line in found if line.listed]
    assert len(missed) * 100 <= len(found) * 3, missed


def test_words_around_orders_hold_the_turn_if_they_may_change_what_the_orders_mean() -> None:
    """At most 2 in 100 pass, and of harmless words at most 3 in 100 hold."""
    letters = remarks.lines_of("around")
    held = [remarks.holds(remarks.read(REBEL, (*each["text"].split("\n"),), each["subject"])) for each in letters]
    told = [each["kind"] == "harmless" for each in letters]
    wrong = [each["text"] for each, waits, harmless in zip(letters, held, told, strict=True) if harmless and waits]
    missed = [each["text"] for each, waits, harmless in zip(letters, held, told, strict=True) if not harmless | waits]
    assert len(wrong) * 100 <= sum(told) * 3, wrong
    assert len(missed) * 100 <= (len(told) - sum(told)) * 2, missed


@every_case(
    ("letter", "doubt"),
    [
        *((f"{words}\n1. MOVE TROOPS A0 A1\n2. BUILD TROOPS A2", doubt) for words, doubt in AROUND),
        *((f"1. MOVE TROOPS A0 A1\n2. BUILD TROOPS A2\n{words}", doubt) for words, doubt in BELOW),
        *((f"1. MOVE TROOPS A0 A1 {words}\n2. BUILD TROOPS A2", doubt) for words, doubt in BESIDE),
    ],
)
def test_words_around_orders_are_quoted_with_what_they_may_mean(letter: str, doubt: Doubt) -> None:
    """The orders are recorded, and their author is asked."""
    said = remarks.read(REBEL, (*letter.split("\n"),))
    assert len(said.entries) == 2
    assert [problem.facts for problem in said.problems if problem.code == "said-around"] == [{"doubt": doubt.value}]


@every_case("heading", HARMLESS)
def test_a_harmless_heading_holds_no_turn(heading: str) -> None:
    """It is listed as talk or left out as courtesy."""
    said = remarks.read(REBEL, (heading, *remarks.PLAIN[REBEL]))
    assert (len(said.entries), said.problems) == (2, ())


def test_a_question_about_orders_gets_a_preview() -> None:
    """It is added once, whatever else is asked."""
    said = remarks.read(REBEL, ("Which is better?", *remarks.PLAIN[REBEL], "Is that legal?"))
    assert [type(command).__name__ for _, command in said.commands] == ["Preview"]


@every_case(
    ("subject", "doubt"),
    [
        ("DRAFT do not file", "draft"),
        ("draft", "draft"),
        ("please disregard", "negated"),
        ("orders for turn 4", "later"),
        ("which is better?", "question"),
        ("Blue's orders", "other-seat"),
    ],
)
def test_a_subject_may_raise_a_doubt(subject: str, doubt: str) -> None:
    """The subject is quoted."""
    (problem,) = remarks.read(REBEL, remarks.PLAIN[REBEL], subject).problems
    assert (problem.code, problem.fragment, problem.facts) == ("said-around", subject, {"doubt": doubt, "subject": 1})


@every_case("name", ["subjects", "verdict-titles", "notice-titles", "memo-titles"])
def test_no_subject_of_ours_raises_a_doubt(name: str) -> None:
    """Players answer our letters, whose subjects they keep."""
    text = (ROOT / "templates" / "service" / f"{name}.j2").read_text()
    quoted = [found[1] for found in re.finditer(r"(?:_|ngettext)\(\"([^\"]+)\"", text)]
    inner = [found[1] for found in re.finditer(r"\{% trans[^%]*%\}(.*?)\{% (?:endtrans|pluralize) %\}", text)]
    titles = [re.sub(r"\{\{.*?\}\}|%\(\w+\)[ds]", "4", title) for title in (*quoted, *inner)]
    surroundings = Surroundings(lambda: ("Blue", "Green"), remarks.TURN)
    assert titles
    assert [title for title in titles if surroundings.in_subject(title)] == []


def test_a_long_sentence_beside_orders_is_a_story() -> None:
    """What it tells is not of the orders, unless it names them."""
    told = "Which of the three old farm houses on the hill do you think is better for a family of nine, by the way?"
    assert Surroundings().doubt(told, Reach.NEAR, above=True) is None


@every_case("line", ["Hi, same as before", "Thanks, hold everything please", "Ditto", "Cheers, others hold"])
def test_a_request_is_no_courtesy(line: str) -> None:
    """A greeting, a closing or a name says nothing else."""
    assert remarks.judged(REBEL, line).holds
