"""The lines of a player's letters that did not count, as an order set keeps them until they are settled."""

from collections.abc import Iterable
from datetime import datetime

from msgspec import Struct


class Complaint(Struct, frozen=True):
    """A line that did not count: the number that it had on the order set ("" for none), its text, what was suggested.

    ``since`` is when its letter came: one that came before settles nothing of it. ``before`` is the order that followed
    it ("" for none): where orders have no numbers, a better line belongs there. A line that counts though it held a
    typo is remembered, too, with the order that it was ``read_as``; it is not waited for, and a letter that says it
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


def trim_complaints(complaints: Iterable[Complaint]) -> tuple[Complaint, ...]:
    """Return the complaints that an order set keeps: one a line, and of very many the first."""
    return tuple(dict.fromkeys(complaints))[:_MOST_COMPLAINTS]
