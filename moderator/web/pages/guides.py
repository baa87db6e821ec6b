"""The pages for players as HTML: those of ``docs``, and the rules of each game. HTML in them is shown, not read."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path

from markdown_it.token import Token
from markupsafe import Markup
from msgspec import Struct

from moderator.games.registry import GAMES
from moderator.rendering.rulebook import markdown_reader, translated

GUIDES = ("players", "commands", "problems", "dice")
"""The pages of ``docs`` that are for players, the first to be read first."""

_PACKAGE = Path(__file__).resolve().parents[2]
DOCS = next(folder for folder in (_PACKAGE / "docs", _PACKAGE.parent / "docs") if folder.is_dir())
"""In the wheel, or at the root of a checkout."""
_RULES_END = "<!-- RULES"
_ELSEWHERE = re.compile(r"https?://")
_TITLE_TOKENS = 3
"""The beginning, words and end of the heading that a page begins with."""
_OTHER_LANGUAGES = slice(_TITLE_TOKENS, _TITLE_TOKENS + 3)
"""The paragraph below the title, which may lead to the same page in other languages."""
_LANGUAGE_OF_PAGE = re.compile(r"\.[a-z]{2}(?=\.md$)")
_TITLE = re.compile(r"^# (.+)$", re.MULTILINE)


class Guide(Struct, frozen=True, kw_only=True):
    """A page for players: the words below its title, the headings of its parts by their ids, its pictures by name."""

    title: str
    words: Markup
    parts: Mapping[str, str]
    pictures: Mapping[str, Path]


def titles(language: str) -> tuple[dict[str, str], dict[str, str]]:
    """Return the titles of all pages by their names: the guides, and the rules of the games."""
    return {name: _title(name, language) for name in GUIDES}, {name: _title(name, language) for name in GAMES}


@cache
def guide(name: str, language: str) -> Guide | None:
    """Return a page by its name, None if there is none; what is not translated is in English."""
    if name not in GUIDES and name not in GAMES:
        return None
    reader = markdown_reader(html=False)
    tokens = reader.parse(_text(name, language))
    headings = tuple(_name_headings(tokens))
    marks = {mark for _, mark, _ in headings}
    for token in tokens:
        token.children = list(_with_links(token.children or (), marks, language))
    if any(
        child.attrGet("href") == f"/help/{name}" for token in tokens[_OTHER_LANGUAGES] for child in token.children or ()
    ):
        del tokens[_OTHER_LANGUAGES]  # here each page is shown in the reader's language
    pictures = {file: _path(name).with_name(file) for file in _place_pictures(tokens, f"/help/{name}")}
    below_title = tokens[_TITLE_TOKENS:] if tokens and tokens[0].tag == "h1" else tokens
    html = reader.renderer.render(list(_with_scrolling_tables(below_title)), reader.options, {})
    parts = {mark: words for level, mark, words in headings if level == "h2"}
    return Guide(title=_title(name, language), words=Markup(html), parts=parts, pictures=pictures)  # noqa: S704 - escaped there


def _path(name: str) -> Path:
    return DOCS / f"{name}.md" if name in GUIDES else GAMES[name].page


def _text(name: str, language: str) -> str:
    """Return a page, without the part of a game's that is for operators and authors."""
    return translated(_path(name), language).read_text(encoding="utf-8").partition(_RULES_END)[0]


def _title(name: str, language: str) -> str:
    found = _TITLE.search(_text(name, language))
    return found[1] if found else name


def _name_headings(tokens: list[Token]) -> Iterator[tuple[str, str, str]]:
    """Give each heading the id that links to it have, and yield its level, its id and its words."""
    seen: dict[str, int] = {}
    for heading, inline in pairwise(tokens):
        if heading.type == "heading_open":
            words = "".join(child.content for child in inline.children or ())
            mark = re.sub(r"[^\w -]", "", words.lower()).replace(" ", "-")
            count = seen[mark] = seen.get(mark, -1) + 1
            mark = f"{mark}-{count}" if count else mark
            heading.attrSet("id", mark)
            yield heading.tag, mark, words


def _with_links(tokens: Iterable[Token], marks: Collection[str], language: str) -> Iterator[Token]:
    """Give the pieces of a line with links that lead somewhere on this site; of other links only the words are left."""
    target = ""
    for token in tokens:
        if token.type == "link_open":
            target = _target(str(token.attrGet("href")), marks)
            token.attrSet("href", target)
        elif token.type == "text" and target and token.content.endswith(".md"):
            token.content = _title(target.removeprefix("/help/").partition("#")[0], language)
        if target or not token.type.startswith("link_"):
            yield token
        if token.type == "link_close":
            target = ""


def _target(link: str, marks: Collection[str]) -> str:
    """Return where a link of a page leads on this site, empty for nowhere."""
    path, _, part = link.partition("#")
    if _ELSEWHERE.match(link) or (not path and part in marks):
        return link
    file = Path(_LANGUAGE_OF_PAGE.sub("", path))
    games = (name for name in GAMES if file.parts[-2:] == GAMES[name].page.parts[-2:])
    name = next(games, file.stem if file.suffix == ".md" and file.stem in GUIDES else "")
    return f"/help/{name}{f'#{part}' if part else ''}" if name else ""


def _place_pictures(tokens: Iterable[Token], folder: str) -> Iterator[str]:
    """Have pictures that lie beside a page loaded from a folder of the site, and yield their names; show no others."""
    for picture in (child for token in tokens for child in token.children or () if child.type == "image"):
        file = str(picture.attrGet("src"))
        if "/" in file:
            picture.type, picture.children = "text", None
        else:
            picture.attrSet("src", f"{folder}/{file}")
            yield file


def _with_scrolling_tables(tokens: Iterable[Token]) -> Iterator[Token]:
    """Give the pieces of a page with each table in a frame that scrolls by itself, with keys too."""
    for token in tokens:
        if token.type == "table_open":
            yield Token("frame_open", "div", 1, attrs={"class": "scroll", "tabindex": "0"}, block=True)
        yield token
        if token.type == "table_close":
            yield Token("frame_close", "div", -1, block=True)
