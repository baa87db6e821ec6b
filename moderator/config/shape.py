"""The shape of ``config.toml``: all its tables and keys, with their types and defaults."""

from datetime import timedelta
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from moderator.config.values import (
    DatabaseUrl,
    Duration,
    MailAddress,
    MailAddresses,
    Moment,
    Part,
    Rhythm,
    Slug,
    TextLines,
    WebAddress,
    Zone,
)

Port = Annotated[int, Field(ge=1, le=65535)]
"""A TCP port."""
Count = Annotated[int, Field(ge=0)]
"""A whole number, 0 or more."""
Name = Annotated[str, Field(min_length=1, max_length=80)]
"""A name for people, of 1 to 80 characters."""
Tls = Literal["tls", "starttls", "none"]
"""How a connection is protected; ``none`` is allowed only within one machine."""


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class LimitsTable(_Table):
    """``[limits]``: how large a letter may be, and how many letters may come and go in a time."""

    letter_bytes: Count = 2_000_000
    letter_parts: Count = 60
    letter_depth: Count = 12
    letter_lines: Count = 2_000
    letters_per_hour: Count = 60
    letters_per_day: Count = 0
    press_share: Part = 0.2
    answer_share: Part = 0.6
    press_per_day: Count = 60
    large_answers_per_day: Count = 20


class ModeratorTable(_Table):
    """``[moderator]``: the moderator's name and addresses, and the defaults of all matches."""

    name: Name
    address: MailAddress
    gm: MailAddress
    aliases: MailAddresses = ()
    zone: Zone = "UTC"
    trust: Literal["tag", "strict", "address"] = "tag"
    authserv_id: str = ""
    plus_addresses: bool = True
    confirm: bool = False
    paper: Literal["a4", "a3", "letter"] = "a4"
    delay: Duration = timedelta(minutes=15)
    grace: Duration = timedelta(0)
    remind: Duration = timedelta(hours=24)
    outage: Part = 0.1
    keep_letters: Count = 400
    log: Literal["console", "json"] = "console"


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


class RoomTable(_Table):
    """A room of a NodeBB for one seat: a group, and the category that it alone can read."""

    group: Name
    category: Count


class ForumTable(_Table):
    """``[[forum]]``: a web forum in which matches are played, too."""

    name: Slug
    kind: Literal["discourse", "nodebb", "misago"]
    url: WebAddress
    category: Count
    key: str = ""
    user: str = ""
    password: str = ""
    rooms: list[RoomTable] = []
    private_pictures: bool = False
    poll: Duration = timedelta(seconds=60)


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

    moderator: ModeratorTable
    limits: LimitsTable = LimitsTable()
    imap: ImapTable | None = None
    smtp: SmtpTable | None = None
    forum: list[ForumTable] = []
    database: DatabaseTable = DatabaseTable()
    workers: WorkersTable = WorkersTable()
    watch: WatchTable = WatchTable()
    match: list[MatchTable] = []
    override: list[OverrideTable] = []


TABLES: dict[tuple[str, ...], type[_Table]] = {
    (): File,
    ("moderator",): ModeratorTable,
    ("limits",): LimitsTable,
    ("imap",): ImapTable,
    ("smtp",): SmtpTable,
    ("forum",): ForumTable,
    ("forum", "rooms"): RoomTable,
    ("database",): DatabaseTable,
    ("workers",): WorkersTable,
    ("watch",): WatchTable,
    ("match",): MatchTable,
    ("match", "seats"): SeatTable,
    ("override",): OverrideTable,
}
"""Every table by its path without array indices."""
