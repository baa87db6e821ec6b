"""What an HTTP failure means to the port."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import httpx
import pytest

from moderator.transport.forum.http import Budget, Conflict, Invalid, Missing, Site, seconds_of, spare_calls
from moderator.transport.forum.port import Refused, Spent, TryLater, Unsure
from tests.support.cases import every_case


def site(outcome: httpx.Response | Exception) -> Site:
    """Return a site that answers everything in one way."""

    def answer(_: httpx.Request) -> httpx.Response:
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    return Site("http://forum.test", {}, secrets=["hush", ""], transport=httpx.MockTransport(answer))


@every_case(
    ("outcome", "read", "written"),
    [
        (httpx.ConnectError("refused"), TryLater, TryLater),
        (httpx.ConnectTimeout("no route"), TryLater, TryLater),
        (httpx.PoolTimeout("busy"), TryLater, TryLater),
        (httpx.ReadTimeout("silence"), TryLater, Unsure),
        (httpx.WriteError("broken pipe"), TryLater, Unsure),
        (httpx.RemoteProtocolError("hung up"), TryLater, Unsure),
        (RuntimeError("the client has been closed"), TryLater, Unsure),
        (httpx.UnsupportedProtocol("ftp"), Refused, Refused),
        (httpx.Response(200, text="<html>"), TryLater, Unsure),
        (httpx.Response(200, json=["a list"]), TryLater, Unsure),
        (httpx.Response(200, content=b'{"a": "\xff"}'), TryLater, Unsure),
        (httpx.Response(400, json={"error": "bad"}), Invalid, Invalid),
        (httpx.Response(403, text="<html>"), Refused, Refused),
        (httpx.Response(304), Refused, Refused),
        (httpx.Response(404), Missing, Missing),
        (httpx.Response(408), TryLater, TryLater),
        (httpx.Response(409, json={}), Conflict, Conflict),
        (httpx.Response(422, json={"errors": ["short"]}), Invalid, Invalid),
        (httpx.Response(429), TryLater, TryLater),
        (httpx.Response(499), Refused, Refused),
        (httpx.Response(500, json={}), TryLater, Unsure),
        (httpx.Response(503), TryLater, Unsure),
    ],
)
def test_each_failure_has_its_meaning(
    outcome: httpx.Response | Exception, read: type[Exception], written: type[Exception]
) -> None:
    """A failed read is made again, and only a write of which nothing is known leaves us unsure."""
    with pytest.raises(Exception) as caught:  # noqa: PT011 - its exact kind is asserted
        site(outcome).get("/x", dict[str, str])
    assert type(caught.value) is read
    with pytest.raises(Exception) as caught:  # noqa: PT011 - as above
        site(outcome).write("POST", "/x", dict[str, str])
    assert type(caught.value) is written


def test_a_site_that_was_closed_under_a_sender_is_asked_later() -> None:
    """The file has changed meanwhile; nothing has left us, and nothing but errors of the port is raised."""
    closed = site(httpx.Response(200, json={}))
    closed.close()
    with pytest.raises(TryLater):
        closed.get("/x", dict[str, str])
    with pytest.raises(TryLater):
        closed.act("POST", "/x")


@every_case(
    ("answer", "words"),
    [
        (httpx.Response(403, json={"errors": ["too short", "too loud"]}), "GET /x: 403 too short; too loud"),
        (httpx.Response(403, json={"status": {"message": "forbidden"}}), "GET /x: 403 forbidden"),
        (httpx.Response(403, json={"error": "no"}), "GET /x: 403 no"),
        (httpx.Response(403, json="not-authorized"), "GET /x: 403 not-authorized"),
        (httpx.Response(403, text="<html>Blocked</html>"), "GET /x: 403 an answer that is no JSON"),
        (httpx.Response(403, json={"error": "bad key hush"}), r"GET /x: 403 bad key \*\*\*"),
        (httpx.Response(403, json={"error": "x" * 9000}), r"^.{0,320}$"),
    ],
)
def test_an_error_has_the_words_of_the_forum(answer: httpx.Response, words: str) -> None:
    """The text of an error says what was asked and what the forum said, in a line and without secrets."""
    with pytest.raises(Refused, match=words):
        site(answer).get("/x", dict[str, str])


def test_an_exception_shows_no_secret() -> None:
    """A secret in the text of a lower layer's exception is struck out."""
    with pytest.raises(Unsure, match=r"ReadTimeout waiting for \*\*\*"):
        site(httpx.ReadTimeout("waiting for hush")).act("PUT", "/x")


def test_retry_after_has_seconds_or_a_date() -> None:
    """The header of a pause is understood in both of its forms, and ignored in any other."""
    date = datetime.now(UTC) + timedelta(minutes=10)
    assert seconds_of("23", 30) == 23
    assert 590 < seconds_of(format_datetime(date, usegmt=True), 30) <= 600
    assert seconds_of("Fri, 20 Nov 2020 18:00:00 -0000", 30) == 0
    assert seconds_of("soon", 30) == seconds_of(None, 30) == 30


def test_a_budget_is_spent_and_comes_back() -> None:
    """A budget of sixty calls a minute allows sixty at once, and one more each second, for which callers wait."""
    clock, waited = [0.0], list[float]()
    budget = Budget(60, lambda: clock[0], waited.append)
    for _ in range(60):
        budget.take()
    assert not waited
    for _ in range(10):
        budget.take()
    assert waited == pytest.approx(range(1, 11))
    with pytest.raises(Spent) as caught:
        budget.take()
    assert caught.value.after == pytest.approx(11.0)
    clock[0] = 3600.0
    for _ in range(60):
        budget.take()
    assert len(waited) == 10


def test_a_look_leaves_half_of_the_budget_to_answers() -> None:
    """It stops there and waits for nothing: the next look goes on."""
    clock, waited = [0.0], list[float]()
    budget = Budget(60, lambda: clock[0], waited.append)
    with spare_calls():
        for _ in range(30):
            budget.take()
        with pytest.raises(Spent) as caught:
            budget.take()
    for _ in range(30):
        budget.take()
    assert not waited
    clock[0] += caught.value.after + 30
    with spare_calls():
        for _ in range(15):  # enough for a look, else it would begin again and again
            budget.take()


def test_a_budget_that_is_held_allows_nothing() -> None:
    """After a pause that the forum asked for, calls go on as before."""
    clock = [0.0]
    budget = Budget(60, lambda: clock[0])
    budget.hold(23)
    clock[0] = 20.0
    with pytest.raises(TryLater) as caught:
        budget.take()
    assert caught.value.after == pytest.approx(3.0)
    clock[0] = 23.0
    budget.take()
