"""What every kind of forum does for the moderator."""

from datetime import timedelta

import httpx
import pytest

from moderator.transport.forum.port import Act, Post, PostState, Refused, TryLater, Unsure, Upload
from moderator.transport.forum.refs import ref_of
from tests.support.forums.worlds import SECRETS, TITLE, World

ORDERS = "ORDERS: Army 1 to Echo Base, Fleet 2 waits."


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


def test_the_moderator_knows_its_own_account(world: World) -> None:
    """The account of the moderator has the id that the forum gave it."""
    assert (world.forum.me().id, world.forum.me().name) == ("7", "Moderator")


def test_a_public_thread_is_opened_and_read(world: World) -> None:
    """A public thread is nobody's in particular, and its first post bears the text and the ref."""
    post = opened(world)
    thread = world.forum.thread(post.thread)
    assert (thread.title, thread.private, thread.members, thread.locked) == (TITLE, False, (), False)
    assert world.forum.read(post.thread) == [post]
    assert post.text == "The chronicle of the match begins here.\n\nref g1-open-77aa"
    assert (post.created, post.changed, post.state) == (world.site.now, world.site.now, PostState.SHOWN)


def test_a_private_thread_shows_its_members(world: World) -> None:
    """A private thread is read by the moderator and by the accounts for which it was opened."""
    ann = world.site.join("Ann")
    post = world.forum.start([ann], TITLE, "Your orders go here, please.", "g1-red-01")
    thread = world.forum.thread(post.thread)
    assert (post.private, thread.private) == (True, True)
    assert set(thread.members) == {world.forum.me(), ann}


def test_whoever_else_reads_is_seen(world: World) -> None:
    """An account that was let into a private thread later is one of its members."""
    post, bob = seat(world), world.site.join("Bob")
    world.site.invites(bob, post.thread)
    assert bob in world.forum.thread(post.thread).members


def test_a_private_thread_goes_to_an_account_and_not_to_its_old_name(world: World) -> None:
    """A thread for Ann reaches her under her new name, and not whoever has taken her old one."""
    ann = world.site.join("Ann")
    world.site.rename(ann, "Anna")
    thief = world.site.join("Ann")
    post = world.forum.start([ann], TITLE, "Your orders go here, please.", "g1-red-01")
    ids = {member.id for member in world.forum.thread(post.thread).members}
    assert ids == {world.forum.me().id, ann.id}
    assert thief.id not in ids


def test_an_unknown_account_is_refused(world: World) -> None:
    """No private thread is opened for an account that is gone."""
    ann = world.site.join("Ann")
    world.site.leave(ann)
    with pytest.raises(Refused):
        world.forum.start([ann], TITLE, "Your orders go here, please.", "g1-red-01")


def test_a_reply_stands_at_the_end(world: World) -> None:
    """A reply is the last post of its thread, private where the thread is."""
    post = seat(world)
    world.site.tick(60)
    reply = world.forum.reply(post.thread, "Turn 1 has been resolved; your report follows.", "g1-red-02")
    assert reply.private
    assert world.forum.read(post.thread) == [post, reply]


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


def test_an_old_edit_is_found_in_turn(world: World) -> None:
    """An edit of a post that no list shows any more comes within a few looks, and at once for who reads the thread."""
    ann = world.site.join("Ann")
    threads = [world.site.opens(ann, f"Thread of matches number {each}", "The first post of it.") for each in range(9)]
    old = world.site.says(ann, threads[0], ORDERS)
    for each in range(120):
        world.site.says(ann, threads[1], f"Small talk with the number {each}.")
    _, cursor = world.forum.changes("")
    world.site.tick(600)
    world.site.edits(old, "ORDERS: Army 1 stays at home, Fleet 2 waits.")
    assert world.forum.read(threads[0])[1].text == "ORDERS: Army 1 stays at home, Fleet 2 waits."
    found: list[str] = []
    for _ in range(3):
        texts, cursor = news(world, cursor)
        found += texts
    assert found == ["ORDERS: Army 1 stays at home, Fleet 2 waits."]


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


