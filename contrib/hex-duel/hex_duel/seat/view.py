"""What one captain may know, and how it is told."""

from collections.abc import Sequence

from msgspec import Struct

from hex_duel.board import Options
from moderator.core.codec import kebab
from moderator.core.game import Event, Report
from moderator.kit.report import build_report


class View(Struct, frozen=True, kw_only=True):
    """The sea as one seat (or ``public``, or ``gm``) sees it: ``place`` and ``held`` are what it knows."""

    who: str
    turn: int
    options: Options
    seats: tuple[str, ...]
    hull: dict[str, int]
    place: dict[str, str]
    held: dict[str, tuple[str, ...]]
    cards: dict[str, int]
    discards: tuple[str, ...]

    @property
    def enemy(self) -> str | None:
        """Where the enemy is, None out of sight."""
        return next((at for seat, at in self.place.items() if seat != self.who), None)


class CaptainStands(Struct, frozen=True, kw_only=True, tag=kebab):
    """A captain's hull, and place and hand as far as the reader knows them."""

    seat: str
    hull: int
    place: str | None
    hand: tuple[str, ...] | None


def report(view: View, events: Sequence[Event]) -> Report:
    """Say what happened, then what is known now."""
    stand = [
        CaptainStands(seat=seat, hull=hull, place=view.place.get(seat), hand=view.held.get(seat))
        for seat, hull in view.hull.items()
    ]
    return build_report({"happened": events, "position": stand})
