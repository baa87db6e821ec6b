"""The twin law for pages: everything that somebody can see of the web desk, seen of two matches that look the same.

As for letters (``moderator.testing.stages``), all that the reader may not know is otherwise in the second match.
"""

import json
import re
from collections.abc import Callable, Iterator
from html import unescape
from unittest.mock import patch

from msgspec.structs import replace
from sqlmodel import select
from starlette.testclient import TestClient

from moderator.rendering.pages import PageRenderer
from moderator.service import tags
from moderator.service.letter_proofs import Seal
from moderator.store.tables import Match
from moderator.testing.stages import MATCH, Heard, Part, Stage
from moderator.testing.world import World
from moderator.web.app import make_app
from moderator.web.settings import WebSettings
from moderator.web.site import Site
from tests.support.browsers import URL, form_of, let_in, open_desk
from tests.support.gm_desks import open_gm_desk

Look = Callable[[Stage, World, TestClient], Iterator[Part]]

_SEALED = Seal(request=0, record=0, open="", secret="")
"""In place of the seals of seeds that are not opened, which differ and tell nothing."""


def look_at_twins(stage: Stage, look: Look) -> Heard:
    """Return what is seen of both matches."""
    return Heard(*(_seen(stage, look, twin=twin) for twin in (False, True)))


def _seen(stage: Stage, look: Look, *, twin: bool) -> list[Part]:
    with stage.go_on(twin=twin) as world, patch("moderator.service.matches.evidence.seal", lambda *_: _SEALED):
        world.settings(web=URL)
        site = Site(world, WebSettings(url=URL), PageRenderer(stage.templates), world.read)
        headers = {"Sec-Fetch-Site": "same-origin"}
        with TestClient(make_app(site), base_url=URL, headers=headers, follow_redirects=False) as browser:
            return list(look(stage, world, browser))


def public_pages(stage: Stage, world: World, browser: TestClient) -> Iterator[Part]:
    """Give what everybody may see: the list of matches, feed and calendar, each board as a page, a picture and JSON.

    The newest is also printed.
    """
    let_in(world.store, "public")
    yield "matches", _get(browser, "/")
    yield "feed", _get(browser, f"/m/{MATCH}/feed.atom")
    yield "deadlines", _get(browser, f"/m/{MATCH}/deadlines.ics")
    newest = _get(browser, f"/m/{MATCH}")
    yield "match", newest
    shown = [turn for turn in range(stage.state.turn + 1) if f'href="?turn={turn}"'.encode() in newest]
    for turn in shown:
        yield "match", _get(browser, f"/m/{MATCH}?turn={turn}")
        yield "picture", _get(browser, f"/m/{MATCH}/{turn}.svg")
        yield "json", _get(browser, f"/m/{MATCH}/{turn}.json")
    yield "pdf", _get(browser, f"/m/{MATCH}/{shown[-1]}.pdf")


def letter_pages(stage: Stage, world: World, browser: TestClient) -> Iterator[Part]:
    """Give the pages of all letters that brought a report to the seat."""
    key_number = world.assignment(stage.scene.who, MATCH).key_number
    for record in range(world.the_match(MATCH).number + 1):
        path = tags.page_path(world.ctx, MATCH, stage.scene.who, key_number, record)
        yield "letter", _get(browser, path)


def seat_pages(stage: Stage, world: World, browser: TestClient) -> Iterator[Part]:
    """Give the list of seats, the seat with what can be ordered there, its press and proof, and the settings."""
    open_desk(world, browser, stage.scene.who, MATCH)
    yield "seats", _get(browser, "/desk")
    yield "seat", _get(browser, _path(stage))
    yield "press", _get(browser, f"{_path(stage)}/press")
    yield "settings", _get(browser, "/desk/settings")
    yield "proof", _get(browser, f"{_path(stage)}/proof")
    yield "json", _get(browser, f"{_path(stage)}/report.json")


def desk_pages(stage: Stage, world: World, browser: TestClient) -> Iterator[Part]:
    """Give the same, what is offered for orders to be composed, and what is said of those that are checked or sent."""
    yield from seat_pages(stage, world, browser)
    path = _path(stage)
    form = form_of(browser, path)
    for begun in _begun(_get(browser, path).decode()):
        yield "choices", browser.post(f"{path}/orders", data={**form, "do": "choose", "begun": begun}).content
    for text in stage.orders():
        tried = {**form, "orders": text, "do": "preview"}
        yield "part", browser.post(f"{path}/orders", data=tried, headers={"X-Part": "check"}).content
    aimed = {**form, "orders": stage.aimed_letter()}
    for do in ("check", "preview"):
        answer = browser.post(f"{path}/orders", data={**aimed, "do": do})
        assert answer.status_code == 200
        yield do, answer.content
    sent = browser.post(f"{path}/orders", data={**aimed, "do": "send"})
    yield "sent", _get(browser, sent.headers["location"])


def blind_gm_pages(_: Stage, world: World, browser: TestClient) -> Iterator[Part]:
    """Give the desk of a GM who may know no more of the match than everybody, and lines that are tried there."""
    with world.store.write() as session:
        match = session.exec(select(Match)).one()
        match.settings = replace(match.settings, gm="blind")
    open_gm_desk(world, browser)
    yield "matches", _get(browser, "/gm")
    yield "match", _get(browser, f"/gm/{MATCH}")
    tried = browser.post(f"/gm/{MATCH}/lines", data={"lines": "EXTEND 24h\nRESOLVE", "do": "dry"})
    yield "tried", tried.content


def _begun(page: str) -> Iterator[str]:
    """Give every kind of order that a seat's page offers as an order of which nothing is chosen yet."""
    for each in json.loads(unescape(re.findall(r'data-forms="([^"]*)"', page)[0])):
        gaps = [piece["gap"] for piece in each["pieces"] if piece.get("gap")]
        if gaps:
            yield json.dumps({"kind": each["kind"], "gap": gaps[0], "chosen": {}})


def _path(stage: Stage) -> str:
    return f"/desk/{MATCH}/{tags.slug(stage.scene.who)}"


def _get(browser: TestClient, path: str) -> bytes:
    answer = browser.get(path)
    assert answer.status_code == 200, path
    return answer.content
