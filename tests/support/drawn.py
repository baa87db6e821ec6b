"""How the tests draw: with the words of a language, in English if they don't say."""

from typing import Any

from moderator.core.game import AnyGame
from moderator.core.pictures import Pictures, Words
from moderator.core.template_folders import ENGLISH
from moderator.rendering.drawn_words import DrawnWords
from tests.support.games import TEMPLATES

WORDS = DrawnWords(TEMPLATES)


def pictures(game: AnyGame, language: str = ENGLISH) -> Pictures[Any]:
    """Return how a game draws."""
    return game.pictures(WORDS(game.info.key, language))


def english(game: AnyGame) -> Words:
    """Return the English words on a game's drawings."""
    return WORDS(game.info.key, ENGLISH)
