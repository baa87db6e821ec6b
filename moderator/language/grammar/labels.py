"""The number that people write before an order, in the many ways they do."""

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

_TICK = r"[\[(]\s?[x*+\-\u2713\u2714\u221a]?\s?[\])](?=\s+[^\W_])|\[v\](?=\s+[^\W_])"
_SIGN = (
    r"(?!\U0001f51f)[\u00b7\u2022\u2023\u2043\u203b\u2190-\u21ff\u2219\u221a\u25a0-\u2775\u2794-\u27bf\u27f0-\u27ff"
    r"\u2900-\u297f\u2b00-\u2bff\u30fb\ufe0e\ufe0f\U0001f300-\U0001faff]"
)
"""Dots, arrows, ticks and the pictures that people set before a line; no number among them."""
_BULLET = re.compile(rf"\s*(?:(?:[-*+\u2013\u2014](?=\s)|[-=]{{1,3}}>(?=\s)|{_TICK}|{_SIGN})\s*)+", re.IGNORECASE)
_HEADING = re.compile(r"\s*(?:(?:my|our|the|meine|unsere|die)\s+)?(?:orders?|befehle?)\s*:\s*", re.IGNORECASE)
_MARK = r"[.):\]\-\u2013\u2014>/,=|}\ufe0f\u20e3\uff0e\u3001\u3002\uff09\uff1a\uff0c\u060c\u0964]"
_WITH_MARK = r"[\u2474-\u249b\U0001f101-\U0001f10a]"
"""Signs that hold a number and the mark behind it."""
_ROUND = r"[\u2460-\u2473\u24f5-\u24fe\u2776-\u2793\U0001f51f]"
"""Signs that hold a number in a circle, or on a key."""
_NUMBER = rf"(?P<number>\d{{1,2}}|{_ROUND})"
_CARDINALS = "one two three four five six seven eight nine ten eleven twelve".split()  # noqa: SIM905 - reads as a row
_ORDINALS = "first second third fourth fifth sixth".split()  # noqa: SIM905 - the same
_ROMANS = "i ii iii iv v vi vii viii ix".split()  # noqa: SIM905 - the same
_HAN = "\u4e00\u4e8c\u4e09\u56db\u4e94\u516d\u4e03\u516b\u4e5d\u5341"
_VALUES = {word: str(value) for row in (_CARDINALS, _ORDINALS, _ROMANS) for value, word in enumerate(row, 1)} | {
    f"{word}ly": str(value) for value, word in enumerate(_ORDINALS, 1)
}
_SPOKEN = "|".join((*_CARDINALS, *_ORDINALS))
_LABELS = (
    re.compile(
        rf"\s*(?:orders?|ord\.?|befehl)\s*(?:number|nr\.?|no\.?|\#)?\s*{_NUMBER}\s?(?P<letter>[a-z](?![a-z]))?"
        rf"\s*{_MARK}*(?=\s|$|[^\W\d])",
        re.IGNORECASE,
    ),
    re.compile(rf"\s*[(\[]\s*{_NUMBER}\s?(?P<letter>[a-z])?\s*[)\]]\s*{_MARK}*", re.IGNORECASE),
    re.compile(rf"\s*\#\s*{_NUMBER}\s?(?P<letter>[a-z](?![a-z]))?\s*{_MARK}*(?=\s|$|[^\W\d])", re.IGNORECASE),
    re.compile(rf"\s*{_NUMBER}(?:st|nd|rd|th)?\s?(?P<letter>[a-z])?\s*{_MARK}+(?!\d)", re.IGNORECASE),
    re.compile(rf"\s*(?P<number>{_WITH_MARK})\s*{_MARK}*"),
    re.compile(
        rf"\s*[\"\u201c\u201e'`|{{*_<]+\s*{_NUMBER}(?P<letter>[a-z])?\s*[\"\u201c\u201d'`|}}*_>.):]+[,;\s|\"*]*(?!\d)",
        re.IGNORECASE,
    ),
)
_BARES = (
    re.compile(rf"\s*(?P<number>{_ROUND})\s*{_MARK}*\s*(?=[^\W\d])"),
    re.compile(rf"\s*(?P<number>[{_HAN}])\s*{_MARK}+\s*(?=[^\W\d])"),
    re.compile(
        rf"\s*(?:(?:no|nr|num|number)\b\s*[.:]?\s*)?{_NUMBER}(?:(?:st|nd|rd|th)\b|(?P<letter>[a-z]))?\s*{_MARK}*\s+(?=[^\W\d])",
        re.IGNORECASE,
    ),
    re.compile(rf"\s*orders?\s+(?:number\s+|the\s+)?(?P<number>{_SPOKEN})\b\s*{_MARK}*\s+", re.IGNORECASE),
    re.compile(rf"\s*(?P<number>{_SPOKEN}|{'|'.join(f'{word}ly' for word in _ORDINALS)})\s*{_MARK}+\s*", re.IGNORECASE),
    re.compile(
        rf"\s*(?:[(\[]\s*)?(?P<number>{'|'.join(sorted(_ROMANS, reverse=True))}|[a-l])[.:)\]]+\s*(?=[^\W\d_]{{2}})",
        re.IGNORECASE,
    ),
)
"""Labels that might as well be something else."""
_MONTH = re.compile(
    r"(?:jan|feb|f\u00e9v|mar|m\u00e4r|apr|avr|abr|may|mai|maj|jun|jul|jui|aug|ao\u00fb|ago|sep|set|oct|okt|out|ott|nov|dec|dez|d\u00e9c"
    r"|dic)[^\W\d]*\W*(?:\d{2,4}\b.*)?",
    re.IGNORECASE,
)
"""A month in the languages around us, with its year and a time of day."""
_ALIKE = str.maketrans("\u0130\u0131\u017f", "Iis")
"""The letters that a search without regard to case takes for others, but that stay themselves in lower case."""


