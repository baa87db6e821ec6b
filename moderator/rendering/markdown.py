"""Words as Markdown that every forum shows alike: what has a meaning there is taken out of it, and nothing else.

Forums differ in what may be escaped and whether HTML is read, so only the old core of Markdown is used: headings,
lists, fences, backslashes before its marks, and code spans. A backslash stops no forum from making a link of an
address, a mention of ``@all`` or a sign of ``&#64;``, since that is done after Markdown is read; in a code span all do
nothing. So whatever a forum would bring to life is code, and so is what stands in angle brackets.
"""

import re
from collections.abc import Iterable

from moderator.rendering.filters import clean

_MARKS = re.compile(r"([\\`*_\[\]#])")
_WORDS = re.compile(r"<[^<>`\n]{1,60}>|[^\s`<]+")
"""What is to be filled in, and words, between blanks, backticks and brackets."""
_AUTOLINKED = re.compile(
    r"@\w"  # a mention, a mail address
    r"|[a-z]:/|www\."  # an address with its scheme, or without
    r"|[^\W_-][\w-]*\.[^\W\d_]{2,}"  # the name of a site, and names of files, which forums take for sites
    r"|&#?\w{1,32};"  # a sign of HTML
    r"|(?:^|[^\w&])#[^\W\d]"  # a category
    r"|~~|\|\|"  # struck out, hidden
    r"|^[|:-]*[|:][|:-]*$",  # the line below the head of a table
    re.IGNORECASE,
)
_EDGES = re.compile(r"([(\[{\"'*_]*)(.*?)([.,;:!?)\]}\"'*_]*)", re.DOTALL)
"""A word without the signs of a sentence around it."""
_BEGINS = re.compile(r"^(\s*)([-+>~=]|\d{1,9}[.)](?=\s))", re.MULTILINE)
_TICKS = re.compile(r"`{3,}")
_FENCE = "```"


def markdown(text: object) -> str:
    """Return words with every mark of Markdown in them taken for itself; what a forum would bring to life is code."""
    words, at = _without_places(clean(str(text))), 0
    out: list[tuple[str, bool]] = []
    for found in _WORDS.finditer(words):
        before, core, after = _split_word(found.group())
        if core:
            out += [(words[at : found.start()] + before, False), (core, True), (after, False)]
            at = found.end()
    out.append((words[at:], False))
    return _BEGINS.sub(_escape_line_start, "".join(_join_pieces(out)))


def _split_word(word: str) -> tuple[str, str, str]:
    """Return what of a word is code, between what stands around it; nothing of most words is."""
    if word.startswith("<"):
        return "", word, ""
    if not _AUTOLINKED.search(word):
        return word, "", ""
    found = _EDGES.fullmatch(word)
    before, core, after = found.groups() if found is not None else ("", word, "")
    return (before, core, after) if core and _AUTOLINKED.search(core) else ("", word, "")


def _join_pieces(parts: Iterable[tuple[str, bool]]) -> Iterable[str]:
    """Give words escaped and code in backticks; two pieces of code beside each other are one."""
    code = ""
    for text, is_code in parts:
        if is_code:
            code += text
        elif text:
            if code:
                yield f"`{code}`"
                code = ""
            yield _escape(text)
    if code:
        yield f"`{code}`"


def _escape(text: str) -> str:
    return _MARKS.sub(r"\\\1", text).replace("<", "\u2039")


def _escape_line_start(found: "re.Match[str]") -> str:
    """Return the beginning of a line without what would make it a list, a quotation or a heading."""
    indent, mark = found.groups()
    return f"{indent}{mark[:-1]}\\{mark[-1]}"


def _without_places(text: str) -> str:
    """Return words in which no place of a picture of ours is marked."""
    return text.replace("{{", "{ {")


def prefix_lines(text: str, prefix: str) -> str:
    """Return lines that each begin with a prefix: a quotation, or what belongs to the item of a list."""
    return "\n".join(f"{prefix}{line}".rstrip() for line in text.split("\n"))


def fence_lines(lines: Iterable[str]) -> str:
    """Return lines in a fence, to be shown and copied as they are."""
    text = "\n".join(_without_places(clean(line)) for line in lines).rstrip()
    longest = max((len(ticks) for ticks in _TICKS.findall(text)), default=0)
    fence = "`" * max(longest + 1, len(_FENCE))
    return f"{fence}\n{text}\n{fence}"
