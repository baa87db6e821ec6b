"""HTML letters to numbered-line text: what a person saw as a line stays a line, quotes keep their depth."""

import re
from collections.abc import Mapping, Sequence

from msgspec import Struct
from selectolax.lexbor import LexborHTMLParser, LexborNode

from moderator.mail.charset import UNSEEN

_BLOCKS = re.compile(
    "address|article|aside|blockquote|body|center|d[dlt]|details|dir|div|fieldset|figure|footer|form|h[1-6r]|header"
    "|html|li|main|menu|nav|[ou]l|p|pre|section|table|t(?:body|foot|head|r)"
)
_SKIPPED = re.compile("head|title|style|script|template|noscript|svg|math|iframe|object|select|option|button")
_CELLS = frozenset(("td", "th"))
_QUOTES = re.compile(r"yahoo_quoted|gmail_attr|moz-cite-prefix|moz-forward-container|zmail_extra|elided")
"""Not Gmail's and Proton's whole quote containers: inline answers stand inside those, beside the quotes."""

_SIGNATURES = re.compile(r"gmail_signature(?!_prefix)|moz-signature|protonmail_signature_block-user")
_SIGNATURE_IDS = frozenset(("Signature", "AppleMailSignature", "ms-outlook-mobile-signature"))
INVISIBLE = re.compile(f"[{UNSEEN}]")
_BLANKS = re.compile(r"[ \t\r\n\f]+")
_HIDDEN = re.compile(
    r"display\s*:\s*none|mso-hide\s*:\s*all|visibility\s*:\s*hidden|max-height\s*:\s*0(?!\.?[1-9])|"
    r"opacity\s*:\s*0(?!\.?[0-9])",
    re.IGNORECASE,
)
_BESIDE_A_LINE = re.compile(r"border-left(?:-width)?\s*:\s*(?!\s|none|0|medium none)", re.IGNORECASE)
_QUOTE_IDS = frozenset(
    ("appendonsend", "divRplyFwdMsg", "mail-editor-reference-message-container", "stopSpelling", "zwchr")
)
"""What programs that set no marks put above all that they quote."""

_KEEPS_BLANKS = re.compile(r"white-space\s*:\s*(?:pre|break-spaces)", re.IGNORECASE)
_INDENT_ONLY = re.compile(r"border(?:-left)?\s*:\s*(?:none|0)(?!.*border-left\s*:\s*+(?!none|0))", re.IGNORECASE)
_UNREAD = re.compile(r"</?(?:a|b|big|code|em|font|i|img|nobr|small|strong|tt|u|o:p)(?:[\s/][^<>]*)?>", re.IGNORECASE)
"""Elements that mean nothing to us. Taken out first: a parser repeats open ones in every paragraph, and a hostile
letter of some kilobytes becomes gigabytes."""

_STRUCK = re.compile(r"<(/?)(?:s|strike)(?:[\s/][^<>]*)?>", re.IGNORECASE)
"""Struck-out text under names that the parser would repeat in every paragraph."""

_WORDS_OF_LINE = re.compile(r"[^\s](?:[^\r\n]*[^\s])?")
_LINE_THROUGH = re.compile(r"text-decoration(?:-line)?\s*:[^;]*line-through", re.IGNORECASE)
_NESTING = re.compile(
    r"<(/?)(?!(?:p|li|t[dhr]|d[dt]|br|hr|meta|link|input|col|area|wbr)\b)[a-z][^<>]*?(/?)>", re.IGNORECASE
)
_LONG_TAG = re.compile(r"<(/?[a-z][a-z0-9:]{0,20})[^<>]{4000,}>", re.IGNORECASE)
_LONGEST_STYLE = 1_000
_LONGEST = 1_000_000
_NESTED = 400
_MOST_NODES = 100_000
_DEEPEST = 200


class BodyLine(Struct, frozen=True):
    """A line of text and how deep it is quoted (0: the writer's own)."""

    text: str
    depth: int = 0


class _Frame(Struct):
    """Where the walk stands: the next node, and what its surroundings say."""

    node: LexborNode | None
    depth: int
    keep: bool
    struck: bool = False
    closes: str = ""
    count: int | None = None


def html_lines(html: str) -> list[BodyLine]:
    """Return the lines that a reader of the HTML sees.

    Blocks, ``<br>``, list items and table rows are lines; items of ordered lists get their number, since people
    number their orders with them. A mark ``-- `` stands before what a client labels as a signature; what is struck
    out stands between ``~~``.
    """
    root = LexborHTMLParser(_tamed(html)).body
    writer = _Writer()
    if root is not None:
        _walk(root, writer)
    writer.end_line()
    return writer.lines


def _tamed(html: str) -> str:
    """Cut off what no mail program writes: the parser's time grows with the square of the nesting."""
    html = _LONG_TAG.sub(r"<\1>", html.replace("\x00", "")[: 4 * _LONGEST])
    html = _STRUCK.sub(r"<\1del>", _UNREAD.sub("", html))[:_LONGEST]
    depth = 0
    for tag in _NESTING.finditer(html):
        depth += 0 if tag[2] else -1 if tag[1] else 1
        if depth > _NESTED:
            return html[: tag.start()]
    return html