def test_a_queued_post_is_approved_once(world: World) -> None:
    """Approving a post shows it, and doing it twice is harmless."""
    thread = opened(world).thread
    world.site.queues(world.site.join("Ann"), thread, ORDERS)
    [waiting], _ = world.forum.changes("")
    world.forum.moderate(waiting, Act.APPROVE)
    world.forum.moderate(waiting, Act.APPROVE)
    assert [post.text for post in world.forum.read(thread)][1:] == [ORDERS]


def test_our_post_may_have_to_wait(world: World) -> None:
    """A post of ours in the queue is a queued one, is found there by its ref, and cannot be edited."""
    thread = opened(world).thread
    world.site.approval = True
    post = world.forum.reply(thread, "Turn 1 has been resolved; your report follows.", "g1-t1-02")
    found = world.forum.find("g1-t1-02", thread)
    assert found is not None
    assert (post.state, post.id) == (PostState.QUEUED, found.id)
    with pytest.raises(Refused):
        world.forum.edit(post, "Turn 1 has been resolved; something has changed.")


def test_our_thread_may_have_to_wait(world: World) -> None:
    """A thread of ours in the queue has no id yet, and is found by its ref before and after its approval."""
    world.site.approval = True
    post = opened(world)
    assert (post.state, post.thread) == (PostState.QUEUED, "")
    assert (found := world.forum.find("g1-open-77aa"))
    assert found.id == post.id


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


def test_our_post_is_found_by_its_ref(world: World) -> None:
    """A post of ours is found in its thread, and anywhere; a ref that was never sent is not."""
    post = seat(world)
    reply = world.forum.reply(post.thread, "Turn 1 has been resolved; your report follows.", "g1-t1-02")
    for ref, stands in {"g1-red-01": post, "g1-t1-02": reply}.items():
        for thread in (post.thread, ""):
            found = world.forum.find(ref, thread)
            assert found is not None
            assert (found.id, found.text) == (stands.id, stands.text)
    assert world.forum.find("g1-t1-03", post.thread) is None
    assert world.forum.find("g1-t1-03") is None


@pytest.mark.parametrize(
    "text",
    [
        "I can write that line, too.\n\nref g1-t1-02",
        "[quote]Turn 1 has been resolved.\n\nref g1-t1-02[/quote]\nThanks for it!",
        "> Turn 1 has been resolved.\n>\n> ref g1-t1-02",
    ],
)
def test_a_ref_of_somebody_else_is_not_believed(world: World, text: str) -> None:
    """A ref in a player's post, written or quoted by him, finds nothing."""
    thread = opened(world).thread
    world.site.says(world.site.join("Ann"), thread, text)
    assert world.forum.find("g1-t1-02", thread) is None
    assert world.forum.find("g1-t1-02") is None


def test_a_ref_that_we_quote_ourselves_is_not_believed(world: World) -> None:
    """A ref that stands inside a post of ours is no ref of it."""
    thread = opened(world).thread
    world.forum.reply(thread, "You wrote:\n\nref g1-t1-02\n\nWhat do you mean?", "g1-t1-03")
    assert world.forum.find("g1-t1-02", thread) is None


def test_an_edit_of_ours_keeps_ref_and_pictures(world: World) -> None:
    """A post that is written anew bears the ref and the pictures that it had."""
    thread = opened(world).thread
    pictures = [Upload("map.png", b"\x89PNG one", "Map"), Upload("legend.png", b"\x89PNG two")]
    post = world.forum.reply(thread, "Here is the map: {{picture:0}}\n\nMore of it later.", "g1-t1-02", pictures)
    world.site.tick(600)
    edited = world.forum.edit(post, "The map again: {{picture:0}}\n\nAll is settled now.")
    assert edited.text == world.site.text(post.id)
    assert ref_of(edited.text) == "g1-t1-02"
    assert [edited.text.count(f"![{name}") for name in ("Map", "legend.png")] == [1, 1]
    assert "All is settled now." in edited.text
    assert edited.changed == world.site.now


