"""A forum of ours with the adapter that speaks to it, for tests that hold for every kind of forum."""

from collections.abc import Callable
from typing import Any

import httpx
from msgspec import Struct

from moderator.transport.forum.discourse import Discourse
from moderator.transport.forum.nodebb import NodeBB, Password
from moderator.transport.forum.nodebb_reading import Room
from moderator.transport.forum.port import Forum
from tests.support.forums import discourse_people, nodebb_people
from tests.support.forums.discourse import FakeDiscourse
from tests.support.forums.nodebb import FakeNodeBB
from tests.support.forums.site import Fault

FORUM_URL = "http://forum.test"
SECRETS = (discourse_people.KEY, nodebb_people.TOKEN, nodebb_people.PASSWORD)
TITLE = "Hoth, the match of the winter"


class World(Struct):
    """A forum and its adapter; ``writing`` is the path that takes new posts."""

    site: FakeDiscourse | FakeNodeBB
    forum: Forum
    writing: str

    def fault(self, method: str, path: str, outcome: httpx.Response | Exception, *, done: bool = False) -> None:
        """Let the next request of a kind fail; ``done`` after the forum has done it."""
        self.site.faults.append(Fault(method, path, outcome, done))


def discourse(url: str = FORUM_URL, *, on_socket: Any = None, **settings: Any) -> World:  # noqa: ANN401 - passed on
    """Return a Discourse."""
    site = on_socket or FakeDiscourse()
    settings = {"calls_a_minute": 10_000, **settings}
    transport = None if on_socket else httpx.MockTransport(site)
    forum = Discourse(
        url, discourse_people.KEY, "Moderator", discourse_people.CATEGORY, transport=transport, **settings
    )
    return World(site, forum, "/posts.json")


def nodebb(url: str = FORUM_URL, *, on_socket: Any = None, **settings: Any) -> World:  # noqa: ANN401 - as above
    """Return a NodeBB."""
    site = on_socket or FakeNodeBB()
    rooms = [Room(group, category) for group, category in nodebb_people.ROOMS.items()]
    settings = {"calls_a_minute": 10_000, "password": Password("Moderator", nodebb_people.PASSWORD), **settings}
    transport = None if on_socket else httpx.MockTransport(site)
    forum = NodeBB(url, nodebb_people.TOKEN, nodebb_people.CATEGORY, rooms, transport=transport, **settings)
    return World(site, forum, "/api/v3/topics")


WORLDS: dict[str, Callable[..., World]] = {"discourse": discourse, "nodebb": nodebb}
