"""What an override changes, as lines that a GM can read: everything about a match, before and after."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct
from sqlmodel import Session

from moderator.core.game import AnyGame
from moderator.core.seats import Observer
from moderator.service.commands import address
from moderator.service.matches import asking
from moderator.store import queries
from moderator.store.tables import Match

_ABSENT = "-"


class Snapshot(Struct, frozen=True):
    """A match: lines by what they are about, those of them that a match may keep from its GM, and the chart."""

    lines: dict[str, str]
    hidden: dict[str, str]
    chart: tuple[str, ...]

    def without_secrets(self) -> "Snapshot":
        """Return what a GM may see of a match that keeps its secrets."""
        return Snapshot(self.lines, {}, ())


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
        names = (player.name if player else "", f"bot {place.bot}" if place.bot else "")
        lines[f"seat {place.seat}"] = ", ".join(filter(None, names))
        change = address.under_way(session, place.player) if place.player is not None else None
        if change is not None:
            lines[f"address {place.seat}"] = f"{change.address}, unless {change.old} objects within 48 hours"
    lines |= _flat("options", msgspec.to_builtins(game.options(state)))
    hidden = {}
    for seat, sheet in asking.sheets(session, match).items():
        orders = asking.unpack_orders(game, sheet.orders)
        hidden[f"orders {seat}"] = "; ".join(game.language.line(order) for order in orders) or "none"
    hidden |= _flat("", msgspec.to_builtins(state))
    chart = game.chart(game.view(state, Observer.GM))
    return Snapshot(lines, hidden, tuple(chart.splitlines()))


def between(before: Snapshot, after: Snapshot) -> tuple[str, ...]:
    """Return one line for everything that is not the same; a count that is not there is none."""
    old_lines, new_lines = before.lines | before.hidden, after.lines | after.hidden
    pairs = {
        key: (old_lines.get(key, _ABSENT), new_lines.get(key, _ABSENT))
        for key in dict.fromkeys((*old_lines, *new_lines))
    }
    return tuple(
        f"{key}: {old} → {new}" for key, (old, new) in pairs.items() if old != new and {old, new} != {_ABSENT, "0"}
    )


def _flat(path: str, value: Any) -> dict[str, str]:  # noqa: ANN401 - whatever JSON holds
    """Return the leaves of a position by their paths."""
    if isinstance(value, dict):
        pairs = [(f"{path}.{key}" if path else str(key), part) for key, part in value.items()]
    elif isinstance(value, list | tuple):
        pairs = _entries(path, value)
    else:
        return {path: str(value)}
    return {leaf: text for name, part in pairs for leaf, text in _flat(name, part).items()}


def _entries(path: str, values: Sequence[Any]) -> list[tuple[str, Any]]:
    """Return the entries of a list: by their names where they have such, so that a new one does not move the others."""
    names = [_name(value) for value in values]
    if not all(names) or len(set(names)) < len(names):
        return [(f"{path}[{index}]", value) for index, value in enumerate(values)]
    return [
        (f"{path}[{name}]", {key: part for key, part in value.items() if not isinstance(part, str)})
        for name, value in zip(names, values, strict=True)
    ]


def _name(value: Any) -> str:  # noqa: ANN401 - as above
    """Return what a record is called by, all of its texts; nothing if there is nothing else in it to tell."""
    if not isinstance(value, dict):
        return ""
    texts = [part for part in value.values() if isinstance(part, str)]
    return " ".join(texts) if len(texts) < len(value) else ""
