"""The grid: every route of the desk under every key that somebody may hold, and what each may see, keep and change.

A route that is added is to be listed here. What is not for somebody looks as if it were not there.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
from msgspec.structs import replace
from sqlmodel import SQLModel, select
from starlette.routing import Route
from starlette.testclient import TestClient

from moderator.service import browsers
from moderator.service.context import SeatPlan
from moderator.store.tables import Browser, Match
from moderator.web.app import make_app
from moderator.web.site import Site
from tests.support.browsers import URL, NewBrowser, letter_path, open_desk
from tests.support.recruits import opens
from tests.support.world import World

NOBODY, STRANGER, OTHER_LETTER, LETTER, OWN, GM = "none", "another match's desk", "Bob's letter", "letter", "desk", "GM"
KEYS = (NOBODY, STRANGER, OTHER_LETTER, LETTER, OWN, GM)
"""Who asks for what is Ann's in the match ``hoth``.

Browsers that hold no key; the desk of who is called Ann in another match; a letter of Bob's, who waits for his link; a
letter of Ann's own, in a browser that waits for hers; her desk; and the GM's desk, which opens nobody else's.
"""

PUBLIC, PRIVATE, FILE = "public, max-age=30", "private, no-store", "public, max-age=31536000, immutable"
ALL = dict.fromkeys(KEYS, 200)
NONE = dict.fromkeys(KEYS, 404)


@dataclass(frozen=True)
class Row:
    """A route, where it is in the world of these tests, and the status of its answer under each key.

    A form may come ``from_anywhere`` where mail programs send it. A path holds ``{letter}`` and ``{link}`` for the page
    of the letter that is held, and for Ann's link to her desk.
    """

    method: str
    route: str
    path: str
    statuses: Mapping[str, int]
    caching: str = PRIVATE
    form: Mapping[str, str] = field(default_factory=dict)
    from_anywhere: bool = False


_LETTER = "/l/{slug}/{seat}/{record:int}/{code}"
_SEAT = "/desk/{slug}/{seat}"
GRID = (
    Row("GET", "/", "/", ALL, PUBLIC),
    Row("GET", "/m/{match}", "/m/hoth", ALL, PUBLIC),
    Row("GET", "/m/{match}/{key}.svg", "/m/hoth/0.svg", ALL, PUBLIC),
    Row("GET", "/m/{match}/{key}.pdf", "/m/hoth/0.pdf", ALL, PUBLIC),
    Row("GET", "/m/{match}/{key}.json", "/m/hoth/0.json", ALL, PUBLIC),
    Row("GET", "/m/{match}/feed.atom", "/m/hoth/feed.atom", ALL, PUBLIC),
    Row("GET", "/m/{match}/deadlines.ics", "/m/hoth/deadlines.ics", ALL, PUBLIC),
    Row("GET", "/ratings", "/ratings", ALL, PUBLIC),
    Row("GET", "/series/{series}", "/series/spring", ALL, PUBLIC),
    Row("GET", "/help", "/help", ALL, PUBLIC),
    Row("GET", "/help/{page}", "/help/players", ALL, PUBLIC),
    Row("GET", "/help/{page}/{name:path}", "/help/space-genocide/space-genocide-board.png", ALL, PUBLIC),
    Row("GET", "/dice", "/dice", ALL, PUBLIC),
    Row("GET", "/dice/verify_letters.py", "/dice/verify_letters.py", ALL, PUBLIC),
    Row("GET", _LETTER, "{letter}", {**NONE, LETTER: 200, OWN: 200}),
    Row("POST", f"{_LETTER}/desk", "{letter}/desk", {**NONE, LETTER: 303, OWN: 429}),  # her fourth link
    Row("GET", "/enter", "/enter", {**NONE, OTHER_LETTER: 200, LETTER: 200}),
    Row("POST", "/enter", "/enter", {**NONE, OTHER_LETTER: 303, LETTER: 303}, form={"code": "WRONGONE"}),
    Row("GET", "/enter/{code}", "{link}", ALL),
    Row("POST", "/enter/{code}", "{link}", {**NONE, LETTER: 303}),
    Row("GET", "/unsubscribe/{slug}/{seat}/{code}", "/unsubscribe/hoth/ann/guess", NONE),
    Row("POST", "/unsubscribe/{slug}/{seat}/{code}", "/unsubscribe/hoth/ann/guess", NONE, from_anywhere=True),
    Row("GET", "/open/{slug}", "/open/dagobah", ALL),
    Row("POST", "/open/{slug}", "/open/dagobah", ALL, form={"address": "dora@real.test", "do": "join"}),
    Row("GET", "/invite/{code}", "/invite/guess", NONE),
    Row("POST", "/invite/{code}", "/invite/guess", NONE, form={"do": "yes"}),
    Row("GET", "/unsubscribe/{slug}/{code}", "/unsubscribe/hoth/guess", NONE),
    Row("POST", "/unsubscribe/{slug}/{code}", "/unsubscribe/hoth/guess", NONE, from_anywhere=True),
    Row("GET", "/desk", "/desk", {**NONE, STRANGER: 200, OWN: 200}),
    Row("POST", "/desk/sign-out", "/desk/sign-out", dict.fromkeys(KEYS, 303)),
    Row("GET", "/desk/settings", "/desk/settings", {**NONE, STRANGER: 200, OWN: 200}),
    Row("POST", "/desk/settings", "/desk/settings", {**NONE, STRANGER: 303, OWN: 303}, form={"paper": "A3"}),
    Row("GET", f"{_SEAT}/proof", "/desk/hoth/ann/proof", {**NONE, OWN: 200}),
    Row("GET", f"{_SEAT}/report.json", "/desk/hoth/ann/report.json", {**NONE, OWN: 200}),
    Row("GET", f"{_SEAT}/press", "/desk/hoth/ann/press", {**NONE, OWN: 200}),
    Row("POST", f"{_SEAT}/press", "/desk/hoth/ann/press", {**NONE, OWN: 303}, form={"to": "Bob", "text": "Hello"}),
    Row("GET", "/gm", "/gm", {**NONE, GM: 200}),
    Row("GET", "/health", "/health", {**NONE, GM: 200}),
    Row("POST", "/gm/sign-out", "/gm/sign-out", {**NONE, GM: 303}),
    Row("GET", "/gm/{slug}", "/gm/hoth", {**NONE, GM: 200}),
    Row("POST", "/gm/{slug}/lines", "/gm/hoth/lines", {**NONE, GM: 200}, form={"lines": "EXTEND 24h", "do": "dry"}),
    Row("GET", "/gm/ask/{code}", "/gm/ask/guess", NONE),
    Row("POST", "/gm/ask/{code}", "/gm/ask/guess", NONE),
    Row("GET", _SEAT, "/desk/hoth/ann", {**NONE, OWN: 200}),
    *(
        Row("POST", f"{_SEAT}/orders", "/desk/hoth/ann/orders", {**NONE, OWN: 303 if do == "send" else 200}, form=form)
        for do in ("check", "preview", "send")
        for form in [{"do": do, "orders": "SEEK Mill", "request": "1", "once": "once"}]
    ),
    Row("GET", "/static/{mark}/{name}", "{static}", ALL, FILE),
)


@dataclass(frozen=True)
class Held:
    """Somebody's browser, and the letter's page that they try: their own, or Ann's with the code of theirs."""

    browser: TestClient
    letter: str


