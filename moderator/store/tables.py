"""The tables: letters said, sheets understood, records ruled; the rest is a cache of them or a worklist.

Times are aware UTC. Blobs are ``core.codec.pack`` (canonical JSON, compressed). No relationships: queries are
explicit.
"""

import json
from datetime import datetime
from enum import StrEnum

from sqlalchemy import Index, UniqueConstraint
from sqlmodel import Field, SQLModel


class LetterStatus(StrEnum):
    """Where a kept letter stands; ``KEPT`` is the worklist."""

    KEPT = "kept"
    DONE = "done"
    IGNORED = "ignored"
    """Bounces, auto-replies, bulk, our own, strangers: filed, never answered."""
    HELD = "held"
    """Waits for a confirmation from the address on file."""
    SHUNTED = "shunted"


class MatchStatus(StrEnum):
    """Where a match stands."""

    RUNNING = "running"
    PAUSED = "paused"
    """By the GM: no deadline runs, letters are still read."""
    FAULTED = "faulted"
    """A ruling raised; waits for the operator."""
    OVER = "over"


class RecordKind(StrEnum):
    """What a record tells of."""

    SETUP = "setup"
    TURN = "turn"
    AMENDMENT = "amendment"
    NOTE = "note"
    """Something that did not touch the position: a deadline moved, a player replaced, a pause."""
    END = "end"
    """The GM ended the match."""


class OutboxStatus(StrEnum):
    """Where a letter out stands."""

    WAITING = "waiting"
    SENT = "sent"
    REFUSED = "refused"
    WITHHELD = "withheld"
    """Holds secrets, and nobody answered from its address yet; or a memo of a player who writes too many."""
    DROPPED = "dropped"
    """Overtaken before it went: a reminder after orders came in, a memo that is gathered in another."""


class Player(SQLModel, table=True):
    """A person; ``preferences`` is JSON text (zone, paper, text-only, attachments …)."""

    id: int | None = Field(default=None, primary_key=True)
    name: str
    zone: str
    preferences: str = "{}"
    vacation_from: datetime | None = None
    vacation_to: datetime | None = None


class Address(SQLModel, table=True):
    """A mail address of a player, in lower case; the first one that was confirmed is written to.

    ``refused`` counts the letters that it would not take since the player last wrote from it.
    """

    __table_args__ = (UniqueConstraint("player", "address"),)

    id: int | None = Field(default=None, primary_key=True)
    player: int = Field(foreign_key="player.id", index=True)
    address: str = Field(index=True)
    confirmed: bool = False
    refused: int = 0


class Match(SQLModel, table=True):
    """A game being played. ``state`` is a cache of the last record; ``number`` is that record's number.

    ``settings`` is JSON text as the operator wrote the match. ``schedule`` is ``every …``, ``at …`` or ``cron …``.
    ``secret`` is the match secret under which digests are keyed, sealed in the welcome. ``ready_at`` is when the
    turn runs because all are in. ``rules`` is the version of the game's rules. ``slug`` is the name as it stands in
    addresses.
    """

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True)
    slug: str = Field(unique=True, index=True)
    game: str
    rules: int
    status: MatchStatus
    settings: str
    schedule: str
    secret: bytes
    number: int = 0
    turn: int = 0
    asking: int = 0
    state: bytes
    created: datetime
    deadline: datetime | None = Field(default=None, index=True)
    ready_at: datetime | None = Field(default=None, index=True)
    reminded: datetime | None = None
    fault: str = ""


class Place(SQLModel, table=True):
    """A player or a bot in a seat; ``left`` is set when another takes over. ``key_number`` withdraws tags."""

    id: int | None = Field(default=None, primary_key=True)
    match: int = Field(foreign_key="match.id", index=True)
    seat: str
    player: int | None = Field(default=None, foreign_key="player.id", index=True)
    bot: str = ""
    key_number: int = 1
    joined: datetime
    left: datetime | None = None


class Asking(SQLModel, table=True):
    """A moment when a match began to wait for orders; the seeds stay sealed until ruled (open) and over (secret).

    ``record`` is the number that the ruling will bear. ``prompts`` packs dict[Seat, Prompt].
    """

    __table_args__ = (UniqueConstraint("match", "number"),)

    id: int | None = Field(default=None, primary_key=True)
    match: int = Field(foreign_key="match.id")
    number: int
    record: int
    open_seed: bytes
    secret_seed: bytes
    prompts: bytes
    opened: datetime
    closed: datetime | None = None


