"""Press on the desk: who wrote what to whom, and a message that is sent from there."""

import re

import pytest
from starlette.testclient import TestClient

from tests.support.browsers import URL, open_desk
from tests.support.world import World

PRESS = "/desk/hoth/ann/press"


@pytest.fixture(autouse=True)
def _on_anns_desk(world: World, browser: TestClient) -> None:
    world.settings(web=URL)
    open_desk(world, browser, "Ann")


def _send(browser: TestClient, to: str, text: str) -> str:
    """Send a message as the form does, and return the page that tells what became of it."""
    once = re.findall(r'name="once" value="([^"]*)"', browser.get(PRESS).text)[0]
    sent = browser.post(PRESS, data={"once": once, "to": to, "text": text})
    return browser.get(sent.headers["location"]).text if sent.status_code == 303 else sent.text


def _messages(page: str) -> list[tuple[str, str, str]]:
    """Return what a page shows: with whom, by whom, and the text."""
    found = []
    for section in re.findall(r"<section[^>]*with-\d.*?</section>", page, re.DOTALL):
        whom = re.findall(r"<h2[^>]*>(.*?)</h2>", section)[0]
        texts = re.findall(r"<b>(.*?)</b>.*?<blockquote>(.*?)</blockquote>", section, re.DOTALL)
        found += [(whom, author, text) for author, text in texts]
    return found


def test_a_message_is_a_letter(world: World, browser: TestClient) -> None:
    """It goes to its reader, is answered on the page and by letter, and stands on the page from then on."""
    page = _send(browser, "Bob", "Shall we meet?\n\nAnn")
    assert "Your message went to Bob" in page
    assert _messages(page) == [("Bob", "You", "Shall we meet?\n\nAnn")]
    (press,) = world.facts("press-letter")
    assert (press.head.seat, press.author, press.text) == ("Bob", "Ann", "Shall we meet?\n\nAnn")
    assert world.letters()[-1].transport == "web"
    assert len(world.rows("acknowledgement")) == 1


def test_a_message_that_is_sent_twice_goes_once(world: World, browser: TestClient) -> None:
    """A double click, a page that is loaded again."""
    for _ in range(2):
        assert browser.post(PRESS, data={"once": "the-same", "to": "Bob", "text": "Hello"}).status_code == 303
    assert len(world.rows("press-letter")) == 1


def test_messages_stand_by_correspondent(world: World, browser: TestClient) -> None:
    """Letters and the desk alike: the newest first, what is for all apart, and what went to the GM."""
    world.says("Bob", "PRESS TO Ann\nFrom Bob\nEND")
    world.move(minutes=1)
    world.says("Ann", "PRESS TO Bob\nBack to Bob\nEND")
    world.move(minutes=1)
    world.says("Bob", "PRESS TO ALL\nHear, hear\nEND\nPRESS TO GM\nBetween Bob and the GM\nEND")
    world.move(minutes=1)
    assert _messages(_send(browser, "GM", "A question")) == [
        ("The GM", "You", "A question"),
        ("Everybody", "Bob", "Hear, hear"),
        ("Bob", "You", "Back to Bob"),
        ("Bob", "Bob", "From Bob"),
    ]


def test_people_who_take_a_seat_over_read_no_older_press(world: World, browser: TestClient) -> None:
    """Press is between people, not between seats."""
    world.says("Ann", "PRESS TO Bob\nBetween us\nEND")
    with world.store.write() as session:
        assignment = session.merge(world.assignment("Ann"))
        world.move(minutes=1)
        assignment.joined = world.ctx.now()
    assert "Between us" not in browser.get(PRESS).text


def test_the_limits_of_press_hold(world: World, browser: TestClient) -> None:
    """What is refused is told, and stands in the form again."""
    world.settings(limits=world.ctx.settings.limits.__class__(press_per_day=1))
    _send(browser, "Bob", "One")
    page = _send(browser, "Bob", "Two\nlines")
    assert "We did not send the message" in page
    assert "Two\nlines</textarea>" in page
    assert len(world.rows("press-letter")) == 1


@pytest.mark.parametrize("text", ["", "Look:\nEND\nSEEK Mill", "Bye\n--\nAnn", "Hi\nPRESS TO ALL\nMe"])
def test_a_message_that_would_be_cut_is_shown_back(world: World, browser: TestClient, text: str) -> None:
    """Nothing of it is kept: neither half a message nor an order that was meant as words."""
    page = _send(browser, "Bob", text)
    assert "Nothing was sent" in page
    assert f"{text}</textarea>" in page
    assert not world.letters()


def test_press_is_for_its_seat_alone(browser: TestClient) -> None:
    """Another's press is as if there were none."""
    nothing = browser.get("/desk/hoth/nobody").text
    other = "/desk/hoth/bob/press"
    assert browser.get(other).text == browser.post(other, data={"to": "Ann", "text": "Hello"}).text == nothing
    browser.cookies.clear()
    assert browser.get(PRESS).text == browser.post(PRESS, data={"to": "Bob", "text": "Hello"}).text == nothing
