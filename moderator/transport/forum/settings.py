"""Where a forum is and how the moderator's account logs in there."""

from datetime import timedelta
from typing import Literal

from msgspec import Struct

Kind = Literal["discourse", "nodebb", "misago"]
"""The kinds of forum that there is an adapter for."""


class Room(Struct, frozen=True):
    """A place for one private thread: a group, by the name in its address, and the category that it alone can read."""

    group: str
    category: int


class ForumSettings(Struct, frozen=True, kw_only=True):
    """A ``[[forum]]`` of the operator's file.

    ``key`` is the API key of Discourse or the token of NodeBB; ``user`` and ``password`` are of Misago, and Discourse
    wants ``user`` beside the key. ``category`` is the number of the one in which chronicles are opened. ``rooms`` are
    those of a NodeBB, one for each seat. ``private_pictures`` tells that pictures may be in private threads, too.
    """

    name: str
    kind: Kind
    url: str
    category: int
    key: str = ""
    user: str = ""
    password: str = ""
    rooms: tuple[Room, ...] = ()
    private_pictures: bool = False
    poll: timedelta = timedelta(seconds=60)
