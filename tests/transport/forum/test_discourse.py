"""The traps of Discourse."""

from collections.abc import Iterator

import httpx
import pytest

from moderator.transport.forum.discourse import Discourse
from moderator.transport.forum.http import spare_calls
from moderator.transport.forum.port import Act, Partly, Post, PostState, Refused, TryLater, Unsure
from tests.support.forums.discourse import FakeDiscourse
from tests.support.forums.worlds import FORUM_URL, TITLE, World, discourse

REPORT = "Turn 1 has been resolved; your report follows."


@pytest.fixture
def world() -> Iterator[World]:
    """Give a Discourse with its adapter."""
    world = discourse()
    yield world
    world.forum.close()


@pytest.fixture
def site(world: World) -> FakeDiscourse:
    """Give the forum itself."""
    assert isinstance(world.site, FakeDiscourse)
    return world.site


@pytest.fixture
def chronicle(world: World) -> Post:
    """Give the first post of a public thread."""
    return world.forum.start([], TITLE, "The chronicle of the match begins here.", "g1-open-77aa")


def test_the_same_request_within_two_minutes_makes_no_double(
    world: World, site: FakeDiscourse, chronicle: Post
) -> None:
    """A post that is sent again at once, after its answer was lost, is answered with the first one."""
    world.fault("POST", "/posts.json", httpx.ReadTimeout("timed out"), done=True)
    with pytest.raises(Unsure):
        world.forum.reply(chronicle.thread, REPORT, "g1-t1-02")
    site.tick(100)
    again = world.forum.reply(chronicle.thread, REPORT, "g1-t1-02")
    assert [each.id for each in world.forum.read(chronicle.thread)] == [chronicle.id, again.id]


def test_an_equal_post_is_the_one_that_stands(world: World, site: FakeDiscourse, chronicle: Post) -> None:
    """A post that Discourse refuses as a double within five minutes is found, and is ours."""
    site.exempt = False
    first = world.forum.reply(chronicle.thread, REPORT, "g1-t1-02")
    site.tick(200)
    assert world.forum.reply(chronicle.thread, REPORT, "g1-t1-02").id == first.id
    assert len(site.texts()) == 2


def test_a_thread_is_not_opened_twice(world: World, site: FakeDiscourse, chronicle: Post) -> None:
    """A thread under a ref that was used is the one that stands, however late it is asked for."""
    site.tick(86_400)
    again = world.forum.start([], TITLE, "The chronicle of the match begins here.", "g1-open-77aa")
    assert again.id == chronicle.id
    assert len(site.topics) == 1


def test_a_thread_is_found_by_its_ref_for_ever(world: World, site: FakeDiscourse, chronicle: Post) -> None:
    """The ref of a thread is found when its first post has long left the lists of the latest posts."""
    ann = site.join("Ann")
    for number in range(510):
        site.says(ann, chronicle.thread, f"Small talk with the number {number}.")
    found = world.forum.find("g1-open-77aa")
    assert found is not None
    assert found.id == chronicle.id


def test_too_many_replies_in_a_row_are_refused_to_members(world: World, site: FakeDiscourse) -> None:
    """An account that is no staff is refused its fourth reply in somebody else's thread, and reads why."""
    site.exempt = False
    thread = site.opens(site.join("Ann"), "May I join the match?", "I would like to play Red.")
    for number in range(3):
        world.forum.reply(thread, REPORT, f"g1-t{number}-02")
    with pytest.raises(Refused, match="422 No more than 3 consecutive replies"):
        world.forum.reply(thread, REPORT, "g1-t3-02")


def test_the_shortest_text_depends_on_the_thread(world: World, site: FakeDiscourse, chronicle: Post) -> None:
    """A private post may have ten letters and its title two, a public post must have twenty and its title fifteen."""
    seat = world.forum.start([site.join("Ann")], "Red", "Orders.", "r-1")
    assert world.forum.reply(seat.thread, "No.", "r-2").text == "No.\n\nref r-2"
    with pytest.raises(Refused, match="Body is too short"):
        world.forum.reply(chronicle.thread, "No.", "r-3")
    with pytest.raises(Refused, match="Title is too short"):
        world.forum.start([], "Red", "The chronicle of the match begins here.", "r-4")


def test_a_group_that_may_read_is_a_member(world: World, site: FakeDiscourse) -> None:
    """A personal message that was opened to a group as well has a member that nobody expects."""
    seat = world.forum.start([site.join("Ann")], TITLE, "Your orders go here, please.", "g1-red-01")
    site.topics[int(seat.thread)]["groups"] = [{"id": 41, "name": "staff"}]
    assert ("group-41", "staff") in {(each.id, each.name) for each in world.forum.thread(seat.thread).members}


