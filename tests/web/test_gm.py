"""The GM's desk: the way in by a memo, what it shows, and overrides that are tried and applied there."""

import html
import re
from dataclasses import replace
from datetime import timedelta

import pytest
from httpx2 import Response
from msgspec import structs
from sqlmodel import select
from starlette.testclient import TestClient

from moderator.ports import Words
from moderator.rendering.mail import MailRenderer
from moderator.service.context import OverridePlan, SeatPlan
from moderator.service.overrides import apply as overrides
from moderator.service.overrides.apply import apply
from moderator.service.overrides.decisions import OutdatedError
from moderator.service.turns.due import RunResult
from moderator.store.statuses import MatchStatus
from moderator.store.tables import Browser, Entrance, Match, Override, SeatAssignment
from moderator.web.app import make_app
from moderator.web.site import Site
from tests.support.browsers import URL, NewBrowser, open_desk
from tests.support.games import TEMPLATES
from tests.support.gm_desks import gm_link, gm_path, open_gm_desk
from tests.support.harm import RENDERER
from tests.support.world import World


@pytest.fixture(autouse=True)
def _at_url(world: World) -> None:
    world.settings(web=URL)


def _sent_to_gm(world: World) -> Words:
    """Return the words of the one letter to the GM that goes now."""
    sent = world.post(MailRenderer(world.clock, TEMPLATES))
    (words,) = [letter.dispatch.words for letter in sent if letter.dispatch.to == ("gm@pbem.test",)]
    return words


# ---- the way in ------------------------------------------------------------------------------------------------


def test_every_memo_leads_to_the_desk(world: World) -> None:
    """In its text and in its HTML; without a web desk there is no such link."""
    world.says("Ann", "EXTEND 24h")
    words = _sent_to_gm(world)
    assert f"Open the GM's desk: {URL}{gm_path(world)}" in " ".join(words.text.split())
    assert f'href="{URL}{gm_path(world)}"' in words.html
    world.settings(web="")
    world.says("Bob", "EXTEND 24h")
    words = _sent_to_gm(world)
    assert "/gm/ask/" not in words.text + words.html


def test_the_link_opens_the_desk_in_the_browser_that_asked(world: World, browser: TestClient) -> None:
    """A button, a memo, another button: and the GM is told by a memo that the desk was opened."""
    assert "Send me the link" in browser.get(gm_path(world)).text
    asked = browser.post(gm_path(world))
    assert (asked.status_code, asked.headers["location"]) == (303, "/enter")
    assert "on its way" in browser.get("/enter").text
    assert "after 12 hours" in browser.get(gm_link(world)).text
    assert browser.get("/gm").status_code == 404, "to look at a link opens nothing"
    entered = browser.post(gm_link(world))
    assert (entered.status_code, entered.headers["location"]) == (303, "/gm")
    assert browser.get("/gm").status_code == 200
    assert browser.post(gm_link(world)).status_code == 404, "a link works once"
    assert [memo.code for memo in world.facts("memo")] == ["desk-link", "desk-opened"]
    assert {row.to for row in world.rows("memo")} == {"gm@pbem.test"}


def test_the_memo_with_the_link_has_it_and_no_other(world: World, browser: TestClient) -> None:
    """The link to the desk stands in it, and nothing that asks for another link."""
    browser.post(gm_path(world))
    words = _sent_to_gm(world)
    assert f"{URL}{gm_link(world)}" in words.text
    assert f'href="{URL}{gm_link(world)}"' in words.html
    assert "/gm/ask/" not in words.text + words.html


def test_a_link_in_another_browser_shows_a_code_for_the_window_that_waits(
    world: World, browser: TestClient, new_browser: NewBrowser
) -> None:
    """So people to whom the memo is passed on come in nowhere."""
    browser.post(gm_path(world))
    other = new_browser()
    (code,) = re.findall(r'class="code">([^<]+)<', other.get(gm_link(world)).text)
    assert other.post(gm_link(world)).status_code == 404
    assert browser.post("/enter", data={"code": "WRONGONE"}).headers["location"] == "/enter?wrong=1"
    assert browser.post("/enter", data={"code": code}).headers["location"] == "/gm"
    assert (browser.get("/gm").status_code, other.get("/gm").status_code) == (200, 404)


