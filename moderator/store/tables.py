"""The tables: letters as they came, order sets as understood, records as resolved; all others are caches or worklists.

Times are aware and in UTC. Blobs are made by ``core.codec.pack`` (canonical JSON, compressed). There are no
relationships: queries are explicit. A row has its ``id`` from when it is flushed on.
"""

from datetime import UTC, datetime

from sqlalchemy import Column, Index, UniqueConstraint, event, false, inspect
from sqlmodel import Field, SQLModel

from moderator.ports import FORUM, WEB
from moderator.store.complaints import Complaint
from moderator.store.json_column import JsonColumn
from moderator.store.plans import MatchPlan
from moderator.store.statuses import LetterStatus, MatchStatus, OutboxStatus, RecordKind

AT_ONCE = datetime(1970, 1, 1, tzinfo=UTC)
"""A moment that has come by every clock, also by one that is put back."""


class Player(SQLModel, table=True):
    """A person. ``preferences`` is JSON text (zone, paper, text-only, attachments …)."""

    id: int = Field(default=None, primary_key=True)
    name: str
    zone: str
    preferences: str = "{}"
    vacation_from: datetime | None = None
    vacation_to: datetime | None = None


class Address(SQLModel, table=True):
    """A mail address of a player, in lower case. Letters go to the first one that was confirmed.

    ``refused`` counts the letters that came back from the address since the player last wrote from it. One that is
    ``claimed`` came with an import, and nobody has shown here whose it is: it leads to no player but in that match.
    """

    __table_args__ = (UniqueConstraint("player", "address"),)

    id: int = Field(default=None, primary_key=True)
    player: int = Field(foreign_key="player.id", index=True)
    address: str = Field(index=True)
    confirmed: bool = False
    refused: int = 0
    claimed: bool = Field(default=False, sa_column_kwargs={"server_default": false()})


class Account(SQLModel, table=True):
    """A player's account in a forum of the operator's file; ``number`` is the forum's, empty until it has told it.

    Without a ``name`` the player is expected there. ``code`` is what the player joins with; empty once it is used.
    ``claimed`` is as of an address.
    """

    __table_args__ = (UniqueConstraint("player", "forum"), Index("ix_account_number", "forum", "number"))

    id: int = Field(default=None, primary_key=True)
    player: int = Field(foreign_key="player.id", index=True)
    forum: str
    name: str
    number: str = ""
    code: str = Field(default="", sa_column_kwargs={"server_default": ""})
    claimed: bool = Field(default=False, sa_column_kwargs={"server_default": false()})


class Thread(SQLModel, table=True):
    """A thread of ours in a forum: that of a player in a seat, or (no ``seat``) the chronicle of a match.

    A seat's thread without ``player`` is one that its player has left for another. One without a ``match`` is that of a
    player who has no seat yet.
    """

    __table_args__ = (UniqueConstraint("forum", "thread"), UniqueConstraint("match", "seat", "player", "forum"))

    id: int = Field(default=None, primary_key=True)
    match: int | None = Field(default=None, foreign_key="match.id", index=True)
    seat: str
    player: int | None = Field(default=None, foreign_key="player.id")
    forum: str
    thread: str


class Cursor(SQLModel, table=True):
    """How far a forum has been read; the text is the adapter's own."""

    forum: str = Field(primary_key=True)
    cursor: str


class Browser(SQLModel, table=True):
    """A browser that opens the desk of a ``player``, or without one the GM's. ``key`` is the hash of its cookie.

    It was ``opened`` by a link in a letter, and ``used`` last at about that time.
    """

    id: int = Field(default=None, primary_key=True)
    player: int | None = Field(default=None, foreign_key="player.id", index=True)
    key: str = Field(unique=True)
    opened: datetime
    used: datetime


class Entrance(SQLModel, table=True):
    """A link to a desk that was sent by letter, for a ``player`` or without one for the GM.

    ``waiting`` is the hash of the cookie of the browser that asked. It can be used once: ``used`` is when it was.
    ``tries`` counts wrong codes that were typed into that browser. On the page of ``letter`` it was asked for.
    """

    id: int = Field(default=None, primary_key=True)
    player: int | None = Field(default=None, foreign_key="player.id", index=True)
    waiting: str = Field(unique=True)
    asked: datetime = Field(index=True)
    used: datetime | None = None
    tries: int = 0
    letter: str = Field(default="", sa_column_kwargs={"server_default": ""})


class AddressChange(SQLModel, table=True):
    """A change of a player's address that is asked for and not yet decided: one a player, at most.

    ``key`` ends the keys of the letters that ask ``old`` and ``address``, the new one; no other change ever has it.
    ``old_agreed`` and ``new_agreed`` tell who has agreed. ``match`` is the one in which it was asked for.
    """

    id: int = Field(default=None, primary_key=True)
    player: int = Field(foreign_key="player.id", unique=True)
    key: str
    match: int = Field(foreign_key="match.id")
    old: str
    address: str
    by_gm: bool = False
    old_agreed: bool = False
    new_agreed: bool = False
    asked: datetime


