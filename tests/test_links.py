"""Every relative link of the pages leads to a file that is there, and to a heading that stands in it."""

import re
from collections.abc import Iterator
from pathlib import Path

from tests.support.cases import every_case

ROOT = Path(__file__).parents[1]
PAGES = tuple(
    str(path.relative_to(ROOT))
    for path in sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("moderator/games/*/*.md")])
)
_FENCE = re.compile(r"^( *)```.*?^\1```", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"`[^`\n]+`")
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)$", re.MULTILINE)


def prose(path: Path) -> str:
    """Return a page without its blocks of code."""
    return _FENCE.sub("", path.read_text(encoding="utf-8"))


def anchors(text: str) -> Iterator[str]:
    """Give the anchors that GitHub makes of a page's headings."""
    seen: dict[str, int] = {}
    for heading in _HEADING.findall(text):
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        name = re.sub(r"[^\w -]", "", words.strip().lower()).replace(" ", "-")
        count = seen[name] = seen.get(name, -1) + 1
        yield f"{name}-{count}" if count else name


def links(text: str) -> Iterator[tuple[str, str]]:
    """Give path and anchor of every link to something in this repository."""
    for inline, defined in _LINK.findall(_CODE.sub("", text)):
        target = inline or defined
        if not re.match(r"[a-z]+:", target):
            path, _, anchor = target.partition("#")
            yield path, anchor


def dead(page: Path, text: str) -> list[str]:
    """Return the links of a page that lead nowhere."""
    found: list[str] = []
    for path, anchor in links(text):
        target = (page.parent / path).resolve() if path else page
        if not target.exists():
            found.append(path)
        elif anchor and anchor not in anchors(text if target == page else prose(target)):
            found.append(f"{path}#{anchor}")
    return found


@every_case("page", PAGES)
def test_no_link_of_a_page_is_dead(page: str) -> None:
    """A reader who follows a link finds a page, and the heading that it names."""
    assert dead(ROOT / page, prose(ROOT / page)) == []


def test_a_dead_link_is_found() -> None:
    """A page, a heading and a heading of the same page that are not there are all named."""
    text = "# One\n\n[a](no.md) [b](docs/dice.md#no-such-part) [c](#two) [d](#one) [e](docs/dice.md) [f](https://a.test/#x)\n"
    assert dead(ROOT / "README.md", text) == ["no.md", "docs/dice.md#no-such-part", "#two"]


def test_every_page_stands_in_the_contents_of_the_site() -> None:
    """Or nobody finds it there; decisions are linked from the pages that they are about."""
    contents = (ROOT / "contrib" / "site" / "zensical.toml").read_text(encoding="utf-8")
    assert [page for page in PAGES if f'"{page}"' not in contents and not page.startswith("docs/decisions/")] == []


@every_case("page", PAGES)
def test_blocks_in_a_list_are_indented_as_the_site_needs(page: str) -> None:
    """By four spaces: after less its Markdown ends the list, and the steps that follow begin again at 1."""
    text = (ROOT / page).read_text(encoding="utf-8")
    assert [indent for indent in re.findall(r"^( +)```", text, re.MULTILINE) if len(indent) % 4] == []


def test_every_decision_is_listed() -> None:
    """By its title."""
    folder = ROOT / "docs" / "decisions"
    listed = (folder / "README.md").read_text(encoding="utf-8")
    pages = {
        page.name: page.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")
        for page in folder.glob("*.md")
    }
    assert [name for name, title in pages.items() if name != "README.md" and f"- [{title}]({name})" not in listed] == []
