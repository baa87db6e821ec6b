"""How a law says that it does not hold: where that was, and what differed."""

from typing import Any

import msgspec

from moderator.core.codec import encode

_SHOWN = 60
"""How much of a value is shown."""


class LawBroken(AssertionError):  # noqa: N818 - named for what happened
    """A law does not hold; the message names the table, the turn, the seat, and what is wrong."""


def difference(one: object, other: object) -> str:
    """Say where two values first differ, as JSON: the path, and what is there in each."""
    found = _first(_plain(one), _plain(other), "")
    return found or f"{_short(one)} and {_short(other)} are the same as JSON, but not equal"


def _plain(value: object) -> Any:  # noqa: ANN401 - whatever JSON can hold
    """Return a value as JSON has it; bytes are JSON already, as ``encode`` returns it, or are compared as they are."""
    if not isinstance(value, bytes):
        return msgspec.json.decode(encode(value))
    try:
        return msgspec.json.decode(value)
    except msgspec.DecodeError:
        return repr(value)


def _first(one: Any, other: Any, path: str) -> str:  # noqa: ANN401 - as above
    """Return the first difference, empty if there is none."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        return next((found for key in one if (found := _first(one[key], other[key], f"{path}.{key}"))), "")
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = enumerate(zip(one, other, strict=True))
        return next((found for at, (a, b) in pairs if (found := _first(a, b, f"{path}[{at}]"))), "")
    if one == other:
        return ""
    if isinstance(one, list) and isinstance(other, list):
        return f"{_named(path)} has {len(one)} and {len(other)} entries: {_short(one)} and {_short(other)}"
    if isinstance(one, str) and isinstance(other, str):
        at = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
        start = max(0, at - _SHOWN // 2)
        one, other = one[start : start + _SHOWN], other[start : start + _SHOWN]
    return f"{_named(path)} is {_short(one)} and {_short(other)}"


def _named(path: str) -> str:
    return path.removeprefix(".") or "it"


def _short(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= 2 * _SHOWN else f"{shown[: 2 * _SHOWN]}…"
