"""My desk: what is due first, what is new; and on a seat's page what has run since its player's last orders."""

import re

import pytest
from sqlmodel import Session
from starlette.testclient import TestClient

from moderator.core.game import AnyGame
from moderator.service.context import OverridePlan
from moderator.service.matches import records
from moderator.service.overrides.apply import apply
from moderator.service.pages import desks
from moderator.store.tables import Match, Record
from tests.support.browsers import URL, open_desk
from tests.support.world import ANN_AND_BOB, World


@pytest.fixture(autouse=True)
def _at_url(world: World) -> None:
    world.settings(web=URL)


def _override(world: World, match: str, *lines: str) -> None:
    apply(world.store, world.ctx, OverridePlan(name=f"{match} {lines}", match=match, lines=lines))


def _listed(browser: TestClient) -> list[str]:
    return re.findall(r'<h2><a href="/desk/(\w+)/ann">', browser.get("/desk").text)


def _play(world: World, turns: int) -> None:
    """Let deadlines pass."""
    for _ in range(turns):
        world.move(hours=49)
        world.look()


def test_what_is_due_first_is_first(world: World, browser: TestClient) -> None:
    """Then what is due later, what has no deadline for now, what is ready, and at the end what is over."""
    for name in ("endor", "naboo", "jakku", "dagobah"):
        world.match(name, seats=ANN_AND_BOB)
    _override(world, "hoth", "EXTEND 24h")
    _override(world, "naboo", "PAUSE")
    _override(world, "jakku", "END")
    world.says("Ann", "SEEK Mill", match="endor")
    open_desk(world, browser, "Ann")
    assert _listed(browser) == ["dagobah", "hoth", "naboo", "endor", "jakku"]


def test_a_desk_tells_what_came_since_its_player_last_wrote(world: World, browser: TestClient) -> None:
    """Reports of turns, and messages of others; who writes has seen them."""
    open_desk(world, browser, "Ann")
    assert "New since you last wrote" not in browser.get("/desk").text
    world.says("Ann", "SEEK Gate\nPRESS TO Bob\nHello\nEND")
    _play(world, 2)
    world.says("Bob", "PRESS TO Ann\nHello, Ann\nEND")
    words = re.sub(r"<[^>]+>", "", browser.get("/desk").text)
    assert "New since you last wrote: 2 reports, 1 message" in words
    world.move(minutes=1)
    world.says("Ann", "SEEK Mill")
    assert "New since you last wrote" not in browser.get("/desk").text


def _earlier(browser: TestClient, query: str = "") -> list[str]:
    page = browser.get(f"/desk/hoth/ann{query}").text
    found = re.search(r'<section class="earlier".*?</section>\n<article', page, re.DOTALL)
    return re.findall(r"<summary>([^<]*)</summary><article", found[0]) if found else []


def test_a_seat_shows_the_reports_since_its_players_last_orders(world: World, browser: TestClient) -> None:
    """Before the newest, the oldest first; who sent orders for each turn sees none, nor who has sent new ones."""
    open_desk(world, browser, "Ann")
    world.says("Ann", "SEEK Gate")
    _play(world, 1)
    assert _earlier(browser) == []
    _play(world, 2)
    assert _earlier(browser) == ["Turn 1", "Turn 2"]
    world.says("Ann", "SEEK Mill")
    assert _earlier(browser) == []


def test_orders_of_others_in_the_seat_are_not_its_players(world: World, browser: TestClient) -> None:
    """Those of the GM are none; a player who never sent any sees all since they took the seat."""
    open_desk(world, browser, "Ann")
    _play(world, 1)
    _override(world, "hoth", "ORDERS Ann: SEEK Mill")
    _play(world, 1)
    assert _earlier(browser) == ["Turn 1"]


def test_a_seat_shows_the_reports_since_a_turn(world: World, browser: TestClient) -> None:
    """Whatever was ordered since; what is no turn is as if none were named."""
    open_desk(world, browser, "Ann")
    _play(world, 3)
    world.says("Ann", "SEEK Mill")
    assert _earlier(browser, "?since=2") == ["Turn 2"]
    assert _earlier(browser, "?since=99") == []
    for odd in ("x", "-1", "0", "1" * 40, "%00"):
        assert _earlier(browser, f"?since={odd}") == []


def test_what_was_taken_back_is_no_report_since(world: World, browser: TestClient) -> None:
    """A rollback undoes the turn for the list, too."""
    open_desk(world, browser, "Ann")
    _play(world, 3)
    _override(world, "hoth", "ROLLBACK 1")
    assert _earlier(browser) == ["Turn 1"]


def test_more_reports_than_a_page_has_are_one_link_away(
    world: World, browser: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page begins with the oldest, and goes on from the turn after those that it shows."""
    monkeypatch.setattr(desks, "EARLIER", 1)
    open_desk(world, browser, "Ann")
    _play(world, 3)
    assert _earlier(browser) == ["Turn 1"]
    assert "?since=2#earlier-title" in browser.get("/desk/hoth/ann").text
    assert _earlier(browser, "?since=2") == ["Turn 2"]
    assert "?since=" not in browser.get("/desk/hoth/ann?since=2").text


def test_a_seats_page_looks_its_report_up_once(
    world: World, browser: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The record that it tells of is found once, however often it is needed."""
    open_desk(world, browser, "Ann")
    looked, plain = list[int](), records.reported

    def look(session: Session, game: AnyGame, match: Match, number: int) -> Record:
        looked.append(number)
        return plain(session, game, match, number)

    monkeypatch.setattr(records, "reported", look)
    assert browser.get("/desk/hoth/ann").status_code == 200
    assert len(looked) == 1