def test_the_gm_gets_three_links_a_day(world: World, browser: TestClient) -> None:
    """Those that players ask for do not count."""
    open_desk(world, browser, "Ann")
    for _ in range(3):
        assert browser.post(gm_path(world)).status_code == 303
    assert browser.post(gm_path(world)).status_code == 429
    world.move(days=1)
    assert browser.post(gm_path(world)).status_code == 303


def test_a_link_works_for_a_quarter_of_an_hour(world: World, browser: TestClient) -> None:
    """People who come later ask for another one."""
    browser.post(gm_path(world))
    world.move(minutes=15)
    assert browser.post(gm_link(world)).status_code == 404


def test_a_stranger_cannot_have_letters_sent_to_the_gm(world: World, browser: TestClient) -> None:
    """Without the code of the memos there is nothing; the code ends with the GM's address."""
    path = gm_path(world)
    for wrong in ("/gm/ask/abc", path[:-1] + ("a" if path[-1] != "a" else "b")):
        assert browser.get(wrong).text == browser.get("/nothing").text
        assert browser.post(wrong).status_code == 404
    world.settings(gm="other@pbem.test")
    assert browser.post(path).status_code == 404
    world.settings(gm="")
    assert browser.post(gm_path(world)).status_code == 404
    assert not world.rows("memo")


@pytest.mark.parametrize("end", ["time", "sign out", "address", "no GM"])
def test_the_desk_ends(world: World, browser: TestClient, new_browser: NewBrowser, end: str) -> None:
    """After 12 hours, used or not; by signing out in any browser; and with the GM's address."""
    open_gm_desk(world, browser)
    if end == "time":
        world.move(hours=11)
        assert browser.get("/gm").status_code == 200
        world.move(hours=1)
    elif end == "sign out":
        other = new_browser()
        open_gm_desk(world, other)
        assert other.post("/gm/sign-out").status_code == 303
    else:
        world.settings(gm="other@pbem.test" if end == "address" else "")
    assert browser.get("/gm").status_code == 404


def test_several_gms_share_one_desk_which_ends_with_their_list(world: World, browser: TestClient) -> None:
    """The link goes to all of them, and works in the browser that asked; so does the link of their memos end."""
    world.settings(co_gms=("co@pbem.test",))
    open_gm_desk(world, browser)
    assert browser.get("/gm").status_code == 200
    assert {letter.dispatch.to for letter in world.post(RENDERER) if "gm@pbem.test" in letter.dispatch.to} == {
        ("gm@pbem.test", "co@pbem.test")
    }
    path = gm_path(world)
    world.settings(co_gms=())
    assert browser.get("/gm").status_code == 404
    assert browser.post(path).status_code == 404


def test_a_link_to_another_gm_opens_nothing(world: World, browser: TestClient) -> None:
    """A link that was sent before the GM changed does not open the desk of the new one."""
    browser.post(gm_path(world))
    world.settings(gm="other@pbem.test")
    assert browser.post(gm_link(world)).status_code == 404


def test_a_player_does_not_open_the_gms_desk_nor_the_gm_a_players(
    world: World, browser: TestClient, new_browser: NewBrowser
) -> None:
    """Each desk has a cookie of its own, and neither opens the other."""
    open_desk(world, browser, "Ann")
    assert browser.get("/gm").status_code == 404
    gm = new_browser()
    open_gm_desk(world, gm)
    assert gm.get("/desk").status_code == 404
    gm.cookies["__Host-desk"] = gm.cookies["__Host-gm"]
    assert gm.get("/desk").status_code == 404
    browser.cookies["__Host-gm"] = browser.cookies["__Host-desk"]
    assert browser.get("/gm").status_code == 404
    open_gm_desk(world, browser)
    assert browser.get("/desk").status_code == 200, "one browser may open both"


