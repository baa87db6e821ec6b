"""Where the pictures of a post stand in its text."""

import re
from collections.abc import Sequence

_PICTURE = re.compile(r"!\[[^\]\n]*\]\([^)\s]+\)")
_BREAKS_MARKDOWN = re.compile(r"[\[\]|\r\n]+")


def picture_mark(alt: str, url: str, size: str = "") -> str:
    """Return the Markdown of a picture; ``size`` is in a forum's own words and may be empty."""
    return f"![{_BREAKS_MARKDOWN.sub(' ', alt).strip()}{size}]({url})"


def place_pictures(text: str, pictures: Sequence[str]) -> str:
    """Return a text with the Markdown of its pictures at their marks, and of unmarked ones at the end.

    A picture that the text shows already, as one that is edited may, is not added.
    """
    last = []
    for number, picture in enumerate(pictures):
        mark = f"{{{{picture:{number}}}}}"
        if mark in text:
            text = text.replace(mark, picture)
        elif picture not in text:
            last.append(picture)
    return "\n\n".join([text.rstrip(), *last])


def pictures_in(text: str) -> list[str]:
    """Return the Markdown of the pictures of a text, in their order."""
    return _PICTURE.findall(text)
