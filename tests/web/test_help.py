"""The help: the pages for players and the rules of the games, and no link that leads nowhere."""

import re

import pytest
from starlette.testclient import TestClient

from moderator.games.registry import GAMES
from moderator.web.pages import guides
from moderator.web.pages.guides import GUIDES
from tests.support.cases import every_case

PAGES = (*GUIDES, *GAMES)


def _links(text: str) -> list[str]:
    return re.findall(r'(?:href|src)="([^"]*)"', text)


def test_every_page_leads_to_the_help(browser: TestClient) -> None:
    """At its head and at its foot; the help leads to all of its pages."""
    assert browser.get("/").text.count('href="/help"') == 2
    links = _links(browser.get("/help").text)
    assert {f"/help/{name}" for name in PAGES} <= set(links)


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
def test_a_page_begins_with_its_title_and_is_for_players(name: str) -> None:
    """What a game's page says to operators and authors is left out, and no comment is shown."""
    page = guides.guide(name, "en")
    assert page is not None
    assert page.title
    assert page.words.startswith("<p>")
    assert "<h1" not in page.words
    assert "&lt;!--" not in page.words
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
    """The site loads nothing from others; a picture beside the page is shown."""
    monkeypatch.setattr(
        guides, "_text", lambda _name, _language: "# One\n\n![far](https://a.test/x.png) ![near](y.png)\n"
    )
    page = guides.guide.__wrapped__("players", "en")
    assert page is not None
    assert page.words == '<p>far <img src="/help/players/y.png" alt="near" /></p>\n'
    assert list(page.pictures) == ["y.png"]


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
    "path", ["/help/gm", "/help/no-such-page", "/help/players/x.png", "/help/space-genocide/page.md"]
)
def test_nothing_else_is_served(browser: TestClient, path: str) -> None:
    """Neither other pages nor other files."""
    assert browser.get(path).status_code == 404
