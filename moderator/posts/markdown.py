"""The source of a post to lines of text: what its reader sees as a line is a line, quotes keep their depth.

The Markdown of the forums is CommonMark with tables and struck text, every line break a break. Here it has no rules
and no underlined titles: those are the lines by which a report, a blank form and a signature are known.
"""

import html
import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from msgspec import Struct

from moderator.mail.html import BodyLine, html_lines
from moderator.mail.text import DOCUMENT_NAME, PICTURE_NAME, TEXT_NAME, TooMuch
from moderator.posts import bbcode

_SHORTCODE = re.compile(r":(?=[a-z0-9_]*[a-z+-])[a-z0-9_+-]{2,40}:(?:t[1-6]:)?(?!\w)")
_ELEMENT = re.compile(r"<(?P<end>/?)(?P<name>[a-z][a-z0-9-]*)(?P<rest>[^<>]*)", re.IGNORECASE)
_LOOKS = (  # noqa: SIM905 - reads as a row
    "abbr a big b cite code em font img ins i kbd mark nobr q rp rt ruby samp small span strong sub sup tt u var wbr"
).split()
_BREAKS = (  # noqa: SIM905 - reads as a row
    "article aside br center dd div dl dt footer h1 h2 h3 h4 h5 h6 header hr p pre section summary table tbody tfoot"
    " thead tr"
).split()
_ELEMENTS = {"del": "del", "li": "li", "ol": "ol", "s": "del", "strike": "del", "ul": "ul", "details": "details"}
_SAME = {**dict.fromkeys(_LOOKS, ""), **dict.fromkeys(_BREAKS, "<br>"), "td": " ", "th": " "}
_BEGIN = {**_SAME, **{name: f"<{element}>" for name, element in _ELEMENTS.items()}, "blockquote": bbcode.QUOTE}
_BEGIN["details"] = "<details open>"  # what people fold away there is their own
_END = {**_SAME, **{name: f"</{element}>" for name, element in _ELEMENTS.items()}, "blockquote": bbcode.END_OF_QUOTE}
_ELIDED = "<details class=elided>"
"""Where Discourse puts what a letter quoted that came as a post by mail."""

_DEEPEST = 20
"""Quotes and lists of Markdown in each other, for which the parser's time grows."""

_MOST_OPEN = 50
"""Other quotes and lists in each other."""

_ALONE = re.compile(r"<br>|</?li>|[^<]|$")
"""HTML that opens nothing, or that nobody needs to close."""

_LABEL = 20
"""Tokens that the name of a file takes at most: an underscore may be one."""

_ROW = re.compile(r"^([ \t>]*)(?=(?:[-+*][ \t]+){3})", re.MULTILINE)
"""The beginning of a row of dashes, which is no list in a list in a list."""


class PostSource(Struct, frozen=True):
    """What stands in a post: its lines, and the names of the files that its author put beside them."""

    lines: tuple[BodyLine, ...]
    files: tuple[str, ...] = ()


def read_source(source: str) -> PostSource:
    """Read the source of a post; raises ``TooMuch`` if it nests deeper than people write."""
    source = bbcode.separate_block_tags(_ROW.sub(r"\1\\", "\n".join(source.splitlines())))
    files: list[str] = []
    lines = html_lines(_PARSER.render(source, {**bbcode.render_state(source), "files": files}))
    return PostSource(tuple(_without_gaps(lines)), tuple(files))


def _without_gaps(lines: Sequence[BodyLine]) -> Iterator[BodyLine]:
    """Give the lines with one blank line where there were several, and none at the ends."""
    gap: BodyLine | None = None
    begun = False
    for line in lines:
        if line.text:
            yield from (gap, line) if gap and begun else (line,)
            gap, begun = None, True
        else:
            gap = gap or line


def _parser() -> MarkdownIt:
    parser = MarkdownIt("js-default", {"html": True, "breaks": True, "maxNesting": _DEEPEST})
    parser.disable(["hr", "lheading", "reference"])
    parser.use(bbcode.add_to)
    parser.inline.ruler.before("link", "shortcode", _shortcode)
    parser.core.ruler.after("block", "html_text", _html_text)
    parser.core.ruler.after("html_text", "typed_numbers", _typed_numbers)
    parser.core.ruler.after("typed_numbers", "cited", _mark_block_quotes)
    parser.core.ruler.after("inline", "html_meaning", _html_meaning)
    parser.core.ruler.after("html_meaning", "files", _files)
    parser.core.ruler.after("html_meaning", "bounds", _refuse_deep_nesting)
    parser.add_render_rule(bbcode.BBCODE, RendererHTML.html_inline)
    for ruler in (parser.core.ruler, parser.block.ruler, parser.inline.ruler, parser.inline.ruler2):
        ruler.getRules("")  # puts the rules in order; two threads that did so at once would miss some
    return parser