def test_nothing_that_opens_the_desk_is_stored(world: World, browser: TestClient) -> None:
    """The database knows hashes of cookies alone."""
    open_gm_desk(world, browser)
    with world.store.read() as session:
        stored = [row.key for row in session.exec(select(Browser))]
        waiting = [row.waiting for row in session.exec(select(Entrance))]
    assert browser.cookies["__Host-gm"] not in stored
    assert all(re.fullmatch(r"[0-9a-f]{64}", each) for each in (*stored, *waiting))


# ---- what the desk shows -----------------------------------------------------------------------------------------


def test_what_needs_a_decision_comes_first(world: World, browser: TestClient) -> None:
    """A match whose clock stands still before one that goes on, though that is newer, and what is over last."""
    for name in ("endor", "tatooine"):
        world.match(name)
    _override(world, "PAUSE")
    _override(world, "END it snows", match="tatooine")
    open_gm_desk(world, browser)
    page = browser.get("/gm").text
    assert re.findall(r'href="/gm/(\w+)"', page) == ["hoth", "endor", "tatooine"]
    assert "The clock is stopped until you write RESUME." in page


def test_the_desk_names_players_who_go_missing_and_turns_that_are_late(world: World, browser: TestClient) -> None:
    """Each in words."""
    with world.store.write() as session:
        for assignment in session.exec(select(SeatAssignment)):
            assignment.missed = "3 4" if assignment.seat == "Bob" else "4"
    world.move(hours=49)
    open_gm_desk(world, browser)
    page = browser.get("/gm").text
    assert "Robert (Bob) sent no orders for 2 turns in a row." in page
    assert "Anna (Ann) sent no orders for 1 turn." in page
    assert "The deadline is over, but the turn has not run." in page


def test_the_page_of_a_match_tells_for_whom_somebody_else_sends_orders(world: World, browser: TestClient) -> None:
    """The seat and the day, and not who it is."""
    world.says("Ann", "DELEGATE dora@real.test UNTIL 2026-11-27")
    world.put(world.raw("YES", "dora@real.test", headers={"In-Reply-To": world.rows("stranger")[-1].message_id}))
    world.read()
    open_gm_desk(world, browser)
    page = browser.get("/gm/hoth").text
    assert "Somebody else may send orders for Ann until" in page
    assert "dora@" not in page.partition('id="log"')[0]


def test_the_desk_shows_what_the_gm_was_told(world: World, browser: TestClient) -> None:
    """Each memo can be opened; those about the desk itself are none, so that no link stands there."""
    world.says("Ann", "EXTEND 24h")
    open_gm_desk(world, browser)
    for path in ("/gm", "/gm/hoth"):
        page = browser.get(path).text
        assert "Ann asks for more time" in page
        assert "Anna (Ann) asks for 24h more." in page
        assert "/enter/" not in page


def test_a_match_shows_its_board_who_is_ready_and_the_log(world: World, browser: TestClient) -> None:
    """As the GM may know it: with what is hidden from players where the match keeps nothing from its GM."""
    world.says("Ann", "SEEK Mill\nREADY")
    _override(world, "EXTEND 24h")
    open_gm_desk(world, browser)
    page = browser.get("/gm/hoth").text
    assert '<svg viewBox="' in page
    assert page.count("✓ ready") == 1
    assert "EXTEND 24h</code>" in page
    assert "Applied, record 1" in page


def test_a_match_shows_its_last_report_whatever_was_recorded_since(world: World, browser: TestClient) -> None:
    """A deadline that moved, or a turn that was taken back, does not hide what happened before."""
    for _ in range(2):
        world.move(hours=49)
        world.look()
    open_gm_desk(world, browser)
    for line, turn in (("EXTEND 24h", 2), ("ROLLBACK 1", 1)):
        _override(world, line)
        assert re.findall(r"<h2>([^<]*), for GM</h2>", browser.get("/gm/hoth").text) == [f"Turn {turn}"]
    _override(world, "END it snows")
    page = browser.get("/gm/hoth").text
    assert "it snows" in page
    assert "nothing can be changed in it" in page
    assert "<textarea" not in page


