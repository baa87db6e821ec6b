"""What a GM can have done with a match, as it is read from the lines of an override."""

from datetime import datetime, timedelta
from typing import Any, TypeAlias

from msgspec import Struct

from moderator.core.seats import Seat
from moderator.service.context import SeatPlan


class Extend(Struct, frozen=True):
    """Give more time."""

    by: timedelta


class SetDeadline(Struct, frozen=True):
    """Set the deadline of this turn, in UTC."""

    at: datetime


class Reschedule(Struct, frozen=True):
    """Change when the next turns are due, or with an empty schedule have no deadlines; this turn's deadline stays."""

    schedule: str


class ShowSpectators(Struct, frozen=True):
    """Show spectators more of the match, or less, from now on."""

    choice: str


class Pause(Struct, frozen=True):
    """Stop the clock."""


class Resume(Struct, frozen=True):
    """Let the clock run again, with the time that was left; also after a fault that was mended."""


class Resolve(Struct, frozen=True):
    """Run the turn now."""


class EnterOrders(Struct, frozen=True):
    """File an order set for a seat in place of the one on file."""

    seat: Seat
    lines: tuple[str, ...]


class Tell(Struct, frozen=True):
    """Send the GM's words to the players of some seats, or to all where no seat is named."""

    seats: tuple[Seat, ...]
    text: str


class Replace(Struct, frozen=True):
    """Put somebody else, or a bot, into a seat."""

    plan: SeatPlan


class ChangeAddress(Struct, frozen=True):
    """Have the player of a seat written to at another address, unless the old one objects."""

    seat: Seat
    address: str


class Rename(Struct, frozen=True):
    """Correct the name of the player of a seat, in all matches."""

    seat: Seat
    name: str


class End(Struct, frozen=True):
    """End the match: ``won`` by some seats, ``drawn`` between some, or without winners."""

    why: str = ""
    won: tuple[Seat, ...] = ()
    drawn: tuple[Seat, ...] = ()


class Withdraw(Struct, frozen=True):
    """Take back a match that has not had its first turn."""

    why: str


class Rollback(Struct, frozen=True):
    """Go back to before the last ``steps``, or to where ``turn`` began."""

    steps: int = 0
    turn: int | None = None


class Amend(Struct, frozen=True):
    """Change the position, by an order of the game's own language for GMs."""

    order: Any


Command: TypeAlias = (
    Extend
    | SetDeadline
    | Reschedule
    | ShowSpectators
    | Pause
    | Resume
    | Resolve
    | EnterOrders
    | Tell
    | Replace
    | ChangeAddress
    | Rename
    | End
    | Withdraw
    | Rollback
    | Amend
)
