"""A forum of ours with the adapter that speaks to it, for tests that hold for every kind of forum."""

from collections.abc import Callable
from typing import Any

import httpx
from msgspec import Struct

from moderator.transport.forum.discourse import Discourse
from moderator.transport.forum.nodebb import NodeBB, Password
from moderator.transport.forum.port import Forum, Post
from moderator.transport.forum.settings import Room
from tests.support.forums import discourse_people, nodebb_people
from tests.support.forums.discourse import FakeDiscourse
from tests.support.forums.nodebb import FakeNodeBB
from tests.support.forums.site import Fault

FORUM_URL = "http://forum.test"
SECRETS = (discourse_people.KEY, nodebb_people.TOKEN, nodebb_people.PASSWORD)
TITLE = "Hoth, the match of the winter"
ORDERS = "ORDERS: Army 1 to Echo Base, Fleet 2 waits."


class World(Struct):
    """A forum and its adapter; ``writing`` is the path that takes new posts."""

    site: FakeDiscourse | FakeNodeBB
    forum: Forum
    writing: str

    def fault(self, method: str, path: str, outcome: httpx.Response | Exception, *, done: bool = False) -> None:
        """Let the next request of a kind fail; ``done`` after the forum has done it."""
        self.site.faults.append(Fault(method, path, outcome, done))


def discourse(site: FakeDiscourse | None = None, url: str = "", **settings: Any) -> World:  # noqa: ANN401 - passed on
    """Return a Discourse, which is spoken to over a socket if it has a url."""
    site = site or FakeDiscourse()
    settings = {"calls_a_minute": 10_000, "transport": None if url else httpx.MockTransport(site), **settings}
    key, category = discourse_people.KEY, discourse_people.CATEGORY
    return World(site, Discourse(url or FORUM_URL, key, "Moderator", category, **settings), "/posts.json")


def nodebb(site: FakeNodeBB | None = None, url: str = "", **settings: Any) -> World:  # noqa: ANN401 - passed on
    """Return a NodeBB, which is spoken to over a socket if it has a url."""
    site = site or FakeNodeBB()
    settings = {"calls_a_minute": 10_000, "transport": None if url else httpx.MockTransport(site), **settings}
    settings = {"password": Password("Moderator", nodebb_people.PASSWORD), **settings}
    rooms = [Room(group, category) for group, category in nodebb_people.ROOMS.items()]
    token, category = nodebb_people.TOKEN, nodebb_people.CATEGORY
    return World(site, NodeBB(url or FORUM_URL, token, category, rooms, **settings), "/api/v3/topics")


WORLDS: dict[str, Callable[..., World]] = {"discourse": discourse, "nodebb": nodebb}


def opened(world: World, ref: str = "g1-open-77aa") -> Post:
    """Return the first post of a public thread of ours."""
    return world.forum.start([], TITLE, "The chronicle of the match begins here.", ref)


def seat(world: World, name: str = "Ann") -> Post:
    """Return the first post of a private thread of ours."""
    return world.forum.start([world.site.join(name)], "Hoth, seat of Red", "Your orders go here, please.", "g1-red-01")


def news(world: World, cursor: str = "") -> tuple[list[str], str]:
    """Return the texts of the changes since a cursor, and the next one."""
    posts, cursor = world.forum.changes(cursor)
    return [post.text for post in posts], cursor
