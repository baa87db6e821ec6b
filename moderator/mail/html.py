"""HTML letters to numbered-line text: what a person saw as a line stays a line, quotes keep their depth."""

import re
from collections.abc import Mapping, Sequence

from msgspec import Struct
from selectolax.lexbor import LexborHTMLParser, LexborNode

from moderator.language.reading import quote_openings
from moderator.language.reading.attributions import Grade
from moderator.mail.charset import UNSEEN
from moderator.mail.hidden import Appearance, look, sheet_rules, style_of

_BLOCKS = re.compile(
    "address|article|aside|blockquote|body|center|d[dlt]|details|dir|div|fieldset|figure|footer|form|h[1-6r]|header"
    "|html|li|main|menu|nav|[ou]l|p|pre|section|summary|table|t(?:body|foot|head|r)"
)
_SKIPPED = re.compile(
    "head|title|style|script|template|noscript|svg|math|iframe|object|select|option|button|datalist|audio|video|canvas"
)
_CELLS = frozenset(("td", "th"))
_QUOTES = re.compile(r"yahoo_quoted|gmail_attr|moz-cite-prefix|moz-forward-container|zmail_extra|elided")
"""Not Gmail's and Proton's whole quote containers: inline answers stand inside those, beside the quotes."""

_SIGNATURES = re.compile(r"gmail_signature(?!_prefix)|moz-signature|protonmail_signature_block-user")
_SIGNATURE_IDS = frozenset(("Signature", "AppleMailSignature", "ms-outlook-mobile-signature"))
INVISIBLE = re.compile(f"[{UNSEEN}]")
_BLANKS = re.compile(r"[ \t\r\n\f]+")
_BESIDE_A_LINE = re.compile(r"border-left(?:-width)?\s*:\s*(?!\s|none|0|medium none)", re.IGNORECASE)
_CITING = re.compile(r"quote|cite|zmail|reply|history|original|forward|iosymail", re.IGNORECASE)
"""What programs call their quotes, in a class or an id."""

_INDENT = re.compile(
    r"(?:margin|padding)(?:-left|-inline-start)\s*:\s*[1-9]|margin\s*:(?:\s*[\w.]+){3}\s*[1-9]", re.IGNORECASE
)
_QUOTE_IDS = frozenset(
    ("appendonsend", "divRplyFwdMsg", "mail-editor-reference-message-container", "stopSpelling", "zwchr")
)
"""What programs that set no marks put above all that they quote."""

_KEEPS_BLANKS = re.compile(r"white-space\s*:\s*(?:pre|break-spaces)", re.IGNORECASE)
_INDENT_ONLY = re.compile(r"border(?:-left)?\s*:\s*(?:none|0)(?!.*border-left\s*:\s*+(?!none|0))", re.IGNORECASE)
_UNREAD = re.compile(r"<(/?)(a|b|big|code|em|font|i|img|nobr|small|strong|tt|u|o:p)(?:[\s/]([^<>]*))?>", re.IGNORECASE)
"""Elements that mean nothing to us. Taken out first: a parser repeats open ones in every paragraph, and a hostile
letter of some kilobytes becomes gigabytes."""

_LOOKS = re.compile(r"\b(?:style|hidden|color)\b|\bclass\b", re.IGNORECASE)
"""Attributes by which an element may be hidden."""

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
_HEAD_LINES = 8
"""Lines that may say who wrote what is quoted below."""

FOLDED = 2
"""How deep is what its reader may never see: so deep that nothing of it is an answer to ours."""


class BodyLine(Struct, frozen=True):
    """A line of text and how deep it is quoted (0: the writer's own); a ``lone`` one is in one version of it alone."""

    text: str
    depth: int = 0
    lone: bool = False


class _Frame(Struct):
    """Where the walk stands: the next node, and what its surroundings say."""

    node: LexborNode | None
    depth: int
    keep: bool
    struck: bool = False
    closes: str = ""
    count: int | None = None
    appearance: Appearance = Appearance()


def html_lines(html: str) -> list[BodyLine]:
    """Return the lines that a reader of the HTML sees.

    Blocks, ``<br>``, list items and table rows are lines; items of ordered lists get their number, since people
    number their orders with them. A mark ``-- `` stands before what a client labels as a signature; what is struck
    out stands between ``~~``. What its reader cannot see is left out, or ``FOLDED`` deep if it may be seen after all.
    """
    tree = LexborHTMLParser(_limit_nesting(html))
    writer = _Writer()
    if tree.body is not None:
        sheets = tree.css("style") if "<style" in html[:_LONGEST].lower() else []
        _Walk(writer, sheet_rules("\n".join(sheet.text() or "" for sheet in sheets))).visit(tree.body)
    writer.end_line()
    return writer.lines


