"""The desk in a real browser: the way in, orders that are composed, checked and sent, with a script and without."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.support.browsers import let_in, letter_path
from tests.support.chromium import desk_link, served, troubles
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