def test_there_is_nothing_without_a_desk(world: World, browser: TestClient, new_browser: NewBrowser) -> None:
    """A stranger and a player cannot tell the GM's paths from any other; the GM finds no match that there is not."""
    open_desk(world, browser, "Ann")
    for visitor in (browser, new_browser()):
        nothing = visitor.get("/nothing").text
        for path in ("/gm", "/gm/hoth", "/gm/endor", "/gm/ask/abc"):
            assert (visitor.get(path).status_code, visitor.get(path).text) == (404, nothing), path
        for path in ("/gm/hoth/lines", "/gm/sign-out", "/gm/ask/abc"):
            answer = visitor.post(path, data={"lines": "PAUSE", "do": "dry"})
            assert (answer.status_code, answer.text) == (404, nothing), path
    open_gm_desk(world, browser)
    assert browser.get("/gm/endor").status_code == 404
    assert browser.post("/gm/endor/lines", data={"lines": "PAUSE", "do": "dry"}).status_code == 404


# ---- overrides -----------------------------------------------------------------------------------------------------


def _override(world: World, *lines: str, match: str = "hoth") -> None:
    """Carry out an override as from the file."""
    apply(world.store, world.ctx, OverridePlan(name="-".join((match, *lines)), match=match, lines=lines))


def _try(browser: TestClient, lines: str, match: str = "hoth", why: str = "") -> Response:
    return browser.post(f"/gm/{match}/lines", data={"lines": lines, "why": why, "do": "dry"})


def _tried_form(page: Response) -> dict[str, str]:
    """Return what the form sends that applies lines which were tried."""
    text = page.text
    names = ("lines", "why", "digest")
    lines, why, digest = (re.findall(rf'hidden" name="{name}" value="([^"]*)"', text)[0] for name in names)
    return {"lines": html.unescape(lines), "why": html.unescape(why), "digest": digest, "do": "apply"}


def test_buttons_write_common_lines_below_what_is_typed(world: World, browser: TestClient) -> None:
    """They change nothing."""
    open_gm_desk(world, browser)
    page = browser.post("/gm/hoth/lines", data={"lines": "PAUSE\n", "add": "EXTEND 24h"}).text
    assert "PAUSE\nEXTEND 24h</textarea>" in page
    assert world.the_match().number == 0


def test_a_dry_run_shows_what_would_change_and_changes_nothing(world: World, browser: TestClient) -> None:
    """The changes, and who would be told what in which words; no letter waits, and nothing is decided."""
    open_gm_desk(world, browser)
    before, rows = world.the_match(), len(world.rows())
    page = _try(browser, "EXTEND 24h\nPAUSE")
    assert page.status_code == 200
    assert "status: running → paused" in page.text
    assert "Ann (Anna), Bob (Robert) would be told:" in page.text
    assert "EXTEND 24h\nPAUSE</textarea>" in page.text
    assert "Nothing is changed yet." in page.text
    assert (world.the_match().number, world.the_match().deadline) == (before.number, before.deadline)
    assert len(world.rows()) == rows
    assert not _decided(world)


def test_a_dry_run_shows_the_boards_and_what_nobody_would_be_told(world: World, browser: TestClient) -> None:
    """What is done to the position stands under those who would be told, in the words that they would read."""
    rosa = SeatPlan(seat="Red", player="Rosa", addresses=("rosa@pbem.test",))
    world.match("endor", "rebel-commander", [rosa, SeatPlan(seat="Empire", bot="recruit")])
    open_gm_desk(world, browser)
    page = _try(browser, "PLACE 2 TROOPS B1 FOR Red", "endor").text
    boards = [_chart(page, heading) for heading in ("The board before", "The board after")]
    assert boards[0] != boards[1]
    assert re.search(
        r"Red \(Rosa\) would be told:</h4>.*<li>The GM placed 2 Troops for you at B1.</li>", page, re.DOTALL
    )
    assert "Nobody would be told before the end of the match:" in _try(browser, "SET ENTHUSIASM Red 120", "endor").text
    undone = _try(browser, "PLACE 2 TROOPS B1 FOR Red\nREMOVE 2 TROOPS B1 FOR Red", "endor").text
    assert "Nothing would change, and nobody would be told." in undone


