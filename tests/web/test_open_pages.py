"""Pages of matches that people can join: found on the first page, joined by a form and a letter, or by a link."""

import pytest
from starlette.testclient import TestClient

from moderator.service.recruiting import open_matches
from tests.support.browsers import URL, NewBrowser, open_desk
from tests.support.recruits import answer, look, opens, told, writes
from tests.support.world import World


def joined(world: World) -> tuple[str, ...]:
    """Return who has joined."""
    with world.store.read() as session:
        row = open_matches.find(session, "endor")
        assert row is not None
        return open_matches.line(session, world.ctx, row).people


def page_of(world: World, code: str) -> str:
    """Return the path of the page that the last letter of a kind leads to."""
    letters = [*world.facts("stranger"), *world.facts("notice")]
    url = next(str(each.facts["page"]) for each in reversed(letters) if each.code == code)
    return url.removeprefix(URL)


@pytest.fixture(autouse=True)
def _opened(world: World) -> None:
    """Open a match."""
    world.settings(web=URL)
    opens(world)


def test_the_first_page_leads_to_a_match_that_people_can_join(browser: TestClient) -> None:
    """With what there is to know of it."""
    page = browser.get("/").text
    assert 'href="/open/endor"' in page
    for words in (
        "Players are wanted",
        "2 to 3 players",
        "Nobody has joined yet.",
        "Seats to wish for: Red, Blue, Green and",
    ):
        assert words in page


def test_a_stranger_joins_by_a_form_and_a_letter(world: World, browser: TestClient) -> None:
    """The letter proves the address; nothing happens before it is answered."""
    form = {"name": "Dora", "address": " Dora@real.test ", "seat": "Gold"}
    assert "question to" in browser.post("/open/endor", data=form).text
    assert joined(world) == ()
    (asked,) = world.facts("stranger")
    assert asked.facts["line"] == "JOIN endor SEAT Gold"
    page = page_of(world, "command-question")
    assert "JOIN endor SEAT Gold" in browser.get(page).text
    assert joined(world) == ()
    assert "You have joined endor" in browser.post(page, data={"do": "yes"}).text
    assert joined(world) == ("Dora",)
    assert world.rows("acknowledgement")[-1].to == "dora@real.test"


@pytest.mark.parametrize("address", ["", "dora", "dora@", "a@b.test, c@d.test", "dora@real.test\nBcc: x@y.test"])
def test_what_is_no_address_is_said(world: World, browser: TestClient, address: str) -> None:
    """And nobody is written to."""
    assert "That is no mail address" in browser.post("/open/endor", data={"address": address}).text
    assert not world.facts("stranger")


def test_nobody_learns_by_the_form_who_is_known(world: World, browser: TestClient) -> None:
    """Also not whether an address was asked before."""
    pages = [
        browser.post("/open/endor", data={"address": address}).text.replace(address, "")
        for address in ("ann@pbem.test", "nobody@real.test", "nobody@real.test")
    ]
    assert len(set(pages)) == 1
    assert len(world.facts("stranger")) == 2


def test_a_player_joins_and_leaves_at_the_desk(world: World, browser: TestClient) -> None:
    """And is told by letter each time."""
    open_desk(world, browser, "Ann")
    assert "You have joined endor" in browser.post("/open/endor", data={"do": "join"}).text
    assert joined(world) == ("Anna",)
    assert answer(world).code == "open-joined"
    world.move(minutes=1)
    browser.post("/open/endor", data={"do": "leave"})
    assert joined(world) == ()
    assert answer(world).code == "open-left"


def test_a_muster_is_answered_by_its_link(world: World, new_browser: NewBrowser) -> None:
    """From any browser: the link came by letter."""
    for name in ("Dora", "Emil"):
        writes(world, name, "JOIN endor", vouched=False)
        new_browser().post(page_of(world, "command-question"), data={"do": "yes"})
    world.move(days=3)
    writes(world, "Fay", "JOIN endor", vouched=False)
    new_browser().post(page_of(world, "command-question"), data={"do": "yes"})
    look(world)
    assert told(world, "Emil") == ["muster"]
    page = page_of(world, "muster")
    assert "Are you there?" in new_browser().get(page).text
    assert "we know that you are there" in new_browser().post(page, data={"do": "yes"}).text
    assert answer(world).code == "open-here"


def test_an_invitation_is_declined_by_its_link(world: World, browser: TestClient) -> None:
    """Nobody is told."""
    open_desk(world, browser, "Ann")
    browser.post("/open/endor", data={"do": "join"})
    world.says("Ann", "INVITE emil@real.test endor")
    page = page_of(world, "invitation")
    assert "Anna invites you to endor" in browser.get(page).text
    assert "Nobody is told" in browser.post(page, data={"do": "no"}).text
    assert joined(world) == ("Anna",)


def test_a_link_leads_nowhere_once_it_is_too_late(world: World, browser: TestClient) -> None:
    """As if it had never been there."""
    writes(world, "Dora", "JOIN endor", vouched=False)
    page = page_of(world, "command-question")
    world.move(days=3)
    assert browser.get(page).status_code == 404
    assert browser.post(page, data={"do": "yes"}).status_code == 404
