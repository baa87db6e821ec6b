"""The lines of a player's letters that did not count, as an order set keeps them until they are settled."""

from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache

from msgspec import Struct

from moderator.core import codec


class Complaint(Struct, frozen=True):
    """A line that did not count: the number that it had on the order set ("" for none), its text, what was suggested.

    ``since`` is when its letter came: one that came before settles nothing of it. ``before`` is the order that followed
    it ("" for none): where orders have no numbers, a better line belongs there. A line that counts though it held a
    slip is remembered, too, with the order that it was ``read_as``; it is not waited for, and a letter that says it
    again answers it. ``loose`` marks a line that was not read as an order, or words around orders: any order settles
    it. A complaint without text stands for lines of an order set that an older release wrote, or (with
    ``since``) for a whole order set that came back by a rollback; any order settles it.
    """

    number: str
    text: str
    hints: tuple[str, ...] = ()
    since: datetime | None = None
    read_as: str = ""
    before: str = ""
    loose: bool = False


_MOST_COMPLAINTS = 60


def pack_complaints(complaints: Iterable[Complaint]) -> str:
    """Return complaints as ``OrderSet.complaints`` keeps them, each line once; of very many the first."""
    return codec.encode(tuple(dict.fromkeys(complaints))[:_MOST_COMPLAINTS]).decode()


@lru_cache(maxsize=1024)
def unpack_complaints(packed: str) -> tuple[Complaint, ...]:
    """Read what ``pack_complaints`` wrote; a letter asks for the same ones several times."""
    return codec.decode(packed, tuple[Complaint, ...])
