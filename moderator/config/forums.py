"""Forums of the operator's file: the checks beyond those of their shape."""

from collections.abc import Collection, Mapping, Sequence

from moderator.config.faults import Fault, did_you_mean
from moderator.config.lines import Path
from moderator.config.reading import Source
from moderator.config.shape import File
from moderator.service.context import SeatPlan
from moderator.transport.connections import open_host
from moderator.transport.forum.settings import ForumSettings

_NEEDED: Mapping[str, Collection[str]] = {
    "discourse": ("key", "user"),
    "nodebb": ("key",),
    "misago": ("user", "password"),
}
"""What the account of each kind of forum logs in with."""
_OPTIONAL: Mapping[str, Collection[str]] = {"nodebb": ("user", "password")}
"""What it logs in with for pictures alone."""


def faults(source: Source, file: File) -> list[Fault]:
    """Return the faults of forums and of the seats that are played there."""
    names = [table.name for table in file.forum]
    found = source.duplicates("forum", "name", names, "forums are called", "give this one another name")
    for number, table in enumerate(file.forum):
        found += _of_forum(source, ("forum", number), table)
    for match, listed in enumerate(file.match):
        for number, seat in enumerate(listed.seats):
            found += _of_seat(source, ("match", match, "seats", number, "forum"), seat, list(dict.fromkeys(names)))
    return found


def _of_forum(source: Source, path: Path, table: ForumSettings) -> list[Fault]:
    """Return what is wrong with the way to one forum."""
    found = []
    needed, optional = _NEEDED[table.kind], _OPTIONAL.get(table.kind, ())
    for key in ("key", "user", "password"):
        if key in needed and not getattr(table, key):
            advice = "the name of the moderator's account" if key == "user" else f"${{FORUM_{key.upper()}}}"
            found.append(source.fault(path, f"{table.kind} needs {key}", f'add {key} = "{advice}" to this [[forum]]'))
        elif key not in (*needed, *optional) and getattr(table, key):
            found.append(source.fault((*path, key), f"has no effect for {table.kind}", "remove it"))
    if table.kind == "nodebb" and not table.rooms:
        advice = 'add rooms = [{ group = "seat-1", category = 12 }], one for each seat'
        found.append(source.fault(path, "nodebb needs rooms", advice))
    elif table.kind != "nodebb" and table.rooms:
        found.append(source.fault((*path, "rooms"), f"{table.kind} has no rooms", "remove them"))
    if host := open_host(table.url):
        advice = f"write https://{table.url.removeprefix('http://')}"
        found.append(source.fault((*path, "url"), f"http is only for a server on this machine, not for {host}", advice))
    return found


def _of_seat(source: Source, path: Path, seat: SeatPlan, forums: Sequence[str]) -> list[Fault]:
    """Return what is wrong with the account of a seat's player."""
    if not seat.forum:
        return []
    message = advice = ""
    forum, named, name = seat.forum.partition(":")
    first = forums[0] if forums else "main"
    if seat.bot:
        message, advice = "a bot has no account in a forum", "remove it"
    elif named and not name.strip():
        example = f"{first}:{(seat.player or 'ann').lower()}"
        message, advice = "names no account", f'write the forum and the account: "{example}"'
    elif forum not in forums:
        message = f'there is no forum "{forum}"'
        instead = f'for an account write "{first}:{forum}", for somebody who is to join "{first}"'
        advice = did_you_mean(forum, forums) if named else instead
    elif not named and not seat.player:
        message, advice = "names nobody", 'add player = "Ann", who then gets a code to join there'
    return [source.fault(path, message, advice)] if message else []