class Match(SQLModel, table=True):
    """A game being played. ``state`` is a cache of the last record, and ``number`` that record's number.

    ``settings`` is the operator's table of the match, ``schedule`` is ``every …``, ``at …`` or ``cron …``.
    ``secret`` is the match secret that digests are keyed with; the welcome prints its seal. ``ready_at`` is the time at
    which the turn runs because all orders are in. ``rules`` is the version of the game's rules, ``formula`` that of
    the key of the dice, which a match keeps from its beginning to its end. ``slug`` is the name as it is written in
    addresses. ``check_due`` is when it is worth a look next: None for never, ``AT_ONCE`` from any
    change of what that depends on until somebody has looked. One that is ``withdrawn`` ended before its first turn;
    it has another ``name`` than in its settings once that is used again.
    """

    model_config = {"arbitrary_types_allowed": True}  # settings
    __table_args__ = (Index("ix_match_rules", "game", "status", "rules"),)

    id: int = Field(default=None, primary_key=True)
    name: str = Field(unique=True)
    slug: str = Field(unique=True, index=True)
    game: str
    rules: int
    formula: int = Field(default=1, sa_column_kwargs={"server_default": "1"})
    status: MatchStatus
    settings: MatchPlan = Field(sa_column=Column(JsonColumn(MatchPlan), nullable=False))
    schedule: str
    secret: bytes
    number: int = 0
    turn: int = 0
    request: int = 0
    state: bytes
    created: datetime
    deadline: datetime | None = None
    ready_at: datetime | None = None
    reminded: datetime | None = None
    fault: str = ""
    check_due: datetime | None = Field(default=AT_ONCE, index=True)
    withdrawn: bool = Field(default=False, index=True, sa_column_kwargs={"server_default": false()})


SCHEDULING_COLUMNS = ("status", "settings", "request", "deadline", "ready_at", "reminded")
"""The columns that a look goes by: when the session writes one of them, it writes ``AT_ONCE`` to ``check_due``, too."""


@event.listens_for(Match, "before_update")
def _mark_due_for_a_check(_mapper: object, _connection: object, match: Match) -> None:
    kept = inspect(match).attrs
    changed = {name for name in ("check_due", *SCHEDULING_COLUMNS) if kept[name].history.has_changes()}
    if changed and "check_due" not in changed:
        match.check_due = AT_ONCE


class SeatAssignment(SQLModel, table=True):
    """A player or a bot in a seat. ``left`` is set when another takes over. A new ``key_number`` makes tags invalid.

    A player with a ``bot`` is absent, and it plays meanwhile. ``missed`` are the turns that the player has missed in a
    row, separated by blanks, where the match counts them; it counts no more of them than it needs. One who ``watches``
    gets every report even when the seat is out of the match.
    """

    id: int = Field(default=None, primary_key=True)
    match: int = Field(foreign_key="match.id", index=True)
    seat: str
    player: int | None = Field(default=None, foreign_key="player.id", index=True)
    bot: str = ""
    key_number: int = 1
    joined: datetime
    left: datetime | None = None
    missed: str = Field(default="", sa_column_kwargs={"server_default": ""}, index=True)
    watches: bool = Field(default=False, sa_column_kwargs={"server_default": false()})

    def held(self, when: datetime) -> bool:
        """Tell whether this player or bot sat there at a time."""
        return self.joined <= when and (self.left is None or self.left > when)


class OrderRequest(SQLModel, table=True):
    """A moment at which a match began to wait for orders.

    The open seed stays sealed until the order request is resolved, the secret one until the match is over. ``record``
    is the number that the step's record will have if no other record comes between. ``prompts`` packs a dict[Seat,
    Prompt], ``proposals`` what people have proposed to their allies. ``sealed`` are the seals of both seeds as they
    were printed; older rows have none.
    """

    __table_args__ = (UniqueConstraint("match", "number"),)

    id: int = Field(default=None, primary_key=True)
    match: int = Field(foreign_key="match.id")
    number: int
    record: int
    open_seed: bytes
    secret_seed: bytes
    sealed: str = Field(default="", sa_column_kwargs={"server_default": ""})
    prompts: bytes
    proposals: bytes | None = None
    opened: datetime
    closed: datetime | None = None


class Letter(SQLModel, table=True):
    """A letter as it came, stored once. ``raw`` is zlib-compressed, and emptied after ``keep_letters`` days.

    ``sender`` is set when the letter is read. ``confirmed_by`` is the letter that confirmed a held one.
    """

    __table_args__ = (
        UniqueConstraint("transport", "origin"),
        UniqueConstraint("message_id", "fingerprint"),
        Index("ix_letter_player_kept", "player", "kept"),
    )

    id: int = Field(default=None, primary_key=True)
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

    @property
    def forum(self) -> str:
        """The forum that it came from, by name; empty for mail."""
        return forum_of(self.transport)

    @property
    def is_typed(self) -> bool:
        """Whether it was typed on the web desk."""
        return self.transport == WEB