def _chart(page: str, heading: str) -> str:
    """Return the chart below a heading."""
    return page.partition(f'{heading}</h4><pre class="scroll" tabindex="0">')[2].partition("</pre>")[0]


def test_lines_that_mean_nothing_are_refused_kindly(world: World, browser: TestClient) -> None:
    """The page says what is wrong, keeps the lines to be corrected, and there is nothing to apply."""
    open_gm_desk(world, browser)
    for typed, why in (("DANCE", "DANCE"), ("", "it says nothing"), ("ORDERS Zoe: SEEK Mill", "Zoe")):
        page = _try(browser, typed).text
        assert "We would do nothing of this, for this reason:" in page
        assert why in page
        assert f"{typed}</textarea>" in page
        assert "Apply these lines" not in page
    assert not _decided(world)


def test_lines_are_applied_as_they_were_tried(world: World, browser: TestClient) -> None:
    """Under an id of their own: recorded and listed like those of the file, and told to players and GM."""
    open_gm_desk(world, browser)
    deadline = world.the_match().deadline
    done = browser.post("/gm/hoth/lines", data=_tried_form(_try(browser, "EXTEND 24h")))
    assert (done.status_code, done.headers["location"]) == (303, "/gm/hoth?done=desk-2026-11-20-1#overrides")
    assert deadline is not None
    assert world.the_match().deadline == deadline + timedelta(hours=24)
    assert _decided(world) == [("desk-2026-11-20-1", "EXTEND 24h", 1, "")]
    assert "We applied your lines as override desk-2026-11-20-1." in browser.get(done.headers["location"]).text
    assert [letter.code for letter in world.facts("notice")] == ["deadline-moved"] * 2
    assert world.facts("memo")[-1].code == "override-applied"


def test_a_reason_is_tried_and_applied_with_the_lines(world: World, browser: TestClient) -> None:
    """It stands in the field again, in what would be told, in the letters and in the log."""
    open_gm_desk(world, browser)
    tried = _try(browser, "EXTEND 24h", why='Ann  has "no power"')
    assert 'value="Ann has &#34;no power&#34;" maxlength="1000"' in tried.text
    assert "reason: Ann has &#34;no power&#34;</p>" in tried.text
    done = browser.post("/gm/hoth/lines", data=_tried_form(tried))
    assert [letter.facts["reason"] for letter in world.facts("notice")] == ['Ann has "no power"'] * 2
    assert "why: Ann has &#34;no power&#34;" in browser.get(done.headers["location"]).text
    added = browser.post("/gm/hoth/lines", data={"lines": "", "why": "A storm.", "add": "PAUSE"})
    assert 'value="A storm."' in added.text


def test_the_moderator_looks_at_the_match_at_once(world: World, site: Site, browser: TestClient) -> None:
    """It is woken when lines were applied, and not when they were tried."""
    woken: list[bool] = []
    browser = TestClient(
        make_app(replace(site, wake=lambda: woken.append(True))),
        base_url=URL,
        headers={"Sec-Fetch-Site": "same-origin"},
        follow_redirects=False,
    )
    open_gm_desk(world, browser)
    woken.clear()
    tried = _try(browser, "RESOLVE")
    assert woken == []
    browser.post("/gm/hoth/lines", data=_tried_form(tried))
    assert woken == [True]
    assert world.look() == {"hoth": RunResult.RESOLVED}


