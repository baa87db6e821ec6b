"""What somebody might try to get at a desk, or at a seat, that is not theirs."""

import contextlib
import json
import re
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from html.parser import HTMLParser
from typing import Any

import pytest
from sqlalchemy import text
from sqlmodel import Session, select, update
from starlette.testclient import TestClient

from moderator.service import browsers
from moderator.service.context import Context, OverridePlan
from moderator.service.overrides.apply import apply
from moderator.service.pages import checking, entrances
from moderator.service.pages.desks import OwnSeat
from moderator.service.pages.public import NothingToSeeError
from moderator.store.session import Store
from moderator.store.tables import Account, Address, Browser, Entrance, Player
from moderator.web.site import Site
from tests.support.browsers import URL, NewBrowser, form_of, let_in, letter_path, open_desk
from tests.support.gm_desks import open_gm_desk
from tests.support.rebels import ONE_REBEL
from tests.support.world import World

_EVERYBODY = 8


@pytest.fixture
def postgres_world(postgres_store: Store) -> World:
    """Give a moderator with one match on PostgreSQL."""
    world = World(postgres_store)
    world.settings(web=URL)
    world.match()
    return world


def _ask(world: World) -> str | None:
    def asking(session: Session, ctx: Context) -> str | None:
        return entrances.ask(session, ctx, world.the_match(), world.assignment("Ann"), 0)

    return _write(world, asking)


def _write(world: World, change: Callable[[Session, Context], str | None]) -> str | None:
    with world.store.write() as session:
        return change(session, world.ctx)


# ---- on PostgreSQL, where two may write at once --------------------------------------------------------------------


def test_links_that_are_asked_for_at_once_are_counted(postgres_world: World) -> None:
    """Else people who have a letter fill its reader's mailbox by asking often enough at the same moment."""
    got = _all_at_once(lambda: _ask(postgres_world))
    assert sum(waiting is not None for waiting in got) == entrances.A_DAY


def test_a_link_that_is_pressed_often_at_once_lets_in_once(postgres_world: World) -> None:
    """Anybody who presses later finds nothing."""
    world, waiting = postgres_world, _ask(postgres_world) or ""
    link = str(world.facts("notice")[-1].facts["url"]).rpartition("/")[2]

    def enter() -> str | None:
        with contextlib.suppress(NothingToSeeError):
            return _write(world, lambda session, ctx: entrances.enter_by_link(session, ctx, link, waiting).key)
        return None

    assert sum(key is not None for key in _all_at_once(enter)) == 1


def _all_at_once(act: Callable[[], str | None]) -> list[str | None]:
    """Return what came of something that several did at the same moment."""
    begin = threading.Barrier(_EVERYBODY)

    def acting(_: int) -> str | None:
        begin.wait()
        return act()

    with ThreadPoolExecutor(_EVERYBODY) as pool:
        return list(pool.map(acting, range(_EVERYBODY)))


def test_who_signs_out_everywhere_signs_out_who_is_just_coming_in(postgres_world: World) -> None:
    """A browser that enters at that moment does not stay."""
    world, waiting = postgres_world, _ask(postgres_world)
    link = str(world.facts("notice")[-1].facts["url"]).rpartition("/")[2]
    player = world.assignment("Ann").player
    sign_out = threading.Thread(target=lambda: _write(world, lambda session, _: browsers.sign_out(session, player)))
    with world.store.write() as session:
        entrances.enter_by_link(session, world.ctx, link, waiting or "")
        session.flush()
        sign_out.start()
        while not _somebody_waits(world.store):
            assert sign_out.is_alive()
    sign_out.join()
    with world.store.read() as session:
        assert not session.exec(select(Browser)).all()
        assert not session.exec(select(Entrance)).all()


def _somebody_waits(store: Store) -> bool:
    with store.read() as session:
        return bool(session.connection().execute(text("SELECT 1 FROM pg_locks WHERE NOT granted")).first())


