"""The pages of ``docs``, and the rules of each game, as HTML. HTML in them is shown, not read."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path

from markdown_it.token import Token
from markupsafe import Markup
from msgspec import Struct

from moderator.core.template_folders import ENGLISH
from moderator.games.registry import GAMES
from moderator.rendering.rulebook import markdown_reader, translated

GROUPS: Mapping[str, tuple[str, ...]] = {
    "play": ("tour", "players", "commands", *GAMES, "problems", "dice", "report-json"),
    "run": ("gm", "overrides"),
    "host": ("operators", "mailboxes", "web", "forum", "backups", "attacks", "performance"),
    "write": ("authors", "language", "service", "translating", "releasing"),
}
"""All pages in the order of the site's contents (``contrib/site/zensical.toml``), by who reads them."""
GUIDES = tuple(name for names in GROUPS.values() for name in names if name not in GAMES)
"""The pages of ``docs``; the others are the rules of games."""

_PACKAGE = Path(__file__).resolve().parents[2]
DOCS = next(folder for folder in (_PACKAGE / "docs", _PACKAGE.parent / "docs") if folder.is_dir())
"""In the wheel, or at the root of a checkout."""
_RULES_END = "<!-- RULES"
_ELSEWHERE = re.compile(r"https?://")
_BESIDE = re.compile(r"(\w[\w.-]*/)*\w[\w.-]*")
"""The name of a picture beside a page or in a folder there: no address, and no way up."""
_CODE = ("caddyfile", "json", "nginx", "python", "sh", "toml")
"""The languages of which a line is not broken; orders and letters are words, which are."""
_TITLE_TOKENS = 3
"""The beginning, words and end of the heading that a page begins with."""
_OTHER_LANGUAGES = slice(_TITLE_TOKENS, _TITLE_TOKENS + 3)
"""The paragraph below the title, which may lead to the same page in other languages."""
_LANGUAGE_OF_PAGE = re.compile(r"\.[a-z]{2}(?=\.md$)")
_TITLE = re.compile(r"^# (.+)$", re.MULTILINE)


class Guide(Struct, frozen=True, kw_only=True):
    """A page: the words below its title, the headings of its parts by their ids, its pictures by name.

    It is in its ``language``, which is English where it is not translated.
    """

    title: str
    language: str
    words: Markup
    parts: Mapping[str, str]
    pictures: Mapping[str, Path]


@cache
def grouped_titles(language: str) -> Mapping[str, Mapping[str, str]]:
    """Return the titles of all pages by their names, in groups."""
    return {group: {name: _title(name, language) for name in names} for group, names in GROUPS.items()}


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
    pictures = {file: _path(name).parent / file for file in _place_pictures(tokens, f"/help/{name}")}
    below_title = tokens[_TITLE_TOKENS:] if tokens and tokens[0].tag == "h1" else tokens
    html = reader.renderer.render(list(_in_scrolling_frames(below_title)), reader.options, {})
    parts = {mark: words for level, mark, words in headings if level == "h2"}
    return Guide(
        title=_title(name, language),
        language=ENGLISH if translated(_path(name), language) == _path(name) else language,
        words=Markup(html),  # noqa: S704 - escaped there
        parts=parts,
        pictures=pictures,
    )


def _path(name: str) -> Path:
    return DOCS / f"{name}.md" if name in GUIDES else GAMES[name].page


def _text(name: str, language: str) -> str:
    """Return a page, without the part of a game's that is for operators and authors."""
    text = translated(_path(name), language).read_text(encoding="utf-8")
    return text.partition(_RULES_END)[0] if name in GAMES else text


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
    """Have pictures that lie beside a page, or below, loaded from a folder of the site; show no others.

    Yields their names.
    """
    for picture in (child for token in tokens for child in token.children or () if child.type == "image"):
        file = str(picture.attrGet("src"))
        if _BESIDE.fullmatch(file):
            picture.attrSet("src", f"{folder}/{file}")
            yield file
        else:
            picture.type, picture.children = "text", None


def _in_scrolling_frames(tokens: Iterable[Token]) -> Iterator[Token]:
    """Give the pieces of a page with each table, and all code, in a frame that scrolls by itself, with keys too."""
    for token in tokens:
        is_code = token.type == "fence" and token.info in _CODE
        if is_code or token.type == "table_open":
            yield Token("frame_open", "div", 1, attrs={"class": "scroll", "tabindex": "0"}, block=True)
        yield token
        if is_code or token.type == "table_close":
            yield Token("frame_close", "div", -1, block=True)
