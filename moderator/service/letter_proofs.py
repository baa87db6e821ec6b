"""What letters let their readers check: receipts, seals and what they held, throws, corrections."""

from datetime import datetime
from typing import Any

from msgspec import Struct

from moderator.core.seats import Seat


class Receipt(Struct, frozen=True, kw_only=True):
    """The proof that orders were filed, for their author: ``value`` is HMAC(salt, lines), ``salt`` is hex."""

    seat: Seat
    number: int
    value: str
    salt: str = ""
    arrived: datetime | None = None


class ListedReceipt(Struct, frozen=True, kw_only=True):
    """A receipt in a report. ``number``, ``salt`` and ``arrived`` are for the author alone.

    The number tells how often a seat wrote; reports of earlier releases told it to everybody. ``by`` is "gm" for orders
    that the GM entered, and empty for all others.
    """

    seat: Seat
    number: int | None = None
    value: str
    salt: str = ""
    arrived: datetime | None = None
    by: str = ""


class AcknowledgedOrders(Struct, frozen=True):
    """An order set with its receipt, as its author was shown it."""

    receipt: Receipt
    lines: tuple[str, ...]


class Seal(Struct, frozen=True, kw_only=True, rename={"request": "asking"}):
    """The commitments to the seeds of the order request that now opens, and of the match secret.

    ``record`` is the number that its turn will have if nothing is recorded before it, ``formula`` tells how the key of
    the dice is made, ``seats`` are all seats of the match.
    """

    request: int
    record: int
    open: str
    secret: str
    match_secret: str = ""
    formula: int = 1
    seats: tuple[Seat, ...] = ()


class Opened(Struct, frozen=True, kw_only=True, rename={"request": "asking"}):
    """What can be checked now: the open seed of a resolved request; both secrets once the match is over.

    ``amendment`` is the number of a record, among those of its order request that threw dice before the turn; None for
    the turn. ``corrections`` counts the records that came before the turn while its orders were open.
    """

    request: int
    record: int
    receipts: tuple[str, ...]
    open: str = ""
    secret: str = ""
    match_secret: str = ""
    formula: int = 1
    amendment: int | None = None
    corrections: int | None = None


class Corrections(Struct, frozen=True, kw_only=True):
    """How much was recorded while orders were open: by the GM, and by the moderator of its own accord.

    ``entered`` are the seats for which the GM entered the orders that were resolved.
    """

    by_gm: int = 0
    by_us: int = 0
    entered: tuple[Seat, ...] = ()


class RollLine(Struct, frozen=True, kw_only=True, rename={"step": "ruling"}):
    """A throw as the reader can check it; ``kind place seats n`` are its address, ``stream`` is empty for the open one.

    ``record`` is the number in its key: the one of the ``Opened`` that it belongs to.
    """

    record: int
    step: int
    kind: str
    place: str
    seats: tuple[Seat, ...]
    n: int
    sides: int
    value: int
    stream: str = ""


class DrawLine(Struct, frozen=True, kw_only=True, rename={"step": "ruling"}):
    """An order that was drawn by weight, under the address of its throws: ``n + 1`` is the first one's.

    When it is drawn, whoever may know it is told the ``order``; what it was drawn ``among``, with which ``weights`` and
    throws (``values``), is told when the match is over.
    """

    record: int
    step: int
    kind: str
    place: str
    seats: tuple[Seat, ...]
    n: int
    order: tuple[str, ...] = ()
    among: tuple[str, ...] = ()
    weights: tuple[int, ...] = ()
    values: tuple[int, ...] = ()
    stream: str = ""


class RolledBack(Struct, frozen=True, kw_only=True, rename={"request": "asking", "steps": "rulings"}):
    """A rollback: ``record`` brings back the position after ``to``; ``count`` is which one it is in its match."""

    record: int
    to: int
    request: int
    count: int
    steps: int
    turn: int

    @property
    def rulings(self) -> int:
        """The ``steps``, as templates called them before release 0.2.0."""
        return self.steps


class Ended(Struct, frozen=True, kw_only=True):
    """How a match ended: ``by`` its ``rules`` or its ``gm``, with the code of the reason, and who won or drew."""

    by: str
    how: str
    seats: tuple[Seat, ...] = ()


class Corrected(Struct, frozen=True, kw_only=True):
    """What the GM changed in the position in a turn, as facts of the game, whoever saw it then.

    ``undone``: a rollback took it back.
    """

    turn: int
    events: tuple[Any, ...]
    undone: bool = False
    why: str = ""
    """The GM's reason."""
