"""The desk in a real browser: the way in, orders that are composed, checked and sent, with a script and without."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from html import unescape
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from moderator.service.context import SeatPlan
from tests.support.browsers import let_in, letter_path
from tests.support.chromium import PHONE, desk_link, enter_desk, served, submit, troubles
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
    submit(page, "Send me the link")
    expect(page.get_by_role("heading", level=1)).to_have_text("A link is on its way to you")
    page.goto(desk_link(world))
    submit(page, "Open my desk")
    page.get_by_role("link", name="hoth: Ann").click()
    expect(page.get_by_role("heading", name="Your orders")).to_be_visible()


def test_a_forwarded_link_shows_a_code_and_opens_nothing(world: World, page: Page, chromium: Browser) -> None:
    """The code lets in the browser that asked, and no other."""
    page.goto(letter_path(world, "Ann"))
    submit(page, "Send me the link")
    with chromium.new_context() as elsewhere:
        other = elsewhere.new_page()
        other.goto(desk_link(world))
        assert other.get_by_role("button").count() == 0
        code = other.locator(".code").inner_text()
        page.get_by_label("Code").fill(code.lower())
        submit(page, "Open my desk")
        expect(page.get_by_role("heading", level=1)).to_have_text("My desk")
        assert other.goto(f"{world.ctx.settings.web}/desk").status == 404  # type: ignore[union-attr] # there is an answer


def test_a_scanner_that_follows_every_link_changes_nothing(world: World, page: Page, chromium: Browser) -> None:
    """Programs that look into letters ask for all that is linked, and for what is linked there."""
    page.goto(letter_path(world, "Ann"))
    submit(page, "Send me the link")
    before = _rows(world)
    own = world.ctx.settings.web
    with chromium.new_context() as elsewhere:
        seen, ways = set[str](), {desk_link(world), own + letter_path(world, "Ann")}
        while ways:
            way = ways.pop()
            seen.add(way)
            found = re.findall(r'(?:href|action)="([^"#]+)', elsewhere.request.get(way).body().decode("latin-1"))
            ways |= {each for each in (urljoin(way, unescape(link)) for link in found) if each.startswith(own)} - seen
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
    with chromium.new_context(base_url=url, viewport=PHONE, java_script_enabled=scripts) as context:
        page = context.new_page()
        found = troubles(page)
        enter_desk(world, page, "Ann")
        page.goto("/desk/hoth/ann")
        page.get_by_label("One order a line").fill("SEEK Mill")
        page.get_by_role("button", name="Check").click()
        expect(page.locator("#checked")).to_contain_text("Every line is understood")
        expect(page.locator("#checked")).to_be_in_viewport()
        assert world.order_set("Ann") is None
        submit(page, "Send these orders")
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


# ---- orders by choosing ---------------------------------------------------------------------------------------------


@pytest.fixture
def rebel(world: World, page: Page) -> Page:
    """Give the desk of Red in a match of Rebel Commander."""
    red = SeatPlan(seat="Red", player="Anna", addresses=("ann@pbem.test",))
    world.match("endor", "rebel-commander", [red, SeatPlan(seat="Empire", bot="random")])
    enter_desk(world, page, "Red", "endor")
    page.goto("/desk/endor/red")
    return page


def test_an_order_is_composed_by_clicking(world: World, rebel: Page) -> None:
    """Its kind on a button, its places on the board."""
    rebel.get_by_role("button", name="MOVE TROOPS", exact=True).click()
    rebel.get_by_role("button", name="A0", exact=True).click()
    expect(rebel.locator(".draft")).to_have_text("MOVE TROOPS A0 <to where>")
    rebel.get_by_role("button", name="A1", exact=True).click()
    text = rebel.get_by_label("One order a line")
    expect(text).to_have_value("1. MOVE TROOPS A0 A1\n2. \n3. ")
    expect(rebel.locator("#checked")).to_contain_text("MOVE TROOPS A0 A1")
    rebel.get_by_role("button", name="Send these orders").click()
    expect(rebel.locator("#orders")).to_contain_text("Orders recorded")
    assert world.order_set("Red", "endor") == ["1. MOVE TROOPS A0 A1"]


def test_an_order_is_composed_by_keys_alone(rebel: Page) -> None:
    """Tab and Enter, and arrows from place to place; or a place is typed."""
    _tab_to(rebel, "MOVE TROOPS")
    rebel.keyboard.press("Enter")
    expect(rebel.get_by_role("button", name="A0", exact=True)).to_be_focused()
    rebel.keyboard.press("Enter")
    expect(rebel.locator(".draft")).to_contain_text("A0")
    rebel.keyboard.press("ArrowDown")
    rebel.keyboard.press("ArrowRight")
    chosen = _focused(rebel)
    rebel.keyboard.press("Enter")
    expect(rebel.get_by_role("button", name="MOVE TROOPS", exact=True)).to_be_focused()
    _tab_to(rebel, "ATTACK")
    rebel.keyboard.press("Enter")
    expect(rebel.locator(".draft")).to_contain_text("ATTACK")
    rebel.get_by_label("Choose on the board").press_sequentially("A0")
    rebel.keyboard.press("Enter")
    expect(rebel.get_by_label("One order a line")).to_have_value(f"1. MOVE TROOPS A0 {chosen}\n2. ATTACK A0\n3. ")


def test_what_may_be_left_out_is_asked_for_last(rebel: Page) -> None:
    """An order can be finished as soon as it says enough, a choice can be taken back, and all of it dropped."""
    text, draft = rebel.get_by_label("One order a line"), rebel.locator(".draft")
    rebel.get_by_role("button", name="MOVE TRANSPORT", exact=True).click()
    assert rebel.get_by_role("button", name="Finish").count() == 0
    for place in ("A0", "A1"):
        rebel.get_by_role("button", name=place, exact=True).click()
    rebel.get_by_role("button", name="Back").click()
    expect(draft).to_have_text("MOVE TRANSPORT A0 <to where> WITH <how many Troops> TROOPS")
    rebel.get_by_role("button", name="B0", exact=True).click()
    rebel.get_by_role("button", name="Finish").click()
    expect(text).to_have_value("1. MOVE TRANSPORT A0 B0\n2. \n3. ")
    rebel.get_by_role("button", name="ATTACK", exact=True).click()
    rebel.get_by_role("button", name="Cancel").click()
    expect(text).to_have_value("1. MOVE TRANSPORT A0 B0\n2. \n3. ")


def test_what_cannot_be_reached_is_not_offered(rebel: Page) -> None:
    """Of the places where a unit may go only those that it can reach are marked, also after the orders above."""
    rebel.get_by_role("button", name="MOVE TROOPS", exact=True).click()
    rebel.get_by_role("button", name="A0", exact=True).click()
    expect(rebel.locator(".may")).to_have_count(2)
    rebel.get_by_role("button", name="A1", exact=True).click()
    rebel.get_by_role("button", name="MOVE TROOPS", exact=True).click()
    rebel.get_by_role("button", name="A1", exact=True).click()
    expect(rebel.get_by_role("button", name="A2", exact=True)).to_be_visible()


@pytest.mark.parametrize("button", ["Send these orders", "Check", "Preview"])
def test_an_order_that_is_begun_is_never_lost(world: World, rebel: Page, button: str) -> None:
    """The page leads back to it; one that says enough is added."""
    rebel.get_by_role("button", name="MOVE TROOPS", exact=True).click()
    rebel.get_by_role("button", name=button).click()
    expect(rebel.locator("#unfinished")).to_be_focused()
    assert not world.letters()
    rebel.get_by_role("button", name="Cancel").click()
    rebel.get_by_role("button", name="MOVE TRANSPORT", exact=True).click()
    for place in ("A0", "A1"):
        rebel.get_by_role("button", name=place, exact=True).click()
    expect(rebel.get_by_role("button", name="Finish")).to_be_visible()
    rebel.get_by_role("button", name=button).click()
    expect(rebel.locator("#orders")).to_contain_text(
        "Orders recorded" if button.startswith("Send") else "MOVE TRANSPORT A0 A1"
    )


def _tab_to(page: Page, name: str) -> None:
    for _ in range(200):
        page.keyboard.press("Tab")
        if _focused(page) == name:
            return
    pytest.fail(f"Tab does not lead to {name}")


def _focused(page: Page) -> str:
    """Return the name of what has the focus."""
    name: str = page.evaluate("document.activeElement.ariaLabel || document.activeElement.textContent")
    return name


# ---- the boards of a match ------------------------------------------------------------------------------------------


def test_arrow_keys_go_through_the_turns(world: World, page: Page) -> None:
    """Back and forth, as the links beside the list do."""
    for _ in range(2):
        world.move(hours=49)
        world.look()
    page.goto("/m/hoth")
    page.keyboard.press("ArrowLeft")
    page.wait_for_url("**/m/hoth?turn=1")
    page.keyboard.press("ArrowLeft")
    page.wait_for_url("**/m/hoth?turn=0")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/m/hoth?turn=1")


def test_orders_that_are_not_sent_stay_while_one_looks_at_another_page(world: World, page: Page) -> None:
    """They are back, and the page says so; once they are sent there is nothing to bring back."""
    enter_desk(world, page, "Ann")
    page.goto("/desk/hoth/ann")
    page.locator("#text").fill("SEEK Mill")
    expect(page.locator("#checked")).to_contain_text("Nothing is recorded yet")
    page.get_by_role("link", name="My desk").first.click()
    page.goto("/desk/hoth/ann")
    expect(page.locator("#text")).to_have_value("SEEK Mill")
    expect(page.locator("#unsent")).to_be_visible()
    submit(page, "Send these orders")
    page.goto("/desk/hoth/ann")
    expect(page.locator("#unsent")).to_be_hidden()
    assert world.order_set("Ann") == ["SEEK Mill"]


def test_an_order_is_taken_out_by_its_button(world: World, page: Page) -> None:
    """No keyboard is needed for it; what is sent is what is left."""
    enter_desk(world, page, "Ann")
    page.goto("/desk/hoth/ann")
    page.locator("#text").fill("SEEK Mill\nWATCH Gate")
    page.get_by_role("button", name="Take out: SEEK Mill").click()
    expect(page.locator("#text")).to_have_value("WATCH Gate")
    assert page.locator("#lines li").count() == 1
