"""The GM's desk, opened as a GM does."""

from starlette.testclient import TestClient

from moderator.service import tags
from moderator.testing.world import World
from tests.support.browsers import URL


def gm_path(world: World) -> str:
    """Return the path at which the GM asks for a desk, as memos have it."""
    return tags.gm_path(world.ctx)


def gm_link(world: World) -> str:
    """Return the path of the newest link to the GM's desk."""
    link = next(each.facts["url"] for each in reversed(world.facts("memo")) if each.code == "desk-link")
    return str(link).removeprefix(URL)


def open_gm_desk(world: World, browser: TestClient) -> None:
    """Open the GM's desk: by the link of a memo, and the link that is sent then."""
    world.settings(web=URL)
    assert browser.post(gm_path(world)).status_code == 303
    assert browser.post(gm_link(world)).headers["location"] == "/gm"
