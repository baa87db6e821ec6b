"""The tables of people who are wanted for matches: open matches, who has joined them, and the waiting list."""

from datetime import datetime

from sqlalchemy import Column, Index, UniqueConstraint, text
from sqlmodel import Field, SQLModel

from moderator.store.json_column import JsonColumn
from moderator.store.plans import MatchPlan
from moderator.store.statuses import OpenStatus

_GOING_ON = text("status IN ('OPEN', 'MUSTERED')")


class OpenMatch(SQLModel, table=True):
    """A match that people can join, until it begins or is called off; its ``settings`` name no one for the free seats.

    While it is mustered, its people are asked whether they are there: they were ``asked`` then, and the match
    ``begins`` at that time at the latest. One that has ``waited`` for more people begins with as few as it can.
    """

    model_config = {"arbitrary_types_allowed": True}  # settings
    __table_args__ = (
        Index("ix_openmatch_going_on", "slug", unique=True, sqlite_where=_GOING_ON, postgresql_where=_GOING_ON),
    )

    id: int = Field(default=None, primary_key=True)
    name: str
    slug: str = Field(index=True)
    status: OpenStatus = Field(index=True)
    settings: MatchPlan = Field(sa_column=Column(JsonColumn(MatchPlan), nullable=False))
    opened: datetime
    asked: datetime | None = None
    begins: datetime | None = None
    waited: bool = False


class Membership(SQLModel, table=True):
    """A player who has joined an open match, perhaps with a wish for a ``seat``; by ``id`` the first come first.

    Who has joined after all places were taken waits for one. ``here`` is when the player was last heard of about the
    match, None while the muster waits for an answer.
    """

    __table_args__ = (UniqueConstraint("open_match", "player"),)

    id: int = Field(default=None, primary_key=True)
    open_match: int = Field(foreign_key="openmatch.id")
    player: int = Field(foreign_key="player.id", index=True)
    seat: str = ""
    joined: datetime
    here: datetime | None = None


class Standby(SQLModel, table=True):
    """Somebody on the waiting list: would step in for a player who is lost, in a ``match`` or (None) in any.

    ``assignment`` is the place that was offered, in the match ``offered_in``: when it was ``asked``, and ``accepted``.
    """

    id: int = Field(default=None, primary_key=True)
    address: str = Field(index=True)
    name: str
    match: int | None = Field(default=None, foreign_key="match.id")
    made: datetime
    assignment: int | None = Field(default=None, foreign_key="seatassignment.id")
    offered_in: int | None = Field(default=None, foreign_key="match.id")
    asked: datetime | None = None
    accepted: datetime | None = None
