"""What goes wrong on every kind of forum."""

import httpx
import pytest

from moderator.transport.forum.port import Partly, Refused, TryLater, Unsure
from tests.support.forums.worlds import SECRETS, World, news, opened


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
    """A forum that fails in the middle of a look loses no post, and the look does not pass for a whole one."""
    ann = world.site.join("Ann")
    for each in range(3):
        world.site.opens(ann, f"Thread of matches number {each}", f"The first post of thread {each}.")
    path = "/t/" if "posts.json" in world.writing else "/api/topic/"
    world.fault("GET", path, httpx.Response(503, text="<html>Overloaded</html>"))
    with pytest.raises(Partly) as caught:
        news(world)
    second, _ = news(world, caught.value.cursor)
    assert {*(post.text for post in caught.value.posts), *second} == {
        f"The first post of thread {each}." for each in range(3)
    }


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
