"""The law of suggestions over all games: what is offered keeps each place, number, name and condition of its line."""

import random
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, partial
from typing import Any

import pytest
from msgspec.structs import replace

from moderator.core.errors import Problem
from moderator.core.language import Reading
from moderator.games.registry import GAMES
from moderator.language.grammar import suggestion_rules
from moderator.language.grammar.words import Line
from moderator.service.order_sets.mending import with_legal_hints
from tests.support.cases import every_case
from tests.support.games import order_lines
from tests.support.law_tables import SUBJECTS

every_game = every_case("key", GAMES)

LINES, ANSWERED = 40, 20
"""Disturbed lines of each game that are read, and of these the ones that are answered as in a letter."""

FIGURE = re.compile(r"(?<![\w-])(?:[A-Z]{1,2}\d{1,2}|\d{1,2})(?![\w])")
NAMES = frozenset(("place", "seat", "leader", "card", "race"))
CONDITIONS = ("if possible", "unless attacked", "if Blue is there", "or else nothing", "except on Sundays")


@cache
def names_of(key: str) -> tuple[str, ...]:
    """Return the names of places, people and cards of a game, as they are written; those with digits are figures."""
    language: Any = GAMES[key].language
    slots = [slot for slot in language._slots if slot.noun in NAMES]
    names = {str(value) for slot in slots for value in slot.values()}
    return tuple(
        sorted(name for name in names if len(name) > 3 and not any(map(str.isdigit, name)) and "," not in name)
    )


def mistyped(line: str, dice: random.Random) -> str:
    """Return a line with two typos in one of its words."""
    words = line.split()
    at = dice.choice([at for at, word in enumerate(words) if word.isalpha()])
    word = words[at]
    for _ in range(2):
        place = dice.randrange(len(word))
        word = word[:place] + dice.choice("ETAOIN") + word[place + dice.randrange(2) :]
    return " ".join([*words[:at], word, *words[at + 1 :]])


def swapped(line: str, dice: random.Random) -> str:
    """Return a line with two of its words changed over."""
    words = line.split()
    one, other = dice.sample(range(len(words)), 2)
    words[one], words[other] = words[other], words[one]
    return " ".join(words)


def disturbed(key: str, line: str, dice: random.Random) -> Iterator[str]:
    """Give a line in ways that people write it when they mean more than the order can say, or make mistakes."""
    words, another = line.split(), dice.choice(order_lines(key))
    extra = (*dice.sample(names_of(key), min(2, len(names_of(key)))), str(dice.randint(2, 40)), "H7", "D5")
    at = dice.randint(1, len(words))
    yield mistyped(line, dice)
    yield mistyped(mistyped(line, dice), dice)
    yield swapped(line, dice)
    yield mistyped(swapped(line, dice), dice)
    for more in extra:
        yield " ".join([*words[:at], more, *words[at:]])
        yield f"{mistyped(line, dice)} {more}"
    yield " ".join([*words[:1], "half of", *words[1:]])
    yield f"{line} {dice.choice(('x2', 'x3', 'twice'))}"
    yield " ".join([dice.choice(("shove", "take", "send", "attack", "let", "march")), *words[1:]])
    yield f"please {mistyped(line, dice)}"
    for joint in (", ", " and ", " then ", " or ", "; no wait, "):
        yield line + joint + another
        yield mistyped(line, dice) + joint + mistyped(another, dice)
    yield f"{line} {dice.choice(CONDITIONS)}"
    yield f"{mistyped(line, dice)} {dice.choice(CONDITIONS)}"
    yield f"do not {line}"
    yield f"don't {mistyped(line, dice)}"


def some(key: str) -> list[str]:
    """Return disturbed lines of a game, some of every kind of order."""
    dice = random.Random(f"disturbed/{key}")  # noqa: S311 - as above
    found = [each for line in order_lines(key) for each in disturbed(key, line, dice) if not line.startswith("PRESS")]
    return dice.sample(found, min(LINES, len(found)))


def lost(key: str, text: str, hints: Sequence[str]) -> list[str]:
    """Return the places, numbers and names of a line that are in none of the lines that are offered for it together."""
    offered = " ".join(hints).upper()
    text = re.sub(r"\bx(\d)$", r"\1", text)
    told = [figure for figure in FIGURE.findall(text.upper()) if figure != "1"]
    often = str(len(hints)) if len(set(hints)) == 1 else ""
    figures = [figure for figure in told if figure not in (*FIGURE.findall(offered), often)]
    plain = f" {' '.join(Line(text).words)} "
    words = f" {' '.join(Line(offered).words)} "
    spoken = [name for name in names_of(key) if f" {' '.join(Line(name).words)} " in plain]
    return [*figures, *(name for name in spoken if f" {' '.join(Line(name).words)} " not in words)]


