"""Words as Markdown that every forum shows alike: what has a meaning there is taken out of it, and nothing else.

Forums differ in what may be escaped and whether HTML is read, so only the old core of Markdown is used: headings,
lists, fences, backslashes before its marks, and code spans for what stands in angle brackets and for names of files.
"""

import re
from collections.abc import Iterable

from moderator.rendering.filters import clean

_MARKS = re.compile(r"([\\`*_\[\]#])")
_CODE = re.compile(r"<[^<>`\n]{1,60}>|(?<![\w/.@:-])[\w-]+(?:/[\w-]+)*\.(?:md|py)\b")
"""What is to be filled in, and names of files: forums take these for names of sites, and link to them."""
_BEGINS = re.compile(r"^(\s*)([-+>~=]|\d{1,9}[.)](?=\s))", re.MULTILINE)
_TICKS = re.compile(r"`{3,}")
_FENCE = "```"


def markdown(text: object) -> str:
    """Return words with every mark of Markdown in them taken for itself; ``<origin>`` and names of files are code."""
    out, at = [], 0
    words = clean(str(text))
    for code in _CODE.finditer(words):
        out += [_escaped(words[at : code.start()]), f"`{code.group()}`"]
        at = code.end()
    return _BEGINS.sub(_beginning, "".join((*out, _escaped(words[at:]))))


def _escaped(text: str) -> str:
    return _MARKS.sub(r"\\\1", text).replace("<", "\u2039")


def _beginning(found: "re.Match[str]") -> str:
    """Return the beginning of a line without what would make it a list, a quotation or a heading."""
    indent, mark = found.groups()
    return f"{indent}{mark[:-1]}\\{mark[-1]}"


def prefixed(text: str, prefix: str) -> str:
    """Return lines that each begin with a prefix: a quotation, or what belongs to the item of a list."""
    return "\n".join(f"{prefix}{line}".rstrip() for line in text.split("\n"))


def fenced(lines: Iterable[str]) -> str:
    """Return lines in a fence, to be shown and copied as they are."""
    text = "\n".join(clean(line) for line in lines).rstrip()
    longest = max((len(ticks) for ticks in _TICKS.findall(text)), default=0)
    fence = "`" * max(longest + 1, len(_FENCE))
    return f"{fence}\n{text}\n{fence}"
