"""Browsers that look at a desk, and matches that let them."""

from collections.abc import Callable

from msgspec.structs import replace
from sqlmodel import select
from starlette.testclient import TestClient

from moderator.service.pages import letters
from moderator.store.session import Store
from moderator.store.tables import Match
from tests.support.world import World

URL = "https://desk.test"
"""Where the desks of tests are."""

NewBrowser = Callable[[], TestClient]


def let_in(store: Store, spectators: str, name: str = "hoth") -> None:
    """Let spectators see of a match what is said."""
    with store.write() as session:
        match = session.exec(select(Match).where(Match.name == name)).one()
        match.settings = replace(match.settings, spectators=spectators)


def open_desk(world: World, browser: TestClient, seat: str, match: str = "hoth") -> None:
    """Open the desk of who sits in a seat, as people do: by a letter's page and the link that it sends."""
    world.settings(web=URL)
    path = letters.path(world.ctx, match, world.assignment(seat, match), world.the_match(match).number)
    assert browser.post(f"{path}/desk").status_code == 303
    link = next(each.facts["url"] for each in reversed(world.facts("notice")) if each.code == "desk-link")
    assert browser.post(str(link).removeprefix(URL)).headers["location"] == "/desk"
