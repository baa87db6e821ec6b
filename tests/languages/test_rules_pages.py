"""The rules of games in other languages: as whole as the English ones, with orders that are read."""

import re
from pathlib import Path

import pytest

from moderator.core.template_folders import ENGLISH, LANGUAGES
from moderator.games.registry import GAMES
from moderator.language.grammar.labels import read_label
from moderator.rendering.rulebook import blocks, translated

_PAGES = [
    (game, language)
    for game in GAMES
    for language in LANGUAGES
    if language != ENGLISH and translated(GAMES[game].page, language) != GAMES[game].page
]
_ROW = re.compile(r"^\| `([A-ZÄÖÜ]{2,}[^`]*)`", re.MULTILINE)
_BLOCK = re.compile(r"```\w*\n(.*?)```", re.DOTALL)


def _rules(page: Path) -> str:
    return page.read_text(encoding="utf-8").partition("<!-- RULES")[0]


@pytest.mark.parametrize(("game", "language"), _PAGES)
def test_a_translated_page_has_the_parts_of_the_english_one(game: str, language: str) -> None:
    """Block by block: headings, tables with as many rows, lists with as many points."""
    english, other = (
        [(block.kind, len(block.lines), len(block.rows)) for block in blocks(_rules(page))]
        for page in (GAMES[game].page, translated(GAMES[game].page, language))
    )
    assert other == english


@pytest.mark.parametrize(("game", "language"), _PAGES)
def test_orders_on_a_translated_page_are_read(game: str, language: str) -> None:
    """As they stand there, without a warning."""
    rules = _rules(translated(GAMES[game].page, language))
    shown = [*_ROW.findall(rules), *(line for block in _BLOCK.findall(rules) for line in block.splitlines())]
    readings = {line: GAMES[game].language.read(read_label(line).rest) for line in shown}
    assert shown
    assert [line for line, read in readings.items() if read.order is None or read.problem is not None] == []
