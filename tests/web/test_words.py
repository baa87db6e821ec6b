"""The words of the pages: those of a page, where letters have others, and one kind of apostrophes and quotes."""

from html.parser import HTMLParser

import pytest
from starlette.testclient import TestClient

from moderator.web.pages.guides import GUIDES
from tests.support.browsers import form_of, letter_path, open_desk
from tests.support.gm_desks import open_gm_desk
from tests.support.world import World

_VERBATIM = {"code", "pre", "textarea", "script", "blockquote", "button", "option"}
"""What is shown as somebody wrote it, or is to be written so."""


class _Words(HTMLParser):
    """Gathers the words of a page, without what is shown verbatim."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self._inside: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _VERBATIM:
            self._inside.append(tag)
        self.words += [value for name, value in attrs if name in ("aria-label", "title") and value]

    def handle_endtag(self, tag: str) -> None:
        if self._inside and tag == self._inside[-1]:
            self._inside.pop()

    def handle_data(self, data: str) -> None:
        if not self._inside:
            self.words.append(data)


def _words_of(page: str) -> str:
    return "\n".join(_Words(page).words)


_LETTERS = (
    "SEEK Mill",
    "SEEK Mull\nSEEK Gate",
    "hello there\nFLY Mill\nPASS",
    "Is this right?",
    "STATUS\nORDERS\nHISTORY\nRULES\nMAP",
    "HELP\nHELP FORMAT\nHELP ADD\nHELP DICE",
    "CLEAR\nREADY",
    "TAG",
    "PRESS TO Nobody\nHello\nEND",
    "",
)
"""Good orders, bad ones, half good ones, commands, and nothing at all."""


@pytest.mark.parametrize("text", _LETTERS)
def test_what_becomes_of_what_is_sent_is_told_as_on_a_page(world: World, browser: TestClient, text: str) -> None:
    """There is no letter that somebody could reply to; and when it is only checked neither."""
    open_desk(world, browser, "Ann")
    pages = []
    for do in ("check", "preview", "send"):
        answer = browser.post("/desk/hoth/ann/orders", data={**form_of(browser), "orders": text, "do": do})
        pages.append(browser.get(answer.headers["location"]).text if do == "send" else answer.text)
    for page in pages:
        words = _words_of(page)
        assert "your letter " not in words.lower()
        assert "your letter," not in words.lower()
        assert "reply with" not in words
        assert "Reply to this letter" not in words
        assert not set("'\"") & set(words), [each for each in words.splitlines() if set("'\"") & set(each)]


def test_every_page_has_one_kind_of_apostrophes_and_quotes(world: World, browser: TestClient) -> None:
    """Those of print, but for what is shown as somebody wrote it."""
    open_desk(world, browser, "Ann")
    world.says("Ann", 'SEEK Gate\nPRESS TO Bob\nIt\'s "you"\nEND')
    world.move(hours=49)
    world.look()
    open_gm_desk(world, browser)
    paths = [
        "/",
        "/m/hoth",
        "/desk",
        "/desk/hoth/ann",
        "/desk/hoth/ann/press",
        "/desk/settings",
        "/dice",
        "/gm",
        "/gm/hoth",
    ]
    paths += ["/nothing", "/help", *(f"/help/{name}" for name in GUIDES)]
    paths.append(letter_path(world, "Ann"))
    for path in paths:
        words = _words_of(browser.get(path).text)
        assert not set("'\"") & set(words), (path, [each for each in words.splitlines() if set("'\"") & set(each)])


def test_the_gms_lines_are_tried_in_the_same_words(world: World, browser: TestClient) -> None:
    """What would be told has the apostrophes of print, too; what is written in config.toml keeps its quotes."""
    open_gm_desk(world, browser)
    for lines in ("EXTEND 24h", "ROLLBACK 9", "DANCE"):
        page = browser.post("/gm/hoth/lines", data={"lines": lines, "do": "dry"}).text
        assert "'" not in _words_of(page)
    assert "'" not in _words_of(browser.get("/health").text)
