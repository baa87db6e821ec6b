"""A number with a times sign beside a word for units: ``3x Fighter``, ``Fighters x3``. It says how many.

The text keeps its length, so that what is told of a word still points at it.
"""

import re
from collections.abc import Collection

_SIGN = "[x*\u00d7]"
_MAY = re.compile(rf"[0-9]\s?{_SIGN}|{_SIGN}\s?[0-9]", re.IGNORECASE)


class Counts:
    """Reads such numbers before and behind some names of units."""

    def __init__(self, names: Collection[str]) -> None:
        """Know the names, in capitals."""
        longest = sorted(set(names), key=lambda name: (-len(name), name))
        one = "|".join(r"[\s-]+".join(map(re.escape, name.split())) for name in longest)
        ending = r"(?![^\W_])"
        self._before = re.compile(
            rf"(?<![^\W_])(?P<number>[0-9]{{1,2}})(?P<sign>\s?{_SIGN})(?=\s*(?:{one}){ending})", re.IGNORECASE
        )
        leading = rf"(?P<sign>{_SIGN}\s?)(?P<number>[0-9]{{1,2}})(?=\s+(?:{one}){ending})"
        behind = rf"\s*,?\s*{_SIGN}\s?(?P<many>[0-9]{{1,2}})|\s+(?P<turned>[0-9]{{1,2}})\s?{_SIGN}"
        trailing = rf"(?P<name>{one})(?:{behind}){ending}"
        self._loose = re.compile(rf"(?<![^\W_])(?:{leading}|{trailing})", re.IGNORECASE)
        self._any = bool(names)

    def plain(self, text: str) -> str:
        """Return a text with the sign taken out between a number and a unit: nothing else can be meant by it."""
        if not self._any or not _MAY.search(text):
            return text
        return self._before.sub(lambda found: found["number"] + " " * len(found["sign"]), text)

    def loosely(self, text: str) -> str:
        """Return a text with every such number before its unit; ``x3`` may also be a place."""
        if not self._any or not _MAY.search(text):
            return text
        return self._loose.sub(_number_first, text)


def _number_first(found: re.Match[str]) -> str:
    """Put the number before the unit."""
    if found["name"] is None:
        return " " * len(found["sign"]) + found["number"]
    number = found["many"] or found["turned"]
    return f"{number} {found['name']}".ljust(len(found.group()))
