"""A game of which a test replaces a part for a while."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from msgspec.structs import force_setattr

from moderator.core.game import AnyGame


@contextmanager
def altered(game: AnyGame, part: str, other: Any) -> Iterator[None]:  # noqa: ANN401 - whatever the part is
    """Replace a part of a game, which is frozen and which many hold, and put it back at the end."""
    was = getattr(game, part)
    force_setattr(game, part, other)
    try:
        yield
    finally:
        force_setattr(game, part, was)
