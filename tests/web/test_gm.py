"""The GM's desk: the way in by a memo, and what a stranger gets of it."""

import re

import pytest
from sqlmodel import select
from starlette.testclient import TestClient

from moderator.ports import Words
from moderator.rendering.mail import MailRenderer
from moderator.store.tables import Browser, Entrance
from tests.support.browsers import URL, NewBrowser, gm_link, gm_path, open_desk, open_gm_desk
from tests.support.games import TEMPLATES
from tests.support.world import World


@pytest.fixture(autouse=True)
def _at_url(world: World) -> None:
    world.settings(web=URL)


def _sent_to_gm(world: World) -> Words:
    """Return the words of the one letter to the GM that goes now."""
    sent = world.post(MailRenderer(world.clock, TEMPLATES))
    (words,) = [letter.dispatch.words for letter in sent if letter.dispatch.to == ("gm@pbem.test",)]
    return words


# ---- the way in ------------------------------------------------------------------------------------------------


def test_every_memo_leads_to_the_desk(world: World) -> None:
    """In its text and in its HTML; without a web desk there is no such link."""
    world.says("Ann", "EXTEND 24h")
    words = _sent_to_gm(world)
    assert f"Open the GM's desk: {URL}{gm_path(world)}" in " ".join(words.text.split())
    assert f'href="{URL}{gm_path(world)}"' in words.html
    world.settings(web="")
    world.says("Bob", "EXTEND 24h")
    words = _sent_to_gm(world)
    assert "/gm/ask/" not in words.text + words.html


def test_the_link_opens_the_desk_in_the_browser_that_asked(world: World, browser: TestClient) -> None:
    """A button, a memo, another button: and the GM is told by a memo that the desk was opened."""
    assert "Send me the link" in browser.get(gm_path(world)).text
    asked = browser.post(gm_path(world))
    assert (asked.status_code, asked.headers["location"]) == (303, "/enter")
    assert "on its way" in browser.get("/enter").text
    assert "after 12 hours" in browser.get(gm_link(world)).text
    assert browser.get("/gm").status_code == 404, "to look at a link opens nothing"
    entered = browser.post(gm_link(world))
    assert (entered.status_code, entered.headers["location"]) == (303, "/gm")
    assert browser.get("/gm").status_code == 200
    assert browser.post(gm_link(world)).status_code == 404, "a link works once"
    assert [memo.code for memo in world.facts("memo")] == ["desk-link", "desk-opened"]
    assert {row.to for row in world.rows("memo")} == {"gm@pbem.test"}


def test_the_memo_with_the_link_has_it_and_no_other(world: World, browser: TestClient) -> None:
    """The link to the desk stands in it, and nothing that asks for another link."""
    browser.post(gm_path(world))
    words = _sent_to_gm(world)
    assert f"{URL}{gm_link(world)}" in words.text
    assert f'href="{URL}{gm_link(world)}"' in words.html
    assert "/gm/ask/" not in words.text + words.html


def test_a_link_in_another_browser_shows_a_code_for_the_window_that_waits(
    world: World, browser: TestClient, new_browser: NewBrowser
) -> None:
    """So whoever gets the memo passed on comes in nowhere."""
    browser.post(gm_path(world))
    other = new_browser()
    (code,) = re.findall(r'class="code">([^<]+)<', other.get(gm_link(world)).text)
    assert other.post(gm_link(world)).status_code == 404
    assert browser.post("/enter", data={"code": "WRONGONE"}).headers["location"] == "/enter?wrong=1"
    assert browser.post("/enter", data={"code": code}).headers["location"] == "/gm"
    assert (browser.get("/gm").status_code, other.get("/gm").status_code) == (200, 404)


def test_the_gm_gets_three_links_a_day(world: World, browser: TestClient) -> None:
    """Those that players ask for do not count."""
    open_desk(world, browser, "Ann")
    for _ in range(3):
        assert browser.post(gm_path(world)).status_code == 303
    assert browser.post(gm_path(world)).status_code == 429
    world.move(days=1)
    assert browser.post(gm_path(world)).status_code == 303


def test_a_link_works_for_a_quarter_of_an_hour(world: World, browser: TestClient) -> None:
    """Whoever comes later asks for another one."""
    browser.post(gm_path(world))
    world.move(minutes=15)
    assert browser.post(gm_link(world)).status_code == 404


def test_a_stranger_cannot_have_letters_sent_to_the_gm(world: World, browser: TestClient) -> None:
    """Without the code of the memos there is nothing; the code ends with the GM's address."""
    path = gm_path(world)
    for wrong in ("/gm/ask/abc", path[:-1] + ("a" if path[-1] != "a" else "b")):
        assert browser.get(wrong).text == browser.get("/nothing").text
        assert browser.post(wrong).status_code == 404
    world.settings(gm="other@pbem.test")
    assert browser.post(path).status_code == 404
    world.settings(gm="")
    assert browser.post(gm_path(world)).status_code == 404
    assert not world.rows("memo")


@pytest.mark.parametrize("end", ["time", "sign out", "address", "no GM"])
def test_the_desk_ends(world: World, browser: TestClient, new_browser: NewBrowser, end: str) -> None:
    """After 12 hours, used or not; by signing out in any browser; and with the GM's address."""
    open_gm_desk(world, browser)
    if end == "time":
        world.move(hours=11)
        assert browser.get("/gm").status_code == 200
        world.move(hours=1)
    elif end == "sign out":
        other = new_browser()
        open_gm_desk(world, other)
        assert other.post("/gm/sign-out").status_code == 303
    else:
        world.settings(gm="other@pbem.test" if end == "address" else "")
    assert browser.get("/gm").status_code == 404


def test_a_link_to_another_gm_opens_nothing(world: World, browser: TestClient) -> None:
    """A link that was sent before the GM changed does not open the desk of the new one."""
    browser.post(gm_path(world))
    world.settings(gm="other@pbem.test")
    assert browser.post(gm_link(world)).status_code == 404


def test_a_player_does_not_open_the_gms_desk_nor_the_gm_a_players(
    world: World, browser: TestClient, new_browser: NewBrowser
) -> None:
    """Each desk has a cookie of its own, and neither opens the other."""
    open_desk(world, browser, "Ann")
    assert browser.get("/gm").status_code == 404
    gm = new_browser()
    open_gm_desk(world, gm)
    assert gm.get("/desk").status_code == 404
    gm.cookies["__Host-desk"] = gm.cookies["__Host-gm"]
    assert gm.get("/desk").status_code == 404
    browser.cookies["__Host-gm"] = browser.cookies["__Host-desk"]
    assert browser.get("/gm").status_code == 404
    open_gm_desk(world, browser)
    assert browser.get("/desk").status_code == 200, "one browser may open both"


def test_nothing_that_opens_the_desk_is_stored(world: World, browser: TestClient) -> None:
    """The database knows hashes of cookies alone."""
    open_gm_desk(world, browser)
    with world.store.read() as session:
        stored = [row.key for row in session.exec(select(Browser))]
        waiting = [row.waiting for row in session.exec(select(Entrance))]
    assert browser.cookies["__Host-gm"] not in stored
    assert all(re.fullmatch(r"[0-9a-f]{64}", each) for each in (*stored, *waiting))
