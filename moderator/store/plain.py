"""Rows as plain values: what a turn reads and writes very many of, past the session.

An object of the session costs some five times as much as its row, since the session watches each for changes. A plain
one is written only by who says so (``queries.insert_all``, ``queries.update_matches``).
"""

from datetime import datetime
from functools import cache
from typing import Any, TypeAlias

from msgspec import Struct
from sqlmodel import SQLModel

from moderator.store.tables import Asking, Match, MatchStatus, Place, Sheet


class PlainMatch(Struct):
    """What a turn needs of a match, and changes."""

    id: int
    name: str
    game: str
    rules: int
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


AnyMatch: TypeAlias = Match | PlainMatch
AnyTimes: TypeAlias = AnyMatch | PlainTimes
AnyAsking: TypeAlias = Asking | PlainAsking
AnyPlace: TypeAlias = Place | PlainPlace
AnySheet: TypeAlias = Sheet | PlainSheet


@cache
def columns(plain: type[Struct], table: type[SQLModel]) -> tuple[Any, ...]:
    """Return the columns of a table that a plain row is made of, in its order."""
    return tuple(getattr(table, name) for name in plain.__struct_fields__)
