"""What a player may choose on the desk: the preferences, which SET changes by letter, and the browsers that are in."""

from collections.abc import Mapping
from datetime import datetime
from functools import cache
from zoneinfo import available_timezones

from msgspec import Struct
from sqlmodel import Session

from moderator.ports import Delivery
from moderator.service import browsers, preferences, tags
from moderator.service.context import Context
from moderator.service.letter_parts import SeatRow
from moderator.service.pages import checking, desks
from moderator.service.pages.desks import OwnSeat
from moderator.store import people_queries
from moderator.store.tables import Player, SeatAssignment

REPORTS = "REPORTS"
"""The preference that is chosen for each seat."""


class Choice(Struct, frozen=True, kw_only=True):
    """A preference by name: its ``value`` now, empty as long as nothing is chosen, and the ``values`` it can have."""

    name: str
    value: str
    values: tuple[str, ...]


class OpenBrowser(Struct, frozen=True, kw_only=True):
    """A browser that opens the desk; ``is_this`` is the one that asks. Use is noted once a day."""

    opened: datetime
    used: datetime
    is_this: bool


class SettingsPage(Struct, frozen=True, kw_only=True):
    """The settings of a player: for all matches, none without a seat, and which ``reports`` each seat gets."""

    zone: str
    zones: tuple[str, ...]
    choices: tuple[Choice, ...]
    reports: tuple[tuple[SeatRow, Choice], ...]
    browsers: tuple[OpenBrowser, ...]


def page(session: Session, ctx: Context, player: int, browser: int) -> SettingsPage:
    """Return the settings of a player, as a browser of theirs asks for them."""
    person, seats = session.get_one(Player, player), people_queries.assignments_shown(session, player)
    chosen = preferences.chosen(person)
    if not ctx.settings.forums:
        del chosen["DELIVERY"]
    choices = (_choice(name, value) for name, value in chosen.items())
    rows = {(row.slug, row.seat_slug): row for row in desks.seats(session, ctx, player) if not row.over}
    wishes = ((rows.get((match.slug, tags.slug(assignment.seat))), assignment) for assignment, match in seats)
    return SettingsPage(
        zone=person.zone,
        zones=_zones(),
        choices=tuple(choices) if seats else (),
        reports=tuple((row, _reports(assignment)) for row, assignment in wishes if row is not None),
        browsers=tuple(
            OpenBrowser(opened=each.opened, used=each.used, is_this=each.id == browser)
            for each in browsers.of_player(session, player)
        ),
    )


def delivery(
    session: Session, ctx: Context, player: int, *, seat: OwnSeat | None, wanted: Mapping[str, str], once: str
) -> Delivery | None:
    """Return the letter that a form is kept as: a SET line for each preference that is to change, None without any.

    It is for a ``seat``, else for the player's newest. Raises NothingToSeeError if that is not the player's.
    """
    own = seat or _newest(session, player)
    if own is None:
        return None
    found = desks.seat_context(session, ctx, own)
    now = preferences.chosen(found.player) | {REPORTS: preferences.chosen_reports(found.assignment)}
    values = {name: " ".join(wanted.get(name, "").split()) for name in now}
    lines = [f"SET {name} {value}" for name, value in values.items() if value not in ("", now[name])]
    return checking.delivery(session, ctx, own, text="\n".join(lines), once=once) if lines else None


def _newest(session: Session, player: int) -> OwnSeat | None:
    newest = people_queries.assignments_shown(session, player)[-1:]
    return next((OwnSeat(player, match.slug, tags.slug(assignment.seat)) for assignment, match in newest), None)


def _choice(name: str, value: str) -> Choice:
    """Return a preference with the values that it can have, among them the one that it has."""
    return Choice(
        name=name, value=value, values=tuple(dict.fromkeys((*preferences.choices(name), *filter(None, [value]))))
    )


def _reports(assignment: SeatAssignment) -> Choice:
    value = preferences.chosen_reports(assignment)
    return Choice(name=REPORTS, value=value, values=preferences.choices(REPORTS))


@cache
def _zones() -> tuple[str, ...]:
    return tuple(sorted(zone for zone in available_timezones() if "/" in zone))
