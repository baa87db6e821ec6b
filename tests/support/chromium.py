"""A desk that is served over a real port, and Chromium to look at it."""

import asyncio
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from moderator.rendering.pages import PageRenderer
from moderator.web.server import serve
from moderator.web.settings import WebSettings
from moderator.web.site import Site
from tests.support.browsers import letter_path
from tests.support.games import TEMPLATES
from tests.support.gm_desks import gm_path
from tests.support.servers.ports import free_ports, listens
from tests.support.waiting import eventually
from tests.support.world import World

DESKTOP: ViewportSize = {"width": 1280, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}


@contextmanager
def served(world: World, port: int = 0, url: str = "") -> Iterator[str]:
    """Serve the desk of a world in a thread, at a port of its own by default; give its address, as letters name it."""
    port = port or free_ports(1)[0]
    url = url or f"http://localhost:{port}"
    world.settings(web=url)
    site = Site(world, WebSettings(listen=f"127.0.0.1:{port}", url=url), PageRenderer(TEMPLATES), world.read)
    loop, stopping = asyncio.new_event_loop(), asyncio.Event()
    thread = Thread(target=loop.run_until_complete, args=(serve(site, stopping),))
    thread.start()
    try:
        assert eventually(lambda: listens(port))
        yield url
    finally:
        loop.call_soon_threadsafe(stopping.set)
        thread.join()
        loop.close()


@contextmanager
def chromium() -> Iterator[Browser]:
    """Give the system's Chromium, or skip with the reason.

    No other event loop runs in this thread until it is closed.
    """
    path = shutil.which("chromium")
    if path is None:
        pytest.skip("no chromium here (Debian: apt install chromium)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


def submit(page: Page, button: str) -> None:
    """Press a button that sends a form, and wait until the page that answers it is there, whole.

    Without the wait, what follows may still look at the page before, or at half a page.
    """
    with page.expect_navigation():
        page.get_by_role("button", name=button).click()


def desk_link(world: World) -> str:
    """Return the newest link into a desk that a letter brought."""
    return next(str(each.facts["url"]) for each in reversed(world.facts("notice")) if each.code == "desk-link")


def enter_desk(world: World, page: Page, seat: str, match: str = "hoth") -> None:
    """Open the desk of who sits in a seat, as people do."""
    page.goto(world.ctx.settings.web + letter_path(world, seat, match))
    submit(page, "Send me the link")
    page.goto(desk_link(world))
    submit(page, "Open my desk")


def enter_gm_desk(world: World, page: Page) -> None:
    """Open the GM's desk, as a GM does."""
    page.goto(world.ctx.settings.web + gm_path(world))
    submit(page, "Send me the link")
    page.goto(next(str(each.facts["url"]) for each in reversed(world.facts("memo")) if each.code == "desk-link"))
    submit(page, "Open the GM\u2019s desk")


def troubles(page: Page) -> list[str]:
    """Return what goes wrong in a page from now on: errors of scripts, and all that the policy forbids."""
    found: list[str] = []
    page.on("console", lambda message: found.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: found.append(str(error)))
    return found