@pytest.fixture
def held(world: World, new_browser: NewBrowser) -> dict[str, Held]:
    """Give the browsers of all who ask."""
    world.settings(web=URL)
    opens(world, name="dagobah")
    strangers = [SeatPlan(seat=seat, player=f"{seat} II", addresses=(f"{seat}@else.test",)) for seat in ("Ann", "Bob")]
    world.match(name="endor", seats=strangers)
    let_in_series(world)
    own, bobs, strange = (letter_path(world, *of) for of in (("Ann",), ("Bob",), ("Ann", "endor")))
    codes = {
        key: path.rpartition("/")[2]
        for key, path in ((STRANGER, strange), (OTHER_LETTER, bobs), (LETTER, own), (OWN, own))
    }
    found = {key: Held(new_browser(), f"{own.rpartition('/')[0]}/{codes.get(key, 'guess')}") for key in KEYS}
    open_desk(world, found[STRANGER].browser, "Ann", "endor")
    open_desk(world, found[OWN].browser, "Ann")
    with world.store.write() as session:
        now = world.clock.now()
        key = browsers.hash_of("of the GM", world.ctx.settings.gm)
        session.add(Browser(player=None, key=key, opened=now, used=now))
    found[GM].browser.cookies["__Host-gm"] = "of the GM"
    for key, path in ((OTHER_LETTER, bobs), (LETTER, own)):
        assert found[key].browser.post(f"{path}/desk").status_code == 303
    return found