def test_a_post_is_frozen(world: World, site: FakeDiscourse, chronicle: Post) -> None:
    """Freezing a post keeps its author from editing it, and twice is harmless."""
    site.says(site.join("Ann"), chronicle.thread, "We attack at dawn, says Red.")
    [press], _ = world.forum.changes("")
    world.forum.moderate(press, Act.FREEZE)
    world.forum.moderate(press, Act.FREEZE)
    assert site.frozen(press.id)


def test_a_queued_post_without_an_id_is_refused(world: World, chronicle: Post) -> None:
    """The answer that a post waits, and no more, tells the operator that the account needs more rights."""
    answer = httpx.Response(200, json={"action": "enqueued", "success": True})
    world.fault("POST", "/posts.json", answer)
    with pytest.raises(Refused, match="waits for the approval"):
        world.forum.reply(chronicle.thread, REPORT, "g1-t1-02")


def test_the_queue_of_others_is_none_of_our_business(world: World, site: FakeDiscourse) -> None:
    """A post that waits in a personal message between others does not come, though a moderator is shown it."""
    ann = site.join("Ann")
    foreign = site.new_topic("Between the two of us", [int(ann.id)], "private_message")
    site.queues(ann, str(foreign["id"]), "What I think of the moderator.")
    assert world.forum.changes("")[0] == []


def test_a_post_that_is_stored_late_is_not_left_out() -> None:
    """A post with a lower id that appears after higher ones were read comes at the next look."""
    world = discourse(again=0)
    site = world.site
    assert isinstance(site, FakeDiscourse)
    ann = site.join("Ann")
    thread = site.opens(ann, "May I join the match?", "I would like to play Red.")
    number = int(site.says(ann, thread, "This one takes a little longer."))
    late = site.posts.pop(number)
    for each in range(60):
        site.says(ann, thread, f"Number {each} is quicker than it.")
    _, cursor = world.forum.changes("")
    site.posts[number] = late
    assert [post.text for post in world.forum.changes(cursor)[0]] == ["This one takes a little longer."]
    world.forum.close()


def test_much_news_is_read_from_the_lists() -> None:
    """More than a page of new posts comes from the lists, and no list of topics is asked for it."""
    world = discourse(again=0)
    site = world.site
    assert isinstance(site, FakeDiscourse)
    ann = site.join("Ann")
    thread = site.opens(ann, "May I join the match?", "I would like to play Red.")
    _, cursor = world.forum.changes("")
    site.asked.clear()
    for each in range(160):
        site.says(ann, thread, f"Small talk with the number {each}.")
    assert len(world.forum.changes(cursor)[0]) == 160
    assert not any("/t/" in asked or "/c/" in asked for asked in site.asked)
    world.forum.close()


def test_a_notice_is_no_post(world: World, site: FakeDiscourse) -> None:
    """A notice that somebody else has closed a thread is no post of his, in the list nor in the thread."""
    ann = site.join("Ann")
    seat = world.forum.start([ann], TITLE, "Your orders go here, please.", "g1-red-01")
    _, cursor = world.forum.changes("")
    site.store(int(seat.thread), int(ann.id), "", kind=3)
    assert world.forum.changes(cursor)[0] == []
    assert world.forum.changes("")[0] == []


def test_other_categories_are_not_read(world: World, site: FakeDiscourse) -> None:
    """A post of another category does not come, however many there are of them."""
    ann = site.join("Ann")
    _, cursor = world.forum.changes("")
    other = site.opens(ann, "What I had for breakfast", "Bread and butter, with tea.")
    site.topics[int(other)]["category_id"] = 99
    assert world.forum.changes(cursor)[0] == []
    assert world.forum.changes("")[0] == []


def test_after_a_long_silence_the_threads_are_read(world: World, site: FakeDiscourse, chronicle: Post) -> None:
    """When more was written in the forum than the lists show, the threads of the category are read instead."""
    ann = site.join("Ann")
    _, cursor = world.forum.changes("")
    site.says(ann, chronicle.thread, "ORDERS: Army 1 to Echo Base.")
    thread = site.opens(ann, "May I join the match?", "I would like to play Red.")
    other = site.opens(ann, "What I had for breakfast", "Bread and butter, with tea.")
    site.topics[int(other)]["category_id"] = 99
    for number in range(520):
        site.says(ann, other, f"Small talk with the number {number}.")
    found = {post.thread for post in world.forum.changes(cursor)[0]}
    assert found == {chronicle.thread, thread}


def test_a_look_is_cheap(world: World, site: FakeDiscourse) -> None:
    """A look without news costs a few calls, however many threads there are."""
    ann = site.join("Ann")
    for number in range(40):
        site.opens(ann, f"Thread of matches number {number}", "The first post of it.")
    posts, cursor = world.forum.changes("")
    assert len(posts) == 40
    site.asked.clear()
    assert world.forum.changes(cursor)[0] == []
    assert len(site.asked) <= 8


