"""The guard before every page: headers, and forms that come from somewhere else."""

import asyncio

import pytest
from starlette.testclient import TestClient
from starlette.types import Message

from moderator.web.app import make_app
from moderator.web.site import Site
from tests.support.browsers import URL
from tests.support.cases import every_case


def test_every_answer_says_what_a_browser_may_load_and_who_may_frame_it(browser: TestClient) -> None:
    """Pages, pictures, files, errors: nothing is loaded from elsewhere, and nobody frames or sniffs them."""
    for path in (
        "/",
        "/m/hoth",
        "/m/hoth/0.svg",
        "/nothing",
        browser.get("/").text.partition('href="/static')[0] and "/",
    ):
        headers = browser.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert headers["strict-transport-security"]


@every_case(
    "headers, status",
    [
        ({"Sec-Fetch-Site": "same-origin"}, 405),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Sec-Fetch-Site": "none"}, 403),
        ({"Origin": URL}, 405),
        ({"Origin": "https://evil.test"}, 403),
        ({"Origin": "null"}, 403),
        ({}, 403),
    ],
)
def test_a_form_from_another_site_is_refused(site: Site, headers: dict[str, str], status: int) -> None:
    """Browsers say where a form comes from; what says nothing is no browser of today, and is refused, too."""
    with TestClient(make_app(site), base_url=URL) as browser:
        assert browser.post("/", data={"a": "b"}, headers=headers).status_code == status


def test_a_form_of_any_size_is_not_read(browser: TestClient) -> None:
    """What is longer than every form of ours is refused before it is read."""
    assert browser.post("/", content=b"x" * 70_000).status_code == 413
    assert browser.post("/", content=iter([b"x"])).status_code == 413
    chunked = {"Content-Length": "1", "Transfer-Encoding": "chunked"}
    assert browser.post("/", content=b"x", headers=chunked).status_code == 413, "the chunks may go on for ever"
    assert browser.post("/", content=b"x", headers={"Content-Length": "9" * 5000}).status_code == 413


@every_case("path", ["/l/hoth/ann/" + "9" * 5000 + "/x", "/m/%00", "/desk/hoth/ann?sent=%00"])
def test_an_address_that_cannot_be_is_refused(browser: TestClient, path: str) -> None:
    """Neither Python nor PostgreSQL is asked for what it raises errors about."""
    assert browser.get(path).status_code == 400


def test_an_error_is_answered_under_the_same_headers(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """What went wrong is not told; the answer is kept nowhere, and is framed by nobody."""

    def fail(*_: object) -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr("moderator.service.pages.public.matches", fail)
    with TestClient(make_app(site), base_url=URL, raise_server_exceptions=False) as browser:
        answer = browser.get("/")
    assert answer.status_code == 500
    assert "secret" not in answer.text
    assert answer.headers["cache-control"] == "no-store"
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]


def test_a_browser_that_leaves_in_the_middle_of_a_form_is_no_error(site: Site) -> None:
    """People who type on leave the check of what they typed before."""
    headers = [(b"sec-fetch-site", b"same-origin"), (b"content-length", b"5")]
    scope = {"type": "http", "method": "POST", "path": "/desk/hoth/ann/orders", "query_string": b"", "headers": headers}
    answers: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        answers.append(message)

    asyncio.run(make_app(site)(scope, receive, send))
    assert answers[0]["status"] == 400
