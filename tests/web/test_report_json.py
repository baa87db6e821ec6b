"""A seat's report for programs, on the desk and in letters."""

from datetime import datetime

import pytest
from starlette.testclient import TestClient

from moderator.rendering.mail import MailRenderer
from moderator.service.context import OverridePlan
from moderator.service.overrides.apply import apply
from tests.support.browsers import open_desk
from tests.support.games import TEMPLATES
from tests.support.world import World

REPORT = "/desk/hoth/ann/report.json"


@pytest.fixture(autouse=True)
def _at_the_desk(world: World, browser: TestClient) -> None:
    open_desk(world, browser, "Ann")


def _play(world: World) -> None:
    world.move(hours=49)
    world.look()


def test_a_seat_is_there_for_programs(world: World, browser: TestClient) -> None:
    """What its player knows of the position, and what they were told; the page of the seat leads to it."""
    world.says("Ann", "SEEK Mill")
    _play(world)
    answer = browser.get(REPORT)
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["cache-control"] == "private, no-store"
    assert f'href="{REPORT}"' in browser.get("/desk/hoth/ann").text
    report = answer.json()
    assert (report["match"], report["game"], report["seat"], report["turn"]) == ("hoth", "night-watch", "Ann", 1)
    assert datetime.fromisoformat(report["deadline"]) == world.the_match().deadline
    assert report["view"]["place"].keys() == {"Ann"}
    assert "weather-turned" in {event["type"] for event in report["events"]}


def test_a_letter_brings_what_the_desk_shows(world: World, browser: TestClient) -> None:
    """To the last byte."""
    world.says("Ann", "SET JSON ON")
    _play(world)
    sent = world.post(MailRenderer(world.clock, TEMPLATES))
    to_ann = [letter.dispatch.words for letter in sent if letter.dispatch.to == ("ann@pbem.test",)]
    files = [file.data for words in to_ann for file in words.attachments if file.mime == "application/json"]
    assert files == [browser.get(REPORT).content]


def test_the_desk_shows_the_position_as_the_gm_corrected_it(world: World, browser: TestClient) -> None:
    """With the events of the last report."""
    _play(world)
    before = browser.get(REPORT).json()
    apply(world.store, world.ctx, OverridePlan(name="fix", match="hoth", lines=("HEARTEN Ann 5",)))
    after = browser.get(REPORT).json()
    assert after["view"] != before["view"]
    assert after == {**before, "view": after["view"]}