def _limit_nesting(html: str) -> str:
    """Cut off what no mail program writes: the parser's time grows with the square of the nesting."""
    html = _LONG_TAG.sub(r"<\1>", html.replace("\x00", "")[: 4 * _LONGEST])
    html = _STRUCK.sub(r"<\1del>", _UNREAD.sub(_TagSimplifier(), html))[:_LONGEST]
    depth = 0
    for tag in _NESTING.finditer(html):
        depth += 0 if tag[2] else -1 if tag[1] else 1
        if depth > _NESTED:
            return html[: tag.start()]
    return html


class _TagSimplifier:
    """Takes elements that mean nothing out of a letter; one that may be hidden becomes a ``<span>``."""

    def __init__(self) -> None:
        self._open: dict[str, list[bool]] = {}

    def __call__(self, tag: re.Match[str]) -> str:
        name = tag[2].lower()
        kept = self._open.setdefault(name, [])
        if tag[1]:
            return "</span>" if kept and kept.pop() else ""
        looks = name != "img" and _LOOKS.search(tag[3] or "") is not None
        kept.append(looks)
        return f"<span {tag[3]}>" if looks else ""


class _Writer:
    """Collects pieces of text into lines."""

    def __init__(self) -> None:
        self.lines: list[BodyLine] = []
        self._pieces: list[str] = []
        self._pale: list[str] = []
        self._depth = 0
        self._number = ""

    @property
    def has_own_words(self) -> bool:
        """Whether the author's own words stand above; what is unfinished is finished first."""
        self.end_line()
        return any(line.text and not line.depth for line in self.lines)

    def say(self, text: str, depth: int, *, keep: bool, pale: bool = False) -> None:
        """Add a text node to the line; in kept text each line break counts. Pale text stands below the line, folded."""
        if pale:
            self._pale.append(_BLANKS.sub(" ", INVISIBLE.sub("", text)))
        elif keep:
            head, *rest = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
            self._add_text(head, depth)
            for line in rest:
                self.end_line(force=True)
                self._add_text(line, depth)
        else:
            self._add_text(_BLANKS.sub(" ", text), depth)

    def number(self, text: str) -> None:
        """Set a text before the next line that says something: the number of a list item whose words sit deeper."""
        self._number = text

    def end_line(self, *, force: bool = False) -> None:
        """Finish the line; an empty one only counts when forced (``<br>``)."""
        text = "".join(self._pieces).strip(" ")
        self._pieces = []
        if text == "--":
            self.mark_signature(self._depth)
        elif text or (force and not self._pale):
            self.lines.append(BodyLine(text, self._depth))
        if self._pale and (pale := "".join(self._pale).strip(" ")):
            self.lines.append(BodyLine(pale, self._depth + FOLDED))
        self._pale = []

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

    def _add_text(self, text: str, depth: int) -> None:
        text = INVISIBLE.sub("", text)
        if text.strip(" "):
            self._depth = depth
            self._pieces.append(self._number)
            self._number = ""
        self._pieces.append(text)


