"""Reading the whole of ``config.toml``: its shape, its secrets, its matches and its overrides."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

from msgspec.structs import replace
from pydantic import ValidationError
from sqlalchemy.engine import make_url

from moderator.config import desk, forums, matches, notices, secrets, shaping
from moderator.config.faults import ConfigError, Fault
from moderator.config.reading import Source, expand_variables
from moderator.config.shape import DatabaseTable, File
from moderator.core.game import AnyGame
from moderator.games.registry import GAMES
from moderator.service import spectators
from moderator.service.context import MatchPlan, OverridePlan, Settings
from moderator.service.ours import Ours
from moderator.transport.connections import Tls, is_loopback
from moderator.transport.forum.settings import ForumSettings
from moderator.transport.imap import ImapSettings
from moderator.transport.smtp import SmtpSettings
from moderator.web.settings import WebSettings

_CERTAIN = ("database", "moderator")
"""Tables without which nobody can look at matches."""
_SERVERS = ("imap", "smtp", "forum", "notice")


@dataclass(frozen=True)
class Config:
    """Everything that the operator's file says. ``root`` is its folder, which holds templates, orders and state."""

    path: Path
    root: Path
    settings: Settings
    matches: tuple[MatchPlan, ...]
    overrides: tuple[OverridePlan, ...]
    imap: ImapSettings | None = field(repr=False)
    smtp: SmtpSettings | None = field(repr=False)
    database: str = field(repr=False)
    forums: tuple[ForumSettings, ...] = field(default=(), repr=False)
    port: int | None = None
    """The port of the health page, which answers this machine alone; None for no such page."""
    heartbeat: str = ""
    """When the GM is sent a summary: the words of a schedule in the file's zone, empty for never."""
    queue: bool = False
    """Whether other machines share turns and mail."""
    files: tuple[str, ...] = ()
    """The names of the file and of those that it includes, from its folder."""
    web: WebSettings | None = None
    """Where the web desk is; None where it is off."""

    def needing_restart(self, after: "Config") -> list[str]:
        """Return the keys whose values differ in another reading of the file and take effect only at the next start."""
        keys = {
            "database.url": self.database != after.database,
            "moderator.log": self.settings.log != after.settings.log,
            "watch.port": self.port != after.port,
            "workers.queue": self.queue != after.queue,
            "web": self.web != after.web,
        }
        return [key for key, changed in keys.items() if changed]


def load(
    path: Path, env: Mapping[str, str] | None = None, games: Mapping[str, AnyGame] = GAMES, *, mail: bool = True
) -> Config:
    """Read and check a file; raises ConfigError with all its mistakes.

    With ``mail`` false servers, forums and chats are left out: somebody who neither fetches nor sends anything needs no
    secrets.
    """
    config, faults = _read(path, os.environ if env is None else env, games, mail=mail)
    if faults:
        raise ConfigError(faults)
    return config


def load_what_is_right(path: Path, env: Mapping[str, str] | None = None) -> tuple[Config, list[Fault]]:
    """Return what a file says without its mistakes and without its servers, and the mistakes, to look at matches with.

    Raises ConfigError if it is no TOML, or if ``[database]`` or ``[moderator]`` has mistakes: where the matches are,
    and who is their GM, must be certain.
    """
    config, faults = _read(path, os.environ if env is None else env, GAMES, mail=False)
    if any(fault.key.partition(".")[0] in _CERTAIN for fault in faults):
        raise ConfigError(faults)
    return config, faults