def test_an_edit_that_is_asked_twice_is_made_once(world: World) -> None:
    """An edit whose answer was lost is repeated without harm."""
    post = opened(world)
    world.forum.edit(post, "The chronicle goes on and on and on.")
    again = world.forum.edit(post, "The chronicle goes on and on and on.")
    assert again.text == "The chronicle goes on and on and on.\n\nref g1-open-77aa"


def test_an_edit_does_not_overwrite_what_staff_wrote(world: World) -> None:
    """A post of ours that somebody else has changed is left as it is."""
    post = opened(world)
    world.site.edits(post.id, "Staff has cut this post, since it was too long.")
    with pytest.raises(Refused):
        world.forum.edit(post, "The chronicle goes on and on and on.")
    assert world.site.text(post.id) == "Staff has cut this post, since it was too long."


def test_pictures_stand_where_they_belong(world: World) -> None:
    """A picture stands at its mark, and one without a mark at the end, above the ref."""
    pictures = [Upload("map.png", b"\x89PNG one", "Map"), Upload("legend.png", b"\x89PNG two", "Legend")]
    post = world.forum.start([], TITLE, "Before {{picture:1}} after it.", "g1-open-77aa", pictures)
    assert world.site.uploads == [b"\x89PNG one", b"\x89PNG two"]
    lines = post.text.split("\n\n")
    assert lines[0].startswith("Before ![Legend")
    assert lines[0].endswith(") after it.")
    assert lines[1].startswith("![Map")
    assert lines[2] == "ref g1-open-77aa"


def test_a_thread_is_locked_and_unlocked(world: World) -> None:
    """Locking a thread twice is harmless, and it can be undone; the forum's notices of it are no posts."""
    post = seat(world)
    thread = world.forum.thread(post.thread)
    for act, locked in ((Act.LOCK, True), (Act.LOCK, True), (Act.UNLOCK, False)):
        world.forum.moderate(thread, act)
        assert world.forum.thread(post.thread).locked is locked
    assert [each.id for each in world.forum.read(post.thread)] == [post.id]
    assert world.forum.changes("")[0] == []


def test_a_post_is_hidden_once(world: World) -> None:
    """Hiding a post twice is harmless, and the thread still shows us that it was there."""
    thread = opened(world).thread
    world.site.says(world.site.join("Ann"), thread, ORDERS)
    [slip], _ = world.forum.changes("")
    world.forum.moderate(slip, Act.HIDE)
    world.forum.moderate(slip, Act.HIDE)
    assert [post.state for post in world.forum.read(thread)] == [PostState.SHOWN, PostState.HIDDEN]


def test_a_post_cannot_be_locked(world: World) -> None:
    """An act that does not fit its target is refused."""
    post = opened(world)
    with pytest.raises(Refused):
        world.forum.moderate(post, Act.LOCK)
    with pytest.raises(Refused):
        world.forum.moderate(world.forum.thread(post.thread), Act.HIDE)


def test_a_text_that_is_too_short_is_refused(world: World) -> None:
    """A title below the forum's minimum is refused with the forum's words."""
    with pytest.raises(Refused, match=r"400 Please enter a longer title|422 Title is too short"):
        world.forum.start([], "Ho", "The chronicle of the match begins here.", "g1-open-77aa")
    assert world.site.texts() == []


def test_an_unknown_thread_is_refused(world: World) -> None:
    """Nothing can be read or written where there is no thread."""
    with pytest.raises(Refused):
        world.forum.thread("424242")
    with pytest.raises(Refused):
        world.forum.reply("424242", "Turn 1 has been resolved; your report follows.", "g1-t1-02")


def test_no_answer_to_a_post_leaves_us_unsure(world: World) -> None:
    """After a time-out the post may stand, and its ref tells."""
    thread = opened(world).thread
    world.fault("POST", world.writing, httpx.ReadTimeout("timed out"), done=True)
    with pytest.raises(Unsure):
        world.forum.reply(thread, "Turn 1 has been resolved; your report follows.", "g1-t1-02")
    assert world.forum.find("g1-t1-02", thread) is not None


