"""What letters say, as pages of the desk say it."""

import re
from collections.abc import Iterator

import pytest

from moderator.core.template_folders import TEMPLATES
from moderator.games.registry import GAMES
from moderator.rendering.environment import Templates
from moderator.rendering.words.page_words import on_page

_ONLY_IN_LETTERS = re.compile(
    r"reply with (?!the line of the one)|\b[Yy]our letter\b|letter of yours|letters? a turn|each with its own letter"
)
"""What no page says: there is no letter to reply to, and what is sent there is called by no name of its own."""

_ON_NO_PAGE = re.compile(r"layout\..*|(strangers?|stranger-titles|held|welcome|subjects|reminder)\.j2")
"""Templates of letters, and of parts of letters, that no page shows."""


def _sentences(folder: str, skip: re.Pattern[str] = re.compile("$^")) -> Iterator[tuple[str, str]]:
    """Give the sentences of the templates in a folder, each with its file's name."""
    templates = Templates()
    for path in sorted((TEMPLATES / folder).rglob("*.j2")):
        if not skip.fullmatch(path.name):
            for _, _, found in templates.text.extract_translations(path.read_text(encoding="utf-8")):  # type: ignore[attr-defined] # the extension adds it
                for sentence in [found] if isinstance(found, str) else found:
                    if sentence:
                        yield path.name, sentence


@pytest.mark.parametrize(
    "folder", ["service", *(f"games/{game}" for game in GAMES if (TEMPLATES / "games" / game).is_dir())]
)
def test_no_sentence_speaks_of_a_letter_that_is_not_there(folder: str) -> None:
    """Neither of replying to one, nor of what somebody sent from a page as a letter."""
    said = [(name, on_page(sentence)) for name, sentence in _sentences(folder, _ON_NO_PAGE)]
    assert [each for each in said if _ONLY_IN_LETTERS.search(each[1])] == []


def test_pages_speak_of_letters_where_they_mean_letters() -> None:
    """The rules change no word of a page's own."""
    assert [each for _, each in _sentences("web") if on_page(each) != each] == []


@pytest.mark.parametrize(
    ("letter", "page"),
    [
        ("Your letter, line by line", "What you sent, line by line"),
        ("To keep it too, reply with the word ADD.", "To keep it too, send ADD."),
        ("To send what we suggest, reply with the word yes.", "To send what we suggest, send YES."),
        ("If that was not you, reply with TAG NEW", "If that was not you, send TAG NEW"),
        ("To confirm, reply with the line below.", "To confirm, send the line below."),
        ("You write two letters a turn", "You write two sets of orders a turn"),
        ("a letter about each match follows", "a letter about each match follows"),
    ],
)
def test_a_sentence_is_said_as_on_a_page(letter: str, page: str) -> None:
    """By a few rules, which leave real letters alone."""
    assert on_page(letter) == page