class _Writer:
    """Collects pieces of text into lines."""

    def __init__(self) -> None:
        self.lines: list[BodyLine] = []
        self._pieces: list[str] = []
        self._depth = 0
        self._number = ""

    @property
    def has_said(self) -> bool:
        """Whether the author's own words stand above; what is unfinished is finished first."""
        self.end_line()
        return any(line.text and not line.depth for line in self.lines)

    def say(self, text: str, depth: int, *, keep: bool) -> None:
        """Add a text node to the line; in kept text each line break counts."""
        if keep:
            head, *rest = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
            self._piece(head, depth)
            for line in rest:
                self.end_line(force=True)
                self._piece(line, depth)
        else:
            self._piece(_BLANKS.sub(" ", text), depth)

    def number(self, text: str) -> None:
        """Set a text before the next line that says something: the number of a list item whose words sit deeper."""
        self._number = text

    def end_line(self, *, force: bool = False) -> None:
        """Finish the line; an empty one only counts when forced (``<br>``)."""
        text = "".join(self._pieces).strip(" ")
        self._pieces = []
        if text == "--":
            self.mark_signature(self._depth)
        elif text or force:
            self.lines.append(BodyLine(text, self._depth))

    def gap(self) -> None:
        """Finish the line and leave one blank line."""
        self.end_line()
        if self.lines and self.lines[-1].text:
            self.lines.append(BodyLine("", self._depth))

    def mark_signature(self, depth: int) -> None:
        """Set a signature mark, unless the client wrote one itself."""
        self.end_line()
        said = next((line.text for line in reversed(self.lines) if line.text), "")
        if said != "-- ":
            self.lines.append(BodyLine("-- ", depth))

    def _piece(self, text: str, depth: int) -> None:
        text = INVISIBLE.sub("", text)
        if text.strip(" "):
            self._depth = depth
            self._pieces.append(self._number)
            self._number = ""
        self._pieces.append(text)


def _walk(root: LexborNode, writer: _Writer) -> None:
    """Visit the tree in reading order without recursion: a hostile letter nests thousands deep."""
    stack = [_Frame(root.first_child, 0, keep=False)]
    seen = 0
    while stack and seen < _MOST_NODES:
        frame = stack[-1]
        node = frame.node
        if node is None:
            stack.pop()
            _close(frame.closes, writer)
            continue
        frame.node = node.next
        seen += 1
        if node.is_text_node:
            text = node.text_content or ""
            writer.say(_WORDS_OF_LINE.sub(r"~~\g<0>~~", text) if frame.struck else text, frame.depth, keep=frame.keep)
        elif node.is_element_node and len(stack) < _DEEPEST:
            if node.attributes.get("id") in _QUOTE_IDS and not frame.depth and writer.has_said:
                _deepen(stack)
            inner = _open(node, frame, writer)
            if inner is not None:
                stack.append(inner)


def _deepen(stack: Sequence[_Frame]) -> None:
    """Take all that follows for a quote."""
    for frame in stack:
        frame.depth += 1


def _open(node: LexborNode, frame: _Frame, writer: _Writer) -> _Frame | None:
    """Begin an element; return the frame of its children, or None where nothing of it is read."""
    tag = (node.tag or "").lower()
    attributes = node.attributes
    style = (attributes.get("style") or "")[:_LONGEST_STYLE]
    if _SKIPPED.fullmatch(tag) or "hidden" in attributes or _HIDDEN.search(style):
        return None
    if tag == "br":
        writer.end_line(force=True)
        return None
    if _BLOCKS.fullmatch(tag):
        writer.end_line()
    if tag == "hr":
        return None
    depth = frame.depth + _is_quote(tag, attributes, style)
    if _is_signature(attributes):
        writer.mark_signature(depth)
    struck = frame.struck or tag == "del" or bool(_LINE_THROUGH.search(style))
    inner = _Frame(node.first_child, depth, keep=frame.keep, struck=struck, closes=tag)
    if tag == "ol":
        inner.count = _number(attributes.get("start"), 1)
    elif tag == "li" and frame.count is not None:
        number = _number(attributes.get("value"), frame.count)
        frame.count = number + 1
        writer.number(f"{number}. ")
    inner.keep = frame.keep or tag in ("pre", "textarea") or bool(_KEEPS_BLANKS.search(style))
    return inner


def _close(tag: str, writer: _Writer) -> None:
    if tag in ("p", "blockquote", "ol", "ul", "table"):
        writer.gap()
    elif _BLOCKS.fullmatch(tag):
        writer.end_line()
    elif tag in _CELLS:
        writer.say(" ", 0, keep=False)


def _is_quote(tag: str, attributes: Mapping[str, str | None], style: str) -> bool:
    """Tell quotes from mere indentation, for which some clients use the same element."""
    classes = attributes.get("class") or ""
    if tag == "blockquote":
        cited = attributes.get("type") == "cite" or "protonmail_quote" in classes
        return cited or not _INDENT_ONLY.search(style)
    if tag == "div" and _BESIDE_A_LINE.search(style):
        return True
    if tag == "aside":  # Discourse's
        return "quote" in classes.split()
    return bool(_QUOTES.search(classes))


def _is_signature(attributes: Mapping[str, str | None]) -> bool:
    classes = attributes.get("class") or ""
    return bool(_SIGNATURES.search(classes)) or attributes.get("id") in _SIGNATURE_IDS


def _number(text: str | None, otherwise: int) -> int:
    return int(text) if text and re.fullmatch(r"[0-9]{1,6}", text.strip()) else otherwise
