"""The adapters over a real socket."""

import httpx
import pytest

from moderator.transport.forum.port import TryLater, Unsure, Upload
from tests.support.cases import every_case
from tests.support.forums.site import on_a_socket
from tests.support.forums.worlds import TITLE, WORLDS


@every_case("kind", WORLDS)
def test_a_thread_over_a_socket(kind: str) -> None:
    """A thread with a picture is opened, answered and read, and a server that hangs up leaves us unsure."""
    site = WORLDS[kind]().site
    with on_a_socket(site) as url:
        world = WORLDS[kind](site, url)
        ann = site.join("Ann")
        picture = Upload("map.png", b"\x89PNG one", "Map")
        post = world.forum.start([ann], TITLE, "Here is the map: {{picture:0}}", "g1-red-01", [picture])
        site.says(ann, post.thread, "ORDERS: Army 1 to Echo Base.")
        assert [each.text for each in world.forum.changes("")[0]] == ["ORDERS: Army 1 to Echo Base."]
        assert site.uploads == [b"\x89PNG one"]
        world.fault("POST", world.writing, httpx.ReadTimeout("hang up"), done=True)
        with pytest.raises(Unsure):
            world.forum.reply(post.thread, "Turn 1 has been resolved; your report follows.", "g1-t1-02")
        assert world.forum.find("g1-t1-02", post.thread) is not None
        world.forum.close()


@every_case("kind", WORLDS)
def test_nobody_listens(kind: str) -> None:
    """A forum that is down is asked later."""
    site = WORLDS[kind]().site
    with on_a_socket(site) as url:
        world = WORLDS[kind](site, url)
    with pytest.raises(TryLater, match="not sent"):
        world.forum.start([], TITLE, "The chronicle of the match begins here.", "g1-open-77aa")
    world.forum.close()
