"""The template of a letter filled with its facts, in one of the layouts: ``txt``, ``html``, ``md`` or ``page``."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from markupsafe import Markup

from moderator.core.codec import tag_of
from moderator.core.errors import Problem
from moderator.core.language import Language
from moderator.core.template_folders import ENGLISH
from moderator.games.registry import GAMES
from moderator.rendering import filters
from moderator.rendering.environment import ReadingSeat, Templates, Voice
from moderator.rendering.rulebook import rulebook
from moderator.rendering.words.others_words import make_harmless
from moderator.rendering.words.spoken_orders import speak_orders
from moderator.service.facts import Digest, GmDigest, LetterFacts, Memo, Stranger, TurnReport
from moderator.service.letter_parts import Head

L = TypeVar("L", bound=LetterFacts)

_ASIDE = "set-aside"

_EMPTY_LINES = re.compile(r"\n{3,}")
_BLANKS_AT_END = re.compile(r"[ \t]+(?=\n)")
_SIGNATURE = re.compile(r"\n--\n")


def head_of(letter: LetterFacts) -> Head | None:
    """Return the head of a letter, None for one that has none."""
    return None if isinstance(letter, Memo | GmDigest | Stranger) else letter.head


def reader_of(letter: LetterFacts) -> ReadingSeat:
    """Return for whom the words of a letter are."""
    if isinstance(letter, Memo | GmDigest | Stranger):
        return ReadingSeat("", letter.zone)
    return ReadingSeat(letter.head.seat, letter.head.zone)


def spoken(templates: Templates, letter: LetterFacts) -> Templates:
    """Return templates in the language of a letter's reader, as far as its game is translated."""
    if isinstance(letter, Memo | GmDigest | Stranger):
        return templates.speaking(letter.language)
    return templates.speaking(letter.head.language, letter.head.game)


def prepare(told: L, templates: Templates) -> L:
    """Return the facts of a letter as templates get them: others' words are harmless, and orders in its language."""
    letter: L = make_harmless(told)
    if isinstance(letter, Memo | GmDigest | Stranger):
        return letter
    if letter.head.language == ENGLISH and not isinstance(letter, Digest):
        return letter
    spoken_letter: L = speak_orders(letter, lambda head: language_of_orders(templates, head.game, head.language))
    return spoken_letter


def language_of_orders(templates: Templates, game: str, wanted: str) -> Language[Any] | None:
    """Return the language that the orders of a game are written in for who reads a language, None for English."""
    language = templates.speaking(wanted, game).language
    return GAMES[game].language.spoken(language) if language != ENGLISH and game in GAMES else None


def fill_template(
    templates: Templates,
    letter: LetterFacts,
    voice: Voice,
    facts: Mapping[str, Any],
    name: str = "",
    *,
    layout: str = "txt",
) -> str:
    """Fill a letter's template, or another of the service's by its name, in a layout; a ``part.`` has one of its own.

    ``voice`` is that for the words of the layout.
    """
    template = templates.filling(_kind(layout)).get_template(f"service/{name or tag_of(type(letter))}.j2")
    return template.render(
        facts,
        layout=f"service/layout.{layout}.j2",
        voice=voice,
        letter=letter,
        head=head_of(letter),
        blanks=_blanks,
        part=partial(_fill_part, templates, layout),
        rulebook=partial(rulebook, language=templates.language),
        **wordings(voice),
    )


_ALONE: Mapping[str, Any] = {"subject": "", "pictures": (), "proof_lines": ()}
"""What a letter that is a part of another has no use for, or has none of."""


def _kind(layout: str) -> str:
    """Return the kind of text that a layout is for."""
    return layout.rpartition(".")[2]


def _fill_part(templates: Templates, layout: str, letter: LetterFacts) -> str:
    """Return the words of a letter as a part of another one, worded for its own reader by its own game."""
    own, head = spoken(templates, letter), head_of(letter)
    voice = Voice(own.wording(layout), head.game if head else "", reader_of(letter))
    words = fill_template(own, letter, voice, _ALONE, layout=f"part.{layout}")
    return Markup(words) if own.filling(layout).autoescape else words  # noqa: S704 - escaped there


def fill_proof_file(templates: Templates, letter: TurnReport, voice: Voice, proof_lines: Sequence[str]) -> str:
    """Return the file with what can be checked in a report; ``proof_lines`` are its block."""
    return tidy(fill_template(templates, letter, voice, {"proof_lines": proof_lines}, "proof"))


def tidy(text: str) -> str:
    """Return text without idle blanks and empty lines."""
    text = _EMPTY_LINES.sub("\n\n", _BLANKS_AT_END.sub("", text)).strip("\n")
    return _SIGNATURE.sub("\n-- \n", text) + "\n"


def wordings(voice: Voice) -> dict[str, Any]:
    """Return the functions by which templates have facts worded that are lines of lists and tables."""
    return {
        "said": lambda told: [voice.line(fact) for fact in told],
        "trouble": lambda problems: _describe_problems(problems, voice),
        "order_rows": lambda lines: [
            (line.text, [voice.problem(warning) for warning in line.problems]) for line in lines
        ],
        "seat_rows": lambda seats: [(line.seat, voice.words(("seats.j2",), "seat", line, dict)) for line in seats],
        "thrown": lambda rolls: [
            voice.words(("rolls.j2",), "roll", (roll, voice.dice(roll)), dict)
            for roll in rolls
            if not voice.told(roll.kind)
        ],
        "fact_rows": lambda told: [(name.replace("_", " "), value) for name, value in told.items() if value != ""],
        "set_aside": lambda said: [line for line in said if {each.code for each in line.problems} == {_ASIDE}],
    }


def _describe_problems(problems: Iterable[Problem], voice: Voice) -> list[tuple[Problem, str, str]]:
    """Return problems with their words and the words before their hints."""
    common: Any = voice.environment.get_template("service/common.j2").module
    return [
        (problem, voice.problem(problem), common.try_this(len(problem.hints), problem.together).strip())
        for problem in problems
    ]


def _blanks(lines: Sequence[str]) -> list[str]:
    """Return the lines of a form with a rule to write on where nothing stands yet."""
    return [f"{line.rstrip()} ____" if filters.label(line) == line.strip() != "" else line for line in lines]
