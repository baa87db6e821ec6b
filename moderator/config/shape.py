"""The shape of ``config.toml``: all its tables and keys, with their types and defaults."""

from datetime import timedelta
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from moderator.config.derived import STRICT, ReadAs
from moderator.config.values import (
    DatabaseUrl,
    Duration,
    MailAddress,
    MailAddresses,
    Moment,
    Rhythm,
    Slug,
    TextLines,
    WebAddress,
    Zone,
)
from moderator.service.context import Limits, Settings
from moderator.transport.forum.settings import ForumSettings, Room

Port = Annotated[int, Field(ge=1, le=65535)]
"""A TCP port."""
Name = Annotated[str, Field(min_length=1, max_length=80)]
"""A name for people, of 1 to 80 characters."""
Tls = Literal["tls", "starttls", "none"]
"""How a connection is protected; ``none`` is allowed only within one machine."""


class _Table(BaseModel):
    model_config = STRICT


_LIMITS = ReadAs(Limits)
_MODERATOR = ReadAs(
    Settings,
    but=("forums", "closed_forums", "pictureless", "limits"),
    name=Name,
    address=MailAddress,
    gm=MailAddress,
    aliases=MailAddresses,
    zone=Zone,
)


_ROOM = ReadAs(Room, group=Name)
_FORUM = ReadAs(
    ForumSettings,
    name=Slug,
    url=WebAddress,
    rooms=Annotated[tuple[Annotated[Room, _ROOM], ...], Field(strict=False)],
)


class ServerTable(_Table):
    """Where a mail server is and how to log in: what ``[imap]`` and ``[smtp]`` have in common."""

    host: Name
    port: Port | None = None
    tls: Tls
    user: str
    password: str | None = None
    token_file: Name | None = None
    token_command: Name | None = None


class ImapTable(ServerTable):
    """``[imap]``: the mailbox that receives orders; without it only ``orders/inbox/`` is read."""

    tls: Tls = "tls"
    user: Name
    folder: Name = "INBOX"
    processed: Name = "Processed"
    failed: Name = "Failed"
    all: bool = False
    idle: bool = True
    poll: Duration = timedelta(seconds=60)


class SmtpTable(ServerTable):
    """``[smtp]``: the server that sends letters; without it they are written to ``state/outbox/``."""

    tls: Tls = "starttls"
    user: str = ""
    connections: Annotated[int, Field(ge=1, le=20)] = 2


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


class SeatTable(_Table):
    """One of a match's ``seats``: a person with an address or an account in a forum, or a bot."""

    seat: Name
    player: str = ""
    address: MailAddresses = ()
    forum: str = ""
    zone: Zone | None = None
    bot: str = ""
    preferences: dict[str, str] = {}


class MatchTable(_Table):
    """``[[match]]``: read once, when its name is new."""

    name: Slug
    game: Name
    every: str | None = None
    at: str | None = None
    cron: str | None = None
    zone: Zone | None = None
    options: dict[str, Any] = {}
    seats: Annotated[list[SeatTable], Field(min_length=1)]
    delay: Duration | None = None
    grace: Duration | None = None
    remind: Duration | None = None
    confirm: bool | None = None
    poster: bool = False
    absent: Literal["default", "bot", "gm", "standby"] = "default"
    absent_after: Annotated[int, Field(ge=1, le=20)] = 2
    absent_bot: str = ""
    gm: Literal["open", "blind"] = "open"
    hold: bool = False
    start: Moment | None = None


class OverrideTable(_Table):
    """``[[override]]``: a GM's decision, applied once by its ``id``."""

    id: Name
    match: Name
    do: TextLines


class File(_Table):
    """The whole of ``config.toml``."""

    moderator: Annotated[Settings, _MODERATOR]
    limits: Annotated[Limits, _LIMITS] = Limits()
    imap: ImapTable | None = None
    smtp: SmtpTable | None = None
    forum: list[Annotated[ForumSettings, _FORUM]] = []
    database: DatabaseTable = DatabaseTable()
    workers: WorkersTable = WorkersTable()
    watch: WatchTable = WatchTable()
    match: list[MatchTable] = []
    override: list[OverrideTable] = []


TABLES: dict[tuple[str, ...], type[BaseModel]] = {
    (): File,
    ("moderator",): _MODERATOR.table,
    ("limits",): _LIMITS.table,
    ("imap",): ImapTable,
    ("smtp",): SmtpTable,
    ("forum",): _FORUM.table,
    ("forum", "rooms"): _ROOM.table,
    ("database",): DatabaseTable,
    ("workers",): WorkersTable,
    ("watch",): WatchTable,
    ("match",): MatchTable,
    ("match", "seats"): SeatTable,
    ("override",): OverrideTable,
}
"""Every table by its path without array indices."""
