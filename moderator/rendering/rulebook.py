"""The rules of a game for a letter: the part of its page that is for players, as blocks."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode
from msgspec import Struct

from moderator.core.template_folders import ENGLISH
from moderator.games.registry import GAMES

_END = "<!-- RULES"
"""The comment at which the rules end and the part for operators and authors begins."""

_LISTS = {"bullet_list": "", "ordered_list": "{}. "}
_BREAKS = ("softbreak", "hardbreak")


class Block(Struct, frozen=True, kw_only=True):
    """One block of the rules, without Markdown: a heading, a paragraph or another kind that a layout can show."""

    kind: Literal["heading", "para", "items", "code", "table"]
    text: str = ""
    lines: tuple[str, ...] = ()
    head: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


@cache
def rulebook(game: str, language: str = ENGLISH) -> tuple[Block, ...]:
    """Return the rules of a game as blocks, none of a game that is not installed.

    In another language than English they stand in a file beside the page of the game.
    """
    if game not in GAMES:
        return ()
    return tuple(blocks(translated(GAMES[game].page, language).read_text(encoding="utf-8").partition(_END)[0]))


def translated(page: Path, language: str) -> Path:
    """Return the file of a page in a language, such as ``page.de.md``; that in English if there is none."""
    found = page.with_suffix(f".{language}{page.suffix}")
    return found if language != ENGLISH and found.exists() else page


def markdown_reader(**more: bool) -> MarkdownIt:
    """Return the reader of our Markdown pages: with tables, and the quotes and apostrophes of print."""
    return MarkdownIt("commonmark", {"typographer": True, **more}).enable(["table", "smartquotes"])


def blocks(page: str) -> Iterator[Block]:
    """Give the blocks of a Markdown page, without its title, which is the name of the game."""
    for node in SyntaxTreeNode(markdown_reader().parse(page)).children:
        if node.type == "heading" and node.tag != "h1":
            yield Block(kind="heading", text=_plain(node))
        elif node.type == "paragraph":
            yield Block(kind="para", text=_plain(node))
        elif node.type in _LISTS:
            marks = map(_LISTS[node.type].format, range(1, len(node.children) + 1))
            items = zip(marks, node.children, strict=True)
            yield Block(kind="items", lines=tuple(mark + _plain(item) for mark, item in items))
        elif node.type in {"fence", "code_block"}:
            yield Block(kind="code", lines=tuple(node.content.rstrip("\n").split("\n")))
        elif node.type == "table":
            head, *rows = (tuple(map(_plain, row.children)) for part in node.children for row in part.children)
            yield Block(kind="table", head=head, rows=tuple(rows))


def _plain(node: SyntaxTreeNode) -> str:
    """Return the text of a node as one line, without Markdown."""
    if node.type in _BREAKS:
        return " "
    if node.children:
        return "".join(map(_plain, node.children))
    return node.content if node.type in {"text", "code_inline"} else ""