def let_in_series(world: World) -> None:
    """Let the match be of a series."""
    with world.store.write() as session:
        match = session.exec(select(Match).where(Match.name == "hoth")).one()
        match.settings = replace(match.settings, series="spring")


def _link(world: World, player: str = "Anna") -> str:
    """Return the newest link that was sent to a player."""
    links = [
        str(each.facts["url"])
        for each in world.facts("notice")
        if each.code == "desk-link" and each.head.player == player
    ]
    return links[-1].removeprefix(URL)


def _everything(world: World) -> dict[str, list[Any]]:
    """Return all rows of all tables."""
    with world.store.read() as session:
        return {
            table.name: sorted(map(repr, session.connection().execute(table.select()).all()))
            for table in SQLModel.metadata.sorted_tables
        }


def test_every_route_is_in_the_grid(site: Site) -> None:
    """What is added to the application is added here; nothing else answers."""
    app = make_app(site)
    assert all(isinstance(route, Route) for route in app.routes)
    routes = {(method, route.path) for route in app.routes for method in route.methods - {"HEAD"}}  # type: ignore[attr-defined] # they are
    assert routes == {(row.method, row.route) for row in GRID}
    assert all(set(row.statuses) == set(KEYS) for row in GRID)


@pytest.mark.parametrize("row", GRID, ids=lambda row: " ".join((row.method, row.route, row.form.get("do", ""))))
def test_a_route_answers_everybody_as_the_grid_says(world: World, site: Site, held: dict[str, Held], row: Row) -> None:
    """Its status, who may keep it and show it in a frame; to whom it is not for, it is the page of what is not there.

    To look changes nothing at all, and neither does a form that is refused or comes from another site.
    """
    for key, asking in held.items():
        path = row.path.format(letter=asking.letter, link=_link(world), static=site.static.path("desk.css"))
        before = _everything(world)
        answer = _ask(asking.browser, row, path)
        assert answer.status_code == row.statuses[key], (key, path)
        for name, value in _SECURITY.items():
            assert value in answer.headers[name], (key, name)
        if answer.status_code == 404:
            nothing = asking.browser.get("/nothing")
            assert (answer.text, answer.headers) == (nothing.text, nothing.headers), key
        is_for_some = answer.status_code in (303, 404, 429) or row.caching == PRIVATE
        assert answer.headers["cache-control"] == (PRIVATE if is_for_some else row.caching), key
        assert answer.headers.get("x-robots-tag") == ("noindex" if is_for_some else None), key
        assert "set-cookie" not in answer.headers or row.method == "POST", key
        if row.method == "GET" or answer.status_code == 404:
            assert _everything(world) == before, key


_SECURITY = {
    "content-security-policy": "frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "same-origin",
    "strict-transport-security": "max-age=",
}


def _ask(browser: TestClient, row: Row, path: str, **headers: str) -> Any:  # noqa: ANN401 - an answer of the client's
    if row.method == "GET":
        head, answer = browser.head(path), browser.get(path)
        assert (head.status_code, head.headers) == (answer.status_code, answer.headers)
        return answer
    return browser.post(path, data=row.form, headers=headers)


@pytest.mark.parametrize(
    "row", [row for row in GRID if row.method == "POST" and not row.from_anywhere], ids=lambda row: row.route
)
@pytest.mark.parametrize("origin", ["cross-site", "same-site", "none"])
def test_no_key_lets_a_form_of_another_site_through(world: World, held: dict[str, Held], row: Row, origin: str) -> None:
    """Whatever its browser may do here, it does not do it for others."""
    before = _everything(world)
    for key, asking in held.items():
        path = row.path.format(letter=asking.letter, link=_link(world), static="")
        answer = _ask(asking.browser, row, path, **{"Sec-Fetch-Site": origin})
        assert answer.status_code == 403, key
        assert "set-cookie" not in answer.headers
    assert _everything(world) == before


def test_what_is_seen_of_another_match_is_not_this_one(held: dict[str, Held]) -> None:
    """The desk of who is called Ann elsewhere lists that seat alone."""
    assert "endor" in held[STRANGER].browser.get("/desk").text
    assert "hoth" not in held[STRANGER].browser.get("/desk").text
    assert "endor" not in held[OWN].browser.get("/desk").text
