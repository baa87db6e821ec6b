"""The traps of NodeBB."""

from collections.abc import Iterator

import httpx
import pytest

from moderator.transport.forum.http import spare_calls
from moderator.transport.forum.nodebb import Password
from moderator.transport.forum.nodebb_reading import path_of
from moderator.transport.forum.port import Act, Partly, Post, Refused, TryLater, Unsure, Upload
from tests.support.forums.nodebb import FakeNodeBB
from tests.support.forums.worlds import TITLE, World, nodebb

REPORT = "Turn 1 has been resolved; your report follows."
MAP = Upload("map.png", b"\x89PNG one", "Map")


@pytest.fixture
def world() -> Iterator[World]:
    """Give a NodeBB with its adapter."""
    world = nodebb()
    yield world
    world.forum.close()


@pytest.fixture
def site(world: World) -> FakeNodeBB:
    """Give the forum itself."""
    assert isinstance(world.site, FakeNodeBB)
    return world.site


@pytest.fixture
def chronicle(world: World) -> Post:
    """Give the first post of a public thread."""
    return world.forum.start([], TITLE, "The chronicle of the match begins here.", "g1-open-77aa")


def seat(world: World, ref: str, *names: str) -> Post:
    """Return the first post of a private thread for new accounts."""
    accounts = [world.site.join(name) for name in names]
    return world.forum.start(accounts, TITLE, "Your orders go here, please.", ref)


def test_each_seat_has_a_room_of_its_own(world: World, site: FakeNodeBB) -> None:
    """Two players get two rooms, and each room's group has the moderator and one of them."""
    one, two = seat(world, "g1-red-01", "Ann"), seat(world, "g1-blue-01", "Bob")
    assert {site.topics[int(each.thread)]["cid"] for each in (one, two)} == {21, 22}
    assert sorted(len(members) for members in site.groups.values()) == [2, 2]


def test_the_second_thread_of_a_player_is_in_his_room(world: World, site: FakeNodeBB) -> None:
    """A player of two matches needs one room."""
    ann = site.join("Ann")
    for ref in ("g1-red-01", "g2-red-01"):
        world.forum.start([ann], TITLE, "Your orders go here, please.", ref)
    assert {topic["cid"] for topic in site.topics.values()} == {21}


def test_without_a_free_room_no_private_thread_is_opened(world: World) -> None:
    """A third player is refused, and the operator is told to make a room."""
    seat(world, "g1-red-01", "Ann")
    seat(world, "g1-blue-01", "Bob")
    with pytest.raises(Refused, match="operator adds a group"):
        seat(world, "g1-green-01", "Cat")


def test_a_room_is_never_given_to_somebody_else(world: World, site: FakeNodeBB) -> None:
    """A room that its player has left is not free, since whoever comes would read his reports."""
    seat(world, "g1-red-01", "Ann")
    site.groups["room-1"] = [7]
    later = seat(world, "g1-blue-01", "Bob")
    assert site.topics[int(later.thread)]["cid"] == 22


def test_a_room_that_was_filled_in_part_is_filled_up(world: World, site: FakeNodeBB) -> None:
    """After a crash between two members the same room is taken again."""
    world.fault("PUT", "/membership/", httpx.Response(502), done=True)
    ann, bob = site.join("Ann"), site.join("Bob")
    with pytest.raises(Unsure):
        world.forum.start([ann, bob], TITLE, "Your orders go here, please.", "g1-red-01")
    world.forum.start([ann, bob], TITLE, "Your orders go here, please.", "g1-red-01")
    assert site.groups == {"room-1": [7, int(ann.id), int(bob.id)], "room-2": [7]}


def test_all_members_of_a_room_are_seen(world: World, site: FakeNodeBB) -> None:
    """A group of more than one page of members hides nobody."""
    thread = seat(world, "g1-red-01", "Ann").thread
    for number in range(43):
        site.invites(site.join(f"Guest {number}"), thread)
    assert len(world.forum.thread(thread).members) == 45


