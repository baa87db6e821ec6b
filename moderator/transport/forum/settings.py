"""Where a forum is and how the moderator's account logs in there."""

from typing import Literal

from msgspec import Struct

Kind = Literal["discourse", "nodebb", "misago"]
"""The kinds of forum that there is an adapter for."""


class ForumSettings(Struct, frozen=True, kw_only=True):
    """A ``[[forum]]`` of the operator's file; ``poll`` is in seconds.

    ``key`` is the API key of Discourse or the token of NodeBB; ``user`` and ``password`` are of Misago, and Discourse
    wants ``user`` beside the key. ``category`` is the number of the one in which chronicles are opened. ``rooms`` are
    those of a NodeBB: groups, each with the number of the category that it alone reads.
    """

    name: str
    kind: Kind
    url: str
    category: int
    key: str = ""
    user: str = ""
    password: str = ""
    rooms: tuple[tuple[str, int], ...] = ()
    poll: float = 60.0
