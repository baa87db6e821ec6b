"""The doctor asks for the desk where people find it, and says what keeps them out."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from moderator.cli.web_doctor import examine_desk
from moderator.config import Config, load
from moderator.web.guard import POLICY
from moderator.web.settings import WebSettings
from moderator.web.site import PUBLIC
from tests.support.browsers import URL, NewBrowser
from tests.support.cases import every_case
from tests.support.world import World

_FILE = '[moderator]\nname = "{name}"\naddress = "moderator@pbem.test"\ngm = "gm@pbem.test"\n'
OURS = {"Content-Security-Policy": POLICY, **PUBLIC}
Answer = Callable[[httpx.Request], httpx.Response]


@pytest.fixture
def config(tmp_path: Path, world: World) -> Config:
    """Give the file of the world's moderator, with a web desk."""
    (tmp_path / "config.toml").write_text(_FILE.format(name=world.ctx.settings.name), encoding="utf-8")
    return replace(load(tmp_path / "config.toml"), web=WebSettings(url=URL))


def said(config: Config, answer: Answer) -> str:
    """Return what the doctor says of a desk that answers in some way."""
    return "\n".join(f"{mark}: {words}" for mark, words in examine_desk(config, httpx.MockTransport(answer)))


def answered(status: int = 200, text: str = "", **headers: str) -> Answer:
    """Return how a server answers everything alike."""
    told: Mapping[str, str] = {name.replace("_", "-"): value for name, value in headers.items()}
    return lambda _request: httpx.Response(status, headers=told, text=text)


def test_a_doctor_finds_the_desk_open(config: Config, new_browser: NewBrowser) -> None:
    """The real desk answers: a page of this moderator, and no refusal of a form from its own address."""
    browser = new_browser()
    del browser.headers["Sec-Fetch-Site"]

    def desk(request: httpx.Request) -> httpx.Response:
        got = browser.request(
            request.method, request.url.path, headers={**request.headers, "accept-encoding": "identity"}
        )
        return httpx.Response(got.status_code, headers=dict(got.headers), text=got.text)

    assert said(config, desk) == f"good: open at {URL}"


def test_a_doctor_says_that_the_desk_takes_no_forms_from_its_own_address(config: Config) -> None:
    """A moderator that runs with another url, or a proxy that drops Origin, lets nobody press a button."""

    def desk(request: httpx.Request) -> httpx.Response:
        status = 200 if request.method == "GET" else 403
        return httpx.Response(status, headers=OURS, text=config.settings.name)

    assert "bad: https://desk.test refuses its own forms" in said(config, desk)


@every_case(
    "answer, words",
    [
        (answered(text="Welcome to nginx!"), "is not the web desk"),
        (answered(text="Bob's moderator", content_security_policy=POLICY), "is the desk of another moderator"),
        (answered(502), "is a proxy that finds no desk: let it ask 127.0.0.1:8080"),
        (answered(301, location="https://other.test/"), "leads to https://other.test/"),
        (answered(301, location=f"{URL}/"), "leads to itself"),
    ],
)
def test_a_doctor_says_what_answers_instead_of_the_desk(config: Config, answer: Answer, words: str) -> None:
    """Each thing that may stand at the address has words of its own."""
    assert f"bad: {URL} {words}" in said(config, answer)


@every_case(
    "changes, words",
    [
        ({"Content-Security-Policy": "default-src *"}, "the proxy changes Content-Security-Policy"),
        ({"Cache-Control": "max-age=3600"}, "the proxy changes Cache-Control"),
    ],
)
def test_a_doctor_says_which_header_the_proxy_changes(config: Config, changes: dict[str, str], words: str) -> None:
    """The desk is there, but what protects its pages gets lost on the way."""
    answer = httpx.Response(200, headers=OURS | changes, text=config.settings.name)
    assert words in said(config, lambda _request: answer)


def test_a_doctor_says_that_the_proxy_answers_forms_itself(config: Config) -> None:
    """A refusal that is not the desk's own is no matter of Origin."""

    def desk(request: httpx.Request) -> httpx.Response:
        if request.method == "GET":
            return httpx.Response(200, headers=OURS, text=config.settings.name)
        return httpx.Response(403)

    assert f"bad: {URL} gets no forms: the proxy answers them itself (status 403)" in said(config, desk)


def test_a_doctor_names_the_process_that_opens_the_desk(config: Config) -> None:
    """With ``process = "own"`` that is ``moderator web``."""
    own = replace(config, web=WebSettings(url=URL, process="own"))
    assert "start moderator web" in said(own, answered(502))


def test_a_doctor_says_why_the_desk_is_not_reached(config: Config) -> None:
    """What TLS or the network finds wrong is passed on."""

    def refused(_request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("certificate has expired")

    assert f"bad: {URL} cannot be reached: certificate has expired" in said(config, refused)


def test_a_doctor_says_that_letters_have_no_links_without_an_address(config: Config) -> None:
    """A desk without url is allowed, but nobody can enter it."""
    assert "look: [web] has no url" in said(replace(config, web=WebSettings()), answered())


def test_a_doctor_says_nothing_of_a_desk_that_is_off(config: Config) -> None:
    """Most moderators have no desk."""
    assert not said(replace(config, web=None), answered())
