"""One thief's news."""

from collections.abc import Sequence

from msgspec import Struct

from moderator.core.codec import kebab
from moderator.core.game import Event, Report, Section
from tests.support.night_watch.view import View


class Whereabouts(Struct, frozen=True, kw_only=True, tag=kebab):
    """Where a thief is, and in what heart."""

    seat: str
    place: str
    courage: int


class Calendar(Struct, frozen=True, kw_only=True, tag=kebab):
    """How far the night count is."""

    turn: int
    nights: int


def report(view: View, events: Sequence[Event]) -> Report:
    """Say what happened, then what is known now."""
    known = tuple(
        Whereabouts(seat=seat, place=view.place[seat], courage=view.courage[seat])
        for seat in view.seats
        if seat in view.place
    )
    calendar = Calendar(turn=view.turn, nights=view.nights)
    return Report((Section("happened", tuple(events)), Section("position", (calendar, *known))))
