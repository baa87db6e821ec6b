"""The shape of ``config.toml``: all its tables and keys; fields and defaults are those of the settings they become."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, Field

from moderator.config.derived import STRICT, ReadAs
from moderator.config.values import (
    Asks,
    DatabaseUrl,
    GmAddresses,
    Included,
    Language,
    Listener,
    MailAddress,
    MailAddresses,
    MatchNames,
    NoticeUrl,
    Reason,
    Rhythm,
    Seconds,
    SeriesName,
    Slug,
    SpectatorChoice,
    Start,
    TextLines,
    TimeOfDay,
    WebAddress,
    Zone,
)
from moderator.ports import ChatKind
from moderator.service.context import Limits, MatchPlan, NoticePlan, SeatPlan, Settings
from moderator.service.ours import FIELDS, Ours
from moderator.transport.connections import Tls
from moderator.transport.forum.settings import ForumSettings, Room
from moderator.transport.imap import ImapSettings
from moderator.transport.smtp import SmtpSettings
from moderator.transport.tokens import TokenCommand, TokenFile
from moderator.web.settings import WebSettings

Port = Annotated[int, Field(ge=1, le=65535)]
"""A TCP port."""
Name = Annotated[str, Field(min_length=1, max_length=80)]
"""A name for people, of 1 to 80 characters."""
Protection = Annotated[Literal["tls", "starttls", "none"], AfterValidator(Tls)]
"""How a connection is protected; ``none`` is allowed only within one machine."""
SCHEDULES = ("every", "at", "cron")
"""The keys that tell when a match's turns are due, of which it has one."""
_LOGIN = {"port": Port, "token_file": Name, "token_command": Name}
IMAP_PORTS = {Tls.TLS: 993, Tls.STARTTLS: 143, Tls.NONE: 143}
"""The usual ports of IMAP, by how a connection is protected."""
SMTP_PORTS = {Tls.TLS: 465, Tls.STARTTLS: 587, Tls.NONE: 25}
"""The usual ports of SMTP."""


class _Table(BaseModel):
    model_config = STRICT


def _moderator(keys: dict[str, Any], _root: Path) -> dict[str, Any]:
    """Return the settings of the moderator: the first GM is the one who is named to players."""
    gm, *others = keys["gm"]
    return {**keys, "gm": gm, "co_gms": tuple(others)}


_LIMITS = ReadAs(Limits)
_MODERATOR = ReadAs(
    Settings,
    but=("co_gms", "forums", "closed_forums", "pictureless", "limits", "notices", "web", "spectators"),
    made=_moderator,
    name=Name,
    address=MailAddress,
    gm=GmAddresses,
    gm_digest=TimeOfDay,
    aliases=MailAddresses,
    zone=Zone,
    language=Language,
)


_ROOM = ReadAs(Room, group=Name)
_FORUM = ReadAs(
    ForumSettings,
    name=Slug,
    url=WebAddress,
    rooms=Annotated[tuple[Annotated[Room, _ROOM], ...], Field(strict=False)],
)


def _server(keys: dict[str, Any], root: Path, ports: Mapping[Tls, int]) -> dict[str, Any]:
    """Return where a server is and how to log in: relative paths of the keys start from the folder of the file."""
    file, command = keys.pop("token_file"), keys.pop("token_command")
    token = TokenCommand(command, root) if command else TokenFile(root / Path(file).expanduser()) if file else None
    return {**keys, "port": keys["port"] or ports[keys["tls"]], "token": token}


def _mailbox(keys: dict[str, Any], root: Path) -> dict[str, Any]:
    """Return the fields of a mailbox; whose letters are ours is known once the whole file is read."""
    ours = None if keys.pop("all") else Ours(())
    return {**_server(keys, root, IMAP_PORTS), "ours": ours, "head_lines": FIELDS}


_IMAP = ReadAs(
    ImapSettings,
    but=("token", "timeout", "renew", "largest", "ours", "head_lines"),
    also={**_LOGIN, "all": bool},
    made=_mailbox,
    host=Name,
    tls=Protection,
    user=Name,
    folder=Name,
    processed=Name,
    failed=Name,
    poll=Seconds,
)
_SMTP = ReadAs(
    SmtpSettings,
    but=("token", "timeout", "hello"),
    also=_LOGIN,
    made=lambda keys, root: _server(keys, root, SMTP_PORTS),
    host=Name,
    tls=Protection,
    connections=Annotated[int, Field(ge=1, le=20)],
)