class Letter(SQLModel, table=True):
    """What was said: one raw letter, kept once. ``raw`` is zlib-compressed, emptied after ``keep_letters`` days.

    ``sender`` is set when it is read; ``confirmed_by`` is the letter that confirmed a held one.
    """

    __table_args__ = (
        UniqueConstraint("transport", "origin"),
        UniqueConstraint("message_id", "fingerprint"),
        Index("ix_letter_player_kept", "player", "kept"),
    )

    id: int | None = Field(default=None, primary_key=True)
    transport: str
    origin: str
    message_id: str | None = None
    fingerprint: str
    arrived: datetime
    kept: datetime
    trusted: bool = False
    raw: bytes
    status: LetterStatus = Field(index=True)
    verdict: str = ""
    traceback: str = ""
    sender: str = Field(default="", index=True)
    confirmed_by: int | None = None
    player: int | None = None
    match: int | None = Field(default=None, index=True)
    seat: str = ""


class Sheet(SQLModel, table=True):
    """What was understood: a seat's orders for one asking; the newest ``current`` one counts.

    One that was withdrawn is followed by an empty one that never counts, of the letter that withdrew it.

    ``orders`` packs the tuple of orders. ``number`` counts the seat's sheets for the asking. ``arrived`` is the
    letter's; a bot's sheet has no letter. ``wait`` is what the player said of the turn, ``complaints`` (JSON) the
    lines of letters that did not count and that nothing has settled since. ``spoken`` holds the numbers of the sheet
    that its letter spoke of, apart by blanks; ``*`` if it was a new sheet.
    """

    id: int | None = Field(default=None, primary_key=True)
    match: int = Field(foreign_key="match.id", index=True)
    asking: int
    seat: str
    number: int
    letter: int | None = Field(default=None, foreign_key="letter.id")
    arrived: datetime
    orders: bytes
    salt: bytes
    receipt: str
    wait: bool = False
    current: bool = True
    complaints: str = Field(default="[]", sa_column_kwargs={"server_default": "[]"})
    spoken: str = Field(default="*", sa_column_kwargs={"server_default": "*"})

    @property
    def faulty(self) -> bool:
        """Whether lines that did not count are still waited for."""
        return any(not complaint.get("read_as") for complaint in json.loads(self.complaints))

    @property
    def holds(self) -> bool:
        """Whether the turn waits for its deadline though this sheet is on file."""
        return self.wait or self.faulty


class Record(SQLModel, table=True):
    """What was ruled, append-only. ``rulings`` packs tuple[Ruling-like]; ``digest`` is keyed by the match secret."""

    __table_args__ = (UniqueConstraint("match", "number"),)

    id: int | None = Field(default=None, primary_key=True)
    match: int = Field(foreign_key="match.id")
    number: int
    asking: int
    kind: RecordKind
    turn: int
    made: datetime
    body: bytes
    position: bytes
    digest: str


class Outbox(SQLModel, table=True):
    """A letter to be sent: thin, rendered when it goes. ``key`` is unique and stable, its Message-ID derives from it.

    ``message_id`` is kept as it was when the row was made: a tag in it may be withdrawn before the letter goes.
    ``bounce_id`` is what its return path says, derived from the key and opaque: a row's number would tell its readers
    how many letters go to others.
    ``payload`` packs the small facts that are not in records (an acknowledgement's transcript). ``to`` is empty for
    the address on file. ``attempts`` counts those that a wire answered: one that was killed tells of no mailbox.
    """

    id: int | None = Field(default=None, primary_key=True)
    key: str = Field(unique=True)
    kind: str
    message_id: str = Field(default="", index=True)
    bounce_id: str = Field(default="", index=True)
    priority: int = 5
    match: int | None = Field(default=None, index=True)
    seat: str = ""
    player: int | None = None
    to: str = ""
    record: int | None = None
    payload: bytes
    in_reply_to: str = ""
    status: OutboxStatus = Field(index=True)
    made: datetime
    due: datetime = Field(index=True)
    leased: datetime | None = None
    attempts: int = 0
    sent: datetime | None = None
    detail: str = ""


class Vote(SQLModel, table=True):
    """A seat's vote to end a match: ``kind`` is ``draw`` or ``concede``; it stands for one asking."""

    __table_args__ = (UniqueConstraint("match", "asking", "seat", "kind"),)

    id: int | None = Field(default=None, primary_key=True)
    match: int = Field(foreign_key="match.id", index=True)
    asking: int
    seat: str
    kind: str
    made: datetime


class Override(SQLModel, table=True):
    """A GM's override, applied exactly once by its ``name`` (the ``id`` of config.toml)."""

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True)
    match: int = Field(foreign_key="match.id")
    text: str
    applied: datetime
    record: int


class Pulse(SQLModel, table=True):
    """When the moderator was last at work: one row.

    ``seen`` is the latest time at which it was, ``behind`` since when the clock shows an earlier one. ``told`` is when
    the operator was last told how things stand.
    """

    id: int | None = Field(default=None, primary_key=True)
    seen: datetime | None = None
    behind: datetime | None = None
    told: datetime | None = None
