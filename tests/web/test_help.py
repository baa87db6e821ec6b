"""The help: all pages of the documentation and the rules of the games, and no link that leads nowhere."""

import re
import tomllib
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from moderator.games.registry import GAMES
from moderator.web.pages import guides
from moderator.web.pages.guides import GUIDES
from tests.support.cases import every_case

PAGES = (*GUIDES, *GAMES)
_GROUP = re.compile(r"<section>\n<h2>(.*?)</h2>(.*?)</section>", re.DOTALL)
_SITE = guides.DOCS.parent / "contrib" / "site" / "zensical.toml"
_ELSEWHERE = ("README", "CHANGELOG", "CONTRIBUTING")
"""What only the site has."""


def _links(text: str) -> list[str]:
    return re.findall(r'(?:href|src)="([^"]*)"', text)


def test_every_page_leads_to_the_help(browser: TestClient) -> None:
    """At its head and at its foot; the help leads to all of its pages."""
    assert browser.get("/").text.count('href="/help"') == 2
    links = _links(browser.get("/help").text)
    assert {f"/help/{name}" for name in PAGES} <= set(links)


def _name_on_desk(page: str) -> str:
    """Return what the desk calls a page of the site: a game by its key, one of ``docs`` by its name."""
    games = (name for name in GAMES if page.startswith(f"moderator/games/{GAMES[name].page.parent.name}/"))
    return next(games, Path(page).name.partition(".")[0])


def _groups_of_the_site() -> dict[str, list[str]]:
    """Return the pages of the site by the headings of its contents; what comes before the first group is in it."""
    nav = tomllib.loads(_SITE.read_text(encoding="utf-8"))["project"]["nav"]
    groups: dict[str, list[str]] = {}
    waiting: list[str] = []
    for heading, inside in (pair for entry in nav for pair in entry.items()):
        pages = [page for each in inside for page in each.values()] if isinstance(inside, list) else [inside]
        waiting += [name for name in map(_name_on_desk, pages) if name not in _ELSEWHERE]
        if isinstance(inside, list):
            groups[heading], waiting = list(dict.fromkeys(waiting)), []
    return groups


def _games_together(names: list[str]) -> list[str]:
    """Return names with those of games in one order: the desk has the games that are installed."""
    games = sorted(name for name in names if name in GAMES)
    return [games.pop(0) if name in GAMES else name for name in names]


def test_the_help_has_the_contents_of_the_site(browser: TestClient) -> None:
    """The same pages, under the same headings and in the same order."""
    text = browser.get("/help").text
    found = {unescape(heading): re.findall(r'"/help/([^"]+)"', inside) for heading, inside in _GROUP.findall(text)}
    wanted = _groups_of_the_site()
    assert list(found) == list(wanted)
    assert {heading: _games_together(names) for heading, names in found.items()} == {
        heading: _games_together(names) for heading, names in wanted.items()
    }


def test_every_page_of_the_documentation_is_in_the_help() -> None:
    """What is new in ``docs`` needs a place there."""
    assert {path.name.partition(".")[0] for path in guides.DOCS.glob("*.md")} == set(GUIDES)


def test_headings_of_the_help_are_in_the_language_of_the_browser(browser: TestClient) -> None:
    """Titles of pages that are not translated stay English."""
    text = browser.get("/help", headers={"Accept-Language": "de"}).text
    assert [heading for heading, _ in _GROUP.findall(text)][:2] == ["Spielen", "Partien leiten"]


def test_no_link_of_the_help_is_dead(browser: TestClient) -> None:
    """Pages, parts of pages and pictures are all there; what is not on this site has no link.

    The head of each page leads to the player's own desk, which a stranger is not shown.
    """
    pages = {f"/help/{name}": browser.get(f"/help/{name}").text for name in PAGES}
    dead = []
    for path, text in pages.items():
        for link in _links(text):
            target, _, part = link.partition("#")
            if target == "/desk" or target.startswith(("https:", "data:", "/static/")):
                continue
            answer = browser.get(target or path)
            if answer.status_code != 200 or (part and part != "main" and f'id="{part}"' not in answer.text):
                dead.append((path, link))
    assert dead == []


def test_a_link_is_named_by_the_title_of_its_page(browser: TestClient) -> None:
    """Not by the name of a file that no reader of the site sees."""
    assert '<a href="/help/players">For players</a>' in browser.get("/help/commands").text


TRANSLATED = tuple(name for name in GUIDES if (guides.DOCS / f"{name}.de.md").exists())


