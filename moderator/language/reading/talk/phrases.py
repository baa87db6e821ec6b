"""Phrases that people say, as patterns that can be read: plain words, and the names of other phrases."""

import re
from collections.abc import Mapping

_NAME = re.compile(r"<([a-z]+)>")
_BLANK = re.compile(r"\[[^\]]*\]|\(\?<[!=][^)]*\)| ")
"""A blank between words; those of a class of characters, or of what must stand before, are no such."""
_BETWEEN = "[,;]? "
"""What stands between two words."""


def phrases(lines: str, pieces: Mapping[str, str]) -> str:
    """Return a pattern for any of some phrases, one a line.

    ``<name>`` stands for the phrase of that name in ``pieces``. A blank may come with a comma.
    """
    ways = (line.strip() for line in lines.splitlines())
    return "|".join(_expanded(way, pieces) for way in ways if way)


def plain(text: str) -> str:
    """Return a text as patterns of phrases expect it: one blank between words, straight quotes."""
    return " ".join(text.replace("\u2019", "'").replace("\u2018", "'").split())


def _expanded(way: str, pieces: Mapping[str, str]) -> str:
    spaced = _BLANK.sub(lambda found: _BETWEEN if found.group() == " " else found.group(), way)
    return _NAME.sub(lambda found: f"(?:{phrases(pieces[found[1]], pieces)})", spaced)
