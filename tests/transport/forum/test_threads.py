"""Threads of every kind of forum: opened, read, answered, moderated."""

import pytest

from moderator.transport.forum.port import Act, PostState, Refused
from tests.support.forums.worlds import ORDERS, TITLE, World, opened, seat


def test_the_moderator_knows_its_own_account(world: World) -> None:
    """The account of the moderator has the id that the forum gave it."""
    assert (world.forum.me().id, world.forum.me().name) == ("7", "Moderator")


def test_an_account_is_found_by_its_name(world: World) -> None:
    """In any case of letters; nobody of a name is refused."""
    ann = world.site.join("Ann")
    assert world.forum.account("ann") == ann
    with pytest.raises(Refused):
        world.forum.account("nobody-at-all")


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


def test_a_private_thread_may_have_several_readers(world: World) -> None:
    """A private thread for two accounts is read by both of them."""
    ann, bob = world.site.join("Ann"), world.site.join("Bob")
    post = world.forum.start([ann, bob], TITLE, "The orders of you both go here.", "g1-red-01")
    assert set(world.forum.thread(post.thread).members) == {world.forum.me(), ann, bob}


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


def test_a_queued_post_is_approved_once(world: World) -> None:
    """Approving a post shows it, and doing it twice is harmless."""
    thread = opened(world).thread
    world.site.queues(world.site.join("Ann"), thread, ORDERS)
    [waiting], _ = world.forum.changes("")
    world.forum.moderate(waiting, Act.APPROVE)
    world.forum.moderate(waiting, Act.APPROVE)
    assert [post.text for post in world.forum.read(thread)][1:] == [ORDERS]


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
    [typo], _ = world.forum.changes("")
    world.forum.moderate(typo, Act.HIDE)
    world.forum.moderate(typo, Act.HIDE)
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