def test_a_translated_guide_leads_to_translated_pages() -> None:
    """Each part that it leads to stands in the page in its language, and every link of the original is there, too."""
    assert TRANSLATED == ("players", "commands")
    pages = {name: guides.guide(name, "de") for name in TRANSLATED}
    for name, page in pages.items():
        english = guides.guide(name, "en")
        assert page is not None
        assert english is not None
        assert len(page.parts) == len(english.parts)
        assert len(_links(page.words)) >= len(_links(english.words))
        for link in _links(page.words):
            path, _, part = link.partition("#")
            other = pages.get(path.removeprefix("/help/") or name)
            assert other is None or not part or f'id="{part}"' in other.words, link


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_guide_does_not_lead_to_itself_in_other_languages(language: str) -> None:
    """The site shows the language of the reader; the link is for those who read the page in a repository."""
    for name in TRANSLATED:
        page = guides.guide(name, language)
        assert page is not None
        assert f'href="/help/{name}"' not in page.words
        assert not page.words.startswith(("<p>Deutsch", "<p>English"))


@every_case("name", PAGES)
def test_a_page_begins_with_its_title(name: str) -> None:
    """No page shows a comment. What a game's page says to operators and authors is left out."""
    page = guides.guide(name, "en")
    assert page is not None
    assert page.title
    assert page.words.startswith("<p>")
    assert "<h1" not in page.words
    assert "&lt;!--" not in page.words.replace("<code>&lt;!--", "")
    assert "[[match]]" not in page.words or name in GUIDES


def test_html_of_a_page_is_shown_and_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page never brings more to a browser than words."""
    monkeypatch.setattr(
        guides, "_text", lambda _name, _language: "# One\n\n<script>x</script> <b>y</b> [z](javascript:x)\n"
    )
    page = guides.guide.__wrapped__("players", "en")
    assert page is not None
    assert "<script" not in page.words
    assert "<b>" not in page.words
    assert 'href="javascript' not in page.words


def test_a_picture_from_elsewhere_is_told_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """The site loads nothing from others; a picture beside the page, or in a folder there, is shown."""
    pictures = "![far](https://a.test/x.png) ![above](../x.png) ![root](/x.png) ![near](y.png) ![below](z/y.png)"
    monkeypatch.setattr(guides, "_text", lambda _name, _language: f"# One\n\n{pictures}\n")
    page = guides.guide.__wrapped__("players", "en")
    assert page is not None
    assert page.words.startswith('<p>far above root <img src="/help/players/y.png" alt="near" />')
    assert page.pictures == {"y.png": guides.DOCS / "y.png", "z/y.png": guides.DOCS / "z" / "y.png"}


def test_code_is_not_broken_and_letters_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line of code scrolls in a frame; one of a letter goes on below."""
    monkeypatch.setattr(
        guides, "_text", lambda _name, _language: "# One\n\n```toml\na = 1\n```\n\n```\nSEEK Mill\n```\n"
    )
    page = guides.guide.__wrapped__("players", "en")
    assert page is not None
    assert page.words.count('<div class="scroll" tabindex="0">') == 1
    assert page.words.index("a = 1") < page.words.index("</div>") < page.words.index("SEEK Mill")


def test_the_tour_has_its_pictures(browser: TestClient) -> None:
    """Those in a folder of their own, too."""
    shown = [link for link in _links(browser.get("/help/tour").text) if link.endswith(".png")]
    assert shown == ["/help/tour/tour/answer.png", "/help/tour/tour/printed-report.png", "/help/tour/web-desk.png"]
    for link in shown:
        assert browser.get(link).headers["content-type"] == "image/png"


def test_a_page_about_game_pages_is_whole(browser: TestClient) -> None:
    """It names the line at which the part for players ends, and does not end there itself."""
    assert "<code>&lt;!-- RULES" in browser.get("/help/authors").text


def test_headings_of_one_name_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where the pages stand in a repository, so that links lead to the same part."""
    monkeypatch.setattr(
        guides, "_text", lambda _name, _language: "# One\n\n## It's `two`\n\n## Its two\n\n[a](#its-two-1)\n"
    )
    page = guides.guide.__wrapped__("players", "en")
    assert page is not None
    assert list(page.parts) == ["its-two", "its-two-1"]
    assert 'href="#its-two-1"' in page.words


@pytest.mark.parametrize(
    "path",
    [
        "/help/README",
        "/help/no-such-page",
        "/help/two-rule-sets-one-board",
        "/help/players/x.png",
        "/help/space-genocide/page.md",
        "/help/tour/tour.md",
        "/help/players/web-desk.png",
        "/help/tour/tour/%2E%2E/web-desk.png",
        "/help/tour/%2E%2E/%2E%2E/README.md",
        "/help/tour/..%2Fgm.md",
        "/help/..%2FREADME",
        "/help/tour//etc/passwd",
    ],
)
def test_nothing_else_is_served(browser: TestClient, path: str) -> None:
    """Neither other pages nor other files, whatever the path; nor pictures of another page."""
    assert browser.get(path).status_code == 404
