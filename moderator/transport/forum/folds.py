"""What a forum shows folded: proofs, which few people read.

The text of a letter marks it with ``{{fold:Title}}`` and ``{{/fold}}``, each on a line of its own. Players' words hold
no such marks.
"""

import re
from collections.abc import Iterable, Iterator

_MARK = re.compile(r"\{\{(?:fold:(?P<title>[^}\n]*)|(?P<end>/fold))\}\}")
_OPENED_LAST, _CLOSED_FIRST = re.compile(r"\{\{fold:[^}\n]*\}\}\s*\Z"), re.compile(r"\A\s*\{\{/fold\}\}")
ROOM = 100
"""Characters that the words of a forum for a fold may take."""


def place_folds(parts: Iterable[str], opening: str, closing: str) -> Iterator[str]:
    """Give the parts of a text with its folds in a forum's own words; ``opening`` may name the ``{title}``.

    A fold that goes on in the next part is closed and opened again; none is empty. Without words marks are left out.
    """
    title: str | None = None
    for part in parts:
        begun = "" if title is None or _CLOSED_FIRST.match(part) else f"{opening.format(title=title)}\n"
        for mark in _MARK.finditer(part):
            title = None if mark["end"] else mark["title"]
        shown = _OPENED_LAST.sub("", _CLOSED_FIRST.sub("", part))
        text = _MARK.sub(lambda mark: closing if mark["end"] else opening.format(title=mark["title"]), shown)
        ended = "" if title is None or _OPENED_LAST.search(part) else f"\n{closing}"
        if whole := f"{begun}{text}{ended}".strip("\n"):
            yield whole
