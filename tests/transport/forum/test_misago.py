"""What a real Misago does too seldom to be waited for."""

from contextlib import closing

import httpx
import pytest

from moderator.transport.forum.misago import Misago
from moderator.transport.forum.port import Unsure
from tests.support.cases import every_case


@every_case(
    "answer",
    [httpx.Response(404), httpx.Response(503), httpx.Response(200, json={"post_set": {"results": []}})],
)
def test_a_thread_that_was_made_and_cannot_be_read_is_unsure(answer: httpx.Response) -> None:
    """Whatever stops us from reading a new thread, it stands there, and nobody may start it again unasked."""

    def site(request: httpx.Request) -> httpx.Response:
        if request.url.path in {"/", "/api/auth/"}:
            return httpx.Response(200, json={"id": 1, "username": "Moderator"})
        return httpx.Response(200, json={"id": 9}) if request.method == "POST" else answer

    forum = Misago("http://forum.test", "Moderator", "hush-hush", 1, transport=httpx.MockTransport(site))
    with closing(forum), pytest.raises(Unsure, match="t9 was made"):
        forum.start([], "hoth: chronicle", "It begins here.", "chron-000001")
