"""The desk in a real browser: the way in, orders that are composed, checked and sent, with a script and without."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.support.browsers import let_in, letter_path
from tests.support.chromium import desk_link, enter_desk, served, troubles
from tests.support.world import World

pytestmark = pytest.mark.proof


@pytest.fixture
def url(world: World) -> Iterator[str]:
    """Give the address of the world's desk."""
    let_in(world.store, "public")
    with served(world) as address:
        yield address


@pytest.fixture
def context(chromium: Browser, url: str) -> Iterator[BrowserContext]:
    """Give a browser that knows nothing yet."""
    with chromium.new_context(base_url=url) as fresh:
        yield fresh


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """Give a window in which nothing may go wrong."""
    fresh = context.new_page()
    found = troubles(fresh)
    yield fresh
    assert found == []


# ---- the way in ---------------------------------------------------------------------------------------------------


def test_a_letters_page_leads_into_the_desk(world: World, page: Page) -> None:
    """By a button, a letter with a link, and another button."""
    page.goto(letter_path(world, "Ann"))
    page.get_by_role("button", name="Send me the link").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("A link is on its way to you")
    page.goto(desk_link(world))
    page.get_by_role("button", name="Open my desk").click()
    page.get_by_role("link", name="hoth: Ann").click()
    expect(page.get_by_role("heading", name="Your orders")).to_be_visible()


def test_a_forwarded_link_shows_a_code_and_opens_nothing(world: World, page: Page, chromium: Browser) -> None:
    """The code lets in the browser that asked, and no other."""
    page.goto(letter_path(world, "Ann"))
    page.get_by_role("button", name="Send me the link").click()
    with chromium.new_context() as elsewhere:
        other = elsewhere.new_page()
        other.goto(desk_link(world))
        assert other.get_by_role("button").count() == 0
        code = other.locator(".code").inner_text()
        page.get_by_label("Code").fill(code.lower())
        page.get_by_role("button", name="Open my desk").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("My desk")
        assert other.goto(f"{world.ctx.settings.web}/desk").status == 404  # type: ignore[union-attr] # there is an answer


def test_a_scanner_that_follows_every_link_changes_nothing(world: World, page: Page, chromium: Browser) -> None:
    """Programs that look into letters ask for all that is linked, and for what is linked there."""
    page.goto(letter_path(world, "Ann"))
    page.get_by_role("button", name="Send me the link").click()
    before = _rows(world)
    with chromium.new_context(base_url=world.ctx.settings.web) as elsewhere:
        scanner, seen = elsewhere.new_page(), set[str]()
        ways = {desk_link(world), world.ctx.settings.web + letter_path(world, "Ann")}
        while ways:
            way = ways.pop()
            seen.add(way)
            scanner.goto(way)
            found = scanner.locator("a[href], form[action]").evaluate_all(
                "all => all.map(each => each.href || each.action)"
            )
            ways |= {each.partition("#")[0] for each in found} - seen
    assert len(seen) > 4
    assert _rows(world) == before
    page.goto(desk_link(world))
    expect(page.get_by_role("button", name="Open my desk")).to_be_visible()


def _rows(world: World) -> list[str]:
    """Return everything that a world's database holds."""
    with closing(sqlite3.connect(str(world.store.reading.url.database))) as database:
        return list(database.iterdump())


# ---- orders -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scripts", [True, False], ids=["with a script", "without"])
def test_orders_are_checked_and_sent(world: World, chromium: Browser, url: str, *, scripts: bool) -> None:
    """A browser that runs no script does all that counts."""
    with chromium.new_context(base_url=url, java_script_enabled=scripts) as context:
        page = context.new_page()
        found = troubles(page)
        enter_desk(world, page, "Ann")
        page.goto("/desk/hoth/ann")
        page.get_by_label("One order a line").fill("SEEK Mill")
        page.get_by_role("button", name="Check").click()
        expect(page.locator("#checked")).to_contain_text("Every line is understood")
        assert world.order_set("Ann") is None
        page.get_by_role("button", name="Send these orders").click()
        expect(page.locator("#orders")).to_contain_text("Orders recorded")
        assert world.order_set("Ann") == ["SEEK Mill"]
        assert found == []


@pytest.fixture
def seat(world: World, page: Page) -> Page:
    """Give Ann's desk."""
    enter_desk(world, page, "Ann")
    page.goto("/desk/hoth/ann")
    return page


def test_what_is_typed_is_checked_while_it_changes(world: World, seat: Page) -> None:
    """A suggestion mends the line by a click."""
    text = seat.get_by_label("One order a line")
    text.press_sequentially("SEEK Mull")
    expect(seat.locator("#checked")).to_contain_text("1 line would not count")
    seat.locator(".hint").first.click()
    expect(text).to_have_value("SEEK Mill")
    expect(seat.locator("#checked")).to_contain_text("Every line is understood")
    assert world.order_set("Ann") is None


def test_a_way_back_sends_nothing_twice(world: World, seat: Page) -> None:
    """Nor does a page that is loaded again; what is changed there and sent is a letter of its own."""
    text, send = seat.get_by_label("One order a line"), seat.get_by_role("button", name="Send these orders")
    text.fill("SEEK Mill")
    send.click()
    expect(seat.locator("#orders")).to_contain_text("Orders recorded")
    seat.reload()
    seat.go_back()
    seat.go_forward()
    assert len(world.letters()) == 1
    seat.go_back()
    text.fill("SEEK Gate")
    send.click()
    expect(seat.locator("#orders")).to_contain_text("Orders recorded")
    assert world.order_set("Ann") == ["SEEK Gate"]


def test_two_clicks_send_one_letter(world: World, seat: Page) -> None:
    """However fast they come."""
    seat.get_by_label("One order a line").fill("SEEK Mill")
    seat.get_by_role("button", name="Send these orders").dblclick()
    expect(seat.locator("#orders")).to_contain_text("Orders recorded")
    assert len(world.letters()) == 1