def test_a_server_error_on_a_post_leaves_us_unsure(world: World) -> None:
    """After an error of the server the post may not stand, and its ref tells that, too."""
    thread = opened(world).thread
    world.fault("POST", world.writing, httpx.Response(502, text="<html>Bad gateway</html>"))
    with pytest.raises(Unsure, match="502 an answer that is no JSON"):
        world.forum.reply(thread, "Turn 1 has been resolved; your report follows.", "g1-t1-02")
    assert world.forum.find("g1-t1-02", thread) is None


def test_a_page_for_people_is_no_answer(world: World) -> None:
    """A page of HTML with the status of success leaves us unsure of a post, and a look is made later."""
    page = httpx.Response(200, text="<html><title>We are back soon</title></html>")
    thread = opened(world).thread
    world.fault("POST", world.writing, page)
    with pytest.raises(Unsure):
        world.forum.reply(thread, "Turn 1 has been resolved; your report follows.", "g1-t1-02")
    world.fault("GET", "/", page)
    with pytest.raises(TryLater) as caught:
        world.forum.thread(thread)
    assert not isinstance(caught.value, Unsure)


def test_a_request_that_never_left_is_surely_not_done(world: World) -> None:
    """Without a connection a post is tried later, and was not written."""
    thread = opened(world).thread
    world.fault("POST", world.writing, httpx.ConnectError("connection refused"))
    with pytest.raises(TryLater) as caught:
        world.forum.reply(thread, "Turn 1 has been resolved; your report follows.", "g1-t1-02")
    assert not isinstance(caught.value, Unsure)
    assert world.forum.find("g1-t1-02", thread) is None


def test_a_forum_that_asks_for_a_pause_gets_it(world: World) -> None:
    """After 429 nothing more is sent until the time that the forum named."""
    thread = opened(world).thread
    world.fault("POST", world.writing, httpx.Response(429, headers={"Retry-After": "23"}, json={"errors": ["slow"]}))
    with pytest.raises(TryLater) as caught:
        world.forum.reply(thread, "Turn 1 has been resolved; your report follows.", "g1-t1-02")
    assert (caught.value.after, isinstance(caught.value, Unsure)) == (23.0, False)
    asked = len(world.site.asked)
    with pytest.raises(TryLater, match="pause"):
        world.forum.thread(thread)
    assert len(world.site.asked) == asked


def test_a_look_that_is_interrupted_goes_on_later(world: World) -> None:
    """A forum that fails in the middle of a look loses no post."""
    ann = world.site.join("Ann")
    for each in range(3):
        world.site.opens(ann, f"Thread of matches number {each}", f"The first post of thread {each}.")
    path = "/t/" if "posts.json" in world.writing else "/api/topic/"
    world.fault("GET", path, httpx.Response(503, text="<html>Overloaded</html>"))
    first, cursor = news(world)
    second, _ = news(world, cursor)
    assert {*first, *second} == {f"The first post of thread {each}." for each in range(3)}


def test_no_error_shows_a_secret(world: World) -> None:
    """An error that quotes the key or the password is cleaned of it."""
    echo = httpx.Response(403, json={"errors": [f"bad key {secret}" for secret in SECRETS]})
    world.fault("GET", "/", echo)
    with pytest.raises(Refused) as caught:
        world.forum.me()
    ours = {secret for secret in SECRETS if secret.startswith("discourse") == ("posts.json" in world.writing)}
    assert "bad key ***" in str(caught.value)
    assert not any(secret in str(caught.value) for secret in ours)


def test_a_redirect_is_not_followed(world: World) -> None:
    """A redirect to another host is refused, since the key would go along."""
    world.fault("GET", "/", httpx.Response(302, headers={"Location": "http://elsewhere.test/"}))
    with pytest.raises(Refused, match="moved to http://elsewhere"):
        world.forum.me()
