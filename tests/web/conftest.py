"""A desk over a moderator in memory, and browsers to look at it."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser
from starlette.testclient import TestClient

from moderator.rendering.pages import PageRenderer
from moderator.web.app import make_app
from moderator.web.settings import WebSettings
from moderator.web.site import Site
from tests.support import chromium as chromium_support
from tests.support.browsers import URL, NewBrowser, let_in
from tests.support.games import TEMPLATES
from tests.support.planted import alter  # noqa: F401 - a fixture
from tests.support.world import World


@pytest.fixture
def site(world: World) -> Site:
    """Give the site of the world with one match, Night Watch, which everybody may watch."""
    let_in(world.store, "public")
    return Site(world, WebSettings(url=URL), PageRenderer(TEMPLATES), world.read)


@pytest.fixture
def new_browser(site: Site) -> Iterator[NewBrowser]:
    """Give a way to open browsers that know nothing yet."""
    with ExitStack() as open_browsers:
        yield lambda: open_browsers.enter_context(
            TestClient(make_app(site), base_url=URL, headers={"Sec-Fetch-Site": "same-origin"}, follow_redirects=False)
        )


@pytest.fixture
def browser(new_browser: NewBrowser) -> TestClient:
    """Give a browser that knows nothing yet."""
    return new_browser()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Give Chromium to a module's tests, or skip them with the reason."""
    with chromium_support.chromium() as started:
        yield started