# ---- addresses that nobody answered from ---------------------------------------------------------------------------


@pytest.mark.parametrize("plays_in_forum", [False, True])
def test_a_link_vouches_for_the_address_that_it_went_to(
    world: World, browser: TestClient, *, plays_in_forum: bool
) -> None:
    """Of who plays in a forum, too, it may have gone to a thread: the mail address may still be a typing mistake.

    Then no seat opens, as no secret goes by letter.
    """
    ann = world.assignment("Ann").player
    assert ann is not None
    with world.store.write() as session:
        session.execute(update(Address).where(Address.player == ann).values(confirmed=False))  # type: ignore[arg-type] # SQL
        if plays_in_forum:
            session.add(Account(player=ann, forum="main", name="Anna", number="7"))
    open_desk(world, browser, "Ann")
    with world.store.read() as session:
        confirmed = session.exec(select(Address.confirmed).where(Address.player == ann)).all()
    assert any(confirmed) is not plays_in_forum
    expected = 404 if plays_in_forum else 200
    assert browser.get("/desk/hoth/ann").status_code == expected
    check = browser.post("/desk/hoth/ann/orders", data={"orders": "SEEK Mill", "do": "check", "request": "1"})
    assert check.status_code == expected


# ---- seats that change hands ---------------------------------------------------------------------------------------


def test_orders_for_a_seat_that_changed_hands_do_not_count(world: World, browser: TestClient) -> None:
    """Neither those that were kept and not read by then, nor those that are sent after; its letters open nothing."""
    open_desk(world, browser, "Ann")
    player, link, form = world.assignment("Ann").player, letter_path(world, "Ann"), form_of(browser)
    with world.store.read() as session:
        own = OwnSeat(player or 0, "hoth", "ann")
        kept = checking.delivery(session, world.ctx, own, request=1, text="SEEK Mill\nTAG NEW", once="once")
    assert world.keep([kept])
    apply(
        world.store,
        world.ctx,
        OverridePlan(name="new", match="hoth", lines=('REPLACE Ann WITH "Nora" nora@pbem.test',)),
    )
    key_number = world.assignment("Ann").key_number
    world.read()
    assert world.order_set("Ann") is None
    assert world.assignment("Ann").key_number == key_number
    assert [letter.verdict for letter in world.letters()] == ["left"]
    sent = browser.post("/desk/hoth/ann/orders", data={**form, "orders": "SEEK Mill", "do": "send"})
    assert [sent.status_code, browser.get("/desk/hoth/ann").status_code, browser.get(link).status_code] == [404] * 3
    assert "hoth" not in browser.get("/desk").text


# ---- what others may do to the desk --------------------------------------------------------------------------------


def test_made_up_addresses_of_one_page_are_one_page(site: Site, browser: TestClient) -> None:
    """Else a stranger has every page drawn anew, and drives out those that are kept."""
    for path in (
        "/m/hoth",
        "/m/hoth?x=1",
        "/m/hoth?turn=&x=2",
        "/?turn=1",
        "/",
        "/m/hoth/0.svg?turn=7",
        "/m/hoth/0.svg",
    ):
        assert browser.get(path).status_code == 200, path
    assert len(site.cache._kept) == 3


