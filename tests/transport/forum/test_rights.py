"""What an account lacks in a forum is told before a match suffers from it, and asking changes nothing."""

from collections.abc import Callable
from contextlib import closing

import httpx

from moderator.transport.forum.misago import Misago
from moderator.transport.forum.nodebb import Password
from tests.support.cases import every_case
from tests.support.forums import nodebb_people
from tests.support.forums.discourse import FakeDiscourse
from tests.support.forums.discourse_people import ME
from tests.support.forums.nodebb import FakeNodeBB
from tests.support.forums.worlds import World, discourse, nodebb, opened, seat


def test_an_account_that_has_all_is_not_warned_of(world: World) -> None:
    """In every kind of forum, also once matches are played there."""
    assert world.forum.warnings() == []
    opened(world)
    seat(world)
    before = (len(world.site.posts), len(world.site.topics), world.site.texts())
    assert world.forum.warnings() == []
    assert (len(world.site.posts), len(world.site.topics), world.site.texts()) == before


def test_posts_that_wait_for_approval_are_told(world: World) -> None:
    """The others' in the queue are none of its business."""
    thread = opened(world).thread
    me = world.forum.me()
    world.site.queues(world.site.join("Ann"), thread, "May I play, too, please?")
    world.site.tick(1)
    world.site.queues(me, thread, "The report of turn 2.")
    assert world.forum.warnings() == ["posts of it wait for approval (1): approve them, and free it from approval"]


def _admin(site: FakeDiscourse) -> None:
    site.rights["admin"] = True


def _member(site: FakeDiscourse) -> None:
    site.rights["moderator"] = False


def _silent(site: FakeDiscourse) -> None:
    site.rights["can_send_private_messages"] = False


def _reader(site: FakeDiscourse) -> None:
    site.permission = 3


def _terse(site: FakeDiscourse) -> None:
    site.settings |= {"max_post_length": 8000, "min_topic_title_length": 20, "max_image_size_kb": 1024}


@every_case(
    ("harm", "told"),
    [
        (_admin, ["it is an administrator, who is shown everybody's messages: make it a moderator and nothing more"]),
        (_member, ["it is no moderator, so its posts may be delayed or wait for approval: make it one"]),
        (_silent, ["it may not send personal messages: see personal_message_enabled_groups"]),
        (_reader, ["it may not open topics in category 12: let it create there"]),
        (
            _terse,
            [
                "max_post_length is 8000: raise it to 32000, or what is larger is refused",
                "max_image_size_kb is 1024: raise it to 4096, or what is larger is refused",
                "min_topic_title_length is 20: lower it to 15, or what is shorter is refused",
            ],
        ),
    ],
)
def test_what_is_missing_in_a_discourse(harm: Callable[[FakeDiscourse], None], told: list[str]) -> None:
    """Each with the way to mend it."""
    site = FakeDiscourse()
    harm(site)
    with closing(discourse(site).forum) as forum:
        assert forum.warnings() == told


def test_a_category_that_cannot_be_read_is_told() -> None:
    """With the forum's own words."""
    world = discourse()
    refusal = httpx.Response(403, json={"errors": ["You are not permitted to view the requested resource."]})
    world.fault("GET", "/c/12/show", refusal)
    (told,) = world.forum.warnings()
    assert told.startswith("it cannot read category 12, where chronicles go: ")
    assert told.endswith("not permitted to view the requested resource.")
    assert ME in world.site.users


def _no_moderator(site: FakeNodeBB) -> None:
    site.moderates.discard(nodebb_people.ROOMS["room-2"])


def _no_owner(site: FakeNodeBB) -> None:
    site.owned["room-1"] = False


def _no_group(site: FakeNodeBB) -> None:
    del site.owned["room-2"]


def _open(site: FakeNodeBB) -> None:
    site.private = False


def _narrow(site: FakeNodeBB) -> None:
    site.settings["maximumPostLength"] = 10_000


@every_case(
    ("harm", "told"),
    [
        (
            _no_moderator,
            [
                "it does not moderate category 22, so its posts may be delayed or wait for approval",
                "it may not open topics in category 22: give it the privilege",
            ],
        ),
        (_no_owner, ["it does not own the group room-1, so it can let nobody in: make it the owner"]),
        (_no_group, ["there is no group room-2, or it cannot be seen: "]),
        (_open, [f"whoever wants may join the group {name}: make it private" for name in nodebb_people.ROOMS]),
        (_narrow, ["maximumPostLength is 10000: raise it to 32767, or what is larger is refused"]),
    ],
)
def test_what_is_missing_in_a_nodebb(harm: Callable[[FakeNodeBB], None], told: list[str]) -> None:
    """Each with the way to mend it."""
    site = FakeNodeBB()
    harm(site)
    with closing(nodebb(site).forum) as forum:
        found = forum.warnings()
    assert len(found) == len(told)
    assert all(said.startswith(expected) for said, expected in zip(found, told, strict=True))


@every_case("password", [None, Password("Moderator", "wrong-word")])
def test_a_nodebb_without_a_good_password_takes_no_pictures(password: Password | None) -> None:
    """It is tried; no answer holds it."""
    with closing(nodebb(password=password).forum) as forum:
        (told,) = forum.warnings()
    assert told.startswith("it can post no pictures: ")
    assert "wrong-word" not in told


PAGE = '<script>{"post_length_max": 5000, "post_length_min": 5, "thread_title_length_max": 90}</script>'
ACL = {
    "can_start_private_threads": 0,
    "can_add_everyone_to_private_threads": 0,
    "can_omit_flood_protection": False,
    "max_attachment_size": 1024,
    "browseable_categories": [1],
    "can_approve_content": [],
    "categories": [{"id": 1, "can_start_threads": 1}],
}


def test_what_is_missing_in_a_misago() -> None:
    """Its own log-in tells the rights, and any page the limits."""

    def site(request: httpx.Request) -> httpx.Response:
        if request.url.path == "/":
            return httpx.Response(200, text=PAGE)
        return httpx.Response(200, json={"id": 1, "username": "Moderator", "acl": ACL})

    forum = Misago("http://forum.test", "Moderator", "hush-hush", 3, transport=httpx.MockTransport(site))
    with closing(forum):
        assert [told.partition(":")[0] for told in forum.warnings()] == [
            "it cannot read category 3, where chronicles go",
            "it is no moderator of category 3",
            "it may not start private threads",
            "it may not add everybody to private threads",
            "it is not exempt from the flood limit",
            "post_length_max is 5000",
            "max_attachment_size is 1024",
        ]
