"""What an override changes, as lines that a GM can read: everything about a match, before and after."""

from typing import Any

import msgspec
from msgspec import Struct
from sqlmodel import Session

from moderator.core.game import AnyGame
from moderator.core.seats import Observer
from moderator.service import asking
from moderator.store import queries
from moderator.store.tables import Match


class Snapshot(Struct, frozen=True):
    """A match as the GM may see it: lines by what they are about, and the chart."""

    lines: dict[str, str]
    chart: tuple[str, ...]


def snapshot(
    session: Session,
    game: AnyGame,
    match: Match,
    state: Any,  # noqa: ANN401 - the state is the game's own
) -> Snapshot:
    """Take down clock, seats, sheets on file and the position in all its parts."""
    lines = {
        "status": match.status.value,
        "deadline": f"{match.deadline:%Y-%m-%d %H:%M} UTC" if match.deadline else "none",
        "schedule": match.schedule,
    }
    for place, player in queries.places_in(session, match.id or 0):
        lines[f"seat {place.seat}"] = player.name if player else f"bot {place.bot}"
    for seat, sheet in asking.sheets(session, match).items():
        orders = asking.unpack_orders(game, sheet.orders)
        lines[f"orders {seat}"] = "; ".join(game.language.line(order) for order in orders) or "none"
    lines.update(_flat("", msgspec.to_builtins(state)))
    chart = game.chart(game.view(state, Observer.GM))
    return Snapshot(lines, tuple(chart.splitlines()))


def between(before: Snapshot, after: Snapshot) -> tuple[str, ...]:
    """Return one line for everything that is not the same."""
    return tuple(
        f"{key}: {before.lines.get(key, '-')} → {after.lines.get(key, '-')}"
        for key in dict.fromkeys((*before.lines, *after.lines))
        if before.lines.get(key) != after.lines.get(key)
    )


def _flat(path: str, value: Any) -> dict[str, str]:  # noqa: ANN401 - whatever JSON holds
    """Return the leaves of a position by their paths."""
    if isinstance(value, dict):
        pairs = [(f"{path}.{key}" if path else str(key), part) for key, part in value.items()]
    elif isinstance(value, list | tuple):
        pairs = [(f"{path}[{index}]", part) for index, part in enumerate(value)]
    else:
        return {path: str(value)}
    return {leaf: text for name, part in pairs for leaf, text in _flat(name, part).items()}