class OrderSet(SQLModel, table=True):
    """The orders of a seat for one order request, as understood. The newest ``current`` order set counts.

    An order set that was withdrawn is followed by an empty one, of the letter that withdrew it, which never counts.

    ``orders`` packs the tuple of orders. ``number`` counts the seat's order sets for the order request. ``arrived`` is
    when the letter arrived; a bot's order set has no letter. ``wait`` is set while the player asks that the turn wait
    for its deadline. ``complaints`` are the lines of letters that did not count and are not settled yet. ``spoken``
    holds the order numbers that the letter was about, separated by blanks, or ``*`` for a complete new order set.
    """

    model_config = {"arbitrary_types_allowed": True}  # complaints
    __table_args__ = (Index("ix_orderset_match_request", "match", "request"),)

    id: int = Field(default=None, primary_key=True)
    match: int = Field(foreign_key="match.id")
    request: int
    seat: str
    number: int
    letter: int | None = Field(default=None, foreign_key="letter.id")
    arrived: datetime
    orders: bytes
    salt: bytes
    receipt: str
    wait: bool = False
    current: bool = True
    complaints: tuple[Complaint, ...] = Field(
        default=(), sa_column=Column(JsonColumn(tuple[Complaint, ...]), nullable=False, server_default="[]")
    )
    spoken: str = Field(default="*", sa_column_kwargs={"server_default": "*"})

    @property
    def faulty(self) -> bool:
        """Whether lines that did not count are still waited for."""
        return any(not complaint.read_as for complaint in self.complaints)

    @property
    def came_back(self) -> bool:
        """Whether it came back by a rollback, and its player has not said yet that it stands."""
        return any(complaint.since and not complaint.text for complaint in self.complaints)

    @property
    def holds(self) -> bool:
        """Whether the turn waits for its deadline although this order set is on file."""
        return self.wait or self.faulty


class Record(SQLModel, table=True):
    """What was resolved or changed in a match; append-only. ``digest`` is keyed with the match secret."""

    __table_args__ = (UniqueConstraint("match", "number"),)

    id: int = Field(default=None, primary_key=True)
    match: int = Field(foreign_key="match.id")
    number: int
    request: int
    kind: RecordKind
    turn: int
    made: datetime
    body: bytes
    position: bytes
    digest: str


class Outbox(SQLModel, table=True):
    """A letter to be sent, as facts: it is rendered when it goes. ``key`` is unique and gives the Message-ID.

    ``message_id`` is fixed when the row is made, and names the order request of that time. ``bounce_id`` stands in the
    return path. It is derived from the key and opaque: the number of a row would tell readers how many letters go to
    others. ``payload`` packs small facts that are not in records, such as the transcript of an acknowledgement. ``to``
    is empty for the address on file. ``attempts`` counts attempts that the transport answered, since one that was
    killed says nothing about the mailbox; ``claims`` counts all of them. ``gone`` names the transports that have taken
    it, separated by blanks, where it goes by several: ``mail`` and forums by name. ``into`` is the ``bounce_id`` of the
    letter in whose post it is written where it goes to a forum, empty for a post of its own.
    """

    id: int = Field(default=None, primary_key=True)
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
    claims: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    gone: str = Field(default="", sa_column_kwargs={"server_default": ""})
    into: str = Field(default="", sa_column_kwargs={"server_default": ""})
    sent: datetime | None = None
    detail: str = ""

    @property
    def forum(self) -> str:
        """The forum whose chronicle it goes to, by name; empty for whatever goes to a person."""
        return forum_of(self.to)


class Vote(SQLModel, table=True):
    """A seat's vote about a match, valid for one order request. ``kind`` is ``draw``, ``concede`` or ``rollback``.

    For a rollback the row of no seat stands for the GM's question.
    """

    __table_args__ = (UniqueConstraint("match", "request", "seat", "kind"),)

    id: int = Field(default=None, primary_key=True)
    match: int = Field(foreign_key="match.id", index=True)
    request: int
    seat: str
    kind: str
    made: datetime


class Override(SQLModel, table=True):
    """A GM's override, decided once in a match by its ``name``, which is the ``id`` in config.toml.

    ``applied`` is when it was decided. It was carried out as the ``record``, unless ``refused`` gives the reason why
    not; then the ``record`` is the newest of that time. Without a ``match``, but refused, it is one that an older
    release refused, which kept neither match nor text. Without either it is one for all matches: it means those up to
    the one whose id its ``record`` is, and none that began later.
    """

    __table_args__ = (UniqueConstraint("name", "match"),)

    id: int = Field(default=None, primary_key=True)
    name: str
    match: int | None = Field(default=None, foreign_key="match.id")
    text: str
    applied: datetime
    record: int
    refused: str = Field(default="", sa_column_kwargs={"server_default": ""})


class Pulse(SQLModel, table=True):
    """The one row that tells when the moderator was last at work.

    ``seen`` is the latest such time. ``behind`` is since when the clock has shown an earlier one. ``told`` is when the
    operator last got a summary.
    """

    id: int = Field(default=None, primary_key=True)
    seen: datetime | None = None
    behind: datetime | None = None
    told: datetime | None = None


def forum_of(way: str) -> str:
    """Return the forum that a transport or a letter's reader is, by name; empty for mail."""
    return way.removeprefix(FORUM) if way.startswith(FORUM) else ""
