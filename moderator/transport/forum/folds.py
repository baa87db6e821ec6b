"""What a forum shows folded: proofs, which few people read.

The text of a letter marks it with ``{{fold:Title}}`` and ``{{/fold}}``, each on a line of its own. Players' words hold
no such marks.
"""

import re
from collections.abc import Iterable, Iterator

_MARK = re.compile(r"\{\{(?:fold:(?P<title>[^}\n]*)|(?P<end>/fold))\}\}")
_OPENED_LAST = re.compile(r"\{\{fold:[^}\n]*\}\}\s*\Z")
ROOM = 100
"""Characters that the words of a forum for a fold may take."""


def place_folds(parts: Iterable[str], opening: str, closing: str) -> Iterator[str]:
    """Give the parts of a text with its folds in a forum's own words; ``opening`` may name the ``{title}``.

    A fold that goes on in the next part is closed and opened again; one that would begin at the very end of a part begins
    with the next. Without words the marks are left out.
    """
    title: str | None = None
    for part in parts:
        begun = "" if title is None else f"{opening.format(title=title)}\n"
        for mark in _MARK.finditer(part):
            title = None if mark["end"] else mark["title"]
        shown = _OPENED_LAST.sub("", part)
        text = _MARK.sub(lambda mark: closing if mark["end"] else opening.format(title=mark["title"]), shown)
        if whole := (f"{begun}{text}\n{closing}" if title is not None and shown == part else f"{begun}{text}").strip():
            yield whole