_NOTICE = ReadAs(
    NoticePlan,
    match=MatchNames,
    url=NoticeUrl,
    kind=Annotated[Literal["ntfy", "discord", "matrix", "json"], AfterValidator(ChatKind)],
)
_WEB = ReadAs(WebSettings, listen=Listener, url=WebAddress)


def _seat(keys: dict[str, Any], _root: Path) -> dict[str, Any]:
    """Return who is to sit in a seat; a player without a name is called by the account or the address."""
    addresses, account = keys.pop("address") or (), keys["forum"].partition(":")[2]
    named = "" if keys["bot"] else account or "".join(addresses[:1]).partition("@")[0]
    return {**keys, "addresses": addresses, "zone": keys["zone"] or "", "player": keys["player"] or named}


def _match(keys: dict[str, Any], _root: Path) -> dict[str, Any]:
    """Return the plan of a match; a zone or choice that is left out is known once the whole file is read."""
    times = {key: keys.pop(key) for key in SCHEDULES}
    schedule = next((f"{key} {value}" for key, value in times.items() if value is not None), "")
    later = {key: keys[key] or "" for key in ("zone", "language", "spectators")}
    return {**keys, "schedule": schedule, **later}


_SEAT = ReadAs(
    SeatPlan, but=("addresses", "place"), also={"address": MailAddresses, "zone": Zone}, made=_seat, seat=Name
)
_MATCH = ReadAs(
    MatchPlan,
    but=("schedule", "place", "begins", "moved", "dice_name", "shown"),
    also={**dict.fromkeys(SCHEDULES, str), "zone": Zone, "language": Language, "spectators": SpectatorChoice},
    made=_match,
    name=Slug,
    game=Name,
    seats=Annotated[list[Annotated[SeatPlan, _SEAT]], AfterValidator(tuple)],
    start=Start | None,
    asks=Asks,
    absent_after=Annotated[int, Field(ge=1, le=20)],
    series=SeriesName,
)


class DatabaseTable(_Table):
    """``[database]``: where the instance's data is stored; a relative path starts from the folder of the file."""

    url: DatabaseUrl = "sqlite:///state/moderator.sqlite"


class WorkersTable(_Table):
    """``[workers]``: whether other machines share the work, which needs PostgreSQL."""

    queue: bool = False


class WatchTable(_Table):
    """``[watch]``: how the operator learns whether all is well."""

    port: Port | None = None
    heartbeat: Rhythm = ""


class OverrideTable(_Table):
    """``[[override]]``: a GM's decision, applied once by its ``id`` in each match that it is for."""

    id: Name
    match: MatchNames
    do: TextLines
    why: Reason = ""


class File(_Table):
    """The whole of ``config.toml``."""

    include: list[Included] = []
    moderator: Annotated[Settings, _MODERATOR]
    limits: Annotated[Limits, _LIMITS] = Limits()
    imap: Annotated[ImapSettings, _IMAP] | None = None
    smtp: Annotated[SmtpSettings, _SMTP] | None = None
    forum: list[Annotated[ForumSettings, _FORUM]] = []
    database: DatabaseTable = DatabaseTable()
    workers: WorkersTable = WorkersTable()
    watch: WatchTable = WatchTable()
    web: Annotated[WebSettings, _WEB] | None = None
    notice: list[Annotated[NoticePlan, _NOTICE]] = []
    match: list[Annotated[MatchPlan, _MATCH]] = []
    override: list[OverrideTable] = []


TABLES: dict[tuple[str, ...], type[BaseModel]] = {
    (): File,
    ("moderator",): _MODERATOR.table,
    ("limits",): _LIMITS.table,
    ("imap",): _IMAP.table,
    ("smtp",): _SMTP.table,
    ("forum",): _FORUM.table,
    ("forum", "rooms"): _ROOM.table,
    ("database",): DatabaseTable,
    ("workers",): WorkersTable,
    ("watch",): WatchTable,
    ("web",): _WEB.table,
    ("notice",): _NOTICE.table,
    ("match",): _MATCH.table,
    ("match", "seats"): _SEAT.table,
    ("override",): OverrideTable,
}
"""Every table by its path without array indices."""
