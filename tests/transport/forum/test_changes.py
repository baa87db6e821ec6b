"""What others have written, on every kind of forum: all of it, and each change once."""

from datetime import timedelta

from moderator.transport.forum.port import PostState
from tests.support.forums.worlds import ORDERS, TITLE, World, news, opened, seat


def test_changes_bring_the_posts_of_others(world: World) -> None:
    """What a player wrote comes with its author, its place and its time; what we wrote does not come."""
    ann = world.site.join("Ann")
    post = world.forum.start([ann], TITLE, "Your orders go here, please.", "g1-red-01")
    _, cursor = world.forum.changes("")
    world.site.tick(90)
    world.site.says(ann, post.thread, ORDERS)
    [found], _ = world.forum.changes(cursor)
    assert (found.author, found.text, found.thread, found.private) == (ann, ORDERS, post.thread, True)
    assert found.created == found.changed == world.site.now


def test_a_public_thread_of_a_player_is_seen(world: World) -> None:
    """A thread that a player opens in the category of the matches comes, too."""
    _, cursor = world.forum.changes("")
    world.site.opens(world.site.join("Ann"), "May I join the match?", "I would like to play Red.")
    assert news(world, cursor)[0] == ["I would like to play Red."]


def test_the_first_look_begins_at_the_beginning(world: World) -> None:
    """The empty cursor brings what was written before, public and private."""
    post = seat(world)
    ann = world.forum.thread(post.thread).members[1]
    world.site.says(ann, post.thread, ORDERS)
    world.site.tick(1)
    world.site.opens(ann, "May I join the match?", "I would like to play Red.")
    assert news(world)[0] == [ORDERS, "I would like to play Red."]


def test_what_was_seen_does_not_come_again(world: World) -> None:
    """A post comes once for a cursor that is kept, and again for an older one."""
    thread = opened(world).thread
    _, before = world.forum.changes("")
    world.site.says(world.site.join("Ann"), thread, ORDERS)
    assert news(world, before)[0] == [ORDERS]
    assert news(world, news(world, before)[1])[0] == []


def test_a_cursor_that_is_spoilt_begins_at_the_beginning(world: World) -> None:
    """A cursor that cannot be read loses no post."""
    world.site.says(world.site.join("Ann"), opened(world).thread, ORDERS)
    assert news(world, '{"threads": 7')[0] == [ORDERS]


def test_many_posts_are_all_seen(world: World) -> None:
    """A thread of several pages is read to its end, in the forum's order."""
    thread, ann = opened(world).thread, world.site.join("Ann")
    texts = [f"This is the message with the number {number}." for number in range(130)]
    for text in texts:
        world.site.tick(1)
        world.site.says(ann, thread, text)
    assert news(world)[0] == texts
    assert [post.text for post in world.forum.read(thread)][1:] == texts


def test_an_edit_comes_with_its_own_time(world: World) -> None:
    """An edited post comes again, and its change is at the time of the edit, not of the post."""
    post = world.site.says(world.site.join("Ann"), opened(world).thread, ORDERS)
    _, cursor = world.forum.changes("")
    world.site.tick(7200)
    world.site.edits(post, "ORDERS: Army 1 stays at home, Fleet 2 waits.")
    [found], _ = world.forum.changes(cursor)
    assert found.text == "ORDERS: Army 1 stays at home, Fleet 2 waits."
    assert found.changed - found.created == timedelta(hours=2)


def test_an_edit_within_the_first_minutes_is_seen(world: World) -> None:
    """An edit that a forum does not count as a version is an edit all the same."""
    post = world.site.says(world.site.join("Ann"), opened(world).thread, ORDERS)
    _, cursor = world.forum.changes("")
    world.site.tick(30)
    world.site.edits(post, "ORDERS: Army 1 stays at home, Fleet 2 waits.")
    [found], _ = world.forum.changes(cursor)
    assert found.changed - found.created == timedelta(seconds=30)


