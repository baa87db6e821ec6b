"""BBCode as rules of the Markdown parser: in the posts of every forum both stand side by side.

A tag becomes the HTML element that means the same; one that only changes looks becomes nothing. Words in brackets that
are no tag, ``[hoth Red #6]``, stay. A tag whose end is nowhere in the post is no tag, either, but for ``[quote]``: that
one takes all that follows.
"""

import re
from collections.abc import Sequence

from markdown_it import MarkdownIt
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline

BBCODE = "bbcode"
"""The type of the tokens; their content is HTML."""

QUOTE, END_OF_QUOTE = '<aside class="quote">', "</aside>"
"""The element of a quote that is no Markdown: neither kind of quote can end the other."""

_TAG = re.compile(r"\[(?P<end>/?)(?P<name>\*|[a-z]{1,10})(?P<value>(?:[=\s][^\]\n]{0,300}+)?)\]", re.IGNORECASE)
_WIDE = re.compile(
    r"[ \t]*(?<![\\`])(?P<tag>\[/?(?P<name>quote|code|del|s|strike)(?:[=\s][^\]\n]{0,300}+)?\])[ \t]*", re.IGNORECASE
)
"""A tag that may hold paragraphs, and the blanks around it."""

_RUNNING = ("code", "del", "s", "strike")
"""Of these, those that are mostly within a line."""

_INSIDE = re.compile(r"[ \t]*>[ \t>]*")
_LOOKS = (  # noqa: SIM905 - reads as a row
    "align big b center centre color colour details email font hide highlight indent ins i justify left mark right size"
    " small spoiler sub sup table tbody thead tt url user u wrap"
).split()
_ELEMENTS = {"del": "del", "li": "li", "ol": "ol", "s": "del", "strike": "del", "ul": "ul"}
_BEGIN = {
    **dict.fromkeys(_LOOKS, ""),
    **{name: f"<{element}>" for name, element in _ELEMENTS.items()},
    "*": "<li>",
    "br": "<br>",
    "hr": "<br>",
    "quote": QUOTE,
    "td": " ",
    "th": " ",
    "tr": "<br>",
}
_END = {
    **dict.fromkeys(_BEGIN, ""),
    **{name: f"</{element}>" for name, element in _ELEMENTS.items()},
    "quote": END_OF_QUOTE,
}
_ENDLESS = frozenset(("*", "br", "hr", "quote"))
_ENDS = {name: re.compile(rf"\[/{name}\]", re.IGNORECASE) for name in ("code", "img", "media", "video", "youtube")}
"""Ends of what is no text with tags: code, and addresses that nobody sees."""

_LONGEST = 4_000


def add_to(md: MarkdownIt) -> None:
    """Teach a parser to read BBCode."""
    ends: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}
    md.block.ruler.before("table", "bbcode_code", _code, ends)
    md.block.ruler.before("table", "bbcode_line", _line, ends)
    md.inline.ruler.before("link", "bbcode_tag", _tag)


def render_state(source: str) -> dict[str, object]:
    """Return the state that the parser rules share: the tags that are closed somewhere, and the open lists."""
    return {"ends": frozenset(found["name"].lower() for found in _TAG.finditer(source) if found["end"]), "lists": []}


def separate_block_tags(source: str) -> str:
    """Give lines of their own to tags that may hold paragraphs: always to quotes, to others where they run on."""
    low = source.lower()
    ended = [name for name in _RUNNING if f"[/{name}]" in low]
    return "\n".join(_separate_line(line, ended) if "[" in line else line for line in source.split("\n"))


def _separate_line(line: str, ended: Sequence[str]) -> str:
    """Break a line before and behind such tags; what is in a quote of Markdown stays in it."""
    low = line.lower()
    wide = {name for name in ended if low.count(f"[/{name}]") != low.count(f"[{name}]") + low.count(f"[{name}=")}
    tags = [found for found in _WIDE.finditer(line) if found["name"].lower() in {"quote", *wide}]
    if not tags:
        return line
    inside = _INSIDE.match(line)
    mark = inside[0] if inside else ""
    pieces, at = [], len(mark)
    for found in tags:
        pieces += [line[at : found.start()], found["tag"]]
        at = found.end()
    return "\n".join(mark + piece for piece in (*pieces, line[at:]) if piece.strip())


def _line(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: ARG001, FBT001 - the library's shape
    """Read a tag on a line of its own: it ends the paragraph above, and a lazy quote."""
    text = _text(state, start)
    if not text.startswith("[") or not _WIDE.fullmatch(text):
        return False
    if not silent:
        token = state.push("inline", "", 0)
        token.content, token.map, token.children = text, [start, start + 1], []
        state.line = start + 1
    return True


def _code(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001 - the library's shape
    """Read the lines between ``[code]`` and ``[/code]`` as they are, like those of a fence."""
    tag = _WIDE.fullmatch(_text(state, start)) if _text(state, start).lower().startswith("[code") else None
    if tag is None or "code" not in state.env["ends"]:
        return False
    if not silent:
        last = next((at for at in range(start + 1, end) if _text(state, at).lower() == "[/code]"), end)
        token = state.push("fence", "code", 0)
        token.content = state.getLines(start + 1, last, state.sCount[start], keepLastLF=True)
        token.map = [start, last]
        state.line = min(last + 1, end)
    return True


def _text(state: StateBlock, at: int) -> str:
    return state.src[state.bMarks[at] + state.tShift[at] : state.eMarks[at]]


def _tag(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - the library's shape
    """Read a tag; between some, all is code or never seen."""
    found = _TAG.match(state.src, state.pos, state.posMax) if state.src[state.pos] == "[" else None
    name = found["name"].lower() if found else ""
    if found and not found["end"] and name in _ENDS:
        return _read_inline_code(state, found, silent=silent)
    html = _html(found, state) if found else None
    if found is None or html is None:
        return False
    if not silent:
        _count(found, state.env["lists"])
        state.push(BBCODE, "", 0).content = html
    state.pos = found.end()
    return True


def _read_inline_code(state: StateInline, begin: re.Match[str], *, silent: bool) -> bool:
    """Read ``[code]`` within a line, and pass over pictures."""
    name = begin["name"].lower()
    end = _ENDS[name].search(state.src, begin.end(), min(begin.end() + _LONGEST, state.posMax))
    if end is None:
        return False
    if not silent and name == "code":
        state.push("code_inline", "code", 0).content = state.src[begin.end() : end.start()]
    state.pos = end.end()
    return True


def _html(found: re.Match[str], state: StateInline) -> str | None:
    """Return the HTML of a tag, None for words that only stand in brackets."""
    name, end = found["name"].lower(), bool(found["end"])
    lists: list[str] = state.env["lists"]
    if (name not in _ENDLESS and name not in state.env["ends"]) or (name == "*" and not lists):
        return None
    if name == "list":
        return f"</{lists[-1] if lists else 'ul'}>" if end else f"<{_list(found)}>"
    return (_END if end else _BEGIN).get(name)


def _count(found: re.Match[str], lists: list[str]) -> None:
    """Keep which lists are open."""
    if found["name"].lower() == "list" and found["end"]:
        del lists[-1:]
    elif found["name"].lower() == "list":
        lists.append(_list(found))


def _list(found: re.Match[str]) -> str:
    """Return the element of a list; of numbers or of points."""
    return "ol" if found["value"].strip("=\"' ").isdecimal() else "ul"