def test_a_thread_that_was_moved_out_is_public(world: World, site: FakeNodeBB) -> None:
    """A private thread that staff has moved into another category says so."""
    thread = seat(world, "g1-red-01", "Ann").thread
    site.topics[int(thread)]["cid"] = 12
    assert not world.forum.thread(thread).private


def test_a_post_too_soon_is_tried_after_the_delay(world: World, site: FakeNodeBB, chronicle: Post) -> None:
    """An account that does not moderate the category waits as long as NodeBB says, and has posted nothing."""
    site.exempt = False
    with pytest.raises(TryLater) as caught:
        world.forum.reply(chronicle.thread, REPORT, "g1-t1-02")
    assert (caught.value.after, isinstance(caught.value, Unsure)) == (10.0, False)
    site.tick(10)
    assert world.forum.reply(chronicle.thread, REPORT, "g1-t1-02").text in site.texts()


def test_two_posts_at_once_are_tried_later(world: World, site: FakeNodeBB, chronicle: Post) -> None:
    """While another request of ours is being written, NodeBB takes no second one."""
    site.posting = True
    with pytest.raises(TryLater, match="already posting"):
        world.forum.reply(chronicle.thread, REPORT, "g1-t1-02")


def test_pictures_need_the_password() -> None:
    """Without a password a post with a picture is refused, and one without is written."""
    world = nodebb(password=None)
    thread = world.forum.start([], TITLE, "The chronicle of the match begins here.", "g1-open-77aa").thread
    with pytest.raises(Refused, match="password"):
        world.forum.reply(thread, REPORT, "g1-t1-02", [MAP])
    assert world.forum.reply(thread, REPORT, "g1-t1-02").text in world.site.texts()
    world.forum.close()


def test_a_wrong_password_is_refused_without_showing_it() -> None:
    """The error of a failed log-in does not show the password, even if NodeBB does."""
    world = nodebb(password=Password("Moderator", "not-the-one"))
    with pytest.raises(Refused, match=r"403 Invalid login credentials: \*\*\*"):
        world.forum.start([], TITLE, REPORT, "g1-open-77aa", [MAP])
    world.forum.close()


def test_an_upload_that_failed_has_written_nothing(world: World, chronicle: Post) -> None:
    """A fault of an upload is tried later, and not one of which we are unsure."""
    world.fault("POST", "/api/post/upload", httpx.Response(500, json={"status": {"message": "Too many files"}}))
    with pytest.raises(TryLater, match="Too many files") as caught:
        world.forum.reply(chronicle.thread, REPORT, "g1-t1-02", [MAP])
    assert not isinstance(caught.value, Unsure)
    assert world.forum.find("g1-t1-02") is None


def test_an_answer_without_a_picture_is_no_answer(world: World, chronicle: Post) -> None:
    """An upload that names no picture is tried later."""
    world.fault("POST", "/api/post/upload", httpx.Response(200, json={"response": {"images": []}}))
    with pytest.raises(TryLater, match="not understood"):
        world.forum.reply(chronicle.thread, REPORT, "g1-t1-02", [MAP])


def test_posts_cannot_be_frozen(world: World, chronicle: Post) -> None:
    """NodeBB has no way to freeze a post, and the limits say so."""
    assert not world.forum.limits.freezes
    with pytest.raises(Refused):
        world.forum.moderate(chronicle, Act.FREEZE)


def test_names_and_titles_are_as_they_were_written(world: World, site: FakeNodeBB) -> None:
    """What NodeBB shows escaped for HTML comes unescaped."""
    thread = site.opens(site.join("O'Brien"), "Red & Blue <at war>", "I would like to play Red.")
    [post], _ = world.forum.changes("")
    assert post.author is not None
    assert post.author.name == "O'Brien"
    assert world.forum.thread(thread).title == "Red & Blue <at war>"


