"""The doctor asks for the desk where people find it, and says what keeps them out."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from moderator.cli.doctor import web_desk
from moderator.config import Config, load
from moderator.web.guard import POLICY
from moderator.web.settings import WebSettings
from tests.support.browsers import URL, NewBrowser
from tests.support.cases import every_case
from tests.support.world import World

_FILE = '[moderator]\nname = "{name}"\naddress = "moderator@pbem.test"\ngm = "gm@pbem.test"\n'
Answer = Callable[[httpx.Request], httpx.Response]


@pytest.fixture
def config(tmp_path: Path, world: World) -> Config:
    """Give the file of the world's moderator, with a web desk."""
    (tmp_path / "config.toml").write_text(_FILE.format(name=world.ctx.settings.name), encoding="utf-8")
    return replace(load(tmp_path / "config.toml"), web=WebSettings(url=URL))


def said(config: Config, answer: Answer) -> str:
    """Return what the doctor says of a desk that answers in some way."""
    return "\n".join(f"{each.mark}: {each.message}" for each in web_desk(config, httpx.MockTransport(answer)))


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
        return httpx.Response(status, headers={"Content-Security-Policy": POLICY}, text=config.settings.name)

    assert "bad: https://desk.test refuses its own forms" in said(config, desk)


@every_case(
    "answer, words",
    [
        (answered(text="Welcome to nginx!"), "is not the web desk"),
        (answered(text="Bob's moderator", content_security_policy=POLICY), "is the desk of another moderator"),
        (answered(502), "is a proxy that finds no desk: let it ask 127.0.0.1:8080"),
        (answered(301, location="https://other.test/"), "leads to https://other.test/"),
    ],
)
def test_a_doctor_says_what_answers_instead_of_the_desk(config: Config, answer: Answer, words: str) -> None:
    """Each thing that may stand at the address has words of its own."""
    assert f"bad: {URL} {words}" in said(config, answer)


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
