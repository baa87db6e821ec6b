"""The link in the head of a letter that stops reminders: by a mail program without a look, or by a button."""

import pytest
from starlette.testclient import TestClient

from moderator.service import preferences, tags
from moderator.store import watchers
from moderator.store.tables import Player
from moderator.web.app import make_app
from moderator.web.site import Site
from tests.support.browsers import URL, NewBrowser
from tests.support.world import World

ONE_CLICK = {"List-Unsubscribe": "One-Click"}


@pytest.fixture
def path(world: World) -> str:
    """Return the path that Ann's letters hold."""
    world.settings(web=URL)
    return tags.unsubscribe_path(world.ctx, "hoth", "Ann", world.assignment("Ann").key_number)


def is_reminded(world: World) -> bool:
    """Tell whether Ann gets reminders."""
    with world.store.read() as session:
        return preferences.reminders(session.get_one(Player, world.assignment("Ann").player)) != ()


def test_a_mail_program_stops_reminders_without_a_cookie_or_an_origin(world: World, site: Site, path: str) -> None:
    """RFC 8058, 3.1: it sends a form from anywhere, and nobody sees the answer."""
    with TestClient(make_app(site), base_url=URL) as program:
        assert program.post(path, data=ONE_CLICK).status_code == 200
    assert not is_reminded(world)
    assert [letter.code for letter in world.facts("notice")] == ["unsubscribed"], "who has the letter can do it"


def test_a_second_click_changes_nothing(world: World, browser: TestClient, path: str) -> None:
    """The player is told once."""
    browser.post(path, data=ONE_CLICK)
    browser.post(path, data=ONE_CLICK)
    assert len(world.facts("notice")) == 1


def test_to_follow_the_link_changes_nothing(world: World, browser: TestClient, path: str) -> None:
    """It shows a button: programs that look at links in mail stop no reminders."""
    assert "Stop the reminders" in browser.get(path).text
    assert is_reminded(world)


def test_the_link_ends_with_the_key_of_the_seat(world: World, browser: TestClient, path: str) -> None:
    """TAG NEW makes it void, and a guessed one or that of another seat was never good."""
    assert browser.post(path.replace("/ann/", "/bob/"), data=ONE_CLICK).status_code == 404
    world.says("Ann", "TAG NEW")
    assert browser.post(path, data=ONE_CLICK).status_code == 404
    assert is_reminded(world)


def test_the_link_opens_nothing_else(new_browser: NewBrowser, path: str) -> None:
    """Its code is no letter's, and its page tells the seat and the match, which the letter told."""
    browser, code = new_browser(), path.rpartition("/")[2]
    assert browser.get(f"/l/hoth/ann/0/{code}").status_code == 404
    assert browser.get("/desk").status_code == 404
    browser.post(path, data=ONE_CLICK)
    assert browser.get("/desk").status_code == 404


# ---- somebody who only watches -----------------------------------------------------------------------------------


@pytest.fixture
def watched(world: World) -> str:
    """Let Zoe watch the match, and return the path that her letters hold."""
    world.settings(web=URL, authserv_id="mx.pbem.test")
    proof = {"Authentication-Results": "mx.pbem.test; dkim=pass header.d=pbem.test"}
    for sender in ("zoe@pbem.test", "yan@pbem.test"):
        world.put(world.raw("WATCH hoth", sender, headers=proof))
    world.read()
    return tags.watch_path(world.ctx, "hoth", "zoe@pbem.test")


def watchers_of(world: World) -> list[str]:
    """Return who watches the match."""
    with world.store.read() as session:
        return [each.address for each in watchers.watchers_of(session, world.the_match().id)]


def test_one_click_ends_a_match_that_is_watched(world: World, site: Site, watched: str) -> None:
    """Without a cookie or an origin, for its reader alone; a second click finds nothing."""
    assert watchers_of(world) == ["zoe@pbem.test", "yan@pbem.test"]
    with TestClient(make_app(site), base_url=URL) as program:
        assert program.post(watched, data=ONE_CLICK).status_code == 200
        assert watchers_of(world) == ["yan@pbem.test"]
        assert program.post(watched, data=ONE_CLICK).status_code == 404


def test_to_follow_that_link_changes_nothing(world: World, browser: TestClient, watched: str) -> None:
    """It shows a button; the code is of one match and one reader."""
    assert "Stop watching hoth?" in browser.get(watched).text
    assert len(watchers_of(world)) == 2
    world.match(name="endor")
    assert browser.post(watched.replace("/hoth/", "/endor/"), data=ONE_CLICK).status_code == 404
    assert "You no longer watch hoth" in browser.post(watched).text
