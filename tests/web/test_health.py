"""The health page: how the moderator is, in words and for its GM alone."""

import re
from dataclasses import replace

from starlette.testclient import TestClient

from moderator.service.overrides import outages
from moderator.store.statuses import MatchStatus
from moderator.store.tables import Match
from moderator.web.app import make_app
from moderator.web.site import Site
from tests.support.browsers import URL
from tests.support.gm_desks import open_gm_desk
from tests.support.world import World


def _words(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def test_the_gms_desk_leads_to_it(world: World, browser: TestClient) -> None:
    """From every page of the GM's; no other page does."""
    open_gm_desk(world, browser)
    for path in ("/gm", "/gm/hoth"):
        assert 'href="/health"' in browser.get(path).text
    assert "/health" not in browser.get("/").text


def test_all_can_be_well(world: World, browser: TestClient) -> None:
    """Where the moderator is at work, nothing waits, and the mail server vouches for senders."""
    open_gm_desk(world, browser)
    world.settings(authserv_id="mx.example.org")
    outages.note(world.store, world.ctx)
    with world.store.write() as session:
        for row in world.rows():
            session.delete(session.get_one(type(row), row.id))
    assert "All is well." in _words(browser.get("/health").text)


def test_what_is_wrong_comes_before_what_wants_a_look(world: World, browser: TestClient) -> None:
    """A moderator that is not at work, a match that failed; then letters that wait, and senders whom nobody checks."""
    open_gm_desk(world, browser)
    outages.note(world.store, world.ctx)
    world.move(minutes=10)
    with world.store.write() as session:
        session.get_one(Match, world.the_match().id).status = MatchStatus.FAULTED
    words = _words(browser.get("/health").text)
    found = [
        words.index(each)
        for each in (
            "A match is stopped by a fault.",
            "RESUME lets it go on",
            "not at work since",
            "wait to go",
            "authserv_id is not set",
            "What is well",
        )
    ]
    assert found == sorted(found)


def test_troubles_of_the_work_are_told_with_what_to_do(world: World, site: Site) -> None:
    """By the moderator that the desk runs in; a mailbox that others share is no trouble."""
    told = replace(site, troubles=lambda: {"mailbox": 4000, "letters-left-alone": 3})
    with TestClient(make_app(told), base_url=URL, headers={"Sec-Fetch-Site": "same-origin"}) as browser:
        browser.follow_redirects = False
        open_gm_desk(world, browser)
        words = _words(browser.get("/health").text)
    assert "The mailbox cannot be reached." in words
    assert "moderator doctor says what the mail server answers" in words
    assert words.index("What you may want to change") < words.index("3 letters in it are not ours")


def test_no_secret_stands_on_it(world: World, browser: TestClient) -> None:
    """Neither a tag nor an address of a player."""
    open_gm_desk(world, browser)
    page = browser.get("/health").text
    assert "ann@pbem.test" not in page
    assert world.tag("Ann") not in page
