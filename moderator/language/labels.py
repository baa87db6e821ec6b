"""The number that people write before an order, in the many ways they do."""

import re
import unicodedata
from typing import NamedTuple

_BULLET = re.compile(r"\s*(?:[-*+\u2013\u2014](?=\s)|[\u2022\u00b7\u2023\u25aa\u25e6\u25cf\u2219])\s*")
_HEADING = re.compile(r"\s*(?:(?:my|our|the)\s+)?orders?\s*:\s*", re.IGNORECASE)
_MARK = r"[.):\]\-\u2013\u2014>/,=]"
_NUMBER = r"(?P<number>\d{1,2})"
_LABELS = (
    re.compile(
        rf"\s*(?:orders?|ord\.?)\s*(?:number|nr\.?|no\.?|\#)?\s*{_NUMBER}\s?(?P<letter>[a-z](?![a-z]))?"
        rf"\s*{_MARK}*(?=\s|$|[^\W\d])",
        re.IGNORECASE,
    ),
    re.compile(rf"\s*[(\[]\s*{_NUMBER}\s?(?P<letter>[a-z])?\s*[)\]]\s*{_MARK}*", re.IGNORECASE),
    re.compile(rf"\s*\#\s*{_NUMBER}\s?(?P<letter>[a-z](?![a-z]))?\s*{_MARK}*(?=\s|$|[^\W\d])", re.IGNORECASE),
    re.compile(rf"\s*{_NUMBER}(?:st|nd|rd|th)?\s?(?P<letter>[a-z])?\s*{_MARK}+(?!\d)", re.IGNORECASE),
)
_BARE = re.compile(rf"\s*{_NUMBER}(?P<letter>[a-z])?\s+(?=[^\W\d])", re.IGNORECASE)


class Label(NamedTuple):
    """A label in lower case ("" for none), the text after it, and where in the line that begins.

    A ``bare`` one has no mark behind it ("1 ATTACK C4") and may be something else: whoever reads on must see
    that the rest begins like an order.
    """

    label: str
    rest: str
    offset: int
    bare: bool = False


def read_label(text: str) -> Label:
    """Read the label at the start of a line: ``1.`` ``1)`` ``(1)`` ``#1`` ``Order 1:`` ``2B:`` ``-`` ``•`` …."""
    begin = 0
    bullet = _BULLET.match(text)
    if bullet is not None:
        begin = bullet.end()
    for pattern in _LABELS:
        found = pattern.match(text, begin)
        if found is not None:
            return _label(text, found)
    heading = _HEADING.match(text, begin)
    if heading is not None:
        inner = read_label(text[heading.end() :])
        return inner._replace(offset=inner.offset + heading.end())
    found = _BARE.match(text, begin)
    if found is not None:
        return _label(text, found, bare=True)
    return Label("", text[begin:], begin)


def _label(text: str, found: re.Match[str], *, bare: bool = False) -> Label:
    number = unicodedata.normalize("NFKC", found["number"]).lstrip("0") or "0"
    end = found.end()
    end += len(text[end:]) - len(text[end:].lstrip())
    return Label(number + (found["letter"] or "").lower(), text[end:], end, bare)