def test_old_edits_are_found_at_once_in_threads_that_are_named(world: World) -> None:
    """So it is before a turn runs."""
    ann = world.site.join("Ann")
    threads = [world.site.opens(ann, f"Thread of matches number {each}", "The first post of it.") for each in range(9)]
    old = [world.site.says(ann, thread, ORDERS) for thread in threads]
    for each in range(120):
        world.site.says(ann, threads[4], f"Small talk with the number {each}.")
    _, cursor = world.forum.changes("")
    world.site.tick(600)
    for post in old[2:8]:
        world.site.edits(post, "ORDERS: Army 1 stays at home, Fleet 2 waits.")
    posts, _ = world.forum.changes(cursor, threads[2:8])
    assert sorted(post.id for post in posts) == sorted(old[2:8])


def test_old_edits_are_found_in_turn(world: World) -> None:
    """Edits of posts that no list shows any more come within a few looks, and at once for who reads the thread."""
    ann = world.site.join("Ann")
    threads = [world.site.opens(ann, f"Thread of matches number {each}", "The first post of it.") for each in range(9)]
    old = [world.site.says(ann, thread, ORDERS) for thread in threads]
    for each in range(120):
        world.site.says(ann, threads[4], f"Small talk with the number {each}.")
    _, cursor = world.forum.changes("")
    world.site.tick(600)
    for post in old:
        world.site.edits(post, "ORDERS: Army 1 stays at home, Fleet 2 waits.")
    assert world.forum.read(threads[0])[1].text == "ORDERS: Army 1 stays at home, Fleet 2 waits."
    found: list[str] = []
    for _ in range(3):
        posts, cursor = world.forum.changes(cursor)
        found += [post.id for post in posts]
    assert sorted(found) == sorted(old)


def test_a_hidden_post_says_so(world: World) -> None:
    """A post that was hidden comes again, in the state of a hidden one."""
    post = world.site.says(world.site.join("Ann"), opened(world).thread, ORDERS)
    _, cursor = world.forum.changes("")
    world.site.tick(60)
    world.site.hides(post)
    assert [found.state for found in world.forum.changes(cursor)[0]] == [PostState.HIDDEN]


def test_a_post_that_waits_for_approval_says_so(world: World) -> None:
    """A player's post in the queue comes in the state of a queued one, with its text as it was written."""
    thread, ann = opened(world).thread, world.site.join("Ann")
    _, cursor = world.forum.changes("")
    world.site.queues(ann, thread, "ORDERS: Army 1 & Fleet 2 to <Echo>.")
    [found], _ = world.forum.changes(cursor)
    assert (found.state, found.author, found.thread) == (PostState.QUEUED, ann, thread)
    assert found.text == "ORDERS: Army 1 & Fleet 2 to <Echo>."


def test_a_private_post_may_wait_for_approval(world: World) -> None:
    """A player's post in the queue is private where its thread is."""
    ann = world.site.join("Ann")
    post = world.forum.start([ann], TITLE, "Your orders go here, please.", "g1-red-01")
    _, cursor = world.forum.changes("")
    world.site.queues(ann, post.thread, ORDERS)
    assert [(each.thread, each.private) for each in world.forum.changes(cursor)[0]] == [(post.thread, True)]


def test_a_late_approval_is_not_left_out(world: World) -> None:
    """A post that is approved after later ones were read comes all the same."""
    thread, ann = opened(world).thread, world.site.join("Ann")
    waiting = world.site.queues(ann, thread, ORDERS)
    world.site.tick(3600)
    world.site.says(ann, thread, "Did anybody get my orders, please?")
    _, cursor = world.forum.changes("")
    world.site.approves(waiting)
    posts, _ = world.forum.changes(cursor)
    assert [(post.text, post.state) for post in posts] == [(ORDERS, PostState.SHOWN)]


def test_the_author_of_a_post_may_be_gone(world: World) -> None:
    """A post of an account that was deleted has no author."""
    thread, ann = opened(world).thread, world.site.join("Ann")
    world.site.says(ann, thread, ORDERS)
    world.site.leave(ann)
    assert [post.author for post in world.forum.read(thread)] == [world.forum.me(), None]


def test_line_ends_are_those_of_the_port(world: World) -> None:
    """A text with the line ends of a browser comes with LF."""
    thread = opened(world).thread
    world.site.says(world.site.join("Ann"), thread, "ORDERS\r\nArmy 1 holds.\r\nFleet 2 holds.")
    assert news(world)[0] == ["ORDERS\nArmy 1 holds.\nFleet 2 holds."]