def is_form(hint: str) -> bool:
    """Tell whether a suggestion has a gap: it is shown to be filled in, and sends nothing."""
    return "<" in hint


def faults(key: str, text: str, problem: Problem) -> list[str]:
    """Return what is wrong with the suggestions for a line."""
    sets = [problem.hints] if problem.together else [(hint,) for hint in problem.hints]
    sets = [hints for hints in sets if hints and not any(map(is_form, hints))]
    found = [f"{missing} of {text!r} is not in {hints}" for hints in sets for missing in lost(key, text, hints)]
    bound = re.search(r"\b(?:if|unless|or else|except|half|or|no wait)\b", text.lower())
    for hints in sets:
        kept = bound is None or re.search(r"\b(?:IF|UNLESS|WHEN|AFTER|EXCEPT|ELSE|BUT|HALF)\b", " ".join(hints))
        if not kept and not GAMES[key].language._listing.intersection(" ".join(hints).split()):  # type: ignore[attr-defined]
            found.append(f"{bound and bound.group()!r} of {text!r} is not in {hints}")
    return found


def _read(key: str) -> Iterator[tuple[str, Reading[Any]]]:
    """Yield disturbed lines of a game with what they are read as, and what is suggested for them."""
    for text in some(key):
        yield text, GAMES[key].language.read(text)


@cache
def readings(key: str) -> tuple[tuple[str, Reading[Any]], ...]:
    """Return the same lines, read once for several tests."""
    return tuple(_read(key))


def read_faults(key: str, read: Iterable[tuple[str, Reading[Any]]]) -> Iterator[str]:
    """Yield what is wrong with the suggestions of the language for lines that were read."""
    for text, reading in read:
        if reading.problem is not None:
            yield from faults(key, text, reading.problem)


def test_no_suggestion_leaves_anything_out() -> None:
    """Orders of every kind, mistyped, joined, doubled, with more than they can say."""
    assert {key: found for key in GAMES if (found := [*read_faults(key, readings(key))])} == {}


def test_without_the_law_something_would_be_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """What these tests look for is there to be found in every game."""
    monkeypatch.setattr(suggestion_rules, "keeps", lambda told, offered: True)  # noqa: ARG005 - it would ask nothing
    assert [key for key in GAMES if not any(read_faults(key, _read(key)))] == []


def _text(text: str, problem: Problem) -> str:
    """Return the line that every problem is about."""
    del problem
    return text


@every_game
def test_no_answer_to_a_letter_leaves_anything_out(key: str) -> None:
    """What the game's own check and the filling of gaps suggest is held to the law, too."""
    game, before = GAMES[key], SUBJECTS[key].tables[0].played.asked[-1].before
    seat, prompt = next(iter(game.pending(before).items()))
    view, found = game.view(before, seat), list[str]()
    for text, reading in readings(key)[:ANSWERED]:
        orders = [] if reading.order is None else [reading.order]
        problems = [*game.check(view, prompt, orders)] if orders else [reading.problem]
        told = [replace(problem, line=1) for problem in problems if problem is not None]
        for problem in with_legal_hints(game, view, prompt, (), told, text_of=partial(_text, text)):
            found += faults(key, text, problem)
    assert found == []


SAID = (
    "not",
    "don't",
    "never",
    "if possible",
    "unless attacked",
    "or",
    "instead",
    "without",
    "until turn 5",
    "otherwise",
)


def order_of(language: Any, text: str) -> Any:  # noqa: ANN401 - of any game
    """Return the order that a line is as it stands or but for a typo, without the search for what it may mean."""
    as_it_stands = language.read(text, hints=False).order
    slipped = None if as_it_stands is not None else language._without_typo(Line(text))
    return slipped.order if slipped else as_it_stands


@every_game
def test_no_order_is_read_without_a_condition_of_its_line(key: str) -> None:
    """Nor without a negation or an alternative: what is read has it in its own words, or it is asked back."""
    language: Any = GAMES[key].language
    dice = random.Random(f"conditions/{key}")  # noqa: S311 - as above
    for line in dice.sample(order_lines(key), min(25, len(order_lines(key)))):
        words = line.split()
        for said in SAID:
            at = dice.randint(0, len(words))
            text = " ".join([*words[:at], said, *words[at:]])
            order = order_of(language, text)
            written = "" if order is None else language.format(order)
            told, kept = suggestion_rules.bound_by(Line(text).words), suggestion_rules.bound_by(Line(written).words)
            lists = words[0] in language._listing
            assert order is None or told - ({"or"} if lists else set()) <= kept, f"{text!r} is read as {written!r}"
            negated = suggestion_rules.is_negated(said)
            assert order is None or not negated or suggestion_rules.is_negated(written), f"{text!r} is {written!r}"
