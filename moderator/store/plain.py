"""Rows as plain values: what turns and letters that go read and write very many of, past the session.

An object of the session costs some five times as much as its row, since the session watches each for changes. A plain
one is written only by who says so (``queries.insert_all``, ``queries.update_all``).
"""

from datetime import datetime
from functools import cache
from typing import Any, TypeAlias

from msgspec import Struct
from sqlmodel import SQLModel

from moderator.store.tables import Asking, Match, MatchStatus, Outbox, OutboxStatus, Place, Sheet, forum_of


class PlainMatch(Struct):
    """What a turn needs of a match, and changes."""

    id: int
    name: str
    game: str
    rules: int
    formula: int
    status: MatchStatus
    settings: str
    schedule: str
    secret: bytes
    number: int
    turn: int
    asking: int
    state: bytes
    deadline: datetime | None
    ready_at: datetime | None
    reminded: datetime | None


class PlainTimes(Struct, frozen=True):
    """What tells when the turn of a match runs."""

    id: int
    name: str
    status: MatchStatus
    settings: str
    deadline: datetime | None
    ready_at: datetime | None


class PlainAsking(Struct, frozen=True):
    """What a turn needs of the asking that it answers."""

    id: int
    match: int
    number: int
    opened: datetime
    open_seed: bytes
    secret_seed: bytes
    prompts: bytes


class PlainPlace(Struct, frozen=True):
    """What a turn needs of a place."""

    id: int
    match: int
    seat: str
    player: int | None
    bot: str
    key_number: int
    missed: str
    watches: bool


class PlainSheet(Struct, frozen=True):
    """What a turn needs of a sheet."""

    id: int
    match: int
    seat: str
    number: int
    receipt: str
    orders: bytes
    wait: bool
    complaints: str


class PlainOutbox(Struct):
    """What sending needs of a letter, and changes."""

    id: int
    key: str
    kind: str
    message_id: str
    bounce_id: str
    match: int | None
    seat: str
    player: int | None
    to: str
    record: int | None
    payload: bytes
    in_reply_to: str
    status: OutboxStatus
    made: datetime
    due: datetime
    leased: datetime | None
    attempts: int
    claims: int
    gone: str
    into: str
    sent: datetime | None
    detail: str

    @property
    def forum(self) -> str:
        """The forum whose chronicle it goes to, by name; empty for whatever goes to a person."""
        return forum_of(self.to)


AnyMatch: TypeAlias = Match | PlainMatch
AnyTimes: TypeAlias = AnyMatch | PlainTimes
AnyAsking: TypeAlias = Asking | PlainAsking
AnyOutbox: TypeAlias = Outbox | PlainOutbox
AnyPlace: TypeAlias = Place | PlainPlace
AnySheet: TypeAlias = Sheet | PlainSheet


@cache
def columns(plain: type[Struct], table: type[SQLModel]) -> tuple[Any, ...]:
    """Return the columns of a table that a plain row is made of, in its order."""
    return tuple(getattr(table, name) for name in plain.__struct_fields__)
