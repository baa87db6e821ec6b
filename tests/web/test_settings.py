"""The settings of a player: preferences that are changed by a letter, and the browsers that are in."""

import re

import pytest
from starlette.testclient import TestClient

from tests.support.browsers import URL, NewBrowser, open_desk
from tests.support.world import World

SETTINGS = "/desk/settings"


@pytest.fixture(autouse=True)
def _on_anns_desk(world: World, browser: TestClient) -> None:
    world.settings(web=URL)
    open_desk(world, browser, "Ann")


def _form(page: str) -> dict[str, str]:
    """Return the form for all matches as a browser would send it."""
    form = re.findall(r"<form.*?</form>", page, re.DOTALL)[0]
    fields = dict(re.findall(r'<input[^>]*name="([^"]*)" value="([^"]*)"', form))
    for name, options in re.findall(r'<select[^>]*name="([^"]*)".*?>(.*?)</select>', form, re.DOTALL):
        fields[name] = re.findall(r'value="([^"]*)" selected', options)[0]
    return fields


def test_settings_are_changed_by_a_letter(world: World, browser: TestClient) -> None:
    """A SET line for each that differs; the answer is shown, and the form shows what holds from now on."""
    form = _form(browser.get(SETTINGS).text) | {"ZONE": "Europe/Berlin", "PAPER": "A3", "POSTER": "ON", "JSON": "ON"}
    sent = browser.post(SETTINGS, data=form)
    page = browser.get(sent.headers["location"]).text
    assert [answer.command for answer in world.acknowledgement().answers] == [
        "SET ZONE Europe/Berlin",
        "SET PAPER A3",
        "SET POSTER ON",
        "SET JSON ON",
    ]
    assert "PAPER is now A3" in page
    assert {name: _form(page)[name] for name in ("ZONE", "PAPER", "POSTER", "JSON", "ATTACHMENTS")} == {
        "ZONE": "Europe/Berlin",
        "PAPER": "A3",
        "POSTER": "ON",
        "JSON": "ON",
        "ATTACHMENTS": "ON",
    }


def test_a_form_that_changes_nothing_is_no_letter(world: World, browser: TestClient) -> None:
    """Nobody is answered about what stays as it is."""
    sent = browser.post(SETTINGS, data=_form(browser.get(SETTINGS).text))
    assert "Everything is as it was before" in browser.get(sent.headers["location"]).text
    assert not world.letters()


def test_a_value_that_cannot_be_is_refused_as_in_a_letter(world: World, browser: TestClient) -> None:
    """With what could be written instead; no value brings a line of its own."""
    sent = browser.post(SETTINGS, data={"ZONE": "Berlin\nRESIGN"})
    assert "There is no time zone “Berlin RESIGN”" in browser.get(sent.headers["location"]).text
    assert len(world.acknowledgement().answers) == 1


def test_reports_are_chosen_for_each_seat(world: World, browser: TestClient) -> None:
    """And for no seat of somebody else's."""
    data = {"match": "hoth", "seat": "ann", "REPORTS": "ALL"}
    assert "REPORTS is now ALL" in browser.get(browser.post(SETTINGS, data=data).headers["location"]).text
    assert world.assignment("Ann").watches
    assert browser.post(SETTINGS, data=data | {"seat": "bob"}).status_code == 404


def test_the_browsers_that_are_in_are_listed(world: World, browser: TestClient, new_browser: NewBrowser) -> None:
    """Which of them asks is said; all can be signed out from here."""
    world.move(days=1)
    other = new_browser()
    open_desk(world, other, "Ann")
    page = browser.get(SETTINGS).text
    assert page.count("Opened ") == 2
    assert page.count("This one") == 1
    assert 'action="/desk/sign-out"' in page
    browser.post("/desk/sign-out")
    assert other.get(SETTINGS).status_code == browser.get(SETTINGS).status_code == 404


def test_settings_are_for_people_who_opened_a_desk(browser: TestClient) -> None:
    """Others learn nothing, and change nothing."""
    browser.cookies.clear()
    assert browser.get(SETTINGS).status_code == browser.post(SETTINGS, data={"PAPER": "A3"}).status_code == 404