class Label(NamedTuple):
    """A label in lower case ("" for none), the text after it, and where in the line that begins.

    A ``bare`` one has no mark behind it ("1 ATTACK C4"), or is a word or a letter ("a)"), and may be something else:
    whoever reads on must see that the rest begins like an order. Words and Roman numbers are given as digits.
    """

    label: str
    rest: str
    offset: int
    bare: bool = False


@lru_cache(maxsize=1024)
def read_label(text: str) -> Label:
    """Read the label at the start of a line: ``1.`` ``1)`` ``(1)`` ``#1`` ``Order 1:`` ``2B:`` ``-`` ``[x]`` ….

    Kept for a while: a line is asked for several times, and every letter quotes the same ones.
    """
    plain = _in_ascii_digits(text.translate(_ALIKE))
    begin = 0
    bullet = _BULLET.match(text)
    if bullet is not None:
        begin = bullet.end()
    for pattern in _LABELS:
        found = pattern.match(plain, begin)
        if found is not None:
            return _label(text, found)
    heading = _HEADING.match(text, begin)
    if heading is not None:
        inner = read_label(text[heading.end() :])
        return inner._replace(offset=inner.offset + heading.end())
    for pattern in _BARES:
        found = pattern.match(plain, begin)
        if found is not None:
            return _label(text, found, bare=True)
    return Label("", text[begin:], begin)


def is_month(rest: str) -> bool:
    """Tell whether what stands behind a number is a month, and so the number a day."""
    return _MONTH.fullmatch(rest) is not None


def _in_ascii_digits(text: str) -> str:
    """Return text as long as it was, with the digits of every script as those of ours."""
    if text.isascii():
        return text
    return "".join(str(unicodedata.decimal(sign)) if sign.isdecimal() else sign for sign in text)


def _value(number: str) -> str:
    """Return a number in digits: of a word, of a sign that holds it, or of digits with zeros before them."""
    if not number.isascii():
        return str(int(unicodedata.numeric(number, 10)))  # one sign alone has no value: the key with a ten
    number = number.lower().lstrip("0") or "0"
    return _VALUES.get(number, number)


def _label(text: str, found: re.Match[str], *, bare: bool = False) -> Label:
    number = _value(found["number"])
    end = found.end()
    end += len(text[end:]) - len(text[end:].lstrip())
    bullet = _BULLET.match(text, end)
    end = bullet.end() if bullet else end
    return Label(number + (found.groupdict().get("letter") or "").lower(), text[end:], end, bare)
