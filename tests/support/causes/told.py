"""What was told before a failure, and whether something is named in it."""

from collections.abc import Sequence
from typing import Any, TypeAlias

import msgspec

from moderator.core.game import Event

Told: TypeAlias = Sequence[Event]
"""What the reader was told before the failure, in order."""


def names(data: Any, word: str) -> bool:  # noqa: ANN401 - any data
    """Tell whether a word stands anywhere in an event, a position or a part of one."""
    return bool(word) and _holds(msgspec.to_builtins(data, str_keys=True), word)


def _holds(data: Any, word: str) -> bool:  # noqa: ANN401 - as above
    if isinstance(data, dict):
        return word in data or any(_holds(each, word) for each in data.values())
    if isinstance(data, list | tuple):
        return any(_holds(each, word) for each in data)
    return bool(data == word)
