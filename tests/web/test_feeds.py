"""Feeds and calendars of matches, for programs that follow them: as much as the pages show, and valid."""

from datetime import datetime
from xml.etree import ElementTree as ET

import pytest
from icalendar import Calendar, Component
from starlette.testclient import TestClient

from moderator.service.context import OverridePlan
from moderator.service.overrides.apply import apply
from tests.support.browsers import URL, let_in
from tests.support.world import World

ATOM = "{http://www.w3.org/2005/Atom}"


def _play(world: World, turns: int) -> None:
    for _ in range(turns):
        world.move(hours=49)
        world.look()


def _feed(browser: TestClient) -> ET.Element:
    answer = browser.get("/m/hoth/feed.atom")
    assert answer.headers["content-type"].startswith("application/atom+xml")
    return ET.fromstring(answer.text)  # noqa: S314 - our own


def _titles(browser: TestClient) -> list[str | None]:
    return [title.text for title in _feed(browser).iterfind(f"{ATOM}entry/{ATOM}title")]


def _events(browser: TestClient) -> list[Component]:
    answer = browser.get("/m/hoth/deadlines.ics")
    assert answer.headers["content-type"].startswith("text/calendar")
    return Calendar.from_ical(answer.text).walk("VEVENT")


def test_a_feed_has_what_its_format_asks_for(world: World, browser: TestClient) -> None:
    """Feed and entries have an id, a title and a time; ids differ, links are whole and lead to pages."""
    _play(world, 2)
    feed = _feed(browser)
    entries = feed.findall(f"{ATOM}entry")
    assert feed.findtext(f"{ATOM}author/{ATOM}name")
    for element in (feed, *entries):
        assert element.findtext(f"{ATOM}title")
        assert datetime.fromisoformat(element.findtext(f"{ATOM}updated") or "").tzinfo is not None
        for link in element.iterfind(f"{ATOM}link"):
            assert link.attrib["href"].startswith(f"{URL}/m/hoth")
            assert browser.get(link.attrib["href"]).status_code == 200
    ids = [element.findtext(f"{ATOM}id") for element in (feed, *entries)]
    assert len(set(ids)) == len(ids) == 4


def test_an_entry_of_a_feed_leads_to_the_turn_in_print(world: World, browser: TestClient) -> None:
    """As another form of its page, which no program loads unasked."""
    _play(world, 1)
    printed = f"{ATOM}entry/{ATOM}link[@rel='alternate'][@type='application/pdf']"
    assert [link.attrib["href"] for link in _feed(browser).iterfind(printed)] == [
        f"{URL}/m/hoth/{turn}.pdf" for turn in (1, 0)
    ]


def test_a_feed_tells_of_each_turn_the_newest_first(world: World, browser: TestClient) -> None:
    """Down to the beginning of the match."""
    _play(world, 2)
    assert _titles(browser) == ["hoth: turn 2 has run", "hoth: turn 1 has run", "hoth has begun"]


@pytest.mark.parametrize(
    ("choice", "told"),
    [("after 1 turn", ["hoth: turn 1 has run", "hoth has begun"]), ("over", [])],
)
def test_a_feed_tells_no_more_than_spectators_see(
    world: World, browser: TestClient, choice: str, told: list[str]
) -> None:
    """A feed without turns is one all the same."""
    let_in(world.store, choice)
    _play(world, 2)
    assert _titles(browser) == told
    assert _feed(browser).findtext(f"{ATOM}updated")


def test_a_calendar_has_the_deadline(world: World, browser: TestClient) -> None:
    """With the name of the match and the turn, and the page to look at."""
    (event,) = _events(browser)
    assert event.decoded("dtstart") == world.the_match().deadline
    assert event["summary"] == "hoth: orders for turn 1 are due"
    assert event["url"] == f"{URL}/m/hoth"


def test_a_calendar_is_empty_while_no_deadline_runs(world: World, browser: TestClient) -> None:
    """Who subscribed sees none that does not hold."""
    apply(world.store, world.ctx, OverridePlan(name="pause", match="hoth", lines=("PAUSE",)), dry_run=False)
    assert _events(browser) == []


@pytest.mark.parametrize("name", ["feed.atom", "deadlines.ics"])
def test_a_match_without_spectators_has_neither(world: World, browser: TestClient, name: str) -> None:
    """It cannot be told from one that there is not."""
    let_in(world.store, "none")
    hidden, none = (browser.get(f"/m/{match}/{name}") for match in ("hoth", "no-such-match"))
    assert (hidden.status_code, hidden.text) == (404, none.text)


def test_the_page_of_a_match_leads_to_both(browser: TestClient) -> None:
    """For programs, and for people."""
    page = browser.get("/m/hoth").text
    for path in ("/m/hoth/feed.atom", "/m/hoth/deadlines.ics"):
        assert page.count(f'href="{path}"') == 2