class _Walk:
    """Visits a letter's tree in reading order without recursion: a hostile letter nests thousands deep."""

    def __init__(self, writer: _Writer, rules: Mapping[str, str]) -> None:
        """Write with one writer; ``rules`` are those of the letter's style sheets."""
        self._writer, self._rules = writer, rules
        self._stack: list[_Frame] = []

    def visit(self, root: LexborNode) -> None:
        """Visit an element with all below it, up to a limit."""
        above = _Frame(None, 0, keep=False)
        first = self._open(root, above)
        self._stack = [first] if first else []
        seen = 0
        while self._stack and seen < _MOST_NODES:
            frame = self._stack[-1]
            node = frame.node
            if node is None:
                self._stack.pop()
                self._close(frame.closes)
                continue
            frame.node = node.next
            seen += 1
            if node.is_text_node:
                self._say(node.text_content or "", frame)
            elif node.is_element_node and len(self._stack) < _DEEPEST:
                self._enter(node, frame)

    def _say(self, text: str, frame: _Frame) -> None:
        if not frame.appearance.tiny:
            text = _WORDS_OF_LINE.sub(r"~~\g<0>~~", text) if frame.struck else text
            self._writer.say(text, frame.depth, keep=frame.keep, pale=frame.appearance.pale)

    def _enter(self, node: LexborNode, frame: _Frame) -> None:
        """Go on with an element; below the sign of a program that marks nothing, all is a quote."""
        if node.attributes.get("id") in _QUOTE_IDS and not frame.depth and self._writer.has_own_words:
            for open_frame in self._stack:
                open_frame.depth += 1
        inner = self._open(node, frame)
        if inner is not None:
            self._stack.append(inner)

    def _open(self, node: LexborNode, frame: _Frame) -> _Frame | None:
        """Begin an element; return the frame of its children, or None where nothing of it is read."""
        writer, tag, attributes = self._writer, (node.tag or "").lower(), node.attributes
        style = style_of(tag, attributes, self._rules)[:_LONGEST_STYLE]
        shut = _SKIPPED.fullmatch(tag) or (tag == "dialog" and "open" not in attributes)
        appearance = None if shut else look(frame.appearance, attributes, style)
        if appearance is None:
            return None
        if tag == "br":
            writer.end_line(force=True)
            return None
        if _BLOCKS.fullmatch(tag):
            writer.end_line()
        if tag == "hr":
            return None
        depth = self._depth(tag, attributes, style, frame)
        if _is_signature(attributes):
            writer.mark_signature(depth)
        struck = frame.struck or tag == "del" or bool(_LINE_THROUGH.search(style))
        inner = _Frame(node.first_child, depth, keep=frame.keep, struck=struck, closes=tag, appearance=appearance)
        if tag == "ol":
            inner.count = _number(attributes.get("start"), 1)
        elif tag == "li" and frame.count is not None:
            number = _number(attributes.get("value"), frame.count)
            frame.count = number + 1
            writer.number(f"{number}. ")
        inner.keep = frame.keep or tag in ("pre", "textarea") or bool(_KEEPS_BLANKS.search(style))
        return inner

    def _depth(self, tag: str, attributes: Mapping[str, str | None], style: str, frame: _Frame) -> int:
        """Return how deep an element is quoted; what is folded away counts as quoted, too, but for its heading."""
        if _is_marked(tag, attributes, style):
            return frame.depth + 1
        if tag == "blockquote":
            return frame.depth + self._is_cited(attributes, style, frame)
        if tag == "details" and "open" not in attributes:
            return frame.depth + FOLDED
        is_heading = tag == "summary" and frame.closes == "details" and frame.depth >= FOLDED
        return frame.depth - FOLDED if is_heading else frame.depth

    def _is_cited(self, attributes: Mapping[str, str | None], style: str, frame: _Frame) -> bool:
        """Tell whether a block without any mark is a quote: not if its author has only moved her own words in.

        That is seen by how programs do it, or by words of hers above that say nothing of who wrote.
        """
        if _INDENT_ONLY.search(style):
            return False
        moved_in = _INDENT.search(style) or "elementToProof" in (attributes.get("class") or "")
        said = [line.text for line in self._writer.lines if line.text and not line.depth][-_HEAD_LINES:]
        if frame.depth or (not said and not moved_in):
            return not moved_in
        return any(_is_attribution(said[-count:]) for count in range(1, len(said) + 1))

    def _close(self, tag: str) -> None:
        writer = self._writer
        if tag in ("p", "blockquote", "ol", "ul", "table"):
            writer.gap()
        elif _BLOCKS.fullmatch(tag):
            writer.end_line()
        elif tag in _CELLS:
            writer.say(" ", 0, keep=False)


def _is_attribution(texts: Sequence[str]) -> bool:
    """Tell whether lines say who wrote what follows."""
    found = quote_openings.opening(texts, quoted=True)
    return found.lines == len(texts) and found.grade > Grade.HEADING


def _is_marked(tag: str, attributes: Mapping[str, str | None], style: str) -> bool:
    """Tell what a program labels as a quote, or draws a line beside."""
    classes = attributes.get("class") or ""
    if tag == "blockquote":
        labels = f"{classes} {attributes.get('id') or ''}"
        cited = attributes.get("type") == "cite" or "cite" in attributes or _CITING.search(labels) is not None
        return cited or bool(style and not _INDENT_ONLY.search(style) and _BESIDE_A_LINE.search(style))
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