def test_an_edit_while_we_read_has_its_own_time(
    world: World, site: FakeNodeBB, chronicle: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A post that is edited between the list and its reading has the new text with the new time."""
    post = site.says(site.join("Ann"), chronicle.thread, "ORDERS: Army 1 to Echo Base.")
    shown = site.one

    def edited_meanwhile(request: httpx.Request, number: str) -> httpx.Response:
        site.tick(30)
        site.edits(post, "ORDERS: Army 1 stays at home.")
        return shown(request, number)

    monkeypatch.setattr(site, "one", edited_meanwhile)
    [found], _ = world.forum.changes("")
    assert (found.text, found.changed) == ("ORDERS: Army 1 stays at home.", site.now)


def test_a_look_reads_what_has_changed(world: World, site: FakeNodeBB, chronicle: Post) -> None:
    """A look costs a page of each category, the queue and a few threads, and of the posts those of others once."""
    ann = site.join("Ann")
    for number in range(15):
        site.opens(ann, f"Thread of matches number {number}", "The first post of it.")
    posts, cursor = world.forum.changes("")
    assert len(posts) == 15
    assert f"GET /api/v3/posts/{chronicle.id}" not in site.asked
    site.asked.clear()
    assert world.forum.changes(cursor)[0] == []
    assert len(site.asked) == 7


def test_the_queue_of_other_categories_is_none_of_our_business(world: World, site: FakeNodeBB) -> None:
    """A post that waits in another category does not come, though a moderator may be shown it."""
    site.queue("topic", int(site.join("Ann").id), {"cid": 99, "title": "Breakfast", "content": "Bread and butter."})
    assert world.forum.changes("")[0] == []


def test_a_search_reads_no_post_without_the_ref(world: World, site: FakeNodeBB, chronicle: Post) -> None:
    """A ref that is nowhere is sought in the pages of the threads, and no post is read for it."""
    site.asked.clear()
    assert world.forum.find("g1-t1-02") is None
    assert f"GET /api/topic/{chronicle.thread}" in site.asked
    assert not any("/posts/" in asked for asked in site.asked)


def test_a_long_thread_is_read_in_several_looks(site: FakeNodeBB) -> None:
    """A thread that takes more calls than are allowed comes in parts, each post once."""
    ann = site.join("Ann")
    thread = site.opens(ann, "May I join the match?", "Small talk with the number 0.")
    for number in range(1, 100):
        site.says(ann, thread, f"Small talk with the number {number}.")
    found: list[str] = []
    cursor, looks, whole = "", 0, False
    while not whole:
        world = nodebb(site, calls_a_minute=70)
        with spare_calls():
            try:
                posts, cursor = world.forum.changes(cursor)
                whole = True
            except Partly as part:
                posts, cursor = part.posts, part.cursor
        found += [post.text for post in posts]
        looks += 1
        world.forum.close()
    assert looks > 2
    assert found == [f"Small talk with the number {number}." for number in range(100)]


def test_a_thread_that_is_gone_is_forgotten(world: World, site: FakeNodeBB, chronicle: Post) -> None:
    """A thread that was purged does not stop the others."""
    ann = site.join("Ann")
    site.says(ann, chronicle.thread, "ORDERS: Army 1 to Echo Base.")
    _, cursor = world.forum.changes("")
    del site.topics[int(chronicle.thread)]
    thread = site.opens(ann, "May I join the match?", "I would like to play Red.")
    posts, _ = world.forum.changes(cursor)
    assert [post.thread for post in posts] == [thread]


def test_a_post_of_another_site_has_an_address_for_an_id() -> None:
    """The id of a post that came by ActivityPub is one part of the path."""
    assert path_of("https://elsewhere.test/notes/1") == "/api/v3/posts/https%3A%2F%2Felsewhere.test%2Fnotes%2F1"
