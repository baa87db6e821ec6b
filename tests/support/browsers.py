"""Browsers that look at a desk, and matches that let them."""

import re
from collections.abc import Callable

import httpx
from msgspec.structs import replace
from sqlmodel import select
from starlette.testclient import TestClient

from moderator.service import tags
from moderator.store.session import Store
from moderator.store.tables import Match
from moderator.testing.world import World

URL = "https://desk.test"
"""Where the desks of tests are."""

NewBrowser = Callable[[], TestClient]


def let_in(store: Store, spectators: str, name: str = "hoth") -> None:
    """Let spectators see of a match what is said."""
    with store.write() as session:
        match = session.exec(select(Match).where(Match.name == name)).one()
        match.settings = replace(match.settings, shown=spectators)


def letter_path(world: World, seat: str, match: str = "hoth") -> str:
    """Return the path of the page of a seat's newest letter."""
    key_number = world.assignment(seat, match).key_number
    return tags.page_path(world.ctx, match, seat, key_number, world.the_match(match).number)


def open_desk(world: World, browser: TestClient, seat: str, match: str = "hoth") -> None:
    """Open the desk of who sits in a seat, as people do: by a letter's page and the link that it sends."""
    world.settings(web=URL)
    path = letter_path(world, seat, match)
    assert browser.post(f"{path}/desk").status_code == 303
    link = next(each.facts["url"] for each in reversed(world.facts("notice")) if each.code == "desk-link")
    assert browser.post(str(link).removeprefix(URL)).headers["location"] == "/desk"


def form_of(browser: TestClient | httpx.Client, path: str = "/desk/hoth/ann") -> dict[str, str]:
    """Return what the form of a seat would send besides the text."""
    page = browser.get(path).text
    return {name: re.findall(rf'name="{name}" value="([^"]*)"', page)[0] for name in ("once", "request")}