@pytest.mark.parametrize("between", ["record", "lines", "reason", "digest", "twice"])
def test_lines_are_not_applied_if_something_came_between(world: World, browser: TestClient, between: str) -> None:
    """A newer record, other lines or another reason, a made-up digest, the same button again: nothing is done."""
    open_gm_desk(world, browser)
    form = _tried_form(_try(browser, "EXTEND 24h"))
    if between == "record":
        _override(world, "PAUSE")
    elif between == "twice":
        assert browser.post("/gm/hoth/lines", data=form).status_code == 303
    else:
        form |= {"lines": {"lines": "EXTEND 48h"}, "reason": {"why": "A storm."}, "digest": {"digest": "0" * 32}}[
            between
        ]
    number = world.the_match().number
    answer = browser.post("/gm/hoth/lines", data=form)
    assert answer.status_code == 409
    assert "have changed since you tried them" in answer.text
    assert f"{form['lines']}</textarea>" in answer.text
    assert world.the_match().number == number


def test_a_record_that_comes_at_the_last_moment_is_seen(world: World) -> None:
    """What is written for a record is not applied behind a newer one, and its id is not used up."""
    plan = OverridePlan(name="late", match="hoth", lines=("EXTEND 24h",), record=0)
    _override(world, "PAUSE")
    with pytest.raises(OutdatedError):
        apply(world.store, world.ctx, plan)
    assert [name for name, *_ in _decided(world)] == ["hoth-PAUSE"]


def test_what_is_refused_only_when_it_is_applied_is_recorded_and_told(world: World, browser: TestClient) -> None:
    """As an override of the file would be; the page gives the reason, and the memo speaks of no file."""
    open_gm_desk(world, browser)
    form = _tried_form(_try(browser, "EXTEND 24h"))
    with world.store.write() as session:
        session.get_one(Match, world.the_match().id).status = MatchStatus.OVER
    done = browser.post("/gm/hoth/lines", data=form)
    ((name, _, _, why),) = _decided(world)
    assert why
    assert f"We did nothing of override {name}" in browser.get(done.headers["location"]).text
    (words,) = [RENDERER.render(memo).text for memo in world.facts("memo") if memo.code == "override-refused"]
    assert "config.toml" not in words


def test_a_fault_of_the_program_changes_nothing_and_tells_nothing(
    world: World, browser: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its words may hold what a match keeps from its GM: the log alone has them."""
    open_gm_desk(world, browser)

    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("Ann hides in Mill")

    monkeypatch.setattr(overrides, "apply", fail)
    answer = _try(browser, "EXTEND 24h")
    assert answer.status_code == 503
    assert "Nothing was changed" in answer.text
    assert "Mill" not in answer.text


def _decided(world: World) -> list[tuple[str, str, int, str]]:
    with world.store.read() as session:
        return [(row.name, row.text, row.record, row.refused) for row in session.exec(select(Override))]


# ---- matches that keep their secrets from the GM -----------------------------------------------------------------


def _blind(world: World) -> None:
    with world.store.write() as session:
        match = session.get_one(Match, world.the_match().id)
        match.settings = structs.replace(match.settings, gm="blind")


def test_a_blind_match_shows_what_everybody_may_know(world: World, browser: TestClient) -> None:
    """Neither orders nor positions, by whatever lines; and lines that would need a look at them are refused."""
    world.says("Ann", "SEEK Mill")
    world.says("Bob", "GO Gate")
    open_gm_desk(world, browser)
    secrets = ("SEEK Mill", "GO Gate", "courage")
    assert "courage" in browser.get("/gm/hoth").text, "the GM sees it elsewhere"
    assert any(each in _try(browser, "ORDERS Ann: GO Quay").text for each in secrets), "the GM sees them elsewhere"
    _blind(world)
    assert "keeps its secrets from you" in browser.get("/gm/hoth").text
    pages = [browser.get("/gm"), browser.get("/gm/hoth")]
    pages += [_try(browser, line) for line in ("EXTEND 24h", "REPLACE Ann WITH BOT random", "END", "RESOLVE")]
    for line in ("ORDERS Ann: GO Quay", "HEARTEN Bob 2"):
        refused = _try(browser, line)
        assert "keeps its secrets from its GM" in refused.text
        pages.append(refused)
    world.move(hours=49)
    world.look()
    open_gm_desk(world, browser)
    pages += [browser.get("/gm/hoth"), _try(browser, "ROLLBACK 1")]
    for page in pages:
        assert page.status_code == 200
        assert not any(each in page.text for each in secrets)
