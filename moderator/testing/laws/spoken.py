"""Laws about how reports and recaps read: whole sentences, numbers that agree, something below each heading."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import TemplateNotFound
from jinja2.ext import extract_from_ast

from moderator.core.codec import tag_of
from moderator.core.game import Chapter
from moderator.core.seats import Observer, Who
from moderator.core.template_folders import LANGUAGES
from moderator.games.registry import GAMES
from moderator.rendering.environment import ReadingSeat, Templates, Voice
from moderator.testing.laws.words import templates_of
from moderator.testing.pseudo import WORD, PseudoTemplates, untranslatable
from moderator.testing.subjects import TableSubject

_WORDED = ("events", "_words", "recap", "orders", "problems", "turns")
"""Templates of a game in which things are counted."""
_COUNTED = re.compile(r"%\(\w+\)[sd] (\w+)")
_WORD = re.compile(r"\w+")
_NAMED = re.compile(r"\b(?:[A-Z]\w*|crew|fleet) $")
"""What stands before a number that is a name: in "Red 1 turns" and "crew 1 finds" nothing is counted."""


def numbers_agree(table: TableSubject) -> None:
    """A number agrees with what it counts in every report and recap: 1 point, 2 points."""
    wrong = _disagreement(table.game.info.key, table.templates)
    for who, words in _said(table, templates_of(table.templates)):
        counted = (found for found in wrong.finditer(words) if not _NAMED.search(words[: found.start()]))
        table.require(not any(counted), f"a number does not agree with what it counts: {words}", who)


def headings_have_something_below(table: TableSubject) -> None:
    """No section of a report is a heading with nothing below it."""
    for who, key, lines in _sections(table, templates_of(table.templates)):
        table.require(any(line.strip() for line in lines), f"nothing is said below the heading of {key}", who)


def sentences_are_whole(table: TableSubject) -> None:
    """Reports and the recap say nothing outside of sentences that can be translated, but names, numbers and orders."""
    known = {word.lower() for word in WORD.findall(" ".join(_names(table)))}
    for who, words in _said(table, _pseudo(table.templates)):
        loose = [word for word in untranslatable(words) if not word.isupper() and word.lower() not in known]
        table.require(not loose, f'"{", ".join(loose)}" can be translated into no other language: {words}', who)


def translations_can_be_filled_in(table: TableSubject) -> None:
    """All that reports and the recap tell can be said in every language that the game is translated into."""
    english = templates_of(table.templates)
    for spoken in dict.fromkeys(english.speaking(language, table.game.info.key) for language in LANGUAGES):
        for who, words in _said(table, spoken):
            table.require(words.strip(), f"nothing is said in {spoken.language}", who)


def _names(table: TableSubject) -> Iterator[str]:
    """Give what is called the same in all languages: seats, places, cards and whatever else orders name."""
    language = table.game.language
    yield from (seat.name for seat in table.game.info.seats)
    yield from language.names()
    yield from (value for kind in language.orders for piece in language.pieces(kind) for value in piece.values)


@cache
def _pseudo(folder: Path | None) -> Templates:
    return PseudoTemplates(folder)


@cache
def _disagreement(game: str, folder: Path | None) -> re.Pattern[str]:
    """Return what finds "1 points" and "2 point", for whatever this game or a packaged one counts."""
    counted = {thing for name in (game, *GAMES) for thing in _counted_things(name, folder)}
    one, many = ("|".join(map(re.escape, forms)) for forms in zip(*sorted(counted), strict=True))
    return re.compile(rf"(?<![\w.,\u2013-])(?:1 (?:{many})\b|(?:[02-9]|\d\d+) (?:{one})(?=[.,;:)]|$))")


def _counted_things(game: str, folder: Path | None) -> frozenset[tuple[str, str]]:
    """Return what a game counts, as its templates write one of it and several: ``("point", "points")``."""
    return frozenset(
        (singular, plural)
        for one, many in _plurals(game, folder)
        for plural in {*_COUNTED.findall(many)} - {*_WORD.findall(one)}
        for singular in (plural.removesuffix("s"), plural.removesuffix("es"), plural.removesuffix("ies") + "y")
        if singular in _WORD.findall(one)
    )


def _plurals(game: str, folder: Path | None) -> Iterator[tuple[str, str]]:
    """Give the sentences that a game's templates have for one and for several of a thing."""
    templates = templates_of(folder)
    for name in _WORDED:
        try:
            source = templates.source(f"games/{game}/{name}.j2")
        except TemplateNotFound:
            continue
        for _, function, words in extract_from_ast(templates.text.parse(source)):
            if function.endswith("ngettext") and isinstance(words, tuple):
                yield str(words[0]), str(words[1])


def _said(table: TableSubject, templates: Templates) -> Iterator[tuple[Who, str]]:
    """Give all that reports and the recap of a match say."""
    for who, _, lines in _sections(table, templates):
        yield from ((who, line) for line in lines)
    yield from ((Observer.GM, words) for words in _remembered(table, templates))


def _sections(table: TableSubject, templates: Templates) -> Iterator[tuple[Who, str, list[str]]]:
    """Give each section of each report to anybody, by its key, with what it says."""
    game = table.game
    for who in table.watchers:
        voice = Voice(templates.text, game.info.key, ReadingSeat(str(who), "UTC"))
        for step in table.played.steps:
            known = [event for event in step.events if event.known_to(who)]
            for section in game.report(game.view(step.state, who), known).sections:
                if section.facts:
                    yield who, section.key, [str(voice.say(fact)) for fact in section.facts]


def _remembered(table: TableSubject, templates: Templates) -> Iterator[str]:
    """Give what the recap of a match says."""
    game, match = table.game, table.played
    chapters = [Chapter(0, game.view(match.start, Observer.GM), ())]
    chapters += [Chapter(n, game.view(each.state, Observer.GM), each.events) for n, each in enumerate(match.steps, 1)]
    told = game.remember(chapters)
    voice = Voice(templates.text, game.info.key, ReadingSeat("", "UTC"))
    facts: Iterable[Any] = (*told.verdict, *told.figures, *told.moments, *told.captions, *told.honours)
    for fact in facts:
        if fact is not None:
            yield voice.words(("recap.j2", "events.j2"), tag_of(type(fact)), fact, dict)