def _read(
    path: Path, env: Mapping[str, str], games: Mapping[str, AnyGame], *, mail: bool
) -> tuple[Config, list[Fault]]:
    """Return what is right in a file, and its mistakes; raises ConfigError if it is too broken for that."""
    source = Source(path)
    tree, faults = expand_variables(source, env, () if mail else _SERVERS)
    shape = shaping.read(source, tree)
    faults += shape.faults
    if shape.file is None:
        raise ConfigError(faults)
    file = shape.file
    settings = _settings(file)
    plans, match_faults = matches.plans(source, file, settings, games)
    overrides, override_faults = matches.overrides(source, file, games)
    further = [
        *match_faults,
        *override_faults,
        *_unprotected_transports(source, file),
        *_queue_faults(source, file),
        *forums.faults(source, file),
        *desk.faults(source, file),
        *notices.faults(source, file),
        *secrets.faults(source, tree, file),
    ]
    faults += shape.without_consequences(further)
    config = Config(
        path=path.resolve(),
        root=source.root,
        files=source.files,
        settings=settings,
        matches=plans,
        overrides=overrides,
        imap=_mailbox(file.imap, settings) if file.imap else None,
        smtp=replace(file.smtp, hello=settings.address.rpartition("@")[2]) if file.smtp else None,
        database=_absolute_url(file.database.url, source.root),
        port=file.watch.port,
        heartbeat=file.watch.heartbeat,
        queue=file.workers.queue,
        web=file.web,
        forums=tuple(file.forum) if mail else (),
    )
    return config, faults


def database_of(path: Path, env: Mapping[str, str] | None = None) -> str:
    """Return the URL of the database that a file names, whatever else is wrong with it: a backup needs no passwords."""
    source = Source(path)
    tree, faults = expand_variables(source, os.environ if env is None else env)
    faults = [fault for fault in faults if fault.key.startswith("database.")]
    try:
        table = DatabaseTable.model_validate(tree.get("database", {}))
    except ValidationError as error:
        more = [shaping.fault(source, tree, {**one, "loc": ("database", *one["loc"])}) for one in error.errors()]
        raise ConfigError(faults + more) from None
    if faults:
        raise ConfigError(faults)
    return _absolute_url(table.url, source.root)


def _settings(file: File) -> Settings:
    urls = {table.name: table.url for table in file.forum}
    pictureless = tuple(table.name for table in file.forum if not table.private_pictures)
    closed = tuple(table.name for table in file.forum if table.kind == "nodebb")
    return replace(
        file.moderator,
        forums=urls,
        closed_forums=closed,
        pictureless=pictureless,
        limits=file.limits,
        notices=tuple(file.notice),
        web=file.web.url if file.web else "",
        spectators=spectators.PUBLIC if file.web else spectators.NONE,
    )


def _mailbox(mailbox: ImapSettings, settings: Settings) -> ImapSettings:
    ours = mailbox.ours and Ours(settings.addresses)
    return replace(mailbox, ours=ours, largest=settings.limits.letter_bytes + 1)


def _unprotected_transports(source: Source, file: File) -> list[Fault]:
    """Return a fault for each server to which letters and passwords would travel unprotected over a network."""
    return [
        source.fault(
            (name, "tls"), f'"none" is only for a server on this machine, not for {table.host}', 'write tls = "tls"'
        )
        for name, table in (("imap", file.imap), ("smtp", file.smtp))
        if table and table.tls is Tls.NONE and not is_loopback(table.host)
    ]


def _queue_faults(source: Source, file: File) -> Iterator[Fault]:
    """Yield what is missing for several machines to share the work."""
    if not file.workers.queue:
        return
    if make_url(file.database.url).get_backend_name() != "postgresql":
        advice = 'write [database] url = "postgresql://…", or leave queue out'
        yield source.fault(("workers", "queue"), "only a PostgreSQL database can be shared by several machines", advice)
    elif find_spec("procrastinate") is None:
        yield source.fault(
            ("workers", "queue"), "a queue needs another package", 'pip install "procrastinate>=3.10,<4"'
        )


def _absolute_url(url: str, root: Path) -> str:
    """Return a database URL with a relative SQLite path made absolute, starting from ``root``."""
    scheme, found, path = url.partition(":///")
    if scheme != "sqlite" or not found or path.startswith("/") or path in {"", ":memory:"}:
        return url
    return f"sqlite:///{root / path}"
