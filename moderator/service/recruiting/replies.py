"""YES or NO in answer to a question of ours, as people write it: on their first lines, with more words behind it."""

import re
from collections.abc import Sequence
from enum import Enum, auto

from moderator.language.reading import copies, quote_openings
from moderator.language.reading.text_lines import TextLine
from moderator.service.context import Context


class Reply(Enum):
    """What somebody answers."""

    YES = auto()
    NO = auto()
    UNCLEAR = auto()
    """Words that may mean either, such as "No problem, count me in"."""
    NOTHING = auto()
    """There are no words."""


_YES = frozenset(("yes", "y", "yep", "yeah", "yup", "ok", "okay", "sure", "ja", "gern", "gerne"))
_NO = frozenset(("no", "n", "nope", "nein", "nee"))
_NOTHING_MORE = frozenset(
    (
        *("thanks", "thank", "you", "please", "sorry", "not", "cannot", "can't", "won't", "don't", "busy", "regards"),
        *("danke", "dank", "bitte", "leider", "nicht", "kann", "keine", "grüße"),
    )
)
"""Words of which one stands behind a NO that means no."""
_LINES = 3
"""Lines in which the answer stands, at most: a greeting may come first."""
_WORD = re.compile(r"[\w'-]+")


def read(lines: Sequence[TextLine]) -> Reply:
    """Return what somebody answers on their own lines (``own_lines``)."""
    written = [words for line in lines if (words := _words(line))]
    for first, *rest in written[:_LINES]:
        if first in _YES:
            return Reply.YES
        if first in _NO:
            return Reply.NO if not rest or not _NOTHING_MORE.isdisjoint(rest) else Reply.UNCLEAR
    return Reply.UNCLEAR if written else Reply.NOTHING


def _words(line: TextLine) -> list[str]:
    return [] if line.quoted else _WORD.findall(line.text.lower().replace("\u2019", "'"))


def own_lines(ctx: Context, lines: Sequence[TextLine]) -> Sequence[TextLine]:
    """Return the lines of a letter above what it may quote without marks: our questions hold their answers."""
    own = copies.quote_own_letter(lines, ctx.settings.name)
    texts = [line.text for line in own]
    openings = (at for at in range(len(texts)) if quote_openings.opening(texts[at : at + quote_openings.AHEAD]).lines)
    return own[: next(openings, len(own))]
