"""Events as plain data, compared with what a case wants of them."""

from typing import Any

import msgspec

from moderator.core.game import Event


def plain(event: Event) -> dict[str, Any]:
    """Return an event as plain data with its kind."""
    value: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(event))
    return value


def fits(want: Any, got: Any) -> bool:  # noqa: ANN401 - any plain data
    """Tell whether everything that is wanted is there."""
    if isinstance(want, dict):
        return isinstance(got, dict) and all(key in got and fits(value, got[key]) for key, value in want.items())
    if isinstance(want, list):
        same = isinstance(got, list) and len(want) == len(got)
        return same and all(fits(one, other) for one, other in zip(want, got, strict=True))
    return bool(want == got)
