"""The table of chat notices: a row for each place that is told of a match, with what goes next or went last."""

from datetime import datetime

from sqlalchemy import UniqueConstraint
from sqlmodel import Field, SQLModel


class ChatNotice(SQLModel, table=True):
    """What a ``target`` is told of a match on one ``occasion``: a message that ``waits`` to go, or the last one.

    ``target`` stands for a web address, which is a secret and is in no row: a keyed hash for one of the operator's
    file, ``player:7`` for that of a ``player``. ``about`` names what the message is about, such as a turn; when that
    changes, there is a new message, and until then the old one is edited. ``seen`` marks the state of the match by
    which the row was last set to wait, ``told`` the facts that the message tells. ``remote`` is the service's own name
    of the message, empty until it has told it. ``failing`` is since when nothing could be delivered.
    """

    __table_args__ = (UniqueConstraint("target", "match", "occasion"),)

    id: int = Field(default=None, primary_key=True)
    target: str
    match: int = Field(foreign_key="match.id", index=True)
    occasion: str
    player: int | None = Field(default=None, foreign_key="player.id", index=True)
    about: str
    seen: str = ""
    told: str = ""
    remote: str = ""
    waits: bool = Field(default=True, index=True)
    due: datetime
    leased: datetime | None = None
    attempts: int = 0
    failing: datetime | None = None
    sent: datetime | None = None