def test_a_stranger_never_waits_for_the_lock_of_those_who_write(
    site: Site, browser: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor do others wait for strangers: people who hold no key are told so without the lock of those who write."""

    async def change(*_: object) -> None:
        raise AssertionError("it was asked for")

    monkeypatch.setattr(type(site), "change", change)
    for path in ("/enter", "/enter/1-guess", "/l/hoth/ann/0/guess/desk", "/desk/hoth/ann/orders"):
        assert browser.post(path, data={"code": "GUESSED1", "do": "send"}).status_code == 404, path
    assert browser.post("/desk/sign-out").status_code == 303


def test_a_player_has_one_check_at_a_time(world: World, browser: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """To check many lines takes seconds: people who ask often at once wait, and take nothing from others."""
    open_desk(world, browser, "Ann")
    form, plain, busy, together = form_of(browser), checking.check, [0], []

    def check(*args: Any, **more: Any) -> Any:  # noqa: ANN401 - passed on
        busy[0] += 1
        together.append(busy[0])
        found = plain(*args, **more)
        busy[0] -= 1
        return found

    monkeypatch.setattr(checking, "check", check)

    def ask() -> str:
        return browser.post("/desk/hoth/ann/orders", data={**form, "orders": "SEEK Mil\n" * 50, "do": "check"}).text

    answered = ["would not count" in page or "understood" in page for page in map(str, _all_at_once(ask))]
    assert sum(answered) >= 4, "the others are told to wait"
    assert set(together) == {1}


def test_an_address_with_a_slash_too_many_is_none(world: World, browser: TestClient) -> None:
    """To lead on from it would name the host that was asked for, and send a secret path over plain HTTP."""
    for path in ("/desk/", "/m/hoth/", f"{letter_path(world, 'Ann')}/"):
        answer = browser.get(path, headers={"Host": "evil.test"})
        assert (answer.status_code, answer.headers.get("location")) == (404, None), path


def test_a_browser_keeps_its_cookie_as_long_as_the_desk_knows_it(world: World, browser: TestClient) -> None:
    """Both end after 30 days without use, so no cookie of a desk that is in use runs out."""
    open_desk(world, browser, "Ann")
    assert "set-cookie" not in browser.get("/desk").headers
    world.move(days=29)
    assert "Max-Age=2592000" in browser.get("/desk").headers["set-cookie"]


# ---- what others write ---------------------------------------------------------------------------------------------

_EVIL = "<xss onx='1'>\"'&\u202e</textarea></pre><script>alert(1)</script>"


class _Tags(HTMLParser):
    """Gathers what a page may not hold: scripts that are not ours, and attributes that run or style anything."""

    def __init__(self) -> None:
        super().__init__()
        self.foreign: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        own = str(dict(attrs).get("src", "")).startswith("/static/")
        if tag == "xss" or (tag == "script" and not own) or any(n.startswith("on") or n == "style" for n, _ in attrs):
            self.foreign.append(self.get_starttag_text() or tag)


def _assert_harmless(page: str) -> None:
    tags = _Tags()
    tags.feed(page)
    assert not tags.foreign
    assert "<xss" not in page


@pytest.mark.parametrize(
    "text",
    [
        _EVIL,
        f"SEEK {_EVIL}\nSEEK Mil{_EVIL}\nGO {_EVIL}",
        f"PRESS TO Bob\n{_EVIL}\nEND\nHELP {_EVIL}\nPREVIEW",
        f"{_EVIL}\nSEEK Mill ; {_EVIL}\nORDERS\nSTATUS",
    ],
)
def test_what_players_are_called_and_write_is_text(world: World, browser: TestClient, text: str) -> None:
    """No page has an element or an attribute of theirs, and nothing turns the direction of what others read."""
    with world.store.write() as session:
        session.execute(update(Player).values(name=_EVIL))
    for path in ("/", "/m/hoth", letter_path(world, "Ann")):
        page = browser.get(path).text
        _assert_harmless(page)
        assert "\u202e" not in page, path
    open_desk(world, browser, "Ann")
    form = {**form_of(browser), "orders": text}
    for do in ("check", "preview", "send"):
        answer = browser.post("/desk/hoth/ann/orders", data={**form, "do": do})
        page = browser.get(answer.headers["location"]).text if do == "send" else answer.text
        _assert_harmless(page)
    _assert_harmless(browser.post("/desk/hoth/ann/orders", data=form, headers={"X-Part": "check"}).text)
    open_desk(world, browser, "Bob")
    _assert_harmless(browser.get("/desk/hoth/bob").text)


# ---- what spectators may learn -------------------------------------------------------------------------------------


@pytest.mark.parametrize("spectators", ["over", "after 1 turn"])
def test_spectators_who_are_kept_behind_do_not_learn_who_is_asked(
    world: World, site: Site, new_browser: NewBrowser, spectators: str
) -> None:
    """It tells of the newest board: who is out, and who must retreat. Players and the GM are told."""
    let_in(world.store, spectators)

    def look() -> list[str]:
        site.cache._kept.clear()
        return [new_browser().get(path).text for path in ("/", "/m/hoth")]

    before = look()
    world.says("Ann", "SEEK Mill")
    assert look() == before
    browser = new_browser()
    open_desk(world, browser, "Bob")
    assert "✓ ready" in browser.get("/desk/hoth/bob").text
    open_gm_desk(world, browser)
    assert "✓ ready" in browser.get("/gm/hoth").text


# ---- what a link or a cookie tells and opens -----------------------------------------------------------------------


@pytest.mark.parametrize("lines", ["EXTEND 24h", "RESOLVE", "END we go on holiday"])
def test_the_page_of_a_letter_tells_nothing_newer(world: World, browser: TestClient, lines: str) -> None:
    """Whoever it was passed on to does not see that the deadline moved, that the turn ran, or that the match ended."""
    let_in(world.store, "none")
    path = letter_path(world, "Ann")
    before = browser.get(path).text
    apply(world.store, world.ctx, OverridePlan(name="later", match="hoth", lines=(lines,)))
    world.look()
    assert _without_captions(browser.get(path).text) == _without_captions(before)


def _without_captions(page: str) -> str:
    """Return a page without what stands below its boards, which says what is played next."""
    return re.sub(r"<figcaption>.*?</figcaption>|aria-label=\"[^\"]*\"", "", page)


def test_the_cookie_of_a_former_gm_opens_nothing_whatever_the_new_address_is(
    world: World, browser: TestClient, new_browser: NewBrowser
) -> None:
    """Not even if the old address begins with the new one."""
    open_gm_desk(world, browser)
    key = browser.cookies["__Host-gm"]
    world.settings(gm="gm@pbem.te")  # it was gm@pbem.test
    assert new_browser().get("/gm", headers={"Cookie": f"__Host-gm=st{key}"}).status_code == 404


def test_whatever_is_begun_is_answered(world: World, browser: TestClient) -> None:
    """A gap behind one that is not filled, an order without gaps, a kind that there is not."""
    world.match("endor", "rebel-commander", ONE_REBEL)
    open_desk(world, browser, "Red", "endor")
    path = "/desk/endor/red"
    form = {**form_of(browser, path), "orders": "", "do": "choose"}
    for kind, gap in (("move-troops", "goal"), ("pass", ""), ("fly", "goal"), ("move-troops", "origin")):
        begun = json.dumps({"kind": kind, "gap": gap, "chosen": {}})
        assert browser.post(f"{path}/orders", data={**form, "begun": begun}).status_code == 200, kind


def test_a_player_who_asks_for_too_much_at_once_is_told_to_wait(
    world: World, browser: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Checks wait in a short line of the player's own, so that they do not take the places of everybody else."""
    open_desk(world, browser, "Ann")
    form, go_on, plain = form_of(browser), threading.Event(), checking.check

    def slow(*args: Any, **more: Any) -> checking.Checked:  # noqa: ANN401 - passed on
        go_on.wait(30)
        return plain(*args, **more)

    monkeypatch.setattr(checking, "check", slow)

    def check() -> int:
        return browser.post("/desk/hoth/ann/orders", data={**form, "orders": "SEEK Mill", "do": "check"}).status_code

    with ThreadPoolExecutor(_EVERYBODY) as pool:
        asked = [pool.submit(check) for _ in range(_EVERYBODY)]
        while sum(each.done() for each in asked) < _EVERYBODY - 4:
            time.sleep(0.01)
        assert browser.get("/").status_code == 200
        go_on.set()
    assert sorted(each.result() for each in asked) == [200] * 4 + [429] * 4