def _shortcode(state: StateInline, silent: bool) -> bool:  # noqa: ARG001, FBT001 - the library's shape
    """Pass over the name of a small picture, ``:rocket:``."""
    at = state.pos
    if state.src[at] != ":" or (at and state.src[at - 1].isalnum()):
        return False
    found = _SHORTCODE.match(state.src, at, state.posMax)
    state.pos = found.end() if found else at
    return found is not None


def _html_text(state: StateCore) -> None:
    """Read blocks of HTML as text with tags in it: forums differ in which they allow, and people write between them."""
    for token in state.tokens:
        if token.type == "html_block":
            token.type, token.children = "inline", []


def _html_meaning(state: StateCore) -> None:
    """Put in the place of a tag what it means to a reader of lines."""
    for token in state.tokens:
        for child in token.children or ():
            if child.type == "html_inline":
                child.content = _meaning(child.content)


def _meaning(tag: str) -> str:
    """Return HTML that says the same and cannot end a quote around it; words in angle brackets stay text."""
    found = _ELEMENT.match(tag)
    if found is None:
        return "" if tag.startswith("<!--") else html.escape(tag)
    name = found["name"].lower()
    if name == "details" and "elided" in found["rest"]:
        return _ELIDED
    return (_END if found["end"] else _BEGIN).get(name, html.escape(tag))


def _typed_numbers(state: StateCore) -> None:
    """Give the items of a list the numbers that were typed; who types the same one for all wants them counted."""
    lists: list[list[Token]] = []
    for token in state.tokens:
        if token.type == "ordered_list_open":
            lists.append([])
        elif token.type == "list_item_open" and token.info:
            lists[-1].append(token)
        elif token.type == "ordered_list_close":
            items = lists.pop()
            if len(items) == 1 or len({item.info for item in items}) > 1:
                for item in items:
                    item.attrSet("value", item.info)


def _mark_block_quotes(state: StateCore) -> None:
    """Label blocks with arrows as quotes: in mail, a block without a label may be moved in by its author."""
    for token in state.tokens:
        if token.type == "blockquote_open":
            token.attrSet("type", "cite")


def _refuse_deep_nesting(state: StateCore) -> None:
    """Refuse what nests so deep that the parsers of Markdown and of HTML leave out all that follows."""
    opened = 0
    for token in state.tokens:
        if token.level >= _DEEPEST - 1:
            raise TooMuch("depth")
        for child in token.children or ():
            if child.type in {"html_inline", bbcode.BBCODE} and not _ALONE.match(child.content):
                opened = max(opened + (-1 if child.content.startswith("</") else 1), 0)
            if opened > _MOST_OPEN:
                raise TooMuch("depth")


def _files(state: StateCore) -> None:
    """Take the names of files that are linked or shown for what they are, and no words; not of those in quotes."""
    files: list[str] = state.env["files"]
    depth = 0
    flat = [each for token in state.tokens for each in (token, *(token.children or ()))]
    for at, token in enumerate(flat):
        depth = max(depth + _depth_change(token), 0)
        if depth or token.type not in {"image", "link_open"}:
            continue
        label = [token]
        if token.type == "link_open":
            label = list(takewhile(lambda inner: inner.type != "link_close", flat[at + 1 : at + _LABEL]))
        name = "".join(inner.content for inner in label).partition("|")[0].strip()
        if any(kind.fullmatch(name) for kind in (DOCUMENT_NAME, PICTURE_NAME, TEXT_NAME)):
            files.append(name)
            for inner in label:
                inner.content = ""


def _depth_change(token: Token) -> int:
    """Return by how much what follows is quoted deeper."""
    if token.type.startswith("blockquote_"):
        return token.nesting
    return (token.content == bbcode.QUOTE) - (token.content == bbcode.END_OF_QUOTE)


_PARSER = _parser()
