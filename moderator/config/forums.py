"""Forums of the operator's file: the checks beyond those of their shape."""

from collections.abc import Mapping, Sequence

from moderator.config.faults import Fault, did_you_mean
from moderator.config.lines import Path
from moderator.config.reading import Source, filled
from moderator.config.shape import File, ForumTable, SeatTable
from moderator.transport.wires import is_loopback

_LOG_IN: Mapping[str, Sequence[str]] = {
    "discourse": ("key", "user"),
    "nodebb": ("key", "user", "password"),
    "misago": ("user", "password"),
}
"""What the account of each kind of forum logs in with."""
_PICTURES = (("nodebb", "user"), ("nodebb", "password"))
"""What is asked for pictures alone."""


def urls(source: Source, env: Mapping[str, str]) -> dict[str, str]:
    """Return by their names where the file's forums are, whether or not their tables are in its tree."""
    tables = source.tree.get("forum")
    told = [table for table in tables if isinstance(table, dict)] if isinstance(tables, list) else []
    return {str(table["name"]): filled(str(table.get("url", "")), env) for table in told if "name" in table}


def faults(source: Source, file: File) -> list[Fault]:
    """Return the faults of forums and of the seats that are played there."""
    found: list[Fault] = []
    seen: dict[str, int] = {}
    for number, table in enumerate(file.forum):
        path: Path = ("forum", number)
        if (first := seen.setdefault(table.name, number)) != number:
            line = source.line(("forum", first, "name"))
            advice = f"the other is on line {line}; give this one another name"
            found.append(source.fault((*path, "name"), f'two forums are called "{table.name}"', advice))
        found += _of_forum(source, path, table)
    for match, listed in enumerate(file.match):
        for number, seat in enumerate(listed.seats):
            found += _of_seat(source, ("match", match, "seats", number, "forum"), seat, list(urls(source, {})))
    return found


def _of_forum(source: Source, path: Path, table: ForumTable) -> list[Fault]:
    """Return what is wrong with the way to one forum."""
    found = []
    wanted = _LOG_IN[table.kind]
    for key in ("key", "user", "password"):
        needed = key in wanted and (table.kind, key) not in _PICTURES
        if needed and not getattr(table, key):
            advice = "the name of the moderator's account" if key == "user" else f"${{FORUM_{key.upper()}}}"
            found.append(source.fault(path, f"{table.kind} needs {key}", f'add {key} = "{advice}" to this [[forum]]'))
        elif key not in wanted and getattr(table, key):
            found.append(source.fault((*path, key), f"is of no use for {table.kind}", "take it away"))
    if table.kind == "nodebb" and not table.rooms:
        advice = 'add rooms = [{ group = "seat-1", category = 12 }], one for each seat'
        found.append(source.fault(path, "nodebb needs rooms", advice))
    elif table.kind != "nodebb" and table.rooms:
        found.append(source.fault((*path, "rooms"), f"{table.kind} has no rooms", "take them away"))
    host = table.url.partition("://")[2].partition("/")[0].partition(":")[0]
    if table.url.startswith("http://") and not is_loopback(host):
        advice = f"write https://{table.url.removeprefix('http://')}"
        found.append(source.fault((*path, "url"), f"http is for this machine alone, not for {host}", advice))
    return found


def _of_seat(source: Source, path: Path, seat: SeatTable, forums: Sequence[str]) -> list[Fault]:
    """Return what is wrong with the account of a seat's player."""
    if not seat.forum:
        return []
    if seat.bot:
        return [source.fault(path, "a bot has no account in a forum", "take it away")]
    forum, _, name = seat.forum.partition(":")
    if not name.strip():
        example = f"{forums[0] if forums else 'main'}:{(seat.player or 'ann').lower()}"
        return [source.fault(path, "names no account", f'write the forum and the account: "{example}"')]
    if forum not in forums:
        return [source.fault(path, f'there is no forum "{forum}"', did_you_mean(forum, forums))]
    return []
