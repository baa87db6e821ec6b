"""Our own posts on every kind of forum: found again, written anew, with their pictures."""

import pytest

from moderator.transport.forum.port import PostState, Refused, Upload
from moderator.transport.forum.refs import ref_of
from tests.support.forums.worlds import TITLE, World, opened, seat


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


def test_a_ref_of_a_namesake_is_not_believed(world: World) -> None:
    """A player who has come by our name is not us."""
    thread = opened(world).thread
    world.site.says(world.site.join("Moderator"), thread, "Turn 1 has been resolved.\n\nref g1-t1-02")
    assert world.forum.find("g1-t1-02", thread) is None
    assert len(world.forum.changes("")[0]) == 1