def test_a_reply_costs_one_call(world: World, site: FakeDiscourse) -> None:
    """A reply in a thread whose members were looked at needs no further question."""
    seat = world.forum.start([site.join("Ann")], TITLE, "Your orders go here, please.", "g1-red-01")
    world.forum.thread(seat.thread)
    site.asked.clear()
    world.forum.reply(seat.thread, REPORT, "g1-t1-02")
    assert site.asked == ["POST /posts.json"]


def test_the_budget_stops_before_the_forum_must() -> None:
    """More calls than Discourse allows in a minute are not made, and a look under the limit loses no post."""
    world = discourse(calls_a_minute=60)
    assert isinstance(world.site, FakeDiscourse)
    world.site.calls_a_minute = 60
    ann = world.site.join("Ann")
    for number in range(150):
        world.site.opens(ann, f"Thread of matches number {number}", f"The first post of thread {number}.")
    with spare_calls():
        with pytest.raises(Partly, match="budget") as caught:
            world.forum.changes("")
        posts, cursor = caught.value.posts, caught.value.cursor
        assert 0 < len(posts) < 150
        assert len(world.site.asked) == 30
        with pytest.raises(TryLater, match="budget"):
            world.forum.changes(cursor)
    world.forum.close()
    later = discourse()
    assert isinstance(later.site, FakeDiscourse)
    later.site.topics, later.site.posts, later.site.users = world.site.topics, world.site.posts, world.site.users
    rest, _ = later.forum.changes(cursor)
    assert {post.text for post in [*posts, *rest]} == {f"The first post of thread {number}." for number in range(150)}
    later.forum.close()


def test_the_forum_names_the_pause(world: World, site: FakeDiscourse, chronicle: Post) -> None:
    """When other keys have used up the calls of the minute, the post is tried after the time that Discourse names."""
    site.calls_a_minute = 0
    with pytest.raises(TryLater) as caught:
        world.forum.reply(chronicle.thread, REPORT, "g1-t1-02")
    assert caught.value.after == 23


def test_a_wrong_key_is_refused_without_showing_it(site: FakeDiscourse) -> None:
    """The error of a wrong key has the forum's words, and not the key."""
    forum = Discourse(FORUM_URL, "wrong-key", "Moderator", 12, transport=httpx.MockTransport(site))
    with pytest.raises(Refused, match="403 You are not permitted") as caught:
        forum.me()
    assert "wrong-key" not in str(caught.value)
    forum.close()


def test_a_thread_that_is_gone_is_forgotten(world: World, site: FakeDiscourse) -> None:
    """A thread that was destroyed does not stop the others, and leaves the cursor."""
    ann = site.join("Ann")
    gone = site.opens(ann, "A thread of no consequence", "The first post of it.")
    _, cursor = world.forum.changes("")
    assert f'"{gone}"' in cursor
    del site.topics[int(gone)]
    site.posts.clear()
    thread = site.opens(ann, "May I join the match?", "I would like to play Red.")
    posts, cursor = world.forum.changes(cursor)
    assert [post.thread for post in posts] == [thread]
    assert f'"{gone}"' not in cursor


def test_a_thread_that_is_shut_to_us_for_a_while_is_not_lost(world: World, site: FakeDiscourse) -> None:
    """An edit in a private thread that we could not read for a time comes once we can, and others do not wait."""
    ann = site.join("Ann")
    seat = world.forum.start([ann], TITLE, "Your orders go here, please.", "g1-red-01")
    orders = site.says(ann, seat.thread, "ORDERS: Army 1 to Echo Base.")
    for each in range(120):
        site.says(ann, seat.thread, f"Small talk with the number {each}.")
    _, cursor = world.forum.changes("")
    site.topics[int(seat.thread)]["allowed"].remove(7)
    site.tick(600)
    site.edits(orders, "ORDERS: Army 1 stays at home.")
    thread = site.opens(ann, "May I join the match?", "I would like to play Red.")
    posts, cursor = world.forum.changes(cursor)
    assert [post.thread for post in posts] == [thread]
    site.topics[int(seat.thread)]["allowed"].append(7)
    assert [post.text for post in world.forum.changes(cursor)[0]] == ["ORDERS: Army 1 stays at home."]


def test_our_own_delete_shows_the_post_as_hidden(world: World, site: FakeDiscourse, chronicle: Post) -> None:
    """A slip that was hidden is seen as such when its thread is read."""
    site.says(site.join("Ann"), chronicle.thread, "ORDERS: Army 1 to Echo Base.")
    [typo], cursor = world.forum.changes("")
    world.forum.moderate(typo, Act.HIDE)
    assert [post.state for post in world.forum.changes(cursor)[0]] == [PostState.HIDDEN]
