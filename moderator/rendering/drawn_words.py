"""Words for the drawings of games: maps, charts, posters, and the courses of matches."""

from functools import cache, lru_cache
from pathlib import Path

from moderator.core.pictures import Words
from moderator.rendering.environment import Templates
from moderator.rendering.filters import one_line

_KEPT = 1 << 12
"""Words that are kept of a game in a language: drawings mostly say the same."""


class DrawnWords:
    """Gives the words on drawings, by the packaged templates alone: no report may fail because of an operator's."""

    def __init__(self, more: Path | None = None) -> None:
        """Prepare to give words. ``more`` is a folder with templates of games that are not packaged."""
        self._more = more

    def __call__(self, game: str, language: str) -> Words:
        """Return the words of a game in a language, in English if the game has no catalogue of it."""
        return _words_of(self._more, game, _templates(self._more).speaking(language, game).language)


@cache
def _templates(more: Path | None) -> Templates:
    return Templates(more)


@cache
def _words_of(more: Path | None, game: str, language: str) -> Words:
    """Return the words of a game, which are looked up when they are first drawn: it need not have any."""
    environment = _templates(more).speaking(language).text

    @lru_cache(_KEPT)
    def say(key: str, /, **gaps: object) -> str:
        module = environment.get_template(f"games/{game}/drawn.j2").module
        return one_line(getattr(module, key.replace("-", "_"))(**gaps))

    return say
