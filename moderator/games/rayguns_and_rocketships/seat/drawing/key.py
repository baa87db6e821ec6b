"""The key of a drawing: samples of its marks, each with what it means."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from moderator.core import svg
from moderator.core.pictures import Part, Words
from moderator.core.svg import Box, Point
from moderator.games.rayguns_and_rocketships.pieces import Token
from moderator.games.rayguns_and_rocketships.seat.drawing import marks
from moderator.games.rayguns_and_rocketships.seat.drawing.marks import INK, label
from moderator.kit.drawing.words import place_entries, wrap_entries

_LINE, _LETTER = 46.0, 12.4


class Entry(Struct, frozen=True):
    """One entry of a key: its sample of 40 by 40, and the words."""

    sample: str
    words: str

    @property
    def width(self) -> float:
        """The room for the sample and the words."""
        return 74 + _LETTER * len(self.words)


def laid_out(groups: Sequence[Sequence[Entry]], at: Point, room: float) -> tuple[list[Part], float]:
    """Return a key below a point, each group in lines of its own no wider than ``room``, and where it ends."""
    parts, lines = [], wrap_entries(groups, room, together=False)
    for entry, (x, y) in place_entries(lines, at, _LINE):
        drawn = svg.group(entry.sample, transform=f"translate({svg.num(x)} {svg.num(y)})")
        drawn += label(entry.words, (x + 48, y + 29), 24, INK)
        parts.append(Part(Box(x - 2, y - 2, entry.width, _LINE), drawn))
    return parts, at[1] + _LINE * len(lines)


def token_entries(words: Words, tokens: Iterable[Token]) -> Iterator[Entry]:
    """Give an entry for each kind among special tokens, and one for red cores."""
    for (kind, red), key in {(one.kind, one.red): one.key for one in tokens}.items():
        said = words("red-core") if red else words("token", kind=kind)
        yield Entry(marks.token(key, kind, (20, 20), 19.5, red=red), said)
