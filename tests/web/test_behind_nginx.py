"""The desk behind the nginx of docs/web.md, over TLS: the block is read out of the page, so that it stays true."""

import ssl
from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from moderator.cli.web_doctor import examine_desk
from moderator.config import Config, load
from moderator.web.settings import WebSettings
from tests.support.browsers import form_of, let_in, letter_path
from tests.support.chromium import desk_link, served
from tests.support.servers import nginx
from tests.support.world import World

pytestmark = pytest.mark.proof

_FILE = '[moderator]\nname = "{name}"\naddress = "moderator@pbem.test"\ngm = "gm@pbem.test"\n'


@pytest.fixture
def site(tmp_path: Path) -> nginx.Site:
    """Give a site for nginx, or skip with the reason."""
    if reason := nginx.missing():
        pytest.skip(reason)
    return nginx.site(tmp_path)


@pytest.fixture
def config(tmp_path: Path, world: World, site: nginx.Site, monkeypatch: pytest.MonkeyPatch) -> Iterator[Config]:
    """Give the file of a moderator whose desk is open, on a machine that trusts the authority of the tests."""
    monkeypatch.setenv("SSL_CERT_FILE", str(site.authority))
    (tmp_path / "config.toml").write_text(_FILE.format(name=world.ctx.settings.name), encoding="utf-8")
    with desk_of(world, site):
        yield replace(load(tmp_path / "config.toml"), web=WebSettings(listen=f"127.0.0.1:{site.desk}", url=site.url))


def desk_of(world: World, site: nginx.Site) -> AbstractContextManager[str]:
    """Serve the desk of a world where nginx asks for it."""
    let_in(world.store, "public")
    return served(world, site.desk, site.url)


def test_a_whole_visit_goes_through_the_documented_nginx_and_leaves_no_path_in_its_logs(
    world: World, site: nginx.Site
) -> None:
    """From the first page, by the link in a letter, to orders that are recorded, and to a desk that is gone."""
    trust = ssl.create_default_context(cafile=str(site.authority))
    path, seat = letter_path(world, "Ann"), "/desk/hoth/ann"
    with nginx.running(site, site.block), httpx.Client(base_url=site.url, verify=trust) as browser:
        browser.headers["Origin"] = site.url
        with desk_of(world, site):
            assert "hoth" in browser.get("/").text
            assert "a letter to Ann" in browser.get(path).text
            assert browser.post(f"{path}/desk").status_code == 303
            link = desk_link(world)
            assert link.startswith(site.url)
            assert browser.post(link).headers["location"] == "/desk"
            assert seat in browser.get("/desk").text
            form = {**form_of(browser, seat), "orders": "SEEK Mill"}
            assert "SEEK Mill" in browser.post(f"{seat}/orders", data={**form, "do": "check"}).text
            assert not world.order_set("Ann")
            sent = browser.post(f"{seat}/orders", data={**form, "do": "send"})
            assert "Orders recorded" in browser.get(sent.headers["location"]).text
        assert browser.get(path).status_code == 502
    assert world.order_set("Ann") == ["SEEK Mill"]
    assert "hoth" not in site.logged


def test_a_doctor_is_content_with_the_documented_nginx(config: Config, site: nginx.Site) -> None:
    """What docs/web.md shows is all that it takes."""
    with nginx.running(site, site.block):
        assert said(config) == f"good: open at {site.url}"


MISTAKES: dict[str, tuple[str, str, str]] = {
    "the certificate has expired": ("/good/", "/expired/", "its certificate has expired: renew it"),
    "the certificate is for another name": ("/good/", "/another/", "its certificate is for another name"),
    "there is no TLS": (" ssl;", ";", "speaks no TLS at that port: write ssl after the port"),
    "the desk is elsewhere": ("127.0.0.1:", "127.0.0.2:", "is a proxy that finds no desk"),
    "only a part is passed on": ("location / {", "location /m/ {", "is not the web desk"),
    "Origin is dropped": (
        "proxy_set_header Host",
        'proxy_set_header Origin ""; proxy_set_header Host',
        "pass on Origin",
    ),
    "pages are kept": ("proxy_set_header Host", "expires 1h; proxy_set_header Host", "changes Cache-Control"),
    "only reading is allowed": (
        "proxy_set_header Host",
        "limit_except GET { deny all; } proxy_set_header Host",
        "gets no forms",
    ),
}
"""What stands in place of what in the block, and what the doctor says."""


def test_a_doctor_says_what_is_wrong_with_a_proxy(config: Config, site: nginx.Site) -> None:
    """Each of the likely mistakes has words of its own, which tell what to write instead."""
    heard = {}
    for mistake, (documented, instead, _) in MISTAKES.items():
        assert documented in site.block
        with nginx.running(site, site.block.replace(documented, instead)):
            heard[mistake] = said(config)
    assert all(words.startswith("bad: ") for words in heard.values()), heard
    assert [mistake for mistake, (_, _, words) in MISTAKES.items() if words not in heard[mistake]] == [], heard


def test_a_doctor_says_that_no_proxy_runs_or_that_nobody_trusts_it(
    config: Config, site: nginx.Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first is mended by starting it, the second by the certificates of an authority."""
    assert "nothing listens there: start the proxy" in said(config)
    monkeypatch.delenv("SSL_CERT_FILE")
    with nginx.running(site, site.block):
        assert "set the environment variable SSL_CERT_FILE" in said(config)


def said(config: Config) -> str:
    """Return what the doctor says."""
    return "\n".join(f"{mark}: {words}" for mark, words in examine_desk(config))
